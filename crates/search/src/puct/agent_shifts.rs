//! What an agent's value of a move adds to the win rate.

use board::Komi;

use super::agent::{ActiveAgent, Shift};
use super::node::{Edge, Node, NodeId, ROOT, Step};
use super::tree::PuctTree;

impl PuctTree {
    /// Chooses the agent of the next search, from the root's own evaluation.
    pub(crate) fn set_agent(&mut self, komi: Komi) {
        let Some(root) = self.nodes.first() else { return };
        let win_rate = root.curve.win_rate(komi).of(root.to_move);
        let active = self.objective.agent_at(win_rate).map(|agent| ActiveAgent { agent, komi });
        if active != self.agent {
            self.agent = active;
            self.sum_shifts();
        }
    }

    /// Adds the value of a leaf to every choice along its path, for the side that chooses there.
    pub(crate) fn apply_shift(&self, path: &[Step]) {
        let (Some(agent), Some(last)) = (self.agent, path.last()) else { return };
        let end = self.nodes[last.node].moves.read().edges[last.edge as usize].child();
        for step in path {
            self.add_shift(&agent, *step, end);
        }
    }

    fn add_shift(&self, agent: &ActiveAgent, step: Step, end: NodeId) {
        let (Some(here), Some(there)) = (self.nodes.get(step.node), self.nodes.get(end)) else {
            return;
        };
        let shift = agent.shift(here.to_move, &here.curve, &there.curve);
        here.moves.read().edges[step.edge as usize].shift.add(shift);
    }

    /// Recomputes all sums for another agent, as if every position had just been visited.
    fn sum_shifts(&mut self) {
        for node in self.nodes.iter_mut() {
            node.moves.get_mut().edges.iter_mut().for_each(|edge| edge.shift = Shift::default());
        }
        let Some(agent) = self.agent else { return };
        let mut seen = vec![false; self.nodes.len()];
        let mut path: Vec<Step> = vec![Step { node: ROOT, edge: 0 }];
        while let Some(step) = path.last_mut() {
            let here = *step;
            step.edge += 1;
            let moves = self.nodes[here.node].moves.read();
            let Some(edge) = moves.edges.get(here.edge as usize) else {
                path.pop();
                continue;
            };
            let (child, is_visited) = (edge.child(), edge.is_visited());
            drop(moves);
            if !is_visited {
                continue;
            }
            // Every step now points to the next edge.
            for Step { node, edge } in &path {
                self.add_shift(&agent, Step { node: *node, edge: edge - 1 }, child);
            }
            if !std::mem::replace(&mut seen[child as usize], true) {
                path.push(Step { node: child, edge: 0 });
            }
        }
    }

    /// The shift of Black's utility of a move by the agent.
    #[inline]
    pub(crate) fn shift_of(&self, edge: &Edge) -> f64 {
        self.shift_scale() * edge.shift.mean()
    }

    /// The shift of Black's utility of a position where the agent chooses: by the evaluator alone, and by the
    /// whole search.
    pub(crate) fn shifts_at(&self, node: &Node, edges: &[Edge]) -> (f64, f64) {
        let Some(agent) = self.agent else { return (0.0, 0.0) };
        let all = Shift::default();
        all.add(agent.shift(node.to_move, &node.curve, &node.curve));
        let own = all.mean();
        for edge in edges {
            all.include(&edge.shift);
        }
        let scale = self.shift_scale();
        (scale * own, scale * all.mean())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use board::{Colour, Position, Rules, Size};
    use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Query};

    use super::*;
    use crate::{Limits, ObjectiveSettings, PuctSettings, Search, Settings};

    /// Leads depend on where the stones are, and every position has a different confidence.
    struct Places;

    impl Evaluator for Places {
        fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
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
            Ok(())
        }
    }

    /// Summing along the paths of the visits, or over the finished tree, gives the same result.
    #[test]
    fn every_choice_hears_of_every_visit_below() {
        let size = Size::square(5).unwrap();
        let position = Position::new(size, Rules::CHINESE, Komi::from_halves(1));
        let network = PuctSettings { use_graph_search: false, ..PuctSettings::default() };
        let objective = ObjectiveSettings { lambda: 1.0, mu: 0.25, ..ObjectiveSettings::default() };
        let settings = Settings { objective, ..Settings::with_puct(network) };
        let mut search = Search::new(vec![Box::new(Places)], settings, &position);
        search.run(Limits::visits(300), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
        let tree = search.puct_tree().unwrap();
        let shifts = |tree: &PuctTree| -> Vec<(f64, u32)> {
            let edges = tree.nodes.iter().flat_map(|node| node.moves.read().edges.clone());
            edges.map(|e| (e.shift.sum.get(), e.shift.visits.load(Relaxed))).collect()
        };
        let along = shifts(tree);
        tree.sum_shifts();
        let at_once = shifts(tree);
        assert_eq!(tree.root_edges().iter().map(|e| e.shift.visits.load(Relaxed)).sum::<u32>(), 299);
        assert!(along.iter().any(|(sum, _)| sum.abs() > 0.5));
        for (a, b) in along.iter().zip(&at_once) {
            assert!((a.0 - b.0).abs() < 1e-3 && a.1 == b.1, "{a:?} {b:?}");
        }
    }
}
