//! What was thought of each position.

use board::{Colour, Move, Point, Size};
use evaluation::{Lead, WinRate};
use search::Snapshot;
use serde::{Deserialize, Serialize};

use crate::encoding;

/// What was thought of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PositionAnalysis {
    #[serde(with = "encoding::win_rate")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub win_rate: WinRate,
    /// Komi included.
    #[serde(with = "encoding::lead")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub lead: Lead,
    /// What the best move promised. The position itself is worth a little less to who moves, because the search looked at
    /// worse moves as well.
    #[serde(with = "encoding::win_rate")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub best_win_rate: WinRate,
    #[serde(with = "encoding::lead")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub best_lead: Lead,
    pub visits: u64,
    /// How it would go on, the move to play first.
    pub sequence: Vec<Move>,
}

/// Moves of a sequence that are kept for every position.
const SEQUENCE: usize = 10;

impl PositionAnalysis {
    /// What a search knows. The candidates may stand in any order.
    pub fn of(view: &Snapshot) -> PositionAnalysis {
        let best = view
            .candidates
            .iter()
            .reduce(|a, b| if b.play_selection_value > a.play_selection_value { b } else { a });
        let sequence = best.map_or_else(|| vec![view.best()], |best| best.pv.clone());
        PositionAnalysis {
            win_rate: view.win_rate,
            lead: view.lead,
            best_win_rate: best.map_or(view.win_rate, |best| best.win_rate),
            best_lead: best.map_or(view.lead, |best| best.lead),
            visits: view.visits,
            sequence: sequence.into_iter().take(SEQUENCE).collect(),
        }
    }

    pub fn best(&self) -> Option<Move> {
        self.sequence.first().copied()
    }

    /// Takes over what another search thought of the same position if it looked longer: there is one judgement of a
    /// position, and it only becomes deeper. True where it did.
    pub fn deepen(&mut self, other: &PositionAnalysis) -> bool {
        let is_deeper = other.visits > self.visits;
        if is_deeper {
            self.clone_from(other);
        }
        is_deeper
    }

    /// Points that `colour` lost by going from here to `after`; nothing where it played what seemed best here.
    pub fn lost(&self, colour: Colour, played: Move, after: &PositionAnalysis) -> f32 {
        let lost = self.best_lead.of(colour) - after.lead.of(colour);
        if self.best() == Some(played) { lost.min(0.0) } else { lost }
    }
}

pub(crate) fn all_on(moves: &[Move], size: Size) -> bool {
    moves.iter().filter_map(|mv| mv.point()).all(|p: Point| size.contains(p))
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Black's win rate and lead, and what seemed best.
    pub fn judged(win_rate: f32, lead: f32, best: Option<Move>) -> PositionAnalysis {
        let (win_rate, lead) =
            (WinRate::for_side(Colour::Black, win_rate), Lead::for_side(Colour::Black, lead));
        PositionAnalysis {
            win_rate,
            lead,
            best_win_rate: win_rate,
            best_lead: lead,
            visits: 1,
            sequence: best.map_or(Vec::new(), |best| vec![best; 20]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::judged;
    use super::*;

    #[test]
    fn only_a_deeper_judgement_replaces_another() {
        let best = Move::Play(Point::new(2, 2));
        let mut known = PositionAnalysis { visits: 400, ..judged(0.6, 2.6, Some(Move::Pass)) };
        let deeper = PositionAnalysis { visits: 1_000, ..judged(0.5, 3.6, Some(best)) };
        assert!(
            !known.deepen(&PositionAnalysis { visits: 400, ..deeper.clone() })
                && known.best() == Some(Move::Pass)
        );
        assert!(known.deepen(&deeper) && known == deeper);
    }

    #[test]
    fn what_seemed_best_costs_nothing() {
        let best = Move::Play(Point::new(2, 2));
        let (before, after) = (judged(0.6, 3.0, Some(best)), judged(0.2, -4.0, None));
        assert_eq!(before.lost(Colour::Black, Move::Pass, &after), 7.0);
        assert_eq!(before.lost(Colour::Black, best, &after), 0.0);
        assert_eq!(after.lost(Colour::White, Move::Pass, &before), 7.0);
    }
}
