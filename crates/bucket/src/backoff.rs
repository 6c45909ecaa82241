//! How long to wait before the next try.

use std::time::Duration;

/// Waits that double with every failure, up to a minute.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Backoff {
    failures: u32,
}

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(60);

impl Backoff {
    /// After a failure: how long to wait. `jitter` from 0 to 1 spreads those who failed together.
    pub fn failed(&mut self, jitter: f64) -> Duration {
        let longest = FIRST.saturating_mul(1 << self.failures.min(16)).min(LONGEST);
        self.failures = self.failures.saturating_add(1);
        longest.mul_f64(0.5 + 0.5 * jitter.clamp(0.0, 1.0))
    }

    pub fn succeeded(&mut self) {
        self.failures = 0;
    }

    pub fn failures(&self) -> u32 {
        self.failures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_minute() {
        let mut backoff = Backoff::default();
        let waits: Vec<f64> = (0..10).map(|_| backoff.failed(1.0).as_secs_f64()).collect();
        assert_eq!(waits[..4], [0.5, 1.0, 2.0, 4.0]);
        assert_eq!(waits[7..], [60.0; 3]);
        backoff.succeeded();
        assert_eq!(backoff.failed(0.0), Duration::from_millis(250));
    }
}
