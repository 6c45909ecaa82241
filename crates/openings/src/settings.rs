//! The settings of a player and of how it learns.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expectation::Prediction;
use crate::expert::ExpertSettings;
use crate::features::FeatureSet;
use crate::inputs::{Encoder, Encoding};
use crate::opening::OpeningRules;
use crate::td::TdParameters;
use crate::value_net::{Activation, Layers};

/// Everything that a player's weights depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub features: FeatureSet,
    pub encoding: Encoding,
    pub network: Layers,
    pub opening: OpeningRules,
    pub learning: LearningSettings,
    pub expert: ExpertSettings,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            features: FeatureSet::STATUS,
            encoding: Encoding::default(),
            network: Layers::default(),
            opening: OpeningRules::default(),
            learning: LearningSettings::default(),
            expert: ExpertSettings::default(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearningSettings {
    /// Games against itself; the paper has 2,000.
    pub games: u64,
    /// How far errors reach back, from 0 to 1.
    pub lambda: f32,
    /// The learning rate.
    pub rate: f32,
    /// The probability of a random move. The paper has "a very small random component".
    pub exploration: f32,
    /// Games that are played with the same weights before all of them are learnt from, so that an expert can finish them
    /// side by side.
    pub batch: u64,
    pub seed: u64,
}

impl Default for LearningSettings {
    fn default() -> LearningSettings {
        LearningSettings { games: 2000, lambda: 0.8, rate: 0.02, exploration: 0.1, batch: 8, seed: 1 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("{0}")]
    Toml(String),
    #[error("{0} must be {1}")]
    Range(&'static str, &'static str),
}

impl Settings {
    /// Reads settings; what a file does not say is as usual.
    pub fn read(text: &str) -> Result<Settings, SettingsError> {
        // The parser shows the line on several lines.
        let one_line = |e: toml::de::Error| e.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        toml::from_str(text).map_err(|e| SettingsError::Toml(one_line(e)))
    }

    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    pub fn check(&self) -> Result<(), SettingsError> {
        let share = 0.0..=1.0;
        let Settings { encoding, network, opening, learning, expert, .. } = self;
        let checks = [
            ((2..=19).contains(&opening.size), "opening.size", "2 to 19"),
            ((1..=200).contains(&opening.moves), "opening.moves", "1 to 200"),
            (encoding.unit > 0.0 && encoding.unit.is_finite(), "encoding.unit", "above 0"),
            ((1..=4096).contains(&network.hidden), "network.hidden", "1 to 4096"),
            (
                network.predicts == Prediction::Lead || network.output == Activation::Tanh,
                "network.output",
                "tanh where win rates are predicted",
            ),
            (share.contains(&learning.lambda), "learning.lambda", "0 to 1"),
            (share.contains(&learning.exploration), "learning.exploration", "0 to 1"),
            (learning.rate > 0.0 && learning.rate <= 10.0, "learning.rate", "above 0 and at most 10"),
            ((1..=1024).contains(&learning.batch), "learning.batch", "1 to 1024"),
            ((1..=100_000).contains(&expert.playouts), "expert.playouts", "1 to 100000"),
            (expert.level <= 10, "expert.level", "0 to 10"),
            (expert.timeout > 0.0 && expert.timeout < 1e6, "expert.timeout", "above 0 and below a million"),
        ];
        match checks.into_iter().find(|(holds, ..)| !holds) {
            Some((_, name, range)) => Err(SettingsError::Range(name, range)),
            None => Ok(()),
        }
    }

    /// What the player sees; `None` if there is no such board.
    pub fn encoder(&self) -> Option<Encoder> {
        let start = self.opening.start()?;
        Some(Encoder::new(start.size(), self.features, self.encoding))
    }

    pub fn td(&self) -> TdParameters {
        TdParameters { lambda: self.learning.lambda, rate: self.learning.rate }
    }

    /// What differs, in words, if learning must not go on with the other settings. There may be more games.
    pub fn difference(&self, other: &Settings) -> Option<String> {
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        flatten("", &serde_json::to_value(self).unwrap_or_default(), &mut mine);
        flatten("", &serde_json::to_value(other).unwrap_or_default(), &mut theirs);
        let mut pairs = mine.into_iter().zip(theirs).filter(|(a, _)| a.0 != "learning.games");
        let (mine, theirs) = pairs.find(|(a, b)| a != b)?;
        Some(format!("{} {}, not {}", mine.0, mine.1, theirs.1))
    }
}

/// Names with dots, and their values.
fn flatten(name: &str, value: &Value, out: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            let dot = if name.is_empty() { "" } else { "." };
            flatten(&format!("{name}{dot}{key}"), value, out);
        }),
        Value::String(text) => out.push((name.into(), text.clone())),
        other => out.push((name.into(), other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        let mut settings = Settings::default();
        settings.check().unwrap();
        settings.features = "ACD".parse().unwrap();
        settings.learning.lambda = 0.5;
        assert_eq!(Settings::read(&settings.to_toml()), Ok(settings));
        let partly = Settings::read("features = \"ad\"\n[learning]\ngames = 7").unwrap();
        assert_eq!((partly.features.to_string().as_str(), partly.learning.games), ("AD", 7));
        assert_eq!(partly.network, Layers::default());
        let moves = |text: &str| Settings::read(text).unwrap().opening.moves;
        let large = "[opening]\nsize = 19";
        assert_eq!((moves(large), moves(&format!("{large}\nmoves = 30"))), (21, 30));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| Settings::read(text).and_then(|s| s.check()).unwrap_err().to_string();
        assert!(error("[learning]\nlamda = 1").contains("lamda"));
        assert!(error("features = \"Q\"").contains("'Q' names no player"));
        assert_eq!(error("[learning]\nlambda = 1.5"), "learning.lambda must be 0 to 1");
        assert_eq!(error("[opening]\nsize = 1"), "opening.size must be 2 to 19");
        assert!(error("[network]\npredicts = \"win_rate\"").starts_with("network.output must be tanh"));
        assert!(!error("[learning]\nrate = \"x\"").contains('\n'));
    }

    #[test]
    fn differences_are_named() {
        let a = Settings::default();
        let mut b = a.clone();
        b.learning.games += 1;
        assert_eq!(a.difference(&b), None);
        b.expert.playouts = 7;
        let said = format!("expert.playouts {}, not 7", a.expert.playouts);
        assert_eq!(a.difference(&b), Some(said));
    }
}
