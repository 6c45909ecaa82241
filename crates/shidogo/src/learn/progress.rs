//! What people see of a run.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use learning::log::Generation;
use learning::{Losses, Observer, Progress, Rejection, RunError};

/// Where nobody sees a bar, a line is written this often.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

pub struct Shown {
    address: String,
    /// Of games or of steps.
    bar: Option<(&'static str, ProgressBar)>,
    line: Instant,
}

impl Shown {
    pub fn new(address: &str) -> Shown {
        Shown { address: address.into(), bar: None, line: Instant::now() }
    }

    fn show(&mut self, unit: &'static str, done: u64, all: u64, message: String) {
        if self.bar.as_ref().is_none_or(|(other, _)| *other != unit) {
            self.clear();
            self.line = Instant::now();
        }
        let (_, bar) = self.bar.get_or_insert_with(|| (unit, bar(all, unit)));
        bar.set_position(done);
        if bar.is_hidden() && self.line.elapsed() >= LINE_INTERVAL {
            self.line = Instant::now();
            eprintln!("{done} of {all} {unit}, {message}");
        }
        bar.set_message(message);
    }

    fn clear(&mut self) {
        if let Some((_, bar)) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Shown {
    fn begins(&mut self, executor: &str) {
        eprintln!("{}: {executor}", self.address);
    }

    fn played(&mut self, games: u64, wanted: u64, progress: &Progress) {
        let (rate, idle) = (progress.evaluations_per_second(), 100.0 * progress.waiting);
        let message = match progress.evaluations {
            // Others play.
            0 => "from workers".into(),
            _ => format!("{rate:.0} evaluations/s, the network is idle {idle:.0}% of the time"),
        };
        self.show("games", games, wanted, message);
    }

    fn trained(&mut self, step: u64, steps: u64, losses: &Losses) {
        self.show("steps", step, steps, format!("policy {:.3}, value {:.4}", losses.policy, losses.value));
    }

    fn rejected(&mut self, rejection: &Rejection) {
        let (_, reason) = &rejection.games[0];
        eprintln!("{}: {} set aside: {reason}", rejection.batch, counted(rejection));
    }

    fn waits(&mut self, error: &RunError, wait: Duration) {
        eprintln!("{error}; the next try is in {:.0} seconds", wait.as_secs_f64().ceil());
    }

    fn completed(&mut self, generation: &Generation, elo: Option<f64>) {
        self.clear();
        let boards: Vec<String> = generation
            .empty_boards
            .iter()
            .map(|b| format!("{0}×{0} fair komi {1:.2} (β {2:.2})", b.side, b.fair_komi, b.confidence))
            .collect();
        let validation = generation
            .validation
            .map_or(String::new(), |m| format!(" (validation {:.3}, {:.4})", m.policy, m.value));
        let elo = elo.map_or(String::new(), |elo| format!("; Elo {elo:.0}"));
        let rate = match generation.evaluations_per_second {
            0.0 => String::new(),
            rate => format!(" at {rate:.0} evaluations/s"),
        };
        println!(
            "network {}: policy {:.3}, value {:.4}{validation}; {}; {} games{rate}, {} steps at {:.0} positions/s{elo}",
            generation.generation,
            generation.losses.policy,
            generation.losses.value,
            boards.join(", "),
            generation.played,
            generation.steps,
            generation.positions_per_second,
        );
    }
}

/// What of a batch is set aside.
fn counted(rejection: &Rejection) -> String {
    match rejection.games.as_slice() {
        [(None, _)] => "the batch is".into(),
        [_] => "a game is".into(),
        games => format!("{} games are", games.len()),
    }
}

fn bar(length: u64, unit: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}} of {{len}} {unit}, {{msg}}"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
