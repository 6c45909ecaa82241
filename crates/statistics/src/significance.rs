//! Significance tests.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Hypergeometric, StudentsT};

use crate::Tally;

/// The probability of this few wins or fewer if every game were won with this probability: an exact binomial
/// test. `None` without games.
pub fn at_most(wins: u64, games: u64, chance: f64) -> Option<f64> {
    if games == 0 || wins > games {
        return None;
    }
    Some(Binomial::new(chance, games).ok()?.cdf(wins))
}

/// The probability of this few wins or fewer if both players were equally strong: Fisher's exact test, which
/// allows for chance in the other player's wins too. Draws count as not won.
pub fn fewer_wins(fewer: &Tally, more: &Tally) -> Option<f64> {
    let games = fewer.games() + more.games();
    if fewer.games() == 0 || more.games() == 0 {
        return None;
    }
    Some(Hypergeometric::new(games, fewer.wins + more.wins, fewer.games()).ok()?.cdf(fewer.wins))
}

/// The probability that the mean of `more` exceeds that of `less` by this much if the true means are equal:
/// Welch's test, for samples of any sizes and variances. `None` with fewer than two values, or if none of
/// them differ.
pub fn larger_mean(more: &[f64], less: &[f64]) -> Option<f64> {
    let (a, b) = (Sample::of(more)?, Sample::of(less)?);
    let (va, vb) = (a.variance / a.count, b.variance / b.count);
    if va + vb <= 0.0 {
        return None;
    }
    let freedom = (va + vb).powi(2) / (va * va / (a.count - 1.0) + vb * vb / (b.count - 1.0));
    let t = (a.mean - b.mean) / (va + vb).sqrt();
    Some(StudentsT::new(0.0, 1.0, freedom).ok()?.sf(t))
}

struct Sample {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Sample {
    fn of(values: &[f64]) -> Option<Sample> {
        let count = values.len() as f64;
        let mean = mean(values)?;
        let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        (count >= 2.0).then(|| Sample { count, mean, variance: squares / (count - 1.0) })
    }
}

pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The mean with its 95% interval by Student's distribution; a single value has no interval.
pub fn mean_interval(values: &[f64]) -> Option<(f64, f64)> {
    let sample = Sample::of(values)?;
    let t = StudentsT::new(0.0, 1.0, sample.count - 1.0).ok()?.inverse_cdf(0.975);
    Some((sample.mean, t * (sample.variance / sample.count).sqrt()))
}

/// The mean of values that come in groups, such as the moves of games, with its 95% interval. `groups` has the sum and the
/// number of each group's values. Values of a group may be alike, so it is groups that count as independent, as in a
/// cluster sample; a single one has no interval.
pub fn grouped_mean_interval(groups: &[(f64, f64)]) -> Option<(f64, f64)> {
    let (sum, count) = groups.iter().fold((0.0, 0.0), |all, group| (all.0 + group.0, all.1 + group.1));
    let mean = (count > 0.0).then(|| sum / count)?;
    let residuals: Vec<f64> = groups.iter().map(|(sum, count)| sum - mean * count).collect();
    let (_, half) = mean_interval(&residuals)?;
    Some((mean, half * groups.len() as f64 / count))
}

/// The median; with an even number of values, the mean of the two in the middle.
pub fn median(values: &mut [f32]) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *values.get(values.len() / 2 - 1)?;
    Some(lower + (upper - lower) / 2.0)
}

