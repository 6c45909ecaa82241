//! Lines of bounded length.

use std::io::{self, BufRead};

/// Longer lines are refused; the longest games fit a hundred times.
pub(crate) const LONGEST: usize = 10_000_000;

#[derive(Debug, PartialEq)]
pub(crate) enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// Reads a line and drops what exceeds the limit; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut kept: Vec<u8> = Vec::new();
    let (mut too_long, mut any) = (false, false);
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|b| *b == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        too_long |= kept.len() + part.len() > longest;
        if too_long {
            kept = Vec::new();
        } else {
            kept.extend(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (any, too_long) {
        (false, _) => None,
        (true, true) => Some(Line::TooLong),
        (true, false) => Some(Line::Whole(kept)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_dropped_and_the_next_one_read() {
        let mut input = io::BufReader::with_capacity(3, &b"abcdef\nxyz\n\nend"[..]);
        let mut next = || read_line(&mut input, 5).unwrap();
        assert_eq!(next(), Some(Line::TooLong));
        for line in ["xyz", "", "end"] {
            assert_eq!(next(), Some(Line::Whole(line.into())));
        }
        assert_eq!(next(), None);
    }
}
