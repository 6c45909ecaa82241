//! Players that learn to open, for a page.

use board::{Colour, Position};
use openings::{Learner, MoveValue, Opener, Player, play};
use serde::{Deserialize, Serialize};
use statistics::Tally;
use tutor::PartnerChoice;

use super::game::stones;

/// What a page asks about players that learn to open. They are named by what they see and their board, as in `ADE-9x9`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningsRequest {
    /// All players; whatever changes is told from then on.
    Watch {},
    /// Nothing more is told. Who learns goes on.
    Leave {},
    /// What a player believes.
    Show {
        player: String,
    },
    /// A player starts to learn, or goes on. Only one learns at a time.
    Learn {
        player: String,
    },
    Pause {},
    /// Removes a player, or its damaged file.
    Forget {
        player: String,
    },
    /// An opening against a player, with all its moves so far.
    Play {
        player: String,
        colour: Colour,
        moves: Vec<String>,
    },
    /// A game with the partner that goes on from an opening.
    Continue {
        player: String,
        colour: Colour,
        moves: Vec<String>,
        partner: PartnerChoice,
    },
    /// Games between two players, of whom one may be `random`.
    Compare {
        first: String,
        second: String,
    },
    StopComparing {},
}

/// All players.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenersState {
    pub players: Vec<ListedOpener>,
    /// Files that cannot be read, by the names of their players, and why.
    pub refused: Vec<(String, String)>,
    /// Who learns.
    pub learning: Option<String>,
    pub comparison: Option<ComparisonState>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedOpener {
    pub player: String,
    pub size: usize,
    /// Games that it has learnt from, and when it stops.
    pub games: u64,
    pub of: u64,
}

/// How two players compare.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComparisonState {
    pub first: String,
    pub second: String,
    pub running: bool,
    /// Games to play.
    pub of: u32,
    /// Those that the first one won, those that nobody won, and those that the second one won.
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The first one's share, and its 95% interval.
    pub score: Option<(f64, f64, f64)>,
}

impl ComparisonState {
    pub fn new(first: String, second: String, of: u32, running: bool, tally: &Tally) -> ComparisonState {
        ComparisonState {
            first,
            second,
            running,
            of,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score().map(|score| (score.value, score.low, score.high)),
        }
    }
}

/// What a player believes, and how far it has learnt.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenerState {
    pub player: String,
    pub size: usize,
    pub games: u64,
    pub of: u64,
    /// Its learning curve: games so far, by how many points it was wrong about the results of the last ones, and by how
    /// many it would have been if it had always expected a draw on the board.
    pub curve: Vec<(u64, f32, f32)>,
    /// What Black can expect of each first move, in points without komi, from the top left.
    pub values: Vec<Option<f32>>,
    /// How it opens against itself.
    pub line: Vec<String>,
}

impl OpenerState {
    pub fn of(player: String, learner: &Learner) -> OpenerState {
        let (opener, start) = (learner.opener(), learner.start());
        let us = Player::Learned(opener, 0.0);
        // The same seed, so that symmetric moves do not alternate.
        let line = play([us; 2], start, learner.settings().opening.moves, 1);
        let line = line.map_or(Vec::new(), |position| position.moves().to_vec());
        let (curve, mut games) = (learner.curve(), 0);
        // A few games say little: the last point waits until it has as many as the first.
        let whole = curve.iter().filter(|bucket| bucket.games >= curve[0].games);
        let curve = whole.map(|bucket| {
            games += bucket.games;
            (games, bucket.error(), (bucket.squared_outcome / bucket.games.max(1) as f32).sqrt())
        });
        OpenerState {
            player,
            size: start.size().width(),
            games: learner.games(),
            of: learner.settings().learning.games,
            curve: curve.collect(),
            values: values(opener, start),
            line: line.iter().map(|(_, mv)| mv.to_string()).collect(),
        }
    }
}

/// What the player to move can expect of each move, in points without komi, from the top left.
fn values(opener: &Opener, position: &Position) -> Vec<Option<f32>> {
    let (size, us) = (position.size(), position.to_move());
    let moves = opener.moves(position);
    // Adding nothing turns a negative zero into a plain one.
    let lead = |p| {
        moves.iter().find(|MoveValue { point, .. }| *point == p).map(|found| found.expectation.of(us) + 0.0)
    };
    size.iter_from_top().map(lead).collect()
}

/// An opening against a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningState {
    pub player: String,
    pub size: usize,
    pub you: Colour,
    /// Moves of each side in an opening.
    pub of: usize,
    pub moves: Vec<String>,
    /// Every point from the top left: `.`, `X` or `O`.
    pub stones: String,
    /// Black's lead that the player expects now, in points without komi.
    pub expects: f32,
    pub komi: f64,
    /// What it thinks you can expect of each of your moves; empty when the opening is over.
    pub values: Vec<Option<f32>>,
    /// Black's mean lead, in points without komi, in many quick games from the end of the opening.
    pub played_out: Option<f32>,
}

impl OpeningState {
    pub fn new(
        player: String,
        learner: &Learner,
        position: &Position,
        you: Colour,
        played_out: Option<f32>,
    ) -> OpeningState {
        let opener = learner.opener();
        OpeningState {
            player,
            size: position.size().width(),
            you,
            of: learner.settings().opening.moves,
            moves: position.moves().iter().map(|(_, mv)| mv.to_string()).collect(),
            stones: stones(position.board()),
            expects: opener.expectation(position).of(Colour::Black),
            komi: position.komi().points(),
            values: if played_out.is_none() { values(opener, position) } else { Vec::new() },
            played_out,
        }
    }
}
