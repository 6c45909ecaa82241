//! Presets, and how settings are put together: the command line over a file over a preset.

mod file;
mod level;
mod reference;
#[cfg(test)]
mod tests;

pub use file::Note;
pub use level::Level;
pub use reference::parameters_page;

use board::Rank;
use evaluation::AgentError;
use nn::ExecutorKind;

use self::file::SettingsFile;
use crate::evaluators::EvaluatorError;
use crate::params::{Param, ParamError};
use crate::settings::{Character, ControlMethod, EvaluatorKind, Settings};

/// Settings from the command line; `None` leaves a setting as it is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overrides {
    pub visits: Option<u64>,
    pub time: Option<f64>,
    pub threads: Option<usize>,
    pub memory_mb: Option<u64>,
    pub seed: Option<u64>,
    pub resign: Option<bool>,
    pub net: Option<String>,
    pub human_net: Option<String>,
    pub executor: Option<ExecutorKind>,
}

/// Invalid settings.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SettingsError {
    #[error(
        "there is no preset '{0}': use 30k to 9d, {known}, {control}; add +points, +centre and such",
        known = Settings::preset_names().join(", "),
        control = Settings::control_names().join(", "),
    )]
    UnknownPreset(String),
    #[error("the settings cannot be read: {0}")]
    Unreadable(String),
    #[error("{0}")]
    Unusable(&'static str),
    #[error(
        "no komi allows a result from controlScoreFrom {from} to controlScoreTo {to}: use a range that holds a multiple of 0.5"
    )]
    NoSuchResult { from: f32, to: f32 },
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Param(#[from] ParamError),
}

const PRESETS: [(&str, &str); 4] = [
    ("network", include_str!("../presets/network.toml")),
    ("playout", include_str!("../presets/playout.toml")),
    ("playout-fast", include_str!("../presets/playout-fast.toml")),
    ("playout-strong", include_str!("../presets/playout-strong.toml")),
];

/// Partners that keep the game close: ours, `gentle`, `practice` and `close`, and those of the paper with its values. They override a
/// preset.
const CONTROL: [(&str, &str); 8] = [
    ("gentle", include_str!("../presets/control/gentle.toml")),
    ("practice", include_str!("../presets/control/practice.toml")),
    ("naive", include_str!("../presets/control/naive.toml")),
    ("a15", include_str!("../presets/control/a15.toml")),
    ("abc25", include_str!("../presets/control/abc25.toml")),
    ("abc35", include_str!("../presets/control/abc35.toml")),
    ("endgame", include_str!("../presets/control/endgame.toml")),
    ("close", include_str!("../presets/control/close.toml")),
];

/// Agents, which say what is played for. They override a preset.
const AGENTS: [(&str, &str); 4] = [
    ("win", include_str!("../presets/agents/win.toml")),
    ("points", include_str!("../presets/agents/points.toml")),
    ("greedy", include_str!("../presets/agents/greedy.toml")),
    ("recover", include_str!("../presets/agents/recover.toml")),
];

