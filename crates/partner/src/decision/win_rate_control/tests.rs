//! The paper's examples, and the borders of its rules.

use board::Colour;

use super::*;
use crate::decision::chain::run;
use crate::decision::table::Status;
use crate::settings::ControlMethod;
use crate::testing::{position, shares, snapshot};

const EMPTY: [&str; 13] = ["............."; 13];

/// Candidates with win rate, visits and policy.
type Moves<'a> = &'a [(&'a str, f32, u64, f32)];

fn table_of(moves: Moves) -> DecisionTable {
    let p = position(&EMPTY, Colour::White);
    let plain: Vec<(&str, u64, f32)> =
        moves.iter().map(|(mv, rate, visits, _)| (*mv, *visits, *rate)).collect();
    let mut snapshot = snapshot(&p, &plain, shares(&EMPTY));
    for (candidate, (.., policy)) in snapshot.candidates.iter_mut().zip(moves) {
        candidate.prior = *policy;
    }
    DecisionTable::new(&snapshot, None, None)
}

/// The decided table of a search with so many visits.
fn decided(moves: Moves, visits: u64, chain: &Chain) -> DecisionTable {
    let p = position(&EMPTY, Colour::White);
    let mut table = table_of(moves);
    run(chain, &mut table, &Scene { position: &p, visits, spread: 10.0, chance: 0.5 });
    table
}

fn choice(moves: Moves, control: &ControlSettings) -> (String, RuleName) {
    let table = decided(moves, 10_000, &win_rate_chain(control));
    (table.chosen().unwrap().mv.to_string(), table.rule.unwrap())
}

fn control(gentleness: f32, naturalness: f32) -> ControlSettings {
    ControlSettings { method: ControlMethod::WinRate, gentleness, naturalness, ..ControlSettings::default() }
}

/// Fig. 2: the previous method gives up a natural answer for less than one per cent.
#[test]
fn figure_2_answers_the_invasion() {
    let moves = [("D3", 0.697, 3000, 0.400), ("L11", 0.690, 3000, 0.139)];
    assert_eq!(choice(&moves, &control(1.5, 0.0)), ("L11".into(), RuleName::GivesBack));
    assert_eq!(choice(&moves, &control(1.5, 0.1)), ("D3".into(), RuleName::GivesBack));
    let table = decided(&moves, 10_000, &win_rate_chain(&control(1.5, 0.1)));
    let scores: Vec<f64> = table.rows.iter().map(|row| (-row.score * 1000.0).round() / 1000.0).collect();
    assert_eq!(scores, [0.657, 0.676]);
}

/// Table 5: E8 is natural, but loses too much for `abc25`. The table's players had 16,000 visits.
#[test]
fn table_5_leaves_the_natural_move_out() {
    let moves = [
        ("G8", 0.582, 871, 0.0095),
        ("F8", 0.572, 1188, 0.0445),
        ("L5", 0.384, 133, 0.0043),
        ("E8", 0.352, 3429, 1.1176),
        ("A1", 0.300, 99, 0.5),
    ];
    let table = decided(&moves, 16_000, &win_rate_chain(&control(2.5, 0.25)));
    let status: Vec<Status> = table.rows.iter().map(|row| row.status).collect();
    use RuleName::{GivesBack, MinVisits, Natural};
    let expected = [
        Status::Chosen(GivesBack),
        Status::Dropped(Natural),
        Status::Dropped(Natural),
        Status::Dropped(Natural),
        Status::Dropped(MinVisits),
    ];
    assert_eq!(status, expected);
    // E8 costs .23; only c ≥ 2.875 would allow that for a p′ above .4.
    let gentler = decided(&moves, 16_000, &win_rate_chain(&control(3.5, 0.25)));
    assert_eq!(gentler.chosen().unwrap().mv.to_string(), "E8");
}

#[test]
fn method_a_scales_with_the_search() {
    let moves = [("C3", 0.6, 150, 0.5), ("D3", 0.58, 2, 0.5), ("E3", 0.58, 3, 0.5)];
    let dropped = |visits| {
        let table = decided(&moves, visits, &win_rate_chain(&control(1.5, 0.0)));
        table.rows.iter().filter(|row| row.status == Status::Dropped(RuleName::MinVisits)).count()
    };
    assert_eq!((dropped(16_000), dropped(400), dropped(160)), (2, 1, 0), "100, 2.5 and 1 visits");
}

/// Each condition at both of its borders.
#[test]
fn every_condition_has_its_borders() {
    for c in [1.0, 1.5, 2.5, 3.5] {
        let natural = Natural { gentleness: c };
        for (i, (loss, policy)) in ALLOWED.into_iter().enumerate() {
            let below = |x: f32| x * 0.999;
            assert!(natural.allows(below(loss * c), policy * 1.001), "{c} {loss}");
            assert!(!natural.allows(below(loss * c), policy), "above, not at: {c} {policy}");
            // At the border of the loss, only a likelier condition could still hold, and this policy is not enough for it.
            let next = ALLOWED.get(i + 1).map_or(1.0, |(_, next)| *next);
            assert!(!natural.allows(loss * c, next), "below, not at: {c} {loss}");
        }
        assert!(natural.allows(0.0, 0.051) && !natural.allows(0.0, 0.05));
        assert!(!natural.allows(0.08 * c, 1.0));
    }
}

#[test]
fn the_rule_of_choice_has_four_cases() {
    let usual = control(2.5, 0.25);
    // (1) Nothing else is nearly as good.
    let alone = [("C3", 0.9, 90, 0.1), ("D3", 0.69, 90, 0.9)];
    assert_eq!(choice(&alone, &usual), ("C3".into(), RuleName::OnlyGoodMove));
    let near = [("C3", 0.9, 90, 0.1), ("D3", 0.71, 90, 0.9)];
    assert_eq!(choice(&near, &usual), ("D3".into(), RuleName::GivesBack));
    // (2) Behind.
    let behind = [("D3", 0.43, 90, 0.9), ("C3", 0.44, 90, 0.01)];
    assert_eq!(choice(&behind, &usual), ("C3".into(), RuleName::Behind));
    // (3) Even: the most natural one that is not low.
    let even = [("C3", 0.50, 90, 0.1), ("D3", 0.46, 90, 0.3), ("E3", 0.44, 90, 0.6)];
    assert_eq!(choice(&even, &usual), ("D3".into(), RuleName::MostNatural));
    for (rate, rule) in [
        (0.4499, RuleName::Behind),
        (0.45, RuleName::MostNatural),
        (0.55, RuleName::MostNatural),
        (0.5501, RuleName::GivesBack),
    ] {
        let moves = [("C3", rate, 90, 0.3), ("D3", rate - 0.01, 90, 0.3)];
        assert_eq!(choice(&moves, &usual).1, rule, "{rate}");
    }
    // (4) Ahead: without method C the lowest win rate that is allowed.
    let ahead = [("C3", 0.80, 90, 0.3), ("D3", 0.75, 90, 0.3), ("E3", 0.70, 90, 0.06), ("F3", 0.2, 90, 0.9)];
    assert_eq!(choice(&ahead, &control(1.5, 0.0)), ("D3".into(), RuleName::GivesBack));
}

#[test]
fn the_naive_player_looks_at_nothing_but_the_win_rate() {
    let moves =
        [("C3", 0.9, 900, 0.8), ("A1", 0.52, 200, 0.001), ("pass", 0.5, 100, 0.001), ("D4", 0.45, 200, 0.1)];
    let table = decided(&moves, 1400, &nearest_chain(&ControlSettings::default()));
    assert_eq!(
        (table.chosen().unwrap().mv.to_string().as_str(), table.rule),
        ("A1", Some(RuleName::NearestEven))
    );
    assert_eq!(table.rows[2].status, Status::Dropped(RuleName::PassBySearch));
    // When the search passes, so does it.
    let over = [("pass", 0.9, 900, 0.8), ("A1", 0.52, 200, 0.001)];
    let table = decided(&over, 1100, &nearest_chain(&ControlSettings::default()));
    assert_eq!(table.rule, Some(RuleName::PassBySearch));
}

#[test]
fn a_rule_that_would_drop_everything_is_not_followed() {
    let moves = [("C3", 0.6, 3, 0.5), ("D3", 0.58, 2, 0.5)];
    let table = decided(&moves, 16_000, &win_rate_chain(&control(1.5, 0.0)));
    assert_eq!(table.chosen().unwrap().mv.to_string(), "D3");
    assert!(decided(&[], 10, &win_rate_chain(&control(1.5, 0.0))).chosen().is_none());
}
