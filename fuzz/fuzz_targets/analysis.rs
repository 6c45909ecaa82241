//! Whatever a client sends, every line gets an answer, and every answer is JSON.

#![no_main]

use analysis::{Engine, Options};
use libfuzzer_sys::fuzz_target;
use partner::{EvaluatorKind, Evaluators, LoadedNetworks, Settings};
use serde_json::Value;

/// Fields that let a client ask for hours of work. Clients may do that, but fuzzing must not.
const SLOW: [&[u8]; 3] = [b"isits", b"hreads", b"axTime"];

fuzz_target!(|bytes: &[u8]| {
    if SLOW.iter().any(|name| bytes.windows(name.len()).any(|part| part == *name)) {
        return;
    }
    let settings =
        Settings { visits: Some(3), seed: Some(1), evaluator: EvaluatorKind::Area, ..Settings::default() };
    let evaluators =
        Evaluators::from_settings(&settings, &LoadedNetworks::default()).expect("it needs no file");
    let engine = Engine::new(Options::new(settings), evaluators);
    let mut output = Vec::new();
    analysis::serve(bytes, &mut output, &engine).expect("a vector can always be written to");
    let output = String::from_utf8(output).expect("answers are text");
    let lines = bytes.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
    let answers: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect();
    // A query for no turns gets no answer.
    let names_turns = bytes.windows(12).any(|part| part == b"analyzeTurns");
    assert!(answers.len() >= lines || names_turns, "{lines} lines:\n{output}");
});
