//! What the moves of a person say about their rank.

use std::ops::AddAssign;

use board::Colour;
use record::game::Outcome;
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
    /// Of those games whose moves these are and in which it is known who won against whom.
    #[serde(default, skip_serializing_if = "Results::is_empty")]
    pub results: Results,
}

/// Sums over games of one person against opponents whose rank is known.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    pub games: f64,
    /// The ranks of the opponents, in steps above 30 kyu, as much lower as handicap stones were worth.
    pub opponents: f64,
    /// A draw is half a win.
    pub wins: f64,
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

    /// As few of the first phases as are enough to tell a rank, and no results.
    pub fn beginning(&self) -> Evidence {
        let mut beginning = self.without_results();
        for last in (1..PHASES).rev() {
            let before: f64 = self.phases[..last].iter().map(|phase| phase.moves).sum();
            if before >= FEWEST_MOVES {
                beginning.phases[last] = PhaseEvidence::default();
            }
        }
        beginning
    }

    /// By the moves alone.
    pub fn without_results(self) -> Evidence {
        Evidence { results: Results::default(), ..self }
    }

    /// The number of moves it rests on.
    pub fn moves(&self) -> f64 {
        self.phases.iter().map(|sums| sums.moves).sum()
    }
}

/// Handicap stones are worth at most this many ranks.
const MOST_RANKS: f64 = 9.0;

impl Results {
    /// One game of `player` on a board of this side: the opponent's rank if it is known, how many handicap stones Black had,
    /// and how the game ended. Nothing if one of them is not known.
    pub fn of_game(
        player: Colour,
        opponent: Option<f64>,
        side: usize,
        handicap: usize,
        outcome: Outcome,
    ) -> Results {
        let wins = match (outcome, outcome.winner()) {
            (Outcome::Draw, _) => Some(0.5),
            (_, winner) => winner.map(|winner| f64::from(u8::from(winner == player))),
        };
        let (Some(opponent), Some(wins)) = (opponent, wins) else { return Results::default() };
        // On 19×19 a stone makes up for one rank, on smaller boards for as many as it has fewer points.
        let ranks = (handicap as f64 * 361.0 / (side * side) as f64).min(MOST_RANKS);
        let opponents = opponent - f64::from(player.sign()) * ranks;
        Results { games: 1.0, opponents, wins }
    }

    pub fn is_empty(&self) -> bool {
        self.games == 0.0
    }
}

impl AddAssign<&Results> for Results {
    fn add_assign(&mut self, other: &Results) {
        self.games += other.games;
        self.opponents += other.opponents;
        self.wins += other.wins;
    }
}

impl AddAssign<&Evidence> for Evidence {
    fn add_assign(&mut self, other: &Evidence) {
        self.phases.iter_mut().zip(&other.phases).for_each(|(sums, other)| *sums += other);
        self.results += &other.results;
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
            ..Evidence::default()
        };
        assert_eq!(with([12.0, 30.0, 5.0]).beginning(), with([12.0, 0.0, 0.0]));
        assert_eq!(with([5.0, 9.0, 30.0]).beginning(), with([5.0, 9.0, 0.0]));
        assert_eq!(with([5.0, 1.0, 30.0]).beginning(), with([5.0, 1.0, 30.0]));
    }

    #[test]
    fn results_against_known_opponents() {
        let (black, white) = (Colour::Black, Colour::White);
        let won = |winner| Outcome::Resignation { winner };
        let of = |player, stones, outcome| Results::of_game(player, Some(20.0), 19, stones, outcome);
        let results = |opponents, wins| Results { games: 1.0, opponents, wins };
        assert_eq!(of(black, 0, won(black)), results(20.0, 1.0));
        assert_eq!(of(black, 4, won(white)), results(16.0, 0.0), "with four stones, a weaker one is as hard");
        assert_eq!(of(white, 4, won(white)), results(24.0, 1.0));
        assert_eq!(of(white, 25, Outcome::Draw), results(29.0, 0.5));
        assert_eq!(of(white, 0, Outcome::Void), Results::default());
        assert_eq!(Results::of_game(black, None, 19, 0, won(black)), Results::default());
        let small = Results::of_game(black, Some(20.0), 9, 1, won(black));
        assert!((small.opponents - (20.0 - 361.0 / 81.0)).abs() < 1e-9, "{small:?}");
        let mut sum = Evidence { results: results(20.0, 1.0), ..Evidence::default() };
        sum += &Evidence { results: results(10.0, 0.0), ..Evidence::default() };
        assert_eq!(sum.results, Results { games: 2.0, opponents: 30.0, wins: 1.0 });
        assert!(sum.without_results().results.is_empty());
    }
}
