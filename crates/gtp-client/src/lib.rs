//! Runs other Go engines as child processes and talks to them over GTP.
//!
//! [`Engine`] starts an engine from a command line. Every command ends in an answer, a typed error or a
//! timeout: whatever the engine does, the caller never waits forever, and no process outlives its `Engine`.
//!
//! ```no_run
//! use std::time::Duration;
//! use board::{Colour, Size};
//! use gtp_client::Engine;
//!
//! let mut engine = Engine::start("gnugo --mode gtp --level 1", Duration::from_secs(10))?;
//! engine.boardsize(Size::square(9).unwrap())?;
//! engine.clear_board()?;
//! println!("{} plays {:?}", engine.name()?, engine.genmove(Colour::Black, Duration::from_secs(60))?);
//! # Ok::<(), gtp_client::EngineError>(())
//! ```

mod engine;
mod error;
mod process;
mod response;

pub use engine::{Engine, Reply};
pub use error::EngineError;
