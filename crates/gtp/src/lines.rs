//! Lines from a client, read ahead by a thread of their own.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
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

#[derive(Clone, Default)]
struct Signals {
    /// A line has come, or the input has ended.
    arrived: Arc<AtomicBool>,
    /// GoGui's `# interrupt` has come.
    interrupted: Arc<AtomicBool>,
}

pub(crate) struct Lines {
    receiver: Receiver<Line>,
    /// A line taken from the channel only to see whether there is one.
    peeked: Option<Line>,
    signals: Signals,
}

impl Lines {
    /// Starts reading; the thread ends with its input.
    pub fn start(mut input: impl BufRead + Send + 'static) -> Lines {
        let (sender, receiver) = sync_channel(AHEAD);
        let signals = Signals::default();
        let raise = signals.clone();
        thread::spawn(move || {
            while let Some(line) = read_line(&mut input) {
                let interrupt = matches!(&line, Line::Whole(text) if text.trim() == "# interrupt");
                if interrupt {
                    raise.interrupted.store(true, Ordering::Release);
                }
                if sender.send(line).is_err() {
                    return;
                }
                raise.arrived.store(true, Ordering::Release);
            }
            drop(sender);
            raise.arrived.store(true, Ordering::Release);
        });
        Lines { receiver, peeked: None, signals }
    }

    /// Waits for a line; `None` at the end of the input.
    pub fn next(&mut self) -> Option<Line> {
        self.peeked.take().or_else(|| self.receiver.recv().ok())
    }

    /// A flag that is true once another line is there. Lines that came before this call count too.
    pub fn until_next(&mut self) -> Arc<AtomicBool> {
        let arrived = Arc::clone(&self.signals.arrived);
        arrived.store(false, Ordering::Release);
        // The flag is raised after a line is sent, so a line sent before it was lowered is in the channel now.
        if self.peeked.is_none() {
            match self.receiver.try_recv() {
                Ok(line) => self.peeked = Some(line),
                Err(TryRecvError::Empty) => return arrived,
                Err(TryRecvError::Disconnected) => {}
            }
        }
        arrived.store(true, Ordering::Release);
        arrived
    }

    /// A flag that is true once the client asks to hurry.
    pub fn until_interrupted(&mut self) -> Arc<AtomicBool> {
        self.signals.interrupted.store(false, Ordering::Release);
        Arc::clone(&self.signals.interrupted)
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
}
