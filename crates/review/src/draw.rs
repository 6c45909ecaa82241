//! Pictures of a review: boards, and the course of the game.

pub mod boards;
pub mod course;
