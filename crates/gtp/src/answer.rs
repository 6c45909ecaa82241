//! Writes answers in the protocol's format.

use std::io::{self, Write};

use crate::failure::Failure;

fn mark(sign: char, id: Option<&str>) -> String {
    id.map_or(sign.to_string(), |id| format!("{sign}{id}"))
}

/// Writes a complete answer. A text that begins with a line break starts on its own line. There is a space
/// even then, because GoGui takes everything after the first space as the answer.
pub(crate) fn answer(
    out: &mut dyn Write,
    id: Option<&str>,
    result: &Result<String, Failure>,
) -> io::Result<()> {
    let (sign, text) = match result {
        Ok(text) => ('=', clean(text)),
        Err(failure) => ('?', clean(&failure.to_string().replace('\n', " "))),
    };
    let gap = if text.is_empty() { "" } else { " " };
    write!(out, "{}{gap}{text}\n\n", mark(sign, id))?;
    out.flush()
}

/// Starts an answer that is written line by line; [`end`] closes it.
pub(crate) fn begin(out: &mut dyn Write, id: Option<&str>) -> io::Result<()> {
    writeln!(out, "{}", mark('=', id))?;
    out.flush()
}

pub(crate) fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    out.flush()
}

/// An empty line would end the answer, and control characters have no place in it.
fn clean(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_control()).collect::<String>().trim_end().to_string())
        .filter(|line| !line.is_empty())
        .collect();
    let start = if text.starts_with('\n') { "\n" } else { "" };
    if lines.is_empty() { String::new() } else { format!("{start}{}", lines.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(id: Option<&str>, result: Result<&str, Failure>) -> String {
        let mut out = Vec::new();
        answer(&mut out, id, &result.map(str::to_string)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn answers_end_with_the_only_empty_line() {
        assert_eq!(written(None, Ok("")), "=\n\n");
        assert_eq!(written(Some("3"), Ok("a\n\n \r\nb\n")), "=3 a\nb\n\n");
        assert_eq!(written(Some("3"), Ok("\na\x07")), "=3 \na\n\n");
        assert_eq!(written(Some("0"), Err(Failure::Syntax("a\nb".into()))), "?0 syntax error: a b\n\n");
    }
}
