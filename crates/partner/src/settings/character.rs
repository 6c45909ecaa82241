//! Characters: what kinds of moves a partner likes, at any level.
//!
//! A character is weights on the policy, after the online method of Shi, Fan, Li, Hsueh and Ikeda (2021), in a file of
//! `presets/characters`, or those of a player that has learnt to open. It chooses among moves that are good or natural anyway.

use std::fmt;
use std::str::FromStr;

use board::{Colour, MAX_SIDE, Objective, Size};
use search::{DistanceWeights, FeatureWeights, LineWeights, OpeningTaste, PriorWeights};
use serde::Deserialize;

use super::trained::objective;
use super::{UnknownWord, opener, trained};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Character {
    /// No preferences beyond the policy's.
    #[default]
    None,
    Centre,
    Edge,
    /// Answers where the opponent has just played.
    Local,
    /// Plays elsewhere.
    Tenuki,
    Fighting,
    Peaceful,
    Territory,
    Influence,
    /// Opens as it has taught itself.
    Opener,
    /// Has a network that has learnt to count points inside for more.
    CentreTrained,
    EdgeTrained,
    /// Has a network that has learnt not to lose stones.
    DefenceTrained,
    OffenceTrained,
    /// Believes to be ahead.
    Optimist,
    Pessimist,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CharacterSettings {
    pub character: Character,
    /// From 0, which is no character at all, to 1.
    pub strength: f32,
    /// One that is trained plays without the normal network, whatever it loses: to measure it.
    pub alone: bool,
}

impl Default for CharacterSettings {
    fn default() -> CharacterSettings {
        CharacterSettings { character: Character::None, strength: 1.0, alone: false }
    }
}

impl CharacterSettings {
    /// The weights on a board; `None` without a character.
    pub(crate) fn weights(&self, size: Size) -> Option<FeatureWeights> {
        let file = self.character.file().filter(|_| self.strength > 0.0)?;
        // The files are compiled in, and a test reads them.
        let boards: Boards = toml::from_str(file).ok()?;
        let side = size.width().max(size.height());
        let board = boards.board.into_iter().find(|board| side <= board.up_to)?;
        Some(board.weights().powf(self.strength))
    }

    /// What it plays for; `None` for characters that are weights on the policy.
    pub(crate) fn objective(&self, size: Size) -> Option<Objective> {
        objective(self.character, size.width().max(size.height())).filter(|_| self.strength > 0.0)
    }

    /// The network that has learnt to, if there is one.
    pub(crate) fn network(&self) -> Option<&'static str> {
        trained::network(self.character).filter(|_| self.strength > 0.0)
    }

    /// What it has learnt about openings on a board; `None` for those that have learnt nothing.
    pub(crate) fn opening_taste(&self, size: Size) -> Option<OpeningTaste> {
        let learns = self.character == Character::Opener && self.strength > 0.0;
        learns.then(|| opener::taste(size, self.strength)).flatten()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Boards {
    /// From small to large.
    board: Vec<BoardWeights>,
}

/// Weights on boards up to a size. What is missing leaves moves as they are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardWeights {
    up_to: usize,
    /// From the edge; the last one holds for all lines further in.
    #[serde(default)]
    line: Vec<f32>,
    distance: Option<[f32; 7]>,
    contact: Option<[f32; 4]>,
    area: Option<[f32; 3]>,
    /// See `FeatureWeights`.
    yields: f32,
    ends: f32,
}

impl BoardWeights {
    fn weights(&self) -> FeatureWeights {
        let last = self.line.last().copied().unwrap_or(1.0);
        let line = std::array::from_fn(|at| self.line.get(at).copied().unwrap_or(last));
        let none = FeatureWeights::NONE;
        FeatureWeights {
            line: LineWeights(line),
            distance: self.distance.map_or(none.distance, DistanceWeights),
            contact: self.contact.unwrap_or(none.contact),
            area: self.area.unwrap_or(none.area),
            yields: self.yields,
            ends: self.ends,
        }
    }
}

impl Character {
    pub const ALL: [Character; 16] = [
        Character::None,
        Character::Centre,
        Character::Edge,
        Character::Local,
        Character::Tenuki,
        Character::Fighting,
        Character::Peaceful,
        Character::Territory,
        Character::Influence,
        Character::Opener,
        Character::CentreTrained,
        Character::EdgeTrained,
        Character::DefenceTrained,
        Character::OffenceTrained,
        Character::Optimist,
        Character::Pessimist,
    ];

    /// Whether it has an objective of its own, instead of weights on the policy.
    pub fn is_trained(self) -> bool {
        objective(self, MAX_SIDE).is_some()
    }

    /// Its weights on the policy of `side`; `None` if it has none on such a board.
    pub fn weights(self, side: Colour, size: Size) -> Option<PriorWeights> {
        let full = CharacterSettings { character: self, ..CharacterSettings::default() };
        let (features, opening) = (full.weights(size), full.opening_taste(size));
        let any = features.is_some() || opening.is_some();
        any.then_some(PriorWeights { side, distance: None, line: None, features, opening })
    }

    /// Its name in settings.
    pub fn word(self) -> &'static str {
        match self {
            Character::None => "none",
            Character::Centre => "centre",
            Character::Edge => "edge",
            Character::Local => "local",
            Character::Tenuki => "tenuki",
            Character::Fighting => "fighting",
            Character::Peaceful => "peaceful",
            Character::Territory => "territory",
            Character::Influence => "influence",
            Character::Opener => "opener",
            Character::CentreTrained => "centre-trained",
            Character::EdgeTrained => "edge-trained",
            Character::DefenceTrained => "defence-trained",
            Character::OffenceTrained => "offence-trained",
            Character::Optimist => "optimist",
            Character::Pessimist => "pessimist",
        }
    }

    fn file(self) -> Option<&'static str> {
        Some(match self {
            Character::None
            | Character::Opener
            | Character::CentreTrained
            | Character::EdgeTrained
            | Character::DefenceTrained
            | Character::OffenceTrained
            | Character::Optimist
            | Character::Pessimist => return None,
            Character::Centre => include_str!("../../presets/characters/centre.toml"),
            Character::Edge => include_str!("../../presets/characters/edge.toml"),
            Character::Local => include_str!("../../presets/characters/local.toml"),
            Character::Tenuki => include_str!("../../presets/characters/tenuki.toml"),
            Character::Fighting => include_str!("../../presets/characters/fighting.toml"),
            Character::Peaceful => include_str!("../../presets/characters/peaceful.toml"),
            Character::Territory => include_str!("../../presets/characters/territory.toml"),
            Character::Influence => include_str!("../../presets/characters/influence.toml"),
        })
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Character {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Character, UnknownWord> {
        let known = |character: &Character| character.word() == word;
        Character::ALL.into_iter().find(known).ok_or(UnknownWord)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(character: Character, side: usize) -> FeatureWeights {
        CharacterSettings { character, strength: 1.0, alone: false }
            .weights(Size::square(side).unwrap())
            .unwrap()
    }

    #[test]
    fn every_character_has_weights_for_every_board() {
        Character::ALL.into_iter().for_each(|c| assert_eq!(c.word().parse(), Ok(c)));
        for character in Character::ALL.into_iter().filter(|character| character.file().is_some()) {
            for side in 2..=19 {
                let weights = weights(character, side);
                assert_ne!(weights, FeatureWeights::NONE, "{character} on {side}");
                let all = weights.line.0.iter().chain(&weights.distance.0);
                let all = all.chain(&weights.contact).chain(&weights.area);
                assert!(weights.yields >= 0.0 && weights.ends > 0.0, "{character} on {side}");
                assert!(all.clone().all(|weight| (0.1..=10.0).contains(weight)), "{character} on {side}");
            }
        }
        assert_eq!("center".parse::<Character>(), Err(UnknownWord));
    }

    /// The numbers of the paper's section 4.4.1.
    #[test]
    fn centre_and_edge_are_as_published() {
        let line = |character, side| weights(character, side).line.0[..7].to_vec();
        assert_eq!(line(Character::Centre, 19), [0.25, 0.25, 0.5, 1.5, 1.75, 2.0, 2.0]);
        assert_eq!(line(Character::Edge, 19), [2.0, 2.0, 1.5, 0.75, 0.5, 0.25, 0.25]);
        assert_eq!(line(Character::Centre, 13), [0.5, 0.5, 0.5, 2.0, 2.0, 2.0, 2.0]);
        assert_eq!(line(Character::Edge, 13), [2.0, 2.0, 2.0, 0.5, 0.5, 0.5, 0.5]);
        for side in [13, 19] {
            for character in [Character::Centre, Character::Edge] {
                let FeatureWeights { line, yields, ends, .. } = weights(character, side);
                let only_lines = FeatureWeights { line, yields, ends, ..FeatureWeights::NONE };
                assert_eq!(weights(character, side), only_lines);
            }
        }
    }

    #[test]
    fn no_strength_is_no_character() {
        let size = Size::square(9).unwrap();
        let at = |strength| {
            CharacterSettings { character: Character::Centre, strength, alone: false }.weights(size)
        };
        assert_eq!(at(0.0), None);
        let (half, whole) = (at(0.5).unwrap(), at(1.0).unwrap());
        assert!((half.line.0[1].powi(2) - whole.line.0[1]).abs() < 1e-6);
        assert_eq!(CharacterSettings::default().weights(size), None);
        let opener = |strength| {
            CharacterSettings { character: Character::Opener, strength, alone: false }.opening_taste(size)
        };
        assert!(opener(0.0).is_none() && opener(0.5).is_some_and(|taste| taste.strength == 0.5));
        assert!(CharacterSettings::default().opening_taste(size).is_none());
    }
}
