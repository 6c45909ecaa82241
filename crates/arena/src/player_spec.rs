//! Players as written on the command line.

use std::fmt;
use std::str::FromStr;

use board::{NotARank, Rank};
use partner::{ExecutorKind, Overrides, Param, Settings, SettingsError};

/// A player: `preset:NAME[,KEY:VALUE…]`, `level:RANK[,KEY:VALUE…]`, `net:FILE[,KEY:VALUE…]`, `beginner[,KEY:VALUE…]`, or
/// the command line of a GTP engine.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpec {
    Preset(Preset),
    Beginner(BeginnerSpec),
    Engine(String),
}

/// Somebody who captures and saves what is in atari, and otherwise plays at random.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BeginnerSpec {
    /// How likely it sees a stone in atari: always, unless given.
    pub attention: Option<f32>,
    pub seed: Option<u64>,
}

/// One of our own players, with changes to its preset.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Preset {
    pub name: String,
    pub visits: Option<u64>,
    /// Seconds per move.
    pub time: Option<f64>,
    pub threads: Option<usize>,
    pub seed: Option<u64>,
    /// A network file.
    pub net: Option<String>,
    pub executor: Option<ExecutorKind>,
    /// Other parameters by their published names, such as `controlGamma`.
    pub parameters: Vec<(String, String)>,
}

const BEGINNER: &str = "beginner";
/// The default preset with a network.
const NETWORK: &str = "network";

/// Why a player cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerSpecError {
    #[error("a player is missing: use preset:NAME, level:RANK, net:FILE or the command line of a GTP engine")]
    Empty,
    #[error("'{0}' names no preset: use preset:NAME, such as preset:playout")]
    NoName(String),
    #[error(transparent)]
    Rank(#[from] NotARank),
    #[error("'{0}' names no file: use net:FILE, such as net:b6c96.bin.gz")]
    NoFile(String),
    #[error("'{0}' in '{1}' is not a setting: use attention:SHARE, from 0 to 1, or seed:N")]
    BeginnerSetting(String, String),
    #[error("'{0}' in '{1}' is not a setting: use visits:N, time:SECONDS, threads:N, seed:N{more} or a parameter", more = more(.1))]
    Setting(String, String),
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("net:") {
            return read_net(text, rest).map(PlayerSpec::Preset);
        }
        if let Some(rest) = text.strip_prefix("level:") {
            return read_level(text, rest).map(PlayerSpec::Preset);
        }
        if let Some(rest) =
            text.strip_prefix(BEGINNER).filter(|rest| rest.is_empty() || rest.starts_with(','))
        {
            return read_beginner(text, rest).map(PlayerSpec::Beginner);
        }
        match text.strip_prefix("preset:") {
            Some(rest) => read_preset(text, rest).map(PlayerSpec::Preset),
            None if text.is_empty() => Err(PlayerSpecError::Empty),
            None => Ok(PlayerSpec::Engine(text.to_string())),
        }
    }
}

fn read_beginner(text: &str, rest: &str) -> Result<BeginnerSpec, PlayerSpecError> {
    let mut spec = BeginnerSpec::default();
    for part in rest.split(',').skip(1).map(str::trim) {
        let wrong = || PlayerSpecError::BeginnerSetting(part.to_string(), text.to_string());
        match part.split_once(':').ok_or_else(wrong)? {
            ("attention", value) => {
                let share = value.parse().ok().filter(|share| (0.0..=1.0).contains(share));
                spec.attention = Some(share.ok_or_else(wrong)?);
            }
            ("seed", value) => spec.seed = Some(value.parse().map_err(|_| wrong())?),
            _ => return Err(wrong()),
        }
    }
    Ok(spec)
}

fn read_preset(text: &str, rest: &str) -> Result<Preset, PlayerSpecError> {
    let mut parts = rest.split(',').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty() && !name.contains(char::is_whitespace));
    let name = name.ok_or_else(|| PlayerSpecError::NoName(text.to_string()))?;
    set_all(Preset { name: name.to_string(), ..Preset::default() }, text, parts)
}

/// Levels are presets that are named after a rank.
fn read_level(text: &str, rest: &str) -> Result<Preset, PlayerSpecError> {
    let preset = read_preset(text, rest)?;
    let rank = preset.name.split('+').next().unwrap_or_default();
    rank.parse::<Rank>()?;
    Ok(preset)
}

