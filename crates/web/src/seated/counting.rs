//! The end of a game: dead stones, and the count.

use board::{Move, Point};

use super::Seated;
use crate::messages::Phase;
use crate::refusal::{Refusal, refuse};

impl Seated {
    fn while_counting(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Counting { Ok(()) } else { refuse("The game is not being counted.") }
    }

    /// Calls a chain dead, or alive again.
    pub fn toggle(&mut self, text: &str) -> Result<(), Refusal> {
        self.while_counting()?;
        let board = self.session.position().board();
        let stone = Point::parse(text, self.session.size()).ok().filter(|p| board.colour(*p).is_some());
        let Some(stone) = stone else { return refuse("There is no stone.") };
        let was_dead = self.dead.contains(stone);
        let chain: Vec<Point> = board.chain_stones(stone).collect();
        for p in chain {
            if was_dead {
                self.dead.remove(p);
            } else {
                self.dead.insert(p);
            }
        }
        Ok(())
    }

    pub fn agree(&mut self) -> Result<(), Refusal> {
        self.while_counting()?;
        self.end_with(self.session.position().score(&self.dead).to_string());
        Ok(())
    }

    /// Takes the passes back.
    pub fn play_on(&mut self) -> Result<(), Refusal> {
        self.while_counting()?;
        while self.session.position().last_move() == Some(Move::Pass) {
            self.session.undo();
        }
        self.moves.back_to(self.session.game().moves().len());
        self.go_on();
        Ok(())
    }
}
