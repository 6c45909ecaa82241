//! How long a person would think.

use std::time::Duration;

use super::NotFinite;

/// Bounds of the second number, as in training.
const MAX_LOG_STDEV: f32 = 3.0;

/// The distribution of a person's thinking time: ln(seconds) is normally distributed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThinkingTime {
    /// The mean of ln(seconds).
    pub mean: f32,
    /// Its standard deviation.
    pub stdev: f32,
}

impl ThinkingTime {
    pub(super) fn read(output: &[f32]) -> Result<ThinkingTime, NotFinite> {
        match *output {
            [mean, log_stdev] if mean.is_finite() && log_stdev.is_finite() => {
                Ok(ThinkingTime { mean, stdev: log_stdev.clamp(-MAX_LOG_STDEV, MAX_LOG_STDEV).exp() })
            }
            _ => Err(NotFinite("thinking time")),
        }
    }

    /// The mean of predictions for the same position, of which this one has seen `count`.
    pub(crate) fn blend(self, other: ThinkingTime, weight: f32) -> ThinkingTime {
        let blend = |old: f32, new: f32| old + (new - old) * weight;
        ThinkingTime { mean: blend(self.mean, other.mean), stdev: blend(self.stdev, other.stdev) }
    }

    /// Half of the people are faster.
    pub fn median(&self) -> Duration {
        self.at(0.0)
    }

    /// A time that is this many standard deviations above the median; a standard normal number draws one at random.
    pub fn at(&self, deviations: f32) -> Duration {
        let seconds = f64::from(self.mean + self.stdev * deviations).exp();
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_the_logarithms_that_they_are() {
        let time = ThinkingTime::read(&[5f32.ln(), 0.0]).unwrap();
        assert!((time.median().as_secs_f64() - 5.0).abs() < 1e-5);
        assert!((time.at(1.0).as_secs_f64() - 5.0 * std::f64::consts::E).abs() < 1e-4);
        assert!(time.at(-1.0) < time.median());
        assert_eq!(ThinkingTime::read(&[0.0, 99.0]).unwrap().stdev, MAX_LOG_STDEV.exp());
        assert_eq!(ThinkingTime::read(&[1e30, 0.0]).unwrap().median(), Duration::MAX);
        for bad in [&[f32::NAN, 0.0][..], &[0.0, f32::INFINITY], &[0.0], &[]] {
            assert_eq!(ThinkingTime::read(bad), Err(NotFinite("thinking time")));
        }
    }
}
