//! Adds nodes to the graph.

use std::borrow::Cow;
use std::sync::atomic::Ordering::{Relaxed, Release};

use board::{Colour, Komi, Move, PointSet, Position};
use evaluation::{Curve, Evaluation, Lead};
use parking_lot::RwLock;

use super::descent::PuctDescent;
use super::human::HumanPriors;
use super::node::{Edge, Moves, Node, NodeId};
use super::stored_ownership::{counted, stored};
use super::transpositions::key_of;
use super::tree::{PuctTree, board_side};
use super::unexpanded_moves::UnexpandedMoves;
use super::utility::{PositionValue, UtilityScale};
use super::value_bias::BiasShare;
use crate::tree::Descent;

impl PuctTree {
    /// Expands the root.
    pub(crate) fn expand_root(&mut self, position: &Position, evaluation: &Evaluation) {
        let expected = PositionValue::of(evaluation, position.komi_with_bonus()).score;
        self.scale = UtilityScale::new(&self.settings, board_side(position), expected);
        self.stores_ownership = evaluation.ownership.is_some();
        let mut descent = PuctDescent::new(position, 0);
        descent.key = key_of(position, 0);
        self.expand(&descent, evaluation, position.komi_with_bonus());
    }

    /// Adds the leaf of a descent.
    pub(crate) fn expand(&self, descent: &PuctDescent, evaluation: &Evaluation, komi: Komi) -> NodeId {
        let (position, value) = (&descent.position, PositionValue::of(evaluation, komi));
        let weight = self.weight_of(evaluation, &value);
        let corrects = self.settings.subtree_value_bias_factor > 0.0 && self.is_expanded();
        let entry = if corrects { self.biases.entry(descent.bias_key) } else { None };
        let expected_error = entry.as_ref().map_or(0.0, |entry| entry.error());
        let error = f64::from(self.settings.subtree_value_bias_factor) * expected_error;
        let bias = BiasShare::of(entry);
        let node = Node::new(position.to_move(), (value, evaluation.curve), weight, &self.scale, bias, error);
        let is_terminal = descent.ended || evaluation.priors.is_empty();
        let pass_ends = !is_terminal && position.passes() == 1;
        let (key, history) = (descent.key, descent.history);
        let mut priors =
            if descent.ended { Cow::Borrowed([].as_slice()) } else { (&evaluation.priors).into() };
        // The root keeps the plain policy until it is prepared.
        if let Some(weights) = self.weights.filter(|_| self.is_expanded()) {
            weights.apply(position, priors.to_mut());
        }
        let unexpanded = UnexpandedMoves::new(&priors);
        let moves = RwLock::new(Moves { edges: Vec::new(), unexpanded });
        let size = position.size();
        let ownership = self.stores_ownership.then(|| stored(size, evaluation.ownership.as_deref()));
        let human = HumanPriors::new(size, &evaluation.human).filter(|_| self.settings.human.is_used());
        let id = self.add(Node { is_terminal, pass_ends, key, history, moves, ownership, human, ..node });
        if pass_ends && position.rules().counts_as_it_stands() {
            self.foresee_the_end(id, descent);
        }
        // Now it is complete, and other paths may lead to it.
        self.transpositions.insert(key, id);
        id
    }

    /// If a pass would end the game, its result is known without a visit.
    fn foresee_the_end(&self, id: NodeId, descent: &PuctDescent) {
        let mut moves = self.nodes[id].moves.write();
        if let Some(edge) = self.add_edge(&mut moves, Move::Pass) {
            let ended = self.expand_terminal(descent);
            moves.edges[edge].child.store(ended, Release);
        }
    }

    /// A game that is over, or would be with one more pass.
    pub(crate) fn expand_terminal(&self, descent: &PuctDescent) -> NodeId {
        let position = &descent.position;
        let score = position.final_lead(&PointSet::EMPTY);
        let komi = position.komi_with_bonus().points();
        let curve = Curve::certain(Lead::for_side(Colour::Black, (score + komi) as f32));
        let value = PositionValue::ended(score, self.settings.draw_equivalent_wins_for_white);
        let (weight, bias) = (self.sure_weight(), BiasShare::default());
        let node = Node::new(position.to_move(), (value, curve), weight, &self.scale, bias, 0.0);
        let ownership = self.stores_ownership.then(|| counted(position.board()));
        self.add(Node { is_terminal: true, ownership, ..node })
    }

    fn add(&self, node: Node) -> NodeId {
        self.node_bytes.fetch_add(node.bytes(), Relaxed);
        self.nodes.push(Box::new(node))
    }

    /// Turns an unexpanded move into an edge; `None` if another thread already has.
    pub(crate) fn add_edge(&self, moves: &mut Moves, mv: Move) -> Option<usize> {
        let edge = Edge::new(mv, moves.unexpanded.take(mv)?);
        let edges = &mut moves.edges;
        let before = edges.capacity();
        if edges.len() == before {
            // Room for 2, 4, 8…: most nodes have few edges.
            edges.reserve_exact(before.max(2));
            self.node_bytes.fetch_add((edges.capacity() - before) * size_of::<Edge>(), Relaxed);
        }
        edges.push(edge);
        Some(edges.len() - 1)
    }
}
