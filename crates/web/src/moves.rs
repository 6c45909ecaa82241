//! Every line that was tried in a game, and the one that is on the board.

use serde::{Deserialize, Serialize};

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
}

/// A move that was played after another one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub after: Option<usize>,
    pub at: String,
    /// What was thought of the position after it.
    #[serde(default)]
    judged: Option<Thought>,
    /// What it cost, where it was the player's.
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

    /// Goes on with a move; one that was tried here before is not tried anew.
    pub fn play(&mut self, at: &str) {
        let again = self.steps.iter().position(|step| step.after == self.here && step.at == at);
        self.here = Some(again.unwrap_or_else(|| {
            let step = Step { after: self.here, at: at.into(), judged: None, lesson: None, why: None };
            self.steps.push(step);
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

    /// What the last lesson on a move after this one called better.
    pub fn called_better(&self, place: Option<usize>) -> Option<&str> {
        let tried = self.steps.iter().rev().filter(|step| step.after == place);
        tried.filter_map(|step| step.lesson.as_ref()?.better.as_ref()?.first()).map(String::as_str).next()
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

    #[test]
    fn what_was_called_better_last_is_known_after_a_take_back() {
        let mut moves = Moves::default();
        for (at, better) in [("A1", Some("C3")), ("A2", Some("D4")), ("B3", None)] {
            moves.back_to(0);
            moves.play(at);
            let better = better.map(|better: &str| vec![better.to_string(), "E5".into()]);
            let lesson = Lesson { number: 1, at: at.into(), cost: 1.0, chance: 0.0, better, named: false };
            moves.step_mut(1).unwrap().lesson = Some(lesson);
        }
        assert_eq!(moves.called_better(None), Some("D4"));
        assert_eq!(moves.called_better(Some(0)), None);
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
