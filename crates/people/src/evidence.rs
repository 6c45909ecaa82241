//! What the moves of a person say about their rank.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::observation::Observation;

/// The phases of a game, by the number of moves made so far as a share of the board's points: people of one rank agree
/// with a network more often in some than in others.
pub const PHASES: usize = 3;

/// Up to these shares: 40 and 120 moves on 19×19, 9 and 27 on 9×9.
const PHASE_ENDS: [f64; PHASES - 1] = [1.0 / 9.0, 1.0 / 3.0];

/// The phase of a game after so many moves.
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
    /// ln p by a network that plays for itself, less what that would be on average if it made the moves.
    pub plain_log_p: f64,
    /// ln p by a human network that is told a strong rank, less ln p if it is told a weak one ([`TOLD`](crate::TOLD)), and
    /// less the mean of what that would be if a strong and if a weak person made the moves.
    pub human_ratio: f64,
}

impl Evidence {
    /// Of some moves of a person on boards with so many points.
    pub fn new(moves: &[Observation], points: usize) -> Evidence {
        let mut evidence = Evidence::default();
        for seen in moves {
            evidence.phases[phase(seen.number(), points)] += &PhaseEvidence {
                moves: 1.0,
                plain_log_p: seen.plain_log_p(),
                human_ratio: seen.human_ratio(),
            };
        }
        evidence
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
        self.plain_log_p += other.plain_log_p;
        self.human_ratio += other.human_ratio;
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
}
