//! Turns evaluations into utilities.

use std::f64::consts::FRAC_2_PI;

use board::{Colour, Komi};
use evaluation::{Curve, Evaluation};

use super::settings::PuctSettings;
use crate::moments::{LOGISTIC_STDEV, stdev};

/// The value of a position. Everything is Black's, with komi.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct PositionValue {
    /// From −1 to 1.
    pub win: f64,
    pub lead: f64,
    pub score: f64,
    /// The mean of the squared score.
    pub score_square: f64,
    /// The probability of no result.
    pub no_result: f64,
}

impl PositionValue {
    /// If the evaluator gives no score, the curve serves as the distribution of the score.
    pub fn of(evaluation: &Evaluation, komi: Komi) -> PositionValue {
        let by_curve = PositionValue::of_curve(&evaluation.curve, komi);
        let Some(expected) = evaluation.score else { return by_curve };
        let (points, black) = (komi.points(), Colour::Black);
        let score = f64::from(expected.mean.of(black)) - points;
        let score_stdev = f64::from(expected.score_stdev);
        PositionValue {
            lead: f64::from(expected.lead.of(black)) - points,
            score,
            score_square: score * score + score_stdev * score_stdev,
            no_result: f64::from(expected.no_result),
            ..by_curve
        }
    }

    /// The value of a curve under a komi.
    pub fn of_curve(curve: &Curve, komi: Komi) -> PositionValue {
        let black = Colour::Black;
        let win = 2.0 * f64::from(curve.win_rate(komi).of(black)) - 1.0;
        let lead = f64::from(curve.board_lead().of(black)) - komi.points();
        let score_stdev = LOGISTIC_STDEV / f64::from(curve.confidence()).max(1e-3);
        PositionValue {
            win,
            lead,
            score: lead,
            score_square: lead * lead + score_stdev * score_stdev,
            no_result: 0.0,
        }
    }

    /// A finished game with this lead for Black; a draw is this fraction of a win for White.
    pub fn ended(score: f64, draw_equivalent_wins_for_white: f32) -> PositionValue {
        let win =
            if score == 0.0 { 1.0 - 2.0 * f64::from(draw_equivalent_wins_for_white) } else { score.signum() };
        PositionValue { win, lead: score, score, score_square: score * score, no_result: 0.0 }
    }

    pub fn score_stdev(&self) -> f64 {
        stdev(self.score, self.score_square)
    }
}

/// The utility function for one root position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UtilityScale {
    win: f64,
    /// Factor, scale in points and centre of the two score terms: the static one, and the dynamic one around
    /// the expected score.
    score: [(f64, f64, f64); 2],
}

impl UtilityScale {
    /// For a board of size `side` on which Black is expected to win by `expected`.
    pub fn new(settings: &PuctSettings, side: f64, expected: f64) -> UtilityScale {
        let s = settings;
        let local = f64::from(s.dynamic_score_center_scale) * side;
        // Far from even, the centre stays close to the expected score.
        let centre = (expected * (1.0 - f64::from(s.dynamic_score_center_zero_weight)))
            .clamp(expected - local, expected + local);
        UtilityScale {
            win: f64::from(s.win_loss_utility_factor),
            score: [
                (f64::from(s.static_score_utility_factor), f64::from(s.static_score_scale) * side, 0.0),
                (f64::from(s.dynamic_score_utility_factor), local, centre),
            ],
        }
    }

    /// Black's utility.
    pub fn utility(&self, value: &PositionValue) -> f64 {
        self.win * value.win + self.score_utility(value.score, value.score_stdev())
    }

    fn score_utility(&self, score: f64, score_stdev: f64) -> f64 {
        self.score
            .iter()
            .map(|(most, scale, centre)| most * saturated(score - centre, score_stdev, *scale))
            .sum()
    }

    /// The approximate value of one more point near a score.
    pub fn slope(&self, score: f64) -> f64 {
        let slope = |(most, scale, centre): &(f64, f64, f64)| {
            let away = score - centre;
            most * FRAC_2_PI * scale / (scale * scale + away * away)
        };
        self.score.iter().map(slope).sum()
    }
}

/// Steps of the quadrature below: half a standard deviation each, up to four to each side.
const STEPS: i32 = 8;
const STEP: f64 = 0.5;

