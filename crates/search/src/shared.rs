//! How the threads of a search share a tree.
//!
//! There is no lock on all of a tree. The rules, for both trees:
//!
//! - **Statistics are atomic numbers, which are read without a lock**, one by one and with relaxed ordering. A
//!   reader may see a visit half counted, the visits already and the utility not yet. That changes an estimate by
//!   one visit, and descents estimate anyway: they do not know what is in flight.
//! - **Nothing that is counted gets lost.** Visits and visits in flight change by one atomic operation. Several
//!   numbers that belong together are changed by one thread at a time: in the playout tree by the one that holds
//!   the node's lock, in the PUCT graph by the one that recomputes the node.
//! - **A node is complete before others can reach it**: it is linked with release ordering and found with acquire
//!   ordering (`OnceLock` does both). So are the changes that one thread leaves to another. Apart from that no
//!   number says anything about another one, which is why relaxed ordering is enough.
//! - **A lock belongs to one node, or to an entry or a part of a table, and is held for microseconds**, never while
//!   something is evaluated. Nobody holds the locks of two nodes. With a node's lock, a thread may take that of a
//!   bias entry or of the random numbers for the root, and with those no other, so threads cannot block each other.
//! - What every visit would write in one place, such as the ownership of all points, every thread sums for itself.
//!   What many threads write is on another cache line than what they only read ([`OwnLine`]).
//!
//! One thread finds every lock free and takes the same steps in the same order each time: one thread and one seed
//! give the same search.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// How often a thread asks for a lock before it sleeps: a few microseconds, longer than others keep it.
const SPINS: u32 = 100;

/// Takes a lock, and adds the time that this thread had to wait for it. The clock is read only if it had to.
#[inline]
pub(crate) fn lock<'a, T>(mutex: &'a Mutex<T>, waited: &mut Duration) -> MutexGuard<'a, T> {
    mutex.try_lock().unwrap_or_else(|| wait(waited, || mutex.try_lock(), || mutex.lock()))
}

/// The same for reading what is written rarely.
#[inline]
pub(crate) fn read<'a, T>(lock: &'a RwLock<T>, waited: &mut Duration) -> RwLockReadGuard<'a, T> {
    lock.try_read().unwrap_or_else(|| wait(waited, || lock.try_read(), || lock.read()))
}

/// The same for writing.
#[inline]
pub(crate) fn write<'a, T>(lock: &'a RwLock<T>, waited: &mut Duration) -> RwLockWriteGuard<'a, T> {
    lock.try_write().unwrap_or_else(|| wait(waited, || lock.try_write(), || lock.write()))
}

#[cold]
fn wait<G>(waited: &mut Duration, attempt: impl Fn() -> Option<G>, sleep: impl Fn() -> G) -> G {
    let start = Instant::now();
    let spun = (0..SPINS).find_map(|_| {
        std::hint::spin_loop();
        attempt()
    });
    let guard = spun.unwrap_or_else(sleep);
    *waited += start.elapsed();
    guard
}

/// On cache lines of its own: threads that read something else do not wait for the threads that write this.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct OwnLine<T>(T);

impl<T> Deref for OwnLine<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for OwnLine<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A number that several threads read, and that those change who hold the lock it belongs to.
#[derive(Default, Debug)]
pub(crate) struct AtomicF64(AtomicU64);

impl AtomicF64 {
    pub const fn new(value: f64) -> AtomicF64 {
        AtomicF64(AtomicU64::new(value.to_bits()))
    }

    #[inline]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }

    #[inline]
    pub fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Relaxed);
    }

    /// Adds, for the only thread that may write at the moment.
    #[inline]
    pub fn add(&self, value: f64) {
        self.set(self.get() + value);
    }

    /// Adds, while others may do the same.
    pub fn fetch_add(&self, value: f64) {
        let add = |bits| Some((f64::from_bits(bits) + value).to_bits());
        // It never declines to add, so it cannot fail.
        let _ = self.0.fetch_update(Relaxed, Relaxed, add);
    }
}
