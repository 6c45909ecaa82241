//! Rules and parameters as KataGo's clients set them.

use std::sync::atomic::AtomicBool;

use board::Rules;
use partner::{PARAMS, Param, ParamError};

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

fn param(name: &str) -> Result<&'static Param, Failure> {
    Param::find(name).map_err(refuse)
}

fn refuse(error: ParamError) -> Failure {
    Failure::Other(error.to_string())
}

pub(super) fn list_params(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(PARAMS.iter().map(|p| p.name).collect::<Vec<_>>().join(" "))
}

pub(super) fn get_param(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "kata-get-param PARAM")?;
    Ok((param(request.word(0)?)?.get)(engine.session.settings()))
}

pub(super) fn set_param(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(2..=2, "kata-set-param PARAM VALUE")?;
    let mut settings = engine.session.settings().clone();
    param(request.word(0)?)?.set(&mut settings, request.word(1)?).map_err(refuse)?;
    engine.session.set_settings(settings).map_err(|e| Failure::Other(e.to_string()))?;
    Ok(String::new())
}
