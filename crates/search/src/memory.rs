//! How much memory all trees of the process may take together.
//!
//! Trees grow for as long as somebody wants to know more. What they may take is one number for the whole process,
//! because a machine has one memory, however many games are played and analysed on it at once.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The memory of all trees.
pub struct Memory {
    /// Bytes.
    limit: AtomicUsize,
    usual: AtomicUsize,
    used: AtomicUsize,
    /// Trees that are large enough to count.
    trees: AtomicUsize,
}

/// For programs that do not say what their machine has.
const USUAL: usize = 2 << 30;
/// Smaller trees are not counted, nor smaller changes of a large one.
const SMALL: usize = 256 << 10;
/// What a vector grows by, as a part of what it has.
const GROWTH: usize = 8;

static PROCESS: Memory = Memory {
    limit: AtomicUsize::new(USUAL),
    usual: AtomicUsize::new(USUAL),
    used: AtomicUsize::new(0),
    trees: AtomicUsize::new(0),
};

impl Memory {
    /// That of this process; there is no other.
    pub fn process() -> &'static Memory {
        &PROCESS
    }

    /// Sets the limit that holds unless [`Memory::set_limit_mb`] says otherwise: whoever starts the process knows its
    /// machine.
    pub fn set_usual_mb(&self, mb: u64) {
        self.usual.store(bytes(mb), Relaxed);
        self.limit.store(bytes(mb), Relaxed);
    }

    /// Sets the limit, or the usual one again. Trees that are larger already stay as they are until their game goes
    /// on, but do not grow.
    pub fn set_limit_mb(&self, mb: Option<u64>) {
        self.limit.store(mb.map_or(self.usual.load(Relaxed), bytes), Relaxed);
    }

    pub fn limit_mb(&self) -> u64 {
        (self.limit.load(Relaxed) >> 20) as u64
    }

    /// Bytes that all large trees have taken.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }
}

fn bytes(mb: u64) -> usize {
    usize::try_from(mb).unwrap_or(usize::MAX).saturating_mul(1 << 20)
}

/// One tree's part, given back when the tree goes.
#[derive(Default)]
pub(crate) struct Account {
    told: usize,
}

impl Account {
    /// Counts what the tree takes now.
    pub fn tell(&mut self, bytes: usize) {
        let bytes = if bytes < SMALL { 0 } else { bytes };
        let before = std::mem::replace(&mut self.told, bytes);
        PROCESS.used.fetch_add(bytes, Relaxed);
        PROCESS.used.fetch_sub(before, Relaxed);
        match (before, bytes) {
            (0, 1..) => _ = PROCESS.trees.fetch_add(1, Relaxed),
            (1.., 0) => _ = PROCESS.trees.fetch_sub(1, Relaxed),
            _ => {}
        }
    }

    /// Whether a tree of so many bytes must not grow: its next growth could take all trees over the limit. When others
    /// have filled the memory, it still gets its fair share.
    pub fn is_full(&mut self, bytes: usize) -> bool {
        if bytes.abs_diff(self.told) >= SMALL {
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

/// Makes room for more, by a part of what is there once that is much: vectors would double, and take twice what they
/// need.
pub(crate) fn reserve<T>(vec: &mut Vec<T>, more: usize) {
    if vec.len() + more > vec.capacity() {
        let have = vec.capacity();
        let usual = if have * size_of::<T>() < SMALL { have } else { have / GROWTH };
        vec.reserve_exact(usual.max(more));
    }
}

/// Bytes that a vector has taken.
pub(crate) fn held<T>(vec: &Vec<T>) -> usize {
    vec.capacity() * size_of::<T>()
}

/// Bytes that a map has taken: its places, of which an eighth stays empty, are a power of two, with a byte more each.
pub(crate) fn held_by_map(capacity: usize, entry: usize) -> usize {
    if capacity == 0 { 0 } else { (capacity * 8 / 7).next_power_of_two() * (entry + 1) }
}
