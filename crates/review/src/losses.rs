//! What each move cost.

use board::{Colour, Move, Size};

use crate::judged::Judged;

/// What a move cost the side that played it; below 0 where it turned out better than was thought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    pub colour: Colour,
    pub points: f32,
    /// Of the chance to win, from 0 to 1.
    pub chance: f32,
    /// Of the chance to win between people.
    pub hope: f32,
}

impl Loss {
    /// How much the move decided: a strong program is sure of a game long before people are, and people's hopes hardly
    /// move where a program sees the end. Both count.
    pub fn stakes(&self) -> f32 {
        (self.chance.max(0.0) + self.hope.max(0.0)) / 2.0
    }
}

/// What every move cost. `judged` is one longer than `moves`.
pub fn losses(moves: &[(Colour, Move)], judged: &[Judged], size: Size) -> Vec<Loss> {
    let pairs = judged.windows(2).zip(moves).enumerate();
    pairs.map(|(i, (pair, (colour, _)))| loss(*colour, &pair[0], &pair[1], softness(size, i))).collect()
}

pub(crate) fn loss(colour: Colour, before: &Judged, after: &Judged, softness: f32) -> Loss {
    let (was, is) = (before.lead.of(colour), after.lead.of(colour));
    let hope = |lead: f32| 1.0 / (1.0 + (-lead / softness).exp());
    Loss {
        colour,
        points: was - is,
        chance: before.win_rate.of(colour) - after.win_rate.of(colour),
        hope: hope(was) - hope(is),
    }
}

/// The lead, in points, that makes a game between people about 73 % won after so many moves: a 25th of the board at
/// first, and less as less is left to play.
pub(crate) fn softness(size: Size, moves: usize) -> f32 {
    let points = size.points() as f32;
    let left = (1.0 - moves as f32 / (0.8 * points)).clamp(0.25, 1.0);
    points / 25.0 * left
}

#[cfg(test)]
mod tests {
    use evaluation::{Lead, WinRate};

    use super::*;

    fn judged(win_rate: f32, lead: f32) -> Judged {
        Judged {
            win_rate: WinRate::for_side(Colour::Black, win_rate),
            lead: Lead::for_side(Colour::Black, lead),
            visits: 1,
            sequence: Vec::new(),
        }
    }

    #[test]
    fn the_side_that_moves_loses() {
        let size = Size::square(9).unwrap();
        let moves = [(Colour::Black, Move::Pass), (Colour::White, Move::Pass)];
        let all = losses(&moves, &[judged(0.5, 0.0), judged(0.25, -4.0), judged(0.75, 3.0)], size);
        assert_eq!((all[0].points, all[0].chance), (4.0, 0.25));
        assert_eq!((all[1].points, all[1].chance), (7.0, 0.5));
        assert!(all.iter().all(|loss| loss.hope > 0.25), "{all:?}");
    }

    #[test]
    fn points_matter_less_when_all_is_decided() {
        let size = Size::square(19).unwrap();
        let open = loss(Colour::Black, &judged(0.5, 0.0), &judged(0.3, -8.0), softness(size, 50));
        let decided = loss(Colour::Black, &judged(0.0, -70.0), &judged(0.0, -78.0), softness(size, 50));
        assert!(open.stakes() > 0.15 && decided.stakes() < 0.01, "{open:?} {decided:?}");
        // A program calls 20 points a won game; people may still lose it.
        let human = loss(Colour::Black, &judged(0.99, 30.0), &judged(0.96, 12.0), softness(size, 50));
        assert!(human.stakes() > 0.08, "{human:?}");
    }
}
