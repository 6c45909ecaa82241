//! What a store has to do.

use std::collections::BTreeMap;
use std::fmt;

/// Requests by method, and bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    pub requests: BTreeMap<String, u64>,
    /// To the store.
    pub up: u64,
    pub down: u64,
}

impl Traffic {
    pub fn add(&mut self, method: &str, up: u64, down: u64) {
        *self.requests.entry(method.into()).or_default() += 1;
        self.up += up;
        self.down += down;
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let counts: Vec<String> = self.requests.iter().map(|(method, n)| format!("{n} {method}")).collect();
        write!(f, "{}; {} bytes up, {} down", counts.join(", "), self.up, self.down)
    }
}
