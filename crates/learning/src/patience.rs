//! Trying again while a store is away.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use bucket::Backoff;

use crate::run::RunError;

/// Whether and how to try again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// The first failure is final.
    Once,
    /// As long as it may help.
    Endless,
}

impl Patience {
    /// Calls until it succeeds or fails for good. `tell` hears of every failure that is waited after.
    pub fn retry<T>(
        self,
        mut call: impl FnMut() -> Result<T, RunError>,
        mut tell: impl FnMut(&RunError, Duration),
    ) -> Result<T, RunError> {
        let mut backoff = Backoff::default();
        loop {
            match call() {
                Err(error) if self == Patience::Endless && error.may_pass() => {
                    let wait = backoff.failed(jitter());
                    tell(&error, wait);
                    std::thread::sleep(wait);
                }
                result => return result,
            }
        }
    }
}

/// From 0 to 1, different on every machine.
pub fn jitter() -> f64 {
    (random() >> 11) as f64 / (1u64 << 53) as f64
}

/// From the operating system.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
