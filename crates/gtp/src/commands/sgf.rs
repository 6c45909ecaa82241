//! Game records.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use record::game::{Info, Reader, to_tree};

use super::Answer;
use super::setup::{check_board_size, playable};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

pub(super) fn load(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1.., "loadsgf FILE [MOVE_NUMBER]")?;
    allow_files(engine)?;
    // A file name may contain spaces; only a number at the end is not part of it.
    let number = request.words.last().filter(|_| request.words.len() > 1).and_then(|word| word.parse().ok());
    let name = request.words[..request.words.len() - usize::from(number.is_some())].join(" ");
    let reader = Reader { rules: engine.session.position().rules(), ..Reader::default() };
    let replay = reader.load(Path::new(&name), number).map_err(|e| Failure::CannotLoad(e.to_string()))?;
    playable(replay.game.size()).ok_or(Failure::UnacceptableSize)?;
    check_board_size(engine, replay.game.size())?;
    engine.session.load(replay.game);
    Ok(String::new())
}

pub(super) fn print(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    let text = to_tree(engine.session.game(), &Info::default()).to_sgf();
    let name = request.rest();
    if name.is_empty() || name == "-" {
        return Ok(text);
    }
    allow_files(engine)?;
    std::fs::write(&name, text).map_err(|e| Failure::CannotWrite(format!("{name}: {e}")))?;
    Ok(String::new())
}

fn allow_files(engine: &Engine) -> Result<(), Failure> {
    if engine.files { Ok(()) } else { Err(Failure::Unsupported("access to files".into())) }
}
