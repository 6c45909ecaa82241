//! What GoGui makes of its analyze commands.

use partner::{EvaluatorKind, Session, Settings};

const SIZE: usize = 5;

fn session() -> Session {
    let settings =
        Settings { visits: Some(40), seed: Some(1), evaluator: EvaluatorKind::Area, ..Settings::default() };
    Session::new(settings).unwrap()
}

/// Every raw answer, including its end.
fn answers(commands: &[&str]) -> Vec<String> {
    let mut output = Vec::new();
    let input = commands.iter().map(|command| format!("{command}\n")).collect::<String>();
    gtp::serve(std::io::Cursor::new(input.into_bytes()), &mut output, session()).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.split_inclusive("\n\n").map(str::to_string).collect()
}

/// GoGui's `GtpClient.readResponse`: the answer starts after the first space, wherever that is.
fn response(answer: &str) -> &str {
    assert!(answer.starts_with('='), "{answer}");
    let whole = &answer[..answer.len() - 2];
    whole.find(' ').map_or(&whole[1..], |space| &whole[space + 1..])
}

/// GoGui's `StringUtil.splitArguments`.
fn split_arguments(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => {
                if quoted {
                    words.push(std::mem::take(&mut word));
                }
                quoted = !quoted;
            }
            c if c.is_whitespace() && !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// GoGui's `GtpUtil.parseStringBoard`.
fn string_board(response: &str) -> Result<Vec<Vec<String>>, &'static str> {
    let mut lines = response.lines().filter(|line| !line.trim().is_empty());
    (0..SIZE)
        .map(|_| {
            let words = split_arguments(lines.next().ok_or("Incomplete string board")?);
            if words.len() < SIZE { Err("Incomplete string board") } else { Ok(words) }
        })
        .collect()
}

fn is_point(word: &str) -> bool {
    board::Point::parse(word, board::Size::square(SIZE).unwrap()).is_ok()
}

/// Whether GoGui can show an answer of this type.
fn shows(kind: &str, response: &str) -> Result<(), String> {
    match kind {
        "bwboard" | "cboard" | "sboard" => string_board(response).map(|_| ()).map_err(str::to_string),
        "dboard" => {
            let cells = string_board(response)?.concat();
            let bad = cells.iter().find(|cell| cell.parse::<f64>().is_err());
            bad.map_or(Ok(()), |cell| Err(format!("Floating point number expected: {cell}")))
        }
        "gfx" => response.lines().try_for_each(|line| {
            let words = split_arguments(line);
            let points = match words.first().map(String::as_str) {
                Some("TEXT") => return Ok(()),
                Some("COLOR") => words[2..].to_vec(),
                Some("LABEL") => words[1..].iter().step_by(2).cloned().collect(),
                _ => return Err(format!("unknown: {line}")),
            };
            points.iter().all(|word| is_point(word)).then_some(()).ok_or(format!("not points: {line}"))
        }),
        "string" | "hstring" => Ok(()),
        _ => Err(format!("no such type: {kind}")),
    }
}

#[test]
fn every_analyze_command_is_shown() {
    let listed = answers(&["gogui-analyze_commands"]);
    let definitions: Vec<Vec<String>> =
        response(&listed[0]).lines().map(|line| line.split('/').map(str::to_string).collect()).collect();
    assert!(definitions.len() >= 6);
    for definition in &definitions {
        let [kind, label, command] = &definition[..] else { panic!("{definition:?}") };
        let command = command.replace("%s", "1");
        let said = answers(&["boardsize 5", "komi 0", "play b C3", "genmove w", "undo", &command]);
        let shown = shows(kind, response(&said[5]));
        assert_eq!(shown, Ok(()), "{label}: {:?}", said[5]);
    }
}

#[test]
fn a_board_begins_after_a_space_and_a_line_break() {
    let said = answers(&["boardsize 2", "shidogo-visits", "7 shidogo-visits", "showboard", "name"]);
    assert_eq!(said[1], "= \n\"\" \"\"\n\"\" \"\"\n\n");
    assert_eq!(said[2], "=7 \n\"\" \"\"\n\"\" \"\"\n\n");
    assert!(said[3].starts_with("= \n   A B\n"), "{:?}", said[3]);
    assert_eq!(said[4], "= Shidogo\n\n");
}
