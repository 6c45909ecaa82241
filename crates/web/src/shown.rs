//! How boards and thoughts are written for a page.

use board::{Colour, Point, Size};
use search::{Candidate, Snapshot};

use crate::messages::{Thinking, Thought};

/// Moves that a page is shown, the best first.
const CANDIDATES: usize = 12;
/// Moves of a variation.
pub const VARIATION: usize = 12;
/// Moves that are kept with a decision.
const TABLE: usize = 6;

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

fn thought(candidate: &Candidate) -> Thought {
    Thought {
        at: candidate.mv.to_string(),
        visits: candidate.visits,
        win_rate: candidate.win_rate.of(Colour::Black),
        lead: candidate.lead.of(Colour::Black),
        prior: candidate.prior,
        variation: variation(candidate),
    }
}

pub fn variation(candidate: &Candidate) -> Vec<String> {
    candidate.pv.iter().take(VARIATION).map(|mv| mv.to_string()).collect()
}

/// The table of a decision, as it is kept.
pub fn table(view: &Snapshot) -> Vec<Thought> {
    view.candidates.iter().take(TABLE).map(thought).collect()
}

/// A view as a page shows it.
pub fn thinking(view: &Snapshot, size: Size) -> Thinking {
    let candidates = view.candidates.iter().take(CANDIDATES).map(thought);
    let owners = view.ownership.as_ref();
    Thinking {
        visits: view.visits,
        win_rate: view.win_rate.of(Colour::Black),
        lead: view.lead.of(Colour::Black),
        spread: view.score_stdev,
        candidates: candidates.collect(),
        curve: view
            .curve
            .iter()
            .map(|(bonus, rate)| (bonus.of(Colour::Black), rate.of(Colour::Black)))
            .collect(),
        owners: owners.map(|owners| from_the_top(size).map(|p| owners.of(Colour::Black, p)).collect()),
    }
}
