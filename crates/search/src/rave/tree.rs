//! The tree of a playout search. How threads share it is told in [`crate::shared`].

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use board::{Colour, Move};
use evaluation::{OwnershipSum, WinRate};
use parking_lot::Mutex;

use super::node::Node;
use super::settings::RaveSettings;
use crate::memory::Account;
use crate::objective::ObjectiveSettings;
use crate::prior_weights::PriorWeights;
use crate::shared::OwnLine;
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

    pub fn add(&mut self, other: &Totals) {
        self.visits += other.visits;
        self.black_wins += other.black_wins;
        self.black_lead += other.black_lead;
        self.lead_squares += other.lead_squares;
        self.black_utility += other.black_utility;
    }
}

/// What one thread sums; all threads together make the whole. The first one's also has what came before the
/// threads. Each is on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct ThreadSums {
    pub totals: Totals,
    /// Over the evaluations of the current search.
    pub ownership: OwnershipSum,
}

pub(crate) struct RaveTree {
    pub(super) root: Option<Box<Node>>,
    pub(super) settings: RaveSettings,
    pub(super) objective: ObjectiveSettings,
    pub(super) weights: Option<PriorWeights>,
    /// One per thread. Another thread takes the lock only to add them up.
    pub(super) sums: Vec<Mutex<ThreadSums>>,
    /// The root's first evaluation.
    pub(super) raw: Option<ValueEstimate>,
    pub(super) nodes: OwnLine<AtomicUsize>,
    pub(super) bytes: OwnLine<AtomicUsize>,
    account: Account,
}

impl RaveTree {
    pub fn new(
        settings: RaveSettings,
        objective: ObjectiveSettings,
        weights: Option<PriorWeights>,
    ) -> RaveTree {
        RaveTree {
            root: None,
            settings,
            objective,
            // Heuristics on the board never know what to play, and the plain priors must be found again.
            weights: weights.map(PriorWeights::unyielding),
            sums: vec![Mutex::default()],
            raw: None,
            nodes: OwnLine::default(),
            bytes: OwnLine::default(),
            account: Account::default(),
        }
    }

    /// Clears the tree and frees its memory.
    pub fn clear(&mut self) {
        self.root = None;
        self.set_totals(Totals::default());
        self.raw = None;
        self.count_memory();
    }

    /// The memory of the tree in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// Counts the nodes, and reports their memory to the process-wide limit.
    pub(super) fn count_memory(&mut self) {
        let (mut nodes, mut bytes) = (0, 0);
        let mut stack: Vec<&Node> = self.root.iter().map(Box::as_ref).collect();
        while let Some(node) = stack.pop() {
            nodes += 1;
            bytes += Node::bytes(node.edges.len());
            stack.extend(node.children());
        }
        (*self.nodes.get_mut(), *self.bytes.get_mut()) = (nodes, bytes);
        self.account.tell(bytes);
    }

    /// Whether the tree cannot grow: memory is used up.
    pub(super) fn is_out_of_room(&self) -> bool {
        self.account.is_full(self.bytes())
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.root.is_some()
    }

    /// The number of expanded positions.
    pub fn node_count(&self) -> usize {
        self.nodes.load(Relaxed)
    }

    /// The sums of all threads.
    pub(super) fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        self.sums.iter().for_each(|sums| totals.add(&sums.lock().totals));
        totals
    }

    /// Replaces the sums of all threads.
    pub(super) fn set_totals(&mut self, totals: Totals) {
        for (thread, sums) in self.sums.iter_mut().enumerate() {
            sums.get_mut().totals = if thread == 0 { totals } else { Totals::default() };
        }
    }

    /// The principal variation from a move by visits, and their visits.
    pub(super) fn principal_variation(&self, from: &Node, edge: usize) -> (Vec<Move>, Vec<u64>) {
        let (mut line, mut visits) = (Vec::new(), Vec::new());
        let mut next = Some((from, edge));
        while let Some((node, edge)) = next {
            line.push(node.rave[edge].mv);
            visits.push(u64::from(node.edges[edge].visits.load(Relaxed)));
            next = node.child(edge).and_then(|child| {
                let counts = child.edges.iter().map(|edge| edge.visits.load(Relaxed)).enumerate();
                let best = counts.filter(|(_, visits)| *visits > 0).max_by_key(|(_, visits)| *visits);
                best.map(|(edge, _)| (child, edge))
            });
        }
        (line, visits)
    }
}
