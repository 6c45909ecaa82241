//! Matches between any two players, ratings from many matches, regression suites, and the statistics that
//! say what they mean.
//!
//! A [`Match`] is between two players (our own presets, or GTP engines in their own processes).
//! [`referee::play`] plays one game between them on our own board: a player that crashes, hangs or makes an
//! illegal move loses that game and nothing else. Every finished game is in the match's folder ([`ledger`])
//! before the next one starts, so a killed match can be resumed.

mod beginner_player;
pub mod characters;
mod command_line;
pub mod control;
pub mod count;
mod engine_player;
mod likeness;
mod matches;
mod naturalness;
mod notation;
mod opening;
mod per_game;
mod player;
mod player_spec;
mod preset_player;
pub mod referee;
pub mod regression;
pub mod results;
mod settings;
mod start;
pub mod styles;
mod summary;

pub use engine_player::{EnginePlayer, Timeouts};
pub use likeness::{Likeness, LikenessError, RareLoss};
pub use matches::{Match, MatchError, Observe, run_all, tally};
pub use naturalness::{Intervals, Naturalness, NaturalnessError};
pub use opening::{Opening, OpeningError, random as random_opening, read as read_openings};
pub use player::{Choice, Fault, FaultKind, GameStart, Player};
pub use player_spec::{BeginnerSpec, PlayerSpec, PlayerSpecError, Preset};
pub use preset_player::PresetPlayer;
pub use settings::MatchSettings;
pub use start::{PlayerStartError, start_player};
pub use summary::Summary;
