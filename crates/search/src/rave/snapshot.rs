//! Snapshots of a playout search.

use std::time::Duration;

use board::{Colour, Move, Position};
use evaluation::{Lead, OwnershipSum, WinRate};

use super::node::{EdgeValues, Node};
use super::tree::RaveTree;
use crate::moments::stdev;
use crate::snapshot::{Candidate, Snapshot};
use crate::utility::Utility;

/// The distance of the LCB below the win rate, in standard deviations.
const LCB_STDEVS: f32 = 2.0;

impl RaveTree {
    /// The current state of the search.
    pub fn snapshot(&self, root: &Position) -> Snapshot {
        let to_move = root.to_move();
        let totals = self.totals();
        let node = self.root.as_deref();
        let edges = node.map(Node::values).unwrap_or_default();
        let plain = self.plain_priors(root, &edges);
        let mut visited: Vec<&EdgeValues> = edges.iter().filter(|e| e.visits > 0).collect();
        // The most visited move is the safest choice; among equals the better one, then the one with the
        // higher prior.
        visited.sort_by(|a, b| {
            let rate = |e: &EdgeValues| e.wins / f64::from(e.visits);
            b.visits.cmp(&a.visits).then(rate(b).total_cmp(&rate(a))).then(b.prior.total_cmp(&a.prior))
        });
        let share = |sum: f64| if totals.visits > 0 { sum / totals.visits as f64 } else { 0.0 };
        let lead = Lead::for_side(Colour::Black, share(totals.black_lead) as f32);
        Snapshot {
            to_move,
            visits: totals.visits,
            new_visits: 0,
            weight: totals.visits as f32,
            win_rate: totals.win_rate(),
            lead,
            score: lead,
            score_stdev: stdev(share(totals.black_lead), share(totals.lead_squares)) as f32,
            utility: Utility::for_side(Colour::Black, share(totals.black_utility) as f32),
            raw: self.raw,
            candidates: node.map_or(Vec::new(), |node| {
                visited.into_iter().map(|e| self.candidate(node, e, plain[e.index], to_move)).collect()
            }),
            priors: edges.iter().zip(&plain).map(|(e, prior)| (e.mv, *prior)).collect(),
            ownership: self.ownership_sum().mean(),
            ownership_stdev: None,
            curve: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// The evaluator's policy at the root: nodes keep the weighted one.
    fn plain_priors(&self, root: &Position, edges: &[EdgeValues]) -> Vec<f32> {
        let Some(weights) = self.weights else { return edges.iter().map(|e| e.prior).collect() };
        let moves: Vec<(Move, f32)> = edges.iter().map(|e| (e.mv, e.prior)).collect();
        let weights = weights.of(root, &moves);
        edges.iter().zip(weights).map(|(e, weight)| e.prior / weight).collect()
    }

    fn candidate(&self, root: &Node, edge: &EdgeValues, prior: f32, mover: Colour) -> Candidate {
        let n = edge.visits as f32;
        let mean = |sum: f64| sum / f64::from(edge.visits);
        let rate = mean(edge.wins) as f32;
        let doubt = LCB_STDEVS * (rate * (1.0 - rate) / n).max(0.0).sqrt();
        let lead = Lead::for_side(mover, mean(edge.lead) as f32);
        let utility = 2.0 * mean(edge.utility) as f32 - 1.0;
        let (pv, pv_visits) = self.principal_variation(root, edge.index);
        Candidate {
            mv: edge.mv,
            visits: u64::from(edge.visits),
            edge_visits: u64::from(edge.visits),
            weight: n,
            win_rate: WinRate::for_side(mover, rate),
            lead,
            score: lead,
            score_stdev: stdev(mean(edge.lead), mean(edge.lead_squares)) as f32,
            no_result: 0.0,
            utility: Utility::for_side(mover, utility),
            lcb: WinRate::for_side(mover, rate - doubt),
            utility_lcb: Utility::for_side(mover, (utility - 2.0 * doubt).max(-1.0)),
            prior,
            search_prior: edge.prior,
            play_selection_value: n,
            pv,
            pv_visits,
            ownership: None,
            ownership_stdev: None,
        }
    }

    /// The ownership of all threads' evaluations.
    fn ownership_sum(&self) -> OwnershipSum {
        let mut all = OwnershipSum::default();
        self.sums.iter().for_each(|sums| all.merge(&sums.lock().ownership));
        all
    }
}
