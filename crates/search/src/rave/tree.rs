//! The tree of a playout search: nodes, with the edges of a node contiguous in memory.

use board::{Colour, Move};
use evaluation::{OwnershipSum, WinRate};

use super::node::{Edge, Node, Step};
use super::settings::RaveSettings;
use crate::memory::{Account, held};
use crate::objective::ObjectiveSettings;
use crate::snapshot::ValueEstimate;

/// Sums over all evaluations below the root, including its own.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals {
    pub visits: u64,
    pub black_wins: f64,
    pub black_lead: f64,
    pub lead_squares: f64,
    pub black_utility: f64,
}

impl Totals {
    pub fn win_rate(&self) -> WinRate {
        match self.visits {
            0 => WinRate::EVEN,
            visits => WinRate::for_side(Colour::Black, (self.black_wins / visits as f64) as f32),
        }
    }
}

/// Edges are numbered by a u32; a position has fewer edges than this margin.
const MOST_EDGES: usize = u32::MAX as usize - 1024;

pub(crate) struct RaveTree {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) settings: RaveSettings,
    pub(super) objective: ObjectiveSettings,
    pub(super) totals: Totals,
    /// Over the evaluations of the current search.
    pub(super) ownership: OwnershipSum,
    /// The root's first evaluation.
    pub(super) raw: Option<ValueEstimate>,
    account: Account,
}

impl RaveTree {
    pub fn new(settings: RaveSettings, objective: ObjectiveSettings) -> RaveTree {
        RaveTree {
            nodes: Vec::new(),
            edges: Vec::new(),
            settings,
            objective,
            totals: Totals::default(),
            ownership: OwnershipSum::default(),
            raw: None,
            account: Account::default(),
        }
    }

    /// Clears the tree and frees its memory.
    pub fn clear(&mut self) {
        self.nodes = Vec::new();
        self.edges = Vec::new();
        self.totals = Totals::default();
        self.raw = None;
        self.count_memory();
    }

    /// The memory of the tree in bytes.
    pub fn bytes(&self) -> usize {
        held(&self.nodes) + held(&self.edges)
    }

    /// Reports the memory of this tree to the process-wide limit.
    pub(super) fn count_memory(&mut self) {
        let bytes = self.bytes();
        self.account.tell(bytes);
    }

    /// Whether the tree cannot grow: memory or edge numbers are used up.
    pub(super) fn is_out_of_room(&mut self) -> bool {
        let bytes = self.bytes();
        self.account.is_full(bytes) || self.edges.len() > MOST_EDGES
    }

    pub(super) fn is_expanded(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// The number of expanded positions.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The moves of the root, if it is expanded.
    pub(super) fn root_edges(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |root| self.edges_of(root))
    }

    pub(super) fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    pub(super) fn edge_mut(&mut self, step: Step) -> &mut Edge {
        let first = self.nodes[step.node as usize].first;
        &mut self.edges[(first + step.edge) as usize]
    }

    pub(super) fn edge(&self, step: Step) -> &Edge {
        &self.edges[(self.nodes[step.node as usize].first + step.edge) as usize]
    }

    /// The principal variation from a root move by visits, and their visits.
    pub(super) fn principal_variation(&self, edge: &Edge) -> (Vec<Move>, Vec<u64>) {
        let mut line = vec![edge.mv];
        let mut visits = vec![u64::from(edge.visits)];
        let mut at = edge.child;
        while let Some(node) = self.nodes.get(at as usize) {
            let visited = self.edges_of(node).iter().filter(|e| e.visits > 0);
            let Some(best) = visited.max_by_key(|e| e.visits) else { break };
            line.push(best.mv);
            visits.push(u64::from(best.visits));
            at = best.child;
        }
        (line, visits)
    }
}
