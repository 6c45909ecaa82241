//! What the page and the server tell each other.

use serde::{Deserialize, Serialize};

use crate::listed::Listed;

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
    /// The partner may resign, as it would have but for teaching.
    LetResign {},
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
    /// The count is right, or is to be so although the partner objects.
    Agree {},
    /// There is something left to play.
    PlayOn {},
    /// Whether the partner says what the player's moves cost.
    Teach {
        on: bool,
    },
    /// Whether the partner looks for fights when it is not its turn.
    Danger {
        on: bool,
    },
    /// Goes to a move that was played at some time, by its place in the tree of moves; to the beginning without one.
    Go {
        to: Option<usize>,
    },
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
    /// Thinks about a position of the game that is looked at, with moves tried from there. The page numbers what it asks.
    Explore {
        after: usize,
        #[serde(default)]
        moves: Vec<String>,
        number: u64,
    },
    StopExploring {},
    /// A new game with the partner, from a position of the game that is looked at.
    PlayFrom(PlayFrom),
    /// Whether it is told whose points are whose on the player's turn.
    Territory {
        on: bool,
    },
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
    /// No clock where nothing is said.
    #[serde(default)]
    pub clock: Option<ClockWish>,
    /// An empty board, or handicap stones, where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<StartStones>,
}

/// Stones that a game begins with, where it goes on from a position of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartStones {
    /// Every point from the top left: `.`, `X` or `O`.
    pub stones: String,
    pub white_first: bool,
}

/// Where a new game goes on from, and with whom.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayFrom {
    /// Moves of the game that is looked at, and moves tried from there.
    pub after: usize,
    #[serde(default)]
    pub moves: Vec<String>,
    pub colour: Seat,
    pub partner: PartnerWish,
}

/// A clock with byo-yomi, in seconds. Without periods, all moves are within the main time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockWish {
    pub main: f64,
    pub periods: u32,
    pub period: f64,
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
    Danger(Box<Danger>),
    Hint {
        at: String,
        sentence: String,
    },
    Games {
        games: Vec<Listed>,
    },
    Trouble {
        text: String,
    },
    Explored(Explored),
    /// A move that was tried is not possible.
    NotExplored {
        number: u64,
        text: String,
    },
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
    /// What the partner holds against the count.
    pub objection: Option<ObjectionShown>,
    /// How the score comes about.
    pub count: Option<Count>,
    pub result: Option<String>,
    /// Whether the partner plays on only because it teaches.
    pub would_resign: bool,
    /// The partner's sentence on its last move, the reason in a word, and the moves it chose among.
    pub said: Option<String>,
    pub reason: Option<String>,
    pub table: Vec<Thought>,
    pub graph: Vec<Judged>,
    /// On the player's last move, where it was judged; and what the moves on the board cost, by their numbers.
    pub lesson: Option<Lesson>,
    /// The stones before the move that the lesson is on, as `stones` has them.
    pub before: Option<String>,
    pub costs: Vec<(usize, f32)>,
    /// Every move that was tried, with the place of the one before it, and the place of the one that is on the board.
    pub tree: Vec<(Option<usize>, String)>,
    pub here: Option<usize>,
    pub clocks: Option<Clocks>,
}

/// Why the partner does not agree to a count yet, about which stones, and the count as it sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ObjectionShown {
    pub sentence: String,
    pub stones: Vec<String>,
    pub score: String,
}

/// What a move of the player's cost, in points and of the win rate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    pub number: usize,
    pub at: String,
    pub cost: f32,
    pub chance: f32,
    /// What the partner would have played, and how it would have gone on; `None` where nothing was better.
    pub better: Option<Vec<String>>,
    /// Whether the partner itself had named the move.
    #[serde(default)]
    pub named: bool,
    /// All of it in words. Games that were kept by older programs have none.
    #[serde(default)]
    pub sentence: String,
}

/// Why the partner played a move: a sentence, the reason in a word, and the moves it chose among, its own first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Why {
    pub sentence: String,
    /// Games that were kept by older programs have none.
    #[serde(default)]
    pub reason: Option<String>,
    pub table: Vec<Thought>,
}

