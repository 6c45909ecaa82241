//! A parsed line.

use std::str::FromStr;

use board::{Colour, Move, Point, Size};

use crate::failure::Failure;

/// A command with its id and its arguments.
#[derive(Debug, PartialEq, Default)]
pub(crate) struct Request {
    /// As written by the client, which gets the same back.
    pub id: Option<String>,
    pub name: String,
    pub words: Vec<String>,
}

impl Request {
    /// Parses a line as the protocol defines it: control characters are dropped, a tab is a space, `#` starts
    /// a comment. `None` if nothing is left.
    pub fn parse(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String =
            line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = line.split_whitespace().peekable();
        let id = words.peek().and_then(|word| read_id(word));
        if id.is_some() {
            words.next();
        }
        let name = words.next().map(str::to_string);
        if name.is_none() && id.is_none() {
            return None;
        }
        Some(Request { id, name: name.unwrap_or_default(), words: words.map(str::to_string).collect() })
    }

    /// The arguments as one text, for those that may contain spaces.
    pub fn rest(&self) -> String {
        self.words.join(" ")
    }

    /// Checks the number of arguments.
    pub fn expect(
        &self,
        counts: impl std::ops::RangeBounds<usize>,
        usage: &'static str,
    ) -> Result<(), Failure> {
        if counts.contains(&self.words.len()) { Ok(()) } else { Err(Failure::Usage(usage)) }
    }

    pub fn word(&self, index: usize) -> Result<&str, Failure> {
        self.words
            .get(index)
            .map(String::as_str)
            .ok_or_else(|| Failure::Syntax("an argument is missing".into()))
    }

    /// An argument parsed as a number or another type.
    pub fn read<T: FromStr>(&self, index: usize, what: &'static str) -> Result<T, Failure> {
        let word = self.word(index)?;
        word.parse().map_err(|_| Failure::Syntax(format!("'{word}' is not {what}")))
    }

    pub fn colour(&self, index: usize) -> Result<Colour, Failure> {
        self.word(index)?.parse().map_err(|e: board::NotAColour| Failure::BadMove(e.to_string()))
    }

    pub fn vertex(&self, index: usize, size: Size) -> Result<Move, Failure> {
        Move::parse(self.word(index)?, size).map_err(|e| Failure::BadMove(e.to_string()))
    }

    pub fn point(&self, index: usize, size: Size) -> Result<Point, Failure> {
        Point::parse(self.word(index)?, size).map_err(|e| Failure::BadMove(e.to_string()))
    }
}

/// Ids are below 2³¹; a number with more digits is not an id.
fn read_id(word: &str) -> Option<String> {
    (word.len() <= 10 && word.bytes().all(|b| b.is_ascii_digit())).then(|| word.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let request = |line| Request::parse(line).map(|r| (r.id, r.name, r.words.join(",")));
        let some = |id: Option<&str>, name: &str, words: &str| {
            Some((id.map(str::to_string), name.to_string(), words.to_string()))
        };
        assert_eq!(request("12 play\tb  D4 # good\r"), some(Some("12"), "play", "b,D4"));
        assert_eq!(request("name"), some(None, "name", ""));
        assert_eq!(request("7"), some(Some("7"), "", ""));
        assert_eq!(request("9set\u{1}up"), some(None, "9setup", ""));
        assert_eq!(request("99999999999 name"), some(None, "99999999999", "name"));
        for nothing in ["", "  \t ", "# only a comment", "\r", "\u{7f}\u{0}"] {
            assert_eq!(request(nothing), None);
        }
    }
}
