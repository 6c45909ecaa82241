//! Values weighed from below, for judges that say the same of a position every time: networks.
//!
//! Every judged position is open at once and keeps what the judge said. What a position is worth is worked out
//! anew from its moves at every visit, with better moves counting more ([`crate::weighing`]). Positions that
//! are reached on several ways can be one.

use std::collections::{HashMap, HashSet};

use board::{Komi, Move, Position, Scoring};
use evaluation::Evaluation;

use crate::bias::{Biases, NO_ENTRY, Part, likeness};
use crate::natural::Natural;
use crate::owners::Owners;
use crate::picking::Pick;
use crate::root::Root;
use crate::scale::{Figures, Scale};
use crate::tree::{CLOSED, Edge, Node, NodeId, Step, Tree};
use crate::values::{Mean, Values};
use crate::weighing::{Follower, favour_better, prune_noise};
use crate::{Bars, NetworkSettings, mix};

/// What is kept with positions, each at its node's place, and what is known about all of them.
pub(crate) struct Weighed {
    pub settings: NetworkSettings,
    pub scale: Scale,
    pub values: Vec<Values>,
    pub natural: Natural,
    pub owners: Owners,
    pub biases: Biases,
    /// Positions by what tells them apart.
    pub known: HashMap<u64, NodeId>,
    pub root: Root,
    /// The judge knows its errors, so that weights differ.
    pub weights_differ: bool,
    /// Leaves under evaluation, by what tells them apart.
    pending: HashSet<u64>,
    followers: Vec<Follower>,
}

impl Weighed {
    pub fn new(settings: NetworkSettings) -> Weighed {
        Weighed {
            settings,
            scale: Scale::new(&settings, 1.0, 0.0),
            values: Vec::new(),
            natural: Natural::default(),
            owners: Owners::default(),
            biases: Biases::default(),
            known: HashMap::new(),
            root: Root::default(),
            weights_differ: false,
            pending: HashSet::new(),
            followers: Vec::new(),
        }
    }

    pub fn clear(&mut self) {
        self.values.clear();
        self.natural.clear();
        self.owners.clear();
        self.biases.clear();
        self.known.clear();
        self.pending.clear();
        self.root.clear();
    }

    /// How much a judgement counts for.
    fn weight_of(&mut self, evaluation: &Evaluation) -> f64 {
        let _ = evaluation;
        1.0
    }

    /// What a judgement that cannot be wrong counts for.
    fn sure_weight(&self) -> f64 {
        if self.weights_differ { f64::from(self.settings.most_weight) } else { 1.0 }
    }
}

/// One walk from the root, with a position that follows it.
pub(crate) struct Walk {
    pub path: Vec<Step>,
    /// The root's at the start of a walk, the leaf's at its end.
    pub position: Position,
    likeness: Option<u64>,
    key: u64,
    past: u64,
}

impl Walk {
    pub fn new(root: &Position) -> Walk {
        Walk { path: Vec::new(), position: root.clone(), likeness: None, key: 0, past: 0 }
    }
}

/// Where a walk has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// A leaf that must be judged; the way is marked until it is.
    Leaf,
    /// The visit is made: everything was known.
    Known,
    /// A leaf that is being judged already; nothing has changed.
    Busy,
}

/// Whether two passes end the game with a count of the board as it stands. Under other rules the players agree on
/// dead stones first, which is a matter for the judge.
pub(crate) fn counts_as_it_stands(position: &Position) -> bool {
    let rules = position.rules();
    rules.scoring == Scoring::Area && !rules.friendly_pass_ok
}

/// What tells a position from others: the board, the turn, kos, how many moves have been made, and what was taken
/// on the way, since superko remembers that. The number of moves also keeps ways from being circles.
fn key_of(position: &Position, past: u64) -> u64 {
    mix(position.hash() ^ mix(position.moves().len() as u64 ^ past))
}

fn taken(position: &Position) -> u32 {
    board::Colour::BOTH.iter().map(|c| position.captures(*c)).sum()
}

impl Tree {
    /// Opens the root.
    pub(crate) fn open_weighed_root(&mut self, position: &Position, evaluation: &Evaluation) {
        let expected = Figures::of(evaluation, position.komi_with_bonus()).score;
        self.weighed.scale = Scale::new(&self.weighed.settings, side(position), expected);
        let mut walk = Walk::new(position);
        walk.key = key_of(position, 0);
        self.open_judged(&walk, evaluation, position.komi_with_bonus());
    }

