//! What any evaluator of a position returns.
//!
//! Every value that has a side carries it: a [`WinRate`] or [`Lead`] is built *for* a player and read *for* a
//! player, so nobody can take White's chances for Black's. Every evaluation is a [`Curve`]: the win rate as a
//! function of bonus points, so that one evaluation answers for every komi.

mod agent;
mod curve;
mod error;
mod evaluation;
mod side;

pub use agent::{Agent, AgentError, Interval};
pub use curve::Curve;
pub use error::EvaluationError;
pub use evaluation::{
    Evaluation, Evaluator, ExpectedErrors, ExpectedScore, FirstMoves, Ownership, OwnershipSum, Query,
};
pub use side::{Lead, WinRate};
