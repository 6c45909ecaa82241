//! What a review says of positions and fights, and what it writes into records.

use board::{Colour, Move};
use evaluation::{Lead, WinRate};

use super::{capitalised, colour, moves, percent, place};
use crate::Fight;

/// A lead that rounds to nothing.
const EVEN: f32 = 0.05;

/// How comments of reviews begin: that of the game, of its positions, and of better moves.
/// The third is that of earlier versions.
const OPENINGS: [&str; 4] = [REVIEWED, "Black's win rate ", "Black's chance ", "Better than "];
const REVIEWED: &str = "Reviewed by Shidogo (";

/// Whether a comment of a record's first node is a review's.
pub fn was_reviewed(comment: &str) -> bool {
    comment.contains(REVIEWED)
}

/// Whether a paragraph of a comment is a review's.
pub fn starts_as_review_comment(paragraph: &str) -> bool {
    OPENINGS.iter().any(|opening| paragraph.starts_with(opening))
}

/// How the comment on a whole game begins.
pub fn reviewed_by(engine: &str) -> String {
    format!("{REVIEWED}{engine}). ")
}

/// “White leads by 3.5”.
pub fn lead(lead: Lead) -> String {
    let black = lead.of(Colour::Black);
    let leader = if black > 0.0 { Colour::Black } else { Colour::White };
    if black.abs() < EVEN {
        "the score is even".into()
    } else {
        format!("{} leads by {:.1}", colour(leader), black.abs())
    }
}

/// What was thought of a position.
pub fn evaluation(win_rate: WinRate, score: Lead) -> String {
    format!("Black's win rate {}; {}.", percent(win_rate.of(Colour::Black)), lead(score))
}

/// The comment on a variation that begins with a better move.
pub fn better_line(played: Move, better: &[Move]) -> String {
    format!("Better than {played}: {}.", moves(better))
}

/// A fight in a sentence.
pub fn fight(fight: &Fight) -> String {
    let span = if fight.first == fight.last {
        format!("around move {}", fight.first)
    } else {
        format!("from move {} to move {}", fight.first, fight.last)
    };
    let end = match fight.winner {
        Some(side) => format!("It went to {}.", colour(side)),
        None => "It was divided in the end.".into(),
    };
    format!("{}, {span}: worth about {:.0} points. {end}", capitalised(place(fight.place)), fight.worth)
}

/// The comment in a record where the game stands, before lines that were taken back.
pub fn main_line_ends() -> &'static str {
    "The game stands here. What follows was tried and taken back."
}

pub fn unshown_variations(count: usize) -> String {
    format!("{count} of its variations set stones up and cannot be shown")
}

pub fn warning_of_early_end(error: &str) -> String {
    format!("the record ends early: {error}")
}
