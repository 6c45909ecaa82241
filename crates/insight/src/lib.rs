//! What decides a game (Graf, Schaefers, Platzner: On Semeai Detection in Monte-Carlo Go).
//!
//! While fights are open, the scores of playouts cluster around a few values, one for each way the fights may
//! end. [`clusters`] finds these clusters, and [`Criticality`] finds the points that decide between them;
//! [`fights`] groups these points into regions with their chains. [`contested`] finds smaller fights from
//! ownership. Where a network evaluates the position too, the results are reconciled with it: one verdict per
//! group ([`Group`]), and [`Endings`] that agree with the win rate and the score lead.

mod clusters;
mod contested;
mod criticality;
mod density;
pub mod draw;
mod endings;
mod fight_search;
mod fights;
mod groups;
mod histogram;
mod insight;
mod playout_analysis;
mod reading;
mod report;
mod sampling;

pub use clusters::{Cluster, ClusterSettings, clusters};
pub use contested::{Contested, ContestedSettings, contested};
pub use criticality::Criticality;
pub use density::Density;
pub use endings::{Ending, Endings};
pub use fight_search::ReadingWith;
pub use fights::{Fight, FightSettings, fights};
pub use groups::{APART, Fate, Group, SAFE, SETTLED};
pub use histogram::Histogram;
pub use insight::{Disagreement, Insight, InsightSettings, sequence};
pub use playout_analysis::{PlayoutBudget, analyse_playouts};
pub use reading::Reading;
pub use report::Report;
pub use sampling::sample;