/// What both clocks show, and which one runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Clocks {
    pub wish: ClockWish,
    pub black: ClockShown,
    pub white: ClockShown,
    pub running: Option<&'static str>,
}

/// Seconds, and periods once the main time is over.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ClockShown {
    pub left: f64,
    pub periods: Option<u32>,
}

/// How a game may end, and what decides it. Scores are Black's, komi included.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Danger {
    /// Moves on the board.
    pub number: usize,
    pub playouts: u64,
    /// Playouts that will be made.
    pub of: u64,
    /// Black's win rate and score lead in the partner's own eyes; all that follows agrees with them.
    pub black_wins: f32,
    pub lead: f32,
    /// Black's share of the playouts where it is another opinion.
    pub second_opinion: Option<f32>,
    /// Each score with its share.
    pub scores: Vec<(f64, f64)>,
    pub clusters: Vec<ClusterShown>,
    /// One statement for each group of stones, the largest open ones first.
    pub fights: Vec<FightShown>,
}

/// A way for the game to end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClusterShown {
    pub low: f64,
    pub high: f64,
    /// The median of the scores between these.
    pub score: f64,
    pub weight: f64,
    /// From the top left, in hundredths: how much it takes that Black holds the point, or White, below 0.
    pub critical: Vec<i8>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FightShown {
    pub points: Vec<String>,
    pub black: Vec<Vec<String>>,
    pub white: Vec<Vec<String>>,
    /// Where it is, in a player's words.
    pub place: String,
    /// Points between winning and losing it.
    pub worth: f64,
    /// How likely Black wins it in the partner's own eyes; means nothing where both live.
    pub black_wins: f32,
    pub fate: FateShown,
    /// How likely Black wins it in playouts, where that is another opinion.
    pub second_opinion: Option<f32>,
    /// Stones that may be captured.
    pub in_danger: Vec<String>,
    /// What the partner would play there.
    pub sequence: Vec<String>,
    /// What it comes to when Black begins it, and when White does; nothing until it was read out.
    pub readings: Vec<ReadingShown>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FateShown {
    Open,
    /// One side has it with at least 90%, and playouts agree.
    Settled,
    BothLive,
}

/// A fight that was read out by itself.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReadingShown {
    pub first: &'static str,
    pub black_wins: f32,
    pub sequence: Vec<String>,
}

/// A score as players add it up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Count {
    /// `area` or `territory`.
    pub scoring: &'static str,
    pub black: CountOfSide,
    pub white: CountOfSide,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CountOfSide {
    /// Living stones: counted under area scoring.
    pub stones: usize,
    pub territory: usize,
    /// Captured and dead stones of the other side: counted under territory scoring.
    pub prisoners: usize,
    /// Points that the rules do not count: in seki, or two for each group.
    pub tax: usize,
    pub komi: f64,
    /// What the rules give White for handicap stones, and half a point for the first pass.
    pub handicap: f64,
    pub button: f64,
    pub total: f64,
}

/// What the partner thinks of a position that is looked at again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explored {
    pub number: u64,
    #[serde(flatten)]
    pub thinking: Thinking,
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
    /// The standard deviation of the final score, in points: how much is still open.
    pub spread: f32,
    pub candidates: Vec<Thought>,
    pub owners: Option<Vec<f32>>,
    /// Black's chance over bonus points for Black.
    pub curve: Vec<(f32, f32)>,
}

/// A move the partner thinks of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thought {
    pub at: String,
    pub visits: u64,
    pub win_rate: f32,
    pub lead: f32,
    pub prior: f32,
    pub variation: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page looks at the beginning of a message to know what it need not read.
    #[test]
    fn messages_begin_with_what_they_are() {
        let nothing = Thinking {
            visits: 0,
            win_rate: 0.5,
            lead: 0.0,
            spread: 0.0,
            candidates: Vec::new(),
            owners: None,
            curve: Vec::new(),
        };
        assert!(Tell::Thinking(nothing).text().starts_with(r#"{"is":"thinking","#));
        assert_eq!(Tell::Trouble { text: "…".into() }.text(), r#"{"is":"trouble","text":"…"}"#);
    }
}
