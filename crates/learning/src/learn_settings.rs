//! A whole run: what plays, how, and what is learnt from it.

use network::architecture::Architecture;
use serde::{Deserialize, Serialize};

use crate::PlaySettings;
use crate::settings::PlaySettingsError;

/// All that makes one run different from another. Every number of the paper's is a field.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnSettings {
    pub name: String,
    pub description: String,
    /// The network to begin with: an architecture by name.
    pub architecture: String,
    /// Generations after the first network.
    pub generations: u32,
    /// Finished games before the next network is trained.
    pub games: u64,
    /// How networks are compared; they are not where this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<RatedSettings>,
    /// Larger networks that take over on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grow: Vec<Growth>,
    #[serde(default)]
    pub play: PlaySettings,
    #[serde(default)]
    pub train: TrainSettings,
}

/// Games of new networks against one before them and an older one. They are played on the smallest of the boards,
/// under the komi that the new network thinks fair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedSettings {
    /// Against each.
    pub games: u32,
    pub visits: u32,
    /// Of so many networks one plays, against the one so many generations before it. A few games take a graphics card
    /// nearly as long as many.
    #[serde(default = "each")]
    pub every: u32,
    /// How many generations the older one is back, at least.
    pub back: u32,
}

fn each() -> u32 {
    1
}

/// From a generation on networks are others. The first of them begins with nothing and learns from the games of those
/// before it; where only the heads are others, it keeps all else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Growth {
    pub generation: u32,
    pub architecture: String,
    /// Of the training with which it begins.
    pub steps: u64,
}

/// How a network learns from games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainSettings {
    /// Games of so many generations are learnt from, the newest included: to begin with, and at most.
    pub first_window: u32,
    pub window: u32,
    /// Generations after which the window has grown to its full length.
    pub window_grows: u32,
    pub batch: usize,
    pub steps: u64,
    /// A training that is not through by then ends after so many seconds; rates follow the time, so that it is a whole one.
    /// What comes of it is another network on every machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Steps are fewer where a position would be seen more often than so in one generation.
    pub most_passes: f64,
    pub rate: f64,
    /// The rate for kernels of convolutions that see a point's neighbours, whose steps are made orthogonal (Muon); 0 for
    /// plain steps with the rate of all others. Such kernels do not decay.
    pub orthogonal: f64,
    /// The rate for all other weights where each goes at its own pace (Adam); 0 for plain steps with `rate`.
    pub adaptive: f64,
    /// Generations after which all rates are half of what they are at first; after twice as many they are a third, and
    /// so on. 0 for rates that stay: then networks go on changing, and know no better than the last games do.
    pub settle: f64,
    pub momentum: f64,
    /// What weights lose at every step, times the rate (L2).
    pub decay: f64,
    /// The longest gradient that is followed as it is, longer ones are shortened; 0 for none.
    pub clip: f64,
    /// Share of each step in the running mean of the weights that is stored; 1 stores the last ones.
    pub averaging: f64,
    /// Share of what was trained in the network that plays; the rest is the one before it. Training goes on from what was
    /// trained: with long steps much is learnt from it, and the mean of several is stronger than each.
    pub takeover: f64,
    /// What the result counts for in the loss; 1 in the paper.
    pub value: f64,
    /// The result is learnt by cross-entropy. The paper's squared error hardly blames a network that is sure and wrong.
    pub value_entropy: bool,
    /// What owners of points, and the final lead, count for. The paper knows neither.
    pub ownership: f64,
    pub lead: f64,
    /// What the other side's answer counts for, in networks that foresee it.
    pub reply: f64,
    /// How much of what the value is to say comes from the search of the position instead of the game's result, which
    /// is one of many that were possible.
    pub search_share: f64,
    /// How many moves ahead that is looked for on the average, nearer searches counting for more; 0 for the position's own
    /// alone. Later ones have seen what came of it, and not yet the mistakes that decide a game in the end.
    pub search_ahead: f64,
    /// Share of the examples that are positions in which the search was short: only what came of them is learnt. They are
    /// many, where most searches are short, and who wins and owns what is as true of them.
    pub glances: f64,
    /// Share of the weight of a game's positions that goes to those in which the search found what the network did not
    /// expect: from them most is to be learnt.
    pub surprise: f64,
    /// Share of the steps, at the end, in which layers are normalised as in the stored network, not over each batch.
    pub frozen: f64,
    /// Share of the games that are kept apart, to measure on.
    pub held_out: f64,
    /// bf16 for boards, where a graphics card runs it.
    pub mixed: bool,
}

