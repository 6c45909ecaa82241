//! The child process: its lifetime, its output line by line, and the last lines of its stderr.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::EngineError;

/// The longest line read from an engine; the rest of a longer one is read as more lines.
const MAX_LINE: u64 = 1 << 20;
/// Lines of stderr kept to show why an engine died.
const TAIL_LINES: usize = 8;
/// How long a process may take to exit after closing its output.
const EXIT_GRACE: Duration = Duration::from_secs(2);

type Tail = Arc<Mutex<VecDeque<String>>>;

/// A running child. Dropping it kills it.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    tail: Tail,
    /// Closed once all of stderr has been read.
    stderr_end: Receiver<()>,
}

/// Why no line came.
pub enum ReceiveError {
    TimedOut,
    Closed,
}

impl Process {
    /// Starts a program from a command line. Words are split at spaces, quotes keep words together, and no
    /// shell is involved.
    pub fn start(line: &str) -> Result<Process, EngineError> {
        let words = shlex::split(line).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| EngineError::CommandLine(line.to_string()))?;
        let broken = |source| EngineError::Start { program: words[0].clone(), source };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(broken)?;
        // A full channel stops the reader and so the engine: output never piles up here.
        let (sender, lines) = sync_channel(256);
        let tail = Tail::default();
        let (done, stderr_end) = sync_channel(0);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward(output, &sender));
        }
        if let Some(stderr) = child.stderr.take() {
            let tail = Arc::clone(&tail);
            thread::spawn(move || {
                let _done = done;
                keep_tail(stderr, &tail);
            });
        }
        let input = child.stdin.take();
        Ok(Process { child, input, lines, tail, stderr_end })
    }

    /// Sends a line; false if the process no longer reads its input.
    pub fn send(&mut self, line: &str) -> bool {
        let Some(input) = &mut self.input else { return false };
        input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_ok()
    }

    /// The next line of its output.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, ReceiveError> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|e| match e {
            RecvTimeoutError::Timeout => ReceiveError::TimedOut,
            RecvTimeoutError::Disconnected => ReceiveError::Closed,
        })
    }

    /// Kills it, and returns its exit status and the last lines of its stderr.
    pub fn reap(&mut self) -> (String, String) {
        let status = self.wait_or_kill(EXIT_GRACE);
        let status = status.map_or_else(|| "it closed its output but went on".to_string(), describe);
        // A child of the dead process may hold the pipe open, so this wait has a limit too.
        let _ = self.stderr_end.recv_timeout(EXIT_GRACE);
        let tail = self.tail.lock().map(|t| Vec::from_iter(t.iter().cloned()).join("\n"));
        (status, tail.unwrap_or_default())
    }

    /// Closes its input and gives it `grace` to exit by itself; `None` if it had to be killed.
    pub fn wait_or_kill(&mut self, grace: Duration) -> Option<ExitStatus> {
        self.input = None;
        let deadline = Instant::now() + grace;
        // The exit of a child is only seen by polling.
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        // Killing fails only if the process has just exited, and then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.wait_or_kill(Duration::ZERO);
    }
}

fn describe(status: ExitStatus) -> String {
    status.to_string()
}

/// Forwards lines until the engine closes its output or nobody reads them.
fn forward(output: impl Read, lines: &SyncSender<String>) {
    for_each_line(output, |line| lines.send(line).is_ok());
}

fn keep_tail(stderr: impl Read, tail: &Tail) {
    for_each_line(stderr, |line| {
        let Ok(mut tail) = tail.lock() else { return false };
        if tail.len() == TAIL_LINES {
            tail.pop_front();
        }
        tail.push_back(line.trim_end().chars().take(400).collect());
        true
    });
}

fn for_each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        match stream.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if !take(String::from_utf8_lossy(&line).into_owned()) => return,
            Ok(_) => {}
        }
    }
}
