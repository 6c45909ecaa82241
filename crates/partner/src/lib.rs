//! From a searched position to a move.
//!
//! A [`Session`] is a game that a partner plays: it owns the board, the search and the clocks. [`Session::think`] decides
//! on a move, a pass or a resignation, with reasons; [`Session::play_decision`] plays it. Front ends own none of this.
//! [`Settings`] say how a partner plays; presets are data.

mod clock;
mod dead_stones;
mod decision;
pub mod effects;
mod endgame;
mod evaluators;
mod explanation;
mod params;
mod presets;
mod session;
mod settings;
mod symmetric_moves;
#[cfg(test)]
mod testing;

pub use clock::{Clock, TimeSettings, allot};
pub use dead_stones::{Claim, FinalStatus, Objection, Proof, StoneStatus};
pub use decision::{Choice, Decision, DecisionTable, Purpose, Reason, Row, RuleName, Status, blend};
pub use endgame::{EndgameSigns, spread_scale};
pub use evaluation::EvaluationError;
pub use evaluators::{
    AreaEvaluator, EvaluatorError, Evaluators, HumanPolicy, LoadedNetwork, LoadedNetworks, NetworkSummary,
};
pub use explanation::{Comparison, Explanation, Standing};
pub use network::{Profile, RawOutputs};
pub use nn::ExecutorKind;
pub use params::{Param, ParamError, SECTIONS, Scope, Section};
pub use presets::{Note, Overrides, SettingsError, parameters_page};
pub use search::{Area, Contact, Features, FeaturesInPosition};
pub use session::{
    AnalysisRequest, GenmoveError, ImpossiblePosition, PlacementError, SearchMonitor, Session, ThinkMode,
    ThinkRequest, any_seed,
};
pub use settings::{
    AdvantageSettings, AnalysisSettings, Character, CharacterSettings, ControlMethod, ControlSettings,
    CountingSettings, EvaluatorKind, HumanSettings, MEMORY_MB, NnSettings, ResignSettings, ScoreControl,
    Settings, SteeringAim, Symmetries, Temperature, UnknownWord, WeightSettings,
};
pub use symmetric_moves::{ListedMove, with_symmetric_moves};
