//! Points as SGF writes them: column and row as letters, rows from the top.

use board::{Move, Point, PointSet, Size};

use crate::sgf::Value;

/// A value that is not a point of the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a point of a {1} board")]
pub struct NotAPoint(pub String, pub Size);

fn point(text: &str, size: Size) -> Option<Point> {
    let &[column, row] = text.trim().as_bytes() else { return None };
    // Capitals stand for lines beyond the 26th.
    let line = |b: u8| b.is_ascii_lowercase().then(|| usize::from(b - b'a'));
    let (x, from_top) = (line(column)?, line(row)?);
    (x < size.width() && from_top < size.height()).then(|| Point::new(x, size.height() - 1 - from_top))
}

/// Reads a point such as `dd`.
pub fn parse_point(text: &str, size: Size) -> Result<Point, NotAPoint> {
    point(text, size).ok_or_else(|| NotAPoint(text.to_string(), size))
}

/// Reads a move: a point, or a pass, which is empty or, as in FF\[3\], `tt`.
pub fn parse_move(text: &str, size: Size) -> Result<Move, NotAPoint> {
    let word = text.trim();
    // No board here has a 20th line, so `tt` is never a point.
    if word.is_empty() || word == "tt" || word.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    parse_point(word, size).map(Move::Play)
}

/// Reads a list of points, where `aa:cc` is a rectangle given by two opposite corners, and an empty value is
/// an empty list.
pub fn point_set(values: &[Value], size: Size) -> Result<PointSet, NotAPoint> {
    let mut set = PointSet::EMPTY;
    for value in values.iter().filter(|v| !v.raw().trim().is_empty()) {
        match value.parts() {
            None => {
                set.insert(parse_point(value.raw(), size)?);
            }
            Some((a, b)) => {
                let (a, b) = (parse_point(a, size)?, parse_point(b, size)?);
                let (left, right) = (a.x().min(b.x()), a.x().max(b.x()));
                for y in a.y().min(b.y())..=a.y().max(b.y()) {
                    (left..=right).for_each(|x| {
                        set.insert(Point::new(x, y));
                    });
                }
            }
        }
    }
    Ok(set)
}

/// Writes a point of a board.
pub fn point_value(p: Point, size: Size) -> Value {
    let letter = |line: usize| char::from(b'a' + line as u8);
    let from_top = size.height().saturating_sub(1 + p.y());
    Value::simple_text(&String::from_iter([letter(p.x()), letter(from_top)]))
}

/// Writes a move; a pass is empty.
pub fn move_value(m: Move, size: Size) -> Value {
    m.point().map_or_else(Value::default, |p| point_value(p, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_from_the_top() {
        let size = Size::new(9, 5).unwrap();
        let read = |text| parse_move(text, size).map(|m| m.to_string()).ok();
        assert_eq!(read("aa").as_deref(), Some("A5"));
        assert_eq!(read(" ie\n").as_deref(), Some("J1"));
        assert_eq!(read("").as_deref(), Some("pass"));
        assert_eq!(read("tt").as_deref(), Some("pass"));
        for bad in ["ja", "af", "AA", "a", "abc", "a1", "éa", "D4"] {
            assert!(parse_move(bad, size).is_err(), "{bad}");
        }
        for p in size.iter() {
            assert_eq!(parse_point(point_value(p, size).raw(), size), Ok(p));
        }
        assert_eq!(move_value(Move::Pass, size).raw(), "");
    }

    #[test]
    fn rectangles_unfold() {
        let size = Size::square(9).unwrap();
        let read = |raw: &[&str]| {
            let values: Vec<Value> = raw.iter().map(|r| Value::from_raw(r).unwrap()).collect();
            point_set(&values, size).map(|set| set.len())
        };
        assert_eq!(read(&["aa:cb", "bb", "ii"]), Ok(7));
        assert_eq!(read(&["cb:aa"]), Ok(6));
        assert_eq!(read(&["aa:ii"]), Ok(81));
        assert_eq!(read(&[""]), Ok(0));
        assert!(read(&["aa:jj"]).is_err() && read(&["aa:"]).is_err() && read(&["tt"]).is_err());
    }
}
