//! What can be set about a partner, and the presets.
//!
//! Settings come in layers: the command line over a file over a preset.

use std::ops::RangeInclusive;
use std::time::Duration;

use ::nn::ExecutorKind;
use evaluation::AgentError;
use serde::{Deserialize, Serialize};

mod advantage;
mod nn;

pub use advantage::AdvantageSettings;
pub use nn::{NnSettings, Symmetries};

use crate::evaluators::EvaluatorError;
use crate::params::{Param, ParamError};

/// Everything that makes one partner play differently from another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub name: String,
    pub description: String,
    /// Visits a move, those kept from the last move included. Visits and time: the first one reached counts.
    pub visits: Option<u64>,
    /// New visits per move, whatever is kept from the last one.
    pub playouts: Option<u64>,
    /// Seconds a move; a game clock may allow less.
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
    pub lag: f64,
    pub judge: EvaluatorKind,
    /// Guided playouts look at races where holding a point goes together with winning so much: from 0, everywhere, to
    /// 1, nowhere. Without it their policy's own number counts.
    pub critical: Option<f32>,
    /// The file of the network that evaluators, or `default`.
    pub net: Option<String>,
    /// What runs the network.
    #[serde(with = "executor_name")]
    pub executor: ExecutorKind,
    pub judging: NnSettings,
    pub search: search::Settings,
    /// What an analysis does otherwise than a game.
    pub analysis: AnalysisSettings,
    /// A side that plays as if it looked further ahead.
    pub advantage: AdvantageSettings,
    /// A network is not shown the moves before the position that it searches.
    pub ignore_history: bool,
    /// A pass where a search begins is never taken to end the game, even if the other side has just passed.
    pub conservative_pass: bool,
    /// Under territory rules neutral points are filled before passing, where that costs nothing.
    pub fill_dame: bool,
    #[serde(alias = "variety")]
    pub temperature: Temperature,
    pub resign: Resign,
    pub counting: Counting,
    /// What a file says of the other search than the one that runs.
    #[serde(skip)]
    pub ignored: Vec<String>,
}

/// Who evaluators positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluatorKind {
    /// Playouts that prefer natural moves.
    Guided,
    /// Playouts with random moves.
    Uniform,
    /// A network, from a file.
    Network,
    /// Counts the stones as they stand: for tests of everything around the search.
    Still,
}

/// How much is left to chance between moves that are about as good: temperatures, 0 for nothing. Every move
/// brings `early` closer to `later`, half of the way in `halflife` moves on a 19×19 board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Temperature {
    pub early: f32,
    pub later: f32,
    pub halflife: f32,
    /// Moves with fewer visits that were worth making are never chosen; but a 64th of the best one's is always enough.
    pub prune: f32,
}

/// What an analysis does otherwise than a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisSettings {
    /// Strength of the disorder in the choice at the root: who analyses wants to know of more moves than who plays.
    pub wide_root: f32,
    /// A network is not shown the moves before the position: what it is worth must not depend on how it came about.
    pub ignore_history: bool,
}

/// When to resign. Whoever gave handicap stones never does in the first half of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Resign {
    pub enabled: bool,
    /// A win rate below this is hopeless.
    pub below: f32,
    /// Nothing is hopeless that is fewer points behind than this, or less than is still open.
    pub behind: f32,
    /// Own moves in a row that must have been hopeless.
    pub moves: u32,
    /// No resignation before the game has this many moves, as a share of the board's points.
    pub from: f32,
}

/// How carefully the board is judged before a pass and after the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Counting {
    /// Visits with each side to move first.
    pub visits: u64,
    /// How sure the ownership of a point must be, from 0 to 1, to call it settled.
    pub settled: f32,
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
            lag: 0.2,
            judge: EvaluatorKind::Guided,
            critical: None,
            net: None,
            executor: ExecutorKind::default(),
            judging: NnSettings::default(),
            search: search::Settings::default(),
            analysis: AnalysisSettings::default(),
            advantage: AdvantageSettings::default(),
            ignore_history: false,
            conservative_pass: false,
            fill_dame: false,
            temperature: Temperature::default(),
            resign: Resign::default(),
            counting: Counting::default(),
            ignored: Vec::new(),
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
        AnalysisSettings { wide_root: 0.04, ignore_history: true }
    }
}

