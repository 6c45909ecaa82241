//! The tree: gather leaves, have them evaluated, apply the answers.
//!
//! The search never loads a network and never prints. It owns one [`evaluation::Evaluator`] a thread and asks
//! them about positions; a playout is an evaluation like any other.

mod limits;
mod search;
mod settings;
mod shared;
mod tree;
mod view;
mod work;

pub use limits::Limits;
pub use search::Search;
pub use settings::Settings;
pub use view::{Candidate, View};
