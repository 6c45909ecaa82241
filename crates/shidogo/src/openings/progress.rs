//! How far it is: a bar on a terminal, and now and then a line elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

const LINE_INTERVAL: Duration = Duration::from_secs(30);

pub struct Shown {
    bar: ProgressBar,
    last: Instant,
}

impl Shown {
    pub fn new(all: u64, before: u64) -> Shown {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games {msg} {elapsed}, {eta} to go");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = if std::io::stderr().is_terminal() { ProgressBar::new(all) } else { ProgressBar::hidden() };
        bar.set_position(before);
        bar.reset_eta();
        Shown { bar: bar.with_style(style), last: Instant::now() }
    }

    pub fn show(&mut self, done: u64, all: u64, message: &str) {
        self.bar.set_position(done);
        self.bar.set_message(message.to_string());
        if self.bar.is_hidden() && self.last.elapsed() >= LINE_INTERVAL {
            self.last = Instant::now();
            eprintln!("{done} of {all} games {message}");
        }
    }

    /// Prints text above the bar.
    pub fn print(&self, text: &str) {
        if self.bar.is_hidden() { eprintln!("{text}") } else { self.bar.println(text) }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
