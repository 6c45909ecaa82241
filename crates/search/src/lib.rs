//! Two tree searches behind one door.
//!
//! [`Search`] owns one [`evaluation::Evaluator`] for each thread and asks them about positions; it never loads a network
//! and never prints. Which tree it grows follows from its [`Settings`]: UCT with RAVE for playouts, or PUCT on a graph
//! for networks. Both implement one trait, by which the same driver runs threads and limits around them.
//! [`SteppedSearch`] is a PUCT tree that is driven from outside.

mod advantage;
mod driver;
mod limits;
mod memory;
mod moments;
mod move_filter;
mod objective;
mod playout_statistics;
mod puct;
mod rave;
mod reuse;
mod search;
mod settings;
mod snapshot;
mod stepped_search;
mod tree;
mod utility;

pub use advantage::Advantage;
pub use limits::Limits;
pub use memory::Memory;
pub use move_filter::MoveFilter;
pub use objective::ObjectiveSettings;
pub use playout_statistics::PlayoutStatistics;
pub use puct::{PuctSettings, symmetries_of};
pub use rave::RaveSettings;
pub use search::Search;
pub use settings::{Algorithm, Settings};
pub use snapshot::{Candidate, Snapshot, ValueEstimate};
pub use stepped_search::SteppedSearch;
pub use utility::Utility;