impl Default for Resign {
    fn default() -> Resign {
        Resign { enabled: true, below: 0.06, behind: 10.0, moves: 3, from: 0.25 }
    }
}

impl Default for Counting {
    fn default() -> Counting {
        Counting { visits: 1000, settled: 0.8 }
    }
}

/// Changes from the command line; what is `None` stays.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overrides {
    pub visits: Option<u64>,
    pub time: Option<f64>,
    pub threads: Option<usize>,
    pub memory_mb: Option<u64>,
    pub seed: Option<u64>,
    pub resign: Option<bool>,
    pub net: Option<String>,
    pub executor: Option<ExecutorKind>,
}

/// Settings that cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SettingsError {
    #[error(
        "there is no preset '{0}': use one of {known}, and after a + one of {agents}",
        known = Settings::preset_names().join(", "),
        agents = Settings::agent_names().join(", ")
    )]
    UnknownPreset(String),
    #[error("the settings cannot be read: {0}")]
    Unreadable(String),
    #[error("{0}")]
    Unusable(&'static str),
    #[error(transparent)]
    Judge(#[from] EvaluatorError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Range(#[from] ParamError),
    /// KataGo's words, which clients may look for.
    #[error("humanSLProfile is specified as config param but model(s) don't use it: {0}")]
    NoHumanNet(String),
}

const PRESETS: [(&str, &str); 4] = [
    ("network", include_str!("../presets/network.toml")),
    ("playout", include_str!("../presets/playout.toml")),
    ("playout-fast", include_str!("../presets/playout-fast.toml")),
    ("playout-strong", include_str!("../presets/playout-strong.toml")),
];

/// What is played for: these go over a preset.
const AGENTS: [(&str, &str); 4] = [
    ("win", include_str!("../presets/agents/win.toml")),
    ("points", include_str!("../presets/agents/points.toml")),
    ("greedy", include_str!("../presets/agents/greedy.toml")),
    ("recover", include_str!("../presets/agents/recover.toml")),
];

/// What can end a search.
const LIMITS: [&str; 3] = ["visits", "playouts", "time"];

/// More would only fill memory with stacks.
const MOST_THREADS: usize = 1024;

/// Megabytes that a search can work with, and no machine has more.
pub const MEMORY_MB: RangeInclusive<u64> = 16..=16_777_216;

impl Settings {
    pub fn preset_names() -> Vec<&'static str> {
        PRESETS.iter().map(|(name, _)| *name).collect()
    }

    /// Presets that only say what is played for.
    pub fn agent_names() -> Vec<&'static str> {
        AGENTS.iter().map(|(name, _)| *name).collect()
    }

    pub fn preset(name: &str) -> Result<Settings, SettingsError> {
        Settings::layered(name, None, &Overrides::default())
    }

    /// A preset, changed by the text of a settings file, changed by the command line. A preset may be followed by
    /// an agent, as in `network+greedy`; an agent alone goes over the preset that fits.
    pub fn layered(
        preset: &str,
        file: Option<&str>,
        overrides: &Overrides,
    ) -> Result<Settings, SettingsError> {
        let mut table = preset_table(preset, overrides.net.is_some())?;
        if let Some(file) = file {
            let file = read(file)?;
            drop_limits(&mut table, LIMITS.iter().any(|limit| file.contains_key(*limit)));
            merge(&mut table, file);
        }
        drop_limits(&mut table, overrides.visits.is_some() || overrides.time.is_some());
        let ignored = drop_other_search(&mut table);
        let mut settings = Settings { ignored, ..table.try_into().map_err(unreadable)? };
        settings.apply(overrides);
        settings.check()?;
        Ok(settings)
    }

    fn apply(&mut self, overrides: &Overrides) {
        self.visits = overrides.visits.or(self.visits);
        self.time = overrides.time.or(self.time);
        self.threads = overrides.threads.unwrap_or(self.threads);
        self.memory_mb = overrides.memory_mb.or(self.memory_mb);
        self.seed = overrides.seed.or(self.seed);
        self.resign.enabled = overrides.resign.unwrap_or(self.resign.enabled);
        self.net = overrides.net.clone().or(self.net.take());
        self.executor = overrides.executor.unwrap_or(self.executor);
    }

    /// Refuses settings with which no move would ever come.
    pub fn check(&self) -> Result<(), SettingsError> {
        let wrong = |text| Err(SettingsError::Unusable(text));
        let seconds = |s: f64| s.is_finite() && s >= 0.0;
        match self {
            s if s.visits.is_none() && s.playouts.is_none() && s.time.is_none() => {
                wrong("a move needs a limit: set visits or time")
            }
            s if s.visits == Some(0) => wrong("visits must be at least 1"),
            s if s.time.is_some_and(|t| !seconds(t) || t == 0.0) => {
                wrong("time must be a positive number of seconds")
            }
            s if s.net.is_some() && s.judge != EvaluatorKind::Network => {
                wrong("a network is given, but does not judge: use the preset network")
            }
            s if !(0.0..=1.0).contains(&s.critical.unwrap_or(0.0)) => wrong("critical must be from 0 to 1"),
            s if !seconds(s.lag) => wrong("lag must be a number of seconds"),
            s if !(1..=MOST_THREADS).contains(&s.threads) => wrong("threads must be from 1 to 1024"),
            s if s.memory_mb.is_some_and(|mb| !MEMORY_MB.contains(&mb)) => {
                wrong("memory_mb must be from 16 to 16777216")
            }
            s if !(0.0..=5.0).contains(&s.temperature.early)
                || !(0.0..=5.0).contains(&s.temperature.later) =>
            {
                wrong("temperature.early and temperature.later must be from 0 to 5")
            }
            s if s.temperature.halflife.is_nan() || s.temperature.halflife <= 0.0 => {
                wrong("temperature.halflife must be above 0")
            }
            s if s.counting.visits == 0 => wrong("counting.visits must be at least 1"),
            s if !(0.0..=1.0).contains(&s.counting.settled) => wrong("counting.settled must be from 0 to 1"),
            s if !(0.0..1.0).contains(&s.resign.below) => wrong("resign.below must be from 0 to 1"),
            s if !(0.0..=1.0).contains(&s.resign.from) => wrong("resign.from must be from 0 to 1"),
            s if !s.resign.behind.is_finite() => wrong("resign.behind must be a number of points"),
            s if !(0.0..=1.0).contains(&s.search.objective.threshold) => {
                wrong("search.objective.threshold must be from 0 to 1")
            }
            s if !(0.0..=1.0).contains(&s.search.objective.below) => {
                wrong("search.objective.below must be from 0 to 1")
            }
            s => {
                s.search.objective.agent()?;
                s.judging.check()?;
                Ok(Param::check_all(s)?)
            }
        }
    }

    /// Settings that were changed and mean nothing with this evaluator, as a settings file names them.
    pub fn without_effect(&self) -> Vec<&str> {
        let only_with_networks = [
            ("judging", self.judging != NnSettings::default()),
            ("analysis", self.analysis != AnalysisSettings::default()),
            ("advantage", self.advantage != AdvantageSettings::default()),
            ("executor", self.executor != ExecutorKind::default()),
        ];
        let idle = if self.search.puct().is_some() { &[][..] } else { &only_with_networks[..] };
        let critical = ("critical", self.critical.is_some() && self.judge != EvaluatorKind::Guided);
        let changed = idle.iter().chain([&critical]).filter(|(_, changed)| *changed).map(|(key, _)| *key);
        self.ignored.iter().map(String::as_str).chain(changed).collect()
    }

    /// Whether the search leaves out moves that are mirror images of others.
    pub fn folds_symmetries(&self) -> bool {
        self.search.puct().is_some_and(|network| network.root_symmetry_pruning)
    }

    pub fn lag(&self) -> Duration {
        seconds(self.lag)
    }

    pub fn time(&self) -> Option<Duration> {
        self.time.map(seconds)
    }
}

