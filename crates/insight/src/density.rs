//! A smooth density of a histogram.

use crate::histogram::Histogram;

/// A kernel density estimate.
#[derive(Clone, Debug)]
pub struct Density<'a> {
    histogram: &'a Histogram,
    bandwidth: f64,
}

/// The triweight kernel, whose integral is 1.
fn kernel(x: f64) -> f64 {
    if x.abs() <= 1.0 { 35.0 / 32.0 * (1.0 - x * x).powi(3) } else { 0.0 }
}

impl<'a> Density<'a> {
    /// Uses Silverman's rule of thumb for the bandwidth with this kernel, but at least `least`.
    pub fn new(histogram: &'a Histogram, least: f64) -> Density<'a> {
        let playouts = histogram.total().max(1) as f64;
        let bandwidth = 3.15 * histogram.deviation() * playouts.powf(-0.2);
        Density { histogram, bandwidth: bandwidth.max(least) }
    }

    pub fn bandwidth(&self) -> f64 {
        self.bandwidth
    }

    /// The density there: the fraction of playouts per point.
    pub fn at(&self, score: f64) -> f64 {
        self.near(score).map(|(_, weight)| weight).sum::<f64>()
            / (self.histogram.total().max(1) as f64 * self.bandwidth)
    }

    /// The kernel-weighted mean of the scores around this one: a step uphill. `None` if no score is near.
    pub fn shift(&self, score: f64) -> Option<f64> {
        let (sum, weights) =
            self.near(score).fold((0.0, 0.0), |(sum, weights), (s, w)| (sum + s * w, weights + w));
        (weights > 0.0).then(|| sum / weights)
    }

    /// Scores within the bandwidth with their weights.
    fn near(&self, score: f64) -> impl Iterator<Item = (f64, f64)> {
        let scores = self.histogram.scores();
        let first = scores.partition_point(|(s, _)| f64::from(*s) < score - self.bandwidth);
        let within = scores[first..].iter().take_while(move |(s, _)| f64::from(*s) <= score + self.bandwidth);
        within.map(move |(s, count)| {
            let s = f64::from(*s);
            (s, *count as f64 * kernel((score - s) / self.bandwidth))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_density() {
        let histogram = Histogram::new([(-20, 300), (-19, 200), (4, 500), (11, 77)]);
        let density = Density::new(&histogram, 0.0);
        let expected = 3.15 * histogram.deviation() * 1077f64.powf(-0.2);
        assert!((density.bandwidth() - expected).abs() < 1e-12);
        let step = 0.01;
        let integral: f64 = (-10_000..10_000).map(|i| density.at(f64::from(i) * step) * step).sum();
        assert!((integral - 1.0).abs() < 1e-6, "{integral}");
        assert_eq!(density.at(1000.0), 0.0);
        assert_eq!(density.shift(1000.0), None);
    }

    #[test]
    fn one_score_is_a_bump_of_the_least_width() {
        let histogram = Histogram::new([(3, 10)]);
        let density = Density::new(&histogram, 2.0);
        assert_eq!(density.bandwidth(), 2.0);
        assert!((density.at(3.0) - 35.0 / 64.0).abs() < 1e-12);
        assert_eq!(density.shift(4.0), Some(3.0));
    }
}
