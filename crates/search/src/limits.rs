//! When a search ends.

use std::time::Duration;

/// The first limit reached ends the search. Without any, it runs until stopped. The memory limit belongs to
/// the process: [`crate::Memory`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Visits of the root, including those kept from earlier searches.
    pub visits: Option<u64>,
    /// New visits of this search.
    pub playouts: Option<u64>,
    pub time: Option<Duration>,
}

impl Limits {
    pub fn visits(visits: u64) -> Limits {
        Limits { visits: Some(visits), ..Limits::default() }
    }

    pub fn playouts(playouts: u64) -> Limits {
        Limits { playouts: Some(playouts), ..Limits::default() }
    }

    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}
