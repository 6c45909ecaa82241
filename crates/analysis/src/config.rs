//! Reads KataGo's configuration files, for the keys that have an effect here.

use partner::ParamError;

use crate::options::Options;

/// Keys and values; later ones override earlier ones.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Config {
    entries: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("line {line}: '{text}' is not KEY = VALUE")]
    Line { line: usize, text: String },
    #[error("'{0}' is not KEY=VALUE,KEY=VALUE")]
    Override(String),
    #[error(transparent)]
    Value(#[from] ParamError),
}

/// Keys that are asked for with [`Config::get`].
const ELSEWHERE: [&str; 1] = ["numAnalysisThreads"];

impl Config {
    /// Reads the text of a file: `key = value` on each line, `#` starts a comment.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() || line.starts_with('@') {
                // Lines that start with @ include other files; we ignore them.
                continue;
            }
            let entry = entry(line);
            let entry = entry.ok_or_else(|| ConfigError::Line { line: i + 1, text: line.to_string() })?;
            config.entries.push(entry);
        }
        Ok(config)
    }

    /// Applies `key=value,key=value` as overrides.
    pub fn override_with(&mut self, text: &str) -> Result<(), ConfigError> {
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            self.entries.push(entry(part).ok_or_else(|| ConfigError::Override(part.trim().to_string()))?);
        }
        Ok(())
    }

    /// The last value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().rev().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// Sets all known options, and returns the keys that have no effect.
    pub fn apply(&self, options: &mut Options) -> Result<Vec<&str>, ConfigError> {
        let mut unused = Vec::new();
        for (key, value) in &self.entries {
            match options.set(key, value) {
                Ok(()) => {}
                Err(ParamError::Unknown(_)) if ELSEWHERE.contains(&key.as_str()) => {}
                Err(ParamError::Unknown(_) | ParamError::Idle(_)) => unused.push(key.as_str()),
                Err(error) => return Err(error.into()),
            }
        }
        unused.sort_unstable();
        unused.dedup();
        Ok(unused)
    }
}

fn entry(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=')?;
    let key = key.trim();
    let value = value.trim();
    let value = value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).unwrap_or(value);
    (!key.is_empty()).then(|| (key.to_string(), value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use partner::Settings;

    #[test]
    fn files_are_read_for_what_is_known() {
        let text = "# KataGo's\nlogDir = logs  # here\n\nmaxVisits = 500\r\nreportAnalysisWinratesAs = BLACK\n\
            numSearchThreads = 8\nmaxVisits = \"30\"\nnumAnalysisThreads = 3\n";
        let mut config = Config::parse(text).unwrap();
        config.override_with("homeDataDir=/home/me/.katrain,numSearchThreads=2").unwrap();
        let mut options = Options::new(Settings::default());
        assert_eq!(config.apply(&mut options), Ok(vec!["homeDataDir", "logDir"]));
        assert_eq!((options.settings.visits, options.settings.threads), (Some(30), 2));
        assert_eq!(config.get("numSearchThreads"), Some("2"));
        assert_eq!(config.get("nnMaxBatchSize"), None);
    }

    #[test]
    fn mistakes_are_named() {
        let error = Config::parse("a = 1\nmaxVisits 3").unwrap_err().to_string();
        assert_eq!(error, "line 2: 'maxVisits 3' is not KEY = VALUE");
        assert!(Config::default().override_with("maxVisits").is_err());
        let config = Config::parse("maxVisits = many").unwrap();
        let error = config.apply(&mut Options::new(Settings::default())).unwrap_err().to_string();
        assert_eq!(error, "'many' is not a value for maxVisits: use 1 to 1125899906842624");
    }
}
