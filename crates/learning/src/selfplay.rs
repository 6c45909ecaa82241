//! Games of a network against itself, many side by side.

mod game;
mod komi;
mod policy_init;
mod scheduler;
mod teacher;

pub use komi::even_komi;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use board::{Colour, Komi, Objective, Position};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use game_runner::{Host, RULES, Step, run};
use network::{Backend, EvaluatorError, EvaluatorSettings, NetworkEvaluator, OutputSettings, SymmetryChoice};
use parking_lot::Mutex;

use crate::record::Record;
use crate::settings::SelfPlaySettings;
use crate::settings::SelfPlaySettingsError;
use game::SelfPlayGame;
pub use scheduler::EmptyBoardCurve;
use scheduler::Scheduler;
use teacher::Role;

#[derive(thiserror::Error, Debug)]
pub enum SelfPlayError {
    #[error(transparent)]
    Settings(#[from] SelfPlaySettingsError),
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
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
    /// Share of the time in which the network was idle.
    pub waiting: f64,
}

impl Progress {
    pub fn evaluations_per_second(&self) -> f64 {
        self.evaluations as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// A network that plays against itself. When it is replaced, games in progress continue with the next one.
pub struct SelfPlay {
    settings: SelfPlaySettings,
    /// What games are played for besides the score. If it is one side's, that is Black in half of them.
    objective: Objective,
    student: Option<Backend>,
    scheduler: Mutex<Scheduler>,
    /// Games in progress, by thread.
    games: Vec<Vec<SelfPlayGame>>,
}

struct Counters {
    games: AtomicU64,
    failed: AtomicBool,
}

impl SelfPlay {
    pub fn new(settings: SelfPlaySettings) -> Result<SelfPlay, SelfPlayError> {
        SelfPlay::with_objective(settings, Objective::default())
    }

    pub fn with_objective(
        settings: SelfPlaySettings,
        objective: Objective,
    ) -> Result<SelfPlay, SelfPlayError> {
        settings.check()?;
        let scheduler = Mutex::new(Scheduler::new(&settings, objective));
        let games = (0..settings.threads).map(|_| Vec::new()).collect();
        Ok(SelfPlay { settings, objective, student: None, scheduler, games })
    }

    /// The student that plays some of the moves where a teacher plays; without it the teacher plays all.
    pub fn set_student(&mut self, backend: Option<Backend>) {
        self.student = backend;
    }

    /// Changes how games continue; threads and their games stay.
    pub fn go_on_with(&mut self, settings: SelfPlaySettings) {
        let (games_per_thread, threads) = (self.settings.games_per_thread, self.settings.threads);
        self.settings = SelfPlaySettings { games_per_thread, threads, ..settings };
    }

    /// Games begun from the empty board, and branches begun.
    pub fn counts(&mut self) -> (u64, u64) {
        self.scheduler.get_mut().counts()
    }

    /// What the network thinks of the empty boards: one for either side whose objective it may be.
    pub fn empty_boards(&self, backend: &Backend) -> Result<Vec<EmptyBoardCurve>, SelfPlayError> {
        let settings = EvaluatorSettings { symmetry: SymmetryChoice::All, ..EvaluatorSettings::default() };
        let mut evaluator = NetworkEvaluator::new(backend, settings, 0)?;
        let mut boards = Vec::new();
        let sides: &[Option<Colour>] = match self.objective.is_one_sided() {
            true => &[Some(Colour::Black), Some(Colour::White)],
            false => &[None],
        };
        let sizes = self.settings.each_size().filter_map(board::Size::playable);
        for (size, side) in sizes.flat_map(|size| sides.iter().map(move |side| (size, *side))) {
            let mut position = Position::new(size, RULES, Komi::ZERO);
            position.set_objective(Objective { side, ..self.objective });
            let mut out = [Evaluation::blank()];
            evaluator
                .evaluate(&[Query { position: &position, wants_priors: false, at_root: true }], &mut out)?;
            boards.push(EmptyBoardCurve { size, side, curve: out[0].curve });
        }
        Ok(boards)
    }

    /// Plays until `games` more are finished or `stop` becomes true. Finished games go to `keep` every `often` at least, with
    /// the progress so far; an error from there ends the play and is returned.
    pub fn play<E: From<SelfPlayError>>(
        &mut self,
        backend: &Backend,
        games: u64,
        stop: &AtomicBool,
        often: Duration,
        mut keep: impl FnMut(Vec<Record>, &Progress) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let boards = self.empty_boards(backend)?;
        self.scheduler.get_mut().set_boards(boards);
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
        let done: &(dyn Fn() -> bool + Sync) = &done;
        let counters_of = &counters;
        let result = std::thread::scope(|scope| {
            let workers: Vec<_> = self
                .games
                .iter_mut()
                .enumerate()
                .map(|(i, games)| {
                    let number = i as u64;
                    scope.spawn(move || {
                        let worker = Worker::new(
                            (scheduler, settings),
                            (backend, student),
                            (counters_of, done),
                            number,
                        );
                        let result =
                            worker.and_then(|mut worker| run(&mut worker, games, settings.games_per_thread));
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

fn take(scheduler: &Mutex<Scheduler>) -> Vec<Record> {
    std::mem::take(&mut scheduler.lock().finished)
}

/// A thread of self-play.
struct Worker<'a> {
    scheduler: &'a Mutex<Scheduler>,
    settings: &'a SelfPlaySettings,
    counters: &'a Counters,
    done: &'a (dyn Fn() -> bool + Sync),
    /// The network's name.
    net: String,
    /// Those of [`Role::Player`] and [`Role::Student`].
    player: NetworkEvaluator,
    student: Option<NetworkEvaluator>,
}

impl<'a> Worker<'a> {
    fn new(
        selfplay: (&'a Mutex<Scheduler>, &'a SelfPlaySettings),
        (backend, student): (&Backend, Option<&Backend>),
        (counters, done): (&'a Counters, &'a (dyn Fn() -> bool + Sync)),
        number: u64,
    ) -> Result<Worker<'a>, SelfPlayError> {
        let (scheduler, settings) = selfplay;
        let outputs =
            OutputSettings { ownership: settings.distillation.is_some(), ..OutputSettings::default() };
        let player = EvaluatorSettings { outputs, ..EvaluatorSettings::default() };
        let student =
            student.map(|student| NetworkEvaluator::new(student, EvaluatorSettings::default(), number));
        Ok(Worker {
            scheduler,
            settings,
            counters,
            done,
            net: backend.network().name.clone(),
            player: NetworkEvaluator::new(backend, player, number)?,
            student: student.transpose()?,
        })
    }
}

impl Host for Worker<'_> {
    type Game = SelfPlayGame;
    type Error = SelfPlayError;

    fn next_game(&mut self) -> Option<SelfPlayGame> {
        let start = self.scheduler.lock().next()?;
        SelfPlayGame::new(start, self.settings, self.student.is_some())
    }

    fn advance(&mut self, game: &mut SelfPlayGame) -> Step {
        while !game.needs_evaluation() {
            let moved = game.play(self.settings);
            if let Some(branch) = moved.branch {
                self.scheduler.lock().wait(branch);
            }
            let is_over = moved.ending.is_some();
            let finished = match moved.ending {
                Some(ending) => Some(game.record(&self.net, ending)),
                None => game.part(&self.net),
            };
            if let Some(finished) = finished {
                self.scheduler.lock().finished.push(finished);
                self.counters.games.fetch_add(1, Ordering::Relaxed);
            }
            if is_over {
                return Step::Over;
            }
        }
        Step::NeedsEvaluation
    }

    fn evaluate(
        &mut self,
        evaluator: usize,
        queries: &[Query],
        _: &[u64],
        out: &mut [Evaluation],
    ) -> Result<(), SelfPlayError> {
        let evaluator = match &mut self.student {
            Some(student) if evaluator == Role::Student as usize => student,
            _ => &mut self.player,
        };
        Ok(evaluator.evaluate(queries, out)?)
    }

    fn is_stopped(&self) -> bool {
        (self.done)()
    }
}
