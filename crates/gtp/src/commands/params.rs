//! KataGo's commands for parameters.

use std::sync::atomic::AtomicBool;

use partner::{Param, ParamError, Settings};
use serde_json::{Map, Value};

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

fn refuse(error: ParamError) -> Failure {
    Failure::Other(error.to_string())
}

pub(super) fn list(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    let known = Param::known_to_clients(engine.session.settings());
    Ok(known.map(|(name, _)| name).collect::<Vec<_>>().join(" "))
}

pub(super) fn get(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "kata-get-param PARAM")?;
    let param = Param::find(request.word(0)?).map_err(refuse)?;
    param.get(engine.session.settings()).ok_or_else(|| refuse(param.missing()))
}

pub(super) fn set(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(2..=2, "kata-set-param PARAM VALUE")?;
    let mut settings = engine.session.settings().clone();
    change(&mut settings, request.word(0)?, request.word(1)?)?;
    take(engine, settings)
}

/// All parameters as one JSON object.
pub(super) fn get_all(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "kata-get-params")?;
    let value = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
    let known = Param::known_to_clients(engine.session.settings());
    let entries = known.map(|(name, text)| (name.to_string(), value(text)));
    Ok(Value::Object(entries.collect()).to_string())
}

/// Sets several parameters from a JSON object: all or none.
pub(super) fn set_all(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    let values: Map<String, Value> = serde_json::from_str(&request.rest())
        .map_err(|_| Failure::Usage("kata-set-params {\"PARAM\": VALUE, ...}"))?;
    let mut settings = engine.session.settings().clone();
    for (name, value) in &values {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        change(&mut settings, name, &value)?;
    }
    take(engine, settings)
}

fn change(settings: &mut Settings, name: &str, value: &str) -> Result<(), Failure> {
    Param::find(name).map_err(refuse)?.set(settings, value).map_err(refuse)
}

fn take(engine: &mut Engine, settings: Settings) -> Answer {
    engine.session.set_settings(settings).map_err(|e| Failure::Other(e.to_string()))?;
    Ok(String::new())
}
