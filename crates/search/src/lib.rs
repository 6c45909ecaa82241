//! The tree: gather leaves, have them evaluated, apply the answers.
//!
//! The search never loads a network and never prints. It owns one [`evaluation::Evaluator`] a thread and asks
//! them about positions; a playout is an evaluation like any other.

mod advantage;
mod bias;
mod bonus;
mod gathering;
mod keeping;
mod limits;
mod memory;
mod mirror;
mod move_filter;
mod node;
mod objective;
mod opening;
mod owners;
mod ownership;
mod picking;
mod playing;
mod playout_statistics;
mod puct_context;
mod puct_settings;
mod puct_snapshot;
mod rave_settings;
mod reckoning;
mod root;
mod rooting;
mod scale;
mod search;
mod settings;
mod shared;
mod shifts;
mod snapshot;
mod stepped_search;
mod sums;
mod tree;
mod unexpanded;
mod utility;
mod values;
mod walking;
mod weighed;
mod weighing;
mod work;

pub use advantage::Advantage;
pub use limits::Limits;
pub use memory::Memory;
pub use move_filter::MoveFilter;
pub use objective::ObjectiveSettings;
pub use playout_statistics::PlayoutStatistics;
pub use puct_settings::PuctSettings;
pub use rave_settings::RaveSettings;
pub use root::symmetries_of;
pub use search::Search;
pub use settings::{Algorithm, Settings};
pub use snapshot::{Candidate, Snapshot, ValueEstimate};
pub use stepped_search::SteppedSearch;
pub use utility::Utility;
