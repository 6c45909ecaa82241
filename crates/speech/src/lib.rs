//! What players are told.
//!
//! Whoever has something to say builds a value: a [`Verdict`] on a move, a [`Refusal`], what `partner` says of its own
//! moves. [`english`] turns such values into sentences, and nothing else does: another language is another module
//! beside it.

mod atari_warning;
mod difficulty;
pub mod english;
mod exercise;
mod greeting;
mod place;
mod refusal;
mod verdict;

pub use atari_warning::AtariWarning;
pub use difficulty::Difficulty;
pub use exercise::ExerciseComment;
pub use greeting::Greeting;
pub use place::Place;
pub use refusal::Refusal;
pub use verdict::{
    Audience, BetterMove, Consequence, Detail, Fight, HardMove, Lesson, Praise, Reason, StoneGroup, Verdict,
};
