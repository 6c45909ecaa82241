//! What decides a game (Graf, Schaefers, Platzner: On Semeai Detection in Monte-Carlo Go).
//!
//! Where fights are open, playouts end with scores that gather around a few values, one for each way in which the
//! fights may end. [`clusters`] finds them, and [`Criticality`] says which points decide between them;
//! [`fights`] puts those together to regions with their chains. [`contested`] sees smaller ones, by who owns what.
//! What is shown beside a network's view is reconciled with it: one statement a group ([`Group`]), and [`Endings`] that
//! agree with the win rate and the score lead.

mod clusters;
mod contested;
mod criticality;
mod density;
pub mod draw;
mod endings;
mod fights;
mod groups;
mod histogram;
mod insight;
mod looking;
mod reading;
mod report;
mod sampling;

pub use clusters::{Cluster, ClusterSettings, clusters};
pub use contested::{Contested, ContestedSettings, contested};
pub use criticality::Criticality;
pub use density::Density;
pub use endings::{Ending, Endings};
pub use fights::{Fight, FightSettings, fights};
pub use groups::{APART, Fate, Group, SAFE, SETTLED};
pub use histogram::Histogram;
pub use insight::{Disagreement, Insight, InsightSettings, sequence};
pub use looking::{Patience, look};
pub use reading::{Reading, ReadingWith};
pub use report::Report;
pub use sampling::sample;
