//! Go boards and rules.
//!
//! [`Board`] holds stones as chains and has no history. [`Position`] adds the side to move, the rules and the
//! history, so it knows which moves are legal and when the game ends. [`Game`] is a position whose moves can
//! be undone.
//!
//! ```
//! use board::{Colour, Game, Komi, Move, Rules, Size};
//!
//! let mut game = Game::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::from_halves(15));
//! game.play(Colour::Black, Move::parse("E5", game.size()).unwrap()).unwrap();
//! assert_eq!(game.position().to_move(), Colour::White);
//! assert_eq!(game.position().area_score().to_string(), "B+73.5");
//! ```

mod around;
mod board;
mod colour;
mod diagram;
mod final_lead;
mod game;
mod handicap;
mod komi;
mod ladder;
mod liberties;
mod life;
mod objective;
mod perft;
mod point;
mod position;
mod rank;
mod recent;
mod rules;
mod score;
mod set;
mod splitmix;
mod symmetry;
pub mod zobrist;

pub use around::{Around, STEPS};
pub use board::Board;
pub use colour::{Cell, Colour, NotAColour};
pub use game::Game;
pub use handicap::{HandicapError, fixed_handicap, free_handicap, max_fixed_handicap};
pub use komi::{Komi, NotAKomi, Score};
pub use ladder::Ladders;
pub use liberties::Few;
pub use life::{PassAlive, pass_alive};
pub use objective::{Objective, neutral_line};
pub use perft::perft;
pub use point::{AREA, DIAGONAL, MAX_SIDE, Move, NotASize, NotAVertex, ORTHOGONAL, PITCH, Point, Size};
pub use position::{IllegalMove, Position};
pub use rank::{Band, NotARank, Rank};
pub use recent::BoardSnapshot;
pub use rules::{HandicapBonus, KoRule, NotRules, Rules, Scoring, Tax};
pub use score::{Area, SideCount, area};
pub use set::PointSet;
pub use splitmix::splitmix64;
pub use symmetry::Symmetry;
