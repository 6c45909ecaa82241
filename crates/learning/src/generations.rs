//! The loop of a run: games, training, the next network, and again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::Colour;
use network::weights::{Stored, Training};
use network::{Backend, Network};
use nn::{ExecutorError, ExecutorKind};

use crate::log::Losses;
use crate::log::{self, EmptyBoard, Generation};
use crate::rating::{self, RatingError};
use crate::record::Record;
use crate::run::{Run, RunError};
use crate::selfplay::{EmptyBoardCurve, Progress, SelfPlay, SelfPlayError};
use crate::train::{TrainError, Trained, train};

/// Finished games are written this often.
const STORE_INTERVAL: Duration = Duration::from_secs(1);

/// Is told about the progress of a run.
pub trait Observer {
    /// What runs the networks, in words.
    fn begins(&mut self, executor: &str);
    fn played(&mut self, games: u64, wanted: u64, progress: &Progress);
    fn trained(&mut self, step: u64, steps: u64, losses: &Losses);
    /// A generation is complete. With its Elo, if networks are rated.
    fn completed(&mut self, generation: &Generation, elo: Option<f64>);
}

#[derive(thiserror::Error, Debug)]
pub enum GenerationError {
    #[error("this run needs a teacher: name its network with --teacher")]
    NoTeacher,
    #[error("nobody is taught in this run: leave --teacher out")]
    Teacher,
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error("networks cannot be rated: {0}")]
    Rating(#[from] RatingError),
}

/// Continues a run to the last generation of its settings, or for `more` networks. What comes next follows from the
/// run's folder.
pub fn make_generations(
    run: &Run,
    teacher: Option<&Network>,
    more: Option<u32>,
    kind: ExecutorKind,
    observer: &mut impl Observer,
) -> Result<(), GenerationError> {
    let settings = run.settings();
    let (first, _) = run.newest()?;
    let last = more.map_or(settings.generations, |more| first.saturating_add(more));
    let teacher = match (teacher, &settings.selfplay.distillation) {
        (Some(teacher), Some(_)) => Some(backend(kind, teacher)?),
        (None, None) => None,
        (None, Some(_)) => return Err(GenerationError::NoTeacher),
        (Some(_), None) => return Err(GenerationError::Teacher),
    };
    let mut selfplay = SelfPlay::with_objective(run.selfplay_settings(first)?, settings.objective)?;
    plot(run)?;
    loop {
        let (generation, stored) = run.newest()?;
        if generation >= last {
            return Ok(());
        }
        let own = backend(kind, &stored.network)?;
        let player = match &teacher {
            Some(teacher) => {
                // Games of a network that has learnt nothing yet are not worth evaluating.
                selfplay.set_student((stored.header.training.samples > 0).then_some(own));
                teacher.clone()
            }
            None => own,
        };
        if generation == first {
            observer.begins(&player.executors().describe());
        }
        selfplay.go_on_with(settings.selfplay.at(generation));
        let progress = play(run, &mut selfplay, &player, generation, observer)?;
        let (trained, games, positions) = train_next(run, &stored, generation, observer)?;
        let mut entry = Generation {
            games,
            positions,
            ..store(run, &stored, &selfplay, kind, (generation + 1, &trained, &progress))?
        };
        if let Some(settings) = &settings.rating {
            entry.ratings = rating::play(run, settings, kind, &entry)?;
        }
        run.log(&entry)?;
        let elo = plot(run)?;
        let elo = elo.iter().find(|(generation, _)| *generation == entry.generation);
        observer.completed(&entry, elo.map(|(_, elo)| *elo));
    }
}

/// Draws what the log says so far, and returns the Elo of each generation.
pub(crate) fn plot(run: &Run) -> Result<Vec<(u32, f64)>, RunError> {
    let entries = log::read(&run.folder().join("log.jsonl"));
    let elo = rating::elo(&entries);
    if !entries.is_empty() {
        let path = run.folder().join("progress.svg");
        atomic_file::write(&path, log::plots(&entries, &elo).as_bytes())
            .map_err(|error| RunError::Io { path, error })?;
    }
    Ok(elo)
}

