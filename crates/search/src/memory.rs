//! The memory limit of all trees of the process.
//!
//! Trees grow as long as a search runs. The limit is one number for the whole process, because all games and
//! analyses on a machine share its memory.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The memory of all trees.
pub struct Memory {
    /// Bytes.
    limit: AtomicUsize,
    usual: AtomicUsize,
    used: AtomicUsize,
    /// The number of trees large enough to count.
    trees: AtomicUsize,
}

/// The limit if the program does not set one.
const USUAL: usize = 2 << 30;
/// Trees below this size, and smaller changes of large ones, are not counted.
const SMALL: usize = 256 << 10;
/// The lists and maps of a tree, when they grow, take less than one part in this many of its size.
const GROWTH: usize = 8;

static PROCESS: Memory = Memory {
    limit: AtomicUsize::new(USUAL),
    usual: AtomicUsize::new(USUAL),
    used: AtomicUsize::new(0),
    trees: AtomicUsize::new(0),
};

impl Memory {
    /// The limit of this process; there is only one.
    pub fn process() -> &'static Memory {
        &PROCESS
    }

    /// Sets the default limit, which applies unless [`Memory::set_limit_mb`] overrides it. The program that
    /// starts knows its machine.
    pub fn set_usual_mb(&self, mb: u64) {
        self.usual.store(bytes(mb), Relaxed);
        self.limit.store(bytes(mb), Relaxed);
    }

    /// Sets the limit, or returns to the default. Larger trees stay until their game continues, but do not
    /// grow.
    pub fn set_limit_mb(&self, mb: Option<u64>) {
        self.limit.store(mb.map_or(self.usual.load(Relaxed), bytes), Relaxed);
    }

    pub fn limit_mb(&self) -> u64 {
        (self.limit.load(Relaxed) >> 20) as u64
    }

    /// The memory of all large trees in bytes.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }
}

fn bytes(mb: u64) -> usize {
    usize::try_from(mb).unwrap_or(usize::MAX).saturating_mul(1 << 20)
}

/// One tree's part, released when the tree is dropped. Any thread may update it.
#[derive(Default)]
pub(crate) struct Account {
    told: AtomicUsize,
}

impl Account {
    /// Updates the tree's part.
    pub fn tell(&self, bytes: usize) {
        let bytes = if bytes < SMALL { 0 } else { bytes };
        let before = self.told.swap(bytes, Relaxed);
        PROCESS.used.fetch_add(bytes, Relaxed);
        PROCESS.used.fetch_sub(before, Relaxed);
        match (before, bytes) {
            (0, 1..) => _ = PROCESS.trees.fetch_add(1, Relaxed),
            (1.., 0) => _ = PROCESS.trees.fetch_sub(1, Relaxed),
            _ => {}
        }
    }

    /// Whether a tree of this many bytes must not grow, because its next growth could exceed the limit. If
    /// others have filled the memory, it still gets its fair share.
    pub fn is_full(&self, bytes: usize) -> bool {
        if bytes.abs_diff(self.told.load(Relaxed)) >= SMALL {
            self.tell(bytes);
        }
        let next = bytes / GROWTH + SMALL;
        let limit = PROCESS.limit.load(Relaxed);
        let share = limit / PROCESS.trees.load(Relaxed).max(1);
        PROCESS.used() + next > limit && bytes + next > share
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.tell(0);
    }
}

/// The memory of a map in bytes: a power of two of slots, an eighth of them empty, with one extra byte each.
pub(crate) fn held_by_map(capacity: usize, entry: usize) -> usize {
    if capacity == 0 { 0 } else { (capacity * 8 / 7).next_power_of_two() * (entry + 1) }
}
