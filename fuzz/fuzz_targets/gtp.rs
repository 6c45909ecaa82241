//! Whatever a client sends, every command gets exactly one answer, and nothing else is printed.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use partner::{CountingSettings, EvaluatorKind, Session, Settings};

/// Parameters that let a client ask for hours of work. Clients may do that, but fuzzing must not.
const SLOW: [&[u8]; 2] = [b"maxVisits", b"numSearchThreads"];

fuzz_target!(|bytes: &[u8]| {
    if SLOW.iter().any(|name| bytes.windows(name.len()).any(|part| part == *name)) {
        return;
    }
    let counting = CountingSettings { visits: 2, ..CountingSettings::default() };
    let evaluator = EvaluatorKind::Area;
    let settings = Settings { visits: Some(2), seed: Some(1), evaluator, counting, ..Settings::default() };
    let session = Session::new(settings).expect("it needs no file");
    let mut input = b"boardsize 4\n".to_vec();
    input.extend(bytes);
    let mut output = Vec::new();
    let server = gtp::Server::new(session).without_files();
    server.serve(Cursor::new(input.clone()), &mut output).expect("a vector can always be written to");
    check(&input, &String::from_utf8(output).expect("answers are text"));
});

fn check(input: &[u8], output: &str) {
    let commands: Vec<String> = input.split(|b| *b == b'\n').filter_map(command).collect();
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    assert!(answers.iter().all(|answer| answer.starts_with(['=', '?'])), "{output}");
    let quits = commands.iter().any(|command| command.contains("quit"));
    assert!(
        answers.len() == commands.len() || (quits && answers.len() < commands.len()),
        "{} commands:\n{output}",
        commands.len()
    );
}

/// A line without its comment and control characters, unless nothing is left.
fn command(line: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(line) {
        Ok(text) => text.to_string(),
        Err(_) => line.iter().map(|b| char::from(*b)).collect(),
    };
    let text: String = text.chars().take_while(|c| *c != '#').filter(|c| !c.is_control()).collect();
    (!text.trim().is_empty()).then_some(text)
}
