//! How far an experiment is.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lab::Progress;

/// A report is written this often while games are played; where nobody sees a bar, so is a line.
const OFTEN: Duration = Duration::from_secs(30);

/// What people see while games are played.
pub struct Told {
    bar: ProgressBar,
    before: u64,
    all: u64,
    last: Instant,
}

impl Told {
    pub fn new(all: u64, before: u64) -> Told {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games {msg} {elapsed}, {eta} to go");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = if std::io::stderr().is_terminal() { ProgressBar::new(all) } else { ProgressBar::hidden() };
        bar.set_position(before);
        bar.reset_eta();
        Told { bar: bar.with_style(style), before, all, last: Instant::now() }
    }

    /// Shows progress; true when it is time for a report.
    pub fn is_due(&mut self, progress: &Progress) -> bool {
        let (done, rate) = (
            self.before + progress.games,
            progress.evaluations as f64 / progress.elapsed.as_secs_f64().max(1e-9),
        );
        self.bar.set_position(done);
        self.bar.set_message(format!("{rate:.0} evaluations/s"));
        if self.last.elapsed() < OFTEN {
            return false;
        }
        self.last = Instant::now();
        if self.bar.is_hidden() {
            eprintln!("{done} of {} games, {rate:.0} evaluations/s", self.all);
        }
        true
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
