//! The loop: a query in, positions into the queue.

use std::io::{self, BufRead, Write};
use std::thread;

use partner::Evaluators;
use serde_json::{Map, Value, json};

use crate::complaint::Complaint;
use crate::lines::{LONGEST, Line, read_line};
use crate::out::Out;
use crate::queue::Queue;
use crate::{Options, actions, query, worker};

/// What answers queries.
pub struct Engine {
    pub options: Options,
    pub judges: Evaluators,
    /// Positions analysed at once.
    pub at_once: usize,
    /// Whether the end of the input ends everything, finished or not.
    pub quits_at_once: bool,
}

impl Engine {
    pub fn new(mut options: Options, judges: Evaluators) -> Engine {
        // One for all workers, so that they share what a network said.
        options.settings.seed.get_or_insert_with(partner::any_seed);
        Engine { options, judges, at_once: 1, quits_at_once: false }
    }
}

/// Answers queries until the input ends and everything asked for is answered, or nobody reads the answers. Queries are
/// heard however many answers are unread.
pub fn serve(mut input: impl BufRead, output: impl Write + Send, engine: &Engine) -> io::Result<()> {
    let (queue, out) = (Queue::default(), Out::default());
    let read = thread::scope(|scope| {
        scope.spawn(|| {
            if out.write_to(output) {
                queue.abandon();
            }
        });
        let worker = || worker::work(&engine.judges, &queue, &out);
        let workers: Vec<_> = (0..engine.at_once.max(1)).map(|_| scope.spawn(worker)).collect();
        let read = read_all(&mut input, engine, &queue, &out);
        if engine.quits_at_once {
            out.silence();
            queue.abandon();
        }
        queue.close();
        for worker in workers {
            // Its panics are its own; what was said before them is still written.
            let _ = worker.join();
        }
        out.close();
        read
    });
    out.finish().and(read)
}

fn read_all(input: &mut impl BufRead, engine: &Engine, queue: &Queue, out: &Out) -> io::Result<()> {
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

fn answer(line: &[u8], engine: &Engine, queue: &Queue, out: &Out) {
    let object: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return out.say(&general("the line is JSON, but not an object".into())),
        Err(error) => return out.say(&general(format!("the line is not JSON: {error}"))),
    };
    let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_string) else {
        return out.say(&general("a query must have an \"id\" that is a string".into()));
    };
    if let Err(complaint) = answer_for(&id, object, engine, queue, out) {
        out.say(&complaint.error(&id));
    }
}

fn answer_for(
    id: &str,
    object: Map<String, Value>,
    engine: &Engine,
    queue: &Queue,
    out: &Out,
) -> Result<(), Complaint> {
    if let Some(Value::String(action)) = object.get("action") {
        let action = action.clone();
        return actions::act(&action, object, engine, queue, out);
    }
    let asked = query::read(id, &object, &engine.options)?;
    if !engine.judges.supports(asked.query.record.size) {
        return Err(Complaint::new("boardXSize", "the network does not play on boards of this size"));
    }
    let settings = &asked.query.options.settings;
    engine.judges.check(settings).map_err(|error| query::refused(error.to_string()))?;
    asked.warnings.iter().for_each(|warning| out.say(&warning.warning(id)));
    queue.add(&asked.query, &asked.turns);
    Ok(())
}
