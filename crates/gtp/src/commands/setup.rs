//! The board before the first move.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use board::{Cell, Colour, Point, Size};

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

const SMALLEST: usize = 2;

pub(super) fn boardsize(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=2, "boardsize SIDE, or boardsize WIDTH HEIGHT")?;
    let width: usize = request.read(0, "a number")?;
    let height = if request.words.len() == 2 { request.read(1, "a number")? } else { width };
    new_board(engine, width, height)
}

pub(super) fn rectangular_boardsize(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(2..=2, "rectangular_boardsize WIDTH HEIGHT")?;
    new_board(engine, request.read(0, "a number")?, request.read(1, "a number")?)
}

fn new_board(engine: &mut Engine, width: usize, height: usize) -> Answer {
    let size = Size::new(width, height).ok().and_then(playable).ok_or(Failure::UnacceptableSize)?;
    check_board_size(engine, size)?;
    engine.session.new_game(size);
    Ok(String::new())
}

/// Some networks support only one size.
pub(super) fn check_board_size(engine: &Engine, size: Size) -> Result<(), Failure> {
    match engine.session.evaluators().supports(size) {
        true => Ok(()),
        false => Err(Failure::Other("unacceptable size: the network does not know it".into())),
    }
}

/// Board sizes that can be played.
pub(super) fn playable(size: Size) -> Option<Size> {
    (size.width() >= SMALLEST && size.height() >= SMALLEST).then_some(size)
}

pub(super) fn clear_board(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    engine.session.new_game(engine.session.size());
    Ok(String::new())
}

pub(super) fn clear_cache(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    engine.session.forget();
    engine.session.evaluators().forget();
    Ok(String::new())
}

pub(super) fn komi(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "komi POINTS")?;
    let komi = request.word(0)?.parse().map_err(|e: board::NotAKomi| Failure::Syntax(e.to_string()))?;
    engine.session.set_komi(komi);
    Ok(String::new())
}

pub(super) fn get_komi(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(engine.session.position().komi().to_string())
}

pub(super) fn set_position(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    if !request.words.len().is_multiple_of(2) {
        return Err(Failure::Usage("set_position COLOR VERTEX COLOR VERTEX ..."));
    }
    let size = engine.session.size();
    let stones: Vec<(Colour, Point)> = (0..request.words.len())
        .step_by(2)
        .map(|i| Ok((request.colour(i)?, request.point(i + 1, size)?)))
        .collect::<Result<_, Failure>>()?;
    if stones.is_empty() {
        engine.session.new_game(size);
        return Ok(String::new());
    }
    engine.session.set_stones(&stones).map_err(|e| Failure::BadVertexList(e.to_string()))?;
    Ok(String::new())
}

pub(super) fn showboard(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    let position = engine.session.position();
    let (board, size) = (position.board(), position.size());
    let letters: String =
        (0..size.width()).map(|x| format!(" {}", &Point::new(x, 0).to_string()[..1])).collect();
    let mut text = format!("\n  {letters}\n");
    for y in (0..size.height()).rev() {
        let cells: String = (0..size.width())
            .map(|x| match board.cell(Point::new(x, y)) {
                Cell::Black => " X",
                Cell::White => " O",
                Cell::Empty | Cell::Wall => " .",
            })
            .collect();
        let _ = writeln!(text, "{:2}{cells} {}", y + 1, y + 1);
    }
    let [black, white] = Colour::BOTH.map(|c| position.captures(c));
    let _ = writeln!(text, "  {letters}");
    let _ = writeln!(text, "Captured by Black (X): {black}. Captured by White (O): {white}.");
    let rules = position.rules();
    let rules = rules.name().map_or_else(|| rules.to_string(), str::to_string);
    let _ = write!(text, "Komi {}, {rules} rules", position.komi());
    if position.handicap() > 0 {
        let _ = write!(text, ", handicap {}", position.handicap());
    }
    let _ = write!(text, ", {} moves played", position.moves().len());
    if let Some((colour, m)) = position.moves().last() {
        let _ = write!(text, ", last {colour} {m}");
    }
    Ok(text + ".")
}
