//! A game as a player asks for it. These values are saved with the game, and a page sends them as they are.

use std::fmt;

use board::{Board, Colour, NotARank, Position, Rank, Size};
use partner::{Character, SteeringAim};
use serde::{Deserialize, Serialize};

use crate::character;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub size: usize,
    pub colour: ColourChoice,
    #[serde(default)]
    pub handicap: usize,
    /// In points; what is usual under the rules where nothing is said.
    #[serde(default)]
    pub komi: Option<f64>,
    pub rules: String,
    pub partner: PartnerChoice,
    /// No clock where nothing is said.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub clock: Option<ClockChoice>,
    /// Whoever captures that many stones first wins; where nothing is said, points decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub captures: Option<usize>,
    /// An empty board, or handicap stones, where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartStones>,
}

impl PartnerChoice {
    /// The result that the partner steers to, if it does. Who learnt the rules last week has other worries.
    pub fn steering(&self) -> Option<SteeringAim> {
        self.aim.steering().filter(|_| self.strength != Strength::Beginner)
    }

    /// In a word, whom a result is against: a result that was aimed at says nothing about a level.
    pub fn opponent(&self) -> String {
        self.steering().map_or_else(|| self.strength.to_string(), |_| "close".into())
    }
}

impl NewGame {
    /// The rank of a player for whom it is an even game, where the partner has one.
    pub fn players_rank(&self, player: Colour) -> Option<Rank> {
        let Strength::Rank(rank) = self.partner.strength else { return None };
        let stones = u8::try_from(self.handicap).unwrap_or(u8::MAX);
        Some(if player == Colour::Black { rank.weaker(stones) } else { rank.stronger(stones) })
    }
}

/// Stones that a game begins with, where it goes on from a position of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StartStones {
    /// Every point from the top left: `.`, `X` or `O`.
    pub stones: String,
    pub white_first: bool,
}

impl StartStones {
    pub fn of(position: &Position) -> StartStones {
        let sign = |p| match position.board().colour(p) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        };
        StartStones {
            stones: position.size().iter_from_top().map(sign).collect(),
            white_first: position.to_move() == Colour::White,
        }
    }

    /// The stones on a board of this size; `None` where they cannot be on one.
    pub fn board(&self, size: Size) -> Option<Board> {
        let stones = size.iter_from_top().zip(self.stones.chars()).filter_map(|(p, sign)| match sign {
            'X' => Some((Colour::Black, p)),
            'O' => Some((Colour::White, p)),
            _ => None,
        });
        Board::with_stones(size, stones).filter(|_| self.stones.len() == size.points())
    }

    pub fn to_move(&self) -> Colour {
        if self.white_first { Colour::White } else { Colour::Black }
    }
}

/// A clock with byo-yomi, in seconds. Without periods, all moves are within the main time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ClockChoice {
    pub main: f64,
    pub periods: u32,
    pub period: f64,
}

/// What the player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ColourChoice {
    Black,
    White,
    /// Either, by lot.
    Nigiri,
}

/// The partner in plain words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PartnerChoice {
    pub strength: Strength,
    /// It never takes longer for a move.
    pub seconds: f64,
    pub aim: ObjectiveChoice,
    /// With an aim for the result: the strength is only where it begins, and it finds out whom it plays with.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub adapts: bool,
    /// What kinds of moves it likes.
    #[serde(default, with = "character", skip_serializing_if = "character::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub character: Character,
    /// At a rank: whether it takes as long for a move as a person would.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub waits: bool,
}

/// How strong the partner is: a rank such as `12k`, or one of these words. Games of older programs have the words between
/// `gentle` and `strong`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub enum Strength {
    /// Somebody who learnt the rules last week.
    Beginner,
    Gentle,
    Easy,
    Medium,
    Strong,
    Strongest,
    /// Like a person of that rank.
    Rank(Rank),
}

const STRENGTHS: [(&str, Strength); 6] = [
    ("beginner", Strength::Beginner),
    ("gentle", Strength::Gentle),
    ("easy", Strength::Easy),
    ("medium", Strength::Medium),
    ("strong", Strength::Strong),
    ("strongest", Strength::Strongest),
];

/// As files and messages have it.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self, STRENGTHS.iter().find(|(_, strength)| strength == self)) {
            (Strength::Rank(rank), _) => write!(f, "{rank}"),
            (_, word) => f.write_str(word.map_or("", |(word, _)| word)),
        }
    }
}

impl From<Strength> for String {
    fn from(strength: Strength) -> String {
        strength.to_string()
    }
}

impl TryFrom<String> for Strength {
    type Error = NotARank;

    fn try_from(text: String) -> Result<Strength, NotARank> {
        match STRENGTHS.iter().find(|(word, _)| *word == text) {
            Some((_, strength)) => Ok(*strength),
            None => text.parse().map(Strength::Rank),
        }
    }
}

/// What the partner plays for: to win, by the names of its presets, or towards a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ObjectiveChoice {
    Win,
    Points,
    Greedy,
    Recover,
    /// To win or to lose by a little, one as often as the other.
    Close,
    LoseByLittle,
    WinByLittle,
    /// To lead until the endgame.
    Lead,
}

impl ObjectiveChoice {
    /// The name of its preset.
    pub fn preset(self) -> &'static str {
        match self {
            ObjectiveChoice::Win => "win",
            ObjectiveChoice::Points => "points",
            ObjectiveChoice::Greedy => "greedy",
            ObjectiveChoice::Recover => "recover",
            ObjectiveChoice::Close
            | ObjectiveChoice::LoseByLittle
            | ObjectiveChoice::WinByLittle
            | ObjectiveChoice::Lead => "gentle",
        }
    }

    /// The result that the game is steered to, if it is.
    pub fn steering(self) -> Option<SteeringAim> {
        match self {
            ObjectiveChoice::Close => Some(SteeringAim::Half),
            ObjectiveChoice::LoseByLittle => Some(SteeringAim::Lose),
            ObjectiveChoice::WinByLittle => Some(SteeringAim::Win),
            ObjectiveChoice::Lead => Some(SteeringAim::Lead),
            ObjectiveChoice::Win
            | ObjectiveChoice::Points
            | ObjectiveChoice::Greedy
            | ObjectiveChoice::Recover => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Playing,
    Counting,
    Over,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_are_words_or_ranks() {
        for text in ["beginner", "gentle", "strongest", "30k", "1k", "1d", "9d"] {
            let json = format!("\"{text}\"");
            let strength: Strength = serde_json::from_str(&json).unwrap();
            assert_eq!(serde_json::to_string(&strength).unwrap(), json);
        }
        for bad in ["31k", "0d", "10d", "", "Gentle"] {
            let error = serde_json::from_str::<Strength>(&format!("\"{bad}\"")).unwrap_err().to_string();
            assert!(error.contains("30k to 1k or 1d to 9d"), "{error}");
        }
    }
}
