//! The main loop: reads queries and queues their positions.

use std::io::{self, BufRead, Write};
use std::thread;

use serde_json::{Map, Value, json};

use crate::engine::Engine;
use crate::field_error::FieldError;
use crate::lines::{LONGEST, Line, read_line};
use crate::output::Output;
use crate::queue::Queue;
use crate::{actions, query, worker};

/// Answers queries until the input ends and everything is answered, or until nobody reads the answers. It
/// reads queries no matter how many answers are unread.
pub fn serve(mut input: impl BufRead, output: impl Write + Send, engine: &Engine) -> io::Result<()> {
    let (queue, out) = (Queue::default(), Output::default());
    let read = thread::scope(|scope| {
        scope.spawn(|| {
            if out.write_to(output) {
                queue.abandon();
            }
        });
        let worker = || worker::work(&engine.evaluators, &queue, &out);
        let workers: Vec<_> = (0..engine.analysis_threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let read = read_all(&mut input, engine, &queue, &out);
        if engine.quit_without_waiting {
            out.silence();
            queue.abandon();
        }
        queue.close();
        for worker in workers {
            // A panic here is reported separately; earlier output is still written.
            let _ = worker.join();
        }
        out.close();
        read
    });
    out.finish().and(read)
}

fn read_all(input: &mut impl BufRead, engine: &Engine, queue: &Queue, out: &Output) -> io::Result<()> {
    while let Some(line) = read_line(input, LONGEST)? {
        match line {
            Line::TooLong => out.say(&general(format!("the line is longer than {LONGEST} bytes"))),
            Line::Whole(line) if line.trim_ascii().is_empty() => {}
            Line::Whole(line) => answer(&line, engine, queue, out),
        }
        if out.is_broken() {
            break;
        }
    }
    Ok(())
}

fn general(text: String) -> Value {
    json!({ "error": text })
}

fn answer(line: &[u8], engine: &Engine, queue: &Queue, out: &Output) {
    let object: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return out.say(&general("the line is JSON, but not an object".into())),
        Err(error) => return out.say(&general(format!("the line is not JSON: {error}"))),
    };
    let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_string) else {
        return out.say(&general("a query must have an \"id\" that is a string".into()));
    };
    if let Err(error) = answer_for(&id, object, engine, queue, out) {
        out.say(&error.error(&id));
    }
}

fn answer_for(
    id: &str,
    object: Map<String, Value>,
    engine: &Engine,
    queue: &Queue,
    out: &Output,
) -> Result<(), FieldError> {
    if let Some(Value::String(action)) = object.get("action") {
        let action = action.clone();
        return actions::act(&action, object, engine, queue, out);
    }
    let asked = query::read(id, &object, &engine.options)?;
    if !engine.evaluators.supports(asked.query.record.size) {
        return Err(FieldError::new("boardXSize", "the network does not play on boards of this size"));
    }
    let settings = &asked.query.options.settings;
    engine.evaluators.check(settings).map_err(|error| query::refused(error.to_string()))?;
    asked.warnings.iter().for_each(|warning| out.say(&warning.warning(id)));
    queue.add(&asked.query, &asked.turns);
    Ok(())
}
