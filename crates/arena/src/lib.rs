//! Matches between any two players, ratings from many matches, regression suites, and the statistics that
//! say what they mean.
//!
//! A [`Match`] seats two players (our own presets, or GTP engines in processes of their own), and
//! [`referee::play`] plays one game between them on our own board: a player that crashes, hangs or moves
//! illegally loses that game and nothing else. Every finished game is in the match's folder ([`ledger`])
//! before the next one begins, so that a killed match is taken up where it was.

mod contest;
pub mod count;
mod engine_player;
mod errand;
mod invitation;
pub mod ledger;
mod notation;
mod opening;
mod player;
mod preset_player;
pub mod rating;
pub mod referee;
pub mod regression;
mod seat;
mod settings;
pub mod statistics;
mod summary;

pub use contest::{Match, MatchError, tally};
pub use engine_player::{EnginePlayer, Patience};
pub use invitation::{Invitation, NotAPlayer, Preset};
pub use opening::{Opening, OpeningError, random as random_opening, read as read_openings};
pub use player::{Choice, Fault, FaultKind, GameStart, Player};
pub use preset_player::PresetPlayer;
pub use seat::{DidNotCome, seat};
pub use settings::MatchSettings;
pub use summary::Summary;
