//! Experts, who finish what was opened: their result is what a player learns from.

pub mod gnugo;
mod network;
mod playouts;

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::Position;
use evaluation::{EvaluationError, Lead};
use gtp_client::EngineError;
use serde::{Deserialize, Serialize};

use crate::features::FeatureSet;

pub use gnugo::GnuGo;
pub use network::{NetworkEvaluation, NetworkPolicy};
pub use playouts::Playouts;

/// Plays both sides of a game to its end.
pub trait Expert: Send {
    /// The lead at the end of each game, on the board, without komi. The same position and seed have the same outcome,
    /// whatever else is asked.
    fn outcomes(&mut self, games: &[Unfinished]) -> Result<Vec<Lead>, ExpertError>;
}

/// A game to finish.
#[derive(Clone)]
pub struct Unfinished {
    pub position: Position,
    pub seed: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum ExpertError {
    #[error(
        "GNU Go is not here ('{0}' was not found): install it (apt install gnugo, brew install gnu-go) and name it with --gnugo PATH if need be, or use the built-in expert: --expert playouts"
    )]
    Missing(String),
    #[error("GNU Go does not start: {0}")]
    Start(EngineError),
    #[error("GNU Go failed {attempts} times at the same game: {error}")]
    GnuGo { attempts: u32, error: EngineError },
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error("a thread of the expert panicked")]
    Panicked,
    /// Not the expert's fault, but it ends a round in the same way.
    #[error("{player} diverged after {games} games: use a smaller learning rate (--rate)")]
    Diverged { player: FeatureSet, games: u64 },
}

/// Who finishes games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpertKind {
    /// The mean of many guided playouts.
    Playouts,
    /// The lead that a network expects; nothing is played.
    Evaluation,
    /// A network plays its most likely moves.
    Policy,
    #[serde(rename = "gnugo")]
    GnuGo,
}

impl ExpertKind {
    pub const ALL: [ExpertKind; 4] =
        [ExpertKind::Playouts, ExpertKind::Evaluation, ExpertKind::Policy, ExpertKind::GnuGo];

    pub fn word(self) -> &'static str {
        match self {
            ExpertKind::Playouts => "playouts",
            ExpertKind::Evaluation => "evaluation",
            ExpertKind::Policy => "policy",
            ExpertKind::GnuGo => "gnugo",
        }
    }

    /// Whether it needs a network.
    pub fn is_network(self) -> bool {
        matches!(self, ExpertKind::Evaluation | ExpertKind::Policy)
    }
}

impl fmt::Display for ExpertKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for ExpertKind {
    type Err = String;

    fn from_str(word: &str) -> Result<ExpertKind, String> {
        let found = ExpertKind::ALL.into_iter().find(|kind| kind.word() == word);
        found.ok_or_else(|| format!("use one of {}", ExpertKind::ALL.map(ExpertKind::word).join(", ")))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpertSettings {
    pub kind: ExpertKind,
    /// Playouts per game, for the kind playouts.
    pub playouts: u32,
    /// The network's file, or default, for the kinds evaluation and policy.
    pub net: String,
    /// How GNU Go is started, without its options.
    pub gnugo: String,
    /// GNU Go's level, 0 to 10.
    pub level: u32,
    /// Seconds that GNU Go may take for an answer before it is started again.
    pub timeout: f64,
}

impl Default for ExpertSettings {
    fn default() -> ExpertSettings {
        ExpertSettings {
            kind: ExpertKind::Playouts,
            playouts: 64,
            net: "default".into(),
            gnugo: "gnugo".into(),
            level: 0,
            timeout: 60.0,
        }
    }
}

/// Several experts of one kind, who share the games.
pub struct Parallel(Vec<Box<dyn Expert>>);

impl Parallel {
    pub fn new(experts: Vec<Box<dyn Expert>>) -> Parallel {
        Parallel(experts)
    }
}

impl Expert for Parallel {
    fn outcomes(&mut self, games: &[Unfinished]) -> Result<Vec<Lead>, ExpertError> {
        let part = games.len().div_ceil(self.0.len().max(1)).max(1);
        std::thread::scope(|scope| {
            let pairs = games.chunks(part).zip(&mut self.0);
            let handles: Vec<_> =
                pairs.map(|(games, expert)| scope.spawn(|| expert.outcomes(games))).collect();
            let mut leads = Vec::with_capacity(games.len());
            for handle in handles {
                leads.extend(handle.join().map_err(|_| ExpertError::Panicked)??);
            }
            Ok(leads)
        })
    }
}

/// Does something to each of many things on several threads, which take them one by one; the results are in order.
pub(crate) fn on_threads<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    each: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, ExpertError> {
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        items.get(index).map(|item| (index, each(item)))
    };
    let parts = std::thread::scope(|scope| {
        let work = || std::iter::from_fn(take).collect::<Vec<_>>();
        let handles: Vec<_> = (0..threads.clamp(1, items.len().max(1))).map(|_| scope.spawn(work)).collect();
        let joined = handles.into_iter().map(|handle| handle.join().map_err(|_| ExpertError::Panicked));
        joined.collect::<Result<Vec<_>, _>>()
    })?;
    let mut results: Vec<(usize, R)> = parts.into_iter().flatten().collect();
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
