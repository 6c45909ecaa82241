//! What the page and the server tell each other.

use serde::{Deserialize, Serialize};

use crate::library::Listed;

/// From the page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    New(NewGame),
    /// A game of before.
    Open {
        game: String,
    },
    /// A point, or `pass`.
    Play {
        at: String,
    },
    /// Takes back the own last move, and what the partner answered.
    Undo {},
    Resign {},
    /// What the partner would do.
    Hint {},
    /// Whether the partner thinks aloud while it is not its turn.
    Look {
        on: bool,
    },
    /// Calls a chain dead, or alive again, before the count.
    Dead {
        at: String,
    },
    /// The count is right.
    Agree {},
    /// There is something left to play.
    PlayOn {},
    /// All games of the user.
    Games {},
    /// Takes a game out of the list, or puts it in again.
    Delete {
        game: String,
    },
    Restore {
        game: String,
    },
    /// Looks at a game again; with `start` it is reviewed unless it was before.
    Review {
        game: String,
        start: bool,
    },
    /// The game that was looked at is put away.
    CloseReview {},
}

/// A game as a player asks for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub size: usize,
    pub colour: Seat,
    #[serde(default)]
    pub handicap: usize,
    /// In points; what is usual under the rules where nothing is said.
    #[serde(default)]
    pub komi: Option<f64>,
    pub rules: String,
    pub partner: PartnerWish,
}

/// What the player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    Black,
    White,
    /// Whatever comes.
    Nigiri,
}

/// The partner in plain words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartnerWish {
    pub strength: Strength,
    /// It never takes longer for a move.
    pub seconds: f64,
    pub aim: AimWish,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    Gentle,
    Easy,
    Medium,
    Strong,
    Strongest,
}

/// What the partner plays for, by the names of its presets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AimWish {
    Win,
    Points,
    Greedy,
    Recover,
}

/// To the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Tell {
    Game(Box<GameState>),
    Thinking(Thinking),
    Hint { at: String, sentence: String },
    Games { games: Vec<Listed> },
    Trouble { text: String },
}

impl Tell {
    pub fn text(&self) -> String {
        // Numbers that are none become null; nothing else in these types can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Playing,
    Counting,
    Over,
}

/// All that there is to know of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameState {
    pub id: String,
    pub size: usize,
    pub komi: f64,
    pub rules: String,
    pub handicap: usize,
    pub partner: PartnerWish,
    pub you: &'static str,
    pub to_move: &'static str,
    pub phase: Phase,
    /// Whether the partner is about to move.
    pub thinking: bool,
    pub moves: Vec<(&'static str, String)>,
    /// Every point from the top left: `.`, `X` or `O`.
    pub stones: String,
    pub taken: Taken,
    pub dead: Vec<String>,
    /// Whose every point is, once the game is counted.
    pub owners: Option<String>,
    pub score: Option<String>,
    pub result: Option<String>,
    /// The partner's sentence on its last move.
    pub said: Option<String>,
    pub graph: Vec<Judged>,
}

/// Stones that each side has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Taken {
    pub black: usize,
    pub white: usize,
}

/// What the partner thought after so many moves: Black's chance, and Black's lead.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged(pub usize, pub f32, pub f32);

/// What the partner thinks at the moment; chances, leads and owners are Black's.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thinking {
    pub visits: u64,
    pub win_rate: f32,
    pub lead: f32,
    pub candidates: Vec<Thought>,
    pub owners: Option<Vec<f32>>,
}

/// A move the partner thinks of.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    pub at: String,
    pub visits: u64,
    pub win_rate: f32,
    pub lead: f32,
    pub prior: f32,
    pub variation: Vec<String>,
}
