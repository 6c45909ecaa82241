//! What any evaluator of a position returns.
//!
//! Every value with a side carries it: a [`WinRate`] or [`Lead`] is built *for* a player and read *for* a
//! player, so White's win rate cannot be mistaken for Black's. Every evaluation is a [`Curve`]: the win rate
//! as a function of bonus points, so one evaluation is valid for every komi.

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
