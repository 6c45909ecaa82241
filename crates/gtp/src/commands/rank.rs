//! What rank the players of the game play like.

use std::sync::atomic::AtomicBool;

use board::Colour;
use people::{Calibration, Examiner};
use speech::english::{self, Seen};

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

/// One line per player. Takes seconds, and always uses the networks inside.
pub(super) fn rank(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "shidogo-rank")?;
    let game = engine.session.game();
    let side = game.size().width();
    if !game.size().is_square() {
        return Err(Failure::Other("ranks are known for square boards only".into()));
    }
    let calibration = Calibration::included();
    if !calibration.knows(side) {
        // An answer, because GoGui shows it like any other.
        return Ok(english::no_ranks_on(side));
    }
    let other = |error: &dyn std::fmt::Display| Failure::Other(error.to_string());
    let mut examiner = Examiner::included().map_err(|e| other(&e))?;
    let evidence = examiner.examine(game, [true; 2]).map_err(|e| other(&e))?;
    let line = |colour: Colour| {
        let who = english::colour(colour);
        match calibration.estimate(&[(side, evidence[colour.index()])]) {
            Some(e) => {
                let seen = Seen { games: 1, moves: e.moves, results: e.results };
                english::played_like(who, e.shown(), e.shown_interval(), seen)
            }
            None => english::too_few_moves(who),
        }
    };
    Ok(Colour::BOTH.map(line).join("\n"))
}
