//! Fields of a query with their types checked.

use std::ops::RangeInclusive;

use board::{Colour, Move, Point, Size};
use serde_json::{Map, Value};

use crate::field_error::FieldError;

type Read<T> = Result<T, FieldError>;

/// A JSON object; every reader returns `None` for a missing field.
pub(crate) struct Fields<'a>(pub &'a Map<String, Value>);

impl<'a> Fields<'a> {
    pub fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    pub fn get(&self, field: &str) -> Option<&'a Value> {
        self.0.get(field)
    }

    pub fn integer(&self, field: &str, range: RangeInclusive<i64>) -> Read<Option<i64>> {
        let wrong = || {
            FieldError::new(field, format!("must be an integer from {} to {}", range.start(), range.end()))
        };
        let Some(value) = self.get(field) else { return Ok(None) };
        value.as_i64().filter(|n| range.contains(n)).map(Some).ok_or_else(wrong)
    }

    pub fn number(&self, field: &str, range: RangeInclusive<f64>) -> Read<Option<f64>> {
        let wrong =
            || FieldError::new(field, format!("must be a number from {} to {}", range.start(), range.end()));
        let Some(value) = self.get(field) else { return Ok(None) };
        value.as_f64().filter(|x| range.contains(x)).map(Some).ok_or_else(wrong)
    }

    pub fn flag(&self, field: &str) -> Read<bool> {
        let wrong = || FieldError::new(field, "must be true or false");
        self.get(field).map_or(Ok(false), |value| value.as_bool().ok_or_else(wrong))
    }

    pub fn text(&self, field: &str) -> Read<Option<&'a str>> {
        let wrong = || FieldError::new(field, "must be a string");
        self.get(field).map(|value| value.as_str().ok_or_else(wrong)).transpose()
    }

    pub fn integers(&self, field: &str) -> Read<Option<Vec<i64>>> {
        let wrong = || FieldError::new(field, "must be an array of integers");
        let Some(value) = self.get(field) else { return Ok(None) };
        let numbers = value.as_array().and_then(|values| values.iter().map(Value::as_i64).collect());
        numbers.map(Some).ok_or_else(wrong)
    }

    pub fn colour(&self, field: &str) -> Read<Option<Colour>> {
        let wrong = || FieldError::new(field, "must be \"B\" or \"W\"");
        let Some(value) = self.get(field) else { return Ok(None) };
        value.as_str().and_then(|s| s.parse().ok()).map(Some).ok_or_else(wrong)
    }

    /// An array of `[colour, vertex]`.
    pub fn moves(&self, field: &str, size: Size) -> Read<Option<Vec<(Colour, Move)>>> {
        let wrong = || FieldError::new(field, "must be an array of pairs [\"B\" or \"W\", vertex]");
        let Some(value) = self.get(field) else { return Ok(None) };
        let pairs = value.as_array().ok_or_else(wrong)?;
        let read = |pair: &Value| {
            let (colour, vertex) = match pair.as_array().map(Vec::as_slice) {
                Some([Value::String(colour), Value::String(vertex)]) => (colour, vertex),
                _ => return Err(wrong()),
            };
            let colour = colour.parse().map_err(|_| wrong())?;
            Ok((colour, vertex_of(field, vertex, size)?))
        };
        pairs.iter().map(read).collect::<Read<Vec<_>>>().map(Some)
    }

    /// An array of vertices.
    pub fn vertices(&self, field: &str, size: Size) -> Read<Option<Vec<Move>>> {
        let wrong = || FieldError::new(field, "must be an array of vertices");
        let Some(value) = self.get(field) else { return Ok(None) };
        let values = value.as_array().ok_or_else(wrong)?;
        let read = |value: &Value| vertex_of(field, value.as_str().ok_or_else(wrong)?, size);
        values.iter().map(read).collect::<Read<Vec<_>>>().map(Some)
    }
}

/// Reads `D4`, `pass`, or `(3,15)`: column and row, from the top left and from 0.
fn vertex_of(field: &str, word: &str, size: Size) -> Read<Move> {
    let wrong = || FieldError::new(field, format!("'{}' is not a point of the board", shortened(word)));
    let word = word.trim();
    if let Some(inside) = word.strip_prefix('(') {
        let (x, y) = inside.strip_suffix(')').and_then(|s| s.split_once(',')).ok_or_else(wrong)?;
        let (Ok(x), Ok(y)) = (x.trim().parse::<usize>(), y.trim().parse::<usize>()) else {
            return Err(wrong());
        };
        let on_board = x < size.width() && y < size.height();
        return if on_board { Ok(Move::Play(Point::new(x, size.height() - 1 - y))) } else { Err(wrong()) };
    }
    Move::parse(word, size).map_err(|_| wrong())
}

/// Shortens what a client sent, for use in messages.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn points_are_read_in_both_forms() {
        let size = Size::new(19, 9).unwrap();
        let read = |word: &str| vertex_of("moves", word, size).ok().map(|m| m.to_string());
        assert_eq!(read("C4").as_deref(), Some("C4"));
        assert_eq!(read("(2,5)").as_deref(), Some("C4"));
        assert_eq!(read("( 0 , 0 )").as_deref(), Some("A9"));
        assert_eq!(read("pass").as_deref(), Some("pass"));
        for bad in ["", "(", "(2)", "(2,9)", "(-1,2)", "(2,5", "C10", "I3", "é3"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn types_and_ranges_are_checked() {
        let object = json!({ "n": 3, "x": 2.5, "b": true, "s": "S", "l": [1, 2], "null": null });
        let fields = Fields(object.as_object().unwrap());
        assert_eq!(fields.integer("n", 1..=3), Ok(Some(3)));
        assert_eq!(fields.integer("none", 1..=3), Ok(None));
        assert_eq!(fields.number("n", 0.0..=9.0), Ok(Some(3.0)));
        assert_eq!(fields.integers("l"), Ok(Some(vec![1, 2])));
        assert!(fields.integer("n", 4..=5).is_err() && fields.integer("x", 0..=9).is_err());
        assert!(fields.number("s", 0.0..=9.0).is_err() && fields.flag("n").is_err());
        assert!(fields.integers("n").is_err() && fields.text("b").is_err() && fields.flag("null").is_err());
    }

    #[test]
    fn long_words_are_not_echoed_whole() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"é".repeat(1000)).chars().count(), 201);
    }
}
