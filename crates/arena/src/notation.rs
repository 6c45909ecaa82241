//! A finished game as SGF.

use board::Colour;
use record::game::{Info, to_tree};

use crate::referee::Played;

/// The game with its players, and why it ended if the board does not show it.
pub fn sgf(played: &Played, names: [&str; 2], own_names: &[String; 2], number: usize) -> String {
    let player = |name: &str| record::game::Player { name: Some(name.to_string()), rank: None };
    let mut comments = played.comments.clone();
    comments.insert(0, comment(played, own_names));
    let info = Info {
        black: player(names[0]),
        white: player(names[1]),
        result: played.decision.result.parse().ok(),
        round: Some(number.to_string()),
        comments,
        ..Info::default()
    };
    to_tree(&played.game, &info).to_sgf()
}

fn comment(played: &Played, own_names: &[String; 2]) -> String {
    let mut lines = vec![format!("Black: {}", own_names[0]), format!("White: {}", own_names[1])];
    let decision = &played.decision;
    if let Some((colour, fault)) = &decision.fault {
        let loser = if *colour == Colour::Black { "Black" } else { "White" };
        lines.push(format!("{loser} loses by a fault ({}): {fault}", fault.kind));
    }
    if let Some(count) = &decision.count {
        let disputed = if count.disputed { "; the players disagreed" } else { "" };
        lines.push(format!("Dead stones: {}{disputed}", count.source));
    }
    lines.join("\n")
}
