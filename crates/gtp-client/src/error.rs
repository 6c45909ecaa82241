//! What can go wrong with an engine.

use std::time::Duration;

/// Why an engine gave no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("'{0}' is not a command line: it is empty or a quote is left open")]
    CommandLine(String),
    #[error("could not start '{program}': {source}")]
    Start { program: String, source: std::io::Error },
    /// The process has exited, or has closed its output, which amounts to the same.
    #[error("died at '{command}' ({status}){}", tail(.stderr))]
    Died { command: String, status: String, stderr: String },
    #[error("gave no answer to '{command}' within {:.1} s", .limit.as_secs_f64())]
    TimedOut { command: String, limit: Duration },
    /// An answer that starts with `?`: the engine works, and refuses.
    #[error("refused '{command}': {message}")]
    Refused { command: String, message: String },
    #[error("answered '{command}' with '{got}', which is not GTP")]
    NotGtp { command: String, got: String },
}

impl EngineError {
    /// Whether the engine can still be used.
    pub fn is_refusal(&self) -> bool {
        matches!(self, EngineError::Refused { .. })
    }
}

fn tail(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    if lines.is_empty() { String::new() } else { format!("; its last words: {}", lines.join(" / ")) }
}
