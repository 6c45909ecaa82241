//! How often each score occurred.

use search::PlayoutStatistics;

/// Scores are Black's leads on the board, without komi.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histogram {
    /// Smallest first; counts are above 0.
    scores: Vec<(i32, u64)>,
    total: u64,
}

impl Histogram {
    /// Scores in any order, each at most once.
    pub fn new(scores: impl IntoIterator<Item = (i32, u64)>) -> Histogram {
        let mut scores: Vec<(i32, u64)> = scores.into_iter().filter(|(_, count)| *count > 0).collect();
        scores.sort_by_key(|(score, _)| *score);
        let total = scores.iter().map(|(_, count)| count).sum();
        Histogram { scores, total }
    }

    /// The total number of playouts.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Scores that occurred, with their counts, smallest first.
    pub fn scores(&self) -> &[(i32, u64)] {
        &self.scores
    }

    pub fn mean(&self) -> f64 {
        self.sum(f64::from) / (self.total as f64).max(1.0)
    }

    /// The sample standard deviation; 0 for fewer than two playouts.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares = self.sum(|score| (f64::from(score) - mean).powi(2));
        if self.total < 2 { 0.0 } else { (squares / (self.total - 1) as f64).sqrt() }
    }

    fn sum(&self, of: impl Fn(i32) -> f64) -> f64 {
        self.scores.iter().map(|(score, count)| of(*score) * *count as f64).sum()
    }
}

impl From<&PlayoutStatistics> for Histogram {
    fn from(statistics: &PlayoutStatistics) -> Histogram {
        Histogram::new(statistics.scores())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_are_those_of_a_sample() {
        let histogram = Histogram::new([(5, 2), (-1, 1), (3, 0), (1, 1)]);
        assert_eq!(histogram.scores(), [(-1, 1), (1, 1), (5, 2)]);
        assert_eq!((histogram.total(), histogram.mean()), (4, 2.5));
        // (3.5² + 1.5² + 2 · 2.5²) / 3
        assert!((histogram.deviation() - 9f64.sqrt()).abs() < 1e-12, "{}", histogram.deviation());
        for few in [Histogram::default(), Histogram::new([(7, 1)])] {
            assert_eq!(few.deviation(), 0.0);
        }
    }
}
