//! The games of a run that have been read and checked.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::audit::{self, Rejection};
use crate::game_store;
use crate::layout;
use crate::manifest::Manifest;
use crate::record::Record;
use crate::replay_window::ReplayWindow;
use crate::run::{Run, RunError};

/// Games of a batch, with their places in it.
type Placed = Vec<(usize, Arc<Record>)>;

/// Games that passed, by generation and batch. Batches are read once.
#[derive(Default)]
pub struct GamePool {
    batches: BTreeMap<(u32, String), Placed>,
    manifests: BTreeMap<u32, Manifest>,
}

/// A batch that was read: the games that passed with their places, and what is set aside.
struct Checked {
    games: Placed,
    rejection: Option<Rejection>,
}

impl GamePool {
    /// Reads what has come for these generations. What does not pass is set aside in the store, and returned.
    pub fn update(
        &mut self,
        run: &Run,
        generations: RangeInclusive<u32>,
    ) -> Result<Vec<Rejection>, RunError> {
        let mut new = Vec::new();
        for generation in generations {
            let batches = run.batches(generation)?.into_iter().map(|key| (generation, key));
            let batches: Vec<_> = batches.filter(|batch| !self.batches.contains_key(batch)).collect();
            // Without a network there is nothing that could have played.
            if !batches.is_empty() && self.knows(run, generation)? {
                new.extend(batches);
            }
        }
        let mut rejections = Vec::new();
        for (batch, checked) in new.iter().zip(self.read_all(run, &new)) {
            let Checked { games, rejection } = checked?;
            if let Some(rejection) = rejection {
                run.create(&layout::rejected(&rejection.batch), &rejection)?;
                rejections.push(rejection);
            }
            self.batches.insert(batch.clone(), games);
        }
        Ok(rejections)
    }

    /// Forgets all generations but these.
    pub fn keep(&mut self, generations: &RangeInclusive<u32>) {
        self.batches.retain(|(generation, _), _| generations.contains(generation));
    }

    fn knows(&mut self, run: &Run, generation: u32) -> Result<bool, RunError> {
        if !self.manifests.contains_key(&generation)
            && let Some(manifest) = run.manifest(generation)?
        {
            self.manifests.insert(generation, manifest);
        }
        Ok(self.manifests.contains_key(&generation))
    }

    /// On all processors: unpacking and checking take longer than a disk does, and a store far away likes many requests.
    fn read_all(&self, run: &Run, batches: &[(u32, String)]) -> Vec<Result<Checked, RunError>> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).max(4);
        let next = AtomicUsize::new(0);
        let reader = || {
            let mut read = Vec::new();
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && let Some((generation, key)) = batches.get(number)
            {
                read.push((number, self.read(run, *generation, key)));
            }
            read
        };
        let mut read: Vec<_> = std::thread::scope(|scope| {
            let readers: Vec<_> = (0..threads.min(batches.len())).map(|_| scope.spawn(reader)).collect();
            readers.into_iter().flat_map(|reader| reader.join().unwrap_or_default()).collect()
        });
        read.sort_by_key(|(number, _)| *number);
        read.into_iter().map(|(_, checked)| checked).collect()
    }

    fn read(&self, run: &Run, generation: u32, key: &str) -> Result<Checked, RunError> {
        let whole = |reason: String| {
            let rejection = Rejection { batch: key.into(), games: vec![(None, reason)] };
            Ok(Checked { games: Vec::new(), rejection: Some(rejection) })
        };
        let Some(bytes) = run.bucket().get(key)? else { return whole("it has vanished".into()) };
        let batch = match game_store::unpack(key, &bytes) {
            Ok(batch) => batch,
            Err(error) => return whole(error.to_string()),
        };
        let Some(manifest) = self.manifests.get(&generation) else { return whole("no such network".into()) };
        let file = manifest.network_file();
        if let Some(other) = batch.network.filter(|network| network != file) {
            return whole(format!("it is by the network {other}, but generation {generation} is {file}"));
        }
        let (settings, name) = (run.settings(), run.name_of(generation));
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        for (i, game) in batch.games.into_iter().enumerate() {
            match audit::check(&game, (&settings.selfplay, settings.objective), &name) {
                Ok(()) => games.push((i, Arc::new(game))),
                Err(fault) => faults.push((Some(i + 1), fault.to_string())),
            }
        }
        let rejection = (!faults.is_empty()).then(|| Rejection { batch: key.into(), games: faults });
        Ok(Checked { games, rejection })
    }

    /// Games that passed, by generation.
    pub fn counts(&self) -> BTreeMap<u32, u64> {
        let mut counts = BTreeMap::new();
        for ((generation, _), games) in &self.batches {
            *counts.entry(*generation).or_default() += games.len() as u64;
        }
        counts
    }

    /// All games that are there, to be trained on.
    pub fn window(&self, run: &Run) -> ReplayWindow {
        let mut window = ReplayWindow::default();
        let train = &run.settings().train;
        for ((_, key), games) in &self.batches {
            for (place, game) in games {
                window.add(key, *place, game.clone(), train);
            }
        }
        window
    }
}

impl Run {
    /// The generations that the network after `generation` learns from.
    pub fn window(&self, generation: u32) -> RangeInclusive<u32> {
        let generations = self.settings().train.window_at(generation);
        (generation + 1).saturating_sub(generations)..=generation
    }

    /// All games that the network after `generation` learns from.
    pub fn replay_window(&self, generation: u32) -> Result<ReplayWindow, RunError> {
        let mut pool = GamePool::default();
        pool.update(self, self.window(generation))?;
        Ok(pool.window(self))
    }
}
