//! The name of a player that learns to open.

use std::fmt;
use std::str::FromStr;

use openings::{FeatureSet, OpeningRules, Settings};
use speech::Refusal;

/// What a player sees, and its board: there is one player of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OpenerId {
    pub size: usize,
    pub features: FeatureSet,
}

impl OpenerId {
    /// The usual settings, so that `shidogo openings learn` makes the same player.
    pub fn settings(self) -> Settings {
        Settings { features: self.features, opening: OpeningRules::on(self.size), ..Settings::default() }
    }

    pub fn of(settings: &Settings) -> OpenerId {
        OpenerId { size: settings.opening.size, features: settings.features }
    }
}

impl fmt::Display for OpenerId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-{size}x{size}", self.features, size = self.size)
    }
}

impl FromStr for OpenerId {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<OpenerId, Refusal> {
        let wrong = || Refusal::NotAnOpener(text.into());
        let (features, board) = text.split_once('-').ok_or_else(wrong)?;
        let (width, height) = board.split_once('x').ok_or_else(wrong)?;
        let size: usize = width.parse().map_err(|_| wrong())?;
        let id = OpenerId { size, features: features.parse().map_err(|_| wrong())? };
        // One name for one file, on whatever system.
        if width != height || id.to_string() != text {
            return Err(wrong());
        }
        if (5..=19).contains(&size) { Ok(id) } else { Err(Refusal::BoardSize) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["A-9x9", "ADE-13x13", "ABCDE-5x5"] {
            assert_eq!(name.parse::<OpenerId>().unwrap().to_string(), name);
        }
        for name in [
            "", "A", "A-9", "A-9x8", "B-9x9", "ade-9x9", "EDA-9x9", "A-09x09", "../A-9x9", "A-9x9/", "random",
        ] {
            assert_eq!(name.parse::<OpenerId>(), Err(Refusal::NotAnOpener(name.into())));
        }
        assert_eq!("A-4x4".parse::<OpenerId>(), Err(Refusal::BoardSize));
        assert_eq!("A-99999x99999".parse::<OpenerId>(), Err(Refusal::BoardSize));
    }
}
