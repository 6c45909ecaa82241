//! Values as sums over the evaluations below a move, for evaluators that are asked about a position again and again:
//! playouts.

use board::{Colour, Komi, Move};
use evaluation::{Curve, Evaluation, FirstMoves, Lead, WinRate};

use crate::memory::reserve;
use crate::node::{CLOSED, Edge, Node, NodeId, Step};
use crate::objective::{Objective, curve_of};
use crate::tree::{Tree, value_estimate};
use crate::{MoveFilter, Utility};

/// Results it takes to know where they lie, and how far apart.
const ENOUGH: f64 = 16.0;

impl Tree {
    /// Opens the root.
    pub fn open_root(&mut self, to_move: Colour, priors: &[(Move, f32)]) {
        if self.nodes.is_empty() && !priors.is_empty() {
            self.open(to_move, priors);
        }
    }

    fn open(&mut self, to_move: Colour, priors: &[(Move, f32)]) -> NodeId {
        let node = Node { first: self.edges.len() as u32, count: priors.len() as u32, to_move };
        let (weight, slope) = (self.rave.prior_visits, self.rave.prior_slope);
        let even = priors.len() as f32;
        reserve(&mut self.edges, priors.len());
        self.edges.extend(priors.iter().map(|&(mv, prior)| {
            let expected = (0.5 + slope * (prior * even).max(1e-6).ln()).clamp(0.0, 1.0);
            Edge { rave_utility: f64::from(weight * expected), ..Edge::new(mv, prior) }
        }));
        reserve(&mut self.nodes, 1);
        self.nodes.push(node);
        self.nodes.len() as NodeId - 1
    }

    /// Walks from the root to a leaf, noting the moves, and marks the way. Returns whether the leaf should
    /// be opened.
    pub fn gather(&mut self, bars: &MoveFilter, path: &mut Vec<Step>, moves: &mut Vec<Move>) -> bool {
        path.clear();
        moves.clear();
        let mut node = 0;
        loop {
            let step = Step { node, edge: self.select(node, bars, path.len()) };
            let edge = self.edge_mut(step);
            edge.in_flight += 1;
            let (mv, child) = (edge.mv, edge.child);
            let ripe = edge.visits + u32::from(edge.in_flight) >= self.rave.expansion_threshold;
            path.push(step);
            moves.push(mv);
            if child == CLOSED {
                // Once it is full, a tree is looked through again and again, and learns at its leaves.
                return ripe && !self.is_full();
            }
            node = child;
        }
    }

