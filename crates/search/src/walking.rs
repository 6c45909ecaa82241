//! Walks from the root to a leaf, when values are weighed.

use board::{Colour, Move, Position, Scoring, splitmix64};

use crate::MoveFilter;
use crate::bias::likeness;
use crate::node::{CLOSED, Edge, NodeId, Step};
use crate::picking::Pick;
use crate::tree::Tree;

/// One walk from the root, with a position that follows it.
pub(crate) struct Walk {
    pub path: Vec<Step>,
    /// The root's at the start of a walk, the leaf's at its end.
    pub position: Position,
    /// Both have passed, and what the board is worth is for the evaluator to say.
    pub ended: bool,
    pub likeness: Option<u64>,
    pub key: u64,
    pub past: u64,
}

impl Walk {
    pub fn new(root: &Position) -> Walk {
        Walk { path: Vec::new(), position: root.clone(), ended: false, likeness: None, key: 0, past: 0 }
    }

    /// Plays on. Where the end of the game is a matter of agreement, the second pass is not played: the evaluator is
    /// asked what the board is worth with the turn handed on, which is what agreeing comes to.
    fn play(&mut self, mv: Move) {
        let position = &mut self.position;
        let ends = mv == Move::Pass && position.passes() == 1;
        if ends && !counts_as_it_stands(position) {
            self.ended = true;
            position.set_to_move(position.to_move().other());
        } else {
            position.play_legal(mv);
        }
    }
}

/// Where a walk has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// A leaf that must be evaluated; the way is marked until it is.
    Leaf,
    /// The visit is made: everything was known.
    Known,
    /// A leaf that is being evaluated already; nothing has changed.
    Busy,
    /// The tree cannot grow, and nothing has changed: going through it again would teach nothing, because an evaluator says
    /// the same of a position every time.
    Full,
}

/// Whether two passes end the game with a count of the board as it stands. Under other rules the players agree on
/// dead stones first, which is a matter for the evaluator.
pub(crate) fn counts_as_it_stands(position: &Position) -> bool {
    let rules = position.rules();
    rules.scoring == Scoring::Area && !rules.friendly_pass_ok
}

/// What tells a position from others: the board, the turn, kos, how many moves have been made, and what was taken
/// on the way, since superko remembers that. The number of moves also keeps ways from being circles.
pub(crate) fn key_of(position: &Position, past: u64) -> u64 {
    splitmix64(position.hash() ^ splitmix64(position.moves().len() as u64 ^ past))
}

fn taken(position: &Position) -> u32 {
    Colour::BOTH.iter().map(|c| position.captures(*c)).sum()
}

impl Tree {
    /// Walks from the root to a leaf.
    pub(crate) fn descend(&mut self, walk: &mut Walk, bars: &MoveFilter) -> Arrival {
        walk.path.clear();
        walk.ended = false;
        if self.is_full() {
            return Arrival::Full;
        }
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
            walk.play(mv);
            if child == CLOSED {
                walk.past = self.weighed.values[node as usize].past;
                if taken(&walk.position) != stones {
                    walk.past = splitmix64(walk.past ^ walk.position.board().hash());
                }
                return self.arrive(walk);
            }
            node = child;
        }
    }

    /// The end of a walk that has left the open positions.
    fn arrive(&mut self, walk: &mut Walk) -> Arrival {
        let Some(leaf) = walk.path.last().copied() else { return Arrival::Busy };
        walk.key = key_of(&walk.position, walk.past);
        if walk.ended {
            // Nothing follows, so that nothing is gained by finding it again.
            walk.key = 0;
            return Arrival::Leaf;
        }
        if walk.position.is_over() {
            let id = self.open_ended(walk);
            self.edge_mut(leaf).child = id;
        } else {
            match self.weighed.known.get(&walk.key) {
                Some(id) if self.weighed.settings.use_graph_search => self.edge_mut(leaf).child = *id,
                _ if self.weighed.settings.use_graph_search && !self.weighed.pending.insert(walk.key) => {
                    return self.give_up(walk);
                }
                _ => return Arrival::Leaf,
            }
        }
        self.finish(&walk.path);
        Arrival::Known
    }

    /// Takes a walk back whose leaf could not be evaluated.
    pub(crate) fn abandon(&mut self, walk: &mut Walk) {
        self.weighed.pending.remove(&walk.key);
        let _ = self.give_up(walk);
    }

    /// Takes a walk back that has come to a leaf somebody else is having evaluated.
    fn give_up(&mut self, walk: &mut Walk) -> Arrival {
        for step in walk.path.drain(..) {
            self.edge_mut(step).in_flight -= 1;
        }
        Arrival::Busy
    }

    /// The move to look at next, with room made for it; `None` when there is none.
    fn next_step(&mut self, node: NodeId, walk: &Walk, bars: &MoveFilter) -> Option<Step> {
        let mut unfit = None;
        loop {
            let edge = match self.pick(node, walk, bars, unfit)? {
                Pick::Again(edge) => edge,
                Pick::New(place) => self.make_room(node, place),
            };
            let step = Step { node, edge };
            // On another way to the same position a move may repeat what this way has seen.
            if !self.weighed.settings.use_graph_search || walk.position.is_legal(self.edge(step).mv) {
                return Some(step);
            }
            if unfit.replace(edge).is_some() {
                return None;
            }
        }
    }
}
