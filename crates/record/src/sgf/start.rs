//! Finds the start of a game in a file that may contain other text: mail headers, remarks between games.

/// The first place from `from` on where a game begins: `(;`, with or without space between, or a bracket
/// directly followed by a property, which some programs write.
pub(super) fn find(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|b| *b == b'(')?;
        let inside = &bytes[at + 1..];
        let next = inside.iter().position(|b| !is_space(*b)).map(|i| inside[i]);
        if next == Some(b';') || begins_with_property(inside) {
            return Some(at);
        }
        at += 1;
    }
}

/// Two capitals and a bracket, as in `FF[`. Stricter than elsewhere, because remarks contain brackets too.
fn begins_with_property(bytes: &[u8]) -> bool {
    matches!(bytes, [a, b, b'[', ..] if a.is_ascii_uppercase() && b.is_ascii_uppercase())
}

/// White space, and the control characters that some files have instead.
pub(super) fn is_space(byte: u8) -> bool {
    byte <= b' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_no_games() {
        assert_eq!(find(b"(see [1]) (;)", 0), Some(10));
        assert_eq!(find(b"a ( \n ;B[aa])", 0), Some(2));
        assert_eq!(find(b"(FF[4];B[aa])", 0), Some(0));
        assert_eq!(find(b"((;B[aa]))", 0), Some(1));
        assert_eq!(find(b"(;)", 1), None);
        assert_eq!(find(b"(", 0), None);
        assert_eq!(find(b"", 7), None);
    }
}
