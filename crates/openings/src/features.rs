//! What a player sees of each point, by the letters of the paper.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What may be known about a point besides its status, which every player sees (feature A).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// B: the distances to the two nearest edges.
    Edges,
    /// C: the liberties of the block.
    Liberties,
    /// D: the stones of the block.
    Stones,
    /// E: friendly and enemy stones near the block.
    Neighbours,
}

impl Feature {
    pub const ALL: [Feature; 4] = [Feature::Edges, Feature::Liberties, Feature::Stones, Feature::Neighbours];

    pub fn letter(self) -> char {
        ['B', 'C', 'D', 'E'][self as usize]
    }
}

/// The features of a player: A and any of B to E. The paper names its players after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FeatureSet {
    /// One bit per feature from B on.
    bits: u8,
}

impl FeatureSet {
    /// A alone.
    pub const STATUS: FeatureSet = FeatureSet { bits: 0 };

    /// The 16 players of the paper, those with fewer features first.
    pub fn all() -> Vec<FeatureSet> {
        let mut all: Vec<FeatureSet> = (0..16).map(|bits| FeatureSet { bits }).collect();
        all.sort_by_key(|set| (set.bits.count_ones(), set.to_string()));
        all
    }

    pub fn contains(self, feature: Feature) -> bool {
        self.bits & 1 << feature as u8 != 0
    }

    pub fn with(self, feature: Feature) -> FeatureSet {
        FeatureSet { bits: self.bits | 1 << feature as u8 }
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("A")?;
        let letters = Feature::ALL.into_iter().filter(|feature| self.contains(*feature));
        letters.map(Feature::letter).try_for_each(|letter| write!(f, "{letter}"))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' names no player: use A and any of the letters B, C, D and E, as in ADE")]
pub struct NotAFeatureSet(pub String);

impl FromStr for FeatureSet {
    type Err = NotAFeatureSet;

    /// Letters in any order and case, each once.
    fn from_str(text: &str) -> Result<FeatureSet, NotAFeatureSet> {
        let wrong = || NotAFeatureSet(text.to_string());
        let upper = text.trim().to_ascii_uppercase();
        let (mut set, mut has_status) = (FeatureSet::STATUS, false);
        for letter in upper.chars() {
            let feature = Feature::ALL.into_iter().find(|feature| feature.letter() == letter);
            match feature {
                None if letter == 'A' && !has_status => has_status = true,
                Some(feature) if !set.contains(feature) => set = set.with(feature),
                _ => return Err(wrong()),
            }
        }
        if has_status { Ok(set) } else { Err(wrong()) }
    }
}

impl TryFrom<String> for FeatureSet {
    type Error = NotAFeatureSet;

    fn try_from(text: String) -> Result<FeatureSet, NotAFeatureSet> {
        text.parse()
    }
}

impl From<FeatureSet> for String {
    fn from(set: FeatureSet) -> String {
        set.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_sixteen_players() {
        let names: Vec<String> = FeatureSet::all().iter().map(FeatureSet::to_string).collect();
        assert_eq!(names.join(" "), "A AB AC AD AE ABC ABD ABE ACD ACE ADE ABCD ABCE ABDE ACDE ABCDE");
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for set in FeatureSet::all() {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        assert_eq!("eda".parse::<FeatureSet>().unwrap().to_string(), "ADE");
        for word in ["", "B", "BCD", "AA", "ABB", "AF", "A B"] {
            assert!(word.parse::<FeatureSet>().is_err(), "{word}");
        }
    }
}
