//! What each worker does: one position after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use board::{Position, Symmetry};
use partner::{AnalysisRequest, Evaluators, SearchMonitor, Session};
use search::{Limits, Snapshot};
use serde_json::json;

use crate::actions::nothing;
use crate::complaint::Complaint;
use crate::out::Out;
use crate::queue::{Job, Queue};
use crate::report;

/// Analyses positions until no more come.
pub(crate) fn work(judges: &Evaluators, queue: &Queue, out: &Out) {
    let mut session: Option<Session> = None;
    let next = || {
        out.wait_for_room();
        queue.take()
    };
    while let Some(job) = next() {
        // A fault of ours must not lose the other positions, nor the answer to this one.
        let done = catch_unwind(AssertUnwindSafe(|| {
            let session = session.get_or_insert_with(|| {
                Session::with_evaluators(job.query.options.settings.clone(), judges.clone())
            });
            analyse(session, &job, out)
        }));
        match done {
            Ok(Ok(())) => {}
            Ok(Err(complaint)) => out.say(&complaint.error(&job.query.id)),
            Err(_) => {
                session = None;
                out.say(&json!({ "error": "the analysis failed", "id": job.query.id }));
            }
        }
        queue.finished(&job);
    }
}

fn analyse(session: &mut Session, job: &Job, out: &Out) -> Result<(), Complaint> {
    let query = &job.query;
    let settings = query.options.settings.clone();
    session.set_settings(settings).map_err(|e| Complaint::new("overrideSettings", e.to_string()))?;
    session.load(query.record.at(job.turn));
    let mut position = session.position().clone();
    session.include_moves_ownership(query.shows.moves_ownership || query.shows.moves_ownership_spread);
    let settings = &query.options.settings;
    let ignore_pre_root_history = settings.analysis.ignore_pre_root_history;
    if ignore_pre_root_history {
        position.hide_history();
    }
    let (bars, limits) = (query.bars.clone(), limits(job, &position));
    let study = AnalysisRequest { bars, limits, ignore_pre_root_history, ..AnalysisRequest::default() };
    let raw = session.evaluators().raw(&position, Symmetry::IDENTITY, None).and_then(Result::ok);
    let mut due = query.reports.map_or(Duration::MAX, |r| r.first);
    let mut on_report = |view: &Snapshot| {
        // A client that does not keep up can do without, until it does.
        if view.elapsed >= due && view.visits > 0 && out.has_room() {
            due = view.elapsed.saturating_add(query.reports.map_or(Duration::MAX, |r| r.every));
            out.say(&report::result(job, &position, raw.as_ref(), view, true));
        }
    };
    let every = query.reports.map(|r| r.first.min(r.every));
    let watch = SearchMonitor { stop: &job.stop, every, on_report: &mut on_report };
    let view = match session.study(&study, watch) {
        Ok(view) => view,
        Err(error) => {
            out.say(&json!({ "error": error.to_string(), "id": query.id }));
            return Ok(());
        }
    };
    out.say(&if view.visits == 0 {
        nothing(job)
    } else {
        report::result(job, &position, raw.as_ref(), &view, false)
    });
    // What the tree holds is not needed while the worker waits.
    session.forget();
    Ok(())
}

/// The limits of a search; where every move is barred only the position itself is judged.
fn limits(job: &Job, position: &Position) -> Limits {
    let (settings, bars) = (&job.query.options.settings, &job.query.bars);
    let is_free = |m| !bars.bar(position.to_move(), m, 0);
    if !bars.is_empty() && !position.legal_moves().any(is_free) {
        return Limits::visits(1);
    }
    Limits { visits: settings.visits, playouts: settings.playouts, time: settings.time() }
}
