//! The trainer of a fleet: it takes the games of workers as they come, trains, and promotes. Self-play goes on meanwhile.

use std::time::{Duration, Instant};

use nn::ExecutorKind;

use crate::game_pool::GamePool;
use crate::learner::Learner;
use crate::observer::{GenerationError, Observer};
use crate::patience::Patience;
use crate::promotion;
use crate::run::Run;
use crate::selfplay::Progress;

/// Continues a run to the last generation of its settings, or for `more` networks. A network is due after as many games as
/// the settings say since the training of the one before began. After a kill, the store says how far it had come.
pub fn train_fleet(
    run: &Run,
    learner: &mut impl Learner,
    more: Option<u32>,
    kind: ExecutorKind,
    poll_interval: Duration,
    observer: &mut impl Observer,
) -> Result<(), GenerationError> {
    if run.settings().human.is_some() {
        return Err(GenerationError::Human);
    }
    let patience = Patience::Endless;
    // At first a mistake is likelier than an outage: it is told at once.
    let (mut newest, mut log) = (run.newest_manifest()?, run.log()?);
    let last = more.map_or(run.settings().generations, |more| newest.generation.saturating_add(more));
    promotion::publish(run, &log)?;
    observer.begins(&format!("generation {} of {last}, waiting for games", newest.generation));
    let (mut pool, mut begun) = (GamePool::default(), Instant::now());
    // The generation in which the whole window was looked through.
    let mut all_seen = None;
    while newest.generation < last {
        // Another trainer may have been faster.
        let next =
            patience.retry(|| run.manifest(newest.generation + 1), |e, wait| observer.waits(e, wait))?;
        if let Some(next) = next {
            newest = next;
            continue;
        }
        let window = run.window(newest.generation);
        pool.keep(&window);
        // Almost everything new is here; a listing of each older generation costs a request.
        let recent = newest.generation.saturating_sub(1).max(*window.start())..=newest.generation;
        let look = if all_seen == Some(newest.generation) { recent } else { window };
        let update = || pool.update(run, look.clone());
        let rejections = patience.retry(update, |error, wait| observer.waits(error, wait))?;
        rejections.iter().for_each(|rejection| observer.rejected(rejection));
        all_seen = Some(newest.generation);
        let (new, wanted) = (newest.new_games(&pool.counts()), run.settings().games_per_generation);
        let progress = Progress { games: new, elapsed: begun.elapsed(), ..Progress::default() };
        observer.played(new.min(wanted), wanted, &progress);
        if new < wanted {
            std::thread::sleep(poll_interval);
            continue;
        }
        begun = Instant::now();
        let next = promotion::train(run, learner, &newest, &pool, &progress, (kind, patience), observer)?;
        observer.promotes(&next);
        if patience.retry(|| run.promote(&next), |error, wait| observer.waits(error, wait))? {
            promotion::complete(run, &next, (kind, patience), &mut log, observer)?;
        }
    }
    Ok(())
}
