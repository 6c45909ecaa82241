//! A review as programs and pages read it.

use board::{Colour, Move};
use record::game::{Player, rules_name};
use serde::Serialize;
use speech::english;

use crate::fights::FightStory;
use crate::findings::Findings;
use crate::found_moves::FoundMove;
use crate::lines::{Mark, RecordLine};
use crate::losses::losses;
use crate::mistakes::Mistake;
use crate::position_analysis::PositionAnalysis;
use crate::reviewed::Reviewed;
use crate::summary::Summary;
use crate::verdict::{of_fight, of_hard_move, of_mistake};

/// A game and what was found about it. Win rates and leads are Black's, komi included; points are named as in GTP. Names
/// and the like come from the record as they are: text, whatever it looks like.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Told<'a> {
    pub game: ToldGame,
    pub judge: &'a str,
    /// After that many moves; the first is the start.
    pub positions: &'a [PositionAnalysis],
    /// What every move cost who played it, in points.
    pub lost: Vec<f32>,
    /// Those that mattered.
    pub mistakes: Vec<ToldMistake>,
    /// Every move that is shown with a better one, those that mattered among them.
    pub costly: Vec<ToldMistake>,
    /// The mistakes to look at first, by the moves before them: where ranks are known, what players of these ranks learn
    /// most from, the best lesson first.
    pub first: Vec<usize>,
    /// Good moves that few players of the mover's rank find.
    pub found: Vec<ToldFound>,
    pub fights: Vec<ToldFight<'a>>,
    pub players: ToldPlayers<'a>,
}

/// A game as it was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToldGame {
    pub width: usize,
    pub height: usize,
    pub komi: f64,
    pub rules: String,
    pub handicap: usize,
    pub black: String,
    pub white: String,
    pub black_rank: Option<String>,
    pub white_rank: Option<String>,
    pub result: Option<String>,
    pub date: Option<String>,
    pub event: Option<String>,
    /// Moves of the record before the first of these.
    pub moves_before: usize,
    /// Every point at the start from the top left: `.`, `X` or `O`.
    pub start: String,
    pub moves: Vec<(Colour, String)>,
    /// What the record itself says after that many moves.
    pub comments: Vec<(usize, String)>,
    /// The record's own marks on the main line, and its variations.
    pub marks: Vec<Mark>,
    pub lines: Vec<RecordLine>,
    /// What is odd about the record.
    pub warnings: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToldMistake {
    #[serde(flatten)]
    pub mistake: Mistake,
    pub sentence: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToldFound {
    #[serde(flatten)]
    pub found: FoundMove,
    pub colour: Colour,
    pub played: Move,
    pub sentence: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToldFight<'a> {
    #[serde(flatten)]
    pub story: &'a FightStory,
    pub sentence: String,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ToldPlayers<'a> {
    pub black: &'a Summary,
    pub white: &'a Summary,
}

impl<'a> Told<'a> {
    pub fn new(game: &Reviewed, findings: &'a Findings) -> Told<'a> {
        let lost = losses(game.moves(), &findings.positions, game.size());
        let short = |points: f32| (points.max(0.0) * 100.0).round() / 100.0;
        let [black, white] = &findings.players;
        let told = |mistake: &Mistake| ToldMistake {
            sentence: english::mistake(game.number(mistake.after), &of_mistake(game, findings, mistake)),
            mistake: mistake.clone(),
        };
        Told {
            game: ToldGame::new(game),
            judge: &findings.judge,
            positions: &findings.positions,
            lost: lost.iter().map(|loss| short(loss.points)).collect(),
            mistakes: findings.mistakes.iter().map(told).collect(),
            costly: findings.costly(game).iter().map(told).collect(),
            first: findings.first(game),
            found: findings.found.iter().map(|found| ToldFound::new(game, found)).collect(),
            fights: findings
                .fights
                .iter()
                .map(|story| ToldFight { story, sentence: english::fight(&of_fight(game, story)) })
                .collect(),
            players: ToldPlayers { black, white },
        }
    }
}

impl ToldFound {
    fn new(game: &Reviewed, found: &FoundMove) -> ToldFound {
        let (colour, played) = game.moves()[found.after];
        let sentence = english::hard_move(game.number(found.after), &of_hard_move(game, found));
        ToldFound { found: *found, colour, played, sentence }
    }
}

impl ToldGame {
    pub fn new(game: &Reviewed) -> ToldGame {
        let (start, info, size) = (game.game.start(), &game.info, game.size());
        let stone = |p| match start.board().colour(p) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        };
        let mut warnings: Vec<String> = game.warnings.iter().map(ToString::to_string).collect();
        let left_out = game.besides.left_out;
        if left_out > 0 {
            warnings.push(english::unshown_variations(left_out));
        }
        warnings.extend(game.stopped.iter().map(|error| english::warning_of_early_end(&error.to_string())));
        ToldGame {
            width: size.width(),
            height: size.height(),
            komi: start.komi().points(),
            rules: rules_name(&start.rules()),
            handicap: start.handicap(),
            black: game.name(Colour::Black).into(),
            white: game.name(Colour::White).into(),
            black_rank: rank(&info.black),
            white_rank: rank(&info.white),
            result: info.result.map(|result| result.to_string()),
            date: info.date.clone(),
            event: info.event.clone(),
            moves_before: game.moves_before,
            start: size.iter_from_top().map(stone).collect(),
            moves: game
                .moves()
                .iter()
                .map(|(colour, mv): &(Colour, Move)| (*colour, mv.to_string()))
                .collect(),
            comments: info.comments.iter().map(|(after, text)| (*after, text.clone())).collect(),
            marks: game.besides.marks.clone(),
            lines: game.besides.lines.clone(),
            warnings,
        }
    }
}

fn rank(player: &Player) -> Option<String> {
    player.rank.as_deref().map(str::trim).filter(|rank| !rank.is_empty()).map(String::from)
}