impl Settings {
    pub fn preset_names() -> Vec<&'static str> {
        PRESETS.iter().map(|(name, _)| *name).collect()
    }

    /// Names of the partners that keep the game close.
    pub fn control_names() -> Vec<&'static str> {
        CONTROL.iter().map(|(name, _)| *name).collect()
    }

    pub fn preset(name: &str) -> Result<Settings, SettingsError> {
        Settings::layered(name, None, &Overrides::default())
    }

    /// A preset, which may be a rank such as `12k`, overridden by the text of a settings file, overridden by the command
    /// line. Others may follow it, as in `network+greedy`, `playout+abc25` or `12k+centre`: agents, partners that keep the
    /// game close, and characters. One of those alone overrides the default preset.
    pub fn layered(
        preset: &str,
        file: Option<&str>,
        overrides: &Overrides,
    ) -> Result<Settings, SettingsError> {
        Settings::layered_with_notes(preset, file, overrides).map(|(settings, _)| settings)
    }

    /// The same, with notes for the owner of the file.
    pub fn layered_with_notes(
        preset: &str,
        file: Option<&str>,
        overrides: &Overrides,
    ) -> Result<(Settings, Vec<Note>), SettingsError> {
        let file = SettingsFile::read(file.unwrap_or_default())?;
        let mut all = preset_file(preset, overrides.net.is_some())?;
        let mut notes = file.notes.clone();
        let own = file.clone();
        all.put_over(file);
        // A level does not search further because there is time.
        if overrides.visits.is_some() || (overrides.time.is_some() && !is_level(preset)) {
            all.drop_limits();
        }
        // Known before the file is read: what is in it about human networks depends on it.
        let mut settings = Settings { human_net: overrides.human_net.clone(), ..Settings::default() };
        // A preset may have settings for every evaluator; whoever wrote a file wants to know.
        let of_owner = |note: &Note| !matches!(note, Note::NoEffect(name) if !own.sets(name));
        notes.extend(all.apply(&mut settings)?.into_iter().filter(of_owner));
        settings.apply(overrides);
        settings.check()?;
        Ok((settings, notes))
    }

    fn apply(&mut self, overrides: &Overrides) {
        self.visits = overrides.visits.or(self.visits);
        self.time = overrides.time.or(self.time);
        self.threads = overrides.threads.unwrap_or(self.threads);
        self.memory_mb = overrides.memory_mb.or(self.memory_mb);
        self.seed = overrides.seed.or(self.seed);
        self.resign.enabled = overrides.resign.unwrap_or(self.resign.enabled);
        self.net = overrides.net.clone().or(self.net.take());
        self.human_net = overrides.human_net.clone().or(self.human_net.take());
        self.executor = overrides.executor.unwrap_or(self.executor);
    }

    /// Refuses aims and borders that contradict each other.
    fn check_control(&self) -> Result<(), SettingsError> {
        let control = &self.control;
        if control.method == ControlMethod::Score && !control.score.is_reachable() {
            let (from, to) = (control.score.from, control.score.to);
            return Err(SettingsError::NoSuchResult { from, to });
        }
        if control.behind_below > control.ahead_above {
            let text = "controlBehindBelow must not be above controlAheadAbove: use 0 to controlAheadAbove";
            return Err(SettingsError::Unusable(text));
        }
        Ok(())
    }

    /// Refuses values out of range, and settings with which the search would never end.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.visits.is_none() && self.playouts.is_none() && self.time.is_none() {
            return Err(SettingsError::Unusable("a move needs a limit: set maxVisits or maxTime"));
        }
        if self.time == Some(0.0) {
            return Err(SettingsError::Unusable("maxTime must be above 0"));
        }
        if self.net.is_some() && self.evaluator != EvaluatorKind::Network {
            let text = "a network is given, but does not evaluate positions: use the preset network";
            return Err(SettingsError::Unusable(text));
        }
        self.search.objective.agent()?;
        self.check_control()?;
        Ok(Param::check_all(self)?)
    }
}

/// Whether a preset is a rank.
fn is_level(preset: &str) -> bool {
    preset.split('+').next().is_some_and(|base| base.parse::<Rank>().is_ok())
}

/// The settings of a preset, with what follows it.
fn preset_file(name: &str, has_net: bool) -> Result<SettingsFile, SettingsError> {
    let find = |presets: &[(&str, &'static str)], name: &str| {
        presets.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    };
    let unknown = || SettingsError::UnknownPreset(name.into());
    let over = |part: &str| {
        let named = find(&CONTROL, part).or_else(|| find(&AGENTS, part)).map(str::to_string);
        let character = part.parse::<Character>().ok().filter(|character| *character != Character::None);
        named.or_else(|| character.map(|character| format!("character = \"{character}\"")))
    };
    let mut parts = name.split('+');
    let first = parts.next().unwrap_or_default();
    let mut file = match (first.parse::<Rank>(), find(&PRESETS, first), over(first)) {
        (Ok(rank), ..) => SettingsFile::read(&Level::of(rank).to_toml())?,
        (_, Some(preset), _) => SettingsFile::read(preset)?,
        (.., Some(text)) => {
            // Who keeps a game close needs a network's policy to know what is natural.
            let inside = !has_net && find(&CONTROL, first).is_some();
            let base = if has_net || inside { "network" } else { "playout" };
            let mut file = SettingsFile::read(find(&PRESETS, base).ok_or_else(unknown)?)?;
            if inside {
                file.put_over(SettingsFile::read(&format!("nnModelFile = \"{}\"", network::DEFAULT))?);
            }
            file.put_over(SettingsFile::read(&text)?);
            file
        }
        _ => return Err(unknown()),
    };
    for part in parts {
        file.put_over(SettingsFile::read(&over(part).ok_or_else(unknown)?)?);
    }
    file.name = Some(name.to_string());
    Ok(file)
}
