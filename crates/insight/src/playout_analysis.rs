//! Plays a position out and reports how it ends.

use std::sync::atomic::{AtomicBool, Ordering};

use board::Position;
use evaluation::{EvaluationError, Evaluator};
use search::{Limits, PlayoutStatistics, Search, Settings};

use crate::insight::{Insight, InsightSettings};

/// How many playouts to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutBudget {
    /// All playouts together.
    pub playouts: u64,
    /// Playouts between two reports.
    pub every: u64,
}

/// Searches a position with playout evaluators, one per thread, and reports from time to time. Ends early if
/// `stop` becomes true. `None` if there was nothing to play out.
pub fn analyse_playouts(
    position: &Position,
    evaluators: Vec<Box<dyn Evaluator>>,
    budget: PlayoutBudget,
    settings: &InsightSettings,
    stop: &AtomicBool,
    mut show: impl FnMut(&Insight),
) -> Result<Option<Insight>, EvaluationError> {
    let mut search = Search::new(evaluators, Settings::default(), position);
    search.keep_playout_statistics(true);
    let mut all = PlayoutStatistics::new(position.size());
    let mut seen = None;
    while all.playouts() < budget.playouts && !stop.load(Ordering::Relaxed) {
        let next = budget.every.max(1).min(budget.playouts - all.playouts());
        search.run(Limits::playouts(next), stop, None, &mut |_| ())?;
        let Some(statistics) = search.playout_statistics().filter(|statistics| statistics.playouts() > 0)
        else {
            break;
        };
        all.merge(&statistics);
        let insight = Insight::new(position, &all, &search.snapshot(), settings);
        show(&insight);
        seen = Some(insight);
    }
    Ok(seen)
}