/// The mark of a probability: * below .05, ** below .001, as in table 1 of the SAI paper.
pub fn stars(p: Option<f64>) -> &'static str {
    match p {
        Some(p) if p < 0.001 => "**",
        Some(p) if p < 0.05 => "*",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found / expected - 1.0).abs() < 1e-6, "{found} is not {expected}");
    }

    #[test]
    fn binomial_tails_are_sums_of_known_terms() {
        // (1 + 10 + 45) / 1024, and the certain cases.
        close(at_most(2, 10, 0.5), 56.0 / 1024.0);
        close(at_most(10, 10, 0.3), 1.0);
        close(at_most(0, 5, 0.25), 0.75f64.powi(5));
        close(at_most(385, 600, 415.0 / 600.0), PBINOM_385);
        assert_eq!(at_most(0, 0, 0.5), None);
        assert_eq!(at_most(3, 3, 1.0), Some(1.0));
        assert_eq!(at_most(2, 3, 1.0), Some(0.0));
    }

    /// Summed in exact fractions.
    const PBINOM_385: f64 = 0.0049642994210169445;

    #[test]
    fn fishers_test_is_that_of_the_lady_tasting_tea() {
        let cups = |wins, losses| Tally { wins, draws: 0, losses };
        // One of four against three of four: (16 + 1) / 70 in one tail.
        close(fewer_wins(&cups(3, 1), &cups(1, 3)), 69.0 / 70.0);
        close(fewer_wins(&cups(1, 3), &cups(3, 1)), 17.0 / 70.0);
        close(fewer_wins(&cups(0, 1), &cups(1, 0)), 0.5);
        assert_eq!(fewer_wins(&cups(0, 0), &cups(1, 0)), None);
    }

    #[test]
    fn welch_is_students_own_example() {
        // Student's sleep data (1908): t = 1.8608 with 17.776 degrees of freedom, one-sided p = 0.03969707.
        let drug = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let other = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let p = larger_mean(&drug, &other).unwrap();
        assert!((p - 0.039_697_07).abs() < 1e-7, "{p}");
        let p = larger_mean(&other, &drug).unwrap();
        assert!((p - 0.960_302_93).abs() < 1e-7, "{p}");
        assert_eq!(larger_mean(&[1.0], &other), None);
        assert_eq!(larger_mean(&[1.0, 1.0], &[0.0, 0.0]), None);
    }

    #[test]
    fn intervals_are_students() {
        // t(0.975; 4) = 2.776445.
        let (mean, half) = mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!(mean, 3.0);
        assert!((half - 2.776_445 * 0.5f64.sqrt()).abs() < 1e-5, "{half}");
        assert_eq!(mean_interval(&[1.0]), None);
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&mut [3.0, -1.0, 8.0]), Some(3.0));
        assert_eq!(median(&mut [3.0, -1.0, 8.0, 4.0]), Some(3.5));
        assert_eq!(median(&mut []), None);
    }

    #[test]
    fn marks_follow_the_probability() {
        let marks = [0.0009, 0.001, 0.049, 0.05].map(|p| stars(Some(p)));
        assert_eq!(marks, ["**", "*", "*", ""]);
    }

    #[test]
    fn groups_count_as_one_each() {
        // Groups of one value each are plain values.
        let values = [1.0, 2.0, 4.0, 7.0];
        let (mean, half) = mean_interval(&values).unwrap();
        let single = grouped_mean_interval(&values.map(|v| (v, 1.0))).unwrap();
        assert!((single.0 - mean).abs() < 1e-12 && (single.1 - half).abs() < 1e-12, "{single:?}");
        // The same value ten times over tells no more.
        let tenfold = grouped_mean_interval(&values.map(|v| (10.0 * v, 10.0))).unwrap();
        assert!((tenfold.0 - mean).abs() < 1e-12 && (tenfold.1 - half).abs() < 1e-12, "{tenfold:?}");
        // A large group has its weight: (1 + 9 * 2) / 10.
        let (weighted, half) = grouped_mean_interval(&[(1.0, 1.0), (18.0, 9.0)]).unwrap();
        assert!((weighted - 1.9).abs() < 1e-12 && half > 0.0);
        assert_eq!(grouped_mean_interval(&[(3.0, 2.0)]), None);
        assert_eq!(grouped_mean_interval(&[(0.0, 0.0), (0.0, 0.0)]), None);
    }
}
