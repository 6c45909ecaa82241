//! Taking back, and going to other lines.

use board::{Move, PointSet};

use super::Seated;
use crate::messages::Phase;
use crate::refusal::{Refusal, refuse};
use crate::times;

impl Seated {
    /// Back to before the own last move.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let moves = self.session.game().moves();
        let Some(last) = moves.iter().rposition(|(colour, _)| *colour == self.you) else {
            return refuse("There is nothing to take back.");
        };
        for _ in last..moves.len() {
            self.session.undo();
        }
        self.moves.back_to(last);
        self.go_on();
        Ok(())
    }

    /// To a move that was played at some time.
    pub fn go(&mut self, to: Option<usize>) -> Result<(), Refusal> {
        let from = self.moves.line();
        if !self.moves.go(to) {
            return refuse("That move was never played.");
        }
        let line = self.moves.line();
        let shared = from.iter().zip(&line).take_while(|(a, b)| a == b).count();
        for _ in shared..from.len() {
            self.session.undo();
        }
        for place in &line[shared..] {
            let at = &self.moves.steps()[*place].at;
            let colour = self.session.position().to_move();
            let played =
                Move::parse(at, self.session.size()).is_ok_and(|mv| self.session.play(colour, mv).is_ok());
            if !played {
                // It was legal when it was played: only a damaged tree comes here.
                self.moves.back_to(self.session.game().moves().len());
                self.go_on();
                return refuse("The game that was kept is damaged.");
            }
        }
        self.go_on();
        Ok(())
    }

    /// The game goes on from another position.
    pub(super) fn go_on(&mut self) {
        self.turn.wind(false, &mut self.session, self.you);
        times::give_a_period(&mut self.session, self.you);
        (self.phase, self.result, self.before) = (Phase::Playing, None, None);
        self.gave_up = None;
        self.dead = PointSet::EMPTY;
        (self.objection, self.objected) = (None, PointSet::EMPTY);
        let own = |place: &usize| self.moves.steps()[*place].why.as_ref();
        self.said = self.moves.line().iter().rev().find_map(own).map(|why| why.sentence.clone());
        self.after_move();
    }
}
