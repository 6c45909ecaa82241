//! The search itself.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::Position;
use evaluation::Evaluator;

use crate::{Limits, Settings, View};

/// A search tree with its judges, one a thread.
pub struct Search {
    evaluators: Vec<Box<dyn Evaluator>>,
    settings: Settings,
    root: Position,
}

impl Search {
    /// One thread for each evaluator; there must be at least one.
    pub fn new(evaluators: Vec<Box<dyn Evaluator>>, settings: Settings, position: &Position) -> Search {
        Search { evaluators, settings, root: position.clone() }
    }

    pub fn position(&self) -> &Position {
        &self.root
    }

    /// Goes to another position, keeping what the tree knows of it when play led there from the present one.
    pub fn set_position(&mut self, position: &Position) {
        self.root = position.clone();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {}

    /// Searches until a limit is reached or `stop` becomes true, and shows itself every `report_every`.
    pub fn run(
        &mut self,
        limits: Limits,
        stop: &AtomicBool,
        report_every: Option<Duration>,
        on_report: &mut dyn FnMut(&View),
    ) {
        let _ = (limits, stop, report_every, on_report, &self.evaluators, &self.settings);
    }

    /// What is known now.
    pub fn view(&self) -> View {
        unimplemented!()
    }
}
