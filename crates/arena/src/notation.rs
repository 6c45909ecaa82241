//! A finished game as SGF.

use std::fmt::Write;

use board::{Colour, Move, Point, Rules};

use crate::referee::Played;

/// The game with who played it, and why it ended when that is not on the board.
pub fn sgf(
    played: &Played,
    names: [&str; 2],
    own_names: &[String; 2],
    number: usize,
    rules: Rules,
) -> String {
    let position = played.game.position();
    let side = position.size().width();
    let at = |p: Point| format!("{}{}", letter(p.x()), letter(side - 1 - p.y()));
    let mut text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{side}]KM[{}]", position.komi());
    let _ = write!(text, "RU[{}]", escape(rules.name().unwrap_or("other")));
    let _ = write!(text, "PB[{}]PW[{}]", escape(names[0]), escape(names[1]));
    let _ = write!(text, "GN[game {number}]RE[{}]", played.decision.result);
    if position.handicap() > 0 {
        let stones = played.game.start().board().all_stones().map(|(_, p)| format!("[{}]", at(p)));
        let _ = write!(text, "HA[{}]AB{}PL[W]", position.handicap(), stones.collect::<String>());
    }
    let _ = write!(text, "C[{}]", escape(&comment(played, own_names)));
    for (colour, m) in played.game.moves() {
        let place = match m {
            Move::Pass => String::new(),
            Move::Play(p) => at(*p),
        };
        let _ = write!(text, "\n;{}[{place}]", colour.letter());
    }
    text + ")\n"
}

fn comment(played: &Played, own_names: &[String; 2]) -> String {
    let mut lines = vec![format!("Black: {}", own_names[0]), format!("White: {}", own_names[1])];
    if let Some((colour, fault)) = &played.decision.fault {
        let loser = if *colour == Colour::Black { "Black" } else { "White" };
        lines.push(format!("{loser} loses by a fault ({}): {fault}", fault.kind));
    }
    if let Some(count) = &played.decision.count {
        lines.push(format!("Counted: {:?}{}", count.source, if count.disputed { ", disputed" } else { "" }));
    }
    lines.join("\n")
}

fn letter(i: usize) -> char {
    (b'a' + i as u8) as char
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
