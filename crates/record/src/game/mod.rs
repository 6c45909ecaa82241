//! Go games from SGF trees, and back.
//!
//! A [`Reader`] plays a line of a tree on a board: the main line, the path to a node, or the moves before a
//! given one, as for GTP's `loadsgf`. [`to_tree`] writes a game. [`Info`] is the information about a game
//! besides its moves; an [`Outcome`] is its result.
//!
//! ```
//! use record::game::Reader;
//! use record::sgf::Collection;
//!
//! let file = Collection::read(b"(;SZ[9]HA[2]AB[cc][gg]KM[0.5];W[ee];B[fe];W[tt])")?;
//! let reader = Reader::default();
//! let whole = reader.main_line(&file.trees[0])?.game;
//! assert_eq!((whole.moves().len(), whole.start().handicap()), (3, 2));
//! let before_white_passed = reader.before_move(&file.trees[0], 3)?.game;
//! assert_eq!(before_white_passed.moves().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compose;
mod error;
mod header;
mod info;
mod komi;
mod load;
mod outcome;
mod play;
mod points;
mod replay;
mod rule_names;
mod setup;

pub use compose::to_tree;
pub use error::{LoadError, ReplayError, Warning};
pub use info::{Info, Player};
pub use outcome::{NotAnOutcome, Outcome};
pub use points::{NotAPoint, move_value, parse_move, parse_point, point_set, point_value};
pub use replay::{OnError, Reader, Replay};
pub use rule_names::{parse_rules, rules_name};