    /// Walks from the root to a leaf.
    pub(crate) fn descend(&mut self, walk: &mut Walk, bars: &Bars) -> Arrival {
        walk.path.clear();
        let mut node: NodeId = 0;
        loop {
            let Some(step) = self.next_step(node, walk, bars) else {
                // Nothing to play: the same is heard again.
                self.weighed.values[node as usize].hear_again();
                self.finish(&walk.path);
                return Arrival::Known;
            };
            let Edge { mv, child, visits, in_flight, .. } = *self.edge(step);
            if child == CLOSED && in_flight > 0 {
                return self.give_up(walk);
            }
            self.edge_mut(step).in_flight += 1;
            walk.path.push(step);
            if child != CLOSED && visits < self.weighed.values[child as usize].visits {
                // Visits made on other ways are there to be counted.
                self.finish(&walk.path);
                return Arrival::Known;
            }
            if child == CLOSED {
                walk.likeness = likeness(&walk.position, mv);
            }
            let stones = taken(&walk.position);
            walk.position.play_legal(mv);
            if child == CLOSED {
                walk.past = self.weighed.values[node as usize].past;
                if taken(&walk.position) != stones {
                    walk.past = mix(walk.past ^ walk.position.board().hash());
                }
                return self.arrive(walk);
            }
            node = child;
        }
    }

    /// The end of a walk that has left the open positions.
    fn arrive(&mut self, walk: &mut Walk) -> Arrival {
        walk.key = key_of(&walk.position, walk.past);
        let leaf = walk.path[walk.path.len() - 1];
        if walk.position.is_over() && counts_as_it_stands(&walk.position) {
            let id = self.open_ended(walk);
            self.edge_mut(leaf).child = id;
        } else {
            match self.weighed.known.get(&walk.key) {
                Some(id) if self.weighed.settings.transpositions => self.edge_mut(leaf).child = *id,
                _ if self.weighed.settings.transpositions && !self.weighed.pending.insert(walk.key) => {
                    return self.give_up(walk);
                }
                _ => return Arrival::Leaf,
            }
        }
        self.finish(&walk.path);
        Arrival::Known
    }

    /// Takes a walk back that has come to a leaf somebody else is having judged.
    fn give_up(&mut self, walk: &mut Walk) -> Arrival {
        for step in walk.path.drain(..) {
            self.edge_mut(step).in_flight -= 1;
        }
        Arrival::Busy
    }

    /// The move to look at next, with room made for it; `None` when there is none.
    fn next_step(&mut self, node: NodeId, walk: &Walk, bars: &Bars) -> Option<Step> {
        let mut unfit = None;
        loop {
            let edge = match self.pick(node, walk.path.len(), bars, unfit)? {
                Pick::Again(edge) => edge,
                Pick::New(place) => self.make_room(node, place),
            };
            let step = Step { node, edge };
            // On another way to the same position a move may repeat what this way has seen.
            if !self.weighed.settings.transpositions || walk.position.is_legal(self.edge(step).mv) {
                return Some(step);
            }
            if unfit.replace(edge).is_some() {
                return None;
            }
        }
    }

    /// Makes an edge of a natural move.
    fn make_room(&mut self, id: NodeId, place: usize) -> u32 {
        let (mv, prior) = self.weighed.natural.take(id, place);
        let Node { first, count, .. } = self.nodes[id as usize];
        // Edges are kept in runs of 2, 4, 8…: a full one moves to the end, and leaves its room unused until the
        // tree is copied.
        let full = count == 0 || (count >= 2 && count.is_power_of_two());
        let edge = Edge::new(mv, prior);
        if full {
            let start = self.edges.len() as u32;
            self.edges.extend_from_within(first as usize..(first + count) as usize);
            let room = (2 * count).max(2);
            self.edges.resize((start + room) as usize, edge);
            self.nodes[id as usize].first = start;
        }
        self.nodes[id as usize].count += 1;
        let step = Step { node: id, edge: count };
        *self.edge_mut(step) = edge;
        count
    }