/// A file name with a comma cannot be written this way.
fn read_net(text: &str, rest: &str) -> Result<Preset, PlayerSpecError> {
    let mut parts = rest.split(',').map(str::trim);
    let file = parts.next().filter(|file| !file.is_empty());
    let net = Some(file.ok_or_else(|| PlayerSpecError::NoFile(text.to_string()))?.to_string());
    set_all(Preset { name: NETWORK.into(), net, ..Preset::default() }, text, parts)
}

fn set_all<'a>(
    mut preset: Preset,
    text: &str,
    parts: impl Iterator<Item = &'a str>,
) -> Result<Preset, PlayerSpecError> {
    for part in parts {
        set(&mut preset, part).ok_or_else(|| PlayerSpecError::Setting(part.to_string(), text.to_string()))?;
    }
    Ok(preset)
}

/// What else can be set about a player with a network.
fn more(text: &str) -> &'static str {
    if text.starts_with("net:") { ", preset:NAME, executor:NAME" } else { "" }
}

fn set(preset: &mut Preset, part: &str) -> Option<()> {
    let (key, value) = part.split_once(':')?;
    match key {
        // A visit of a player without a network is a playout.
        "visits" | "playouts" => preset.visits = Some(value.parse().ok().filter(|n| *n > 0)?),
        "time" => preset.time = Some(value.parse().ok().filter(|s: &f64| s.is_finite() && *s > 0.0)?),
        "threads" => preset.threads = Some(value.parse().ok().filter(|n| *n > 0)?),
        "seed" => preset.seed = Some(value.parse().ok()?),
        "preset" if preset.net.is_some() && !value.is_empty() => preset.name = value.to_string(),
        "executor" if preset.net.is_some() => preset.executor = Some(value.parse().ok()?),
        // Whether it takes the value is for the settings to say.
        _ => preset.parameters.push((Param::find(key).ok()?.name.to_string(), value.to_string())),
    }
    Some(())
}

impl Preset {
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        let overrides = Overrides {
            visits: self.visits,
            time: self.time,
            threads: self.threads,
            seed: self.seed,
            net: self.net.clone(),
            executor: self.executor,
            ..Overrides::default()
        };
        let mut settings = Settings::layered(&self.name, None, &overrides)?;
        for (name, value) in &self.parameters {
            Param::find(name)?.set(&mut settings, value)?;
        }
        settings.check()?;
        Ok(settings)
    }
}

impl PlayerSpec {
    /// Fills in what the whole match lays down and the player leaves open. An engine is told its time when
    /// it starts a game, and knows nothing of visits.
    pub fn with_limits(mut self, visits: Option<u64>, time: Option<f64>) -> PlayerSpec {
        if let PlayerSpec::Preset(preset) = &mut self
            && preset.visits.is_none()
            && preset.time.is_none()
        {
            preset.visits = visits;
            preset.time = time;
        }
        self
    }
}

/// The form that reads back as the same player.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let preset = match self {
            PlayerSpec::Engine(line) => return f.write_str(line),
            PlayerSpec::Beginner(spec) => return write!(f, "{spec}"),
            PlayerSpec::Preset(preset) => preset,
        };
        match &preset.net {
            Some(net) => write!(f, "net:{net}")?,
            None => write!(f, "preset:{}", preset.name)?,
        }
        if preset.net.is_some() && preset.name != NETWORK {
            write!(f, ",preset:{}", preset.name)?;
        }
        if let Some(executor) = preset.executor {
            write!(f, ",executor:{executor}")?;
        }
        let numbers =
            [("visits", preset.visits), ("threads", preset.threads.map(|n| n as u64)), ("seed", preset.seed)];
        if let Some(time) = preset.time {
            write!(f, ",time:{time}")?;
        }
        numbers
            .iter()
            .filter_map(|(key, n)| n.map(|n| (key, n)))
            .try_for_each(|(key, n)| write!(f, ",{key}:{n}"))?;
        preset.parameters.iter().try_for_each(|(name, value)| write!(f, ",{name}:{value}"))
    }
}

impl fmt::Display for BeginnerSpec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(BEGINNER)?;
        self.attention.map_or(Ok(()), |attention| write!(f, ",attention:{attention}"))?;
        self.seed.map_or(Ok(()), |seed| write!(f, ",seed:{seed}"))
    }
}

#[cfg(test)]
mod tests;
