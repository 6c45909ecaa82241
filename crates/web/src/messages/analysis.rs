//! What the partner thinks, for a page.

use board::{Colour, Move, Size};
use search::Snapshot;
use serde::Serialize;
use tutor::CandidateMove;

/// Moves that a page is shown, the best first.
const CANDIDATES: usize = 12;
/// Moves of a variation.
const VARIATION: usize = 12;

/// What the partner thinks of a position that is looked at again.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explored {
    pub number: u64,
    #[serde(flatten)]
    pub thinking: Thinking,
}

/// What the partner thinks at the moment; win rates, leads and owners are Black's.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thinking {
    pub visits: u64,
    pub win_rate: f32,
    pub lead: f32,
    /// The standard deviation of the final score, in points: how much is still open.
    pub spread: f32,
    pub candidates: Vec<CandidateMove>,
    pub owners: Option<Vec<f32>>,
    /// Black's win rate over bonus points for Black.
    pub curve: Vec<(f32, f32)>,
}

impl Thinking {
    pub fn of(view: &Snapshot, size: Size) -> Thinking {
        let black = Colour::Black;
        let owners =
            |owners: &evaluation::Ownership| size.iter_from_top().map(|p| owners.of(black, p)).collect();
        Thinking {
            visits: view.visits,
            win_rate: view.win_rate.of(black),
            lead: view.lead.of(black),
            spread: view.score_stdev,
            candidates: view.candidates.iter().take(CANDIDATES).map(CandidateMove::of).collect(),
            curve: view.curve.iter().map(|(bonus, rate)| (bonus.of(black), rate.of(black))).collect(),
            owners: view.ownership.as_deref().map(owners),
        }
    }
}

/// The first moves of a sequence, as many as a page shows.
pub(super) fn line(sequence: &[Move]) -> Vec<String> {
    sequence.iter().take(VARIATION).map(ToString::to_string).collect()
}
