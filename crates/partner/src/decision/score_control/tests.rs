//! Table 6, and the borders of algorithm 1.

use board::{Colour, Move};
use evaluation::Lead;

use super::*;
use crate::decision::chain::run;
use crate::decision::table::Status;
use crate::testing::{position, shares, snapshot};

const EMPTY: [&str; 13] = ["............."; 13];

/// Candidates with lead and policy.
fn decided(moves: &[(&str, f32, f32)], control: &ScoreControl) -> DecisionTable {
    let p = position(&EMPTY, Colour::Black);
    let plain: Vec<(&str, u64, f32)> = moves.iter().map(|(mv, ..)| (*mv, 100, 0.5)).collect();
    let mut snapshot = snapshot(&p, &plain, shares(&EMPTY));
    for (candidate, (_, lead, policy)) in snapshot.candidates.iter_mut().zip(moves) {
        (candidate.lead, candidate.prior) = (Lead::for_side(Colour::Black, *lead), *policy);
    }
    let mut table = DecisionTable::new(&snapshot, None, None);
    run(&score_chain(control), &mut table, &Scene { position: &p, visits: 100, spread: 30.0, chance: 0.5 });
    table
}

fn chosen(moves: &[(&str, f32, f32)], control: &ScoreControl) -> (String, RuleName) {
    let table = decided(moves, control);
    (table.chosen().unwrap().mv.to_string(), table.rule.unwrap())
}

const GAMMA_2: ScoreControl = ScoreControl {
    moves: 20,
    obvious_policy: 0.9,
    min_policy: 0.01,
    max_point_loss: 5.0,
    from: -10.0,
    to: -4.0,
    gamma: 2.0,
    spread: 0.0,
};

/// Table 6 cuts its scores off after four digits.
#[test]
fn table_6_plays_e8() {
    let moves = [("E8", -1.234, 0.4755), ("G8", 0.527, 0.1410), ("J8", 0.605, 0.1307), ("F8", 1.862, 0.1094)];
    let table = decided(&moves, &GAMMA_2);
    let scores: Vec<f64> = table.rows.iter().map(|row| (row.score * 1e4).floor() / 1e4).collect();
    assert_eq!(scores, [0.0699, 0.0061, 0.0053, 0.0018]);
    assert_eq!(table.chosen().unwrap().mv.to_string(), "E8");
}

#[test]
fn the_preference_has_three_segments() {
    let aim = NearestAim(GAMMA_2);
    let preference = |lead| aim.preference(0.5, lead, 30.0);
    for (lead, expected) in
        [(-12.0, 0.125), (-11.0, 0.25), (-10.0, 0.5), (-7.0, 0.5), (-4.0, 0.5), (-3.0, 0.25), (1.0, 0.015625)]
    {
        assert_eq!(preference(lead), expected, "{lead}");
    }
    assert!(preference(-10.01) < 0.5 && preference(-3.99) < 0.5);
}

#[test]
fn obvious_moves_are_played_at_once() {
    let moves = [("C3", 9.0, 0.901), ("D3", -5.0, 0.099)];
    assert_eq!(chosen(&moves, &GAMMA_2), ("C3".into(), RuleName::Obvious));
    let moves = [("C3", 1.0, 0.9), ("D3", -3.5, 0.1)];
    assert_eq!(chosen(&moves, &GAMMA_2), ("D3".into(), RuleName::NearestAim), "above, not at");
}

#[test]
fn nobody_plays_what_nobody_would_play() {
    let moves = [("C3", 0.0, 0.5), ("D3", -4.5, 0.0099), ("E3", -4.5, 0.01), ("F3", -5.01, 0.4)];
    let table = decided(&moves, &GAMMA_2);
    let status: Vec<Status> = table.rows.iter().map(|row| row.status).collect();
    assert_eq!(status[1], Status::Dropped(RuleName::Unnatural));
    assert_ne!(status[2], Status::Dropped(RuleName::Unnatural), "1% is enough");
    assert_eq!(status[3], Status::Dropped(RuleName::LosesPoints), "more than five points");
    let moves = [("C3", 0.0, 0.5), ("F3", -5.0, 0.4)];
    assert_eq!(chosen(&moves, &GAMMA_2).0, "F3", "five points are allowed");
    // What is dropped for its policy does not set the measure.
    let moves = [("C3", 9.0, 0.005), ("D3", -4.5, 0.5), ("E3", 0.0, 0.4)];
    assert_eq!(chosen(&moves, &GAMMA_2).0, "D3");
}

#[test]
fn only_the_likeliest_moves_are_looked_at() {
    let moves = [("C3", 0.0, 0.3), ("D3", 0.0, 0.25), ("E3", -4.0, 0.2), ("F3", -4.0, 0.15)];
    let two = ScoreControl { moves: 2, ..GAMMA_2 };
    assert_eq!(chosen(&moves, &two).0, "C3");
    assert_eq!(chosen(&moves, &GAMMA_2).0, "E3");
}

#[test]
fn a_pass_has_its_own_lead() {
    let moves = [("C3", 2.0, 0.5), ("pass", -1.0, 0.4)];
    assert_eq!(decided(&moves, &GAMMA_2).chosen().unwrap().mv, Move::Pass);
    let moves = [("C3", 2.0, 0.5), ("pass", 2.0, 0.4)];
    assert_eq!(chosen(&moves, &GAMMA_2).0, "C3");
}

#[test]
fn an_aim_must_hold_a_result() {
    let reachable = |from, to| ScoreControl { from, to, ..GAMMA_2 }.is_reachable();
    assert!(reachable(-10.0, -4.0) && reachable(0.5, 0.5) && reachable(-0.7, -0.4));
    assert!(!reachable(0.1, 0.4) && !reachable(-4.0, -10.0));
}

/// With a wide spread a point hardly changes who wins; when little is open, every point counts.
#[test]
fn points_count_more_as_the_game_settles() {
    let smooth = NearestAim(ScoreControl { spread: 0.25, ..GAMMA_2 });
    let preference = |lead, spread| smooth.preference(0.5, lead, spread);
    assert_eq!(preference(1.0, 20.0), 0.25, "five points are one unit of a quarter of twenty");
    assert_eq!(preference(1.0, 8.0), preference(-1.5, 4.0), "2.5 units each");
    assert_eq!(
        preference(1.0, 2.0),
        NearestAim(GAMMA_2).preference(0.5, 1.0, 2.0),
        "a unit is at least a point"
    );
    assert_eq!(preference(-7.0, 20.0), 0.5, "the aim stays where it is");
}
