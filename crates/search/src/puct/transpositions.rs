//! Positions that are reached by several paths.

use std::collections::{HashMap, HashSet};

use board::{Position, splitmix64};

use super::node::{Node, NodeId};
use crate::memory::held_by_map;

/// Nodes by the keys of their positions.
#[derive(Default)]
pub(crate) struct Transpositions {
    nodes: HashMap<u64, NodeId>,
    /// Leaves in flight.
    pending: HashSet<u64>,
}

impl Transpositions {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        held_by_map(self.nodes.capacity(), size_of::<(u64, NodeId)>())
    }

    pub fn find(&self, key: u64) -> Option<NodeId> {
        self.nodes.get(&key).copied()
    }

    /// Records a node; a position with key 0 is never looked up.
    pub fn insert(&mut self, key: u64, id: NodeId) {
        if key != 0 {
            self.nodes.insert(key, id);
        }
    }

    /// Marks a leaf as in flight; false if it already is.
    pub fn begin(&mut self, key: u64) -> bool {
        self.pending.insert(key)
    }

    pub fn end(&mut self, key: u64) {
        self.pending.remove(&key);
    }

    /// Frees all memory.
    pub fn clear(&mut self) {
        self.nodes = HashMap::new();
        self.pending.clear();
    }

    /// Records nodes with their indices.
    pub fn rebuild(&mut self, nodes: &[Node]) {
        let named = nodes.iter().enumerate().filter(|(_, node)| node.key != 0);
        self.nodes = named.map(|(place, node)| (node.key, place as NodeId)).collect();
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
