//! Looks at the games of a match with several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::results::Entry;

/// What every thread's `look`, made by `make`, finds in each game, in the order of the games: sums must not depend on which
/// thread was first.
pub(crate) fn look_at_games<T: Send, E: Send, L: FnMut(&Entry) -> Result<T, E>>(
    entries: &[Entry],
    threads: usize,
    make: impl Fn() -> L + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, T)>, E> {
        let (mut look, mut found) = (make(), Vec::new());
        while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((entry.game, look(entry)?));
        }
        Ok(found)
    };
    let mut found = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut found = Vec::new();
        for worker in workers {
            found.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(found)
    })?;
    found.sort_by_key(|(game, _)| *game);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}
