//! Every line that was tried in a game, and the one that is on the board.

use board::{Colour, Move, Size};
use review::PositionAnalysis;
use serde::{Deserialize, Serialize};
use speech::Reason;

use crate::analysis::GraphPoint;
use crate::lesson::{Lesson, Remark, Taught};
use crate::seen_by::SeenBy;

/// Moves of all lines together: nobody tries more by hand.
const MOST: usize = 5_000;

/// A tree of moves. The line on the board leads from the beginning to one of its moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveTree {
    #[serde(rename = "steps")]
    nodes: Vec<MoveNode>,
    /// The last move on the board; `None` at the beginning.
    here: Option<usize>,
    /// What was thought of the beginning.
    #[serde(default)]
    first: Option<Thought>,
    #[serde(default)]
    known: Option<PositionAnalysis>,
}

/// A move that was played after another one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveNode {
    pub after: Option<usize>,
    #[serde(rename = "at")]
    pub mv: Move,
    /// What was thought of the position after it.
    #[serde(default)]
    judged: Option<Thought>,
    /// All that is known of the position after it: the deepest look there was, whoever asked for it.
    #[serde(default)]
    known: Option<PositionAnalysis>,
    /// Whether it is the player's and was to be taught, and whether the partner itself had named it.
    #[serde(default)]
    is_taught: bool,
    #[serde(default)]
    is_named: bool,
    /// Why it was bad, as far as who owns what tells.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// Who would have seen something better, where the player's rank is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<SeenBy>,
    /// Whether few players of that rank find it, where nothing was better.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hard: bool,
    /// The better move that the player has read of. A deeper look may prefer another since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told_better: Option<Move>,
    /// What it cost, in games that were saved by older programs.
    #[serde(default)]
    pub lesson: Option<Lesson>,
    /// Why it was played, where it was the partner's.
    #[serde(default, rename = "why")]
    pub remark: Option<Remark>,
}

/// Black's win rate, and Black's lead.
type Thought = (f32, f32);

impl MoveNode {
    fn new(after: Option<usize>, mv: Move) -> MoveNode {
        MoveNode {
            after,
            mv,
            judged: None,
            known: None,
            is_taught: false,
            is_named: false,
            reason: None,
            seen_by: None,
            is_hard: false,
            told_better: None,
            lesson: None,
            remark: None,
        }
    }
}

pub(crate) fn is_on_board(mv: Move, size: Size) -> bool {
    mv.point().is_none_or(|p| size.contains(p))
}

impl MoveTree {
    /// A game in which nothing else was tried.
    pub fn from_line(line: &[Move], graph: &[GraphPoint]) -> MoveTree {
        let mut tree = MoveTree::default();
        line.iter().for_each(|mv| tree.play(*mv));
        graph.iter().for_each(|point| tree.note(*point));
        tree
    }