/// The mean of 2/π · atan(x / scale) over a normal distribution of x: the value of an uncertain score, from
/// −1 to 1.
fn saturated(mean: f64, score_stdev: f64, scale: f64) -> f64 {
    if scale <= 0.0 {
        return 0.0;
    }
    if score_stdev <= 0.0 {
        return FRAC_2_PI * (mean / scale).atan();
    }
    let (mut sum, mut weights) = (0.0, 0.0);
    for i in -STEPS..=STEPS {
        let z = f64::from(i) * STEP;
        let weight = WEIGHTS[i.unsigned_abs() as usize];
        sum += weight * ((mean + z * score_stdev) / scale).atan();
        weights += weight;
    }
    FRAC_2_PI * sum / weights
}

/// exp(−z²/2) for each step.
const WEIGHTS: [f64; STEPS as usize + 1] = [
    1.0,
    0.882_496_902_584_595_4,
    0.606_530_659_712_633_4,
    0.324_652_467_358_349_7,
    0.135_335_283_236_612_7,
    0.043_936_933_623_407_42,
    0.011_108_996_538_242_306,
    0.002_187_491_118_182_885,
    0.000_335_462_627_902_511_84,
];

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::{Curve, ExpectedScore, Lead};

    #[test]
    fn the_mean_of_a_saturating_score_is_a_mean() {
        for (mean, score_stdev, scale) in
            [(3.0, 8.0, 6.75), (-20.0, 15.0, 6.75), (0.5, 30.0, 18.0), (1.0, 0.3, 38.0)]
        {
            // A fine sum over the same distribution.
            let (mut sum, mut weights) = (0.0, 0.0);
            for i in -60_000..=60_000 {
                let z = f64::from(i) * 1e-4;
                let weight = (-z * z / 2.0_f64).exp();
                sum += weight * FRAC_2_PI * ((mean + z * score_stdev) / scale).atan();
                weights += weight;
            }
            let exact = sum / weights;
            assert!(
                (saturated(mean, score_stdev, scale) - exact).abs() < 2e-3,
                "{mean} {score_stdev} {scale}"
            );
        }
        assert!((saturated(6.75, 0.0, 6.75) - 0.5).abs() < 1e-12, "a lead of the scale is half of it");
    }

    #[test]
    fn a_curve_is_a_distribution_where_nothing_better_is_known() {
        let mut evaluation = Evaluation::blank();
        evaluation.curve = Curve::new(Lead::for_side(Colour::Black, 10.0), 0.5);
        let value = PositionValue::of(&evaluation, Komi::from_halves(14));
        assert!((value.win - (2.0 / (1.0 + (-1.5f64).exp()) - 1.0)).abs() < 1e-6);
        assert!((value.score - 3.0).abs() < 1e-6 && (value.score_stdev() - 3.6276).abs() < 1e-3);
        evaluation.score = Some(ExpectedScore {
            lead: Lead::for_side(Colour::White, -8.0),
            mean: Lead::for_side(Colour::Black, 9.0),
            score_stdev: 6.0,
            no_result: 0.1,
        });
        let value = PositionValue::of(&evaluation, Komi::from_halves(14));
        assert!((value.lead - 1.0).abs() < 1e-6 && (value.score - 2.0).abs() < 1e-6);
        assert!((value.score_stdev() - 6.0).abs() < 1e-6);
    }

    #[test]
    fn utilities_are_fair_and_within_reach() {
        let settings = PuctSettings::default();
        let even = UtilityScale::new(&settings, 9.0, 0.0);
        for score in [-81.0, -3.0, 0.0, 0.5, 12.0] {
            let (black, white) = (PositionValue::ended(score, 0.5), PositionValue::ended(-score, 0.5));
            assert!((even.utility(&black) + even.utility(&white)).abs() < 1e-12);
            assert!(even.utility(&black).abs() <= settings.reach());
        }
        // A lead of its scale gives half of each term.
        let alone = PuctSettings { dynamic_score_utility_factor: 0.0, ..settings };
        let value = PositionValue::ended(18.0, 0.5);
        assert!((UtilityScale::new(&alone, 9.0, 0.0).utility(&value) - 1.05).abs() < 1e-6);
        // Around an expected lead of 10 the centre is 8, and of 100 it is as near as one scale.
        let local = PuctSettings { static_score_utility_factor: 0.0, ..settings };
        let at = |expected, score| {
            UtilityScale::new(&local, 9.0, expected).utility(&PositionValue::ended(score, 0.5))
        };
        assert!((at(10.0, 8.0) - 1.0).abs() < 1e-6);
        assert!((at(100.0, 93.25) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_slope_is_the_gain_of_a_point() {
        let scale = UtilityScale::new(&PuctSettings::default(), 9.0, 4.0);
        let gain = scale.score_utility(2.01, 0.0) - scale.score_utility(2.0, 0.0);
        assert!((gain / 0.01 - scale.slope(2.0)).abs() < 1e-4);
    }
}
