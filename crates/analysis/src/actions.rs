//! Queries that ask for something other than an analysis.

use serde_json::{Map, Value, json};

use crate::engine::Engine;
use crate::field_error::FieldError;
use crate::fields::{Fields, shortened};
use crate::output::Output;
use crate::queue::Queue;
use crate::report::no_results;

/// Executes an action and confirms it: the query comes back with the result.
pub(crate) fn act(
    action: &str,
    mut object: Map<String, Value>,
    engine: &Engine,
    queue: &Queue,
    out: &Output,
) -> Result<(), FieldError> {
    match action {
        "query_version" => {
            object.insert("version".into(), env!("CARGO_PKG_VERSION").into());
            object.insert("git_hash".into(), "<omitted>".into());
        }
        "query_models" => _ = object.insert("models".into(), models(engine)),
        "clear_cache" => engine.evaluators.forget(),
        "terminate" => {
            let fields = Fields(&object);
            let id = fields.text("terminateId")?;
            let id = id.ok_or_else(|| FieldError::new("terminateId", "is missing"))?;
            terminate(&fields, Some(id), queue, out)?;
        }
        "terminate_all" => terminate(&Fields(&object), None, queue, out)?,
        _ => {
            let known = "query_version, query_models, clear_cache, terminate or terminate_all";
            return Err(FieldError::new("action", format!("'{}' is none of {known}", shortened(action))));
        }
    }
    out.say(&Value::Object(object));
    Ok(())
}

fn terminate(fields: &Fields, id: Option<&str>, queue: &Queue, out: &Output) -> Result<(), FieldError> {
    let turns = fields.integers("turnNumbers")?;
    let is_meant = |turn: usize| turns.as_ref().is_none_or(|turns| turns.contains(&(turn as i64)));
    let waiting = queue.terminate(|query, turn| id.is_none_or(|id| query.id == id) && is_meant(turn));
    waiting.iter().for_each(|job| out.say(&no_results(job)));
    Ok(())
}

fn models(engine: &Engine) -> Value {
    let batch = engine.options.settings.search.batch;
    json!(engine.evaluators.nets().map(|net| net.summary(batch)).collect::<Vec<_>>())
}
