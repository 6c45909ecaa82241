//! Where results go: one line each, from many threads.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

pub(crate) struct Out<W> {
    state: Mutex<State<W>>,
}

struct State<W> {
    writer: W,
    /// The first thing that went wrong; nothing is written after it.
    error: Option<io::Error>,
    silent: bool,
}

impl<W: Write> Out<W> {
    pub fn new(writer: W) -> Out<W> {
        Out { state: Mutex::new(State { writer, error: None, silent: false }) }
    }

    pub fn say(&self, value: &Value) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.error.is_some() || state.silent {
            return;
        }
        // One write a line, so that the lines of a writer shared with others stay whole.
        let mut line = value.to_string();
        line.push('\n');
        let written = state.writer.write_all(line.as_bytes()).and_then(|()| state.writer.flush());
        state.error = written.err();
    }

    /// Says nothing more.
    pub fn silence(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).silent = true;
    }

    /// Whether nobody listens any more.
    pub fn is_broken(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).error.is_some()
    }

    /// What went wrong; a reader that has gone is nothing wrong.
    pub fn finish(self) -> io::Result<()> {
        match self.state.into_inner().unwrap_or_else(PoisonError::into_inner).error {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}
