//! The lead that decides a game, for what it is played.

use crate::{Cell, Colour, Point, PointSet, Position, area};

/// Sums of tenths are not exact, and nobody may win by a rounding error.
fn rounded(points: f64) -> f64 {
    (points * 1e4).round() / 1e4
}

impl Position {
    /// Black's lead besides the score that has been decided already: captures so far, and the shift. Evaluators
    /// see only what is to come.
    pub fn settled_lead(&self) -> f64 {
        let objective = self.objective();
        let Some(side) = objective.side else { return 0.0 };
        let [captured, lost] = [side, side.other()].map(|c| self.captures(c) as usize);
        rounded(objective.for_stones(lost, captured))
    }

    /// Black's lead at the end of the game, komi included, under the game's rules and for what it is played.
    pub fn final_lead(&self, dead: &PointSet) -> f64 {
        let score = self.score(dead).for_side(Colour::Black);
        let objective = self.objective();
        if objective.is_usual() {
            return score;
        }
        let (board, size) = (self.board(), self.size());
        let owners = area(board, dead);
        let more = |p: Point| match owners.of(p) {
            Some(owner) => (objective.weight(size, p) - 1.0) * f64::from(owner.sign()),
            None => 0.0,
        };
        let lines: f64 = size.iter().map(more).sum();
        // Dead stones are captured, too.
        let stones = objective.side.map_or(0.0, |side| {
            let taken = |colour: Colour| {
                let dead = dead.iter().filter(|p| board.cell(*p) == Cell::from(colour.other())).count();
                self.captures(colour) as usize + dead
            };
            objective.for_stones(taken(side.other()), taken(side))
        });
        rounded(score + lines + stones)
    }
}

#[cfg(test)]
mod tests;
