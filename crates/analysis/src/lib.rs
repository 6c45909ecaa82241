//! KataGo's JSON analysis protocol: queries in, results out, one per line.
//!
//! [`serve`] reads queries as fast as they come and queues their positions. Each worker takes the most urgent
//! position, analyses it with its own [`partner::Session`] and writes the result. So many positions are
//! analysed at once, and results come in the order in which they are ready.
//!
//! ```
//! use analysis::{Engine, Options};
//! use partner::{EvaluatorKind, Evaluators, LoadedNetworks, Settings};
//!
//! let settings = Settings { visits: Some(20), evaluator: EvaluatorKind::Area, ..Settings::default() };
//! let evaluators = Evaluators::from_settings(&settings, &LoadedNetworks::default())?;
//! let query = br#"{"id":"a","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[["B","C3"]]}"#;
//! let mut output = Vec::new();
//! analysis::serve(&query[..], &mut output, &Engine::new(Options::new(settings), evaluators))?;
//! assert!(String::from_utf8(output)?.contains(r#""turnNumber":1"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod config;
mod engine;
mod field_error;
mod fields;
mod hash;
mod lines;
mod move_filter;
mod options;
mod output;
mod query;
mod queue;
mod record;
mod report;
mod server;
mod worker;

pub use config::{Config, ConfigError};
pub use engine::Engine;
pub use options::{Options, Perspective};
pub use server::serve;
