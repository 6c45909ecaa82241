//! From a searched position to the move.
//!
//! A [`Session`] is a game being played by a partner: it owns the board, the search and the clocks, decides when
//! to move where, to pass and to resign, and says why. Front ends drive it and own nothing themselves.
//! What a partner is like stands in its [`Settings`]; presets are data.

mod advantage;
mod choosing;
mod clock;
mod counting;
mod decision;
pub mod effects;
mod following;
mod judges;
mod judging;
mod mirrors;
mod net_judges;
mod nets;
mod objection;
mod params;
mod plain;
mod pondering;
mod resigning;
mod session;
mod settings;
mod settlement;
mod study;
mod teaching;
#[cfg(test)]
mod testing;
mod thinking;
mod variety;

pub use advantage::AdvantageSettings;
pub use choosing::Purpose;
pub use clock::{Clock, TimeSettings, allot};
pub use decision::{Choice, Decision, Reason};
pub use judges::{JudgeError, Judges, StillJudge};
pub use judging::{Judging, Symmetries};
pub use mirrors::{Shown, shown};
pub use nets::{LoadedNet, NetSummary, Nets};
pub use network::RawOutputs;
pub use nn::ExecutorKind;
pub use objection::Objection;
pub use params::{PARAMS, Param, ParamError};
pub use plain::Listener;
pub use session::{ImpossiblePosition, PlacementError, Session, any_seed};
pub use settings::{
    AnalysisSettings, Counting, JudgeKind, MEMORY_MB, Overrides, Resign, Settings, SettingsError, Variety,
};
pub use settlement::{Settlement, Status};
pub use study::Study;
pub use thinking::Watch;
