//! Backs up the result of a playout along its path.

use board::{Colour, Komi, Move};
use evaluation::{Curve, Evaluation, FirstMoves, Lead, WinRate};

use super::node::{NodeId, Step, UNEXPANDED};
use super::tree::RaveTree;
use crate::moments::LOGISTIC_STDEV;
use crate::snapshot::ValueEstimate;
use crate::utility::Utility;

/// The fewest results that give a curve.
const ENOUGH: f64 = 16.0;

impl RaveTree {
    /// Backs up the evaluation of a leaf along its path.
    pub fn backup_path(
        &mut self,
        path: &[Step],
        evaluation: &mut Evaluation,
        komi: Komi,
        leaf_to_move: Colour,
    ) {
        let win = evaluation.curve.win_rate(komi);
        let lead = evaluation.curve.lead(komi);
        self.totals.visits += 1;
        self.totals.black_wins += f64::from(win.of(Colour::Black));
        self.totals.black_lead += f64::from(lead.of(Colour::Black));
        let s = self.settings;
        let utility = |side: Colour, win: WinRate| {
            let score = 0.5 + 0.5 * (lead.of(side) / s.score_scale).tanh();
            (1.0 - s.score_share) * win.of(side) + s.score_share * score
        };
        let black = utility(Colour::Black, win);
        let root = self.nodes.first().map_or(leaf_to_move, |root| root.to_move);
        let agent = self.objective.agent_at(self.totals.win_rate().of(root));
        self.totals.lead_squares += f64::from(lead.of(Colour::Black)).powi(2);
        self.totals.black_utility += f64::from(2.0 * black - 1.0);
        if let Some(new) = &evaluation.ownership {
            self.ownership.add(new);
        }
        if path.is_empty() {
            let utility = Utility::for_side(Colour::Black, 2.0 * black - 1.0);
            self.raw = Some(value_estimate(evaluation, komi, utility));
        }
        if let Some(leaf) = path.last()
            && !evaluation.priors.is_empty()
            && self.edge(*leaf).child == UNEXPANDED
        {
            let id = self.expand(leaf_to_move, &evaluation.priors);
            self.edge_mut(*leaf).child = id;
        }
        for (depth, step) in path.iter().enumerate().rev() {
            let mover = self.nodes[step.node as usize].to_move;
            let here = agent.and_then(|_| self.curve_at(&path[..depth], komi));
            let gained = match (agent, here) {
                (Some(agent), Some(here)) => {
                    let interval = agent.interval(&here, mover, komi);
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

    /// The curve of a position from all results below it; `None` while there are too few.
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

/// The curve of many results, from their mean and standard deviation.
fn curve_of(mean: Lead, stdev: f32) -> Curve {
    // A tenth of a point is negligible.
    Curve::new(mean, LOGISTIC_STDEV as f32 / stdev.max(0.1))
}

/// The value of an evaluation with komi.
fn value_estimate(evaluation: &Evaluation, komi: Komi, utility: Utility) -> ValueEstimate {
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
