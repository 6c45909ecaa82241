//! Commands of kgsGtp.

use std::sync::atomic::AtomicBool;

use board::Rules;
use partner::Purpose;

use super::{Answer, game, katago};
use crate::engine::Engine;
use crate::request::Request;

pub(super) fn rules(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "kgs-rules chinese|japanese|aga|new_zealand")?;
    let name = request.word(0)?;
    // KGS plays Chinese rules with superko.
    let rules = if name == "chinese" { Rules::CHINESE_SERVER } else { katago::parse_rules(name)? };
    engine.session.set_rules(rules);
    Ok(String::new())
}

pub(super) fn genmove_cleanup(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    game::generate(engine, request, stop, Purpose::Cleanup)
}

/// The next game starts with `clear_board`; until then the client may still ask about the board.
pub(super) fn game_over(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(String::new())
}
