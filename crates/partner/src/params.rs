//! Settings by the names that KataGo's clients know them by.

#[macro_use]
mod kinds;
mod table;

pub use table::PARAMS;

use crate::settings::Settings;

/// A setting with KataGo's name for it; values are text, as clients send them.
pub struct Param {
    pub name: &'static str,
    /// Where it stands in a settings file; empty where that has another scale.
    pub key: &'static str,
    /// The values it takes, as Rust writes a range; empty where they are words.
    range: &'static str,
    /// It matters only for moves that are played: nothing changes when a position is analysed.
    pub plays: bool,
    get: fn(&Settings) -> Option<String>,
    set: fn(&mut Settings, &str) -> Option<()>,
}

/// A parameter that cannot be set so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    #[error("there is no parameter '{0}'")]
    Unknown(String),
    #[error("'{value}' is not a value for {name}{}", or_say(range))]
    Value { name: String, value: String, range: &'static str },
    #[error("{0} has no effect on an analysis")]
    Idle(String),
}

/// What would be a value, where that is known.
fn or_say(range: &str) -> String {
    range.split_once("..=").map_or_else(String::new, |(from, to)| match from {
        "false" => format!(": use {to} or {from}"),
        _ => format!(": use {} to {}", from.replace('_', ""), to.replace('_', "")),
    })
}

impl Param {
    pub fn find(name: &str) -> Result<&'static Param, ParamError> {
        PARAMS.iter().find(|p| p.name == name).ok_or_else(|| ParamError::Unknown(name.to_string()))
    }

    /// The value; `None` when it means nothing with these settings, as what belongs to networks does not for
    /// playouts.
    pub fn get(&self, settings: &Settings) -> Option<String> {
        (self.get)(settings)
    }

    /// Changes the settings, which must be checked afterwards.
    pub fn set(&self, settings: &mut Settings, value: &str) -> Result<(), ParamError> {
        if self.get(settings).is_none() {
            return Err(ParamError::Unknown(self.name.to_string()));
        }
        let wrong =
            || ParamError::Value { name: self.name.to_string(), value: value.to_string(), range: self.range };
        (self.set)(settings, value).ok_or_else(wrong)
    }

    /// What is wrong with settings that were not set through parameters, a file's for example: the first value that a
    /// parameter would have refused.
    pub(crate) fn check_all(settings: &Settings) -> Result<(), ParamError> {
        let mut copy = settings.clone();
        for param in PARAMS {
            if let Some(value) = param.get(settings)
                && !param.key.is_empty()
                && (param.set)(&mut copy, &value).is_none()
            {
                let (name, range) = (param.key.to_string(), param.range);
                return Err(ParamError::Value { name, value, range });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Overrides;
    use search::PuctSettings;

    #[test]
    fn every_parameter_takes_back_what_it_says() {
        for preset in Settings::preset_names() {
            let settings = Settings::preset(preset).unwrap();
            for param in PARAMS {
                let mut again = settings.clone();
                let Some(value) = param.get(&settings) else {
                    assert!(
                        matches!(param.set(&mut again, "1"), Err(ParamError::Unknown(_))),
                        "{}",
                        param.name
                    );
                    continue;
                };
                param.set(&mut again, &value).unwrap_or_else(|e| panic!("{preset}: {e}"));
                assert_eq!(again, settings, "{preset}: {}", param.name);
                // No profile is a profile, too.
                let empty = if param.name == "humanSLProfile" { "y" } else { "" };
                for nonsense in [empty, "x", "NaN", "-1e9", "1e40"] {
                    assert!(param.set(&mut again, nonsense).is_err(), "{} {nonsense}", param.name);
                }
            }
        }
    }

    #[test]
    fn parameters_change_what_they_name() {
        let mut settings = Settings::preset("network").unwrap();
        for (name, value) in [("wideRootNoise", "0.04"), ("maxVisits", "7"), ("useGraphSearch", "false")] {
            Param::find(name).unwrap().set(&mut settings, value).unwrap();
        }
        let network = *settings.search.puct().unwrap();
        assert_eq!(
            (network.wide_root_noise, network.use_graph_search, settings.visits),
            (0.04, false, Some(7))
        );
        assert!(Param::find("koRule").is_err());
    }

    fn set(settings: &mut Settings, values: &[(&str, &str)]) -> PuctSettings {
        for (name, value) in values {
            Param::find(name).unwrap().set(settings, value).unwrap();
        }
        *settings.search.puct().unwrap()
    }

    #[test]
    fn the_temperature_of_the_root_holds_early_too_unless_said_otherwise() {
        let mut settings = Settings::preset("network").unwrap();
        let network = set(&mut settings, &[("rootPolicyTemperature", "3")]);
        assert_eq!((network.root_policy_temperature, network.root_policy_temperature_early), (3.0, None));
        let network = set(&mut settings, &[("rootPolicyTemperatureEarly", "1.5")]);
        assert_eq!(network.root_policy_temperature_early, Some(1.5));
        assert_eq!(
            set(&mut settings, &[("rootPolicyTemperature", "2")]).root_policy_temperature_early,
            Some(1.5)
        );
        let network = set(&mut settings, &[("chosenMoveTemperatureHalflife", "40")]);
        assert_eq!(
            (settings.temperature.halflife, network.chosen_move_temperature_halflife),
            (40.0, 40.0),
            "shared"
        );
    }

    #[test]
    fn noise_needs_to_be_enabled() {
        let mut settings = Settings::preset("network").unwrap();
        let get = |settings: &Settings, name| Param::find(name).unwrap().get(settings).unwrap();
        assert!(!set(&mut settings, &[("rootDirichletNoiseWeight", "0.3")]).root_noise_enabled);
        assert_eq!(get(&settings, "rootNoiseEnabled"), "false");
        let network = set(&mut settings, &[("rootNoiseEnabled", "true")]);
        assert_eq!((network.root_noise_enabled, network.root_dirichlet_noise_weight), (true, 0.3));
        assert!(!set(&mut settings, &[("rootNoiseEnabled", "false")]).root_noise_enabled);
        let mut settings = Settings::preset("network").unwrap();
        assert_eq!(
            set(&mut settings, &[("rootNoiseEnabled", "true")]).root_dirichlet_noise_weight,
            0.25,
            "KataGo's"
        );
    }

    #[test]
    fn files_are_held_to_the_same_ranges() {
        let file = |text: &str| Settings::layered("network", Some(text), &Overrides::default());
        let error = file("[search.puct]\ncpuct_utility_stdev_prior = 0.0").unwrap_err().to_string();
        assert_eq!(error, "'0' is not a value for search.puct.cpuct_utility_stdev_prior: use 1e-8 to 10.0");
        for text in [
            "[search.puct]\ncpuct_exploration = -1.0",
            "[search.puct]\ncpuct_exploration = nan",
            "[search.puct]\nroot_policy_temperature_early = 1000.0",
            "[analysis]\nwide_root = 9.0",
            "[advantage]\ndoublings = 4.0",
            "[judging]\nroot_symmetries = 9",
            "playouts = 0",
        ] {
            assert!(file(text).is_err(), "{text}");
        }
        assert!(file("[advantage]\ndoublings = 2.0\nside = 'white'").is_ok());
        let mut settings = Settings::preset("network").unwrap();
        let zero = Param::find("cpuctUtilityStdevPrior").unwrap().set(&mut settings, "0");
        assert!(matches!(zero, Err(ParamError::Value { .. })));
    }
}
