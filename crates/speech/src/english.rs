//! English: the only place with sentences for players.

mod atari_warning;
mod character;
mod decision;
mod decision_table;
mod difficulty;
mod effects;
mod exercise;
mod greeting;
mod objection;
mod plain;
mod rank;
mod refusal;
pub mod report;
mod review;
mod verdict;

use board::{Colour, Move};

pub use atari_warning::atari_warning;
pub use character::{character, character_name};
pub use decision::{
    Listener, advice, changed_advice, decision, nothing_played, resignation, steered, summary, what_to_ask,
    why,
};
pub use decision_table::explained_decision;
pub use difficulty::difficulty;
pub use effects::{Tense, Whose, effect};
pub use exercise::exercise;
pub use greeting::greeting;
pub use objection::objection;
pub use plain::{plain_decision, plain_move};
pub use rank::{Seen, no_ranks_on, played_like, too_few_moves, you_played_like};
pub use refusal::refusal;
pub use review::{
    better_line, evaluation, fight, lead, main_line_ends, reviewed_by, starts_as_review_comment,
    unshown_variations, warning_of_early_end, was_reviewed,
};
pub use verdict::{hard_move, lesson, mistake};

use crate::Place;

/// Such as “upper left”.
pub fn place(place: Place) -> &'static str {
    match place {
        Place::UpperLeft => "upper left",
        Place::Top => "top",
        Place::UpperRight => "upper right",
        Place::Left => "left side",
        Place::Centre => "centre",
        Place::Right => "right side",
        Place::LowerLeft => "lower left",
        Place::Bottom => "bottom",
        Place::LowerRight => "lower right",
    }
}

/// Such as “in the upper left”.
fn inside(of: Place) -> String {
    match of {
        Place::Left | Place::Right => format!("on the {}", place(of)),
        Place::Top | Place::Bottom => format!("at the {}", place(of)),
        _ => format!("in the {}", place(of)),
    }
}

pub fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

fn genitive(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black's",
        Colour::White => "White's",
    }
}

/// A sequence: “D4 E5 pass”.
pub fn moves(sequence: &[Move]) -> String {
    sequence.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A number in a sentence: words up to ten.
fn number(count: usize) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_string())
}

/// A win rate: “61%”.
pub fn percent(share: f32) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// “2.5 points”.
fn points(count: f32) -> String {
    format!("{count:.1} {}", if format!("{count:.1}") == "1.0" { "point" } else { "points" })
}

/// “one”, “one and two”, “one, two and three”.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A beginning of a sentence for the middle of one.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists() {
        assert_eq!((percent(0.614), number(3), number(12)), ("61%".into(), "three".into(), "12".into()));
        assert_eq!(
            (points(1.0), points(0.96), points(2.5)),
            ("1.0 point".into(), "1.0 point".into(), "2.5 points".into())
        );
        let names = ["C3", "D4", "E5"].map(String::from);
        assert_eq!((listed(&names), listed(&names[..2])), ("C3, D4 and E5".into(), "C3 and D4".into()));
    }
}
