//! Where results go: one line each, from many threads, written by a thread that does nothing else.
//!
//! A client may write all its queries before it reads a single answer. Whoever reads queries must therefore never wait
//! for answers to be read: lines are queued, and [`Output::say`] returns at once. What keeps the queue from growing without
//! end is that workers look for [room](Output::wait_for_room) before they begin another position, so that unread results
//! take a bounded amount of memory, beside the short answers to what the client itself has sent.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

#[derive(Default)]
pub(crate) struct Output {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    /// The length of all lines together.
    bytes: usize,
    /// The first thing that went wrong; nothing is written after it.
    error: Option<io::Error>,
    /// Nothing more is written, or nothing more will be said.
    silent: bool,
    closed: bool,
}

/// While more than this is unread, no other position is begun.
const ROOM: usize = 32 << 20;

impl State {
    fn is_over(&self) -> bool {
        self.silent || self.error.is_some()
    }
}

impl Output {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a line; never waits.
    pub fn say(&self, value: &Value) {
        let mut line = value.to_string();
        line.push('\n');
        let mut state = self.lock();
        if !state.is_over() {
            state.bytes += line.len();
            state.lines.push_back(line);
            self.changed.notify_all();
        }
    }

    /// Whether the client keeps up with what it is told.
    pub fn has_room(&self) -> bool {
        self.lock().bytes < ROOM
    }

    /// Waits until the client has read enough of what was said, or nothing more will be written.
    pub fn wait_for_room(&self) {
        let full = |state: &mut State| state.bytes >= ROOM && !state.is_over();
        drop(self.changed.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner));
    }

    /// Writes lines until [`Output::close`] or [`Output::silence`], or until nobody reads them any more; true in that last
    /// case.
    pub fn write_to(&self, mut writer: impl Write) -> bool {
        while let Some(line) = self.next() {
            // One write per line, so that the lines of a writer shared with others stay whole.
            if let Err(error) = writer.write_all(line.as_bytes()).and_then(|()| writer.flush()) {
                let mut state = self.lock();
                state.error = Some(error);
                state.lines.clear();
                self.changed.notify_all();
                return true;
            }
            self.lock().bytes -= line.len();
            self.changed.notify_all();
        }
        false
    }

    fn next(&self) -> Option<String> {
        let idle = |state: &mut State| state.lines.is_empty() && !state.closed && !state.silent;
        let waited = self.changed.wait_while(self.lock(), idle);
        waited.unwrap_or_else(PoisonError::into_inner).lines.pop_front()
    }

    /// Nothing more will be said: writing ends after what is queued.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Says nothing more, not even what is queued.
    pub fn silence(&self) {
        let mut state = self.lock();
        state.silent = true;
        state.lines.clear();
        self.changed.notify_all();
    }

    /// Whether nobody listens any more.
    pub fn is_broken(&self) -> bool {
        self.lock().error.is_some()
    }

    /// What went wrong; a reader that has gone is nothing wrong.
    pub fn finish(self) -> io::Result<()> {
        match self.state.into_inner().unwrap_or_else(PoisonError::into_inner).error {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unread_lines_take_the_room_until_they_are_written() {
        let out = Output::default();
        let long = json!("x".repeat(ROOM / 4));
        for _ in 0..4 {
            assert!(out.has_room());
            out.say(&long);
        }
        assert!(!out.has_room());
        // Whoever speaks is never held up.
        out.say(&json!("heard"));
        out.close();
        let mut written = Vec::new();
        assert!(!out.write_to(&mut written));
        assert!(out.has_room());
        assert_eq!(written.split(|byte| *byte == b'\n').count(), 6);
        assert!(written.ends_with(b"\"heard\"\n"));
    }

    #[test]
    fn room_is_not_awaited_where_nothing_is_written_any_more() {
        let out = Output::default();
        out.say(&json!("x".repeat(ROOM)));
        out.silence();
        out.wait_for_room();
        assert_eq!(out.next(), None);
    }
}
