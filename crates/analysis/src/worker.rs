//! The work of one worker: one position after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use board::{Position, Symmetry};
use partner::{AnalysisRequest, Evaluators, SearchMonitor, Session};
use search::{Limits, Snapshot};
use serde_json::json;

use crate::field_error::FieldError;
use crate::output::Output;
use crate::queue::{Job, Queue};
use crate::report::{self, NetworkOutputs};

/// Analyses positions until no more come.
pub(crate) fn work(evaluators: &Evaluators, queue: &Queue, out: &Output) {
    let mut session: Option<Session> = None;
    let next = || {
        out.wait_for_room();
        queue.take()
    };
    while let Some(job) = next() {
        // A bug of ours must neither lose the other positions nor the answer to this one.
        let done = catch_unwind(AssertUnwindSafe(|| {
            let session = session.get_or_insert_with(|| {
                Session::with_evaluators(job.query.options.settings.clone(), evaluators.clone())
            });
            analyse(session, &job, out)
        }));
        match done {
            Ok(Ok(())) => {}
            Ok(Err(error)) => out.say(&error.error(&job.query.id)),
            Err(_) => {
                session = None;
                out.say(&json!({ "error": "the analysis failed", "id": job.query.id }));
            }
        }
        queue.finished(&job);
    }
}

fn analyse(session: &mut Session, job: &Job, out: &Output) -> Result<(), FieldError> {
    let query = &job.query;
    let settings = query.options.settings.clone();
    session.set_settings(settings).map_err(|e| FieldError::new("overrideSettings", e.to_string()))?;
    session.load(query.record.at(job.turn));
    let mut position = session.position().clone();
    session.include_moves_ownership(query.includes.moves_ownership || query.includes.moves_ownership_stdev);
    let settings = &query.options.settings;
    let ignore_pre_root_history = settings.analysis.ignore_pre_root_history;
    if ignore_pre_root_history {
        position.hide_history();
    }
    let (filter, limits) = (query.filter.clone(), limits(job, &position));
    let request = AnalysisRequest {
        filter,
        limits,
        ignore_pre_root_history,
        from_scratch: true,
        ..AnalysisRequest::default()
    };
    let raw = session.evaluators().raw(&position, Symmetry::IDENTITY, None).and_then(Result::ok);
    let human = match session.human_output(position.to_move(), ignore_pre_root_history) {
        Ok(human) => human,
        Err(error) => {
            out.say(&json!({ "error": error.to_string(), "id": query.id }));
            return Ok(());
        }
    };
    let networks = NetworkOutputs { raw, human };
    let mut due = query.reports.map_or(Duration::MAX, |r| r.first);
    let mut on_report = |view: &Snapshot| {
        // A client that does not keep up gets no partial results until it does.
        if view.elapsed >= due && view.visits > 0 && out.has_room() {
            due = view.elapsed.saturating_add(query.reports.map_or(Duration::MAX, |r| r.every));
            out.say(&report::result(job, &position, &networks, view, true, None));
        }
    };
    let every = query.reports.map(|r| r.first.min(r.every));
    let monitor = SearchMonitor { stop: &job.stop, every, on_report: &mut on_report };
    let view = match session.analyse(position.to_move(), &request, monitor) {
        Ok(view) => view,
        Err(error) => {
            out.say(&json!({ "error": error.to_string(), "id": query.id }));
            return Ok(());
        }
    };
    let table = match query.includes.decision.then(|| session.decision_table(&view, &position)).transpose() {
        Ok(table) => table,
        Err(error) => {
            out.say(&json!({ "error": error.to_string(), "id": query.id }));
            return Ok(());
        }
    };
    out.say(&if view.visits == 0 {
        report::no_results(job)
    } else {
        report::result(job, &position, &networks, &view, false, table.as_ref())
    });
    // The tree is not needed while the worker waits.
    session.forget();
    Ok(())
}

/// The limits of a search; if every move is excluded, only the position itself is evaluated.
fn limits(job: &Job, position: &Position) -> Limits {
    let (settings, filter) = (&job.query.options.settings, &job.query.filter);
    let is_free = |m| !filter.excludes(position.to_move(), m, 0);
    if !filter.is_empty() && !position.legal_moves().any(is_free) {
        return Limits::visits(1);
    }
    Limits { visits: settings.visits, playouts: settings.playouts, time: settings.time() }
}
