//! A move with its analysis, for CGOS, which shows it next to the game.

use std::sync::atomic::AtomicBool;

use partner::{ListedMove, SearchMonitor, ThinkRequest};
use serde_json::{Map, Value, json};

use super::Answer;
use super::game::play_decision;
use super::info_lines::{Format, InfoLines};
use crate::engine::Engine;
use crate::request::Request;

/// CGOS stores every game, so a few moves are enough.
const MOST: usize = 10;
/// Ownership is one of these characters per point, from the opponent's to one's own.
const SHARES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The last one is never used, so that there is a middle value.
const HIGHEST: f32 = 62.0;

/// Answers with one line of JSON and the move, from the perspective of the side to move.
pub(super) fn genmove_analyze(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    request.expect(1..=1, "cgos-genmove_analyze COLOR")?;
    let colour = request.colour(0)?;
    let position = engine.session.position().clone();
    let monitor = SearchMonitor { stop, every: None, on_report: &mut |_| {} };
    let decision = engine.session.think_monitored(&ThinkRequest::game(colour), monitor)?;
    play_decision(engine, &decision)?;
    let view = &decision.snapshot;
    let mut lines = InfoLines::new(Format::KataGo, engine);
    lines.max_moves = MOST;
    let mut info = Map::new();
    info.insert("visits".into(), view.visits.into());
    info.insert("winrate".into(), number(view.win_rate.of(colour)));
    info.insert("score".into(), number(view.lead.of(colour)));
    let moves = lines.moves(&position, view);
    info.insert("moves".into(), moves.iter().map(|shown| candidate(shown, colour)).collect());
    if let Some(shares) = &view.ownership {
        let letter = |share: f32| char::from(SHARES[((share + 1.0) / 2.0 * HIGHEST).round() as usize]);
        let points = position.size().iter_from_top();
        let text: String = points.map(|p| letter(shares.of(colour, p).clamp(-1.0, 1.0))).collect();
        info.insert("ownership".into(), text.into());
    }
    Ok(format!("\n{}\nplay {}", Value::Object(info), decision.choice))
}

fn candidate(shown: &ListedMove, side: board::Colour) -> Value {
    let c = &shown.candidate;
    let pv: Vec<String> = c.pv.iter().skip(1).map(|mv| mv.to_string()).collect();
    json!({
        "move": c.mv.to_string(),
        "winrate": number(c.win_rate.of(side)),
        "score": number(c.lead.of(side)),
        "prior": number(c.prior),
        "visits": c.visits,
        "pv": pv.join(" "),
    })
}

/// Four digits are enough.
fn number(x: f32) -> Value {
    ((f64::from(x) * 1e4).round() / 1e4).into()
}
