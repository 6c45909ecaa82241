//! Adds nodes to the graph.

use board::{Colour, Komi, Move, PointSet, Position};
use evaluation::{Curve, Evaluation, Lead};

use super::descent::PuctDescent;
use super::node::{Edge, Node, NodeId, Step};
use super::transpositions::key_of;
use super::tree::{PuctTree, board_side};
use super::utility::{PositionValue, UtilityScale};
use super::value_bias::{BiasShare, NO_ENTRY};
use crate::memory::reserve;
use crate::tree::Descent;

impl PuctTree {
    /// Expands the root.
    pub(crate) fn expand_root(&mut self, position: &Position, evaluation: &Evaluation) {
        let expected = PositionValue::of(evaluation, position.komi_with_bonus()).score;
        self.scale = UtilityScale::new(&self.settings, board_side(position), expected);
        let mut descent = PuctDescent::new(position);
        descent.key = key_of(position, 0);
        self.expand(&descent, evaluation, position.komi_with_bonus());
    }

    /// Adds the leaf of a descent.
    pub(crate) fn expand(&mut self, descent: &PuctDescent, evaluation: &Evaluation, komi: Komi) -> NodeId {
        let value = PositionValue::of(evaluation, komi);
        let weight = self.weight_of(evaluation, &value);
        let corrects = self.settings.subtree_value_bias_factor > 0.0 && self.is_expanded();
        let entry = if corrects { self.biases.entry(descent.bias_key) } else { NO_ENTRY };
        let error = f64::from(self.settings.subtree_value_bias_factor) * self.biases.error(entry);
        let (to_move, bias) = (descent.position.to_move(), BiasShare::of(entry));
        let node = Node::new(to_move, (value, evaluation.curve), weight, &self.scale, bias, error);
        self.unexpanded.add(if descent.ended { &[] } else { &evaluation.priors });
        self.ownerships.add(descent.position.size(), evaluation.ownership.as_deref());
        let is_terminal = descent.ended || evaluation.priors.is_empty();
        let pass_ends = !is_terminal && descent.position.passes() == 1;
        let (key, history) = (descent.key, descent.history);
        let id = self.add(Node { is_terminal, pass_ends, key, history, ..node });
        if pass_ends && descent.position.rules().counts_as_it_stands() {
            self.foresee_the_end(id, descent);
        }
        id
    }

    /// If a pass would end the game, its result is known without a visit.
    fn foresee_the_end(&mut self, id: NodeId, descent: &PuctDescent) {
        if let Some(place) = self.unexpanded.find(id, Move::Pass) {
            let edge = self.add_edge(id, place);
            let ended = self.expand_terminal(descent);
            self.edge_mut(Step { node: id, edge }).child = ended;
        }
    }

    /// A game that is over, or would be with one more pass.
    pub(crate) fn expand_terminal(&mut self, descent: &PuctDescent) -> NodeId {
        let position = &descent.position;
        let score = position.score(&PointSet::EMPTY).for_side(Colour::Black);
        let komi = position.komi_with_bonus().points();
        let curve = Curve::certain(Lead::for_side(Colour::Black, (score + komi) as f32));
        let value = PositionValue::ended(score, self.settings.draw_equivalent_wins_for_white);
        let (weight, bias) = (self.sure_weight(), BiasShare::of(NO_ENTRY));
        let node = Node::new(position.to_move(), (value, curve), weight, &self.scale, bias, 0.0);
        self.unexpanded.add(&[]);
        self.ownerships.add_counted(position.board());
        self.add(Node { is_terminal: true, ..node })
    }

    fn add(&mut self, node: Node) -> NodeId {
        let id = self.nodes.len() as NodeId;
        reserve(&mut self.nodes, 1);
        self.transpositions.insert(node.key, id);
        self.nodes.push(node);
        id
    }

    /// Turns an unexpanded move into an edge.
    pub(crate) fn add_edge(&mut self, id: NodeId, place: usize) -> u32 {
        let (mv, prior) = self.unexpanded.take(id, place);
        let Node { first, count, .. } = self.nodes[id as usize];
        // Edges are kept in runs of 2, 4, 8…. A full run moves to the end, and its old space stays unused
        // until the tree is copied.
        let full = count == 0 || (count >= 2 && count.is_power_of_two());
        let edge = Edge::new(mv, prior);
        if full {
            let start = self.edges.len() as u32;
            let room = (2 * count).max(2);
            reserve(&mut self.edges, room as usize);
            self.edges.extend_from_within(first as usize..(first + count) as usize);
            self.edges.resize((start + room) as usize, edge);
            self.nodes[id as usize].first = start;
        }
        self.nodes[id as usize].count += 1;
        let step = Step { node: id, edge: count };
        *self.edge_mut(step) = edge;
        count
    }
}
