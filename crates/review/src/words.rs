//! Findings in plain words: what stands in records, on pages and in messages alike.

use board::{Colour, Move};

use crate::fights::FightStory;
use crate::judged::Judged;
use crate::mistakes::Mistake;
use crate::reasons::{Reason, Stones};
use crate::reviewed::Reviewed;

/// A lead that rounds to nothing.
const EVEN: f32 = 0.05;

pub fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

pub fn percent(chance: f32) -> String {
    format!("{:.0} %", 100.0 * chance)
}

pub fn moves(sequence: &[Move]) -> String {
    sequence.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn plays(mv: Move) -> String {
    match mv {
        Move::Pass => "the pass".into(),
        Move::Play(p) => p.to_string(),
    }
}

pub fn lead(judged: &Judged) -> String {
    let black = judged.lead.of(Colour::Black);
    let leader = if black > 0.0 { Colour::Black } else { Colour::White };
    if black.abs() < EVEN {
        "points are even".into()
    } else {
        format!("{} leads by {:.1}", name(leader), black.abs())
    }
}

/// What was thought of a position.
pub fn judged(judged: &Judged) -> String {
    format!("Black's chance {}; {}.", percent(judged.win_rate.of(Colour::Black)), lead(judged))
}

/// A mistake in two or three sentences.
pub fn mistake(game: &Reviewed, mistake: &Mistake) -> String {
    let Mistake { colour, played, points, .. } = *mistake;
    let (was, is) = (mistake.chance_before.of(colour), mistake.chance_after.of(colour));
    let better = mistake.better.first().copied().unwrap_or(Move::Pass);
    let mut text = format!(
        "Move {}, {} {}, cost {points:.1} points: the chance to win went from {} to {}. {} was better.",
        game.number(mistake.after),
        name(colour),
        played,
        percent(was),
        percent(is),
        capitalised(&plays(better)),
    );
    if let Some(reason) = &mistake.reason {
        text.push(' ');
        text.push_str(&why(reason, played, colour));
    }
    text
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn why(reason: &Reason, played: Move, colour: Colour) -> String {
    let played = plays(played);
    let them = |stones: &Stones| match stones.count {
        1 => format!("{}'s stone at {}", name(stones.colour), stones.at),
        n => format!("{}'s {n} stones around {}", name(stones.colour), stones.at),
    };
    match reason {
        Reason::Dies(stones) => format!("After {played} {} can hardly be saved.", them(stones)),
        Reason::Weak(stones) => {
            format!("After {played} {} in danger.", with_verb(&them(stones), stones.count))
        }
        Reason::Lives(stones) => format!("After {played} {} out.", gets(&them(stones), stones.count)),
        Reason::Lost { place } => format!("What {} lost is {}.", name(colour), place.inside()),
        Reason::Elsewhere { place } => format!("There was more to gain {}.", place.inside()),
    }
}

fn with_verb(them: &str, count: usize) -> String {
    format!("{them} {}", if count == 1 { "is" } else { "are" })
}

fn gets(them: &str, count: usize) -> String {
    format!("{them} {}", if count == 1 { "gets" } else { "get" })
}

/// A fight in a sentence.
pub fn fight(game: &Reviewed, story: &FightStory) -> String {
    let peak = story.peak();
    let (first, last) = (story.looks[0].after, story.looks[story.looks.len() - 1].after);
    let span = if first == last {
        format!("around move {}", game.moves_before + first)
    } else {
        format!("from move {} to move {}", game.moves_before + first, game.moves_before + last)
    };
    let end = match story.winner {
        Some(side) => format!("It went to {}.", name(side)),
        None => "It was divided in the end.".into(),
    };
    format!("{}, {span}: worth about {:.0} points. {end}", capitalised(&story.place.to_string()), peak.worth)
}
