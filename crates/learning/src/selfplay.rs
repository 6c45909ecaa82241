//! Games of a network against itself, many side by side.

mod game;
mod komi;
mod policy_init;
mod scheduler;
mod teacher;

pub use komi::even_komi;
pub use policy_init::PolicyInitSettings;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use board::{Position, Size};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Query};
use network::{Backend, EvaluatorError, EvaluatorSettings, NetworkEvaluator, OutputSettings, SymmetryChoice};

use crate::settings::SelfPlaySettingsError;
use crate::{RULES, Record, SelfPlaySettings};
use game::SelfPlayGame;
use scheduler::Scheduler;
use teacher::Role;

#[derive(thiserror::Error, Debug)]
pub enum SelfPlayError {
    #[error(transparent)]
    Settings(#[from] SelfPlaySettingsError),
    #[error(transparent)]
    Judge(#[from] EvaluatorError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error("a thread of self-play died")]
    Died,
}

/// What self-play has done since the network was last changed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    pub games: u64,
    pub evaluations: u64,
    pub elapsed: Duration,
    /// The share of the time in which nothing was in the network.
    pub waiting: f64,
}

impl Progress {
    pub fn evaluations_per_second(&self) -> f64 {
        self.evaluations as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Tables on which a network plays against itself. Games that are on when it is replaced go on with the next one.
pub struct SelfPlay {
    settings: SelfPlaySettings,
    student: Option<Backend>,
    scheduler: Mutex<Scheduler>,
    /// Tables by threads.
    tables: Vec<Vec<SelfPlayGame>>,
}

struct Counters {
    games: AtomicU64,
    failed: AtomicBool,
}

impl SelfPlay {
    pub fn new(settings: SelfPlaySettings) -> Result<SelfPlay, SelfPlayError> {
        settings.check()?;
        let scheduler = Mutex::new(Scheduler::new(&settings));
        let tables = (0..settings.threads).map(|_| Vec::new()).collect();
        Ok(SelfPlay { settings, student: None, scheduler, tables })
    }

    /// Who sits in the seats that a teacher leaves to its student; it keeps them where there is none.
    pub fn set_student(&mut self, backend: Option<Backend>) {
        self.student = backend;
    }

    /// How games go on from here; tables and threads stay as they are.
    pub fn go_on_with(&mut self, settings: SelfPlaySettings) {
        let (games_per_thread, threads) = (self.settings.games_per_thread, self.settings.threads);
        self.settings = SelfPlaySettings { games_per_thread, threads, ..settings };
    }

    /// Games begun from the empty board, and branches begun.
    pub fn counts(&mut self) -> (u64, u64) {
        self.scheduler.get_mut().unwrap_or_else(PoisonError::into_inner).counts()
    }

    /// What the network thinks of the empty boards.
    pub fn empty_boards(&self, backend: &Backend) -> Result<Vec<(Size, Curve)>, SelfPlayError> {
        let settings = EvaluatorSettings { symmetry: SymmetryChoice::All, ..EvaluatorSettings::default() };
        let mut judge = NetworkEvaluator::new(backend, settings, 0)?;
        let mut boards = Vec::new();
        for size in self.settings.each_size().filter_map(Size::playable) {
            let position = Position::new(size, RULES, board::Komi::ZERO);
            let mut out = [Evaluation::blank()];
            judge.evaluate(&[Query { position: &position, wants_priors: false, at_root: true }], &mut out)?;
            boards.push((size, out[0].curve));
        }
        Ok(boards)
    }

    /// Plays until `games` more are finished or `stop` becomes true. Finished games go to `keep` from time to time,
    /// every `often` at least, with what was done so far; an error from there ends the play, and is returned.
    pub fn play<E: From<SelfPlayError>>(
        &mut self,
        backend: &Backend,
        games: u64,
        stop: &AtomicBool,
        often: Duration,
        mut keep: impl FnMut(Vec<Record>, &Progress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let boards = self.empty_boards(backend)?;
        self.scheduler.get_mut().unwrap_or_else(PoisonError::into_inner).set_boards(boards);
        let counters = Counters { games: AtomicU64::new(0), failed: AtomicBool::new(false) };
        let (start, before) = (Instant::now(), backend.executors().stats().read());
        let (scheduler, settings, student) = (&self.scheduler, &self.settings, self.student.as_ref());
        let progress = || {
            let (done, elapsed) = (backend.executors().stats().read().since(&before), start.elapsed());
            Progress {
                games: counters.games.load(Ordering::Relaxed),
                evaluations: done.evaluations,
                elapsed,
                waiting: 1.0 - done.busy.as_secs_f64() / elapsed.as_secs_f64().max(1e-9),
            }
        };
        let ended = AtomicBool::new(false);
        let done = || {
            ended.load(Ordering::Relaxed)
                || stop.load(Ordering::Relaxed)
                || counters.failed.load(Ordering::Relaxed)
                || counters.games.load(Ordering::Relaxed) >= games
        };
        let (done, counters_of) = (&done, &counters);
        let result = std::thread::scope(|scope| {
            let workers: Vec<_> = self
                .tables
                .iter_mut()
                .enumerate()
                .map(|(i, tables)| {
                    let worker = Worker {
                        scheduler,
                        settings,
                        backend,
                        student,
                        counters: counters_of,
                        number: i as u64,
                    };
                    scope.spawn(move || {
                        let result = worker.run(tables, done);
                        if result.is_err() {
                            counters_of.failed.store(true, Ordering::Relaxed);
                        }
                        result
                    })
                })
                .collect();
            let mut kept: Result<(), E> = Ok(());
            let mut due = Instant::now() + often;
            while !workers.iter().all(|worker| worker.is_finished()) {
                std::thread::park_timeout(Duration::from_millis(20).min(often));
                if Instant::now() >= due {
                    due = Instant::now() + often;
                    if let Err(error) = keep(take(scheduler), &progress()) {
                        kept = Err(error);
                        ended.store(true, Ordering::Relaxed);
                        break;
                    }
                }
            }
            let mut result = kept;
            for worker in workers {
                let worker = worker.join().unwrap_or(Err(SelfPlayError::Died)).map_err(E::from);
                result = result.and(worker);
            }
            result
        });
        result?;
        let progress = progress();
        keep(take(scheduler), &progress)?;
        Ok(progress)
    }
}

fn lock(scheduler: &Mutex<Scheduler>) -> MutexGuard<'_, Scheduler> {
    scheduler.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take(scheduler: &Mutex<Scheduler>) -> Vec<Record> {
    std::mem::take(&mut lock(scheduler).finished)
}

/// A thread of self-play.
struct Worker<'a> {
    scheduler: &'a Mutex<Scheduler>,
    settings: &'a SelfPlaySettings,
    backend: &'a Backend,
    student: Option<&'a Backend>,
    counters: &'a Counters,
    number: u64,
}

impl Worker<'_> {
    fn run(
        &self,
        tables: &mut Vec<SelfPlayGame>,
        done: &(impl Fn() -> bool + Sync),
    ) -> Result<(), SelfPlayError> {
        let net = self.backend.network().name.clone();
        let outputs =
            OutputSettings { ownership: self.settings.distillation.is_some(), ..OutputSettings::default() };
        let settings = EvaluatorSettings { outputs, ..EvaluatorSettings::default() };
        let mut judge = NetworkEvaluator::new(self.backend, settings, self.number)?;
        let mut student = match self.student {
            Some(student) => Some(NetworkEvaluator::new(student, EvaluatorSettings::default(), self.number)?),
            None => None,
        };
        let mut answers: Vec<Evaluation> = Vec::new();
        while tables.len() < self.settings.games_per_thread
            && let Some(playing) = self.begin()
        {
            tables.push(playing);
        }
        while !done() {
            tables.retain_mut(|playing| self.advance(playing, &net));
            if tables.is_empty() {
                return Ok(());
            }
            for ((_, asked), group) in by_size_and_role(tables) {
                let judge = match (asked, &mut student) {
                    (Role::Student, Some(student)) => student,
                    _ => &mut judge,
                };
                answers.resize_with(group.len().max(answers.len()), Evaluation::blank);
                let queries: Vec<Query> = group.iter().filter_map(|playing| playing.question()).collect();
                judge.evaluate(&queries, &mut answers[..group.len()])?;
                drop(queries);
                for (playing, answer) in group.into_iter().zip(&answers) {
                    playing.answer(answer);
                }
            }
        }
        Ok(())
    }

    fn begin(&self) -> Option<SelfPlayGame> {
        let start = lock(self.scheduler).next()?;
        SelfPlayGame::new(start, self.settings, self.student.is_some())
    }

    /// Plays until something must be judged; false when there is no game to play.
    fn advance(&self, playing: &mut SelfPlayGame, net: &str) -> bool {
        while !playing.walk() {
            let moved = playing.play(self.settings);
            if let Some(branch) = moved.branch {
                lock(self.scheduler).wait(branch);
            }
            let finished = match moved.ending {
                Some(ending) => {
                    let Some(next) = self.begin() else { return false };
                    Some(std::mem::replace(playing, next).record(net, ending))
                }
                None => playing.part(net),
            };
            if let Some(finished) = finished {
                lock(self.scheduler).finished.push(finished);
                self.counters.games.fetch_add(1, Ordering::Relaxed);
            }
        }
        true
    }
}

/// Tables by the side of the board, which a batch has one of, and the network that they ask.
fn by_size_and_role(
    tables: &mut [SelfPlayGame],
) -> impl Iterator<Item = ((usize, Role), Vec<&mut SelfPlayGame>)> {
    let mut groups: Vec<((usize, Role), Vec<&mut SelfPlayGame>)> = Vec::new();
    for playing in tables {
        let key = (playing.size().width(), playing.role());
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(playing),
            None => groups.push((key, vec![playing])),
        }
    }
    groups.into_iter()
}
