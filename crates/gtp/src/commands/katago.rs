//! KataGo's commands for rules and networks.

use std::sync::atomic::AtomicBool;

use board::Rules;

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

/// The networks in use, a human one last; none for playouts.
pub(super) fn get_models(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "kata-get-models")?;
    let batch = engine.session.settings().search.batch;
    let models: Vec<_> = engine.session.evaluators().nets().map(|net| net.summary(batch)).collect();
    serde_json::to_string(&models).map_err(|e| Failure::Other(e.to_string()))
}
