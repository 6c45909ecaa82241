//! KataGo's JSON analysis protocol: queries on one side, results on the other, a line each.
//!
//! [`serve`] reads queries as fast as they come and puts the positions they ask about into a queue. Workers take
//! the most urgent position, drive a [`partner::Session`] of their own on it, and write what it found. So many
//! positions are analysed at once, and results come in the order in which they are ready.
//!
//! ```
//! use analysis::{Engine, Options};
//! use partner::{EvaluatorKind, Evaluators, LoadedNetworks, Settings};
//!
//! let settings = Settings { visits: Some(20), evaluator: EvaluatorKind::Area, ..Settings::default() };
//! let judges = Evaluators::from_settings(&settings, &LoadedNetworks::default())?;
//! let query = br#"{"id":"a","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[["B","C3"]]}"#;
//! let mut output = Vec::new();
//! analysis::serve(&query[..], &mut output, &Engine::new(Options::new(settings), judges))?;
//! assert!(String::from_utf8(output)?.contains(r#""turnNumber":1"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod bars;
mod complaint;
mod config;
mod fields;
mod hash;
mod lines;
mod options;
mod out;
mod query;
mod queue;
mod record;
mod report;
mod server;
mod worker;

pub use config::{Config, ConfigError};
pub use options::{Options, Perspective};
pub use server::{Engine, serve};
