//! The end of the game.

use std::sync::atomic::AtomicBool;

use board::{Colour, Point, PointSet, Position};
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
    let position = engine.session.position();
    let chains = heads(position).filter(|head| final_status.of_stone(*head) == status);
    let lines = chains.map(|head| list(&position.board().chain_stones(head).collect()));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn heads(position: &Position) -> impl Iterator<Item = Point> + '_ {
    let board = position.board();
    position.size().iter().filter(|p| !board.is_empty(*p) && board.chain_head(*p) == *p)
}

fn list(points: &PointSet) -> String {
    points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}