fn backend(kind: ExecutorKind, network: &Network) -> Result<Backend, ExecutorError> {
    Backend::new(kind, Arc::new(network.clone()))
}

/// Plays until the generation has its games.
fn play(
    run: &Run,
    selfplay: &mut SelfPlay,
    backend: &Backend,
    generation: u32,
    observer: &mut impl Observer,
) -> Result<Progress, GenerationError> {
    let (there, wanted) = (run.count(generation)?, run.settings().games_per_generation);
    let mut stored = there;
    let store = |games: Vec<Record>, progress: &Progress| -> Result<(), RunError> {
        run.store_games(generation, &games)?;
        stored += games.len() as u64;
        observer.played(stored.min(wanted), wanted, progress);
        Ok(())
    };
    let never = AtomicBool::new(false);
    Ok(selfplay.play(backend, wanted.saturating_sub(there), &never, STORE_INTERVAL, store)?)
}

/// Trains the next network. With it come the games and the positions that it was trained on.
fn train_next(
    run: &Run,
    before: &Stored,
    generation: u32,
    observer: &mut impl Observer,
) -> Result<(Trained, usize, usize), GenerationError> {
    let settings = run.settings();
    let window = run.replay_window(generation)?;
    let initial = run.initial_network(generation + 1, before)?;
    let train_settings = settings.train_at(generation + 1);
    let seed = settings.selfplay.seed.wrapping_add(u64::from(generation) << 32);
    let threads = settings.selfplay.threads;
    let trained = train(&initial, &window, &train_settings, (seed, threads), |step, losses| {
        observer.trained(step, train_settings.steps, losses);
    })?;
    Ok((trained, window.games(), window.positions()))
}

/// Stores a trained network, and sums up its generation.
fn store(
    run: &Run,
    before: &Stored,
    selfplay: &SelfPlay,
    kind: ExecutorKind,
    (generation, trained, progress): (u32, &Trained, &Progress),
) -> Result<Generation, GenerationError> {
    let (settings, earlier) = (run.settings(), &before.header.training);
    let training = Training {
        data: match settings.selfplay.distillation {
            Some(_) => format!("games of a teacher, preset {}", settings.name),
            None => format!("self-play, preset {}", settings.name),
        },
        seed: None,
        parent: Some(before.header.name.clone()),
        generation: u64::from(generation),
        games: earlier.games + progress.games,
        samples: earlier.samples + trained.steps * settings.train.batch_size as u64,
        steps: earlier.steps + trained.steps,
    };
    run.store(generation, &trained.network, training)?;
    let boards = selfplay.empty_boards(&backend(kind, &trained.network)?)?;
    let empty_board = |board: &EmptyBoardCurve| EmptyBoard {
        side: board.size.width(),
        fair_komi: f64::from(board.curve.board_lead().of(Colour::Black)),
        confidence: f64::from(board.curve.confidence()),
    };
    // Where sides differ, Black's: the curves over generations need one.
    let boards: Vec<_> = boards.iter().filter(|board| board.side != Some(Colour::White)).collect();
    Ok(Generation {
        generation,
        games: 0,
        positions: 0,
        steps: trained.steps,
        losses: trained.losses,
        validation: trained.validation,
        empty_boards: boards.into_iter().map(empty_board).collect(),
        played: progress.games,
        evaluations_per_second: progress.evaluations_per_second().round(),
        selfplay_idle: progress.waiting,
        train_idle: trained.waiting,
        positions_per_second: trained.positions_per_second.round(),
        ratings: Vec::new(),
        rollbacks: trained.rollbacks,
        selfplay_seconds: progress.elapsed.as_secs_f64(),
        train_seconds: trained.elapsed.as_secs_f64(),
    })
}
