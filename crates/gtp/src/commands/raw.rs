//! A network's raw evaluation of a position.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use board::{Colour, Position, Symmetry};
use partner::RawOutputs;

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

const USAGE: &str = "kata-raw-nn [COLOR] SYMMETRY [OPTIMISM], with a symmetry from 0 to 7 or 'all'";
const HUMAN_USAGE: &str = "kata-raw-human-nn [COLOR] SYMMETRY, with a symmetry from 0 to 7 or 'all'";

/// What network commands are asked: `[COLOR] SYMMETRY`, and what follows.
struct Asked<'a> {
    position: Position,
    symmetries: Vec<usize>,
    rest: Vec<&'a str>,
}

impl Asked<'_> {
    fn read<'a>(engine: &Engine, request: &'a Request, usage: &'static str) -> Result<Asked<'a>, Failure> {
        let mut words = request.words.iter().map(String::as_str).peekable();
        let colour: Option<Colour> = words.peek().and_then(|word| word.parse().ok());
        if colour.is_some() {
            words.next();
        }
        let symmetry = words.next().ok_or(Failure::Usage(usage))?;
        let position = position_for(engine.session.position(), colour);
        if !engine.session.evaluators().supports(position.size()) {
            return Err(Failure::Other("the network does not play on boards of this size".into()));
        }
        let symmetries = read_symmetries(symmetry, &position, usage)?;
        Ok(Asked { position, symmetries, rest: words.collect() })
    }
}

pub(super) fn raw_nn(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    let Asked { position, symmetries, rest } = Asked::read(engine, request, USAGE)?;
    let optimism = match rest.as_slice() {
        [] => None,
        [optimism] => Some(read_optimism(optimism)?),
        _ => return Err(Failure::Usage(USAGE)),
    };
    let mut text = String::new();
    for index in symmetries {
        let raw = engine.session.evaluators().raw(&position, symmetry_of(index), optimism);
        let raw = raw.ok_or_else(|| Failure::Other("no network is in use: start with --net FILE".into()))?;
        let raw = raw.map_err(Failure::Other)?;
        let scores = [
            ("whiteLead", raw.white_lead),
            ("whiteScoreSelfplay", raw.white_score_selfplay),
            ("whiteScoreSelfplaySq", raw.white_score_selfplay_sq),
            ("varTimeLeft", raw.var_time_left),
        ];
        write(&mut text, &raw, &scores, index, position.size().width());
    }
    Ok(text)
}

/// The same of the human network. It predicts the score at the end of people's games, and no lead.
pub(super) fn raw_human_nn(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    let Asked { position, symmetries, rest } = Asked::read(engine, request, HUMAN_USAGE)?;
    if !rest.is_empty() {
        return Err(Failure::Usage(HUMAN_USAGE));
    }
    let cannot = |why| Failure::Other(format!("Cannot run kata-raw-human-nn, {why}"));
    let human = engine.session.evaluators().human();
    let human = human.ok_or_else(|| cannot("-human-model was not provided"))?;
    if engine.session.settings().nn.human_profile.is_none() {
        return Err(cannot("humanSLProfile parameter was not set"));
    }
    let mut text = String::new();
    for index in symmetries {
        let raw = human.raw(&position, symmetry_of(index)).map_err(Failure::Other)?;
        let scores =
            [("whiteScore", raw.white_score_selfplay), ("whiteScoreSq", raw.white_score_selfplay_sq)];
        write(&mut text, &raw, &scores, index, position.size().width());
    }
    Ok(text)
}

/// The position with a player to move; without history if it is not that player's turn.
fn position_for(position: &Position, colour: Option<Colour>) -> Position {
    let Some(colour) = colour.filter(|c| *c != position.to_move()) else { return position.clone() };
    let mut other = Position::from_board(position.board().clone(), colour, position.rules(), position.komi());
    other.set_handicap(position.handicap());
    other
}

fn read_optimism(word: &str) -> Result<f32, Failure> {
    let share = word.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| Failure::Syntax(format!("'{word}' is not an optimism from 0 to 1")))
}

/// One symmetry by KataGo's number, or all that keep the board's shape.
fn read_symmetries(word: &str, position: &Position, usage: &'static str) -> Result<Vec<usize>, Failure> {
    let is_square = position.size().is_square();
    if word == "all" {
        return Ok((0..Symmetry::ALL.len()).filter(|i| is_square || symmetry_of(*i).keeps_shape()).collect());
    }
    let index: Option<usize> = word.parse().ok().filter(|i| *i < Symmetry::ALL.len());
    index.map(|i| vec![i]).ok_or(Failure::Usage(usage))
}

/// KataGo counts rows from the top, so swapping rows and columns there is a reflection in the other diagonal
/// here.
fn symmetry_of(index: usize) -> Symmetry {
    Symmetry::new(if index & 4 == 0 { index } else { index ^ 3 })
}

/// KataGo's format, with its number of digits.
fn write(text: &mut String, raw: &RawOutputs, scores: &[(&str, f32)], symmetry: usize, width: usize) {
    let _ = writeln!(text, "symmetry {symmetry}");
    for (name, chance) in
        [("whiteWin", raw.white_win), ("whiteLoss", raw.white_loss), ("noResult", raw.no_result)]
    {
        let _ = writeln!(text, "{name} {chance:.6}");
    }
    let errors = [
        ("shorttermWinlossError", raw.shortterm_winloss_error),
        ("shorttermScoreError", raw.shortterm_score_error),
    ];
    for (name, value) in scores.iter().chain(&errors) {
        let _ = writeln!(text, "{name} {value:.3}");
    }
    text.push_str("policy\n");
    rows(text, &raw.policy, width, |p| p.map_or("    NAN".into(), |p| format!("{p:8.6}")));
    let _ = writeln!(text, "policyPass {:8.6}", raw.policy_pass);
    text.push_str("whiteOwnership\n");
    rows(text, &raw.white_ownership, width, |share| format!("{share:9.7}"));
}

fn rows<T>(text: &mut String, values: &[T], width: usize, shown: impl Fn(&T) -> String) {
    for row in values.chunks(width) {
        *text += &row.iter().map(&shown).collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
}
