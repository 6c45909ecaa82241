//! The Go Text Protocol, version 2, with the extensions that real clients use.
//!
//! [`serve`] reads commands line by line and drives a [`partner::Session`]. A separate reader thread sees the
//! next line while a search runs: that is how an analysis ends. A command that fails changes nothing.
//!
//! ```
//! use partner::{EvaluatorKind, Session, Settings};
//!
//! let settings = Settings { visits: Some(20), evaluator: EvaluatorKind::Area, ..Settings::default() };
//! let mut output = Vec::new();
//! gtp::serve(&b"1 boardsize 9\n2 play b K1\n"[..], &mut output, Session::new(settings)?)?;
//! let said = String::from_utf8(output)?;
//! assert!(said.starts_with("=1\n\n?2 invalid color or coordinate"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod commands;
mod engine;
mod failure;
mod lines;
mod request;
mod server;
mod streamed_answer;

pub use engine::Identity;
pub use lines::Input;
pub use server::{Server, serve};