impl Default for TrainSettings {
    fn default() -> TrainSettings {
        TrainSettings {
            first_window: 4,
            window: 20,
            window_grows: 40,
            batch: 512,
            steps: 4000,
            seconds: None,
            most_passes: 8.0,
            rate: 0.01,
            orthogonal: 0.0,
            adaptive: 0.0,
            settle: 0.0,
            momentum: 0.9,
            decay: 1e-4,
            clip: 0.0,
            averaging: 1.0,
            takeover: 1.0,
            value: 1.0,
            value_entropy: false,
            ownership: 0.0,
            lead: 0.0,
            reply: 0.0,
            search_share: 0.0,
            search_ahead: 0.0,
            glances: 0.0,
            surprise: 0.0,
            frozen: 0.0,
            held_out: 0.05,
            mixed: true,
        }
    }
}

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum LearnSettingsError {
    #[error("there is no preset '{0}': use one of {known}", known = LearnSettings::preset_names().join(", "))]
    UnknownPreset(String),
    #[error("the settings cannot be read: {0}")]
    Unreadable(String),
    #[error("no architecture is called '{0}': use one of {known}", known = Architecture::presets().collect::<Vec<_>>().join(", "))]
    Architecture(String),
    #[error("the network of '{architecture}' plays on {side}×{side} only")]
    Side { architecture: String, side: usize },
    #[error("{name} must be {range}")]
    Range { name: &'static str, range: &'static str },
    #[error(transparent)]
    Play(#[from] PlaySettingsError),
}

const PRESETS: [(&str, &str); 7] = [
    ("distil", include_str!("../presets/distil.toml")),
    ("fast-7x7", include_str!("../presets/fast-7x7.toml")),
    ("fast-9x9", include_str!("../presets/fast-9x9.toml")),
    ("paper-7x7", include_str!("../presets/paper-7x7.toml")),
    ("paper-9x9", include_str!("../presets/paper-9x9.toml")),
    ("sizes", include_str!("../presets/sizes.toml")),
    ("tiny", include_str!("../presets/tiny.toml")),
];

impl LearnSettings {
    pub fn preset_names() -> Vec<&'static str> {
        PRESETS.iter().map(|(name, _)| *name).collect()
    }

    pub fn preset(name: &str) -> Result<LearnSettings, LearnSettingsError> {
        let text = PRESETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        LearnSettings::read(text.ok_or_else(|| LearnSettingsError::UnknownPreset(name.into()))?)
    }

    /// Reads and checks settings as TOML.
    pub fn read(text: &str) -> Result<LearnSettings, LearnSettingsError> {
        let settings: LearnSettings = toml::from_str(text).map_err(|error| {
            LearnSettingsError::Unreadable(error.message().lines().collect::<Vec<_>>().join(" "))
        })?;
        settings.check()?;
        Ok(settings)
    }

    /// What the network of a generation is built like.
    pub fn architecture_at(&self, generation: u32) -> Result<Architecture, LearnSettingsError> {
        architecture(self.architecture_name_at(generation))
    }

    pub fn architecture_name_at(&self, generation: u32) -> &str {
        let grown = self.grow.iter().rev().find(|grown| grown.generation <= generation);
        grown.map_or(&self.architecture, |grown| &grown.architecture)
    }

    /// The generation in which networks of this one's kind began with nothing: heads can be added to a trunk that stays.
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
    pub fn train_at(&self, generation: u32) -> TrainSettings {
        let grown = self.grow.iter().find(|grown| grown.generation == generation);
        let train = self.train.clone();
        // A network that is new has everything to learn.
        let age = generation - self.begun(generation);
        let settled = if train.settle > 0.0 { 1.0 + f64::from(age) / train.settle } else { 1.0 };
        TrainSettings {
            steps: grown.map_or(train.steps, |grown| grown.steps),
            rate: train.rate / settled,
            orthogonal: train.orthogonal / settled,
            adaptive: train.adaptive / settled,
            ..train
        }
    }

    pub fn check(&self) -> Result<(), LearnSettingsError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let t = &self.train;
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let checks = [
            (
                (1..=60).contains(&self.name.len()) && self.name.chars().all(plain),
                "name",
                "1 to 60 letters, digits, '-', '_' or '.'",
            ),
            ((1..=100_000).contains(&self.generations), "generations", "from 1 to 100000"),
            ((1..=100_000_000).contains(&self.games), "games", "from 1 to 100000000"),
            (
                self.rated.as_ref().is_none_or(|r| {
                    (2..=100_000).contains(&r.games)
                        && (2..=1_000_000).contains(&r.visits)
                        && r.every > 0
                        && r.back > 0
                }),
                "rated",
                "at least 2 games with at least 2 visits, and every and back at least 1",
            ),
            (
                self.grow.is_sorted_by(|a, b| a.generation < b.generation)
                    && self.grow.iter().all(|grown| grown.generation > 0 && grown.steps > 0),
                "grow",
                "in the order of generations, each above 0, with steps above 0",
            ),
            ((1..=t.window).contains(&t.first_window), "train.first_window", "from 1 to train.window"),
            ((1..=65_536).contains(&t.batch), "train.batch", "from 1 to 65536"),
            ((1..=10_000_000).contains(&t.steps), "train.steps", "from 1 to 10000000"),
            (t.seconds.is_none_or(positive), "train.seconds", "above 0"),
            (positive(t.most_passes), "train.most_passes", "above 0"),
            (positive(t.rate) && t.rate <= 10.0, "train.rate", "above 0 and at most 10"),
            ((0.0..=10.0).contains(&t.orthogonal), "train.orthogonal", "from 0 to 10"),
            ((0.0..=1.0).contains(&t.adaptive), "train.adaptive", "from 0 to 1"),
            (t.settle >= 0.0 && t.settle.is_finite(), "train.settle", "0 or more"),
            ((0.0..1.0).contains(&t.momentum), "train.momentum", "from 0 to less than 1"),
            (share(t.decay), "train.decay", "from 0 to 1"),
            (t.clip >= 0.0 && t.clip.is_finite(), "train.clip", "0 or more"),
            (share(t.averaging) && t.averaging > 0.0, "train.averaging", "above 0 and at most 1"),
            (share(t.takeover) && t.takeover > 0.0, "train.takeover", "above 0 and at most 1"),
            (positive(t.value), "train.value", "above 0"),
            (t.ownership >= 0.0 && t.ownership.is_finite(), "train.ownership", "0 or more"),
            (t.lead >= 0.0 && t.lead.is_finite(), "train.lead", "0 or more"),
            (t.reply >= 0.0 && t.reply.is_finite(), "train.reply", "0 or more"),
            (share(t.search_share), "train.search_share", "from 0 to 1"),
            ((0.0..=1000.0).contains(&t.search_ahead), "train.search_ahead", "from 0 to 1000"),
            (share(t.glances), "train.glances", "from 0 to 1"),
            (share(t.surprise), "train.surprise", "from 0 to 1"),
            (share(t.frozen), "train.frozen", "from 0 to 1"),
            ((0.0..=0.5).contains(&t.held_out), "train.held_out", "from 0 to 0.5"),
        ];
        if let Some((_, name, range)) = checks.into_iter().find(|(fits, ..)| !fits) {
            return Err(LearnSettingsError::Range { name, range });
        }
        self.play.check()?;
        for name in std::iter::once(&self.architecture).chain(self.grow.iter().map(|g| &g.architecture)) {
            match architecture(name)?.fixed_side() {
                Some(side) if self.play.each_side().ne([side]) => {
                    return Err(LearnSettingsError::Side { architecture: name.clone(), side });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn architecture(name: &str) -> Result<Architecture, LearnSettingsError> {
    Architecture::preset(name).ok_or_else(|| LearnSettingsError::Architecture(name.into()))
}

impl TrainSettings {
    /// How many generations of games are learnt from, the newest included, when `generation` is made.
    pub fn window_at(&self, generation: u32) -> u32 {
        let grown = f64::from(generation) / f64::from(self.window_grows.max(1));
        let more = f64::from(self.window - self.first_window) * grown.min(1.0);
        self.first_window + more as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_read() {
        for name in LearnSettings::preset_names() {
            let settings = LearnSettings::preset(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(settings.name, name);
            let again = toml::to_string(&settings).unwrap();
            assert_eq!(LearnSettings::read(&again), Ok(settings));
        }
        assert!(LearnSettings::preset("huge").unwrap_err().to_string().contains("tiny"));
    }

    #[test]
    fn windows_grow() {
        let train =
            TrainSettings { first_window: 4, window: 20, window_grows: 40, ..TrainSettings::default() };
        assert_eq!([0, 10, 40, 400].map(|g| train.window_at(g)), [4, 8, 20, 20]);
    }

    #[test]
    fn rates_settle() {
        let mut settings = LearnSettings::preset("tiny").unwrap();
        (settings.train.rate, settings.train.orthogonal, settings.train.settle) = (0.08, 0.04, 20.0);
        let at = |g| (settings.train_at(g).rate, settings.train_at(g).orthogonal);
        assert_eq!([0, 20, 60].map(at), [(0.08, 0.04), (0.04, 0.02), (0.02, 0.01)]);
    }

    #[test]
    fn networks_grow() {
        let settings = LearnSettings::preset("paper-9x9").unwrap();
        let [first, last] = ["paper-4x128", "paper-8x160"].map(|name| Architecture::preset(name).unwrap());
        let at = settings.grow[0].generation;
        assert_eq!([0, at - 1].map(|g| settings.architecture_at(g)), [Ok(first.clone()), Ok(first)]);
        assert_eq!([at, at + 1].map(|g| settings.architecture_at(g)), [Ok(last.clone()), Ok(last)]);
        assert_eq!([at - 1, at, at + 1].map(|g| settings.train_at(g).steps), [4000, 10_000, 4000]);
    }

    #[test]
    fn mistakes_are_one_line() {
        let change = |change: &dyn Fn(&mut LearnSettings)| {
            let mut settings = LearnSettings::preset("tiny").unwrap();
            change(&mut settings);
            let error = settings.check().unwrap_err().to_string();
            assert!(!error.contains('\n'));
            error
        };
        assert!(change(&|s| s.train.first_window = 50).contains("first_window"));
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
        assert!(change(&|s| s.play.visits = 0).contains("play.visits"));
        assert!(change(&|s| s.name = "a b".into()).contains("name"));
        assert!(LearnSettings::read("name = 3").is_err());
    }
}
