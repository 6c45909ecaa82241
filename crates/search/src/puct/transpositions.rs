//! Positions that are reached on several ways.

use std::collections::{HashMap, HashSet};

use board::{Position, splitmix64};

use super::node::{Node, NodeId};
use crate::memory::held_by_map;

/// Nodes by what tells their positions apart.
#[derive(Default)]
pub(crate) struct Transpositions {
    nodes: HashMap<u64, NodeId>,
    /// Leaves under evaluation.
    pending: HashSet<u64>,
}

impl Transpositions {
    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        held_by_map(self.nodes.capacity(), size_of::<(u64, NodeId)>())
    }

    pub fn find(&self, key: u64) -> Option<NodeId> {
        self.nodes.get(&key).copied()
    }

    /// Notes a node; a position with the key 0 is never looked for again.
    pub fn insert(&mut self, key: u64, id: NodeId) {
        if key != 0 {
            self.nodes.insert(key, id);
        }
    }

    /// Notes that a leaf is being evaluated; false when it is already.
    pub fn begin(&mut self, key: u64) -> bool {
        self.pending.insert(key)
    }

    pub fn end(&mut self, key: u64) {
        self.pending.remove(&key);
    }

    /// Gives all memory back.
    pub fn clear(&mut self) {
        self.nodes = HashMap::new();
        self.pending.clear();
    }

    /// Notes nodes at their places.
    pub fn rebuild(&mut self, nodes: &[Node]) {
        let named = nodes.iter().enumerate().filter(|(_, node)| node.key != 0);
        self.nodes = named.map(|(place, node)| (node.key, place as NodeId)).collect();
    }
}

/// What tells a position from others: the board, the turn, kos, how many moves have been made, and what was captured on
/// the way, since superko remembers that. The number of moves also keeps ways from being circles.
pub(crate) fn key_of(position: &Position, history: u64) -> u64 {
    splitmix64(position.hash() ^ splitmix64(position.moves().len() as u64 ^ history))
}

/// The part of a node's visits that came along one edge.
#[inline]
pub(crate) fn visits_share(visits: u32, all: u32) -> f64 {
    if visits >= all { 1.0 } else { f64::from(visits) / f64::from(all) }
}
