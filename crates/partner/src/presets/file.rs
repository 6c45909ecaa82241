//! Settings files: TOML with one parameter per line, by its published name.

use std::collections::BTreeMap;
use std::fmt;

use super::SettingsError;
use crate::params::{Param, ParamError};
use crate::settings::Settings;

/// The text of a settings file, read but not yet applied: values by the names of their parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct SettingsFile {
    pub name: Option<String>,
    description: Option<String>,
    values: BTreeMap<&'static str, String>,
    /// Keys that were renamed.
    pub notes: Vec<Note>,
}

/// A note about a settings file for its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    Renamed {
        old: String,
        new: &'static str,
    },
    /// It has no effect with this evaluator.
    NoEffect(&'static str),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Note::Renamed { old, new } => write!(f, "the setting {old} is now called {new}"),
            Note::NoEffect(name) => write!(f, "the setting {name} has no effect with this evaluator"),
        }
    }
}

/// Parameters that end a search.
const LIMITS: [&str; 3] = ["maxVisits", "maxPlayouts", "maxTime"];

impl SettingsFile {
    pub fn read(text: &str) -> Result<SettingsFile, SettingsError> {
        let table: toml::Table = text.parse().map_err(unreadable)?;
        let mut file = SettingsFile::default();
        let mut entries = Vec::new();
        flatten("", table, &mut entries)?;
        for (key, value) in entries {
            file.add(&key, value)?;
        }
        Ok(file)
    }

    fn add(&mut self, key: &str, value: String) -> Result<(), SettingsError> {
        match key {
            "name" => self.name = Some(value),
            "description" => self.description = Some(value),
            _ => {
                let (param, value) = match Param::all().find(|param| param.name == key) {
                    Some(param) => (param.name, value),
                    None => self.renamed(key, value)?,
                };
                self.values.insert(param, value);
            }
        }
        Ok(())
    }

    /// The parameter that a key of an older file stands for, with the converted value.
    fn renamed(&mut self, key: &str, value: String) -> Result<(&'static str, String), SettingsError> {
        let (new, converted) = match key {
            // It was a win rate.
            "resign.below" => {
                let threshold = value.parse::<f64>().ok().map(|rate| 2.0 * rate - 1.0);
                ("resignThreshold", threshold.map(|threshold| threshold.to_string()))
            }
            // It was a number of evaluations.
            "judging.cache" => {
                let power = value.parse::<u64>().ok().map(|size| size.checked_ilog2().map_or(-1, i64::from));
                ("nnCacheSizePowerOfTwo", power.map(|power| power.to_string()))
            }
            _ => (Param::formerly(key).ok_or_else(|| ParamError::Unknown(key.into()))?.name, None),
        };
        if key == "search.network.root_noise" {
            // The weight alone used to enable noise.
            self.values.entry("rootNoiseEnabled").or_insert("true".into());
        }
        self.notes.push(Note::Renamed { old: key.to_string(), new });
        Ok((new, converted.unwrap_or(value)))
    }

    /// Overrides this file with another. A limit replaces all limits of the lower layer, which would cut it short.
    pub fn put_over(&mut self, upper: SettingsFile) {
        if LIMITS.iter().any(|limit| upper.values.contains_key(limit)) {
            self.drop_limits();
        }
        self.name = upper.name.or(self.name.take());
        self.description = upper.description.or(self.description.take());
        self.values.extend(upper.values);
    }

    pub fn drop_limits(&mut self) {
        self.values.retain(|name, _| !LIMITS.contains(name));
    }

    /// Whether it sets a parameter.
    pub fn sets(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Applies the file to settings, in the order of the parameters.
    pub fn apply(&self, settings: &mut Settings) -> Result<Vec<Note>, ParamError> {
        settings.name.clone_from(self.name.as_ref().unwrap_or(&settings.name.clone()));
        settings.description.clone_from(self.description.as_ref().unwrap_or(&settings.description.clone()));
        let mut notes = Vec::new();
        for param in Param::all() {
            let Some(value) = self.values.get(param.name) else { continue };
            match param.set(settings, value) {
                Err(ParamError::Unknown(_)) => notes.push(Note::NoEffect(param.name)),
                result => result?,
            }
        }
        Ok(notes)
    }
}

/// Tables of older files become dotted keys.
fn flatten(
    prefix: &str,
    table: toml::Table,
    entries: &mut Vec<(String, String)>,
) -> Result<(), SettingsError> {
    for (key, value) in table {
        let key = if prefix.is_empty() { key } else { format!("{prefix}.{key}") };
        match value {
            toml::Value::Table(table) => flatten(&key, table, entries)?,
            toml::Value::String(text) => entries.push((key, text)),
            value => entries.push((key, value.to_string())),
        }
    }
    Ok(())
}

/// A TOML error in one line.
fn unreadable(error: toml::de::Error) -> SettingsError {
    SettingsError::Unreadable(error.message().lines().collect::<Vec<_>>().join(" "))
}
