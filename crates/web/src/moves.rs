//! Every line that was tried in a game, and the one that is on the board.

use board::{Colour, Move, Size};
use review::{Judged as Known, Reason};
use serde::{Deserialize, Serialize};

use crate::lesson::Taught;
use crate::messages::{Judged, Lesson, Why};

/// Moves of all lines together: nobody tries more by hand.
const MOST: usize = 5_000;

/// A tree of moves. The line on the board leads from the beginning to one of its moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Moves {
    steps: Vec<Step>,
    /// The last move on the board; `None` at the beginning.
    here: Option<usize>,
    /// What was thought of the beginning.
    #[serde(default)]
    first: Option<Thought>,
    #[serde(default)]
    known: Option<Known>,
}

/// A move that was played after another one.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Step {
    pub after: Option<usize>,
    pub at: String,
    /// What was thought of the position after it.
    #[serde(default)]
    judged: Option<Thought>,
    /// All that is known of the position after it: the deepest look there was, whoever asked for it.
    #[serde(default)]
    known: Option<Known>,
    /// Whether it is the player's and was to be taught, and whether the partner itself had named it.
    #[serde(default)]
    is_taught: bool,
    #[serde(default)]
    is_named: bool,
    /// Why it was bad, as far as who owns what tells.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// The better move that the player has read of. A deeper look may prefer another since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told_better: Option<String>,
    /// What it cost, in games that were kept by older programs.
    #[serde(default)]
    pub lesson: Option<Lesson>,
    /// Why it was played, where it was the partner's.
    #[serde(default)]
    pub why: Option<Why>,
}

/// Black's chance, and Black's lead.
type Thought = (f32, f32);

impl Moves {
    /// A game in which nothing else was tried.
    pub fn from_line(line: &[String], graph: &[Judged]) -> Moves {
        let mut moves = Moves::default();
        for at in line {
            moves.play(at);
        }
        graph.iter().for_each(|judged| moves.judge(*judged));
        moves
    }

    /// Whether every move comes after one before it, as only a tree that was kept whole does.
    pub fn is_whole(&self) -> bool {
        let known = |place: Option<usize>, all: usize| place.is_none_or(|place| place < all);
        known(self.here, self.steps.len())
            && self.steps.iter().enumerate().all(|(place, step)| known(step.after, place))
    }

    pub fn is_full(&self) -> bool {
        self.steps.len() >= MOST
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub fn here(&self) -> Option<usize> {
        self.here
    }

    /// Goes on with a move; one that was tried here before keeps its place.
    pub fn play(&mut self, at: &str) {
        let again = self.next(self.here, at);
        self.here = Some(again.unwrap_or_else(|| {
            self.steps.push(Step { after: self.here, at: at.into(), ..Step::default() });
            self.steps.len() - 1
        }));
    }

    /// Goes to a move that was played at some time; false where there is none.
    pub fn go(&mut self, to: Option<usize>) -> bool {
        let is_there = to.is_none_or(|place| place < self.steps.len());
        if is_there {
            self.here = to;
        }
        is_there
    }

    /// The moves on the board by their places in the tree, the first one first.
    pub fn line(&self) -> Vec<usize> {
        self.line_to(self.here)
    }

    /// The moves on the board by their names.
    pub fn names(&self) -> Vec<String> {
        self.line().into_iter().map(|place| self.steps[place].at.clone()).collect()
    }

    /// The moves that lead to one.
    pub fn line_to(&self, end: Option<usize>) -> Vec<usize> {
        let step = |place: &usize| self.steps.get(*place).and_then(|step| step.after);
        let mut line: Vec<usize> = std::iter::successors(end, step).collect();
        line.reverse();
        line
    }

    /// Goes back to where so many moves were on the board.
    pub fn back_to(&mut self, count: usize) {
        let line = self.line();
        self.here = count.checked_sub(1).and_then(|last| line.get(last).copied());
    }

    /// The move on the board with a number, from 1.
    pub fn step_mut(&mut self, number: usize) -> Option<&mut Step> {
        let place = *self.line().get(number.checked_sub(1)?)?;
        self.steps.get_mut(place)
    }

    /// A move that was to be taught, with what is known of the positions around it.
    pub fn taught(&self, place: usize, you: Colour, size: Size) -> Option<Taught<'_>> {
        let step = self.steps.get(place).filter(|step| step.is_taught)?;
        let played = Move::parse(&step.at, size).ok()?;
        let (before, after) = (self.known(step.after)?, step.known.as_ref()?);
        Some(Taught { you, played, before, after, named: step.is_named })
    }

