//! Live analysis.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Position, Symmetry};
use partner::{AnalysisRequest, RawOutputs, SearchMonitor, ThinkRequest};
use search::Snapshot;

use super::figures::Format;
use super::game::play_decision;
use super::wish::Wish;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::live::Live;
use crate::request::Request;

type Done = Result<(), Failure>;

pub(super) fn analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    watch(engine, request, live, Format::KataGo)
}

/// As Sabaki reads it.
pub(super) fn plain_analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    watch(engine, request, live, Format::Sabaki)
}

pub(super) fn lz_analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    watch(engine, request, live, Format::LeelaZero)
}

pub(super) fn genmove_analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    let stop = live.lines.until_interrupted();
    decide(engine, request, live, Format::KataGo, &stop, Then::Play)
}

/// As Sabaki reads it.
pub(super) fn plain_genmove_analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    let stop = live.lines.until_interrupted();
    decide(engine, request, live, Format::Sabaki, &stop, Then::Play)
}

pub(super) fn lz_genmove_analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    let stop = live.lines.until_interrupted();
    decide(engine, request, live, Format::LeelaZero, &stop, Then::Play)
}

pub(super) fn search_analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    let stop = live.lines.until_interrupted();
    decide(engine, request, live, Format::KataGo, &stop, Then::Nothing)
}

pub(super) fn search_analyze_cancellable(engine: &mut Engine, request: &Request, live: &mut Live) -> Done {
    let stop = live.lines.until_next();
    decide(engine, request, live, Format::KataGo, &stop, Then::NothingIfCancelled)
}

/// Searches until the next line comes, and shows something at least once.
fn watch(engine: &mut Engine, request: &Request, live: &mut Live, format: Format) -> Done {
    let wish = Wish::read(engine, request, format)?;
    let mut position = engine.session.position().clone();
    if engine.session.settings().analysis.ignore_pre_root_history {
        position.hide_history();
    }
    let raw = raw(engine, &wish, &position);
    let stop = live.lines.until_next();
    let mut shown = false;
    let mut on_report = |view: &Snapshot| {
        shown = true;
        // Nobody listens: the search is for nothing.
        if !live.say(&wish.figures.line(&position, raw.as_ref(), view)) {
            stop.store(true, Ordering::Release);
        }
    };
    let monitor = SearchMonitor { stop: &stop, every: Some(wish.every), on_report: &mut on_report };
    engine.session.include_moves_ownership(wish.figures.wants_moves_ownership());
    let usual = AnalysisRequest::of_analysis(&engine.session.settings().analysis);
    let study = AnalysisRequest { bars: wish.bars.clone(), ..usual };
    let last = engine.session.analyse(wish.colour, &study, monitor);
    engine.session.include_moves_ownership(false);
    let last = last?;
    if !shown {
        live.say(&wish.figures.line(&position, raw.as_ref(), &last));
    }
    Ok(())
}

/// What is done with a decision.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Play,
    Nothing,
    /// Nothing, and a line that comes meanwhile cancels it.
    NothingIfCancelled,
}

/// Decides, and shows the table the decision was taken from last.
fn decide(
    engine: &mut Engine,
    request: &Request,
    live: &mut Live,
    format: Format,
    stop: &AtomicBool,
    then: Then,
) -> Done {
    let wish = Wish::read(engine, request, format)?;
    if !wish.bars.is_empty() {
        return Err(Failure::Unsupported("'avoid' or 'allow' for a move that is decided on".into()));
    }
    let position = engine.session.position().clone();
    let raw = raw(engine, &wish, &position);
    let mut on_report = |view: &Snapshot| {
        live.say(&wish.figures.line(&position, raw.as_ref(), view));
    };
    let monitor = SearchMonitor { stop, every: Some(wish.every), on_report: &mut on_report };
    let wanted = match then {
        Then::Play => ThinkRequest::game(wish.colour),
        Then::Nothing | Then::NothingIfCancelled => ThinkRequest::regression(wish.colour),
    };
    engine.session.include_moves_ownership(wish.figures.wants_moves_ownership());
    let decision = engine.session.think_monitored(&wanted, monitor);
    engine.session.include_moves_ownership(false);
    let decision = decision?;
    if then == Then::Play {
        play_decision(engine, &decision)?;
    }
    live.say(&wish.figures.line(&position, raw.as_ref(), &decision.view));
    live.say(&match then {
        Then::NothingIfCancelled if stop.load(Ordering::Acquire) => "play cancelled".into(),
        _ => format!("play {}", decision.choice),
    });
    Ok(())
}

/// What the network says of the position by itself, when the client wants to see it.
fn raw(engine: &Engine, wish: &Wish, position: &Position) -> Option<RawOutputs> {
    if !wish.figures.root_info {
        return None;
    }
    engine.session.evaluators().raw(position, Symmetry::IDENTITY, None)?.ok()
}
