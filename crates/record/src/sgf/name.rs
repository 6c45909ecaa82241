//! Property names, and those that this project uses.

use std::fmt;
use std::str::FromStr;

/// The name of a property: capital letters, and digits after the first letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    len: u8,
    letters: [u8; Name::MAX],
}

/// A word that cannot be a property name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a property name: use 1 to {max} capital letters", max = Name::MAX)]
pub struct NotAName(pub String);

impl Name {
    /// Standard names have two letters; the longest we have seen in files has nine. Stored inline, because a
    /// game of 300 moves has 300 names.
    pub const MAX: usize = 31;

    const fn checked(word: &[u8]) -> Option<Name> {
        if word.is_empty() || word.len() > Name::MAX || !word[0].is_ascii_uppercase() {
            return None;
        }
        let mut letters = [0; Name::MAX];
        let mut i = 0;
        while i < word.len() {
            if !word[i].is_ascii_uppercase() && !word[i].is_ascii_digit() {
                return None;
            }
            letters[i] = word[i];
            i += 1;
        }
        Some(Name { len: word.len() as u8, letters })
    }

    /// The name of a property as written in a file. Lower-case letters do not count, as in `AddBlack` for
    /// `AB`, which FF\[3\] and older allow; a name in lower case only is read as upper case.
    pub(super) fn from_file(word: &str) -> Option<Name> {
        let counts = |b: &u8| !b.is_ascii_lowercase();
        let mut letters = [0; Name::MAX + 1];
        let mut len = 0;
        let all_small = !word.bytes().any(|b| b.is_ascii_uppercase());
        for b in word.bytes().filter(|b| all_small || counts(b)) {
            *letters.get_mut(len)? = b.to_ascii_uppercase();
            len += 1;
        }
        // A digit may now be in front.
        let first = letters[..len].iter().position(|b| b.is_ascii_uppercase())?;
        Name::checked(&letters[first..len])
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.letters[..self.len as usize]).unwrap_or_default()
    }
}

impl FromStr for Name {
    type Err = NotAName;

    fn from_str(word: &str) -> Result<Name, NotAName> {
        Name::checked(word.as_bytes()).ok_or_else(|| NotAName(word.to_string()))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! names {
    ($($(#[$about:meta])* $name:ident)*) => {
        $(
            $(#[$about])*
            pub const $name: Name = match Name::checked(stringify!($name).as_bytes()) {
                Some(name) => name,
                None => panic!("not a name"),
            };
        )*
    };
}

names! {
    /// Add black stones.
    AB
    /// Add empty points: removes stones.
    AE
    /// The program that wrote the file.
    AP
    /// Add white stones.
    AW
    /// Black's move.
    B
    /// A bad move.
    BM
    /// Black's rank.
    BR
    /// Comment.
    C
    /// Character set of the file.
    CA
    /// Points with a circle.
    CR
    /// A doubtful move.
    DO
    /// Date of the game.
    DT
    /// Event.
    EV
    /// File format.
    FF
    /// Which game: Go is 1.
    GM
    /// Handicap.
    HA
    /// An interesting move.
    IT
    /// Komi.
    KM
    /// Labels on points.
    LB
    /// Points with a cross.
    MA
    /// Name of the node.
    N
    /// Black's name.
    PB
    /// Place of the game.
    PC
    /// Player to move.
    PL
    /// White's name.
    PW
    /// Result.
    RE
    /// Round.
    RO
    /// Rules.
    RU
    /// Black's win rate in percent, for Sabaki.
    SBKV
    /// Selected points.
    SL
    /// Points with a square.
    SQ
    /// Board size.
    SZ
    /// A good move.
    TE
    /// Points with a triangle.
    TR
    /// Value of the node.
    V
    /// White's move.
    W
    /// White's rank.
    WR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_capitals() {
        assert_eq!("AB".parse(), Ok(AB));
        assert_eq!(AB.to_string(), "AB");
        for bad in ["", "ab", "1A", "A-B", "É", &"A".repeat(32)] {
            assert!(bad.parse::<Name>().is_err(), "{bad}");
        }
    }

    #[test]
    fn small_letters_do_not_count() {
        let read = |word: &str| Name::from_file(word).map(|n| n.to_string());
        assert_eq!(read("AddBlack").as_deref(), Some("AB"));
        assert_eq!(read("Black").as_deref(), Some("B"));
        assert_eq!(read("black").as_deref(), Some("BLACK"));
        assert_eq!(read("x1A").as_deref(), Some("A"));
        assert_eq!(read(&"A".repeat(31)).as_deref(), Some("A".repeat(31).as_str()));
        assert_eq!(read(&"A".repeat(32)), None);
        assert_eq!(read(&"a".repeat(99)), None);
    }
}
