//! The settings of a partner. The parameters in `crate::params` say what each is called, its range and what it is
//! for.

mod advantage;
mod character;
mod control;
mod human;
mod nn;
mod opener;
mod trained;

pub use advantage::AdvantageSettings;
pub use character::{Character, CharacterSettings};
pub use control::{ControlMethod, ControlSettings, ScoreControl, Steering, SteeringAim, WeightSettings};
pub use human::HumanSettings;
pub use nn::{NnSettings, Symmetries};

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use ::nn::ExecutorKind;
use board::{Colour, Size};
use search::PriorWeights;

/// The settings of a partner.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub name: String,
    pub description: String,
    /// Visits per move, including those kept from the last move. The first limit that is reached counts.
    pub visits: Option<u64>,
    /// New visits per move, whatever is kept from the last one.
    pub playouts: Option<u64>,
    /// Seconds per move; a game clock may allow less.
    pub time: Option<f64>,
    pub threads: usize,
    /// Memory for the trees of all searches in the process, in MB; by default a share of the machine's. A search that has
    /// filled it stops growing, or answers.
    pub memory_mb: Option<u64>,
    /// The same seed and one thread give the same moves. Without a seed, every session plays its own games.
    pub seed: Option<u64>,
    /// Searches on the opponent's time, where the front end supports it.
    pub ponder: bool,
    /// Seconds of each move that are reserved for network lag.
    pub lag_buffer: f64,
    pub evaluator: EvaluatorKind,
    /// The criticality from which guided playouts read races, from 0 to 1; by default the playout policy's.
    pub criticality: Option<f32>,
    /// The file of the network, or `default`.
    pub net: Option<String>,
    /// The file of a human network, which knows what people would play.
    pub human_net: Option<String>,
    /// What runs the networks.
    pub executor: ExecutorKind,
    pub nn: NnSettings,
    pub human: HumanSettings,
    pub search: search::Settings,
    /// Settings of analyses.
    pub analysis: AnalysisSettings,
    /// Playout doubling advantage.
    pub advantage: AdvantageSettings,
    /// Hides the moves before the root from networks.
    pub ignore_pre_root_history: bool,
    /// A pass at the root never ends the game, even after the opponent's pass.
    pub conservative_pass: bool,
    /// Under territory rules, fills neutral points before passing where that costs nothing.
    pub fill_dame_before_pass: bool,
    pub temperature: Temperature,
    /// Keeping the game close.
    pub control: ControlSettings,
    /// Preferences beyond the evaluator's policy.
    pub weights: WeightSettings,
    pub character: CharacterSettings,
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

/// Temperatures of the move choice; 0 plays the best move. The temperature goes from `early` to `later`, half of the way
/// in `halflife` moves on a 19×19 board.
#[derive(Clone, PartialEq, Debug)]
pub struct Temperature {
    pub early: f32,
    pub later: f32,
    pub halflife: f32,
    /// Only moves with a smaller share than this become rarer or likelier.
    pub only_below_prob: f32,
    /// Moves with a smaller play selection value are never chosen, but a 64th of the best move's is always enough.
    pub prune: f32,
}

/// How an analysis differs from a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnalysisSettings {
    /// Noise in the selection at the root: an analysis looks at more moves than a game.
    pub wide_root_noise: f32,
    /// Hides the moves before the root from networks, so that the result depends on the position only.
    pub ignore_pre_root_history: bool,
}

/// When to resign. Whoever gave handicap stones never does in the first half of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct ResignSettings {
    pub enabled: bool,
    /// A win rate below this is hopeless.
    pub win_rate: f32,
    /// A side that is fewer points behind, or less than is still open, is not hopeless.
    pub min_score_difference: f32,
    /// Own hopeless moves in a row before resigning.
    pub consecutive_turns: u32,
    /// Moves per point of the board before resigning.
    pub min_moves_per_board_area: f32,
}

/// How carefully dead stones are found before a pass and after the game.
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
            human_net: None,
            executor: ExecutorKind::default(),
            nn: NnSettings::default(),
            human: HumanSettings::default(),
            search: search::Settings::default(),
            analysis: AnalysisSettings::default(),
            advantage: AdvantageSettings::default(),
            ignore_pre_root_history: false,
            conservative_pass: false,
            fill_dame_before_pass: false,
            temperature: Temperature::default(),
            control: ControlSettings::default(),
            weights: WeightSettings::default(),
            character: CharacterSettings::default(),
            resign: ResignSettings::default(),
            counting: CountingSettings::default(),
        }
    }
}

impl Default for Temperature {
    fn default() -> Temperature {
        Temperature { early: 0.0, later: 0.0, halflife: 19.0, only_below_prob: 1.0, prune: 1e10 }
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
    /// Changes the evaluator. If that changes the search algorithm, its settings become the defaults.
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

    /// The weights on the policy of a partner that plays `side` on a board.
    pub(crate) fn weights_for(&self, side: Colour, size: Size) -> Option<PriorWeights> {
        let WeightSettings { distance, line } = self.weights;
        let features = self.character.weights(size);
        let opening = self.character.opening_taste(size);
        let any = distance.is_some() || line.is_some() || features.is_some() || opening.is_some();
        any.then_some(PriorWeights { side, distance, line, features, opening })
    }

    pub(crate) fn has_weights(&self) -> bool {
        let CharacterSettings { character, strength, .. } = self.character;
        let by_character = character != Character::None && !character.is_trained() && strength > 0.0;
        self.weights != WeightSettings::default() || by_character
    }

    pub fn lag(&self) -> Duration {
        seconds(self.lag_buffer)
    }

    pub fn time(&self) -> Option<Duration> {
        self.time.map(seconds)
    }
}

/// Seconds as a duration, for any number.
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

/// A word that is not a value of the setting.
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
