//! Property values, escaped as in the file.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// One value, as between the brackets in the file.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Value(Box<str>);

/// A raw value whose end would be misread.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a raw SGF value: a ']' or a final '\\' needs a '\\' before it")]
pub struct NotAValue(pub String);

impl Value {
    /// A value that is already escaped.
    pub fn from_raw(raw: &str) -> Result<Value, NotAValue> {
        let mut escaped = false;
        for b in raw.bytes() {
            if b == b']' && !escaped {
                return Err(NotAValue(raw.to_string()));
            }
            escaped = b == b'\\' && !escaped;
        }
        if escaped { Err(NotAValue(raw.to_string())) } else { Ok(Value(raw.into())) }
    }

    /// For the parser, which has already found the closing bracket.
    pub(super) fn from_file(raw: &str) -> Value {
        Value(raw.into())
    }

    /// Multi-line text, as in a comment.
    pub fn text(text: &str) -> Value {
        Value(escape(text, &['\\', ']']).into())
    }

    /// One line of text, as in a name; line breaks become spaces.
    pub fn simple_text(text: &str) -> Value {
        Value(escape(&one_line(text), &['\\', ']']).into())
    }

    /// Two one-line texts in one value, as in a label: `dd:A`.
    pub fn composed(first: &str, second: &str) -> Value {
        let part = |text: &str| escape(&one_line(text), &['\\', ']', ':']);
        Value(format!("{}:{}", part(first), part(second)).into())
    }

    /// The text between the brackets.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The value as multi-line text: escapes are resolved, a backslash at the end of a line joins it with the
    /// next, and every kind of line break becomes `\n`.
    pub fn to_text(&self) -> String {
        unescape(&self.0, '\n')
    }

    /// The value as one line of text: as [`to_text`](Value::to_text), with spaces for line breaks.
    pub fn to_simple_text(&self) -> String {
        unescape(&self.0, ' ')
    }

    /// The two raw parts around the first unescaped colon.
    pub fn parts(&self) -> Option<(&str, &str)> {
        let mut escaped = false;
        let colon = self.0.bytes().position(|b| {
            let here = b == b':' && !escaped;
            escaped = b == b'\\' && !escaped;
            here
        })?;
        Some((&self.0[..colon], &self.0[colon + 1..]))
    }

    /// The two texts of a composed value.
    pub fn to_composed(&self) -> Option<(String, String)> {
        self.parts().map(|(first, second)| (unescape(first, ' '), unescape(second, ' ')))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\r', '\n'], " ")
}

fn escape(text: &str, special: &[char]) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(&c) {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}

fn unescape(raw: &str, line_break: char) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\r' => {
                skip_partner(c, &mut chars);
                text.push(line_break);
            }
            '\\' => match chars.next() {
                Some(c @ ('\n' | '\r')) => skip_partner(c, &mut chars),
                Some(c) => text.push(plain(c)),
                None => {}
            },
            c => text.push(plain(c)),
        }
    }
    text
}

/// A line break may be two characters, in either order.
fn skip_partner(first: char, chars: &mut Peekable<Chars>) {
    chars.next_if(|c| matches!((first, c), ('\n', '\r') | ('\r', '\n')));
}

/// The standard turns tabs and other white space into spaces.
fn plain(c: char) -> char {
    if matches!(c, '\t' | '\x0b' | '\x0c') { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, text: &str, simple: &str) {
        let value = Value::from_raw(raw).unwrap();
        assert_eq!((value.to_text().as_str(), value.to_simple_text().as_str()), (text, simple), "{raw:?}");
    }

    #[test]
    fn escapes_are_undone() {
        check(r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de");
        check("one\\\ntwo\\\r\nthree\\\n\rfour\\\rfive", "onetwothreefourfive", "onetwothreefourfive");
        check(
            "one\ntwo\r\nthree\n\rfour\rfive\n\nsix",
            "one\ntwo\nthree\nfour\nfive\n\nsix",
            "one two three four five  six",
        );
        check("tab\there\\\tand", "tab here and", "tab here and");
        check("é\\語", "é語", "é語");
    }

    #[test]
    fn text_comes_back() {
        for text in ["", "\\", "]", "a]\\]b", "x:y", "line\nline", "[]\\", "語]"] {
            assert_eq!(Value::text(text).to_text(), text);
            assert!(Value::from_raw(Value::text(text).raw()).is_ok());
        }
        assert_eq!(Value::simple_text("a\r\nb\nc").raw(), "a b c");
        assert_eq!(Value::composed("a:b", "c:d]").to_composed(), Some(("a:b".into(), "c:d]".into())));
        assert_eq!(Value::from_raw("dd").unwrap().parts(), None);
        assert_eq!(Value::from_raw(r"a\\:b:c").unwrap().parts(), Some((r"a\\", "b:c")));
    }

    #[test]
    fn raw_values_end_where_they_should() {
        for bad in ["]", "a]", "\\", "a\\\\\\", "\\\\]"] {
            assert!(Value::from_raw(bad).is_err(), "{bad}");
        }
    }
}
