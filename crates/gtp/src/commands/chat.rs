//! The engine's comments on its moves, for spectators on servers.

use std::sync::atomic::AtomicBool;

use partner::Decision;
use speech::english;

use super::Answer;
use crate::engine::Engine;
use crate::request::Request;

/// Length of a variation in a chat; KataGo's number.
const LONGEST: usize = 13;
/// Moves of a decision that are shown.
const MOST_ROWS: usize = 12;

/// Comments on a move if somebody reads it. An output error here does not affect the game.
pub(super) fn tell(engine: &mut Engine, decision: &Decision) {
    if let Some(chat) = &mut engine.chat {
        let _ = writeln!(chat, "{}", malkovich(decision)).and_then(|()| chat.flush());
    }
}

/// The line that gtp2ogs reads from KataGo's stderr, from the perspective of the side to move.
fn malkovich(decision: &Decision) -> String {
    let (view, side) = (&decision.snapshot, decision.snapshot.to_move);
    let played = match decision.choice {
        partner::Choice::Play(mv) => mv,
        partner::Choice::Resign => view.best(),
    };
    let variation = view.candidate(played).map_or_else(|| vec![played], |c| c.pv.clone());
    let pv: Vec<String> = variation.iter().take(LONGEST).map(|mv| mv.to_string()).collect();
    format!(
        "MALKOVICH:Visits {} Winrate {:.2}% ScoreLead {:.1} ScoreStdev {:.1} PV {}",
        view.visits,
        100.0 * view.win_rate.of(side),
        view.lead.of(side),
        view.score_stdev,
        pv.join(" ")
    )
}

/// The comment on the last move in a game record, with the table of the decision; empty if there is none.
pub(super) fn explain_last_move(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "gomill-explain_last_move")?;
    let explained = |decision: &Decision| english::explained_decision(decision, MOST_ROWS);
    Ok(engine.session.last_decision().map(explained).unwrap_or_default())
}

/// Answers a chat message on KGS: gives the reason for the last move to those who ask.
pub(super) fn kgs_chat(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(2.., "kgs-chat game|private NAME MESSAGE")?;
    let asks_why = request.words[2..].iter().any(|word| word.to_lowercase().starts_with("why"));
    Ok(match (asks_why, engine.session.last_decision()) {
        (true, Some(decision)) => why(decision),
        (true, None) => english::nothing_played().into(),
        (false, _) => english::what_to_ask().into(),
    })
}

fn why(decision: &Decision) -> String {
    english::summary(&decision.explanation())
}
