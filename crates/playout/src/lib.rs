//! Fast random games: an evaluator that needs no network.
//!
//! There are two kinds of playouts: [`play_uniform`] is as fast as possible, and in [`play_guided`] the
//! players answer each other by the rules and weights of a [`Policy`]. [`PlayoutEvaluator`] makes them an
//! evaluator for the search.

mod beginner;
mod critical;
mod evaluator;
mod guided;
mod nakade;
mod observer;
mod outcome_counts;
mod policy;
mod priors;
mod races;
mod random;
mod score;
mod shapes;
mod tactics;
mod uniform;

pub use beginner::Beginner;
pub use critical::Critical;
pub use evaluator::{PlayoutEvaluator, evaluators};
pub use guided::play_guided;
pub use observer::Observer;
pub use outcome_counts::OutcomeCounts;
pub use policy::{BadPolicy, Chances, Policy, PriorWeights};
pub use priors::priors;
pub use random::Random;
pub use score::{final_lead, final_ownership};
pub use shapes::{BadShape, Shape};
pub use uniform::play_uniform;
