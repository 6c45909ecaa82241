//! Every setting by its published name: KataGo's where KataGo has it.
//!
//! One declaration per parameter says its name, its place in the settings, its range and what it is for. Settings files,
//! range checks, GTP, analysis queries and the reference page `docs/parameters.md` all read it from there.

#[macro_use]
mod kinds;
mod character;
mod control;
mod human;
mod nn;
mod play;
mod puct;
mod rave;
mod search;
mod sections;
mod setup;

pub use sections::{SECTIONS, Section};

use crate::settings::Settings;

/// A setting with its published name; values are text, as files and clients write them.
pub struct Param {
    pub name: &'static str,
    /// One line of explanation.
    pub explanation: &'static str,
    pub scope: Scope,
    /// The values it takes: as Rust writes a range, or in words.
    range: &'static str,
    /// What older settings files call it.
    old: &'static [&'static str],
    get: fn(&Settings) -> Option<String>,
    set: fn(&mut Settings, &str) -> Option<()>,
}

/// What a parameter matters for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Every search.
    Search,
    /// Moves that are played only: nothing changes when a position is analysed.
    Play,
    /// How a session begins: for settings files and the command line, not for clients.
    Setup,
}

/// A parameter that cannot be set so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    #[error("there is no parameter '{0}'")]
    Unknown(String),
    /// KataGo's wording, which clients look for.
    #[error("Provided parameter {0} but no human model was specified: use --human-net FILE")]
    NoHumanNet(String),
    #[error("'{value}' is not a value for {name}{}", or_say(range))]
    Value { name: String, value: String, range: &'static str },
    #[error("{0} has no effect on an analysis")]
    Idle(String),
}

/// What would be a value, where that is known.
fn or_say(range: &str) -> String {
    if range.is_empty() { String::new() } else { format!(": use {}", in_words(range)) }
}

/// A range as people write it.
fn in_words(range: &str) -> String {
    match range.split_once("..=") {
        Some(("false", to)) => format!("{to} or false"),
        Some((from, to)) => format!("{} to {}", from.replace('_', ""), to.replace('_', "")),
        None => range.to_string(),
    }
}

impl Param {
    pub fn all() -> impl Iterator<Item = &'static Param> {
        SECTIONS.iter().flat_map(|section| section.params)
    }

    /// A parameter that clients may set.
    pub fn find(name: &str) -> Result<&'static Param, ParamError> {
        let param = Param::all().find(|p| p.name == name && p.scope != Scope::Setup);
        param.ok_or_else(|| ParamError::Unknown(name.to_string()))
    }

    /// The parameters that clients may set and that mean something with these settings, with their values.
    pub fn known_to_clients(settings: &Settings) -> impl Iterator<Item = (&'static str, String)> {
        let of_clients = Param::all().filter(|param| param.scope != Scope::Setup);
        of_clients.filter_map(|param| Some((param.name, param.get(settings)?)))
    }

    /// Whether it has no effect without a human network.
    pub(crate) fn needs_human_net(&self) -> bool {
        self.name.starts_with("human") && self.scope != Scope::Setup
    }

    /// Why it means nothing with some settings.
    pub fn missing(&self) -> ParamError {
        match self.needs_human_net() {
            true => ParamError::NoHumanNet(self.name.to_string()),
            false => ParamError::Unknown(self.name.to_string()),
        }
    }

    /// The parameter that older settings files name so.
    pub(crate) fn formerly(key: &str) -> Option<&'static Param> {
        Param::all().find(|param| param.old.contains(&key))
    }

    /// The values it takes, in words.
    pub fn values(&self) -> String {
        in_words(self.range)
    }

    /// The value; `None` when it means nothing with these settings, as what belongs to networks does not for
    /// playouts.
    pub fn get(&self, settings: &Settings) -> Option<String> {
        (self.get)(settings)
    }

    /// Changes the settings, which must be checked afterwards.
    pub fn set(&self, settings: &mut Settings, value: &str) -> Result<(), ParamError> {
        if self.get(settings).is_none() {
            return Err(self.missing());
        }
        let wrong =
            || ParamError::Value { name: self.name.to_string(), value: value.to_string(), range: self.range };
        (self.set)(settings, value).ok_or_else(wrong)
    }

    /// The first value of settings that its parameter would refuse: settings need not have been set through parameters.
    pub(crate) fn check_all(settings: &Settings) -> Result<(), ParamError> {
        let mut copy = settings.clone();
        for param in Param::all() {
            if let Some(value) = param.get(settings) {
                param.set(&mut copy, &value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets::Overrides;
    use ::search::PuctSettings;

    #[test]
    fn every_parameter_takes_back_what_it_says() {
        let imitating = |name| {
            let overrides = Overrides { human_net: Some("human".into()), ..Overrides::default() };
            Settings::layered(name, None, &overrides).unwrap()
        };
        let presets = Settings::preset_names().into_iter();
        for settings in presets.flat_map(|name| [Settings::preset(name).unwrap(), imitating(name)]) {
            let preset = &settings.name;
            for param in Param::all() {
                let mut again = settings.clone();
                let Some(value) = param.get(&settings) else {
                    assert_eq!(param.set(&mut again, "1"), Err(param.missing()));
                    continue;
                };
                param.set(&mut again, &value).unwrap_or_else(|e| panic!("{preset}: {e}"));
                assert_eq!(again, settings, "{preset}: {}", param.name);
                // No profile is a profile, too.
                let empty = if param.name == "humanSLProfile" { "y" } else { "" };
                let nonsense: &[&str] = match param.name {
                    "nnModelFile" | "humanModelFile" => &[],
                    _ => &[empty, "x", "NaN", "-1e9", "1e40"],
                };
                for nonsense in nonsense {
                    assert!(param.set(&mut again, nonsense).is_err(), "{} {nonsense}", param.name);
                }
            }
        }
    }

    #[test]
    fn names_are_given_once() {
        let names: Vec<&str> = Param::all().flat_map(|p| p.old.iter().copied().chain([p.name])).collect();
        let mut once = names.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), names.len());
        assert!(Param::all().all(|p| p.explanation.ends_with('.') && !p.explanation.contains('|')));
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
        let error = file("cpuctUtilityStdevPrior = 0.0").unwrap_err().to_string();
        assert_eq!(error, "'0.0' is not a value for cpuctUtilityStdevPrior: use 1e-8 to 10.0");
        for text in [
            "cpuctExploration = -1.0",
            "cpuctExploration = nan",
            "rootPolicyTemperatureEarly = 1000.0",
            "analysisWideRootNoise = 9.0",
            "playoutDoublingAdvantage = 4.0",
            "rootNumSymmetriesToSample = 9",
            "maxPlayouts = 0",
        ] {
            assert!(file(text).is_err(), "{text}");
        }
        assert!(file("playoutDoublingAdvantage = 2.0\nplayoutDoublingAdvantagePla = 'white'").is_ok());
        let mut settings = Settings::preset("network").unwrap();
        let zero = Param::find("cpuctUtilityStdevPrior").unwrap().set(&mut settings, "0");
        assert!(matches!(zero, Err(ParamError::Value { .. })));
    }
}
