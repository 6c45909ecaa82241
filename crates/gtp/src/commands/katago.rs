//! Rules and parameters as KataGo's clients set them.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use board::Rules;
use partner::Settings;

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

pub(super) fn parse_rules(text: &str) -> Result<Rules, Failure> {
    text.parse().map_err(|e: board::NotRules| Failure::Other(e.to_string()))
}

pub(super) fn set_rules(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1.., "kata-set-rules NAME, or rules as JSON")?;
    engine.session.set_rules(parse_rules(&request.rest())?);
    Ok(String::new())
}

pub(super) fn get_rules(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(engine.session.position().rules().to_string())
}

pub(super) fn set_rule(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(2..=2, "kata-set-rule RULE VALUE")?;
    let rules = engine.session.position().rules().with(request.word(0)?, request.word(1)?);
    engine.session.set_rules(rules.map_err(|e| Failure::Other(e.to_string()))?);
    Ok(String::new())
}

/// A parameter with KataGo's name for it.
struct Param {
    name: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Option<()>,
}

const PARAMS: &[Param] = &[
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
        name: "allowResignation",
        get: |s| s.resign.enabled.to_string(),
        set: |s, value| value.to_ascii_lowercase().parse().ok().map(|on| s.resign.enabled = on),
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

fn param(request: &Request) -> Result<&'static Param, Failure> {
    let name = request.word(0)?;
    let found = PARAMS.iter().find(|p| p.name == name);
    found.ok_or_else(|| Failure::Other(format!("there is no parameter '{name}'")))
}

pub(super) fn list_params(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(PARAMS.iter().map(|p| p.name).collect::<Vec<_>>().join(" "))
}

pub(super) fn get_param(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "kata-get-param PARAM")?;
    Ok((param(request)?.get)(engine.session.settings()))
}

pub(super) fn set_param(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(2..=2, "kata-set-param PARAM VALUE")?;
    let (param, value) = (param(request)?, request.word(1)?);
    let mut settings = engine.session.settings().clone();
    (param.set)(&mut settings, value)
        .ok_or_else(|| Failure::Other(format!("'{value}' is not a value for {}", param.name)))?;
    engine.session.set_settings(settings).map_err(|e| Failure::Other(e.to_string()))?;
    Ok(String::new())
}