    /// Takes the judgement of a walk's leaf into account everywhere along its way.
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
        let weight = w.weight_of(evaluation);
        let correct = w.settings.bias_correction > 0.0 && !self.nodes.is_empty();
        let entry = if correct { w.biases.entry(walk.likeness) } else { NO_ENTRY };
        let error = f64::from(w.settings.bias_correction) * w.biases.error(entry);
        let values = Values::new(Figures::of(evaluation, komi), weight, &w.scale, Part::of(entry), error);
        let full = w.natural.len() >= self.settings.max_moves;
        let closed = walk.position.is_over() || full;
        w.natural.add(if closed { &[] } else { &evaluation.priors });
        w.owners.add(walk.position.size(), evaluation.ownership.as_deref());
        let last = closed || evaluation.priors.is_empty();
        let id = self.add(walk, Values { last, key: walk.key, past: walk.past, ..values });
        if !last && walk.position.passes() == 1 && counts_as_it_stands(&walk.position) {
            self.foresee_the_end(id, walk);
        }
        id
    }

    /// When a pass would end the game, its result is known without a visit.
    fn foresee_the_end(&mut self, id: NodeId, walk: &Walk) {
        if let Some(place) = self.weighed.natural.find(id, Move::Pass) {
            let edge = self.make_room(id, place);
            let ended = self.open_ended(walk);
            self.edge_mut(Step { node: id, edge }).child = ended;
        }
    }

    /// A game that is over, or would be with one more pass.
    fn open_ended(&mut self, walk: &Walk) -> NodeId {
        let score = walk.position.score(&board::PointSet::EMPTY).for_side(board::Colour::Black);
        let w = &mut self.weighed;
        let values = Values::new(Figures::ended(score), w.sure_weight(), &w.scale, Part::of(NO_ENTRY), 0.0);
        w.natural.add(&[]);
        w.owners.add_counted(walk.position.board());
        self.add(walk, Values { last: true, ..values })
    }

    fn add(&mut self, walk: &Walk, values: Values) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { first: 0, count: 0, to_move: walk.position.to_move() });
        if values.key != 0 {
            self.weighed.known.insert(values.key, id);
        }
        self.weighed.values.push(values);
        id
    }

    /// Counts a visit along a path and works out anew what its positions are worth.
    fn finish(&mut self, path: &[Step]) {
        for step in path.iter().rev() {
            let edge = self.edge_mut(*step);
            edge.in_flight -= 1;
            edge.visits = edge.visits.saturating_add(1);
            let values = &mut self.weighed.values[step.node as usize];
            values.visits = values.visits.saturating_add(1);
            self.weigh(step.node);
        }
    }

    /// Works out what a position is worth from its moves and from what the judge said.
    pub(crate) fn weigh(&mut self, id: NodeId) {
        let node = self.nodes[id as usize];
        let sign = f64::from(node.to_move.sign());
        let edges = &self.edges[node.first as usize..(node.first + node.count) as usize];
        let w = &mut *self.weighed;
        let (values, followers) = (&mut w.values, &mut w.followers);
        followers.clear();
        for edge in edges.iter().filter(|e| e.visits > 0 && e.child != CLOSED) {
            let child = &values[edge.child as usize];
            let weight = child.mean.weight * share(edge.visits, child.visits);
            let prior = f64::from(edge.prior);
            followers.push(Follower { child: edge.child, weight, utility: sign * child.mean.utility, prior });
        }
        if followers.is_empty() {
            return;
        }
        let visited: f64 = followers.iter().map(|f| f.weight).sum();
        if w.settings.noise_scale > 0.0 {
            prune_noise(followers, f64::from(w.settings.noise_scale));
        }
        if w.settings.value_weight > 0.0 {
            favour_better(followers, f64::from(w.settings.value_weight));
        }
        let mut mean = Mean::default();
        for follower in followers.iter() {
            mean.add(&values[follower.child as usize].mean, follower.weight);
        }
        let own = &mut values[id as usize];
        let mut utility = own.utility;
        if own.part.entry != NO_ENTRY {
            let weight = visited.powf(f64::from(w.settings.bias_power));
            w.biases.learn(&mut own.part, mean.utility / mean.weight - own.utility, weight);
            utility += f64::from(w.settings.bias_correction) * w.biases.error(own.part.entry);
        }
        mean.add(&Mean::one(&own.figures, utility, own.own_weight), own.own_weight);
        mean.close();
        own.mean = mean;
    }
}

/// The part of a position's visits that came on one way.
#[inline]
pub(crate) fn share(visits: u32, all: u32) -> f64 {
    if visits >= all { 1.0 } else { f64::from(visits) / f64::from(all) }
}

/// The side of a square board with as many points.
pub(crate) fn side(position: &Position) -> f64 {
    (position.size().points() as f64).sqrt()
}
