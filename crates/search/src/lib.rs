//! Two tree searches behind one interface.
//!
//! [`Search`] owns one [`evaluation::Evaluator`] per thread; it never loads a network and never prints. Its
//! [`Settings`] choose the search: UCT with RAVE for playouts, or PUCT on a graph for networks. Both
//! implement one trait, so the same driver handles threads and limits for both. [`SteppedSearch`] is a PUCT
//! search that the caller drives step by step.

mod advantage;
mod arena;
mod driver;
mod limits;
mod memory;
mod moments;
mod move_filter;
mod objective;
mod playout_statistics;
mod prior_weights;
mod puct;
mod rave;
mod reuse;
mod search;
mod settings;
mod shared;
mod snapshot;
mod stepped_search;
mod tree;
mod utility;

pub use advantage::Advantage;
pub use driver::WaitTimes;
pub use limits::Limits;
pub use memory::Memory;
pub use move_filter::MoveFilter;
pub use objective::ObjectiveSettings;
pub use playout_statistics::PlayoutStatistics;
pub use prior_weights::{
    Area, Contact, DistanceWeights, FeatureWeights, Features, FeaturesInPosition, LineWeights, OpeningPlayer,
    OpeningTaste, PriorWeights, squared_distance,
};
pub use puct::{ExploreProb, HumanExploration, PuctSettings, symmetries_of};
pub use rave::RaveSettings;
pub use search::Search;
pub use settings::{Algorithm, Settings};
pub use snapshot::{Candidate, Snapshot, ValueEstimate};
pub use stepped_search::SteppedSearch;
pub use utility::Utility;