    /// The move to look at next.
    fn select(&self, id: NodeId, bars: &MoveFilter, depth: usize) -> u32 {
        let node = &self.nodes[id as usize];
        let edges = self.edges_of(node);
        let free = bars.is_empty();
        let s = &self.rave;
        let (mut visits, mut utility) = (0.0, 0.0);
        for e in edges {
            visits += f64::from(e.visits) + f64::from(e.in_flight);
            utility += e.sums.utility;
        }
        let parent = if visits > 0.0 { (utility / visits) as f32 } else { 0.5 };
        let visits = visits as f32;
        let unvisited = parent - s.fpu_reduction;
        let explore = s.exploration * (visits + 1.0).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (i, e) in edges.iter().enumerate() {
            let n = e.visits as f32 + f32::from(e.in_flight);
            let own = if n > 0.0 { mean(e.sums.utility, n) } else { unvisited };
            let rave_visits = s.prior_visits + e.rave_visits as f32;
            let value = if s.rave_equivalence > 0.0 && rave_visits > 0.0 {
                let share = rave_visits / (rave_visits + n + rave_visits * n / s.rave_equivalence);
                own + share * (mean(e.rave_utility, rave_visits) - own)
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

    /// Takes a descent back whose leaf could not be evaluated.
    pub fn take_back(&mut self, path: &[Step]) {
        for step in path {
            self.edge_mut(*step).in_flight -= 1;
        }
    }

    /// Takes an evaluation of the leaf of a path into account everywhere along it.
    pub fn apply(&mut self, path: &[Step], evaluation: &mut Evaluation, komi: Komi, leaf_to_move: Colour) {
        let win = evaluation.curve.win_rate(komi);
        let lead = evaluation.curve.lead(komi);
        self.totals.visits += 1;
        self.totals.black_wins += f64::from(win.of(Colour::Black));
        self.totals.black_lead += f64::from(lead.of(Colour::Black));
        let s = self.rave;
        let utility = |side: Colour, win: WinRate| {
            let score = 0.5 + 0.5 * (lead.of(side) / s.score_scale).tanh();
            (1.0 - s.score_share) * win.of(side) + s.score_share * score
        };
        let black = utility(Colour::Black, win);
        let root = self.nodes.first().map_or(leaf_to_move, |root| root.to_move);
        let objective = self.settings.objective.at(self.totals.win_rate().of(root)).map(|agent| Objective {
            agent,
            komi,
            bonus: Lead::NONE,
        });
        self.totals.lead_squares += f64::from(lead.of(Colour::Black)).powi(2);
        self.totals.black_utility += f64::from(2.0 * black - 1.0);
        if path.is_empty() {
            let utility = Utility::for_side(Colour::Black, 2.0 * black - 1.0);
            self.raw = Some(value_estimate(evaluation, komi, utility));
        }
        if let Some(leaf) = path.last()
            && !evaluation.priors.is_empty()
            && self.edge(*leaf).child == CLOSED
        {
            let id = self.open(leaf_to_move, &evaluation.priors);
            self.edge_mut(*leaf).child = id;
        }
        for (depth, step) in path.iter().enumerate().rev() {
            let mover = self.nodes[step.node as usize].to_move;
            let here = objective.and_then(|_| self.curve_at(&path[..depth], komi));
            let gained = match (objective, here) {
                (Some(objective), Some(here)) => {
                    let interval = objective.agent.interval(&here, mover, komi);
                    utility(mover, evaluation.curve.mean_win_rate(&interval))
                }
                _ => utility(mover, win),
            };
            let edge = self.edge_mut(*step);
            edge.in_flight -= 1;
            edge.visits += 1;
            edge.sums.add(win.of(mover), lead.of(mover), gained);
            let mv = edge.mv;
            if let (Some(first), true) = (&mut evaluation.first_moves, s.rave_equivalence > 0.0) {
                if let Move::Play(p) = mv {
                    first.note_earlier(mover, p);
                }
                self.apply_rave(step.node, first, mover, gained);
            }
        }
    }

    /// The curve of a position by all the results below it; `None` while these are too few.
    fn curve_at(&self, way: &[Step], komi: Komi) -> Option<Curve> {
        let (visits, side, lead, squares) = match way.last() {
            None => {
                (self.totals.visits as f64, Colour::Black, self.totals.black_lead, self.totals.lead_squares)
            }
            Some(step) => {
                let (edge, side) = (self.edge(*step), self.nodes[step.node as usize].to_move);
                (f64::from(edge.visits), side, edge.sums.lead, edge.sums.lead_squares)
            }
        };
        if visits < ENOUGH {
            return None;
        }
        let (lead, squares) = (lead / visits, squares / visits);
        let black = Lead::for_side(side, lead as f32).of(Colour::Black) + komi.points() as f32;
        Some(curve_of(Lead::for_side(Colour::Black, black), (squares - lead * lead).max(0.0).sqrt() as f32))
    }

    fn apply_rave(&mut self, id: NodeId, first: &FirstMoves, mover: Colour, gained: f32) {
        let node = self.nodes[id as usize];
        for edge in &mut self.edges[node.first as usize..(node.first + node.count) as usize] {
            if let Move::Play(p) = edge.mv {
                let played = u8::from(first.was_first(mover, p));
                edge.rave_visits += u32::from(played);
                edge.rave_utility += f64::from(played) * f64::from(gained);
            }
        }
    }
}

/// Means are compared in f32, but only made so after the division.
#[inline]
fn mean(sum: f64, count: f32) -> f32 {
    (sum / f64::from(count)) as f32
}
