//! Backs up the result of a playout along its path.

use board::{Colour, Komi, Move};
use evaluation::{Agent, Curve, Evaluation, Lead, WinRate};

use super::descent::RaveDescent;
use super::node::{Gain, Node};
use super::settings::RaveSettings;
use super::tree::{RaveTree, Totals};
use crate::moments::LOGISTIC_STDEV;
use crate::snapshot::ValueEstimate;
use crate::utility::Utility;

/// The fewest results that give a curve.
const ENOUGH: f64 = 16.0;

/// What a playout has shown.
struct Outcome {
    curve: Curve,
    komi: Komi,
    win: WinRate,
    lead: Lead,
}

impl Outcome {
    fn of(evaluation: &Evaluation, komi: Komi) -> Outcome {
        let curve = evaluation.curve;
        Outcome { curve, komi, win: curve.win_rate(komi), lead: curve.lead(komi) }
    }

    /// The utility for a side with a win rate, from 0 to 1.
    fn utility(&self, side: Colour, win: WinRate, s: &RaveSettings) -> f32 {
        let score = 0.5 + 0.5 * (self.lead.of(side) / s.score_scale).tanh();
        (1.0 - s.score_share) * win.of(side) + s.score_share * score
    }
}

impl RaveTree {
    /// Counts the evaluation of the root.
    pub fn apply_to_root(&mut self, evaluation: &Evaluation, komi: Komi) {
        let outcome = Outcome::of(evaluation, komi);
        let black = outcome.utility(Colour::Black, outcome.win, &self.settings);
        let utility = Utility::for_side(Colour::Black, 2.0 * black - 1.0);
        self.raw = Some(value_estimate(evaluation, komi, utility));
        self.count_visit(0, &outcome, evaluation);
    }

    /// Expands the leaf of a descent if it was asked for its moves, and backs up its evaluation.
    pub fn backup_path(&self, descent: &mut RaveDescent, evaluation: &mut Evaluation, komi: Komi) {
        let outcome = Outcome::of(evaluation, komi);
        self.count_visit(descent.thread, &outcome, evaluation);
        let path = self.steps(&descent.path);
        if let Some((parent, edge)) = path.last()
            && !evaluation.priors.is_empty()
        {
            let leaf = descent.position();
            if let Some(weights) = self.weights {
                weights.apply(leaf, &mut evaluation.priors);
            }
            self.expand(parent, *edge, leaf.to_move(), &evaluation.priors);
        }
        let agent = self.agent();
        let mut first =
            evaluation.first_moves.as_deref_mut().filter(|_| self.settings.rave_equivalence > 0.0);
        for (depth, (node, edge)) in path.iter().enumerate().rev() {
            let mover = node.to_move;
            let before = depth.checked_sub(1).map(|before| path[before]);
            let win = agent.and_then(|agent| self.agent_win_rate(&agent, before, mover, &outcome));
            let utility = outcome.utility(mover, win.unwrap_or(outcome.win), &self.settings);
            let gain = Gain { win: outcome.win.of(mover), lead: outcome.lead.of(mover), utility };
            if let (Some(first), Move::Play(p)) = (&mut first, node.rave[*edge].mv) {
                first.note_earlier(mover, p);
            }
            node.add(*edge, gain, first.as_deref(), &mut descent.waited);
        }
    }

    /// The nodes of a path with the moves taken there.
    pub(super) fn steps<'a>(&'a self, path: &[u32]) -> Vec<(&'a Node, usize)> {
        let mut at = self.root.as_deref();
        let mut steps = Vec::with_capacity(path.len());
        for edge in path {
            let (Some(node), edge) = (at, *edge as usize) else { break };
            steps.push((node, edge));
            at = node.child(edge);
        }
        steps
    }

    /// Adds an evaluation to the sums of a thread.
    fn count_visit(&self, thread: usize, outcome: &Outcome, evaluation: &Evaluation) {
        let lead = f64::from(outcome.lead.of(Colour::Black));
        let utility = outcome.utility(Colour::Black, outcome.win, &self.settings);
        let mut sums = self.sums[thread].lock();
        sums.totals.add(&Totals {
            visits: 1,
            black_wins: f64::from(outcome.win.of(Colour::Black)),
            black_lead: lead,
            lead_squares: lead.powi(2),
            black_utility: f64::from(2.0 * utility - 1.0),
        });
        if let Some(new) = &evaluation.ownership {
            sums.ownership.add(new);
        }
    }

    /// The agent that chooses, if it does not simply play to win.
    fn agent(&self) -> Option<Agent> {
        let root = self.root.as_ref().filter(|_| self.objective.has_agent())?;
        self.objective.agent_at(self.totals().win_rate().of(root.to_move))
    }

    /// The mean win rate over the agent's bonus points, seen from the position after the move `before`.
    fn agent_win_rate(
        &self,
        agent: &Agent,
        before: Option<(&Node, usize)>,
        mover: Colour,
        outcome: &Outcome,
    ) -> Option<WinRate> {
        let here = self.curve_after(before, outcome.komi)?;
        Some(outcome.curve.mean_win_rate(&agent.interval(&here, mover, outcome.komi)))
    }

    /// The curve of the position after a move, or of the root, from all results below it; `None` while there
    /// are too few.
    fn curve_after(&self, before: Option<(&Node, usize)>, komi: Komi) -> Option<Curve> {
        let (visits, side, lead, squares) = match before {
            None => {
                let Totals { visits, black_lead, lead_squares, .. } = self.totals();
                (visits as f64, Colour::Black, black_lead, lead_squares)
            }
            Some((node, edge)) => {
                let edge = node.edge_values(edge);
                (f64::from(edge.visits), node.to_move, edge.lead, edge.lead_squares)
            }
        };
        if visits < ENOUGH {
            return None;
        }
        let (lead, squares) = (lead / visits, squares / visits);
        let black = Lead::for_side(side, lead as f32).of(Colour::Black) + komi.points() as f32;
        Some(curve_of(Lead::for_side(Colour::Black, black), (squares - lead * lead).max(0.0).sqrt() as f32))
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
