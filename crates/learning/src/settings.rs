//! A whole run: the networks, how they play, and how they are trained.

mod human;
mod old_names;
mod selfplay;
mod train;

pub use human::HumanSettings;
pub use selfplay::{DistillationSettings, PolicyInitSettings, SelfPlaySettings, SelfPlaySettingsError};
pub use train::TrainingSettings;

use board::Objective;
use network::architecture::Architecture;
use serde::{Deserialize, Serialize};

/// The settings of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    pub name: String,
    pub description: String,
    /// The name of the first network's architecture.
    pub architecture: String,
    /// Generations after the first network.
    pub generations: u32,
    /// Finished games before the next network is trained; runs on games of people play none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub games_per_generation: u64,
    /// Whether and how networks are rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingSettings>,
    /// Larger networks that take over later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grow: Vec<Growth>,
    /// For runs that learn from games of people instead of self-play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human: Option<HumanSettings>,
    /// What the games of self-play are played for besides the score.
    #[serde(default, skip_serializing_if = "Objective::is_usual")]
    pub objective: Objective,
    #[serde(default)]
    pub selfplay: SelfPlaySettings,
    #[serde(default)]
    pub train: TrainingSettings,
}

/// Games of new networks against one before them and an older one. They are played on the smallest of the boards,
/// under the komi that the new network thinks fair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingSettings {
    /// Against each.
    pub games: u32,
    pub visits: u32,
    /// The network plays every this many generations, against the one as many generations before it. A few games take a
    /// graphics card nearly as long as many.
    #[serde(default = "each")]
    pub every: u32,
    /// How many generations before it the older opponent is, at least.
    pub lookback: u32,
}

