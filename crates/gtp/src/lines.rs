//! Lines from a client, read ahead by a separate thread.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::request::Request;

/// Longer lines are refused; a full board fits many times.
pub(crate) const LONGEST: usize = 16 * 1024;
/// Lines read ahead before the client has to wait.
const AHEAD: usize = 256;

/// Where commands come from.
pub trait Input: Read + Send + 'static {
    /// Waits a moment for input or its end. False if the client takes longer: then it is interactive and
    /// waits for our answers. A script sends everything at once.
    fn comes_at_once(&self) -> bool;
}

/// An input that is complete from the start.
pub(crate) struct Script<R>(pub R);

impl<R: Read> Read for Script<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R: Read + Send + 'static> Input for Script<R> {
    fn comes_at_once(&self) -> bool {
        true
    }
}

#[derive(Debug, PartialEq)]
pub(crate) enum Line {
    Whole(String),
    /// The start of a line that was too long.
    TooLong(String),
}

impl Line {
    fn command(&self) -> Option<String> {
        match self {
            Line::Whole(text) => Request::parse(text).map(|request| request.name),
            Line::TooLong(_) => None,
        }
    }

    /// GoGui's request for an answer now.
    fn is_interrupt(&self) -> bool {
        matches!(self, Line::Whole(text) if text.trim() == "# interrupt")
    }
}

/// What the reader thread and the server share.
#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// A line is waiting, or the input has ended. Changed only under the queue's lock: otherwise the signal
    /// for a line could come after the line was taken, and end the wrong analysis.
    arrived: Arc<AtomicBool>,
    /// The client wants an answer now, or leaves. Changed only under the queue's lock, for the same reason.
    interrupted: Arc<AtomicBool>,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<Line>,
    ended: bool,
    abandoned: bool,
    /// The client has sent `quit` or hung up during a command: nobody waits for the best answer any more.
    leaving: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock()
    }

    /// Adds a line, or the end of the input; false if nobody takes lines any more.
    fn put(&self, line: Option<Line>, leaving: bool) -> bool {
        let mut queue = self.lock();
        while queue.lines.len() >= AHEAD && !queue.abandoned {
            self.changed.wait(&mut queue);
        }
        queue.ended = line.is_none();
        queue.leaving |= leaving;
        if queue.leaving || line.as_ref().is_some_and(Line::is_interrupt) {
            self.interrupted.store(true, Ordering::Release);
        }
        queue.lines.extend(line);
        self.arrived.store(true, Ordering::Release);
        self.changed.notify_all();
        !queue.abandoned
    }
}

pub(crate) struct Lines {
    shared: Arc<Shared>,
}

impl Lines {
    /// Starts reading. The thread ends with its input, or with the first line that nobody takes.
    pub fn start(input: impl Input) -> Lines {
        let shared = Arc::new(Shared::default());
        let reader = Arc::clone(&shared);
        thread::spawn(move || {
            let mut input = BufReader::new(input);
            // Whether the client has waited since it last asked for a move. A `quit` sent together with
            // `genmove` comes from a script that wants its move; a later one wants to stop.
            let mut waited = false;
            loop {
                waited |= input.buffer().is_empty() && !input.get_ref().comes_at_once();
                let line = read_line(&mut input);
                let command = line.as_ref().and_then(Line::command);
                waited &= !command.as_deref().is_some_and(|name| name.contains("genmove"));
                let (ended, quits) = (line.is_none(), command.as_deref() == Some("quit"));
                if !reader.put(line, waited && (ended || quits)) || ended {
                    return;
                }
            }
        });
        Lines { shared }
    }

    /// Waits for a line; `None` at the end of the input.
    pub fn next(&mut self) -> Option<Line> {
        let mut queue = self.shared.lock();
        loop {
            let line = queue.lines.pop_front();
            if line.is_some() || queue.ended {
                self.shared.changed.notify_all();
                return line;
            }
            self.shared.changed.wait(&mut queue);
        }
    }

    /// A flag that becomes true when another line arrives or the input ends.
    pub fn until_next(&mut self) -> Arc<AtomicBool> {
        let queue = self.shared.lock();
        self.shared.arrived.store(!queue.lines.is_empty() || queue.ended, Ordering::Release);
        Arc::clone(&self.shared.arrived)
    }

    /// A flag that becomes true when the client asks to hurry, after the last line taken, or leaves.
    pub fn until_interrupted(&mut self) -> Arc<AtomicBool> {
        let queue = self.shared.lock();
        let interrupted = queue.leaving || queue.lines.front().is_some_and(Line::is_interrupt);
        self.shared.interrupted.store(interrupted, Ordering::Release);
        Arc::clone(&self.shared.interrupted)
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.shared.lock().abandoned = true;
        self.shared.changed.notify_all();
    }
}

