//! What the page and the server tell each other.

mod analysis;
mod exercise;
mod fights;
mod game;
mod listed;
mod openings;
mod rank;
mod steered;

use board::{Move, Point, Size};
use serde::{Deserialize, Serialize};
use speech::{Refusal, english};
use tutor::{ColourChoice, Exercise, NewGame, PartnerChoice};

pub use analysis::{Explored, Thinking};
pub use exercise::ExerciseState;
pub use fights::Danger;
#[cfg(test)]
pub use fights::{ClusterShown, FateShown, FightShown, ReadingShown};
pub use game::GameState;
#[cfg(test)]
pub use game::{ClockShown, ClocksShown, CountShown, ObjectionShown, ScoringShown, SideCountShown, Taken};
pub use listed::{ListedGame, ListedReview};
pub use openings::{ComparisonState, ListedOpener, OpenerState, OpenersState, OpeningState, OpeningsRequest};
pub use rank::RankShown;
#[cfg(test)]
pub use steered::SteeredShown;

/// From the page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
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
    /// The move that was warned of is to stand.
    GoAhead {},
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
    /// An exercise for somebody who is new to Go, with all moves tried in it so far.
    Exercise {
        exercise: Exercise,
        #[serde(default)]
        moves: Vec<String>,
    },
    /// About players that learn to open.
    Openings(OpeningsRequest),
}

/// Where a new game goes on from, and with whom.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayFrom {
    /// Moves of the game that is looked at, and moves tried from there.
    pub after: usize,
    #[serde(default)]
    pub moves: Vec<String>,
    pub colour: ColourChoice,
    pub partner: PartnerChoice,
}

/// To the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ServerMessage {
    Game(Box<GameState>),
    Thinking(Thinking),
    Danger(Box<Danger>),
    Hint {
        at: String,
        sentence: String,
    },
    Games {
        games: Vec<ListedGame>,
    },
    Trouble {
        text: String,
    },
    Explored(Explored),
    Exercise(ExerciseState),
    Openers(OpenersState),
    Opener(OpenerState),
    Opening(OpeningState),
    /// A move that was tried is not possible.
    NotExplored {
        number: u64,
        text: String,
    },
}

impl ServerMessage {
    /// Why something was not done.
    pub fn trouble(refusal: &Refusal) -> ServerMessage {
        ServerMessage::Trouble { text: english::refusal(refusal) }
    }

    pub fn text(&self) -> String {
        // Numbers that are none become null; nothing else in these types can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A point, or `pass`.
pub fn parse_move(text: &str, size: Size) -> Result<Move, Refusal> {
    let refusal = |_| Refusal::NotAPoint(text.into());
    Move::parse(text, size).map_err(refusal)
}

pub fn parse_point(text: &str, size: Size) -> Result<Point, Refusal> {
    match parse_move(text, size)? {
        Move::Play(p) => Ok(p),
        Move::Pass => Err(Refusal::NoStone),
    }
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
        assert!(ServerMessage::Thinking(nothing).text().starts_with(r#"{"is":"thinking","#));
        assert_eq!(ServerMessage::Trouble { text: "…".into() }.text(), r#"{"is":"trouble","text":"…"}"#);
    }
}
