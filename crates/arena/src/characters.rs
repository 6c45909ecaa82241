//! Trained characters at play: where they like to play, what becomes of stones, what they risk, and what it costs.
//!
//! The measurements are those of Shi, Fan, Li, Hsueh and Ikeda (2021), section 6.2, for their offline method, and ours for
//! the characters that they left open.

mod game;
mod heat;
mod report;

pub use game::SeenGame;
pub use heat::fold;
pub use report::report;

use std::fmt;

use partner::Character;
use statistics::Tally;
use statistics::significance::larger_mean;

/// A player of the experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub character: Character,
    /// Without the normal network beside its own.
    pub alone: bool,
}

/// The games of one against the player without a character.
pub struct KindGames {
    pub kind: Kind,
    pub tally: Tally,
    pub games: Vec<SeenGame>,
}

/// What was seen on one board.
pub struct BoardGames {
    pub size: usize,
    pub kinds: Vec<KindGames>,
}

impl Kind {
    pub const NORMAL: Kind = Kind { character: Character::None, alone: false };

    /// Those that are measured on a board, the player without a character first. Networks know boards up to 13×13, and those
    /// that count stones 9×9.
    pub fn on(size: usize) -> Vec<Kind> {
        let mixed = |character| Kind { character, alone: false };
        let mut kinds = vec![Kind::NORMAL, mixed(Character::Centre), mixed(Character::Edge)];
        for character in Character::ALL.into_iter().filter(|c| c.is_trained()) {
            let stones = [Character::DefenceTrained, Character::OffenceTrained].contains(&character);
            if stones && size != 9 {
                continue;
            }
            kinds.push(mixed(character));
            // They have no network that could play alone.
            if ![Character::Optimist, Character::Pessimist].contains(&character) {
                kinds.push(Kind { character, alone: true });
            }
        }
        kinds
    }

    /// Whether it is known by what it risks.
    pub fn is_about_risk(self) -> bool {
        matches!(self.character, Character::None | Character::Optimist | Character::Pessimist)
    }

    /// One word, for folders and tables.
    pub fn word(self) -> String {
        match (self.character, self.alone) {
            (Character::None, _) => "normal".into(),
            (character, true) => format!("{character}-alone"),
            (character, false) => character.to_string(),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.word())
    }
}

impl KindGames {
    /// A number of each game.
    pub fn each(&self, number: impl Fn(&SeenGame) -> f64) -> Vec<f64> {
        self.games.iter().map(number).collect()
    }
}

impl BoardGames {
    pub fn of(&self, character: Character, alone: bool) -> Option<&KindGames> {
        self.kinds.iter().find(|games| games.kind == Kind { character, alone })
    }

    /// How likely it is by chance that the first has this much more of something per game than the second.
    pub fn more(
        &self,
        more: (Character, bool),
        less: (Character, bool),
        number: impl Fn(&SeenGame) -> f64,
    ) -> Option<f64> {
        let (more, less) = (self.of(more.0, more.1)?, self.of(less.0, less.1)?);
        larger_mean(&more.each(&number), &less.each(&number))
    }
}
