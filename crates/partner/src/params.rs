//! Settings by the names that KataGo's clients know them by.

use std::str::FromStr;

use crate::{Settings, Symmetries};

/// A setting with KataGo's name for it; values are text, as clients send them.
pub struct Param {
    pub name: &'static str,
    pub get: fn(&Settings) -> String,
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

/// All there are.
pub const PARAMS: &[Param] = &[
    Param {
        name: "maxVisits",
        get: |s| s.visits.map_or("unlimited".into(), |v| v.to_string()),
        set: |s, value| optional(value).map(|v| s.visits = v),
    },
    Param {
        name: "maxTime",
        get: |s| s.time.map_or("unlimited".into(), |t| t.to_string()),
        set: |s, value| optional(value).map(|t| s.time = t),
    },
    Param {
        name: "numSearchThreads",
        get: |s| s.threads.to_string(),
        set: |s, value| value.parse().ok().map(|n| s.threads = n),
    },
    Param {
        name: "nnPolicyTemperature",
        get: |s| s.judging.policy_temperature.to_string(),
        set: |s, value| value.parse().ok().map(|t| s.judging.policy_temperature = t),
    },
    Param {
        name: "rootPolicyOptimism",
        get: |s| s.judging.optimism.to_string(),
        set: |s, value| value.parse().ok().map(|share| s.judging.optimism = share),
    },
    Param {
        name: "nnRandomize",
        get: |s| (s.judging.symmetries == Symmetries::Random).to_string(),
        set: |s, value| {
            let random = flag(value)?;
            s.judging.symmetries = if random { Symmetries::Random } else { Symmetries::None };
            Some(())
        },
    },
    Param {
        name: "allowResignation",
        get: |s| s.resign.enabled.to_string(),
        set: |s, value| flag(value).map(|on| s.resign.enabled = on),
    },
    Param {
        name: "resignConsecTurns",
        get: |s| s.resign.moves.to_string(),
        set: |s, value| value.parse().ok().map(|n| s.resign.moves = n),
    },
    Param {
        name: "lagBuffer",
        get: |s| s.lag.to_string(),
        set: |s, value| value.parse().ok().map(|lag| s.lag = lag),
    },
];

/// A number, or `unlimited`.
fn optional<T: FromStr>(value: &str) -> Option<Option<T>> {
    if value == "unlimited" { Some(None) } else { value.parse().ok().map(Some) }
}

fn flag(value: &str) -> Option<bool> {
    value.to_ascii_lowercase().parse().ok()
}

impl Param {
    pub fn find(name: &str) -> Result<&'static Param, ParamError> {
        PARAMS.iter().find(|p| p.name == name).ok_or_else(|| ParamError::Unknown(name.to_string()))
    }

    /// Changes the settings, which must be checked afterwards.
    pub fn set(&self, settings: &mut Settings, value: &str) -> Result<(), ParamError> {
        let wrong = || ParamError::Value { name: self.name.to_string(), value: value.to_string() };
        (self.set)(settings, value).ok_or_else(wrong)
    }
}
