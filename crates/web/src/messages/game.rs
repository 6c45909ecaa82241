//! A game, for a page.

use board::{Board, Colour, Point, Scoring, Size};
use serde::Serialize;
use speech::english;
use tutor::{
    ClockChoice, ClockReading, Clocks, ConsideredMove, Count, GraphPoint, Lesson, PartnerChoice, Phase,
    SideCount, TeachingGame,
};

use super::rank::RankShown;
use super::steered::SteeredShown;

/// All that there is to know of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    pub id: String,
    pub size: usize,
    pub komi: f64,
    pub rules: String,
    pub handicap: usize,
    /// Whoever captures that many stones first wins.
    pub captures: Option<usize>,
    pub partner: PartnerChoice,
    pub you: Colour,
    pub to_move: Colour,
    pub phase: Phase,
    /// Whether the partner is about to move.
    pub thinking: bool,
    pub moves: Vec<(Colour, String)>,
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
    pub count: Option<CountShown>,
    pub result: Option<String>,
    /// Whether the partner plays on only because it teaches.
    pub would_resign: bool,
    /// The partner's sentence on its last move, the reason in a word, and the moves it chose among.
    pub said: Option<String>,
    pub reason: Option<String>,
    pub table: Vec<ConsideredMove>,
    /// The sentence with numbers, for who asks, where it has none.
    pub numbers: Option<String>,
    pub graph: Vec<GraphPoint>,
    /// On the player's last move, where it was judged; and what the moves on the board cost, by their numbers.
    pub lesson: Option<Lesson>,
    /// The stones before the move that the lesson is on, as `stones` has them.
    pub before: Option<String>,
    pub costs: Vec<(usize, f32)>,
    /// The partner waits: the player may want to take the last move back.
    pub warning: Option<String>,
    /// Every move that was tried, with the place of the one before it, and the place of the one that is on the board.
    pub tree: Vec<(Option<usize>, String)>,
    pub here: Option<usize>,
    pub clocks: Option<ClocksShown>,
    /// How the partner steered a game that is over, move by move and in a sentence, where it aimed at a result.
    pub steered: Vec<SteeredShown>,
    pub steering: Option<String>,
    /// What rank the player's moves were like, once that is known of a game that is over.
    pub played_like: Option<RankShown>,
}

/// Why the partner does not agree to a count yet, about which stones, and the count as it sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ObjectionShown {
    pub sentence: String,
    pub stones: Vec<String>,
    pub score: String,
}

/// What both clocks show, and which one runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClocksShown {
    pub wish: ClockChoice,
    pub black: ClockShown,
    pub white: ClockShown,
    pub running: Option<Colour>,
}

/// Seconds, and periods once the main time is over.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockShown {
    pub left: f64,
    pub periods: Option<u32>,
}

/// A score as players add it up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountShown {
    pub scoring: ScoringShown,
    pub black: SideCountShown,
    pub white: SideCountShown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ScoringShown {
    Area,
    Territory,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideCountShown {
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

/// Stones that each side has captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Taken {
    pub black: usize,
    pub white: usize,
}

impl GameState {
    pub fn of(id: &str, game: &TeachingGame) -> GameState {
        let (position, size, request) = (game.position(), game.size(), game.request());
        let [black, white] = Colour::BOTH.map(|colour| position.captures(colour) as usize);
        let (counted, lesson) = (game.counted(), game.lesson());
        GameState {
            id: id.into(),
            size: size.width(),
            komi: position.komi().points(),
            rules: request.rules.clone(),
            handicap: request.handicap,
            captures: request.captures,
            partner: request.partner.clone(),
            you: game.player(),
            to_move: game.to_move(),
            phase: game.phase(),
            thinking: game.is_partners_turn(),
            moves: game.moves().iter().map(|(colour, mv)| (*colour, mv.to_string())).collect(),
            stones: stones(position.board()),
            taken: Taken { black, white },
            dead: game.dead().iter().map(|p| p.to_string()).collect(),
            owners: counted.as_ref().map(|(owners, ..)| diagram(size, |p| owners.of(p))),
            score: counted.as_ref().map(|(_, score, _)| score.to_string()),
            objection: game.objection().map(|objection| ObjectionShown {
                sentence: english::objection(objection),
                stones: objection.stones.iter().map(|p| p.to_string()).collect(),
                score: objection.count.to_string(),
            }),
            would_resign: game.would_resign(),
            count: counted.map(|(.., count)| count.into()),
            result: game.result().map(|result| result.to_string()),
            said: game.said().map(String::from),
            numbers: game.remark().and_then(|remark| remark.numbers.clone()),
            reason: game.remark().and_then(|remark| remark.reason.clone()),
            table: game.remark().map_or(Vec::new(), |remark| remark.considered.clone()),
            graph: game.tree().graph(),
            before: lesson.as_ref().map(|lesson| stones(game.game_before(lesson.number).position().board())),
            lesson,
            costs: game.costs(),
            warning: game.warning().map(english::atari_warning),
            tree: game.tree().nodes().iter().map(|node| (node.after, node.mv.to_string())).collect(),
            here: game.tree().here(),
            clocks: game.clocks().map(ClocksShown::from),
            steered: SteeredShown::all_of(game),
            steering: game.steering_summary(),
            played_like: game.played_like().map(RankShown::from),
        }
    }
}

/// Every point from the top left: `.`, `X` or `O`.
pub(super) fn diagram(size: Size, colour: impl Fn(Point) -> Option<Colour>) -> String {
    let sign = |p| match colour(p) {
        None => '.',
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
    };
    size.iter_from_top().map(sign).collect()
}

pub(super) fn stones(board: &Board) -> String {
    diagram(board.size(), |p| board.colour(p))
}

impl From<Clocks> for ClocksShown {
    fn from(clocks: Clocks) -> ClocksShown {
        let shown = |ClockReading { left, periods }| ClockShown { left, periods };
        ClocksShown {
            wish: clocks.choice,
            black: shown(clocks.black),
            white: shown(clocks.white),
            running: clocks.running,
        }
    }
}

impl From<Count> for CountShown {
    fn from(count: Count) -> CountShown {
        let scoring = match count.scoring {
            Scoring::Area => ScoringShown::Area,
            Scoring::Territory => ScoringShown::Territory,
        };
        let side = |SideCount { stones, territory, prisoners, tax, komi, handicap, button, total }| {
            SideCountShown { stones, territory, prisoners, tax, komi, handicap, button, total }
        };
        CountShown { scoring, black: side(count.black), white: side(count.white) }
    }
}