    /// Whether every move is on the board and comes after one before it, as only in a tree that was saved whole.
    pub fn is_whole(&self, size: Size) -> bool {
        let known = |place: Option<usize>, all: usize| place.is_none_or(|place| place < all);
        known(self.here, self.nodes.len())
            && self.nodes.iter().enumerate().all(|(place, node)| known(node.after, place))
            && self.nodes.iter().all(|node| is_on_board(node.mv, size))
    }

    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST
    }

    pub fn nodes(&self) -> &[MoveNode] {
        &self.nodes
    }

    pub fn here(&self) -> Option<usize> {
        self.here
    }

    /// Goes on with a move; one that was tried here before keeps its place.
    pub fn play(&mut self, mv: Move) {
        let again = self.next(self.here, mv);
        self.here = Some(again.unwrap_or_else(|| {
            self.nodes.push(MoveNode::new(self.here, mv));
            self.nodes.len() - 1
        }));
    }

    /// Goes to a move that was played at some time; false where there is none.
    pub fn go(&mut self, to: Option<usize>) -> bool {
        let is_there = to.is_none_or(|place| place < self.nodes.len());
        if is_there {
            self.here = to;
        }
        is_there
    }

    /// The moves on the board by their places in the tree, the first one first.
    pub fn line(&self) -> Vec<usize> {
        self.line_to(self.here)
    }

    /// The moves on the board.
    pub fn moves(&self) -> Vec<Move> {
        self.line().into_iter().map(|place| self.nodes[place].mv).collect()
    }

    /// The moves that lead to one.
    pub fn line_to(&self, end: Option<usize>) -> Vec<usize> {
        let node = |place: &usize| self.nodes.get(*place).and_then(|node| node.after);
        let mut line: Vec<usize> = std::iter::successors(end, node).collect();
        line.reverse();
        line
    }

    /// Goes back to where that many moves were on the board.
    pub fn back_to(&mut self, count: usize) {
        let line = self.line();
        self.here = count.checked_sub(1).and_then(|last| line.get(last).copied());
    }

    /// The move on the board with a number, from 1.
    pub fn node_mut(&mut self, number: usize) -> Option<&mut MoveNode> {
        let place = *self.line().get(number.checked_sub(1)?)?;
        self.nodes.get_mut(place)
    }

    /// A move that was to be taught, with what is known of the positions around it.
    pub fn taught(&self, place: usize, player: Colour) -> Option<Taught<'_>> {
        let node = self.nodes.get(place).filter(|node| node.is_taught)?;
        let (before, after) = (self.known(node.after)?, node.known.as_ref()?);
        let (seen_by, is_hard) = (node.seen_by, node.is_hard);
        Some(Taught { player, played: node.mv, before, after, named: node.is_named, seen_by, is_hard })
    }

    /// What is known of the position after a move, or of the beginning.
    pub fn known(&self, place: Option<usize>) -> Option<&PositionAnalysis> {
        place.map_or(self.known.as_ref(), |place| self.nodes.get(place)?.known.as_ref())
    }

    /// What is known of every position of the line on the board, from the beginning on.
    pub fn known_on_the_board(&self) -> Vec<Option<PositionAnalysis>> {
        let places = std::iter::once(None).chain(self.line().into_iter().map(Some));
        places.map(|place| self.known(place).cloned()).collect()
    }

    /// What a lesson on a move after this one calls better.
    pub fn called_better(&self, place: Option<usize>, player: Colour) -> Option<Move> {
        let is_bad = |tried: usize| self.taught(tried, player).is_some_and(|taught| taught.cost() > 0.0);
        let mut tried = (0..self.nodes.len()).filter(|tried| self.nodes[*tried].after == place);
        if let Some(told) = tried.clone().rev().find_map(|tried| self.nodes[tried].told_better) {
            return Some(told);
        }
        let best = self.known(place).and_then(PositionAnalysis::best)?;
        tried.any(is_bad).then_some(best)
    }

    /// Takes over a look at the position after a move, or at the beginning, unless a deeper one is known. True where it
    /// was taken over.
    pub fn deepen(&mut self, place: Option<usize>, look: &PositionAnalysis) -> bool {
        let thought = (look.win_rate.of(Colour::Black), look.lead.of(Colour::Black));
        let (known, judged) = match place {
            None => (&mut self.known, &mut self.first),
            Some(place) => match self.nodes.get_mut(place) {
                Some(node) => (&mut node.known, &mut node.judged),
                None => return false,
            },
        };
        let is_deeper = match known {
            Some(known) => known.deepen(look),
            None => {
                *known = Some(look.clone());
                true
            }
        };
        if is_deeper {
            *judged = Some(thought);
        }
        is_deeper
    }

    /// The last move on the board is to be taught; `named` is whether the partner itself had named it.
    pub fn teach(&mut self, named: bool) {
        if let Some(node) = self.here.and_then(|place| self.nodes.get_mut(place)) {
            (node.is_taught, node.is_named) = (true, named);
        }
    }

    /// Says why a move was bad, where that is known.
    pub fn explain(&mut self, place: usize, reason: Option<Reason>) {
        if let (Some(node), Some(reason)) = (self.nodes.get_mut(place), reason) {
            node.reason = Some(reason);
        }
    }

    /// The place of the move that was played after another.
    pub fn next(&self, after: Option<usize>, mv: Move) -> Option<usize> {
        self.nodes.iter().position(|node| node.after == after && node.mv == mv)
    }

    /// Notes what was thought after that many moves of the line on the board.
    fn note(&mut self, point: GraphPoint) {
        let thought = (point.win_rate.of(Colour::Black), point.lead.of(Colour::Black));
        if point.after == 0 {
            self.first = Some(thought);
        } else if let Some(node) = self.node_mut(point.after) {
            node.judged = Some(thought);
        }
    }

    /// What was thought along the line on the board.
    pub fn graph(&self) -> Vec<GraphPoint> {
        let after_moves = self.line().into_iter().map(|place| self.nodes[place].judged);
        let all = std::iter::once(self.first).chain(after_moves).enumerate();
        all.filter_map(|(after, thought)| thought.map(|(rate, lead)| (after, rate, lead).into())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = match Size::square(9) {
        Ok(size) => size,
        Err(_) => panic!("a board"),
    };

    fn at(name: &str) -> Move {
        Move::parse(name, SIZE).unwrap()
    }

    fn point(after: usize, win_rate: f32, lead: f32) -> GraphPoint {
        (after, win_rate, lead).into()
    }

    #[test]
    fn what_was_tried_is_kept_and_found_again() {
        let mut moves = MoveTree::default();
        ["C3", "D4", "B2"].into_iter().for_each(|name| moves.play(at(name)));
        moves.note(point(0, 0.5, 0.0));
        moves.note(point(3, 0.6, 1.0));
        moves.back_to(1);
        moves.play(Move::Pass);
        moves.note(point(2, 0.4, -1.0));
        assert_eq!((moves.moves(), moves.nodes().len()), (vec![at("C3"), Move::Pass], 4));
        assert_eq!(moves.graph(), [point(0, 0.5, 0.0), point(2, 0.4, -1.0)]);
        moves.back_to(1);
        moves.play(at("D4"));
        assert_eq!((moves.here(), moves.nodes().len()), (Some(1), 4), "it was tried before");
        assert!(moves.go(Some(2)));
        assert_eq!(moves.graph(), [point(0, 0.5, 0.0), point(3, 0.6, 1.0)]);
        assert!(!moves.go(Some(4)) && moves.here() == Some(2));
        assert!(moves.go(None) && moves.line().is_empty());
        assert!(moves.is_whole(SIZE));
        let text = serde_json::to_string(&moves).unwrap();
        assert_eq!(serde_json::from_str::<MoveTree>(&text).unwrap(), moves);
    }

    /// Black's lead after a look of that many visits, and what seemed best.
    fn look(visits: u64, lead: f32, best: &str) -> PositionAnalysis {
        let text = format!(
            r#"{{"win_rate":0.5,"lead":{lead},"best_win_rate":0.5,"best_lead":{lead},"visits":{visits},"sequence":["{best}"]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn what_was_called_better_is_known_after_a_take_back() {
        let mut moves = MoveTree::default();
        moves.deepen(None, &look(400, 3.0, "D4"));
        for (name, lead) in [("A1", -1.0), ("B3", 2.9)] {
            moves.back_to(0);
            moves.play(at(name));
            moves.teach(false);
            moves.deepen(moves.here(), &look(400, lead, "E5"));
        }
        assert_eq!(moves.called_better(None, Colour::Black), Some(at("D4")));
        assert_eq!(moves.called_better(Some(0), Colour::Black), None);
        // What was read counts, whatever is thought since.
        moves.node_mut(1).unwrap().told_better = Some(at("D4"));
        moves.deepen(None, &look(1_000, 3.0, "F6"));
        assert_eq!(moves.called_better(None, Colour::Black), Some(at("D4")));
    }

    #[test]
    fn there_is_one_judgement_of_a_position_and_it_becomes_deeper() {
        let mut moves = MoveTree::default();
        moves.play(at("A1"));
        moves.teach(false);
        moves.deepen(None, &look(400, 3.0, "G4"));
        moves.deepen(Some(0), &look(400, 0.4, "E5"));
        let cost = |moves: &MoveTree| moves.taught(0, Colour::Black).unwrap().cost();
        assert!((cost(&moves) - 2.6).abs() < 1e-3);
        assert!(!moves.deepen(None, &look(100, 9.0, "A2")), "a shorter look changes nothing");
        assert!(moves.deepen(None, &look(1_000, 4.0, "F4")));
        assert!((cost(&moves) - 3.6).abs() < 1e-3);
        assert_eq!(moves.called_better(None, Colour::Black), Some(at("F4")));
        assert_eq!(moves.graph()[0], point(0, 0.5, 4.0));
        let again: MoveTree = serde_json::from_str(&serde_json::to_string(&moves).unwrap()).unwrap();
        assert_eq!(again, moves);
    }

    #[test]
    fn a_tree_that_leads_nowhere_is_noticed() {
        for broken in [
            r#"{"steps":[{"after":0,"at":"C3"}],"here":0}"#,
            r#"{"steps":[{"after":null,"at":"C3"}],"here":7}"#,
            r#"{"steps":[{"after":null,"at":"T19"}],"here":0}"#,
        ] {
            assert!(!serde_json::from_str::<MoveTree>(broken).unwrap().is_whole(SIZE), "{broken}");
        }
    }

    #[test]
    fn a_line_becomes_a_tree() {
        let moves = MoveTree::from_line(&[at("C3"), Move::Pass], &[point(1, 0.5, 2.0)]);
        assert_eq!(moves.moves(), [at("C3"), Move::Pass]);
        assert_eq!(moves.graph(), [point(1, 0.5, 2.0)]);
    }
}
