//! How boards and thoughts are written for a page.

use board::{Colour, Point, Size};
use search::View;

use crate::messages::{Thinking, Thought};

/// Moves that a page is shown, the best first.
const CANDIDATES: usize = 12;
/// Moves of a variation.
const VARIATION: usize = 12;

/// Points row by row from the top left.
pub fn from_the_top(size: Size) -> impl Iterator<Item = Point> {
    let (width, height) = (size.width(), size.height());
    (0..height).rev().flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
}

pub fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

pub fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'B',
        Colour::White => 'W',
    }
}

pub fn stone_sign(colour: Colour) -> char {
    match colour {
        Colour::Black => 'X',
        Colour::White => 'O',
    }
}

/// A view as a page shows it.
pub fn thinking(view: &View, size: Size) -> Thinking {
    let candidates = view.candidates.iter().take(CANDIDATES).map(|candidate| Thought {
        at: candidate.mv.to_string(),
        visits: candidate.visits,
        win_rate: candidate.win_rate.of(Colour::Black),
        lead: candidate.lead.of(Colour::Black),
        prior: candidate.prior,
        variation: candidate.variation.iter().take(VARIATION).map(|mv| mv.to_string()).collect(),
    });
    let owners = view.ownership.as_ref();
    Thinking {
        visits: view.visits,
        win_rate: view.win_rate.of(Colour::Black),
        lead: view.lead.of(Colour::Black),
        candidates: candidates.collect(),
        owners: owners.map(|owners| from_the_top(size).map(|p| owners.of(Colour::Black, p)).collect()),
    }
}
