//! The win rate over bonus points, averaged over a whole tree.

use std::sync::atomic::Ordering::Relaxed;

use board::{Colour, Position};
use evaluation::{Interval, Lead, WinRate};

use super::node::{NodeId, ROOT, UNEXPANDED};
use super::tree::PuctTree;

const BLACK: Colour = Colour::Black;
/// The number of bonuses on each side of zero.
const STEPS: i32 = 20;
/// The largest bonus, in multiples of the board size: nearly every game is decided there.
const REACH: f32 = 2.0;
/// Win rates are clamped this far from 0 and 1.
const NEAREST: f64 = 1e-6;
/// Nodes with less weight are not needed for the shape of a curve.
const COARSE: f64 = 1e-3;

impl PuctTree {
    /// For evenly spaced bonus points on top of the current komi, the weighted mean over the curves of all
    /// positions below the root. `now` is the search's win rate without a bonus. A traversal cannot reproduce
    /// all weights of the search, so all win rates are shifted, as logits, until the curve passes through
    /// `now`.
    pub(crate) fn bonus_curve(&self, root: &Position, now: WinRate) -> Vec<(Lead, WinRate)> {
        let step = REACH * (root.size().points() as f32).sqrt() / STEPS as f32;
        let bonuses: Vec<f64> = (-STEPS..=STEPS).map(|i| f64::from(i as f32 * step)).collect();
        let komi = root.komi_with_bonus().points();
        let mut sums = vec![0.0; bonuses.len()];
        let mut weight = 0.0;
        self.walk_below(ROOT, COARSE, &mut |id, part| {
            let curve = &self.nodes[id].curve;
            for (sum, bonus) in sums.iter_mut().zip(&bonuses) {
                let at = Interval::new(BLACK, bonus - komi, bonus - komi);
                *sum += part * f64::from(curve.mean_win_rate(&at).of(BLACK));
            }
            weight += part;
        });
        if weight <= 0.0 {
            return Vec::new();
        }
        let shift = logit(f64::from(now.of(BLACK))) - logit(sums[STEPS as usize] / weight);
        let moved = |sum: &f64| 1.0 / (1.0 + (-(logit(sum / weight) + shift)).exp());
        let rates = sums.iter().map(|sum| WinRate::for_side(BLACK, moved(sum) as f32));
        bonuses.iter().map(|bonus| Lead::for_side(BLACK, *bonus as f32)).zip(rates).collect()
    }

    /// Visits the positions below one with their weights, which sum to about 1. Those with less weight than
    /// `least` are skipped.
    fn walk_below(&self, from: NodeId, least: f64, visit: &mut dyn FnMut(NodeId, f64)) {
        // Subtrees with negligible weight are not worth visiting.
        let least = least.max(0.5 / f64::from(self.nodes[from].visits.load(Relaxed).max(1)).powf(0.75));
        let mut stack: Vec<(NodeId, f64)> = vec![(from, 1.0)];
        while let Some((id, part)) = stack.pop() {
            let own = self.nodes[id].own_weight;
            let edges = self.nodes[id].moves.read().edges.clone();
            let total = own + edges.iter().map(|e| self.edge_value(e).0).sum::<f64>();
            visit(id, part * own / total);
            let below = edges
                .iter()
                .filter(|e| e.child() != UNEXPANDED)
                .map(|e| (e.child(), part * self.edge_value(e).0 / total));
            stack.extend(below.filter(|(_, part)| *part >= least));
        }
    }
}

fn logit(chance: f64) -> f64 {
    let chance = chance.clamp(NEAREST, 1.0 - NEAREST);
    (chance / (1.0 - chance)).ln()
}
