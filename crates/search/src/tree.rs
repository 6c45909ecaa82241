//! The tree: open positions with their moves side by side in memory.

use board::{Colour, Komi, Move};
use evaluation::{Evaluation, FirstMoves, Lead};

use crate::{Bars, Judgement, Settings, Utility};

pub type NodeId = u32;
const CLOSED: NodeId = u32::MAX;

/// A move and all that is known of it. Sums are for the player who makes the move.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub mv: Move,
    /// Evaluations under way below this move: they count as losses until they are known.
    pub in_flight: u16,
    child: NodeId,
    pub visits: u32,
    pub prior: f32,
    pub wins: f32,
    pub lead: f32,
    pub lead_squares: f32,
    utility: f32,
    rave_visits: f32,
    rave_utility: f32,
}

impl Edge {
    /// The sum of utilities, each from 0 to 1.
    pub fn utility(&self) -> f32 {
        self.utility
    }
}

/// An open position.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    count: u32,
    to_move: Colour,
}

/// One step of a path: an open position and the number of the move taken there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    node: NodeId,
    edge: u32,
}

/// What the root position itself was judged to be, before its moves are known.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals {
    pub visits: u64,
    pub black_wins: f64,
    pub black_lead: f64,
    pub lead_squares: f64,
    pub black_utility: f64,
}

pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    settings: Settings,
    pub totals: Totals,
    /// What the judge said of the root at first.
    pub raw: Option<Judgement>,
}

impl Tree {
    pub fn new(settings: Settings) -> Tree {
        Tree { nodes: Vec::new(), edges: Vec::new(), settings, totals: Totals::default(), raw: None }
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.totals = Totals::default();
        self.raw = None;
    }

