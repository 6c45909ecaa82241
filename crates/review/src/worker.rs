//! What a review does with single positions, on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use board::{Move, Position, Rank};
use evaluation::{EvaluationError, Lead, Ownership};
use insight::{InsightSettings, PlayoutBudget};
use partner::{AnalysisRequest, SearchMonitor, Session};
use search::{Limits, Snapshot};

use crate::ReviewError;
use crate::engine::ReviewEngine;
use crate::fights::{self, FightLook};
use crate::peoples_moves::{PeoplesMove, peoples_moves};
use crate::position_analysis::PositionAnalysis;
use crate::reviewed::Reviewed;
use crate::settings::ReviewSettings;

/// A position with what was thought of it.
pub(crate) struct Seen {
    pub judged: PositionAnalysis,
    pub ownership: Option<Box<Ownership>>,
    /// The moves that the search looked at, with the lead after each.
    pub looked_at: Vec<(Move, Lead)>,
}

impl Seen {
    /// Takes over what a longer look found. Who owns what is of the newest look: what is known of a game before its
    /// review does not say.
    pub fn deepen(&mut self, longer: Seen) {
        if self.judged.deepen(&longer.judged) {
            self.looked_at = longer.looked_at;
        }
        self.ownership = longer.ownership.or(self.ownership.take());
    }
}

/// One thing to do, and what came of it.
#[derive(Clone, Copy)]
pub(crate) enum Task {
    Analyse {
        after: usize,
        visits: u64,
    },
    Fights {
        after: usize,
    },
    /// What people of a rank and above would play, and how the game stands after each of these moves.
    People {
        after: usize,
        rank: Rank,
    },
    /// What people of that rank would play.
    Policy {
        after: usize,
        rank: Rank,
    },
}

pub(crate) enum Done {
    Analysed { after: usize, seen: Seen },
    Fights { after: usize, looks: Vec<FightLook> },
    People { after: usize, rank: Rank, moves: Vec<(PeoplesMove, Lead)> },
    Policy { after: usize, rank: Rank, policy: Vec<(Move, f32)> },
}

pub(crate) struct Worker<'a> {
    pub game: &'a Reviewed,
    pub engine: &'a ReviewEngine,
    pub settings: &'a ReviewSettings,
    pub stop: &'a AtomicBool,
}

impl Worker<'_> {
    /// Does all tasks on several threads; what is done is told on this one.
    pub fn all(&self, tasks: &[Task], mut done: impl FnMut(Done)) -> Result<(), ReviewError> {
        let mut failure = None;
        let (sender, receiver) = channel();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.settings.threads.clamp(1, tasks.len().max(1)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(tasks, next, &sender));
            }
            drop(sender);
            for result in receiver {
                match result {
                    Ok(result) => done(result),
                    Err(error) => {
                        failure.get_or_insert(error);
                        // Nothing is left to do for the others.
                        next.store(tasks.len(), Ordering::Relaxed);
                    }
                }
            }
        });
        if let Some(error) = failure {
            return Err(error.into());
        }
        if self.stop.load(Ordering::Relaxed) { Err(ReviewError::Stopped) } else { Ok(()) }
    }

    fn work(&self, tasks: &[Task], next: &AtomicUsize, sender: &Sender<Result<Done, EvaluationError>>) {
        let mut session = self.engine.session();
        while !self.stop.load(Ordering::Relaxed) {
            let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let Some(done) = self.follow(*task, &mut session).transpose() else { return };
            if sender.send(done).is_err() {
                return;
            }
        }
    }

    /// `None` when it was stopped.
    fn follow(&self, task: Task, session: &mut Session) -> Result<Option<Done>, EvaluationError> {
        let done = match task {
            Task::Analyse { after, visits } => {
                session.load(self.game.game.after(after));
                let view = self.search(visits, session)?;
                Done::Analysed { after, seen: seen(view) }
            }
            Task::People { after, rank } => {
                Done::People { after, rank, moves: self.tried(after, rank, session)? }
            }
            Task::Policy { after, rank } => {
                let position = self.position_before(after);
                let policy =
                    self.engine.people().map(|people| people.of_rank(&position, rank)).transpose()?;
                Done::Policy { after, rank, policy: policy.unwrap_or_default() }
            }
            Task::Fights { after } => {
                let game = self.game.game.after(after);
                let patience =
                    PlayoutBudget { playouts: self.settings.playouts, every: self.settings.playouts };
                // Its own number as the seed: the same again, whichever thread takes it.
                let evaluators = playout::evaluators(1, after as u64 + 1);
                let position = game.position();
                let insight = insight::analyse_playouts(
                    position,
                    evaluators,
                    patience,
                    &InsightSettings::default(),
                    self.stop,
                    |_| (),
                )?;
                Done::Fights {
                    after,
                    looks: insight.map_or(Vec::new(), |insight| fights::looks(&insight, after)),
                }
            }
        };
        Ok(Some(done).filter(|_| !self.stop.load(Ordering::Relaxed)))
    }

    fn search(&self, visits: u64, session: &mut Session) -> Result<Snapshot, EvaluationError> {
        let limits = Limits::visits(visits);
        let request = AnalysisRequest { limits, from_scratch: true, ..AnalysisRequest::default() };
        let monitor = SearchMonitor { stop: self.stop, every: None, on_report: &mut |_| () };
        session.analyse(session.position().to_move(), &request, monitor)
    }

    /// The position before a move, with its side to move.
    fn position_before(&self, after: usize) -> Position {
        let mut position = self.game.game.after(after).position().clone();
        if let Some((colour, _)) = self.game.moves().get(after) {
            position.set_to_move(*colour);
        }
        position
    }

    /// What people would play instead of a move, each tried with a short search.
    fn tried(
        &self,
        after: usize,
        rank: Rank,
        session: &mut Session,
    ) -> Result<Vec<(PeoplesMove, Lead)>, EvaluationError> {
        let (Some(people), Some((colour, played))) =
            (self.engine.people(), self.game.moves().get(after).copied())
        else {
            return Ok(Vec::new());
        };
        let before = self.game.game.after(after);
        let mut tried = Vec::new();
        for m in peoples_moves(people, &self.position_before(after), rank, Some(played))? {
            let mut game = before.clone();
            if game.play(colour, m.mv).is_err() || game.position().is_over() {
                continue;
            }
            session.load(game);
            tried.push((m, self.search(self.settings.tries(), session)?.lead));
        }
        Ok(tried)
    }
}

fn seen(view: Snapshot) -> Seen {
    let looked_at = view.candidates.iter().map(|candidate| (candidate.mv, candidate.lead)).collect();
    Seen { judged: PositionAnalysis::of(&view), ownership: view.ownership, looked_at }
}
