//! Moves.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Colour, Move};
use partner::{Decision, Purpose, SearchMonitor, ThinkRequest};

use super::{Answer, chat};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

pub(super) fn play(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(2..=2, "play COLOR VERTEX")?;
    let colour = request.colour(0)?;
    // Controllers report a resignation too; it changes nothing on the board.
    if request.word(1)?.eq_ignore_ascii_case("resign") {
        return Ok(String::new());
    }
    engine.session.play(colour, request.vertex(1, engine.session.size())?)?;
    Ok(String::new())
}

/// Plays all moves or none.
pub(super) fn play_sequence(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    if !request.words.len().is_multiple_of(2) {
        return Err(Failure::Usage("gogui-play_sequence COLOR VERTEX COLOR VERTEX ..."));
    }
    let size = engine.session.size();
    let mut game = engine.session.game().clone();
    let mut moves: Vec<(Colour, Move)> = Vec::new();
    for i in (0..request.words.len()).step_by(2) {
        let (colour, m) = (request.colour(i)?, request.vertex(i + 1, size)?);
        game.play(colour, m)?;
        moves.push((colour, m));
    }
    for (colour, m) in moves {
        engine.session.play(colour, m)?;
    }
    Ok(String::new())
}

pub(super) fn genmove(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    generate(engine, request, stop, Purpose::Game)
}

pub(super) fn generate(
    engine: &mut Engine,
    request: &Request,
    stop: &AtomicBool,
    purpose: Purpose,
) -> Answer {
    request.expect(1..=1, "one argument: COLOR")?;
    let wanted = ThinkRequest { purpose, ..ThinkRequest::game(request.colour(0)?) };
    let monitor = SearchMonitor { stop, every: None, on_report: &mut |_| {} };
    let decision = engine.session.think_monitored(&wanted, monitor)?;
    play_decision(engine, &decision)?;
    Ok(decision.choice.to_string())
}

/// Plays the engine's move, and comments on it if somebody reads it.
pub(super) fn play_decision(engine: &mut Engine, decision: &Decision) -> Result<(), Failure> {
    engine.session.play_decision(decision)?;
    chat::tell(engine, decision);
    Ok(())
}

pub(super) fn reg_genmove(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    request.expect(1..=1, "one argument: COLOR")?;
    let wanted = ThinkRequest::regression(request.colour(0)?);
    let monitor = SearchMonitor { stop, every: None, on_report: &mut |_| {} };
    Ok(engine.session.think_monitored(&wanted, monitor)?.choice.to_string())
}

/// Decides without playing; the next line cancels it.
pub(super) fn search_cancellable(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    let choice = reg_genmove(engine, request, stop)?;
    Ok(if stop.load(Ordering::Acquire) { "cancelled".into() } else { choice })
}

pub(super) fn undo(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "undo")?;
    engine.session.undo().ok_or(Failure::CannotUndo)?;
    Ok(String::new())
}

/// Undoes several moves, or none if there are fewer.
pub(super) fn undo_several(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=1, "gg-undo [MOVES]")?;
    let moves: usize = if request.words.is_empty() { 1 } else { request.read(0, "a number of moves")? };
    if moves > engine.session.game().moves().len() {
        return Err(Failure::CannotUndo);
    }
    for _ in 0..moves {
        engine.session.undo().ok_or(Failure::CannotUndo)?;
    }
    Ok(String::new())
}
