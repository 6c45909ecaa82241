//! From evidence to a rank.
//!
//! A network says how strong each move seems to be. A linear function of the mean, fitted to people whose rank is known, is a
//! measurement with a known error, which shrinks with the number of moves; together with how ranks are spread among people it
//! gives an estimate with an interval. Where it is known who won against whom, there is another such function, of that as well.

use std::sync::LazyLock;

use board::Rank;
use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, FEWEST_MOVES, PHASES, Results};
use crate::move_net::MoveNet;

/// How evidence is turned into ranks, for each board size.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Calibration {
    /// How strong a move seems to be.
    pub network: MoveNet,
    pub boards: Vec<BoardCalibration>,
}

/// How evidence of games on one board size is turned into ranks, in steps above 30 kyu.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardCalibration {
    pub side: usize,
    /// The ranks of the people it was fitted to: their mean and variance.
    pub mean: f64,
    pub variance: f64,
    /// How strong people's moves seem on average, by phase.
    pub means: [f64; PHASES],
    /// From moves alone.
    pub by_moves: Measure,
    /// From moves and results against opponents whose rank is known. `None` if there were too few such games.
    pub by_results: Option<Measure>,
}

/// A linear function of what was seen, which is the rank but for chance.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measure {
    /// The rank if all that was seen is 0.
    pub base: f64,
    /// What is added to it: for each of the numbers that `seen` finds.
    pub slopes: Vec<f64>,
    /// The variance of the error: what stays however many moves there are, and what a single move has.
    pub error: (f64, f64),
    /// Half of an interval with a probability of 80%, in standard deviations. More than for a normal distribution, because some
    /// people are far from what their moves look like.
    pub interval: f64,
}

/// An estimate of a rank, in steps above 30 kyu.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub rank: f64,
    /// The rank is in here with a probability of 80%.
    pub interval: (f64, f64),
    /// The moves it rests on.
    pub moves: usize,
    /// And the games of these in which the result counts, too.
    pub results: usize,
}

impl Estimate {
    /// As a server would show it.
    pub fn shown(&self) -> Rank {
        Rank::shown(self.rank as f32)
    }

    /// The weakest and the strongest rank of the interval.
    pub fn shown_interval(&self) -> (Rank, Rank) {
        (Rank::shown(self.interval.0 as f32), Rank::shown(self.interval.1 as f32))
    }
}

/// How strong moves seem on average, less the means for the phases in which they were.
pub(crate) fn centred(evidence: &Evidence, means: &[f64; PHASES]) -> f64 {
    let weight: f64 = evidence.phases.iter().map(|phase| phase.weight).sum();
    let phases = evidence.phases.iter().zip(means);
    phases.map(|(phase, mean)| phase.strength - phase.weight * mean).sum::<f64>() / weight.max(1e-6)
}

/// How strong the moves seem to be; and where results are known, the mean rank of the opponents, the share of games won and
/// how long they were.
pub(crate) fn seen(evidence: &Evidence, side: usize, means: &[f64; PHASES]) -> Vec<f64> {
    let strength = centred(evidence, means);
    let Results { games, opponents, wins } = evidence.results;
    if games == 0.0 {
        return vec![strength];
    }
    // Who has won a single game does not win all of them.
    let won = (wins + 1.0) / (games + 2.0);
    vec![strength, opponents / games, won, evidence.moves() / (games * (side * side) as f64)]
}

