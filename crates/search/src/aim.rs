//! What a search plays for: to win, or an agent's mean over bonus points.
//!
//! An agent's values belong to the position where the choice is made: everything below one of its moves is measured
//! by the same interval of bonus points, that of the choosing position. So an agent's value of a move cannot be
//! worked out from the values one step further down, which are measured by other intervals; it is summed up along
//! the way of every visit. Only the difference to the win rate is kept, so that who plays to win has nothing to sum.

use board::{Colour, Komi};
use evaluation::{Agent, AgentError, Curve, Lead};
use serde::{Deserialize, Serialize};

use crate::scale::LOGISTIC_DEVIATION;
use crate::tree::{CLOSED, Edge, NodeId, Step, Tree};

/// Which agent plays, and when; at other times the search plays to win.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AimSettings {
    /// Where the interval of bonus points ends: 0 at the real bonus, 1 at the one that makes the game even.
    pub lambda: f32,
    /// Where it begins.
    pub mu: f32,
    /// The agent plays only while its win rate is above this.
    pub threshold: f32,
    /// And only while its win rate is at most this.
    pub below: f32,
}

impl Default for AimSettings {
    fn default() -> AimSettings {
        AimSettings { lambda: 0.0, mu: 0.0, threshold: 0.0, below: 1.0 }
    }
}

impl AimSettings {
    pub fn agent(&self) -> Result<Agent, AgentError> {
        Agent::new(self.lambda, self.mu)
    }

    /// The agent that plays when the side to move has this chance to win; nobody where it only plays to win.
    pub(crate) fn at(&self, chance: f32) -> Option<Agent> {
        let agent = self.agent().ok().filter(|agent| *agent != Agent::WIN)?;
        let above = self.threshold <= 0.0 || chance > self.threshold;
        (above && chance <= self.below).then_some(agent)
    }
}

/// An agent at work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Aim {
    pub agent: Agent,
    pub komi: Komi,
}

impl Aim {
    /// By how much Black's chances below look better to `chooser` than the win rate says, when the choice is made in
    /// a position with the curve `here` and leads to one with the curve `there`.
    pub fn shift(&self, chooser: Colour, here: &Curve, there: &Curve) -> f64 {
        let interval = self.agent.interval(here, chooser, self.komi);
        let mean = there.mean_win_rate(&interval).of(Colour::Black);
        f64::from(mean) - f64::from(there.win_rate(self.komi).of(Colour::Black))
    }
}

/// The curve of many results: where they lie, and how far apart.
pub(crate) fn curve_of(mean: Lead, deviation: f32) -> Curve {
    // A tenth of a point is nothing in a game of whole ones.
    Curve::new(mean, LOGISTIC_DEVIATION as f32 / deviation.max(0.1))
}

/// What an agent sees below a move beyond the win rate: the sum for Black over `visits`.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Shift {
    sum: f32,
    visits: f32,
}

impl Shift {
    fn add(&mut self, shift: f64) {
        self.sum += shift as f32;
        self.visits += 1.0;
    }

    pub fn mean(&self) -> f64 {
        if self.visits > 0.0 { f64::from(self.sum / self.visits) } else { 0.0 }
    }
}

impl Tree {
    /// Decides who plays in the next search, by the root's own judgement.
    pub(crate) fn set_aim(&mut self, komi: Komi) {
        let Some(root) = self.nodes.first() else { return };
        let chance = self.weighed.values[0].curve.win_rate(komi).of(root.to_move);
        let aim = self.settings.aim.at(chance).map(|agent| Aim { agent, komi });
        if aim != self.weighed.aim {
            self.weighed.aim = aim;
            self.sum_shifts();
        }
    }

    /// Tells all choices on a way what its end is worth to whoever makes them.
    pub(crate) fn apply_shift(&mut self, path: &[Step]) {
        let (Some(aim), Some(last)) = (self.weighed.aim, path.last()) else { return };
        let end = self.edge(*last).child;
        for step in path {
            self.add_shift(&aim, *step, end);
        }
    }

    fn add_shift(&mut self, aim: &Aim, step: Step, end: NodeId) {
        let (Some(here), Some(there)) =
            (self.weighed.values.get(step.node as usize), self.weighed.values.get(end as usize))
        else {
            return;
        };
        let shift = aim.shift(self.nodes[step.node as usize].to_move, &here.curve, &there.curve);
        self.edge_mut(step).shift.add(shift);
    }

    /// Sums everything up anew for another agent, as if every position had just been visited.
    fn sum_shifts(&mut self) {
        self.edges.iter_mut().for_each(|edge| edge.shift = Shift::default());
        let Some(aim) = self.weighed.aim else { return };
        let mut seen = vec![false; self.nodes.len()];
        let mut path: Vec<Step> = vec![Step { node: 0, edge: 0 }];
        while let Some(step) = path.last_mut() {
            let here = *step;
            step.edge += 1;
            if here.edge >= self.nodes[here.node as usize].count {
                path.pop();
                continue;
            }
            let Edge { child, visits, .. } = *self.edge(here);
            if child == CLOSED || visits == 0 {
                continue;
            }
            // Every step has been moved on to the edge that comes next.
            for Step { node, edge } in &path {
                self.add_shift(&aim, Step { node: *node, edge: edge - 1 }, child);
            }
            if !std::mem::replace(&mut seen[child as usize], true) {
                path.push(Step { node: child, edge: 0 });
            }
        }
    }

