//! The tree: gather leaves, have them evaluated, apply the answers.
//!
//! The search never loads a network and never prints. It owns one [`evaluation::Evaluator`] a thread and asks
//! them about positions; a playout is an evaluation like any other.

mod bars;
mod limits;
mod search;
mod settings;
mod shared;
mod tree;
mod utility;
mod view;
mod work;

pub use bars::Bars;
pub use limits::Limits;
pub use search::Search;
pub use settings::Settings;
pub use utility::Utility;
pub use view::{Candidate, Judgement, View};
