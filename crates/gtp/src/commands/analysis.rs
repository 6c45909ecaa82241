//! Live analysis.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Position, Symmetry};
use partner::{AnalysisRequest, SearchMonitor, ThinkRequest};
use search::Snapshot;

use super::analyze_arguments::AnalyzeArguments;
use super::game::play_decision;
use super::info_lines::{Format, NetworkOutputs};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;
use crate::streamed_answer::StreamedAnswer;

type Done = Result<(), Failure>;

pub(super) fn analyze(engine: &mut Engine, request: &Request, stream: &mut StreamedAnswer) -> Done {
    watch(engine, request, stream, Format::KataGo)
}

/// As Sabaki reads it.
pub(super) fn plain_analyze(engine: &mut Engine, request: &Request, stream: &mut StreamedAnswer) -> Done {
    watch(engine, request, stream, Format::Sabaki)
}

pub(super) fn lz_analyze(engine: &mut Engine, request: &Request, stream: &mut StreamedAnswer) -> Done {
    watch(engine, request, stream, Format::LeelaZero)
}

pub(super) fn genmove_analyze(engine: &mut Engine, request: &Request, stream: &mut StreamedAnswer) -> Done {
    let stop = stream.lines.until_interrupted();
    decide(engine, request, stream, Format::KataGo, &stop, Then::Play)
}

/// As Sabaki reads it.
pub(super) fn plain_genmove_analyze(
    engine: &mut Engine,
    request: &Request,
    stream: &mut StreamedAnswer,
) -> Done {
    let stop = stream.lines.until_interrupted();
    decide(engine, request, stream, Format::Sabaki, &stop, Then::Play)
}

pub(super) fn lz_genmove_analyze(
    engine: &mut Engine,
    request: &Request,
    stream: &mut StreamedAnswer,
) -> Done {
    let stop = stream.lines.until_interrupted();
    decide(engine, request, stream, Format::LeelaZero, &stop, Then::Play)
}

pub(super) fn search_analyze(engine: &mut Engine, request: &Request, stream: &mut StreamedAnswer) -> Done {
    let stop = stream.lines.until_interrupted();
    decide(engine, request, stream, Format::KataGo, &stop, Then::Nothing)
}

pub(super) fn search_analyze_cancellable(
    engine: &mut Engine,
    request: &Request,
    stream: &mut StreamedAnswer,
) -> Done {
    let stop = stream.lines.until_next();
    decide(engine, request, stream, Format::KataGo, &stop, Then::NothingIfCancelled)
}

/// Searches until the next line arrives, and reports at least once.
fn watch(engine: &mut Engine, request: &Request, stream: &mut StreamedAnswer, format: Format) -> Done {
    let arguments = AnalyzeArguments::read(engine, request, format)?;
    let mut position = engine.session.position().clone();
    if engine.session.settings().analysis.ignore_pre_root_history {
        position.hide_history();
    }
    let ignores_history = engine.session.settings().analysis.ignore_pre_root_history;
    let networks = networks(engine, &arguments, &position, ignores_history)?;
    let stop = stream.lines.until_next();
    let mut shown = false;
    let mut on_report = |view: &Snapshot| {
        shown = true;
        // Nobody reads the output, so the search is useless.
        if !stream.say(&arguments.info.line(&position, &networks, view)) {
            stop.store(true, Ordering::Release);
        }
    };
    let monitor = SearchMonitor { stop: &stop, every: Some(arguments.every), on_report: &mut on_report };
    engine.session.include_moves_ownership(arguments.info.wants_moves_ownership());
    let usual = AnalysisRequest::of_analysis(&engine.session.settings().analysis);
    let study = AnalysisRequest { filter: arguments.filter.clone(), ..usual };
    let last = engine.session.analyse(arguments.colour, &study, monitor);
    engine.session.include_moves_ownership(false);
    let last = last?;
    if !shown {
        stream.say(&arguments.info.line(&position, &networks, &last));
    }
    Ok(())
}

/// What to do with a decision.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    Play,
    Nothing,
    /// Nothing; a line that arrives in the meantime cancels it.
    NothingIfCancelled,
}

/// Decides, and finally reports the analysis behind the decision.
fn decide(
    engine: &mut Engine,
    request: &Request,
    stream: &mut StreamedAnswer,
    format: Format,
    stop: &AtomicBool,
    then: Then,
) -> Done {
    let arguments = AnalyzeArguments::read(engine, request, format)?;
    if !arguments.filter.is_empty() {
        return Err(Failure::Unsupported("'avoid' or 'allow' for a move that is decided on".into()));
    }
    let position = engine.session.position().clone();
    let ignores_history = engine.session.settings().ignore_pre_root_history;
    let networks = networks(engine, &arguments, &position, ignores_history)?;
    let mut on_report = |view: &Snapshot| {
        stream.say(&arguments.info.line(&position, &networks, view));
    };
    let monitor = SearchMonitor { stop, every: Some(arguments.every), on_report: &mut on_report };
    let wanted = match then {
        Then::Play => ThinkRequest::game(arguments.colour),
        Then::Nothing | Then::NothingIfCancelled => ThinkRequest::regression(arguments.colour),
    };
    engine.session.include_moves_ownership(arguments.info.wants_moves_ownership());
    let decision = engine.session.think_monitored(&wanted, monitor);
    engine.session.include_moves_ownership(false);
    let decision = decision?;
    if then == Then::Play {
        play_decision(engine, &decision)?;
    }
    stream.say(&arguments.info.line_in_order(&position, &networks, &decision.snapshot));
    stream.say(&match then {
        Then::NothingIfCancelled if stop.load(Ordering::Acquire) => "play cancelled".into(),
        _ => format!("play {}", decision.choice),
    });
    Ok(())
}

/// The networks' own evaluations of the position, if the client wants them.
fn networks(
    engine: &Engine,
    arguments: &AnalyzeArguments,
    position: &Position,
    ignores_history: bool,
) -> Result<NetworkOutputs, Failure> {
    let (session, info) = (&engine.session, &arguments.info);
    let raw = match info.root_info {
        true => session.evaluators().raw(position, Symmetry::IDENTITY, None).and_then(Result::ok),
        false => None,
    };
    let human = match info.wants_human() {
        true => session.human_output(arguments.colour, ignores_history)?,
        false => None,
    };
    Ok(NetworkOutputs { raw, human })
}
