//! Writes results from many threads, one line each, in a separate thread.
//!
//! A client may write all its queries before it reads a single answer. So reading queries must never wait for
//! answers to be read: lines are queued, and [`Output::say`] returns at once. To keep the queue small,
//! workers wait for [room](Output::wait_for_room) before they start another position. So unread results take
//! a bounded amount of memory, apart from short answers to what the client itself has sent.

use std::collections::VecDeque;
use std::io::{self, Write};

use parking_lot::{Condvar, Mutex, MutexGuard};

use serde_json::Value;

#[derive(Default)]
pub(crate) struct Output {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    /// The total length of all lines.
    bytes: usize,
    /// The first error; nothing is written after it.
    error: Option<io::Error>,
    /// Writing has ended, or no more lines will come.
    silent: bool,
    closed: bool,
}

/// While more than this is unread, no new position is started.
const ROOM: usize = 32 << 20;

impl State {
    fn is_over(&self) -> bool {
        self.silent || self.error.is_some()
    }
}

impl Output {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
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

    /// Whether the client keeps up with the output.
    pub fn has_room(&self) -> bool {
        self.lock().bytes < ROOM
    }

    /// Waits until the client has read enough, or nothing more will be written.
    pub fn wait_for_room(&self) {
        let full = |state: &mut State| state.bytes >= ROOM && !state.is_over();
        self.changed.wait_while(&mut self.lock(), full);
    }

    /// Writes lines until [`Output::close`] or [`Output::silence`], or until nobody reads them any more; true
    /// in that case.
    pub fn write_to(&self, mut writer: impl Write) -> bool {
        while let Some(line) = self.next() {
            // One write per line, so that lines stay intact if others share the writer.
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
        let mut state = self.lock();
        self.changed.wait_while(&mut state, idle);
        state.lines.pop_front()
    }

    /// No more lines will come: writing ends after the queue.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Stops at once and drops the queue.
    pub fn silence(&self) {
        let mut state = self.lock();
        state.silent = true;
        state.lines.clear();
        self.changed.notify_all();
    }

    /// Whether nobody reads the output any more.
    pub fn is_broken(&self) -> bool {
        self.lock().error.is_some()
    }

    /// The error, if any; a reader that has gone is not an error.
    pub fn finish(self) -> io::Result<()> {
        match self.state.into_inner().error {
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
        // Writers never wait.
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
