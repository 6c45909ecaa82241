//! From evidence to a rank.
//!
//! A linear function of what was seen per move, fitted to people whose rank is known. It is a measurement with a
//! known error, which shrinks with the number of moves; together with how ranks are spread among people it gives
//! an estimate with an interval.

use board::Rank;
use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, PHASES, PhaseEvidence};

/// How evidence is turned into ranks, for each board size.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Calibration {
    pub boards: Vec<BoardCalibration>,
}

/// How evidence of games on one board size is turned into ranks, in steps above 30 kyu.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardCalibration {
    pub side: usize,
    /// The ranks of the people it was fitted to: their mean and variance.
    pub mean: f64,
    pub variance: f64,
    /// The rank of somebody who plays as people do on average.
    pub centre: f64,
    /// In the order of [`features`].
    pub features: [Feature; FEATURES],
    /// The variance of the error: what stays however many moves there are, and what a single move has.
    pub error: (f64, f64),
    /// Half of an interval with a probability of 80%, in standard deviations. More than for a normal distribution, because some
    /// people are far from what their moves look like.
    pub interval: f64,
}

/// One thing that is seen in moves.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Feature {
    /// What people have on average per move, by phase.
    pub means: [f64; PHASES],
    /// What it adds to the rank per unit above that.
    pub weight: f64,
}

/// An estimate of a rank, in steps above 30 kyu.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub rank: f64,
    /// The rank is in here with a probability of 80%.
    pub interval: (f64, f64),
    /// The moves it rests on.
    pub moves: usize,
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

/// Fewer moves than this say nothing.
pub const FEWEST_MOVES: f64 = 10.0;

/// How many features there are.
pub const FEATURES: usize = 2;

/// What a rank is a linear function of, summed over moves.
pub(crate) fn features(evidence: &PhaseEvidence) -> [f64; FEATURES] {
    [evidence.plain_log_p, evidence.human_ratio]
}

/// Each feature per move, less its mean for the phases in which the moves were.
pub(crate) fn centred(evidence: &Evidence, means: &[[f64; PHASES]; FEATURES]) -> [f64; FEATURES] {
    let moves = evidence.moves().max(1.0);
    std::array::from_fn(|feature| {
        let phases = evidence.phases.iter().zip(means[feature]);
        phases.map(|(phase, mean)| features(phase)[feature] - phase.moves * mean).sum::<f64>() / moves
    })
}

impl Calibration {
    /// The one that comes with the network `human`.
    pub fn included() -> Calibration {
        // A test reads it.
        serde_json::from_str(include_str!("../calibration.json")).unwrap_or_default()
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
            let own = evidence.iter().filter(|(side, _)| *side == board.side);
            let sum: Evidence = own.map(|(_, part)| part).sum();
            if sum.moves() >= FEWEST_MOVES {
                measurements.push((board, sum));
            }
        }
        // People are spread as on the board with the most evidence.
        let (prior, _) = measurements.iter().max_by(|(_, a), (_, b)| a.moves().total_cmp(&b.moves()))?;
        let mut precision = 1.0 / prior.variance;
        let mut sum = prior.mean * precision;
        for (board, evidence) in &measurements {
            let variance = board.error_variance(evidence.moves());
            sum += board.measure(evidence) / variance;
            precision += 1.0 / variance;
        }
        let (rank, half) = (sum / precision, prior.interval * precision.recip().sqrt());
        let moves = measurements.iter().map(|(_, evidence)| evidence.moves() as usize).sum();
        Some(Estimate { rank, interval: (rank - half, rank + half), moves })
    }
}

impl BoardCalibration {
    /// The rank that the evidence alone speaks for.
    pub(crate) fn measure(&self, evidence: &Evidence) -> f64 {
        let above = centred(evidence, &self.features.map(|feature| feature.means));
        self.centre + self.features.iter().zip(above).map(|(feature, x)| feature.weight * x).sum::<f64>()
    }

    pub(crate) fn error_variance(&self, moves: f64) -> f64 {
        self.error.0 + self.error.1 / moves.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calibration_inside_knows_the_usual_boards() {
        let calibration = Calibration::included();
        assert_eq!(calibration.boards.iter().map(|board| board.side).collect::<Vec<_>>(), [9, 13, 19]);
        for board in &calibration.boards {
            assert!(
                board.variance > 1.0 && board.error.0 > 0.0 && board.error.1 >= 0.0 && board.interval > 0.5,
                "{board:?}"
            );
            // Whoever plays as strong people do is stronger.
            assert!(board.features[1].weight > 0.0, "{board:?}");
        }
    }

    #[test]
    fn the_phase_of_the_moves_does_not_matter() {
        // Moves of the opening are liked more by two; this player is one above the others in both.
        let mut means = [[0.0; PHASES]; FEATURES];
        means[0] = [2.0, 0.0, 0.0];
        let sums = |x: f64| PhaseEvidence { moves: 10.0, plain_log_p: 10.0 * x, ..PhaseEvidence::default() };
        let opening = Evidence { phases: [sums(3.0), PhaseEvidence::default(), PhaseEvidence::default()] };
        let both = Evidence { phases: [sums(3.0), sums(1.0), PhaseEvidence::default()] };
        assert_eq!((centred(&opening, &means)[0], centred(&both, &means)[0]), (1.0, 1.0));
    }
}