    /// What is known of the position after a move, or of the beginning.
    pub fn known(&self, place: Option<usize>) -> Option<&Known> {
        place.map_or(self.known.as_ref(), |place| self.steps.get(place)?.known.as_ref())
    }

    /// What is known of every position of the line on the board, from the beginning on.
    pub fn known_on_the_board(&self) -> Vec<Option<Known>> {
        let places = std::iter::once(None).chain(self.line().into_iter().map(Some));
        places.map(|place| self.known(place).cloned()).collect()
    }

    /// What a lesson on a move after this one calls better.
    pub fn called_better(&self, place: Option<usize>, you: Colour, size: Size) -> Option<String> {
        let is_bad = |tried: usize| self.taught(tried, you, size).is_some_and(|taught| taught.cost() > 0.0);
        let mut tried = (0..self.steps.len()).filter(|tried| self.steps[*tried].after == place);
        if let Some(told) = tried.clone().rev().find_map(|tried| self.steps[tried].told_better.clone()) {
            return Some(told);
        }
        let best = self.known(place).and_then(Known::best)?;
        tried.any(is_bad).then(|| best.to_string())
    }

    /// Takes over a look at the position after a move, or at the beginning, unless a deeper one is known. True where it
    /// was taken over.
    pub fn deepen(&mut self, place: Option<usize>, look: &Known) -> bool {
        let thought = (look.win_rate.of(Colour::Black), look.lead.of(Colour::Black));
        let (known, judged) = match place {
            None => (&mut self.known, &mut self.first),
            Some(place) => match self.steps.get_mut(place) {
                Some(step) => (&mut step.known, &mut step.judged),
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
        if let Some(step) = self.here.and_then(|place| self.steps.get_mut(place)) {
            (step.is_taught, step.is_named) = (true, named);
        }
    }

    /// Says why a move was bad, where that is known.
    pub fn explain(&mut self, place: usize, reason: Option<Reason>) {
        if let (Some(step), Some(reason)) = (self.steps.get_mut(place), reason) {
            step.reason = Some(reason);
        }
    }

    /// The place of the move that was played after another.
    pub fn next(&self, after: Option<usize>, at: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.after == after && step.at == at)
    }

    /// Notes what was thought after so many moves of the line on the board.
    pub fn judge(&mut self, Judged(number, chance, lead): Judged) {
        if number == 0 {
            self.first = Some((chance, lead));
        } else if let Some(step) = self.step_mut(number) {
            step.judged = Some((chance, lead));
        }
    }

    /// What was thought along the line on the board.
    pub fn graph(&self) -> Vec<Judged> {
        let after_moves = self.line().into_iter().map(|place| self.steps[place].judged);
        let all = std::iter::once(self.first).chain(after_moves).enumerate();
        all.filter_map(|(number, judged)| judged.map(|(chance, lead)| Judged(number, chance, lead))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &Moves) -> Vec<&str> {
        moves.line().into_iter().map(|place| moves.steps()[place].at.as_str()).collect()
    }

    #[test]
    fn what_was_tried_is_kept_and_found_again() {
        let mut moves = Moves::default();
        ["C3", "D4", "B2"].iter().for_each(|at| moves.play(at));
        moves.judge(Judged(0, 0.5, 0.0));
        moves.judge(Judged(3, 0.6, 1.0));
        moves.back_to(1);
        moves.play("pass");
        moves.judge(Judged(2, 0.4, -1.0));
        assert_eq!((line(&moves), moves.steps().len()), (vec!["C3", "pass"], 4));
        assert_eq!(moves.graph(), [Judged(0, 0.5, 0.0), Judged(2, 0.4, -1.0)]);
        moves.back_to(1);
        moves.play("D4");
        assert_eq!((moves.here(), moves.steps().len()), (Some(1), 4), "it was tried before");
        assert!(moves.go(Some(2)));
        assert_eq!(moves.graph(), [Judged(0, 0.5, 0.0), Judged(3, 0.6, 1.0)]);
        assert!(!moves.go(Some(4)) && moves.here() == Some(2));
        assert!(moves.go(None) && moves.line().is_empty());
        assert!(moves.is_whole());
        let text = serde_json::to_string(&moves).unwrap();
        assert_eq!(serde_json::from_str::<Moves>(&text).unwrap(), moves);
    }

    /// Black's lead after a look of so many visits, and what seemed best.
    fn look(visits: u64, lead: f32, best: &str) -> Known {
        let text = format!(
            r#"{{"win_rate":0.5,"lead":{lead},"best_win_rate":0.5,"best_lead":{lead},"visits":{visits},"sequence":["{best}"]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn what_was_called_better_is_known_after_a_take_back() {
        let size = Size::square(9).unwrap();
        let mut moves = Moves::default();
        moves.deepen(None, &look(400, 3.0, "D4"));
        for (at, lead) in [("A1", -1.0), ("B3", 2.9)] {
            moves.back_to(0);
            moves.play(at);
            moves.teach(false);
            moves.deepen(moves.here(), &look(400, lead, "E5"));
        }
        assert_eq!(moves.called_better(None, Colour::Black, size).as_deref(), Some("D4"));
        assert_eq!(moves.called_better(Some(0), Colour::Black, size), None);
        // What was read counts, whatever is thought since.
        moves.step_mut(1).unwrap().told_better = Some("D4".into());
        moves.deepen(None, &look(1_000, 3.0, "F6"));
        assert_eq!(moves.called_better(None, Colour::Black, size).as_deref(), Some("D4"));
    }

    #[test]
    fn there_is_one_judgement_of_a_position_and_it_becomes_deeper() {
        let size = Size::square(9).unwrap();
        let mut moves = Moves::default();
        moves.play("A1");
        moves.teach(false);
        moves.deepen(None, &look(400, 3.0, "G4"));
        moves.deepen(Some(0), &look(400, 0.4, "E5"));
        let cost = |moves: &Moves| moves.taught(0, Colour::Black, size).unwrap().cost();
        assert!((cost(&moves) - 2.6).abs() < 1e-3);
        assert!(!moves.deepen(None, &look(100, 9.0, "A2")), "a shorter look changes nothing");
        assert!(moves.deepen(None, &look(1_000, 4.0, "F4")));
        assert!((cost(&moves) - 3.6).abs() < 1e-3);
        assert_eq!(moves.called_better(None, Colour::Black, size).as_deref(), Some("F4"));
        assert_eq!(moves.graph()[0], Judged(0, 0.5, 4.0));
        let again: Moves = serde_json::from_str(&serde_json::to_string(&moves).unwrap()).unwrap();
        assert_eq!(again, moves);
    }

    #[test]
    fn a_tree_that_leads_nowhere_is_noticed() {
        for broken in [
            r#"{"steps":[{"after":0,"at":"C3"}],"here":0}"#,
            r#"{"steps":[{"after":null,"at":"C3"}],"here":7}"#,
        ] {
            assert!(!serde_json::from_str::<Moves>(broken).unwrap().is_whole(), "{broken}");
        }
    }

    #[test]
    fn a_line_becomes_a_tree() {
        let moves = Moves::from_line(&["C3".into(), "pass".into()], &[Judged(1, 0.5, 2.0)]);
        assert_eq!(line(&moves), ["C3", "pass"]);
        assert_eq!(moves.graph(), [Judged(1, 0.5, 2.0)]);
    }
}
