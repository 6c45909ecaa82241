//! The teaching game: a player and a partner at one board, and what the player is told.
//!
//! A [`TeachingGame`] owns a `partner::Session` and all that teaching adds to it: [lessons](Lesson) on the player's moves,
//! hints, the [tree](MoveTree) of lines that were tried, clocks, dead stones and the count. Whoever shows it drives it
//! from one thread; what outlives the program is a [`SavedGame`]. An [`Exercise`] teaches somebody who has never played.

mod analysis;
mod capture_game;
mod character;
mod clocks;
mod considered;
mod continuation;
mod count;
mod fights;
mod game;
mod game_record;
mod last_game;
mod lesson;
mod partner_settings;
mod rank_estimate;
mod request;
mod saved;
mod seen_by;
mod tree;
mod tutorial;

pub use analysis::{CandidateMove, GraphPoint};
pub use clocks::{ClockReading, Clocks, SavedClock};
pub use considered::{ConsideredMove, Steered, SteeredMove};
pub use continuation::{continue_from, position_after};
pub use count::{Count, SideCount};
pub use fights::{EndingSeen, FightSeen, Outlook, look_for_fights};
pub use game::{Hint, TeachingGame};
pub use game_record::{BOARD_SIDES, game_tree};
pub use lesson::{Lesson, Remark, Taught};
pub use partner_settings::{partner_settings, strongest};
pub use people::{Estimate, Evidence};
pub use rank_estimate::{estimate, examine};
pub use request::{
    ClockChoice, ColourChoice, NewGame, ObjectiveChoice, PartnerChoice, Phase, StartStones, Strength,
};
pub use saved::SavedGame;
pub use tree::{MoveNode, MoveTree};
pub use tutorial::{Attempt, Exercise, ExerciseStage};
