//! Taking back, and going to other lines.

use board::PointSet;

use super::TeachingGame;
use crate::clocks;
use crate::request::Phase;
use speech::Refusal;

impl TeachingGame {
    /// Back to before the own last move.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let moves = self.session.game().moves();
        let Some(last) = moves.iter().rposition(|(colour, _)| *colour == self.player) else {
            return Err(Refusal::NothingToTakeBack);
        };
        for _ in last..moves.len() {
            self.session.undo();
        }
        self.tree.back_to(last);
        self.go_on();
        Ok(())
    }

    /// To a move that was played at some time.
    pub fn go(&mut self, to: Option<usize>) -> Result<(), Refusal> {
        let from = self.tree.line();
        if !self.tree.go(to) {
            return Err(Refusal::NeverPlayed);
        }
        let line = self.tree.line();
        let shared = from.iter().zip(&line).take_while(|(a, b)| a == b).count();
        for _ in shared..from.len() {
            self.session.undo();
        }
        for place in &line[shared..] {
            let (colour, mv) = (self.session.position().to_move(), self.tree.nodes()[*place].mv);
            if self.session.play(colour, mv).is_err() {
                // It was legal when it was played: only a damaged tree comes here.
                self.tree.back_to(self.session.game().moves().len());
                self.go_on();
                return Err(Refusal::DamagedGame);
            }
        }
        self.go_on();
        Ok(())
    }

    /// The game goes on from another position.
    pub(super) fn go_on(&mut self) {
        self.turn.wind(false, &mut self.session, self.player);
        clocks::give_a_period(&mut self.session, self.player);
        (self.phase, self.result, self.before) = (Phase::Playing, None, None);
        self.resigned = None;
        self.dead = PointSet::EMPTY;
        (self.objection, self.objected) = (None, PointSet::EMPTY);
        (self.warning, self.evidence) = (None, None);
        let own = |place: &usize| self.tree.nodes()[*place].remark.as_ref();
        self.said = self.tree.line().iter().rev().find_map(own).map(|remark| remark.sentence.clone());
        self.after_move();
    }
}
