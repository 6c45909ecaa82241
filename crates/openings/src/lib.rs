//! Learns to open by temporal differences, after Huang, Connell and McQuade, *Learning Opening Strategy in the Game of
//! Go* (2003).
//!
//! An [`Opener`] sees [features](features) of every point, and its [network](value_net) says what lead, or what
//! win rate, to expect; it
//! plays the move after which that is best. A [`Learner`] plays openings of ten moves a side against itself, an
//! [`Expert`] finishes them, and the network learns by [TD(λ)](td) from the outcome. [`tournament`] compares players, and
//! [`experiment`] repeats the paper's tables.

pub mod agreement;
mod expectation;
pub mod experiment;
pub mod expert;
mod features;
pub mod heat_map;
mod inputs;
mod learner;
mod opener;
mod opening;
mod player_file;
mod policy;
mod settings;
pub mod td;
pub mod tournament;
pub mod value_net;

pub use expectation::{Expectation, Prediction};
pub use expert::{Expert, ExpertError, ExpertKind, ExpertSettings};
pub use features::{Feature, FeatureSet, NotAFeatureSet};
pub use inputs::{Edges, Encoder, Encoding};
pub use learner::{Bucket, Learner, learn_round};
pub use opener::{MoveValue, Opener};
pub use opening::{OpeningRules, Player, play};
pub use player_file::{PlayerFileError, load, load_player, read_player, save};
pub use policy::PolicyPlayer;
pub use settings::{LearningSettings, Settings, SettingsError};