impl Calibration {
    /// The one that comes with the network `human`.
    pub fn included() -> &'static Calibration {
        static INCLUDED: LazyLock<Calibration> = LazyLock::new(|| {
            // A test reads it.
            serde_json::from_str(include_str!("../calibration.json")).unwrap_or_default()
        });
        &INCLUDED
    }

    /// Whether ranks can be told on boards of this side.
    pub fn knows(&self, side: usize) -> bool {
        self.boards.iter().any(|board| board.side == side)
    }

    /// The rank that fits the evidence from games on boards of these sides best. `None` without enough moves
    /// on a board that is known.
    pub fn estimate(&self, evidence: &[(usize, Evidence)]) -> Option<Estimate> {
        let mut measurements = Vec::new();
        for board in &self.boards {
            let own = || evidence.iter().filter(|(side, _)| *side == board.side).map(|(_, part)| part);
            let (with, without): (Vec<&Evidence>, Vec<&Evidence>) =
                own().partition(|part| board.by_results.is_some() && !part.results.is_empty());
            let with: Evidence = with.into_iter().sum();
            let without = without.into_iter().sum::<Evidence>().without_results();
            let measures = [(board.by_results.as_ref(), with), (Some(&board.by_moves), without)];
            let enough = measures.into_iter().filter(|(_, sum)| sum.moves() >= FEWEST_MOVES);
            measurements.extend(enough.filter_map(|(measure, sum)| Some((board, measure?, sum))));
        }
        // People are spread as on the board with the most evidence.
        let most = |(_, _, a): &&Measurement, (_, _, b): &&Measurement| a.moves().total_cmp(&b.moves());
        let (prior, usual, _) = measurements.iter().max_by(most)?;
        let mut precision = 1.0 / prior.variance;
        let mut sum = prior.mean * precision;
        for (board, measure, evidence) in &measurements {
            let variance = measure.error_variance(evidence.moves());
            sum += board.measure(measure, evidence) / variance;
            precision += 1.0 / variance;
        }
        let (rank, half) = (sum / precision, usual.interval * precision.recip().sqrt());
        let moves = measurements.iter().map(|(_, _, evidence)| evidence.moves() as usize).sum();
        let results = measurements.iter().map(|(_, _, evidence)| evidence.results.games as usize).sum();
        Some(Estimate { rank, interval: (rank - half, rank + half), moves, results })
    }
}

type Measurement<'a> = (&'a BoardCalibration, &'a Measure, Evidence);

impl BoardCalibration {
    /// The rank that the evidence alone speaks for.
    pub(crate) fn measure(&self, measure: &Measure, evidence: &Evidence) -> f64 {
        measure.at(&seen(evidence, self.side, &self.means))
    }
}

impl Measure {
    pub(crate) fn at(&self, seen: &[f64]) -> f64 {
        self.base + self.slopes.iter().zip(seen).map(|(slope, number)| slope * number).sum::<f64>()
    }

    pub(crate) fn error_variance(&self, moves: f64) -> f64 {
        self.error.0 + self.error.1 / moves.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::PhaseEvidence;

    #[test]
    fn the_calibration_inside_knows_the_usual_boards() {
        let calibration = Calibration::included();
        assert_eq!(calibration.boards.iter().map(|board| board.side).collect::<Vec<_>>(), [9, 13, 19]);
        for board in &calibration.boards {
            assert!(board.variance > 1.0, "{board:?}");
            for measure in std::iter::once(&board.by_moves).chain(&board.by_results) {
                let Measure { error, interval, slopes, .. } = measure;
                assert!(error.0 > 0.0 && error.1 >= 0.0 && *interval > 0.5, "{board:?}");
                // Whose moves seem stronger is stronger, and so is who plays with stronger people and wins more.
                assert!(slopes.iter().take(3).all(|slope| *slope > 0.0), "{board:?}");
            }
        }
        assert!(calibration.network.is_whole());
    }

    #[test]
    fn the_phase_of_the_moves_does_not_matter() {
        // Moves of the opening seem stronger by two; this player is one above the others in both.
        let means = [2.0, 0.0, 0.0];
        let sums = |x: f64| PhaseEvidence { moves: 10.0, weight: 5.0, strength: 5.0 * x };
        let with = |phases| Evidence { phases, ..Evidence::default() };
        let opening = with([sums(3.0), PhaseEvidence::default(), PhaseEvidence::default()]);
        let both = with([sums(3.0), sums(1.0), PhaseEvidence::default()]);
        assert_eq!((centred(&opening, &means), centred(&both, &means)), (1.0, 1.0));
    }
}
