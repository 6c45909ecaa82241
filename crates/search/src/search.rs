//! Threads, limits and reports around the tree.

use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use board::{Komi, Move, Position};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};

use crate::shared::Shared;
use crate::work::Work;
use crate::{Limits, MoveFilter, PlayoutStatistics, Settings, Snapshot, snapshot};

/// A search tree with its evaluators, one a thread.
pub struct Search {
    evaluators: Vec<Box<dyn Evaluator>>,
    settings: Settings,
    root: Position,
    bars: MoveFilter,
    shared: Mutex<Shared>,
}

impl Search {
    /// One thread for each evaluator; there must be at least one.
    pub fn new(evaluators: Vec<Box<dyn Evaluator>>, settings: Settings, position: &Position) -> Search {
        assert!(!evaluators.is_empty(), "a search needs an evaluator");
        let shared = Shared::new(settings);
        Search {
            evaluators,
            settings,
            root: position.clone(),
            bars: MoveFilter::none(),
            shared: Mutex::new(shared),
        }
    }

    pub fn position(&self) -> &Position {
        &self.root
    }

    pub(crate) fn shared(&mut self) -> &mut Shared {
        self.shared.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Goes to another position, keeping what the tree knows of it when play led there from the present one.
    pub fn set_position(&mut self, position: &Position) {
        let new_moves = moves_since(&self.root, position);
        self.root.copy_from(position);
        self.bars = MoveFilter::none();
        let keeps_statistics = self.shared().statistics.is_some();
        self.keep_playout_statistics(keeps_statistics);
        match new_moves {
            Some(moves) if moves.is_empty() => {}
            Some(moves) => _ = self.shared().tree.follow(&moves, position),
            None => self.clear(),
        }
    }

    /// Goes on under another komi with what the tree knows. It needs an evaluator that says the whole curve without
    /// knowing komi, and values that are weighed: every curve is read anew, and nothing has to be evaluated again.
    pub fn set_komi(&mut self, komi: Komi) {
        self.root.set_komi(komi);
        let komi = self.root.komi_with_bonus();
        match self.settings.puct() {
            Some(_) => self.shared().tree.change_komi(komi),
            None => self.clear(),
        }
    }

    /// Keeps moves out of the search until the position changes.
    pub fn bar(&mut self, bars: &MoveFilter) {
        if self.bars != *bars {
            self.clear();
            self.bars = bars.clone();
        }
    }

    /// Sets the disorder in the choice at the root, or leaves it to the settings again; what the tree knows stays.
    pub fn set_wide_root_noise(&mut self, strength: Option<f32>) {
        if let Some(network) = self.settings.puct() {
            self.shared().tree.weighed.settings.wide_root_noise = strength.unwrap_or(network.wide_root_noise);
        }
    }

    /// Where chance begins, for noise at the root.
    pub fn seed(&mut self, seed: u64) {
        self.shared().tree.weighed.root.seed(seed);
    }

    /// Whether the tree remembers who owns what in every position, as it does with networks.
    pub fn keeps_ownership(&self) -> bool {
        self.settings.puct().is_some()
    }

    /// Has views show who owns what after each move, which takes a walk through the tree; playouts do not know it.
    pub fn include_moves_ownership(&mut self, on: bool) {
        self.shared().shows_moves_ownership = on;
    }

    /// Has views show the chance to win over bonus points, which takes another walk; playouts do not know it.
    pub fn include_curve(&mut self, on: bool) {
        self.shared().shows_curve = on;
    }

    /// Has every search count how its playouts end, from its beginning; an evaluator that says the same of a position every
    /// time plays nothing out.
    pub fn keep_playout_statistics(&mut self, on: bool) {
        let size = self.root.size();
        self.shared().statistics = on.then(|| Box::new(PlayoutStatistics::new(size)));
    }

    /// How the playouts of the last search ended; while one runs, those that its threads have told of.
    pub fn statistics(&self) -> Option<Box<PlayoutStatistics>> {
        self.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).statistics.clone()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.shared().tree.clear();
    }

    /// The number of positions the tree has opened: a fingerprint of its behaviour.
    pub fn node_count(&mut self) -> usize {
        self.shared().tree.node_count()
    }

    /// Bytes that the tree has taken.
    pub fn bytes(&mut self) -> usize {
        self.shared().tree.bytes()
    }