/// Reads a line and keeps it up to the limit; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<Line> {
    let mut kept: Vec<u8> = Vec::new();
    let mut length = 0;
    let mut any = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|b| *b == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        length += part.len();
        kept.extend(&part[..part.len().min(LONGEST - kept.len())]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    let text = decode(kept);
    match any {
        false => None,
        true if length > LONGEST => Some(Line::TooLong(text)),
        true => Some(Line::Whole(text)),
    }
}

/// Decodes UTF-8, or else Latin-1, for names in old programs.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|b| char::from(*b)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &'static [u8]) -> Vec<Line> {
        let mut lines = Lines::start(Script(input));
        std::iter::from_fn(|| lines.next()).collect()
    }

    #[test]
    fn lines_come_whole_and_in_order() {
        let whole = |s: &str| Line::Whole(s.into());
        assert_eq!(all(b"a\r\n\nb"), [whole("a\r"), whole(""), whole("b")]);
        assert_eq!(all(b"caf\xe9\n"), [whole("caf\u{e9}")]);
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() {
        let mut input = b"7 ".repeat(LONGEST);
        input.extend(b"\nname\n");
        let mut lines = Lines::start(Script(std::io::Cursor::new(input)));
        assert!(matches!(lines.next(), Some(Line::TooLong(start)) if start.len() == LONGEST));
        assert_eq!(lines.next(), Some(Line::Whole("name".into())));
    }

    #[test]
    fn waiting_ends_with_the_next_line_or_the_input() {
        let mut lines = Lines::start(Script(&b"a\nb\n"[..]));
        assert_eq!(lines.next(), Some(Line::Whole("a".into())));
        for _ in 0..2 {
            while !lines.until_next().load(Ordering::Acquire) {
                thread::yield_now();
            }
        }
        assert_eq!(lines.next(), Some(Line::Whole("b".into())));
        while !lines.until_next().load(Ordering::Acquire) {
            thread::yield_now();
        }
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn a_line_that_was_taken_ends_nothing() {
        let (engine, mut client) = std::io::pipe().unwrap();
        let mut lines = Lines::start(Script(engine));
        for _ in 0..2000 {
            std::io::Write::write_all(&mut client, b"a\n").unwrap();
            lines.next().unwrap();
            let arrived = lines.until_next();
            thread::yield_now();
            assert!(!arrived.load(Ordering::Acquire));
        }
    }

    #[test]
    fn a_client_far_ahead_waits_and_loses_nothing() {
        let mut lines = Lines::start(Script(std::io::Cursor::new(b"a\n".repeat(3 * AHEAD))));
        assert_eq!(std::iter::from_fn(|| lines.next()).count(), 3 * AHEAD);
    }

    /// A client that waits before each of its chunks.
    struct Slow(VecDeque<&'static [u8]>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let chunk = self.0.pop_front().unwrap_or_default();
            buffer[..chunk.len()].copy_from_slice(chunk);
            Ok(chunk.len())
        }
    }

    impl Input for Slow {
        fn comes_at_once(&self) -> bool {
            false
        }
    }

    /// Whether a command is cut short once everything has been read.
    fn hurries(chunks: &[&'static [u8]]) -> bool {
        let mut lines = Lines::start(Slow(chunks.iter().copied().collect()));
        while !lines.shared.lock().ended {
            thread::yield_now();
        }
        lines.next().unwrap();
        lines.until_interrupted().load(Ordering::Acquire)
    }

    #[test]
    fn who_leaves_while_a_move_is_sought_wants_no_more_of_it() {
        assert!(hurries(&[b"genmove b\n"]));
        assert!(hurries(&[b"1 genmove b\n", b"2 protocol_version\n3 quit\n"]));
        let mut script = Lines::start(Script(&b"genmove b\nquit\n"[..]));
        while !script.shared.lock().ended {
            thread::yield_now();
        }
        script.next().unwrap();
        assert!(!script.until_interrupted().load(Ordering::Acquire));
    }

    #[test]
    fn an_interrupt_is_for_the_command_before_it() {
        let mut lines = Lines::start(Script(&b"genmove b\n# interrupt\ngenmove w\n"[..]));
        while !lines.shared.lock().ended {
            thread::yield_now();
        }
        let hurried: Vec<bool> =
            std::iter::from_fn(|| lines.next().map(|_| lines.until_interrupted().load(Ordering::Acquire)))
                .collect();
        assert_eq!(hurried, [true, false, false]);
    }
}
