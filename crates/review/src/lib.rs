//! A whole game, looked at again.
//!
//! [`review`] judges every position of a game's main line, looks more carefully where much seems to have been lost, and
//! plays some positions out to see the fights. What it [finds](Findings) can be kept and read again; with the game it
//! becomes an [annotated record](annotate), a [page to read](report), or what a [program](Told) reads.
//!
//! ```
//! use record::sgf::Collection;
//! use review::{ReviewEngine, Reviewed, ReviewSettings, review};
//!
//! let mut file = Collection::read(b"(;SZ[5]KM[0.5];B[cc];W[bb];B[bc])")?;
//! let game = Reviewed::read(&file.trees[0])?;
//! let mut settings = partner::Settings::layered("playout-fast", None, &partner::Overrides::default())?;
//! settings.seed = Some(1);
//! let engine = ReviewEngine::new(settings, &partner::LoadedNetworks::default())?;
//! let quick = ReviewSettings { visits: 50, careful: 100, playouts: 50, ..ReviewSettings::default() };
//! let findings = review(&game, &engine, &quick, &Default::default(), |_| ())?;
//! assert_eq!(findings.positions.len(), 4);
//! review::annotate(&mut file.trees[0], &game, &findings);
//! assert!(file.to_sgf().contains("Black's win rate"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod draw;
pub mod encoding;
mod engine;
mod error;
mod fights;
mod findability;
mod findings;
mod for_level;
mod found_moves;
mod html;
mod lines;
mod losses;
mod mistakes;
mod peoples_moves;
mod position_analysis;
mod ranking;
mod reasons;
mod reviewed;
mod run;
mod settings;
mod summary;
mod teaching_order;
mod told;
mod verdict;
mod worker;

pub use annotate::annotate;
pub use engine::ReviewEngine;
pub use error::ReviewError;
pub use fights::{FightLook, FightStory};
pub use findability::Findability;
pub use findings::Findings;
pub use found_moves::FoundMove;
pub use html::report;
pub use lines::{Mark, RecordLine, RecordLines, Sign};
pub use losses::{Loss, losses};
pub use mistakes::Mistake;
pub use peoples_moves::{PeoplesMove, RANKS_UP, is_known_on, peoples_moves};
pub use position_analysis::PositionAnalysis;
pub use reasons::{Change, reason};
pub use reviewed::Reviewed;
pub use run::{News, review};
pub use settings::ReviewSettings;
pub use summary::{Grade, Summary};
pub use told::{Told, ToldFight, ToldFound, ToldGame, ToldMistake, ToldPlayers};
pub use verdict::{Explained, praise, verdict};