    pub fn is_open(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// The moves of an open position: of the root, if it is open.
    pub fn root_edges(&self) -> &[Edge] {
        self.nodes.first().map_or(&[], |root| self.edges_of(root))
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    fn edge_mut(&mut self, step: Step) -> &mut Edge {
        let first = self.nodes[step.node as usize].first;
        &mut self.edges[(first + step.edge) as usize]
    }

    fn edge(&self, step: Step) -> &Edge {
        &self.edges[(self.nodes[step.node as usize].first + step.edge) as usize]
    }

    /// Opens the root.
    pub fn open_root(&mut self, to_move: Colour, priors: &[(Move, f32)]) {
        if self.nodes.is_empty() && !priors.is_empty() {
            self.open(to_move, priors);
        }
    }

    fn open(&mut self, to_move: Colour, priors: &[(Move, f32)]) -> NodeId {
        let node = Node { first: self.edges.len() as u32, count: priors.len() as u32, to_move };
        let (weight, slope) = (self.settings.prior_visits, self.settings.prior_slope);
        let even = priors.len() as f32;
        self.edges.extend(priors.iter().map(|&(mv, prior)| {
            let expected = (0.5 + slope * (prior * even).max(1e-6).ln()).clamp(0.0, 1.0);
            Edge {
                mv,
                in_flight: 0,
                child: CLOSED,
                visits: 0,
                prior,
                wins: 0.0,
                lead: 0.0,
                lead_squares: 0.0,
                utility: 0.0,
                rave_visits: weight,
                rave_utility: weight * expected,
            }
        }));
        self.nodes.push(node);
        self.nodes.len() as NodeId - 1
    }

    /// Walks from the root to a leaf, noting the moves, and marks the way. Returns whether the leaf should
    /// be opened.
    pub fn gather(&mut self, bars: &Bars, path: &mut Vec<Step>, moves: &mut Vec<Move>) -> bool {
        path.clear();
        moves.clear();
        let mut node = 0;
        loop {
            let step = Step { node, edge: self.select(node, bars, path.len()) };
            let edge = self.edge_mut(step);
            edge.in_flight += 1;
            let (mv, child) = (edge.mv, edge.child);
            let ripe = edge.visits + u32::from(edge.in_flight) >= self.settings.open_at;
            path.push(step);
            moves.push(mv);
            if child == CLOSED {
                return ripe && self.edges.len() < self.settings.max_moves;
            }
            node = child;
        }
    }

    /// The move to look at next.
    fn select(&self, id: NodeId, bars: &Bars, depth: usize) -> u32 {
        let node = &self.nodes[id as usize];
        let edges = self.edges_of(node);
        let free = bars.is_empty();
        let s = &self.settings;
        let (mut visits, mut utility) = (0.0, 0.0);
        for e in edges {
            visits += e.visits as f32 + f32::from(e.in_flight);
            utility += e.utility;
        }
        let parent = if visits > 0.0 { utility / visits } else { 0.5 };
        let unvisited = parent - s.first_play_reduction;
        let explore = s.exploration * (visits + 1.0).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (i, e) in edges.iter().enumerate() {
            let n = e.visits as f32 + f32::from(e.in_flight);
            let own = if n > 0.0 { e.utility / n } else { unvisited };
            let value = if s.rave > 0.0 && e.rave_visits > 0.0 {
                let share = e.rave_visits / (e.rave_visits + n + e.rave_visits * n / s.rave);
                own + share * (e.rave_utility / e.rave_visits - own)
            } else {
                own
            };
            let score = value + explore * e.prior / (1.0 + n);
            if score > best.1 && (free || !bars.bar(node.to_move, e.mv, depth)) {
                best = (i as u32, score);
            }
        }
        best.0
    }

    /// Takes an evaluation of the leaf of a path into account everywhere along it.
    pub fn apply(&mut self, path: &[Step], evaluation: &mut Evaluation, komi: Komi, leaf_to_move: Colour) {
        let win = evaluation.curve.win_rate(komi);
        let lead = evaluation.curve.lead(komi);
        self.totals.visits += 1;
        self.totals.black_wins += f64::from(win.of(Colour::Black));
        self.totals.black_lead += f64::from(lead.of(Colour::Black));
        let s = self.settings;
        let utility = |side: Colour| {
            let score = 0.5 + 0.5 * (lead.of(side) / s.score_scale).tanh();
            (1.0 - s.score_share) * win.of(side) + s.score_share * score
        };
        let black = utility(Colour::Black);
        let for_side = |side| if side == Colour::Black { black } else { 1.0 - black };
        self.totals.lead_squares += f64::from(lead.of(Colour::Black)).powi(2);
        self.totals.black_utility += f64::from(2.0 * black - 1.0);
        if path.is_empty() {
            let utility = Utility::for_side(Colour::Black, 2.0 * black - 1.0);
            self.raw = Some(judgement(evaluation, komi, utility));
        }
        if let Some(leaf) = path.last() {
            if !evaluation.priors.is_empty() && self.edge(*leaf).child == CLOSED {
                let id = self.open(leaf_to_move, &evaluation.priors);
                self.edge_mut(*leaf).child = id;
            }
        }
        for step in path.iter().rev() {
            let mover = self.nodes[step.node as usize].to_move;
            let gained = for_side(mover);
            let edge = self.edge_mut(*step);
            edge.in_flight -= 1;
            edge.visits += 1;
            edge.wins += win.of(mover);
            edge.lead += lead.of(mover);
            edge.lead_squares += lead.of(mover) * lead.of(mover);
            edge.utility += gained;
            let mv = edge.mv;
            if let (Some(first), true) = (&mut evaluation.first_moves, s.rave > 0.0) {
                if let Move::Play(p) = mv {
                    first.note_earlier(mover, p);
                }
                self.apply_rave(step.node, first, mover, gained);
            }
        }
    }

    fn apply_rave(&mut self, id: NodeId, first: &FirstMoves, mover: Colour, gained: f32) {
        let node = self.nodes[id as usize];
        for edge in &mut self.edges[node.first as usize..(node.first + node.count) as usize] {
            if let Move::Play(p) = edge.mv {
                let played = f32::from(first.was_first(mover, p));
                edge.rave_visits += played;
                edge.rave_utility += played * gained;
            }
        }
    }

    /// Makes the position after `moves` the root, keeping what is below; false when the tree does not know
    /// it, and is empty then.
    pub fn advance(&mut self, moves: &[Move]) -> bool {
        let mut at: NodeId = 0;
        let mut totals = self.totals;
        for mv in moves {
            let Some(node) = self.nodes.get(at as usize) else { break };
            let mover = node.to_move;
            match self.edges_of(node).iter().find(|e| e.mv == *mv) {
                Some(e) => {
                    at = e.child;
                    let sign = mover.sign() as f64;
                    let wins = f64::from(e.wins);
                    totals = Totals {
                        visits: u64::from(e.visits),
                        black_wins: if sign > 0.0 { wins } else { f64::from(e.visits) - wins },
                        black_lead: f64::from(e.lead) * sign,
                        lead_squares: f64::from(e.lead_squares),
                        black_utility: (2.0 * f64::from(e.utility) - f64::from(e.visits)) * sign,
                    };
                }
                None => at = CLOSED,
            }
        }
        if at == CLOSED || self.nodes.is_empty() {
            self.clear();
            return false;
        }
        self.keep_below(at);
        self.totals = totals;
        true
    }

    /// Copies the part of the tree below a node, and drops the rest.
    fn keep_below(&mut self, root: NodeId) {
        let mut kept = Tree::new(self.settings);
        let mut queue = vec![root];
        let mut next = 0;
        while next < queue.len() {
            let mut node = self.nodes[queue[next] as usize];
            next += 1;
            let first = kept.edges.len() as u32;
            for mut edge in self.edges_of(&node).iter().copied() {
                if edge.child != CLOSED {
                    queue.push(edge.child);
                    edge.child = queue.len() as NodeId - 1;
                }
                kept.edges.push(edge);
            }
            node.first = first;
            kept.nodes.push(node);
        }
        *self = kept;
    }

    /// The most visited moves from a root move on, and their visits.
    pub fn variation(&self, edge: &Edge) -> (Vec<Move>, Vec<u64>) {
        let mut line = vec![edge.mv];
        let mut visits = vec![u64::from(edge.visits)];
        let mut at = edge.child;
        while let Some(node) = self.nodes.get(at as usize) {
            let Some(best) = self.edges_of(node).iter().max_by_key(|e| e.visits) else { break };
            if best.visits == 0 {
                break;
            }
            line.push(best.mv);
            visits.push(u64::from(best.visits));
            at = best.child;
        }
        (line, visits)
    }

    /// The number of open positions.
    pub fn open_positions(&self) -> usize {
        self.nodes.len()
    }
}

/// What a judge says of a position, komi included.
fn judgement(evaluation: &Evaluation, komi: Komi, utility: Utility) -> Judgement {
    let points = f32::from(komi.halves()) / 2.0;
    let with_komi = |lead: Lead| Lead::for_side(Colour::Black, lead.of(Colour::Black) - points);
    let by_curve = evaluation.curve.lead(komi);
    let score = evaluation.score;
    Judgement {
        win_rate: evaluation.curve.win_rate(komi),
        lead: score.map_or(by_curve, |s| with_komi(s.lead)),
        score: score.map_or(by_curve, |s| with_komi(s.mean)),
        spread: score.map_or(0.0, |s| s.spread),
        utility,
    }
}