    /// Searches until a limit is reached or `stop` becomes true, and shows itself every `report_every`. A tree that has
    /// filled the [memory](crate::Memory) does not grow: playouts go on at its leaves, while an evaluator that says the same
    /// every time has nothing to add, so that its search ends; without any limit it waits for `stop`. The first error of
    /// an evaluator ends the search; what the tree learnt before stays.
    pub fn run(
        &mut self,
        limits: Limits,
        stop: &AtomicBool,
        report_every: Option<Duration>,
        on_report: &mut dyn FnMut(&Snapshot),
    ) -> Result<(), EvaluationError> {
        let start = Instant::now();
        self.shared().begin();
        if self.root.is_over() {
            return Ok(());
        }
        let allowed = allowed(&limits, self.shared().tree.visits());
        if allowed == 0 || !self.open_root()? {
            return Ok(());
        }
        let work = Work {
            root: &self.root,
            bars: &self.bars,
            komi: self.root.komi_with_bonus(),
            batch: self.settings.batch.max(1),
            allowed,
            is_endless: limits == Limits::default(),
            deadline: limits.time.map(|t| start + t),
            shared: &self.shared,
            settled: Condvar::new(),
            threads: self.evaluators.len() as u64,
            stop,
        };
        let Some((own, others)) = self.evaluators.split_first_mut() else { return Ok(()) };
        std::thread::scope(|scope| {
            for evaluator in others {
                scope.spawn(|| work.run(evaluator.as_mut(), &mut |_| ()));
            }
            let mut due = report_every.map(|every| start + every);
            work.run(own.as_mut(), &mut |work: &Work| {
                let now = Instant::now();
                if due.is_some_and(|due| now >= due) {
                    due = report_every.map(|every| now + every);
                    let mut shared = work.lock();
                    shared.elapsed = now - start;
                    let view = snapshot::of(&shared, work.root);
                    drop(shared);
                    on_report(&view);
                }
            });
        });
        let shared = self.shared();
        shared.elapsed = start.elapsed();
        shared.failure.take().map_or(Ok(()), Err)
    }

    /// Opens the root, which every walk through the tree begins at; false when the evaluator knows of no move.
    fn open_root(&mut self) -> Result<bool, EvaluationError> {
        let shared = self.shared.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let Some(evaluator) = self.evaluators.first_mut() else { return Ok(false) };
        let mut ask = || {
            let mut out = [Evaluation::blank()];
            evaluator
                .evaluate(&[Query { position: &self.root, wants_priors: true, at_root: true }], &mut out)?;
            let [answer] = out;
            Ok(answer)
        };
        let (is_open, to_move) = (shared.tree.is_open(), self.root.to_move());
        match (self.settings.puct().is_some(), is_open) {
            (true, false) => {
                let answer = ask()?;
                if !answer.priors.is_empty() {
                    shared.tree.open_weighed_root(&self.root, &answer);
                }
                (shared.begun, shared.finished) = (1, 1);
            }
            (true, true) if shared.tree.has_new_root() => shared.tree.change_root_priors(&ask()?.priors),
            (false, false) => {
                let mut answer = ask()?;
                shared.tree.open_root(to_move, &answer.priors);
                shared.begun = 1;
                if let Some(statistics) = &mut shared.statistics {
                    statistics.add(&answer);
                }
                shared.apply(&[], &mut answer, self.root.komi_with_bonus(), to_move);
            }
            _ => {}
        }
        if self.settings.puct().is_some() {
            shared.tree.prepare(&self.root, &self.bars);
        }
        Ok(shared.tree.is_open())
    }

    /// What is known now.
    pub fn view(&self) -> Snapshot {
        let shared = self.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        snapshot::of(&shared, &self.root)
    }
}

/// The most visits that are counted: those of a move are a u32.
const MOST_VISITS: u64 = u32::MAX as u64;

/// How many evaluations a search may make.
fn allowed(limits: &Limits, present: u64) -> u64 {
    let visits = limits.visits.unwrap_or(MOST_VISITS).min(MOST_VISITS);
    visits.saturating_sub(present).min(limits.playouts.unwrap_or(u64::MAX))
}

/// Whether evaluators are shown less than was played: what they say of a position depends on it.
fn hides_history(position: &Position) -> bool {
    position.shown_moves().len() < position.moves().len()
}

/// The moves that lead from one position to a later one of the same game.
pub(crate) fn moves_since(from: &Position, to: &Position) -> Option<Vec<Move>> {
    let same_game = from.rules() == to.rules()
        && from.komi_with_bonus() == to.komi_with_bonus()
        && from.size() == to.size()
        && hides_history(from) == hides_history(to)
        && to.moves().starts_with(from.moves());
    if !same_game {
        return None;
    }
    // Replayed, so that a game with the same moves from another start is noticed, and moves out of turn too.
    let mut replay = from.clone();
    for &(colour, mv) in &to.moves()[from.moves().len()..] {
        if replay.to_move() != colour || replay.play(mv).is_err() {
            return None;
        }
    }
    let arrived = replay.hash() == to.hash();
    arrived.then(|| to.moves()[from.moves().len()..].iter().map(|(_, mv)| *mv).collect())
}
