//! Lines from a client, read ahead by a thread of their own.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Longer lines are refused: a board of stones fits many times.
pub(crate) const LONGEST: usize = 16 * 1024;
/// Lines read ahead before the client has to wait.
const AHEAD: usize = 256;

#[derive(Debug, PartialEq)]
pub(crate) enum Line {
    Whole(String),
    /// The beginning of a line that was too long.
    TooLong(String),
}

/// What the reading thread and the server share.
#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// A line waits, or the input has ended. Changed only under the queue's lock: otherwise the signal for a line
    /// could come after the line was taken, and end an analysis that nobody wanted to end.
    arrived: Arc<AtomicBool>,
    /// GoGui's `# interrupt` has come.
    interrupted: Arc<AtomicBool>,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<Line>,
    ended: bool,
    abandoned: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, or the end of the input; false when nobody takes lines any more.
    fn put(&self, line: Option<Line>) -> bool {
        let mut queue = self.lock();
        while queue.lines.len() >= AHEAD && !queue.abandoned {
            queue = self.wait(queue);
        }
        queue.ended = line.is_none();
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
    /// Starts reading; the thread ends with its input, or with the first line that nobody will take.
    pub fn start(mut input: impl BufRead + Send + 'static) -> Lines {
        let shared = Arc::new(Shared::default());
        let reader = Arc::clone(&shared);
        thread::spawn(move || {
            loop {
                let line = read_line(&mut input);
                let ended = line.is_none();
                if matches!(&line, Some(Line::Whole(text)) if text.trim() == "# interrupt") {
                    reader.interrupted.store(true, Ordering::Release);
                }
                if !reader.put(line) || ended {
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
            queue = self.shared.wait(queue);
        }
    }

    /// A flag that is true once another line is there, or the input has ended.
    pub fn until_next(&mut self) -> Arc<AtomicBool> {
        let queue = self.shared.lock();
        self.shared.arrived.store(!queue.lines.is_empty() || queue.ended, Ordering::Release);
        Arc::clone(&self.shared.arrived)
    }

    /// A flag that is true once the client asks to hurry.
    pub fn until_interrupted(&mut self) -> Arc<AtomicBool> {
        self.shared.interrupted.store(false, Ordering::Release);
        Arc::clone(&self.shared.interrupted)
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.shared.lock().abandoned = true;
        self.shared.changed.notify_all();
    }
}

/// Reads to the end of a line and keeps what is not too much of it; `None` at the end of the input.
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

/// UTF-8, or Latin-1 when it is not that: names in old programs.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|b| char::from(*b)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &'static [u8]) -> Vec<Line> {
        let mut lines = Lines::start(input);
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
        let mut lines = Lines::start(std::io::Cursor::new(input));
        assert!(matches!(lines.next(), Some(Line::TooLong(start)) if start.len() == LONGEST));
        assert_eq!(lines.next(), Some(Line::Whole("name".into())));
    }

    #[test]
    fn waiting_ends_with_the_next_line_or_the_input() {
        let mut lines = Lines::start(&b"a\nb\n"[..]);
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
        let (mut client, engine) = std::os::unix::net::UnixStream::pair().unwrap();
        let mut lines = Lines::start(std::io::BufReader::new(engine));
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
        let mut lines = Lines::start(std::io::Cursor::new(b"a\n".repeat(3 * AHEAD)));
        assert_eq!(std::iter::from_fn(|| lines.next()).count(), 3 * AHEAD);
    }
}
