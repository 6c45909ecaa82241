//! Standard deviations.

/// The standard deviation of a logistic distribution of unit scale.
pub(crate) const LOGISTIC_STDEV: f64 = 1.813_799_364_234_217_8;

/// From the mean and the mean of the squares.
pub(crate) fn stdev(mean: f64, square: f64) -> f64 {
    (square - mean * mean).max(0.0).sqrt()
}
