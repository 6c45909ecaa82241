//! Settings by the names that KataGo's clients know them by.

mod table;

pub use table::PARAMS;

use crate::Settings;

/// A setting with KataGo's name for it; values are text, as clients send them.
pub struct Param {
    pub name: &'static str,
    get: fn(&Settings) -> Option<String>,
    set: fn(&mut Settings, &str) -> Option<()>,
}

/// A parameter that cannot be set so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    #[error("there is no parameter '{0}'")]
    Unknown(String),
    #[error("'{value}' is not a value for {name}")]
    Value { name: String, value: String },
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
        let wrong = || ParamError::Value { name: self.name.to_string(), value: value.to_string() };
        (self.set)(settings, value).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                for nonsense in ["", "x", "NaN", "-1e9", "1e40"] {
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
        let network = settings.search.network.unwrap();
        assert_eq!((network.wide_root, network.transpositions, settings.visits), (0.04, false, Some(7)));
        assert!(Param::find("koRule").is_err());
    }
}
