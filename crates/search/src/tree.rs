//! The tree: open positions with their moves side by side in memory.
//!
//! There are two ways to use it. Playouts are summed along the way they came ([`crate::sums`]); what a network
//! says is kept with its position and weighed from below at every visit ([`crate::weighed`]).

use board::{Colour, Komi, Move};
use evaluation::{Evaluation, Lead, WinRate};

use crate::memory::{Account, held};
use crate::node::{Edge, Node, Step};
use crate::playing::explored;
use crate::weighed::Weighed;
use crate::{Algorithm, RaveSettings, Settings, Utility, ValueEstimate};

/// Sums over all evaluations below the root, its own included.
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

/// Edges are numbered by a u32; a position has fewer than this difference.
const MOST_EDGES: usize = u32::MAX as usize - 1024;

pub struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) settings: Settings,
    pub(crate) rave: RaveSettings,
    pub(crate) totals: Totals,
    /// What is kept with positions when values are weighed; empty otherwise.
    pub(crate) weighed: Box<Weighed>,
    /// What the evaluator said of the root at first.
    pub(crate) raw: Option<ValueEstimate>,
    account: Account,
}

impl Tree {
    pub fn new(settings: Settings) -> Tree {
        let rave = match settings.algorithm {
            Algorithm::Rave(rave) => rave,
            Algorithm::Puct(_) => RaveSettings::default(),
        };
        Tree {
            rave,
            nodes: Vec::new(),
            edges: Vec::new(),
            settings,
            totals: Totals::default(),
            weighed: Box::new(Weighed::new(settings.puct().copied().unwrap_or_default())),
            raw: None,
            account: Account::default(),
        }
    }

    /// Forgets everything, and gives the memory back.
    pub fn clear(&mut self) {
        self.nodes = Vec::new();
        self.edges = Vec::new();
        self.totals = Totals::default();
        self.raw = None;
        self.weighed.clear();
        self.count_memory();
    }

    /// Bytes that the tree has taken.
    pub(crate) fn bytes(&self) -> usize {
        held(&self.nodes) + held(&self.edges) + self.weighed.bytes()
    }

    /// Tells all other trees how much this one takes.
    pub(crate) fn count_memory(&mut self) {
        let bytes = self.bytes();
        self.account.tell(bytes);
    }

    /// Whether nothing more can be opened: memory is used up, or numbers for moves.
    pub(crate) fn is_full(&mut self) -> bool {
        let bytes = self.bytes();
        self.account.is_full(bytes) || self.edges.len() > MOST_EDGES
    }

    pub fn is_open(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Visits of the root.
    pub fn visits(&self) -> u64 {
        self.weighed.values.first().map_or(self.totals.visits, |root| u64::from(root.visits))
    }

    /// The visited moves of the root, if it is open, and others that the tree has made room for.
    pub fn root_edges(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |root| self.edges_of(root))
    }

    pub(crate) fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    pub(crate) fn edge_mut(&mut self, step: Step) -> &mut Edge {
        let first = self.nodes[step.node as usize].first;
        &mut self.edges[(first + step.edge) as usize]
    }

    pub(crate) fn edge(&self, step: Step) -> &Edge {
        &self.edges[(self.nodes[step.node as usize].first + step.edge) as usize]
    }

    /// The best explored moves from a root move on, and their visits.
    pub fn variation(&self, edge: &Edge) -> (Vec<Move>, Vec<u64>) {
        let mut line = vec![edge.mv];
        let mut visits = vec![u64::from(edge.visits)];
        let mut at = edge.child;
        while let Some(node) = self.nodes.get(at as usize) {
            let Some(best) = self.best_explored(self.edges_of(node)) else { break };
            line.push(best.mv);
            visits.push(u64::from(best.visits));
            at = best.child;
        }
        (line, visits)
    }

    fn best_explored<'a>(&self, edges: &'a [Edge]) -> Option<&'a Edge> {
        let visited = edges.iter().filter(|e| e.visits > 0);
        if self.settings.puct().is_none() {
            return visited.max_by_key(|e| e.visits);
        }
        let value = |e: &Edge| explored(self.worth(e).0, f64::from(e.visits), f64::from(e.prior));
        visited.reduce(|a, b| if value(b) > value(a) { b } else { a })
    }

    /// The number of open positions.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }
}

/// What an evaluator says of a position, komi included.
pub(crate) fn value_estimate(evaluation: &Evaluation, komi: Komi, utility: Utility) -> ValueEstimate {
    let points = komi.points() as f32;
    let with_komi = |lead: Lead| Lead::for_side(Colour::Black, lead.of(Colour::Black) - points);
    let by_curve = evaluation.curve.lead(komi);
    let score = evaluation.score;
    ValueEstimate {
        win_rate: evaluation.curve.win_rate(komi),
        lead: score.map_or(by_curve, |s| with_komi(s.lead)),
        score: score.map_or(by_curve, |s| with_komi(s.mean)),
        score_stdev: score.map_or(0.0, |s| s.score_stdev),
        utility,
    }
}
