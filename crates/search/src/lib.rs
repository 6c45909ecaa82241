//! The tree: gather leaves, have them evaluated, apply the answers.
//!
//! The search never loads a network and never prints. It owns one [`evaluation::Evaluator`] a thread and asks
//! them about positions; a playout is an evaluation like any other.

mod advantage;
mod aim;
mod bars;
mod bias;
mod bonus;
mod gathering;
mod keeping;
mod limits;
mod measure;
mod memory;
mod mirror;
mod natural;
mod network_settings;
mod node;
mod opening;
mod owners;
mod ownership;
mod picking;
mod playing;
mod reckoning;
mod root;
mod rooting;
mod scale;
mod search;
mod settings;
mod shared;
mod shifts;
mod sums;
mod table;
mod tally;
mod tree;
mod utility;
mod values;
mod view;
mod walking;
mod weighed;
mod weighed_view;
mod weighing;
mod work;

pub use advantage::Advantage;
pub use aim::AimSettings;
pub use bars::Bars;
pub use limits::Limits;
pub use memory::Memory;
pub use network_settings::NetworkSettings;
pub use root::symmetries_of;
pub use search::Search;
pub use settings::Settings;
pub use table::Table;
pub use tally::Tally;
pub use utility::Utility;
pub use view::{Candidate, Judgement, View};

/// Scatters the bits of a number (splitmix64).
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
