//! The choice after a search with a network.
//!
//! A search with a network evaluates a pass like any other move, including the end of the game and its count. So its
//! choice stands, except for moves that change nothing.

use board::{Colour, Move, Point, Position, Scoring};
use search::{Candidate, Snapshot};

use super::Reason;
use crate::dead_stones::FinalStatus;

/// What a pass may seem to cost beside a move that changes nothing, given that the search is not exact.
const RATE: f32 = 0.01;
const LEAD: f32 = 0.25;
/// Visits from which the value of a pass is trusted.
const SEEN: u64 = 4;

pub(crate) fn follow(
    position: &Position,
    snapshot: &Snapshot,
    status: &FinalStatus,
    fill_dame_before_pass: bool,
) -> (Move, Reason) {
    let side = snapshot.to_move;
    if position.legal_moves().next() == Some(Move::Pass) {
        return (Move::Pass, Reason::OnlyMove);
    }
    let count = position.area_score();
    if would_be_counted(position, side) && count.winner() == Some(side) {
        return (Move::Pass, Reason::PassWinning(count));
    }
    let quiet = status.is_quiet();
    match snapshot.best() {
        Move::Pass if fill_dame_before_pass && costs_nothing_to_play(position, snapshot) => {
            let other = snapshot.candidates.iter().find(|c| c.mv != Move::Pass);
            (other.map_or(Move::Pass, |c| c.mv), Reason::FillsDame)
        }
        Move::Pass => (Move::Pass, if quiet { Reason::NothingLeft } else { Reason::PassIsBest }),
        Move::Play(p) if quiet && status.is_pointless(p) && pass_is_as_good(snapshot) => {
            (Move::Pass, Reason::NothingLeft)
        }
        best => (best, Reason::MostVisited),
    }
}

/// Whether a pass would end the game and the board be counted as it stands.
fn would_be_counted(position: &Position, side: Colour) -> bool {
    let rules = position.rules();
    let by_count = rules.counts_as_it_stands();
    let last_by = position.moves().last().map(|(colour, _)| *colour);
    by_count && position.passes() == 1 && last_by == Some(side.other())
}

/// Ownership from which a point is sure.
const SURE: f32 = 0.95;
/// Visits from which a move's value is trusted, however many the pass has.
const MANY: u64 = 500;

/// Whether, under territory rules, some move outside the opponent's sure area is about as good as a pass (KataGo's
/// `fillDameBeforePass`, with its numbers).
fn costs_nothing_to_play(position: &Position, snapshot: &Snapshot) -> bool {
    let (side, size) = (snapshot.to_move, position.size());
    let (Some(pass), Some(owners)) = (snapshot.candidate(Move::Pass), snapshot.ownership.as_deref()) else {
        return false;
    };
    let in_sure_area_of_other = |c: &Candidate| {
        let beside_own =
            |p: &Point| p.neighbours().iter().any(|n| size.contains(*n) && owners.of(side, *n) > SURE);
        c.mv.point().is_some_and(|p| owners.of(side, p) < -SURE && !beside_own(&p))
    };
    let is_seen = |c: &Candidate| c.visits > MANY || c.weight > 2.0 * pass.weight.sqrt();
    let as_good = |c: &Candidate| {
        c.utility.of(side) > pass.utility.of(side) - 0.1
            && c.score.of(side) > pass.score.of(side) - 0.5
            && c.lead.of(side) > pass.lead.of(side) - 0.5
    };
    let mut others = snapshot.candidates.iter().filter(|c| c.mv != Move::Pass);
    position.rules().scoring == Scoring::Territory
        && others.any(|c| !in_sure_area_of_other(c) && is_seen(c) && as_good(c))
}

