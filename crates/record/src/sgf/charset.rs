//! Decodes bytes to text.
//!
//! The whole file is decoded before it is parsed: in older Chinese and Japanese character sets, the second
//! byte of a character may be the code of `]` or `\`, and only decoding tells them apart.

use std::borrow::Cow;

use encoding_rs::{Encoding, REPLACEMENT, UTF_16BE, UTF_16LE};

use super::guess::guess;
use super::{Name, name, start};

/// How a character set was determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    ByteOrderMark,
    /// The property `CA`.
    Declared,
    /// No `CA`, or an unknown one.
    Guessed,
}

/// How the bytes of a file were decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charset {
    /// Its name in the web's Encoding Standard.
    pub name: &'static str,
    pub origin: Origin,
    /// Whether some bytes were invalid in this character set and became U+FFFD.
    pub damaged: bool,
}

impl Charset {
    /// What we write.
    pub(super) const OURS: Charset = Charset { name: "UTF-8", origin: Origin::Declared, damaged: false };
}

pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Charset) {
    let (encoding, origin, skip) = match Encoding::for_bom(bytes) {
        Some((encoding, len)) => (encoding, Origin::ByteOrderMark, len),
        None => match declared(bytes) {
            Some(encoding) => (encoding, Origin::Declared, 0),
            None => (guess(bytes), Origin::Guessed, 0),
        },
    };
    let (text, damaged) = encoding.decode_without_bom_handling(&bytes[skip..]);
    (text, Charset { name: encoding.name(), origin, damaged })
}

/// The character set named by `CA` in the first root, if known.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let label = first_charset(bytes)?.trim_ascii();
    let known = match label.to_ascii_lowercase().as_slice() {
        b"cp932" => Some(encoding_rs::SHIFT_JIS),
        b"cp936" => Some(encoding_rs::GBK),
        b"cp949" => Some(encoding_rs::EUC_KR),
        b"cp950" => Some(encoding_rs::BIG5),
        _ => Encoding::for_label(label),
    };
    // In UTF-16 we could not have found the label, so the label is wrong.
    known.filter(|e| ![REPLACEMENT, UTF_16BE, UTF_16LE].contains(e))
}

/// The raw value of `CA` in the first node, found before anything is decoded.
fn first_charset(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = &bytes[start::find(bytes, 0)? + 1..];
    let mut word: &[u8] = b"";
    let mut nodes = 0;
    loop {
        match *rest.first()? {
            b'(' | b')' => return None,
            b';' if nodes == 1 => return None,
            b';' => {
                nodes += 1;
                rest = &rest[1..];
            }
            b'[' => {
                let (value, after) = split_value(&rest[1..]);
                if is_charset(word) {
                    return Some(value);
                }
                rest = after;
            }
            b if b.is_ascii_alphanumeric() => {
                let len = rest.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len());
                (word, rest) = rest.split_at(len);
            }
            _ => rest = &rest[1..],
        }
    }
}

fn is_charset(word: &[u8]) -> bool {
    let read = std::str::from_utf8(word).ok().and_then(Name::from_file);
    read == Some(name::CA)
}

fn split_value(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut escaped = false;
    let end = bytes.iter().position(|b| {
        let end = *b == b']' && !escaped;
        escaped = *b == b'\\' && !escaped;
        end
    });
    match end {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], text: &str, name: &str, origin: Origin) {
        let (read, charset) = decode(bytes);
        assert_eq!((&*read, charset.name, charset.origin), (text, name, origin));
        assert!(!charset.damaged);
    }

    #[test]
    fn ca_decides() {
        check(b"(;CA[gb2312]PB[\xc9\xf1])", "(;CA[gb2312]PB[神])", "GBK", Origin::Declared);
        // The second byte of this character is the code of a backslash.
        check(b"(;CA[Shift_JIS]PB[\x95\x5c])", "(;CA[Shift_JIS]PB[表])", "Shift_JIS", Origin::Declared);
        check(b"(;PB[\xe9]CA[ISO-8859-1])", "(;PB[é]CA[ISO-8859-1])", "windows-1252", Origin::Declared);
        check(b"x (;ChAr[ utf8 ];)", "x (;ChAr[ utf8 ];)", "UTF-8", Origin::Declared);
        check(b"(;CA[cp949]PB[\xc0\xcc])", "(;CA[cp949]PB[이])", "EUC-KR", Origin::Declared);
    }

    #[test]
    fn without_ca_we_guess() {
        check("(;PB[é])".as_bytes(), "(;PB[é])", "UTF-8", Origin::Guessed);
        check(b"(;PB[\xe9])", "(;PB[é])", "windows-1252", Origin::Guessed);
        check(b"(;PB[\xe9]CA[klingon])", "(;PB[é]CA[klingon])", "windows-1252", Origin::Guessed);
        check(
            b"(;C[CA[gbk\\]];CA[gbk]PB[\xe9])",
            "(;C[CA[gbk\\]];CA[gbk]PB[é])",
            "windows-1252",
            Origin::Guessed,
        );
        check(b"(;CA[utf-16]PB[x])", "(;CA[utf-16]PB[x])", "UTF-8", Origin::Guessed);
    }

    #[test]
    fn byte_order_marks_win() {
        check(b"\xef\xbb\xbf(;CA[gbk])", "(;CA[gbk])", "UTF-8", Origin::ByteOrderMark);
        check(b"\xff\xfe(\0;\0)\0", "(;)", "UTF-16LE", Origin::ByteOrderMark);
    }

    #[test]
    fn damage_is_told() {
        let (text, charset) = decode(b"(;CA[UTF-8]PB[\xe9])");
        assert_eq!(text, "(;CA[UTF-8]PB[\u{fffd}])");
        assert!(charset.damaged);
    }
}
