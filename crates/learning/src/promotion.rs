//! From games to the next generation: training, what the manifest says of it, and what follows its promotion.

use std::sync::Arc;

use board::Colour;
use network::Backend;
use network::weights::Training;
use nn::ExecutorKind;

use crate::game_pool::GamePool;
use crate::layout;
use crate::learner::{Learner, Trained};
use crate::log::{self, EmptyBoard, Generation};
use crate::manifest::Manifest;
use crate::observer::{GenerationError, Observer};
use crate::patience::Patience;
use crate::rating::{self, RatingError};
use crate::run::{Run, RunError};
use crate::selfplay::{EmptyBoardCurve, Progress, SelfPlay};

/// Trains the network after `before` and stores it. It is not promoted yet.
pub fn train(
    run: &Run,
    learner: &mut impl Learner,
    before: &Manifest,
    pool: &GamePool,
    progress: &Progress,
    (kind, patience): (ExecutorKind, Patience),
    observer: &mut impl Observer,
) -> Result<Manifest, GenerationError> {
    let (settings, generation) = (run.settings(), before.generation + 1);
    let stored = patience.retry(|| run.network(before), |error, wait| observer.waits(error, wait))?;
    let window = pool.window(run);
    let initial = run.initial_network(generation, &stored)?;
    let train_settings = settings.train_at(generation);
    let seed = settings.selfplay.seed.wrapping_add(u64::from(before.generation) << 32);
    let threads = settings.selfplay.threads;
    let trained =
        learner.learn(&initial, &window, &train_settings, (seed, threads), &mut |step, losses| {
            observer.trained(step, train_settings.steps, losses);
        })?;
    let earlier = &stored.header.training;
    let training = Training {
        data: match settings.selfplay.distillation {
            Some(_) => format!("games of a teacher, preset {}", settings.name),
            None => format!("self-play, preset {}", settings.name),
        },
        seed: None,
        parent: Some(stored.header.name.clone()),
        generation: u64::from(generation),
        games: earlier.games + progress.games,
        samples: earlier.samples + trained.steps * settings.train.batch_size as u64,
        steps: earlier.steps + trained.steps,
    };
    let upload = || run.upload(generation, &trained.network, training.clone());
    let network = patience.retry(upload, |error, wait| observer.waits(error, wait))?;
    let figures = Generation {
        generation,
        games: window.games(),
        positions: window.positions(),
        empty_boards: empty_boards(run, &trained, kind)?,
        ..figures(&trained, progress)
    };
    Ok(Manifest { generation, network, games: pool.counts(), figures: Some(figures) })
}

fn empty_boards(
    run: &Run,
    trained: &Trained,
    kind: ExecutorKind,
) -> Result<Vec<EmptyBoard>, GenerationError> {
    let backend = Backend::new(kind, Arc::new(trained.network.clone()))?;
    let (settings, objective) = (run.settings().selfplay.clone(), run.settings().objective);
    let boards = SelfPlay::with_objective(settings, objective)?.empty_boards(&backend)?;
    let empty_board = |board: &EmptyBoardCurve| EmptyBoard {
        side: board.size.width(),
        fair_komi: f64::from(board.curve.board_lead().of(Colour::Black)),
        confidence: f64::from(board.curve.confidence()),
    };
    // Where sides differ, Black's: the curves over generations need one.
    Ok(boards.iter().filter(|board| board.side != Some(Colour::White)).map(empty_board).collect())
}

fn figures(trained: &Trained, progress: &Progress) -> Generation {
    Generation {
        steps: trained.steps,
        losses: trained.losses,
        validation: trained.validation,
        played: progress.games,
        evaluations_per_second: progress.evaluations_per_second().round(),
        selfplay_idle: progress.waiting,
        train_idle: trained.waiting,
        positions_per_second: trained.positions_per_second.round(),
        rollbacks: trained.rollbacks,
        selfplay_seconds: progress.elapsed.as_secs_f64(),
        train_seconds: trained.elapsed.as_secs_f64(),
        ..Generation::default()
    }
}

/// What follows a promotion: rating games, the log, and who observes is told.
pub fn complete(
    run: &Run,
    manifest: &Manifest,
    (kind, patience): (ExecutorKind, Patience),
    log: &mut Vec<Generation>,
    observer: &mut impl Observer,
) -> Result<(), GenerationError> {
    let Some(mut entry) = manifest.figures.clone() else { return Ok(()) };
    if let Some(settings) = &run.settings().rating {
        entry.ratings = loop {
            match rating::play(run, settings, kind, &entry) {
                Err(RatingError::Run(error)) if patience == Patience::Endless && error.may_pass() => {
                    let mut first = Some(error);
                    patience.retry(|| first.take().map_or(Ok(()), Err), |e, wait| observer.waits(e, wait))?;
                }
                played => break played?,
            }
        };
        if !entry.ratings.is_empty() {
            let create = || run.create(&layout::rating(entry.generation), &entry.ratings);
            patience.retry(create, |error, wait| observer.waits(error, wait))?;
        }
    }
    log.push(entry.clone());
    let elo = patience.retry(|| publish(run, log), |error, wait| observer.waits(error, wait))?;
    let elo = elo.iter().find(|(generation, _)| *generation == entry.generation);
    observer.completed(&entry, elo.map(|(_, elo)| *elo));
    Ok(())
}

/// Writes the log for people to read, draws it, and returns the Elo of each generation.
pub fn publish(run: &Run, log: &[Generation]) -> Result<Vec<(u32, f64)>, RunError> {
    let elo = rating::elo(log);
    if !log.is_empty() {
        let mut lines = Vec::new();
        for line in log {
            serde_json::to_writer(&mut lines, line).map_err(|_| RunError::Damaged(layout::LOG.into()))?;
            lines.push(b'\n');
        }
        run.bucket().replace(layout::LOG, &lines)?;
        run.bucket().replace(layout::PROGRESS, log::plots(log, &elo).as_bytes())?;
    }
    Ok(elo)
}
