//! Positions that are reached by several paths.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use board::{Position, splitmix64};
use parking_lot::Mutex;

use super::node::NodeId;
use crate::memory::held_by_map;
use crate::shared::OwnLine;

/// Nodes by the keys of their positions. Threads look up different parts at the same time.
#[derive(Default)]
pub(crate) struct Transpositions {
    parts: [Mutex<Part>; PARTS],
    bytes: OwnLine<AtomicUsize>,
}

const PARTS: usize = 16;

#[derive(Default)]
struct Part {
    nodes: HashMap<u64, NodeId>,
    /// Leaves in flight.
    pending: HashSet<u64>,
}

/// What is known of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lookup {
    /// It is in the graph.
    Found(NodeId),
    /// Another descent to it is in flight.
    Pending,
    /// It is new, and now in flight.
    Begun,
}

impl Transpositions {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn part(&self, key: u64) -> &Mutex<Part> {
        &self.parts[key as usize % PARTS]
    }

    /// Finds a position, or marks it as in flight.
    pub fn find_or_begin(&self, key: u64) -> Lookup {
        let mut part = self.part(key).lock();
        match part.nodes.get(&key).copied() {
            Some(id) => Lookup::Found(id),
            None if part.pending.insert(key) => Lookup::Begun,
            None => Lookup::Pending,
        }
    }

    /// A leaf is no longer in flight.
    pub fn end(&self, key: u64) {
        self.part(key).lock().pending.remove(&key);
    }

    /// Records the node of a leaf, which is no longer in flight. A position with key 0 is never looked up.
    pub fn insert(&self, key: u64, id: NodeId) {
        if key == 0 {
            return;
        }
        let mut part = self.part(key).lock();
        let before = part.bytes();
        part.pending.remove(&key);
        part.nodes.insert(key, id);
        let after = part.bytes();
        drop(part);
        if after != before {
            self.bytes.fetch_add(after - before, Relaxed);
        }
    }

    /// The number of leaves in flight.
    #[cfg(test)]
    pub fn in_flight(&self) -> usize {
        self.parts.iter().map(|part| part.lock().pending.len()).sum()
    }

    /// Frees all memory.
    pub fn clear(&mut self) {
        *self = Transpositions::default();
    }
}

impl Part {
    fn bytes(&self) -> usize {
        held_by_map(self.nodes.capacity(), size_of::<(u64, NodeId)>())
    }
}

/// The key of a position: the board, the side to move, kos, the number of moves, and the captures on the
/// path, because superko depends on them. The number of moves also rules out cycles.
pub(crate) fn key_of(position: &Position, history: u64) -> u64 {
    splitmix64(position.hash() ^ splitmix64(position.moves().len() as u64 ^ history))
}

/// The fraction of a node's visits that came along one edge.
#[inline]
pub(crate) fn visits_share(visits: u32, all: u32) -> f64 {
    if visits >= all { 1.0 } else { f64::from(visits) / f64::from(all) }
}