fn pass_is_as_good(snapshot: &Snapshot) -> bool {
    let side = snapshot.to_move;
    let (Some(best), Some(pass)) = (snapshot.candidates.first(), snapshot.candidate(Move::Pass)) else {
        return false;
    };
    let rate = |c: &Candidate| c.win_rate.of(side);
    pass.visits >= SEEN && rate(pass) >= rate(best) - RATE && pass.lead.of(side) >= best.lead.of(side) - LEAD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position_under, shares, snapshot};
    use board::Rules;

    const QUIET: [&str; 5] = [".XXO.", "XX.OO", ".XXO.", "XXXOO", ".XXO."];
    const OWNERS: [&str; 5] = ["xxxoo", "xx.oo", "xxxoo", "xxxoo", "xxxoo"];

    fn choice(rules: Rules, passed: bool, moves: &[(&str, u64, f32)]) -> (String, Reason) {
        choice_filling(rules, passed, moves, false)
    }

    fn choice_filling(
        rules: Rules,
        passed: bool,
        moves: &[(&str, u64, f32)],
        fill_dame_before_pass: bool,
    ) -> (String, Reason) {
        let to_move = if passed { Colour::White } else { Colour::Black };
        let mut position = position_under(rules, &QUIET, to_move);
        if passed {
            position.play(Move::Pass).unwrap();
        }
        let owners = shares(&OWNERS);
        let status = FinalStatus::of(&position, Some(&owners), 0.6);
        let (m, reason) =
            follow(&position, &snapshot(&position, moves, owners), &status, fill_dame_before_pass);
        (m.to_string(), reason)
    }

    #[test]
    fn the_search_is_believed() {
        let moves = [("C4", 90, 0.7), ("pass", 20, 0.6), ("A5", 5, 0.5)];
        assert_eq!(choice(Rules::CHINESE, false, &moves), ("C4".into(), Reason::MostVisited));
        let moves = [("pass", 90, 0.7), ("C4", 20, 0.6)];
        assert_eq!(choice(Rules::JAPANESE, false, &moves), ("pass".into(), Reason::NothingLeft));
        // A stone in sure territory, and the search thinks it is needed.
        let moves = [("A5", 90, 0.7), ("pass", 20, 0.6)];
        assert_eq!(choice(Rules::TROMP_TAYLOR, false, &moves), ("A5".into(), Reason::MostVisited));
    }

    #[test]
    fn stones_that_nobody_needs_are_not_played() {
        let moves = [("A5", 90, 0.7), ("pass", 20, 0.695)];
        assert_eq!(choice(Rules::CHINESE, false, &moves), ("pass".into(), Reason::NothingLeft));
        let moves = [("A5", 90, 0.7), ("pass", 1, 0.7)];
        assert_eq!(choice(Rules::CHINESE, false, &moves).0, "A5", "nobody has looked at the pass");
        let moves = [("C4", 90, 0.7), ("pass", 20, 0.7)];
        assert_eq!(choice(Rules::CHINESE, false, &moves).0, "C4", "a neutral point may count");
    }

    #[test]
    fn neutral_points_are_filled_first_where_that_is_wanted() {
        let moves = [("pass", 90, 0.7), ("C4", 40, 0.695), ("A5", 40, 0.695)];
        let choice = |rules, moves: &[_], fill| choice_filling(rules, false, moves, fill).0;
        assert_eq!(choice(Rules::JAPANESE, &moves, true), "C4");
        assert_eq!(choice(Rules::JAPANESE, &moves, false), "pass");
        assert_eq!(choice(Rules::CHINESE, &moves, true), "pass", "there it is worth a point anyway");
        let lost = [("pass", 90, 0.7), ("C4", 40, 0.6)];
        assert_eq!(choice(Rules::JAPANESE, &lost, true), "pass", "it would cost a point");
        let unseen = [("pass", 90, 0.7), ("C4", 4, 0.7)];
        assert_eq!(choice(Rules::JAPANESE, &unseen, true), "pass", "nobody has looked");
    }

    #[test]
    fn a_won_count_is_taken() {
        let moves = [("C4", 90, 0.9), ("pass", 20, 0.9)];
        let (m, reason) = choice(Rules::TROMP_TAYLOR, true, &moves);
        assert!(
            m == "pass" && matches!(reason, Reason::PassWinning(s) if s.to_string() == "B+4"),
            "{reason:?}"
        );
        assert_eq!(choice(Rules::CHINESE, true, &moves).0, "C4", "there the dead are agreed on first");
    }
}
