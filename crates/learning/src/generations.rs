//! The loop of a run on one machine: games, training, the next network, and again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use network::{Backend, Network};
use nn::ExecutorKind;

use crate::game_pool::GamePool;
use crate::learner::Learner;
use crate::manifest::Manifest;
use crate::observer::{GenerationError, Observer};
use crate::patience::Patience;
use crate::promotion;
use crate::record::Record;
use crate::run::{Run, RunError};
use crate::selfplay::{Progress, SelfPlay};

/// Finished games are written this often.
const STORE_INTERVAL: Duration = Duration::from_secs(1);

/// The network that plays a run's games and, where a teacher plays, its student.
pub(crate) type Players = (Backend, Option<Backend>);

pub(crate) fn players(
    run: &Run,
    teacher: Option<&Network>,
    kind: ExecutorKind,
    manifest: &Manifest,
) -> Result<Players, GenerationError> {
    let stored = run.network(manifest)?;
    let backend = |network: &Network| Backend::new(kind, Arc::new(network.clone()));
    match (teacher, &run.settings().selfplay.distillation) {
        (None, None) => Ok((backend(&stored.network)?, None)),
        (Some(teacher), Some(_)) => {
            // Games of a network that has learnt nothing yet are not worth evaluating.
            let knows = stored.header.training.samples > 0;
            Ok((backend(teacher)?, knows.then(|| backend(&stored.network)).transpose()?))
        }
        (None, Some(_)) => Err(GenerationError::NoTeacher),
        (Some(_), None) => Err(GenerationError::Teacher),
    }
}

/// Continues a run to the last generation of its settings, or for `more` networks. What comes next follows from what is in
/// the store.
pub fn make_generations(
    run: &Run,
    learner: &mut impl Learner,
    teacher: Option<&Network>,
    more: Option<u32>,
    kind: ExecutorKind,
    observer: &mut impl Observer,
) -> Result<(), GenerationError> {
    let settings = run.settings();
    let first = run.newest_manifest()?.generation;
    let last = more.map_or(settings.generations, |more| first.saturating_add(more));
    let mut selfplay = SelfPlay::with_objective(run.selfplay_settings(first)?, settings.objective)?;
    let (mut pool, mut log) = (GamePool::default(), run.log()?);
    promotion::publish(run, &log)?;
    loop {
        let newest = run.newest_manifest()?;
        let generation = newest.generation;
        if generation >= last {
            return Ok(());
        }
        let (player, student) = players(run, teacher, kind, &newest)?;
        selfplay.set_student(student);
        if generation == first {
            observer.begins(&player.executors().describe());
        }
        selfplay.go_on_with(settings.selfplay.at(generation));
        let progress = play(run, &mut selfplay, &player, &newest, observer)?;
        pool.keep(&run.window(generation));
        for rejection in pool.update(run, run.window(generation))? {
            observer.rejected(&rejection);
        }
        let next =
            promotion::train(run, learner, &newest, &pool, &progress, (kind, Patience::Once), observer)?;
        observer.promotes(&next);
        if run.promote(&next)? {
            promotion::complete(run, &next, (kind, Patience::Once), &mut log, observer)?;
        }
    }
}

/// Plays until the generation has its games.
fn play(
    run: &Run,
    selfplay: &mut SelfPlay,
    backend: &Backend,
    manifest: &Manifest,
    observer: &mut impl Observer,
) -> Result<Progress, GenerationError> {
    let (there, wanted) = (run.count(manifest.generation)?, run.settings().games_per_generation);
    let mut stored = there;
    let store = |games: Vec<Record>, progress: &Progress| -> Result<(), RunError> {
        run.store_games(manifest, &games)?;
        stored += games.len() as u64;
        observer.played(stored.min(wanted), wanted, progress);
        Ok(())
    };
    let never = AtomicBool::new(false);
    Ok(selfplay.play(backend, wanted.saturating_sub(there), &never, STORE_INTERVAL, store)?)
}
