//! Games of people, with their ranks.
//!
//! [`read`] takes files with one game per line in JSON, as they are or gzipped, and SGF files or folders of
//! them. Every game is replayed. What does not replay is set aside with a reason. A [`Split`] says which people
//! are held out of training; it goes by person, never by game.
//!
//! One game per line is an object with these fields:
//!
//! | field | |
//! |---|---|
//! | `size` | the side of the board |
//! | `rules`, `komi`, `handicap` | as the server said; Chinese rules, 0 and 0 if missing |
//! | `first` | `black` or `white`: who plays the first move |
//! | `setup` | stones put before it: `{"black": "pddp", "white": ""}`, SGF letter pairs |
//! | `black`, `white` | `rank`: steps above 30 kyu, may be a fraction, or a text such as `12k`; `player`: a number or a name that the same person keeps, or `bot`: its name |
//! | `moves` | SGF letter pairs, `..` is a pass; colours alternate |
//! | `ms` | thinking time of each move, if known |
//! | `source`, `speed`, `ranked` | `ogs` or `kgs`; `blitz`, `live` or `correspondence`; a boolean; all of them may be missing |
//! | `winner`, `outcome` | `black` or `white`; `Resignation`, `Timeout`, `3.5 points` |
//!
//! ```
//! use people::{Part, Split};
//!
//! let line = r#"{"source": "ogs", "size": 9, "komi": 5.5, "first": "black", "moves": "eegcfg..",
//!                "black": {"rank": 17.4, "player": 3}, "white": {"rank": 21, "bot": "weak"}}"#;
//! let game = people::from_json(line)?;
//! let mut replay = game.replay()?;
//! while let Some(turn) = replay.next_turn() {
//!     assert_eq!(replay.position().to_move(), turn.colour);
//!     replay.advance();
//! }
//! assert_eq!(replay.position().moves().len(), 4);
//! // Only Black is a person, so at most Black's moves are learnt from.
//! let counts = Split::default().movers(&game, Part::Training);
//! assert!(!counts[1]);
//! # Ok::<(), people::Reason>(())
//! ```

mod adam;
mod agreement;
mod calibration;
mod collection;
mod cross_fit;
mod described;
mod draw;
mod evidence;
mod examination;
mod examiner;
mod files;
mod fit;
mod game;
mod handicap;
mod json;
mod least_squares;
mod move_net;
mod move_net_fit;
mod observation;
mod player;
mod prediction;
mod rank_fit;
mod reason;
mod sample;
mod sgf;
mod split;
mod summary;
mod thinking_times;

pub use agreement::{Agreement, Sums, measure};
pub use calibration::{BoardCalibration, Calibration, Estimate, Measure};
pub use collection::{Collection, SetAside, read};
pub use cross_fit::learn_folds;
pub use evidence::{Evidence, FEWEST_MOVES, PHASES, PhaseEvidence, Results};
pub use examination::{Examined, ExaminedGame, Examinee, Run, examine, examinees};
pub use examiner::{Examiner, ExaminerError, TOLD};
pub use files::{ReadError, records};
pub use fit::{FOLDS, Known, fit_folds};
pub use game::{Game, Replay, Turn};
pub use json::from_json;
pub use move_net::{MoveNet, Strength};
pub use move_net_fit::Training;
pub use observation::Observation;
pub use player::{PersonId, Player, Who, rank_from_text};
pub use prediction::Prediction;
pub use rank_fit::rank_scale;
pub use reason::Reason;
pub use sample::{Group, Place, sample};
pub use sgf::from_tree;
pub use split::{Part, Split};
pub use summary::{Counts, Summary};
pub use thinking_times::{TimeAgreement, measure_times};
