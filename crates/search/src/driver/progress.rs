//! What the threads of a search tell each other besides the tree.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::time::{Duration, Instant};

use evaluation::EvaluationError;
use parking_lot::{Condvar, Mutex};

use crate::shared::OwnLine;

/// Counters of one search. Every number stands for itself, so relaxed ordering is enough, except between those
/// who wait and those who wake them.
#[derive(Default)]
pub(super) struct Progress {
    /// Visits started.
    begun: OwnLine<AtomicU64>,
    /// Leaves in flight.
    in_flight: OwnLine<AtomicU64>,
    has_failed: AtomicBool,
    /// The first error of an evaluator, which ends the search.
    failure: Mutex<Option<EvaluationError>>,
    /// The number of batches that were backed up.
    settled: OwnLine<AtomicU64>,
    /// Threads that found nothing to do and sleep until the next batch is backed up.
    idle: AtomicU64,
    sleep: Mutex<()>,
    woken: Condvar,
    wait_times: Mutex<WaitTimes>,
}

/// How long all threads of a search together waited for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WaitTimes {
    /// For a node that another thread was writing.
    pub locked: Duration,
    /// For an evaluation of another thread, because there was nothing else to search.
    pub idle: Duration,
}

impl Progress {
    /// The root's evaluation counts as a visit.
    pub fn count_root(&mut self) {
        *self.begun.get_mut() += 1;
    }

    pub fn begun(&self) -> u64 {
        self.begun.load(Relaxed)
    }

    /// Starts a visit, unless that would be more than `allowed`.
    pub fn begin_visit(&self, allowed: u64) -> bool {
        if self.begun() >= allowed {
            return false;
        }
        let begun = self.begun.fetch_add(1, Relaxed) < allowed;
        if !begun {
            self.cancel_visit();
        }
        begun
    }

    /// A visit that was started does not take place.
    pub fn cancel_visit(&self) {
        self.begun.fetch_sub(1, Relaxed);
    }

    /// Whether fewer leaves than `room` are in flight. With many threads it may become a few more.
    pub fn has_room(&self, room: u64) -> bool {
        self.in_flight.load(Relaxed) < room
    }

    pub fn add_in_flight(&self) {
        self.in_flight.fetch_add(1, Relaxed);
    }

    /// The number of batches so far, for [`Progress::wait_for_batch`].
    pub fn batches(&self) -> u64 {
        self.settled.load(SeqCst)
    }

    /// A batch was backed up, or abandoned.
    pub fn settle(&self, in_flight: u64) {
        if in_flight > 0 {
            self.in_flight.fetch_sub(in_flight, Relaxed);
        }
        // Either an idle thread sees this number before it sleeps, or we see that it is idle.
        self.settled.fetch_add(1, SeqCst);
        if self.idle.load(SeqCst) > 0 {
            drop(self.sleep.lock());
            self.woken.notify_all();
        }
    }

    /// Sleeps until there are more batches than `batches`, but not longer than `patience`.
    pub fn wait_for_batch(&self, batches: u64, patience: Duration) -> Duration {
        let start = Instant::now();
        let mut asleep = self.sleep.lock();
        self.idle.fetch_add(1, SeqCst);
        if self.batches() == batches {
            self.woken.wait_for(&mut asleep, patience);
        }
        self.idle.fetch_sub(1, SeqCst);
        start.elapsed()
    }

    pub fn fail(&self, error: EvaluationError) {
        self.failure.lock().get_or_insert(error);
        self.has_failed.store(true, Relaxed);
    }

    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Relaxed)
    }

    pub fn add_waits(&self, times: WaitTimes) {
        let mut all = self.wait_times.lock();
        all.locked += times.locked;
        all.idle += times.idle;
    }

    pub fn wait_times(&self) -> WaitTimes {
        *self.wait_times.lock()
    }

    pub fn into_result(self) -> Result<(), EvaluationError> {
        self.failure.into_inner().map_or(Ok(()), Err)
    }
}
