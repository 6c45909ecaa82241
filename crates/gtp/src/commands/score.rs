//! The end of the game.

use std::sync::atomic::AtomicBool;

use board::{Colour, PointSet};
use partner::StoneStatus;

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

pub(super) fn final_score(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "final_score")?;
    Ok(engine.session.final_score()?.to_string())
}

pub(super) fn final_status_list(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    const USAGE: &str = "final_status_list alive|dead|seki|black_territory|white_territory|dame";
    request.expect(1..=1, USAGE)?;
    let kind = request.word(0)?;
    let status = match kind {
        "alive" => StoneStatus::Alive,
        "dead" => StoneStatus::Dead,
        "seki" => StoneStatus::Seki,
        "black_territory" => return Ok(list(&engine.session.territory(Colour::Black)?)),
        "white_territory" => return Ok(list(&engine.session.territory(Colour::White)?)),
        "dame" => return Ok(list(&engine.session.dame()?)),
        _ => return Err(Failure::Usage(USAGE)),
    };
    let final_status = engine.session.final_status()?;
    let board = engine.session.position().board();
    let chains = board.chains().filter(|(_, head)| final_status.of_stone(*head) == status);
    let lines = chains.map(|(_, head)| list(&board.chain_stones(head).collect()));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn list(points: &PointSet) -> String {
    points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}