fn each() -> u32 {
    1
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A change of architecture at a generation. The first network of the new kind starts from random weights and learns from
/// the games before it; if only heads change, it keeps everything else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Growth {
    pub generation: u32,
    pub architecture: String,
    /// Of its first training.
    pub steps: u64,
}

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum RunSettingsError {
    #[error("there is no preset '{0}': use one of {known}", known = RunSettings::preset_names().join(", "))]
    UnknownPreset(String),
    #[error("the settings cannot be read: {0}")]
    Unreadable(String),
    #[error("no architecture is called '{0}': use one of {known}", known = Architecture::presets().collect::<Vec<_>>().join(", "))]
    Architecture(String),
    #[error("the network of '{architecture}' plays on {side}×{side} only")]
    Side { architecture: String, side: usize },
    #[error("{name} must be {range}")]
    Range { name: String, range: &'static str },
    #[error(transparent)]
    Play(#[from] SelfPlaySettingsError),
}

const PRESETS: [(&str, &str); 12] = [
    ("centre", include_str!("../presets/centre.toml")),
    ("defence", include_str!("../presets/defence.toml")),
    ("distil", include_str!("../presets/distil.toml")),
    ("edge", include_str!("../presets/edge.toml")),
    ("fast-7x7", include_str!("../presets/fast-7x7.toml")),
    ("fast-9x9", include_str!("../presets/fast-9x9.toml")),
    ("human", include_str!("../presets/human.toml")),
    ("offence", include_str!("../presets/offence.toml")),
    ("paper-7x7", include_str!("../presets/paper-7x7.toml")),
    ("paper-9x9", include_str!("../presets/paper-9x9.toml")),
    ("sizes", include_str!("../presets/sizes.toml")),
    ("tiny", include_str!("../presets/tiny.toml")),
];

impl RunSettings {
    pub fn preset_names() -> Vec<&'static str> {
        PRESETS.iter().map(|(name, _)| *name).collect()
    }

    pub fn preset(name: &str) -> Result<RunSettings, RunSettingsError> {
        let text = PRESETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        let (settings, _) =
            RunSettings::read(text.ok_or_else(|| RunSettingsError::UnknownPreset(name.into()))?)?;
        Ok(settings)
    }

    /// Reads and checks settings as TOML. Names from earlier versions are understood, with a note about each.
    pub fn read(text: &str) -> Result<(RunSettings, Vec<String>), RunSettingsError> {
        let unreadable = |error: toml::de::Error| {
            RunSettingsError::Unreadable(error.message().lines().collect::<Vec<_>>().join(" "))
        };
        let mut table: toml::Table = text.parse().map_err(unreadable)?;
        let notes = old_names::update(&mut table);
        let settings: RunSettings = table.try_into().map_err(unreadable)?;
        settings.check()?;
        Ok((settings, notes))
    }

    pub fn architecture_at(&self, generation: u32) -> Result<Architecture, RunSettingsError> {
        architecture(self.architecture_name_at(generation))
    }

    pub fn architecture_name_at(&self, generation: u32) -> &str {
        let grown = self.grow.iter().rev().find(|grown| grown.generation <= generation);
        grown.map_or(&self.architecture, |grown| &grown.architecture)
    }

    /// The generation in which the trunk of this one started from random weights.
    fn begun(&self, generation: u32) -> u32 {
        let trunk = |g: u32| self.architecture_at(g).map(|architecture| architecture.trunk);
        let mut begun = 0;
        for grown in self.grow.iter().filter(|grown| (1..=generation).contains(&grown.generation)) {
            if trunk(grown.generation) != trunk(grown.generation - 1) {
                begun = grown.generation;
            }
        }
        begun
    }

    /// How the network of a generation is trained.
    pub fn train_at(&self, generation: u32) -> TrainingSettings {
        let grown = self.grow.iter().find(|grown| grown.generation == generation);
        let train = self.train.clone();
        // A network that is new has everything to learn.
        let age = generation - self.begun(generation);
        let half_life = train.lr_decay_generations;
        let decay = if half_life > 0.0 { 1.0 + f64::from(age) / half_life } else { 1.0 };
        let steps = grown.map_or(train.steps, |grown| grown.steps);
        TrainingSettings { steps, ..train.with_rates_divided(decay) }
    }

    pub fn check(&self) -> Result<(), RunSettingsError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let checks = [
            (
                (1..=60).contains(&self.name.len()) && self.name.chars().all(plain),
                "name",
                "1 to 60 letters, digits, '-', '_' or '.'",
            ),
            ((1..=100_000).contains(&self.generations), "generations", "from 1 to 100000"),
            (
                (1..=100_000_000).contains(&self.games_per_generation)
                    || (self.human.is_some() && self.games_per_generation == 0),
                "games_per_generation",
                "from 1 to 100000000",
            ),
            (
                self.rating.as_ref().is_none_or(|r| {
                    (2..=100_000).contains(&r.games)
                        && (2..=1_000_000).contains(&r.visits)
                        && r.every > 0
                        && r.lookback > 0
                }),
                "rating",
                "at least 2 games with at least 2 visits, and every and lookback at least 1",
            ),
            (
                self.grow.is_sorted_by(|a, b| a.generation < b.generation)
                    && self.grow.iter().all(|grown| grown.generation > 0 && grown.steps > 0),
                "grow",
                "in the order of generations, each above 0, with steps above 0",
            ),
            (self.objective.inner_bonus.abs() < 1.0, "objective.inner_bonus", "above -1 and below 1"),
            (
                [self.objective.lost_stone, self.objective.captured_stone, self.objective.shift]
                    .iter()
                    .all(|points| points.abs() <= 100.0),
                "objective",
                "at most 100 points each",
            ),
            (self.objective.side.is_none(), "objective.side", "left out: it is drawn for each game"),
            (
                self.objective.is_usual() || self.selfplay.distillation.is_none(),
                "selfplay.distillation",
                "left out where games have an objective, which no teacher knows",
            ),
            (
                self.objective.is_usual() || self.rating.is_none(),
                "rating",
                "left out where games have an objective: rating games are played for the score",
            ),
        ];
        if let Some((_, name, range)) = checks.into_iter().find(|(fits, ..)| !fits) {
            return Err(RunSettingsError::Range { name: name.into(), range });
        }
        if let Some((name, range)) = self.train.mistake() {
            return Err(RunSettingsError::Range { name: format!("train.{name}"), range });
        }
        if let Some((name, range)) = self.human.as_ref().and_then(HumanSettings::mistake) {
            return Err(RunSettingsError::Range { name: format!("human.{name}"), range });
        }
        self.selfplay.check()?;
        for name in std::iter::once(&self.architecture).chain(self.grow.iter().map(|g| &g.architecture)) {
            match architecture(name)?.fixed_side() {
                Some(side) if self.selfplay.each_size().ne([side]) => {
                    return Err(RunSettingsError::Side { architecture: name.clone(), side });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn architecture(name: &str) -> Result<Architecture, RunSettingsError> {
    Architecture::preset(name).ok_or_else(|| RunSettingsError::Architecture(name.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_read() {
        for name in RunSettings::preset_names() {
            let settings = RunSettings::preset(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(settings.name, name);
            let again = toml::to_string(&settings).unwrap();
            assert_eq!(RunSettings::read(&again), Ok((settings, Vec::new())));
        }
        assert!(RunSettings::preset("huge").unwrap_err().to_string().contains("tiny"));
    }

    #[test]
    fn learning_rates_decay() {
        let mut settings = RunSettings::preset("tiny").unwrap();
        (
            settings.train.learning_rate,
            settings.train.muon_learning_rate,
            settings.train.lr_decay_generations,
        ) = (0.08, 0.04, 20.0);
        let at = |g| (settings.train_at(g).learning_rate, settings.train_at(g).muon_learning_rate);
        assert_eq!([0, 20, 60].map(at), [(0.08, 0.04), (0.04, 0.02), (0.02, 0.01)]);
    }

    #[test]
    fn networks_grow() {
        let settings = RunSettings::preset("paper-9x9").unwrap();
        let [first, last] = ["paper-4x128", "paper-8x160"].map(|name| Architecture::preset(name).unwrap());
        let at = settings.grow[0].generation;
        assert_eq!([0, at - 1].map(|g| settings.architecture_at(g)), [Ok(first.clone()), Ok(first)]);
        assert_eq!([at, at + 1].map(|g| settings.architecture_at(g)), [Ok(last.clone()), Ok(last)]);
        assert_eq!([at - 1, at, at + 1].map(|g| settings.train_at(g).steps), [4000, 10_000, 4000]);
    }

    #[test]
    fn mistakes_are_one_line() {
        let change = |change: &dyn Fn(&mut RunSettings)| {
            let mut settings = RunSettings::preset("tiny").unwrap();
            change(&mut settings);
            let error = settings.check().unwrap_err().to_string();
            assert!(!error.contains('\n'));
            error
        };
        assert!(change(&|s| s.train.initial_window = 50).contains("initial_window"));
        assert!(change(&|s| s.architecture = "paper-4x128".into()).contains("plays on"));
        assert!(change(&|s| s.architecture = "giant".into()).contains("giant"));
        let grown = |generation, architecture: &str| Growth {
            generation,
            architecture: architecture.into(),
            steps: 9,
        };
        assert!(change(&|s| s.grow = vec![grown(3, "giant")]).contains("giant"));
        assert!(change(&|s| s.grow = vec![grown(3, "paper-8x160")]).contains("plays on"));
        assert!(change(&|s| s.grow = vec![grown(3, "b2c32"), grown(3, "b6c96")]).contains("grow"));
        assert!(change(&|s| s.selfplay.visits = 0).contains("selfplay.visits"));
        assert!(change(&|s| s.name = "a b".into()).contains("name"));
        assert!(RunSettings::read("name = 3").is_err());
    }
}