    /// What an agent adds to Black's utility of a move.
    #[inline]
    pub(crate) fn shift_of(&self, edge: &Edge) -> f64 {
        self.weighed.shift_scale() * edge.shift.mean()
    }

    /// What an agent adds to Black's utility of a position in which it chooses: by the judge alone, and by all that
    /// was seen.
    pub(crate) fn shifts_at(&self, id: NodeId) -> (f64, f64) {
        let Some(aim) = self.weighed.aim else { return (0.0, 0.0) };
        let node = &self.nodes[id as usize];
        let curve = &self.weighed.values[id as usize].curve;
        let mut all = Shift::default();
        all.add(aim.shift(node.to_move, curve, curve));
        let own = all.mean();
        for edge in self.edges_of(node) {
            all.sum += edge.shift.sum;
            all.visits += edge.shift.visits;
        }
        let scale = self.weighed.shift_scale();
        (scale * own, scale * all.mean())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board::{Position, Rules, Size};
    use evaluation::{Evaluation, Evaluator, Query};

    use super::*;
    use crate::{Limits, NetworkSettings, Search, Settings};

    /// Leads by the stones' places, and no two positions are as sure.
    struct Places;

    impl Evaluator for Places {
        fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) {
            for (query, out) in queries.iter().zip(out) {
                let position = query.position;
                let worth =
                    |(colour, p): (Colour, board::Point)| colour.sign() as f32 * p.index() as f32 / 30.0;
                let lead: f32 = position.board().all_stones().map(worth).sum();
                out.curve = Curve::new(
                    Lead::for_side(Colour::Black, lead),
                    0.1 + (position.hash() % 64) as f32 / 64.0,
                );
                out.priors =
                    position.legal_moves().filter(|m| m.point().is_some()).map(|m| (m, 0.1)).collect();
            }
        }
    }

    /// Summed up along the ways of the visits, or all at once over the finished tree, it is the same.
    #[test]
    fn every_choice_hears_of_every_visit_below() {
        let size = Size::square(5).unwrap();
        let position = Position::new(size, Rules::CHINESE, Komi::from_halves(1));
        let network = NetworkSettings { transpositions: false, ..NetworkSettings::default() };
        let aim = AimSettings { lambda: 1.0, mu: 0.25, ..AimSettings::default() };
        let settings = Settings { network: Some(network), aim, batch: 1, ..Settings::for_networks() };
        let mut search = Search::new(vec![Box::new(Places)], settings, &position);
        search.run(Limits::visits(300), &AtomicBool::new(false), None, &mut |_| ());
        let tree = &mut search.shared().tree;
        let shifts = |tree: &Tree| -> Vec<(f32, f32)> {
            let edges = tree.nodes.iter().flat_map(|node| tree.edges_of(node));
            edges.map(|e| (e.shift.sum, e.shift.visits)).collect()
        };
        let along = shifts(tree);
        tree.sum_shifts();
        let at_once = shifts(tree);
        assert_eq!(tree.root_edges().iter().map(|e| e.shift.visits).sum::<f32>(), 299.0);
        assert!(along.iter().any(|(sum, _)| sum.abs() > 0.5));
        for (a, b) in along.iter().zip(&at_once) {
            assert!((a.0 - b.0).abs() < 1e-3 && a.1 == b.1, "{a:?} {b:?}");
        }
    }

    #[test]
    fn agents_play_between_their_thresholds() {
        let settings = AimSettings { lambda: 1.0, mu: 0.5, threshold: 0.5, below: 0.9 };
        assert_eq!(
            [0.5, 0.51, 0.9, 0.91].map(|chance| settings.at(chance).is_some()),
            [false, true, true, false]
        );
        let always = AimSettings { lambda: 0.5, ..AimSettings::default() };
        assert_eq!([0.0, 0.5, 1.0].map(|chance| always.at(chance).is_some()), [true; 3]);
        assert_eq!(AimSettings::default().at(0.7), None, "who plays to win needs no agent");
    }

    #[test]
    fn who_is_ahead_sees_less_than_the_win_rate() {
        let aim = Aim { agent: Agent::new(1.0, 0.0).unwrap(), komi: Komi::from_halves(15) };
        let curve = |black| Curve::new(Lead::for_side(Colour::Black, black), 0.5);
        // Ten points ahead of komi, and a move that gives two of them away.
        let [here, there] = [curve(17.5), curve(15.5)];
        let (kept, given) = (aim.shift(Colour::Black, &here, &here), aim.shift(Colour::Black, &here, &there));
        assert!(kept < 0.0 && given < kept, "{kept} {given}");
        let lost = 1.0 - curve(15.5).win_rate(aim.komi).of(Colour::Black);
        assert!(lost < 0.02, "to the win rate it makes hardly any difference");
        assert!(f64::from(lost) < kept - given);
    }
}
