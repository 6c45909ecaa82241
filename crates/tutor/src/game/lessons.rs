//! What the player's moves cost, from all that is known by now.

use board::{Colour, Game, Move};
use review::{Change, Findings, PositionAnalysis, reason};
use search::Snapshot;

use super::TeachingGame;
use crate::lesson::Lesson;

impl TeachingGame {
    /// Notes why the player's last move was bad, when it is known what could be had before it. `after` is of the position
    /// after that many moves.
    pub(super) fn teach(&mut self, after: &Snapshot, number: usize) {
        let place = number.checked_sub(1).and_then(|last| self.tree.line().get(last).copied());
        let (Some(before), Some(place)) = (self.before.take(), place) else { return };
        let Some(taught) = self.tree.taught(place, self.player) else { return };
        if taught.cost() == 0.0 {
            return;
        }
        let (played, better) = (taught.played, taught.before.best());
        let game = self.game_before(number);
        let why = before.ownership.as_deref().zip(after.ownership.as_deref()).and_then(|(was, is)| {
            reason(&Change {
                colour: self.player,
                board: game.position().board(),
                played,
                better,
                before: was,
                after: is,
            })
        });
        // What is called better now was named last.
        self.hinted = None;
        if let Some(node) = self.tree.node_mut(number) {
            node.reason = why;
        }
    }

    /// Takes over what a review found of the game, as far as its looks are deeper. True where something was.
    pub fn deepen(&mut self, moves: &[(Colour, Move)], findings: &Findings) -> bool {
        let (mut place, mut is_deeper) = (None, false);
        for (after, look) in findings.positions.iter().enumerate() {
            is_deeper |= self.tree.deepen(place, look);
            let Some((_, mv)) = moves.get(after) else { break };
            let Some(next) = self.tree.next(place, *mv) else { break };
            place = Some(next);
            if let Some(mistake) = findings.mistakes.iter().find(|mistake| mistake.after == after) {
                self.tree.explain(next, mistake.reason.clone());
            }
        }
        is_deeper
    }

    /// The move that a hint named last in the position on the board, or a lesson called better.
    pub(super) fn named(&self) -> Option<Move> {
        self.named_after(self.tree.here())
    }

    pub(super) fn named_after(&self, place: Option<usize>) -> Option<Move> {
        match self.hinted {
            Some((here, mv)) if here == place => Some(mv),
            _ => self.tree.called_better(place, self.player),
        }
    }

    /// Notes which move a lesson called better, so that a hint does not contradict it silently.
    pub fn has_told(&mut self, lesson: Option<&Lesson>) {
        let better = lesson.and_then(|lesson| Some((lesson.number, lesson.better.as_ref()?.first()?)));
        if let Some((number, better)) = better
            && let Some(node) = self.tree.node_mut(number)
        {
            node.told_better = Some(*better);
        }
    }

    /// Notes what was thought of the position after that many moves, unless more is known.
    pub(super) fn judged(&mut self, view: &Snapshot, moves: usize) {
        let line = self.tree.line();
        if view.visits == 0 || moves > line.len() {
            return;
        }
        let place = moves.checked_sub(1).and_then(|last| line.get(last).copied());
        self.tree.deepen(place, &PositionAnalysis::of(view));
    }

    /// On the player's last move, if it was taught.
    pub fn lesson(&self) -> Option<Lesson> {
        let last = self.tree.line().len();
        (last.saturating_sub(1)..=last).rev().find_map(|number| self.lesson_on(number))
    }

    /// On the move with a number, from all that is known by now.
    fn lesson_on(&self, number: usize) -> Option<Lesson> {
        let place = *self.tree.line().get(number.checked_sub(1)?)?;
        let node = &self.tree.nodes()[place];
        match self.tree.taught(place, self.player) {
            Some(taught) => {
                let game = self.game_before(number);
                Some(taught.lesson(number, game.position(), node.reason.as_ref(), self.detail()))
            }
            None => node.lesson.clone().map(Lesson::in_words),
        }
    }

    /// The game before the move with a number.
    pub fn game_before(&self, number: usize) -> Game {
        let mut game = self.session.game().clone();
        while game.moves().len() >= number && game.undo().is_some() {}
        game
    }

    /// What the moves on the board cost, by their numbers.
    pub fn costs(&self) -> Vec<(usize, f32)> {
        let line = self.tree.line().into_iter().enumerate();
        let cost = |place: usize| match self.tree.taught(place, self.player) {
            Some(taught) => Some(taught.cost()),
            None => self.tree.nodes()[place].lesson.as_ref().map(|lesson| lesson.points),
        };
        line.filter_map(|(before, place)| cost(place).map(|cost| (before + 1, cost))).collect()
    }
}
