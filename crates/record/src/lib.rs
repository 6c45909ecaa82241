//! Game records.
//!
//! [`sgf`] reads and writes files of any game as trees of nodes with properties, without loss. [`game`] knows
//! Go: it plays a line of such a tree on a board, and writes a game as a tree.
//!
//! ```
//! use record::game::{Info, Reader, to_tree};
//! use record::sgf::Collection;
//!
//! let file = Collection::read(b"(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[])")?;
//! let replay = Reader::default().main_line(&file.trees[0])?;
//! assert_eq!(replay.game.moves().len(), 3);
//! assert_eq!(replay.game.position().komi().to_string(), "6.5");
//!
//! let info = Info { result: Some("W+R".parse()?), ..Info::default() };
//! assert!(to_tree(&replay.game, &info).to_sgf().contains("RE[W+R]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod game;
pub mod sgf;
