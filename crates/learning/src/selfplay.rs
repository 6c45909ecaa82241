//! Many games side by side, whose positions are judged together.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use board::{Position, Size};
use evaluation::{Curve, Evaluation, Evaluator, Query};
use network::{Backend, EvaluatorError, JudgeSettings, NetworkEvaluator, Reading, SymmetryChoice};

use crate::hall::Hall;
use crate::playing::Playing;
use crate::settings::PlaySettingsError;
use crate::teaching::Judge;
use crate::{PlaySettings, RULES, Record};

#[derive(thiserror::Error, Debug)]
pub enum SelfPlayError {
    #[error(transparent)]
    Settings(#[from] PlaySettingsError),
    #[error(transparent)]
    Judge(#[from] EvaluatorError),
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
    settings: PlaySettings,
    pupil: Option<Backend>,
    hall: Mutex<Hall>,
    /// Tables by threads.
    tables: Vec<Vec<Playing>>,
}

struct Counters {
    games: AtomicU64,
    failed: AtomicBool,
}

impl SelfPlay {
    pub fn new(settings: PlaySettings) -> Result<SelfPlay, SelfPlayError> {
        settings.check()?;
        let hall = Mutex::new(Hall::new(&settings));
        let tables = (0..settings.threads).map(|_| Vec::new()).collect();
        Ok(SelfPlay { settings, pupil: None, hall, tables })
    }

    /// Who sits in the seats that a teacher leaves to its pupil; it keeps them where there is none.
    pub fn set_pupil(&mut self, backend: Option<Backend>) {
        self.pupil = backend;
    }

    /// How games go on from here; tables and threads stay as they are.
    pub fn go_on_with(&mut self, settings: PlaySettings) {
        let (tables, threads) = (self.settings.tables, self.settings.threads);
        self.settings = PlaySettings { tables, threads, ..settings };
    }

    /// Games begun from the empty board, and branches begun.
    pub fn counts(&mut self) -> (u64, u64) {
        self.hall.get_mut().unwrap_or_else(PoisonError::into_inner).counts()
    }

    /// What the network thinks of the empty boards.
    pub fn empty_boards(&self, backend: &Backend) -> Result<Vec<(Size, Curve)>, SelfPlayError> {
        let settings = JudgeSettings { symmetry: SymmetryChoice::All, ..JudgeSettings::default() };
        let mut judge = NetworkEvaluator::new(backend, settings, 0)?;
        let mut boards = Vec::new();
        for size in self.settings.each_side().filter_map(Size::playable) {
            let position = Position::new(size, RULES, board::Komi::ZERO);
            let mut out = [Evaluation::blank()];
            judge.evaluate(&[Query { position: &position, wants_priors: false, at_root: true }], &mut out);
            boards.push((size, out[0].curve));
        }
        match judge.trouble().first() {
            Some(error) => Err(error.clone().into()),
            None => Ok(boards),
        }
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
        self.hall.get_mut().unwrap_or_else(PoisonError::into_inner).set_boards(boards);
        let counters = Counters { games: AtomicU64::new(0), failed: AtomicBool::new(false) };
        let (start, before) = (Instant::now(), backend.executors().meter().read());
        let (hall, settings, pupil) = (&self.hall, &self.settings, self.pupil.as_ref());
        let progress = || {
            let (done, elapsed) = (backend.executors().meter().read().since(&before), start.elapsed());
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
                    let worker =
                        Worker { hall, settings, backend, pupil, counters: counters_of, number: i as u64 };
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
                    if let Err(error) = keep(take(hall), &progress()) {
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
        keep(take(hall), &progress)?;
        Ok(progress)
    }
}

fn lock(hall: &Mutex<Hall>) -> MutexGuard<'_, Hall> {
    hall.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take(hall: &Mutex<Hall>) -> Vec<Record> {
    std::mem::take(&mut lock(hall).finished)
}

/// A thread of self-play.
struct Worker<'a> {
    hall: &'a Mutex<Hall>,
    settings: &'a PlaySettings,
    backend: &'a Backend,
    pupil: Option<&'a Backend>,
    counters: &'a Counters,
    number: u64,
}

impl Worker<'_> {
    fn run(&self, tables: &mut Vec<Playing>, done: &(impl Fn() -> bool + Sync)) -> Result<(), SelfPlayError> {
        let net = self.backend.network().name.clone();
        let reading = Reading { ownership: self.settings.teaching.is_some(), ..Reading::default() };
        let settings = JudgeSettings { reading, ..JudgeSettings::default() };
        let mut judge = NetworkEvaluator::new(self.backend, settings, self.number)?;
        let mut pupil = match self.pupil {
            Some(pupil) => Some(NetworkEvaluator::new(pupil, JudgeSettings::default(), self.number)?),
            None => None,
        };
        let mut answers: Vec<Evaluation> = Vec::new();
        while tables.len() < self.settings.tables
            && let Some(playing) = self.begin()
        {
            tables.push(playing);
        }
        while !done() {
            tables.retain_mut(|playing| self.advance(playing, &net));
            if tables.is_empty() {
                return Ok(());
            }
            for ((_, asked), group) in by_size_and_judge(tables) {
                let judge = match (asked, &mut pupil) {
                    (Judge::Pupil, Some(pupil)) => pupil,
                    _ => &mut judge,
                };
                answers.resize_with(group.len().max(answers.len()), Evaluation::blank);
                let queries: Vec<Query> = group.iter().filter_map(|playing| playing.question()).collect();
                judge.evaluate(&queries, &mut answers[..group.len()]);
                drop(queries);
                for (playing, answer) in group.into_iter().zip(&answers) {
                    playing.answer(answer);
                }
                if let Some(error) = judge.trouble().first() {
                    return Err(error.clone().into());
                }
            }
        }
        Ok(())
    }

    fn begin(&self) -> Option<Playing> {
        let start = lock(self.hall).next()?;
        Playing::new(start, self.settings, self.pupil.is_some())
    }

    /// Plays until something must be judged; false when there is no game to play.
    fn advance(&self, playing: &mut Playing, net: &str) -> bool {
        while !playing.walk() {
            let moved = playing.play(self.settings);
            if let Some(branch) = moved.branch {
                lock(self.hall).wait(branch);
            }
            let finished = match moved.ending {
                Some(ending) => {
                    let Some(next) = self.begin() else { return false };
                    Some(std::mem::replace(playing, next).record(net, ending))
                }
                None => playing.part(net),
            };
            if let Some(finished) = finished {
                lock(self.hall).finished.push(finished);
                self.counters.games.fetch_add(1, Ordering::Relaxed);
            }
        }
        true
    }
}

/// Tables by the side of the board, which a batch has one of, and by whom they ask.
fn by_size_and_judge(tables: &mut [Playing]) -> impl Iterator<Item = ((usize, Judge), Vec<&mut Playing>)> {
    let mut groups: Vec<((usize, Judge), Vec<&mut Playing>)> = Vec::new();
    for playing in tables {
        let key = (playing.size().width(), playing.judge());
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(playing),
            None => groups.push((key, vec![playing])),
        }
    }
    groups.into_iter()
}
