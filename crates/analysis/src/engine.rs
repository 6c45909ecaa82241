//! The engine behind the protocol.

use partner::Evaluators;

use crate::options::Options;

/// Evaluators and options, shared by all workers.
pub struct Engine {
    pub options: Options,
    pub evaluators: Evaluators,
    /// Positions analysed at once.
    pub analysis_threads: usize,
    /// Whether to quit at the end of the input, finished or not.
    pub quit_without_waiting: bool,
}

impl Engine {
    pub fn new(mut options: Options, evaluators: Evaluators) -> Engine {
        // One for all workers, so that they share the cache.
        options.settings.seed.get_or_insert_with(partner::any_seed);
        Engine { options, evaluators, analysis_threads: 1, quit_without_waiting: false }
    }
}
