//! New positions in the tree, when values are weighed.

use board::{Colour, Komi, Move, PointSet, Position};
use evaluation::{Curve, Evaluation, Lead};

use crate::bias::{NO_ENTRY, Part};
use crate::memory::reserve;
use crate::node::{Edge, Node, NodeId, Step};
use crate::scale::{Figures, Scale};
use crate::tree::Tree;
use crate::values::Values;
use crate::walking::{Walk, counts_as_it_stands, key_of};
use crate::weighed::side;

impl Tree {
    /// Opens the root.
    pub(crate) fn open_weighed_root(&mut self, position: &Position, evaluation: &Evaluation) {
        let expected = Figures::of(evaluation, position.komi_with_bonus()).score;
        self.weighed.scale = Scale::new(&self.weighed.settings, side(position), expected);
        let mut walk = Walk::new(position);
        walk.key = key_of(position, 0);
        self.open_judged(&walk, evaluation, position.komi_with_bonus());
    }

    /// Takes the evaluation of a walk's leaf into account everywhere along its way.
    pub(crate) fn settle(&mut self, walk: &Walk, evaluation: &Evaluation, komi: Komi) {
        let Some(leaf) = walk.path.last() else { return };
        let leaf = *leaf;
        self.weighed.pending.remove(&walk.key);
        let id = self.open_judged(walk, evaluation, komi);
        self.edge_mut(leaf).child = id;
        self.finish(&walk.path);
    }

    fn open_judged(&mut self, walk: &Walk, evaluation: &Evaluation, komi: Komi) -> NodeId {
        let w = &mut self.weighed;
        let figures = Figures::of(evaluation, komi);
        let weight = w.weight_of(evaluation, &figures);
        let correct = w.settings.subtree_value_bias_factor > 0.0 && !self.nodes.is_empty();
        let entry = if correct { w.biases.entry(walk.likeness) } else { NO_ENTRY };
        let error = f64::from(w.settings.subtree_value_bias_factor) * w.biases.error(entry);
        let values = Values::new(figures, evaluation.curve, weight, &w.scale, Part::of(entry), error);
        w.unexpanded.add(if walk.ended { &[] } else { &evaluation.priors });
        w.owners.add(walk.position.size(), evaluation.ownership.as_deref());
        let last = walk.ended || evaluation.priors.is_empty();
        let pass_ends = !last && walk.position.passes() == 1;
        let id = self.add(walk, Values { last, pass_ends, key: walk.key, past: walk.past, ..values });
        if pass_ends && counts_as_it_stands(&walk.position) {
            self.foresee_the_end(id, walk);
        }
        id
    }

    /// When a pass would end the game, its result is known without a visit.
    fn foresee_the_end(&mut self, id: NodeId, walk: &Walk) {
        if let Some(place) = self.weighed.unexpanded.find(id, Move::Pass) {
            let edge = self.make_room(id, place);
            let ended = self.open_ended(walk);
            self.edge_mut(Step { node: id, edge }).child = ended;
        }
    }

    /// A game that is over, or would be with one more pass.
    pub(crate) fn open_ended(&mut self, walk: &Walk) -> NodeId {
        let score = walk.position.score(&PointSet::EMPTY).for_side(Colour::Black);
        let w = &mut self.weighed;
        let komi = walk.position.komi_with_bonus().points();
        let curve = Curve::certain(Lead::for_side(Colour::Black, (score + komi) as f32));
        let figures = Figures::ended(score, w.settings.draw_equivalent_wins_for_white);
        let values = Values::new(figures, curve, w.sure_weight(), &w.scale, Part::of(NO_ENTRY), 0.0);
        w.unexpanded.add(&[]);
        w.owners.add_counted(walk.position.board());
        self.add(walk, Values { last: true, ..values })
    }

    fn add(&mut self, walk: &Walk, values: Values) -> NodeId {
        let id = self.nodes.len() as NodeId;
        reserve(&mut self.nodes, 1);
        reserve(&mut self.weighed.values, 1);
        self.nodes.push(Node { first: 0, count: 0, to_move: walk.position.to_move() });
        if values.key != 0 {
            self.weighed.known.insert(values.key, id);
        }
        self.weighed.values.push(values);
        id
    }

    /// Makes an edge of a natural move.
    pub(crate) fn make_room(&mut self, id: NodeId, place: usize) -> u32 {
        let (mv, prior) = self.weighed.unexpanded.take(id, place);
        let Node { first, count, .. } = self.nodes[id as usize];
        // Edges are kept in runs of 2, 4, 8…: a full one moves to the end, and leaves its room unused until the
        // tree is copied.
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
