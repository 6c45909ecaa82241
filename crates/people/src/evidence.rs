//! What the moves of a person say about their rank.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::move_net::{MoveNet, Strength};
use crate::observation::Observation;

/// Fewer moves than this say nothing.
pub const FEWEST_MOVES: f64 = 10.0;

/// The phases of a game, by the number of moves made so far as a share of the board's points: people of one rank agree
/// with a network more often in some than in others.
pub const PHASES: usize = 3;

/// Up to these shares: 40 and 120 moves on 19×19, 9 and 27 on 9×9.
const PHASE_ENDS: [f64; PHASES - 1] = [1.0 / 9.0, 1.0 / 3.0];

/// The phase of a game after this number of moves.
fn phase(moves: usize, points: usize) -> usize {
    let share = moves as f64 / points as f64;
    PHASE_ENDS.iter().filter(|end| share >= **end).count()
}

/// Sums over moves of one person, by phase. Evidence adds up: over the moves of a game, and over games on boards of one
/// size.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    pub phases: [PhaseEvidence; PHASES],
}

/// Sums over moves of one phase.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PhaseEvidence {
    pub moves: f64,
    /// How much they count.
    pub weight: f64,
    /// How strong each of them seemed to be, in steps above 30 kyu, times how much it counts.
    pub strength: f64,
}

impl Evidence {
    /// Of some moves of a person on boards of this side.
    pub fn new(network: &MoveNet, moves: &[Observation], side: usize) -> Evidence {
        let mut evidence = Evidence::default();
        for seen in moves {
            let Strength { strength, weight } = network.strength(seen, side);
            let (weight, strength) = (f64::from(weight), f64::from(weight * strength));
            evidence.phases[phase(seen.number(), side * side)] +=
                &PhaseEvidence { moves: 1.0, weight, strength };
        }
        evidence
    }

    /// As few of the first phases as are enough to tell a rank.
    pub fn beginning(&self) -> Evidence {
        let mut beginning = *self;
        for last in (1..PHASES).rev() {
            let before: f64 = self.phases[..last].iter().map(|phase| phase.moves).sum();
            if before >= FEWEST_MOVES {
                beginning.phases[last] = PhaseEvidence::default();
            }
        }
        beginning
    }

    /// The number of moves it rests on.
    pub fn moves(&self) -> f64 {
        self.phases.iter().map(|sums| sums.moves).sum()
    }
}

impl AddAssign<&Evidence> for Evidence {
    fn add_assign(&mut self, other: &Evidence) {
        self.phases.iter_mut().zip(&other.phases).for_each(|(sums, other)| *sums += other);
    }
}

impl AddAssign<&PhaseEvidence> for PhaseEvidence {
    fn add_assign(&mut self, other: &PhaseEvidence) {
        self.moves += other.moves;
        self.weight += other.weight;
        self.strength += other.strength;
    }
}

impl<'a> std::iter::Sum<&'a Evidence> for Evidence {
    fn sum<I: Iterator<Item = &'a Evidence>>(all: I) -> Evidence {
        all.fold(Evidence::default(), |mut sum, evidence| {
            sum += evidence;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_three_phases_on_every_board() {
        assert_eq!([0, 40, 41, 120, 121, 300].map(|moves| phase(moves, 361)), [0, 0, 1, 1, 2, 2]);
        assert_eq!([0, 8, 9, 26, 27, 90].map(|moves| phase(moves, 81)), [0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn a_beginning_is_as_short_as_can_be() {
        let with = |moves: [f64; PHASES]| Evidence {
            phases: moves.map(|moves| PhaseEvidence { moves, weight: moves, strength: 20.0 * moves }),
        };
        assert_eq!(with([12.0, 30.0, 5.0]).beginning(), with([12.0, 0.0, 0.0]));
        assert_eq!(with([5.0, 9.0, 30.0]).beginning(), with([5.0, 9.0, 0.0]));
        assert_eq!(with([5.0, 1.0, 30.0]).beginning(), with([5.0, 1.0, 30.0]));
    }
}
