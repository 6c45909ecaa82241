//! A warning before stones are lost.

use super::{colour, number};
use crate::AtariWarning;

pub fn atari_warning(warning: &AtariWarning) -> String {
    let AtariWarning { stones, at, has_last_move, captor } = *warning;
    let (has, them) = if stones == 1 { ("has", "it") } else { ("have", "them") };
    let which = match (stones, has_last_move) {
        (1, true) => "That stone".to_string(),
        (1, false) => format!("Your stone at {at}"),
        (_, true) => format!("Those {} stones", number(stones)),
        (_, false) => format!("Your {} stones at {at}", number(stones)),
    };
    let back = if has_last_move { "it" } else { "your move" };
    let captor = colour(captor);
    format!("{which} {has} one liberty left. {captor} can capture {them} next. Want to take {back} back?")
}