/// Seconds as a duration, whatever number a controller sends.
pub(crate) fn seconds(s: f64) -> Duration {
    Duration::try_from_secs_f64(s.max(0.0)).unwrap_or(Duration::from_secs(u64::from(u32::MAX)))
}

/// What a preset says, and the agent after it.
fn preset_table(name: &str, has_net: bool) -> Result<toml::Table, SettingsError> {
    let find = |presets: &[(&str, &'static str)], name: &str| {
        presets.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    };
    let unknown = || SettingsError::UnknownPreset(name.into());
    let (base, agent) = match name.split_once('+') {
        Some((base, agent)) => (base, Some(find(&AGENTS, agent).ok_or_else(unknown)?)),
        None => match find(&AGENTS, name) {
            Some(agent) => (if has_net { "network" } else { "playout" }, Some(agent)),
            None => (name, None),
        },
    };
    let mut table = read(find(&PRESETS, base).ok_or_else(unknown)?)?;
    if let Some(agent) = agent {
        merge(&mut table, read(agent)?);
        table.insert("name".into(), name.into());
    }
    Ok(table)
}

fn read(text: &str) -> Result<toml::Table, SettingsError> {
    text.parse().map_err(unreadable)
}

/// A TOML error in one line.
fn unreadable(error: toml::de::Error) -> SettingsError {
    SettingsError::Unreadable(error.message().lines().collect::<Vec<_>>().join(" "))
}

/// Who sets a limit means that limit: a lower layer's other limit must not cut it short.
fn drop_limits(table: &mut toml::Table, drop: bool) {
    if drop {
        LIMITS.iter().for_each(|limit| _ = table.remove(*limit));
    }
}

/// Takes away what is said of the playout search where the other one is chosen, and names it.
fn drop_other_search(table: &mut toml::Table) -> Vec<String> {
    let Some(search) = table.get_mut("search").and_then(toml::Value::as_table_mut) else { return Vec::new() };
    if !search.contains_key("puct") {
        return Vec::new();
    }
    let rave = search.remove("rave");
    let rave = rave.as_ref().and_then(toml::Value::as_table);
    rave.into_iter().flat_map(|rave| rave.keys()).map(|key| format!("search.rave.{key}")).collect()
}

/// Executors by the names that people write.
mod executor_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::ExecutorKind;

    pub fn serialize<S: Serializer>(kind: &ExecutorKind, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(kind)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ExecutorKind, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

fn merge(into: &mut toml::Table, from: toml::Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new)) => merge(old, new),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_loads_and_carries_its_name() {
        for name in Settings::preset_names() {
            let settings = Settings::preset(name).unwrap();
            assert_eq!(settings.name, name);
            assert!(!settings.description.is_empty());
        }
        let error = Settings::preset("pro").unwrap_err().to_string();
        assert!(error.contains("'pro'") && error.contains("playout-fast"), "{error}");
    }

    #[test]
    fn agents_go_over_presets() {
        let objective = |preset: &str| Settings::preset(preset).unwrap().search.objective;
        assert_eq!((objective("points").lambda, objective("points").mu), (0.5, 0.0));
        assert_eq!((objective("network+greedy").lambda, objective("network+greedy").mu), (1.0, 0.5));
        assert_eq!(objective("playout-fast+win"), search::ObjectiveSettings::default());
        assert_eq!(objective("recover").below, 0.5);
        let settings = Settings::preset("playout-fast+greedy").unwrap();
        assert_eq!((settings.name.as_str(), settings.visits), ("playout-fast+greedy", Some(1000)));
        let overrides = Overrides { net: Some("a.bin.gz".into()), ..Overrides::default() };
        let settings = Settings::layered("greedy", None, &overrides).unwrap();
        assert_eq!((settings.judge, settings.search.objective.lambda), (EvaluatorKind::Network, 1.0));
        for unknown in ["playout+pro", "pro+greedy", "greedy+playout", "playout+"] {
            assert!(matches!(Settings::preset(unknown), Err(SettingsError::UnknownPreset(_))), "{unknown}");
        }
    }

    #[test]
    fn a_network_is_searched_as_networks_should_be() {
        assert_eq!(Settings::preset("network").unwrap().search, search::Settings::for_networks());
        assert_eq!(Settings::preset("playout").unwrap().search, search::Settings::default());
        let file = "[search.puct]\nlcb_stdevs = 4.0";
        let settings = Settings::layered("network", Some(file), &Overrides::default()).unwrap();
        let network = *settings.search.puct().unwrap();
        assert_eq!((network.lcb_stdevs, network.cpuct_exploration), (4.0, 1.0));
    }

    #[test]
    fn the_command_line_beats_the_file_and_the_file_the_preset() {
        let file = "visits = 50\nseed = 3\nmemory_mb = 300\n[resign]\nbelow = 0.2";
        let settings = Settings::layered("playout", Some(file), &Overrides::default()).unwrap();
        assert_eq!((settings.visits, settings.seed, settings.resign.below), (Some(50), Some(3), 0.2));
        assert_eq!((settings.resign.moves, settings.memory_mb), (Resign::default().moves, Some(300)));
        let overrides =
            Overrides { seed: Some(4), resign: Some(false), threads: Some(2), ..Overrides::default() };
        let overrides = Overrides { memory_mb: Some(400), ..overrides };
        let settings = Settings::layered("playout", Some(file), &overrides).unwrap();
        assert_eq!(settings.memory_mb, Some(400));
        assert_eq!((settings.visits, settings.seed, settings.threads), (Some(50), Some(4), 2));
        assert!(!settings.resign.enabled && settings.resign.below == 0.2);
    }

    #[test]
    fn a_limit_replaces_the_limits_below_it() {
        let overrides = Overrides { time: Some(2.0), ..Overrides::default() };
        let settings = Settings::layered("playout", None, &overrides).unwrap();
        assert_eq!((settings.visits, settings.time), (None, Some(2.0)));
    }

    #[test]
    fn networks_are_named_in_every_layer() {
        let file = "net = 'a.bin.gz'\nexecutor = 'cpu-f32'";
        let settings = Settings::layered("network", Some(file), &Overrides::default()).unwrap();
        assert_eq!(settings.judge, EvaluatorKind::Network);
        assert_eq!((settings.net.as_deref(), settings.executor), (Some("a.bin.gz"), ExecutorKind::CpuF32));
        let overrides = Overrides {
            net: Some("b.bin.gz".into()),
            executor: Some(ExecutorKind::Check),
            ..Overrides::default()
        };
        let settings = Settings::layered("network", Some(file), &overrides).unwrap();
        assert_eq!((settings.net.as_deref(), settings.executor), (Some("b.bin.gz"), ExecutorKind::Check));
        let written = toml::to_string(&settings).unwrap();
        assert_eq!(toml::from_str::<Settings>(&written).unwrap(), settings);
    }

    #[test]
    fn what_means_nothing_is_named() {
        let file = "[search.rave]\nrave_equivalence = 10.0\nexpansion_threshold = 9";
        let settings = Settings::layered("network", Some(file), &Overrides::default()).unwrap();
        assert_eq!(
            settings.without_effect(),
            ["search.rave.expansion_threshold", "search.rave.rave_equivalence"]
        );
        let settings = Settings::layered("playout", Some(file), &Overrides::default()).unwrap();
        assert!(settings.without_effect().is_empty());
        let file = "[advantage]\ndoublings = 1.0";
        let settings = Settings::layered("playout", Some(file), &Overrides::default()).unwrap();
        assert_eq!(settings.without_effect(), ["advantage"]);
        for preset in Settings::preset_names() {
            assert!(Settings::preset(preset).unwrap().without_effect().is_empty(), "{preset}");
        }
    }

    #[test]
    fn mistakes_are_one_line() {
        for file in [
            "visits = 0",
            "time = -1.0",
            "vists = 3",
            "visits = ",
            "critical = 2.0",
            "memory_mb = 15",
            "[resign]\nbelow = 2.0",
            "[resign]\nfrom = 2.0",
            "[resign]\nbehind = nan",
            "judge = 'x'",
            "executor = 'abacus'",
            "net = 'a.bin.gz'",
            "[search.objective]\nlambda = 0.2\nmu = 0.5",
            "[search.objective]\nlambda = 2.0",
            "[search.objective]\nthreshold = -1.0",
        ] {
            let error =
                Settings::layered("playout", Some(file), &Overrides::default()).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
        }
        let threads = Overrides { threads: Some(0), ..Overrides::default() };
        assert!(Settings::layered("playout", None, &threads).is_err());
    }
}
