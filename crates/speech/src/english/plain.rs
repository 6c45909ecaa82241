//! What a partner says that plays like a person: what happened on the board, and no numbers.

use board::Move;
use partner::effects::Effect;
use partner::{Choice, Comparison, Explanation, Reason};

use super::Listener;
use super::effects::{Tense, Whose, effect, phrases};

/// A decision told by the board. `answered` is what the opponent's last move did.
pub fn plain_decision(about: &Explanation, answered: &[Effect], listener: Listener) -> String {
    let would = would(listener);
    let is = if listener == Listener::Opponent { "I am" } else { "you are" };
    match (about.reason, about.choice) {
        (Reason::Resigned { .. }, _) | (_, Choice::Resign) => {
            format!("{would} resign: {is} too far behind to catch up.")
        }
        (Reason::OnlyMove, choice) => format!("{would} {choice}: there is no other legal move."),
        (Reason::FillsDame, choice) => format!("{would} play {choice}, a neutral point."),
        (Reason::CapturesDeadStones, choice) => {
            format!("{would} play {choice} to capture dead stones before the count.")
        }
        (Reason::PassWinning(_), _) => format!("{would} pass: {is} ahead if we count now."),
        (Reason::NothingLeft, _) => format!("{would} pass: every point is decided."),
        (Reason::PassIsBest, _) => format!("{would} pass: any move would cost something."),
        (Reason::MostVisited | Reason::HoldsBack { .. } | Reason::KeepsClose { .. }, Choice::Play(mv)) => {
            let played = plain_move(mv, &about.effects, answered, listener);
            let beside = about.comparison.as_ref().filter(|_| listener == Listener::Pupil).and_then(beside);
            beside.map_or(played.clone(), |beside| format!("{played} {beside}"))
        }
    }
}

/// A move, what it does on the board, and before that what the opponent's last move did.
pub fn plain_move(mv: Move, does: &[Effect], answered: &[Effect], listener: Listener) -> String {
    let (own, enemy) = match listener {
        Listener::Opponent => ("my", "your"),
        Listener::Pupil => ("your", "my"),
    };
    let (would, whose) = (would(listener), Whose { own, enemy });
    // The pupil knows what the own stones are for: it is the partner's last move that a hint answers.
    let who = if listener == Listener::Opponent { "You" } else { "I" };
    let told = answered.iter().find(|one| is_threat(one));
    let told = told.map(|one| format!("{who} {}. ", effect(one, whose.swapped(), Tense::Before)));
    let told = told.unwrap_or_default();
    // One thing of each move is enough.
    let most = if told.is_empty() { does.len() } else { does.len().min(1) };
    match (mv, phrases(&does[..most], whose, Tense::Now)) {
        (Move::Pass, _) => format!("{told}{would} pass."),
        (mv, None) => format!("{told}{would} play {mv}."),
        (mv, Some(does)) => format!("{told}{would} play {mv}. It {does}."),
    }
}

fn would(listener: Listener) -> &'static str {
    match listener {
        Listener::Opponent => "I",
        Listener::Pupil => "I would",
    }
}

/// Whether it was done to the other side's stones, so that a player answers it.
fn is_threat(effect: &Effect) -> bool {
    match effect {
        Effect::Captures { .. }
        | Effect::CatchesInLadder { .. }
        | Effect::Traps { .. }
        | Effect::PutsInAtari { .. }
        | Effect::DeniesLife { .. }
        | Effect::Cuts { .. } => true,
        Effect::SavesFromAtari { .. }
        | Effect::BreaksLadder { .. }
        | Effect::Lives { .. }
        | Effect::Connects { .. }
        | Effect::Races { .. }
        | Effect::GainsLiberties { .. }
        | Effect::TakesCorner { .. }
        | Effect::Approaches { .. } => false,
    }
}

/// Beside another move, for who wants to choose.
fn beside(comparison: &Comparison) -> Option<String> {
    match *comparison {
        Comparison::BiggerInEndgame { other, .. } => {
            Some(format!("In the endgame it is bigger than {other}."))
        }
        Comparison::Better { other, .. } => Some(format!("I like it better than {other}.")),
        Comparison::AboutAsGood { other } => Some(format!("{other} is about as good.")),
        Comparison::Safer { other } => Some(format!("It is safer than {other}.")),
        Comparison::MoreTrusted { other } => Some(format!("I trust it more than {other}.")),
        Comparison::HeldBack { .. } | Comparison::GivesBack { .. } => None,
    }
}
