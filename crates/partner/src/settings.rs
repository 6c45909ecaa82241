//! The settings of a partner. The parameters in `crate::params` say what each is called, its range and what it is
//! for.

mod advantage;
mod nn;

pub use advantage::AdvantageSettings;
pub use nn::{NnSettings, Symmetries};

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use ::nn::ExecutorKind;

/// Everything that makes one partner play differently from another.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub name: String,
    pub description: String,
    /// Visits per move, those kept from the last move included. Visits and time: the first one reached counts.
    pub visits: Option<u64>,
    /// New visits per move, whatever is kept from the last one.
    pub playouts: Option<u64>,
    /// Seconds per move; a game clock may allow less.
    pub time: Option<f64>,
    pub threads: usize,
    /// Memory for the trees of all searches in the process, in MB; without it a part of what the machine has. A search
    /// that has filled it goes on without growing, or answers.
    pub memory_mb: Option<u64>,
    /// The same seed and one thread give the same moves. Without a seed every session plays its own game.
    pub seed: Option<u64>,
    /// Thinks on the other side's time, where a front end can tell when that is.
    pub ponder: bool,
    /// Time that a message may take on its way, in seconds: never used for thinking.
    pub lag_buffer: f64,
    pub evaluator: EvaluatorKind,
    /// Guided playouts look at races where holding a point goes together with winning so much: from 0, everywhere, to
    /// 1, nowhere. Without it their policy's own number counts.
    pub criticality: Option<f32>,
    /// The file of the network, or `default`.
    pub net: Option<String>,
    /// What runs the network.
    pub executor: ExecutorKind,
    pub nn: NnSettings,
    pub search: search::Settings,
    /// What an analysis does otherwise than a game.
    pub analysis: AnalysisSettings,
    /// A side that plays as if it looked further ahead.
    pub advantage: AdvantageSettings,
    /// A network is not shown the moves before the position that it searches.
    pub ignore_pre_root_history: bool,
    /// A pass where a search begins is never taken to end the game, even if the other side has just passed.
    pub conservative_pass: bool,
    /// Under territory rules neutral points are filled before passing, where that costs nothing.
    pub fill_dame_before_pass: bool,
    pub temperature: Temperature,
    pub resign: ResignSettings,
    pub counting: CountingSettings,
}

/// Who evaluates positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluatorKind {
    /// Playouts that prefer natural moves.
    Guided,
    /// Playouts with random moves.
    Uniform,
    /// A network, from a file.
    Network,
    /// Counts the stones as they stand: for tests of everything around the search.
    Area,
}

/// How much is left to chance between moves that are about as good: temperatures, 0 for nothing. Every move
/// brings `early` closer to `later`, half of the way in `halflife` moves on a 19×19 board.
#[derive(Clone, PartialEq, Debug)]
pub struct Temperature {
    pub early: f32,
    pub later: f32,
    pub halflife: f32,
    /// Moves with fewer visits that were worth making are never chosen; but a 64th of the best one's is always enough.
    pub prune: f32,
}

/// What an analysis does otherwise than a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnalysisSettings {
    /// Strength of the disorder in the choice at the root: who analyses wants to know of more moves than who plays.
    pub wide_root_noise: f32,
    /// A network is not shown the moves before the position: what it is worth must not depend on how it came about.
    pub ignore_pre_root_history: bool,
}

/// When to resign. Whoever gave handicap stones never does in the first half of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct ResignSettings {
    pub enabled: bool,
    /// A win rate below this is hopeless.
    pub win_rate: f32,
    /// Nothing is hopeless that is fewer points behind than this, or less than is still open.
    pub min_score_difference: f32,
    /// Own moves in a row that must have been hopeless.
    pub consecutive_turns: u32,
    /// No resignation before the game has this many moves, as a share of the board's points.
    pub min_moves_per_board_area: f32,
}

