//! Life and death when the game is counted: which stones are dead, and what to say about a count that gets it wrong.

mod final_status;
mod objection;

pub use final_status::{FinalStatus, StoneStatus};
pub(crate) use objection::object;
pub use objection::{Claim, Objection, Proof};
