//! Threads, limits and reports around the tree.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use board::{Komi, Move, Position};
use evaluation::{Evaluation, Evaluator, Ownership, Query};

use crate::tree::{Step, Tree};
use crate::{Limits, Settings, View, view};

/// A search tree with its judges, one a thread.
pub struct Search {
    evaluators: Vec<Box<dyn Evaluator>>,
    settings: Settings,
    root: Position,
    barred: Vec<Move>,
    shared: Mutex<Shared>,
}

/// What the threads share, under one lock: walking the tree is short beside judging a position.
pub(crate) struct Shared {
    pub tree: Tree,
    pub ownership: Option<Box<Ownership>>,
    /// Evaluations begun and finished in this search.
    pub begun: u64,
    pub finished: u64,
    pub elapsed: Duration,
}

impl Search {
    /// One thread for each evaluator; there must be at least one.
    pub fn new(evaluators: Vec<Box<dyn Evaluator>>, settings: Settings, position: &Position) -> Search {
        assert!(!evaluators.is_empty(), "a search needs a judge");
        let shared = Shared {
            tree: Tree::new(settings),
            ownership: None,
            begun: 0,
            finished: 0,
            elapsed: Duration::ZERO,
        };
        Search {
            evaluators,
            settings,
            root: position.clone(),
            barred: Vec::new(),
            shared: Mutex::new(shared),
        }
    }

    pub fn position(&self) -> &Position {
        &self.root
    }

    fn shared(&mut self) -> &mut Shared {
        self.shared.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Goes to another position, keeping what the tree knows of it when play led there from the present one.
    pub fn set_position(&mut self, position: &Position) {
        let new_moves = moves_since(&self.root, position);
        self.root.copy_from(position);
        self.barred.clear();
        match new_moves {
            Some(moves) if moves.is_empty() => {}
            Some(moves) => _ = self.shared().tree.advance(&moves),
            None => self.clear(),
        }
    }

    /// Keeps moves out of the search at the root until the position changes.
    pub fn bar(&mut self, moves: &[Move]) {
        if self.barred != moves {
            self.clear();
            self.barred = moves.to_vec();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.shared().tree.clear();
    }

    /// The number of positions the tree has opened: a fingerprint of its behaviour.
    pub fn open_positions(&mut self) -> usize {
        self.shared().tree.open_positions()
    }

    /// Searches until a limit is reached or `stop` becomes true, and shows itself every `report_every`.
    pub fn run(
        &mut self,
        limits: Limits,
        stop: &AtomicBool,
        report_every: Option<Duration>,
        on_report: &mut dyn FnMut(&View),
    ) {
        let start = Instant::now();
        let shared = self.shared();
        shared.begun = 0;
        shared.finished = 0;
        shared.elapsed = Duration::ZERO;
        shared.ownership = None;
        if self.root.is_over() {
            return;
        }
        let allowed = allowed(&limits, self.shared().tree.totals.visits);
        if allowed == 0 {
            return;
        }
        self.open_root();
        let work = Work {
            root: &self.root,
            barred: &self.barred,
            komi: self.root.komi_with_bonus(),
            batch: self.settings.batch.max(1),
            allowed,
            deadline: limits.time.map(|t| start + t),
            shared: &self.shared,
            stop,
        };
        let Some((own, others)) = self.evaluators.split_first_mut() else { return };
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
                    let view = view::of(&shared, work.root);
                    drop(shared);
                    on_report(&view);
                }
            });
        });
        self.shared().elapsed = start.elapsed();
    }

    /// Opens the root, which every walk through the tree begins at.
    fn open_root(&mut self) {
        let shared = self.shared.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        if shared.tree.is_open() {
            return;
        }
        let Some(judge) = self.evaluators.first_mut() else { return };
        let mut out = [Evaluation::blank()];
        judge.evaluate(&[Query { position: &self.root, wants_priors: true }], &mut out);
        shared.tree.open_root(self.root.to_move(), &out[0].priors);
        shared.tree.apply(&[], &mut out[0], self.root.komi_with_bonus(), self.root.to_move());
        shared.begun = 1;
        shared.finished = 1;
        shared.ownership = out[0].ownership.take();
    }

    /// What is known now.
    pub fn view(&self) -> View {
        let shared = self.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        view::of(&shared, &self.root)
    }
}

/// How many evaluations a search may make.
fn allowed(limits: &Limits, present: u64) -> u64 {
    let visits = limits.visits.map_or(u64::MAX, |v| v.saturating_sub(present));
    visits.min(limits.playouts.unwrap_or(u64::MAX))
}

/// The moves that lead from one position to a later one of the same game.
fn moves_since(from: &Position, to: &Position) -> Option<Vec<Move>> {
    let same_game = from.rules() == to.rules()
        && from.komi_with_bonus() == to.komi_with_bonus()
        && from.size() == to.size()
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

/// One search, as its threads see it.
struct Work<'a> {
    root: &'a Position,
    barred: &'a [Move],
    komi: Komi,
    batch: usize,
    allowed: u64,
    deadline: Option<Instant>,
    shared: &'a Mutex<Shared>,
    stop: &'a AtomicBool,
}

struct Leaf {
    path: Vec<Step>,
    moves: Vec<Move>,
    open: bool,
    position: Position,
}

impl Work<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Shared> {
        // A thread that died has left the tree whole: it is only changed in short calls that cannot fail.
        self.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn run(&self, evaluator: &mut dyn Evaluator, after_each: &mut dyn FnMut(&Self)) {
        let mut leaves: Vec<Leaf> = (0..self.batch)
            .map(|_| Leaf { path: Vec::new(), moves: Vec::new(), open: false, position: self.root.clone() })
            .collect();
        let mut answers: Vec<Evaluation> = (0..self.batch).map(|_| Evaluation::blank()).collect();
        let mut pending = 0;
        loop {
            // One lock serves to apply the last answers and to gather the next leaves.
            let mut shared = self.lock();
            for (leaf, answer) in leaves.iter().zip(&mut answers).take(pending) {
                apply(&mut shared, leaf, answer, self.komi);
            }
            pending = 0;
            let stopped =
                self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|d| Instant::now() >= d);
            while !stopped && pending < self.batch && shared.begun < self.allowed {
                shared.begun += 1;
                let leaf = &mut leaves[pending];
                leaf.open = shared.tree.gather(self.barred, &mut leaf.path, &mut leaf.moves);
                pending += 1;
            }
            drop(shared);
            if pending == 0 {
                return;
            }
            for leaf in &mut leaves[..pending] {
                leaf.position.copy_from(self.root);
                for mv in &leaf.moves {
                    leaf.position.play_legal(*mv);
                }
            }
            let queries: Vec<Query> = leaves[..pending]
                .iter()
                .map(|leaf| Query {
                    position: &leaf.position,
                    wants_priors: leaf.open && !leaf.position.is_over(),
                })
                .collect();
            evaluator.evaluate(&queries, &mut answers[..pending]);
            after_each(self);
        }
    }
}

fn apply(shared: &mut Shared, leaf: &Leaf, answer: &mut Evaluation, komi: Komi) {
    shared.finished += 1;
    shared.tree.apply(&leaf.path, answer, komi, leaf.position.to_move());
    if let Some(new) = &answer.ownership {
        match &mut shared.ownership {
            Some(sum) => sum.add(new),
            None => shared.ownership = Some(new.clone()),
        }
    }
}