/// How carefully the board is judged before a pass and after the game.
#[derive(Clone, PartialEq, Debug)]
pub struct CountingSettings {
    /// Visits with each side to move first.
    pub visits: u64,
    /// How sure the ownership of a point must be, from 0 to 1, to call it settled.
    pub certainty: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            name: "custom".into(),
            description: String::new(),
            visits: None,
            playouts: None,
            time: None,
            threads: 1,
            memory_mb: None,
            seed: None,
            ponder: false,
            lag_buffer: 0.2,
            evaluator: EvaluatorKind::Guided,
            criticality: None,
            net: None,
            executor: ExecutorKind::default(),
            nn: NnSettings::default(),
            search: search::Settings::default(),
            analysis: AnalysisSettings::default(),
            advantage: AdvantageSettings::default(),
            ignore_pre_root_history: false,
            conservative_pass: false,
            fill_dame_before_pass: false,
            temperature: Temperature::default(),
            resign: ResignSettings::default(),
            counting: CountingSettings::default(),
        }
    }
}

impl Default for Temperature {
    fn default() -> Temperature {
        Temperature { early: 0.0, later: 0.0, halflife: 19.0, prune: 1e10 }
    }
}

impl Default for AnalysisSettings {
    /// KataGo's.
    fn default() -> AnalysisSettings {
        AnalysisSettings { wide_root_noise: 0.04, ignore_pre_root_history: true }
    }
}

impl Default for ResignSettings {
    fn default() -> ResignSettings {
        ResignSettings {
            enabled: true,
            win_rate: 0.06,
            min_score_difference: 10.0,
            consecutive_turns: 3,
            min_moves_per_board_area: 0.25,
        }
    }
}

impl Default for CountingSettings {
    fn default() -> CountingSettings {
        CountingSettings { visits: 1000, certainty: 0.8 }
    }
}

/// Megabytes that a search can work with, and no machine has more.
pub const MEMORY_MB: RangeInclusive<u64> = 16..=16_777_216;

impl Settings {
    /// Changes who evaluates. Networks and playouts are searched in different ways: the search becomes the usual one.
    pub fn set_evaluator(&mut self, evaluator: EvaluatorKind) {
        let needs_puct = evaluator == EvaluatorKind::Network;
        if needs_puct != (self.evaluator == EvaluatorKind::Network) {
            let usual =
                if needs_puct { search::Settings::for_networks() } else { search::Settings::default() };
            self.search = search::Settings { objective: self.search.objective, ..usual };
        }
        self.evaluator = evaluator;
    }

    /// Whether the search leaves out moves that are mirror images of others.
    pub fn folds_symmetries(&self) -> bool {
        self.search.puct().is_some_and(|puct| puct.root_symmetry_pruning)
    }

    pub fn lag(&self) -> Duration {
        seconds(self.lag_buffer)
    }

    pub fn time(&self) -> Option<Duration> {
        self.time.map(seconds)
    }
}

/// Seconds as a duration, whatever number a controller sends.
fn seconds(s: f64) -> Duration {
    Duration::try_from_secs_f64(s.max(0.0)).unwrap_or(Duration::from_secs(u64::from(u32::MAX)))
}

impl std::fmt::Display for EvaluatorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            EvaluatorKind::Guided => "guided",
            EvaluatorKind::Uniform => "uniform",
            EvaluatorKind::Network => "network",
            EvaluatorKind::Area => "area",
        })
    }
}

/// A word that names nothing which can be set so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown word")]
pub struct UnknownWord;

impl FromStr for EvaluatorKind {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<EvaluatorKind, UnknownWord> {
        match word {
            "guided" => Ok(EvaluatorKind::Guided),
            "uniform" => Ok(EvaluatorKind::Uniform),
            "network" => Ok(EvaluatorKind::Network),
            // The second is its name in older files.
            "area" | "still" => Ok(EvaluatorKind::Area),
            _ => Err(UnknownWord),
        }
    }
}
