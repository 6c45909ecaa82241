//! Positions with what a person would do in them.

use super::*;
use crate::testing::{position, position_under, shares, snapshot};
use board::Rules;
use evaluation::Ownership;

const SURE: f32 = 0.6;
const QUIET: [&str; 5] = [".XXO.", "XX.OO", ".XXO.", "XXXOO", ".XXO."];
const QUIET_OWNERS: [&str; 5] = ["xxxoo", "xx.oo", "xxxoo", "xxxoo", "xxxoo"];

/// The choice with an evaluator that sees the same ownership for both sides.
fn choice(position: &Position, moves: &[(&str, u64, f32)], ownership: &Ownership) -> (String, Reason) {
    choice_for(Purpose::Game, position, moves, ownership, ownership)
}

fn choice_for(
    purpose: Purpose,
    position: &Position,
    moves: &[(&str, u64, f32)],
    now: &Ownership,
    after: &Ownership,
) -> (String, Reason) {
    let snapshot_now = snapshot(position, moves, now.clone());
    let status = FinalStatus::of(position, Some(now), SURE);
    let mut after_pass = || {
        let mut other = position.clone();
        other.set_to_move(position.to_move().other());
        let snapshot = snapshot(&other, &[("pass", 1, 1.0 - moves[0].2)], after.clone());
        Ok(AfterPass { status: FinalStatus::of(position, Some(after), SURE), snapshot })
    };
    let (m, reason) = choose(position, &snapshot_now, &status, purpose, &mut after_pass).unwrap();
    (m.to_string(), reason)
}

fn after_enemy_pass(mut position: Position) -> Position {
    let side = position.to_move();
    position.set_to_move(side.other());
    position.play(Move::Pass).unwrap();
    position
}

#[test]
fn dame_count_under_area_rules_only() {
    let owners = shares(&QUIET_OWNERS);
    let moves = [("A5", 900, 1.0), ("C4", 100, 1.0), ("pass", 10, 1.0)];
    let p = position(&QUIET, Colour::Black);
    assert_eq!(choice(&p, &moves, &owners), ("C4".into(), Reason::FillsDame));
    let p = position_under(Rules::JAPANESE, &QUIET, Colour::Black);
    assert_eq!(choice(&p, &moves, &owners), ("pass".into(), Reason::NothingLeft));
}

#[test]
fn territory_is_left_alone_when_all_is_decided() {
    let rows = [".XXO.", "XXXOO", ".XXO.", "XXXOO", ".XXO."];
    let owners = shares(&["xxxoo"; 5]);
    for (moves, rules) in [("A5", Rules::CHINESE), ("E5", Rules::JAPANESE), ("A1", Rules::TROMP_TAYLOR)] {
        let p = position_under(rules, &rows, Colour::Black);
        let chosen = choice(&p, &[(moves, 900, 0.99), ("pass", 10, 0.98)], &owners);
        assert_eq!(chosen, ("pass".into(), Reason::NothingLeft), "{moves}");
    }
}

#[test]
fn a_won_count_is_taken_when_the_other_passes() {
    let p = after_enemy_pass(position(&QUIET, Colour::Black));
    let chosen = choice(&p, &[("C4", 900, 1.0)], &shares(&QUIET_OWNERS));
    assert!(matches!(chosen, (m, Reason::PassWinning(s)) if m == "pass" && s.to_string() == "B+4"));
}

#[test]
fn a_lost_count_is_not_taken_while_there_is_a_point_to_gain() {
    let p = after_enemy_pass(position(&QUIET, Colour::White));
    assert_eq!(choice(&p, &[("C4", 900, 0.01)], &shares(&QUIET_OWNERS)), ("C4".into(), Reason::MostVisited));
}

#[test]
fn dead_stones_are_agreed_on_under_friendly_rules() {
    let rows = ["O..XO", "..XXO", "XXXOO", "XOOO.", "OO.O."];
    let owners = shares(&["xxxxo", "xxxxo", "xxxoo", "xoooo", "ooooo"]);
    let p = after_enemy_pass(position(&rows, Colour::White));
    let (m, reason) = choice(&p, &[("B5", 900, 0.9)], &owners);
    assert_eq!(m, "pass");
    assert!(matches!(reason, Reason::PassWinning(_)));
}

#[test]
fn dead_stones_are_taken_when_the_rules_ask_for_it() {
    // White's stone in the corner is dead; taken for a living one it turns the count.
    let rows = ["O..XO", "..XXO", "XXXOO", "XXOO.", "XOOO."];
    let owners = shares(&["xxxxo", "xxxxo", "xxxoo", "xxooo", "xoooo"]);
    let p = after_enemy_pass(position_under(Rules::TROMP_TAYLOR, &rows, Colour::Black));
    let moves = [("pass", 900, 0.9), ("B5", 10, 0.9)];
    assert_eq!(p.area_score().winner(), Some(Colour::White));
    assert_eq!(choice(&p, &moves, &owners), ("B5".into(), Reason::CapturesDeadStones));
    let chosen = choice_for(Purpose::Cleanup, &p, &moves, &owners, &owners);
    assert_eq!(chosen, ("B5".into(), Reason::CapturesDeadStones));
}

#[test]
fn a_needed_defence_is_not_passed_away() {
    let now = shares(&["xxxoo"; 5]);
    let lost = shares(&["ooooo"; 5]);
    let p = position(&[".XXO.", ".XXO.", ".XXO.", ".XXO.", ".XXO."], Colour::Black);
    let chosen = choice_for(Purpose::Game, &p, &[("A3", 900, 0.9)], &now, &lost);
    assert_eq!(chosen, ("A3".into(), Reason::MostVisited));
}

#[test]
fn an_open_board_is_the_searchs_business() {
    let p = position(&["....."; 5], Colour::Black);
    let chosen = choice(&p, &[("C3", 900, 0.6), ("pass", 3, 0.1)], &Ownership::UNKNOWN);
    assert_eq!(chosen, ("C3".into(), Reason::MostVisited));
}
