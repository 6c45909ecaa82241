//! Where games are steered to, and what is never played for it.

use board::Colour;
use evaluation::Lead;

use super::*;
use crate::decision::chain::run;
use crate::decision::table::Status;
use crate::settings::SteeringAim;
use crate::testing::{position, shares, snapshot};

const EMPTY: [&str; 9] = ["........."; 9];

/// Nobody errs, and the game is as good as over.
fn even() -> SteeringScene {
    let results = Results::of(&position(&EMPTY, Colour::Black), Colour::Black);
    SteeringScene { side: 9, spread: 2.0, played: 0.6, pass_cost: 1.0, drift: 0.0, game_chance: 0.0, results }
}

/// Candidates with lead and policy, which is also that of people.
fn decided(moves: &[(&str, f32, f32)], steering: &Steering, scene: &SteeringScene) -> DecisionTable {
    let p = position(&EMPTY, Colour::Black);
    let plain: Vec<(&str, u64, f32)> = moves.iter().map(|(mv, ..)| (*mv, 100, 0.5)).collect();
    let mut snapshot = snapshot(&p, &plain, shares(&EMPTY));
    for (candidate, (_, lead, policy)) in snapshot.candidates.iter_mut().zip(moves) {
        (candidate.lead, candidate.prior) = (Lead::for_side(Colour::Black, *lead), *policy);
    }
    let mut table = DecisionTable::new(&snapshot, None, None);
    let chain = steering_chain(steering, 0.01, scene);
    run(&chain, &mut table, &Scene { position: &p, visits: 100, spread: scene.spread, chance: 0.5 });
    table
}

fn chosen(moves: &[(&str, f32, f32)], steering: &Steering, scene: &SteeringScene) -> String {
    decided(moves, steering, scene).chosen().unwrap().mv.to_string()
}

/// Always the best compromise, with numbers that the positions below were made for.
fn settled(aim: SteeringAim) -> Steering {
    let usual = Steering { margin: 0.35, min_policy: 0.04, strong_weight: 2.0, ..Steering::default() };
    Steering { aim, temperature: 0.0, reserve: 0.0, ..usual }
}

#[test]
fn the_lead_goes_where_the_aim_is() {
    let moves = [("C3", 3.0, 0.3), ("D4", 0.0, 0.3), ("E5", -3.0, 0.3)];
    assert_eq!(chosen(&moves, &settled(SteeringAim::Win), &even()), "C3");
    assert_eq!(chosen(&moves, &settled(SteeringAim::Lose), &even()), "E5");
    let (won, lost) = (even(), SteeringScene { game_chance: 0.9, ..even() });
    assert_eq!(chosen(&moves, &settled(SteeringAim::Half), &won), "C3");
    assert_eq!(chosen(&moves, &settled(SteeringAim::Half), &lost), "E5");
    let early = SteeringScene { pass_cost: 15.0, ..even() };
    let ahead = [("C3", 10.0, 0.3), ("D4", 5.0, 0.3)];
    assert_eq!(chosen(&ahead, &settled(SteeringAim::Lead), &early), "C3");
    assert_eq!(chosen(&ahead, &settled(SteeringAim::Lead), &even()), "D4");
}

#[test]
fn early_in_a_game_natural_moves_count_for_more() {
    let moves = [("C3", 9.0, 0.6), ("D4", 3.0, 0.1)];
    let early = SteeringScene { spread: 25.0, pass_cost: 15.0, ..even() };
    assert_eq!(chosen(&moves, &settled(SteeringAim::Win), &early), "C3");
    assert_eq!(chosen(&moves, &settled(SteeringAim::Win), &even()), "D4");
}

#[test]
fn who_plays_with_somebody_weak_may_be_behind() {
    let moves = [("C3", -3.0, 0.3), ("D4", -6.0, 0.3)];
    let weak = SteeringScene { drift: 3.0, pass_cost: 15.0, ..even() };
    assert_eq!(chosen(&moves, &settled(SteeringAim::Lose), &weak), "D4");
    assert_eq!(chosen(&moves, &settled(SteeringAim::Lose), &SteeringScene { pass_cost: 1.0, ..weak }), "C3");
}

#[test]
fn who_is_to_lose_may_be_too_far_behind_as_long_as_much_is_open() {
    let moves = [("C3", -4.5, 0.3), ("D4", -2.5, 0.2)];
    let open = SteeringScene { spread: 25.0, pass_cost: 15.0, ..even() };
    assert_eq!(chosen(&moves, &settled(SteeringAim::Lose), &open), "C3");
    assert_eq!(chosen(&moves, &settled(SteeringAim::Lose), &even()), "D4");
}

#[test]
fn what_hardly_anybody_would_play_is_never_played() {
    let moves = [("C3", 40.0, 0.6), ("D4", 2.5, 0.001)];
    let table = decided(&moves, &settled(SteeringAim::Win), &even());
    assert_eq!(table.rows[1].status, Status::Dropped(RuleName::Unnatural));
    assert_eq!(table.chosen().unwrap().mv.to_string(), "C3");
}

#[test]
fn the_best_move_is_there_when_nothing_natural_is_enough() {
    let moves = [("C3", -9.0, 0.6), ("D4", 4.0, 0.001), ("E5", 1.0, 0.001)];
    let table = decided(&moves, &settled(SteeringAim::Win), &even());
    assert_eq!(table.rows[2].status, Status::Dropped(RuleName::Unnatural));
    assert_eq!(table.chosen().unwrap().mv.to_string(), "D4");
}

#[test]
fn a_loss_beyond_the_aim_is_kept_small_by_the_best_move() {
    let moves = [("C3", -17.5, 0.6), ("D4", -8.8, 0.01), ("E5", -10.0, 0.01)];
    let table = decided(&moves, &settled(SteeringAim::Lose), &even());
    assert_eq!(table.rows[2].status, Status::Dropped(RuleName::Unnatural));
    assert_eq!(table.chosen().unwrap().mv.to_string(), "D4");
}

#[test]
fn who_punishes_more_than_expected_is_kept_at_a_distance() {
    let moves = [("C3", 5.0, 0.3), ("D4", 3.5, 0.3)];
    let strong = SteeringScene { drift: -2.0, pass_cost: 15.0, ..even() };
    assert_eq!(chosen(&moves, &settled(SteeringAim::Win), &strong), "C3");
    assert_eq!(chosen(&moves, &settled(SteeringAim::Win), &even()), "D4");
}

#[test]
fn much_is_lost_only_by_moves_that_look_good() {
    // Far ahead, a likely move that gives up a group is welcome. One that nobody thinks of first is not.
    let likely = [("C3", 40.0, 0.5), ("D4", 3.0, 0.3)];
    assert_eq!(chosen(&likely, &settled(SteeringAim::Win), &even()), "D4");
    let sixth = [
        ("C3", 40.0, 0.3),
        ("C4", 39.0, 0.2),
        ("C5", 38.0, 0.15),
        ("C6", 38.0, 0.1),
        ("C7", 38.0, 0.09),
        ("D4", 3.0, 0.08),
    ];
    let table = decided(&sixth, &settled(SteeringAim::Win), &even());
    assert_eq!(table.rows[5].status, Status::Dropped(RuleName::LosesPoints));
    // Nor is one that leaves too little.
    let too_much = [("C3", 4.0, 0.3), ("D4", -12.0, 0.6)];
    assert_eq!(chosen(&too_much, &settled(SteeringAim::Win), &even()), "C3");
}

#[test]
fn to_win_points_below_the_aim_count_for_more() {
    let win = [("C3", 5.5, 0.3), ("D4", 0.5, 0.35)];
    assert_eq!(chosen(&win, &settled(SteeringAim::Win), &open()), "C3", "2.5 above the aim, and 2.5 below");
    let loss = [("C3", -0.5, 0.3), ("D4", -5.5, 0.35)];
    let narrow = Steering { tolerance_short: 0.1, ..settled(SteeringAim::Lose) };
    assert_eq!(chosen(&loss, &narrow, &open()), "D4", "2.5 above the aim, and 2.5 below");
}

/// Enough is open for the tolerances to differ.
fn open() -> SteeringScene {
    SteeringScene { spread: 8.0, ..even() }
}

#[test]
fn to_lose_people_overlook_what_wins() {
    // What is natural wins. Of the rest, the likeliest that does not win is there, and nothing that nobody would play.
    let moves =
        [("C3", 4.0, 0.6), ("D4", 0.5, 0.015), ("E5", -2.0, 0.012), ("F6", -2.5, 0.006), ("G7", -2.5, 0.001)];
    let table = decided(&moves, &settled(SteeringAim::Lose), &even());
    assert_eq!(table.chosen().unwrap().mv.to_string(), "E5");
    let unnatural = |place: usize| table.rows[place].status == Status::Dropped(RuleName::Unnatural);
    assert!(unnatural(1) && unnatural(3) && unnatural(4), "{table:?}");
    // As long as something natural loses, no move is made natural.
    let moves = [("C3", 4.0, 0.6), ("D4", -2.0, 0.03), ("E5", -2.5, 0.01)];
    let table = decided(&moves, &settled(SteeringAim::Lose), &even());
    assert_eq!(table.rows[2].status, Status::Dropped(RuleName::Unnatural));
}

#[test]
fn to_be_even_two_points_are_given_back_by_the_most_natural_move_that_does() {
    let moves = [("C3", 3.5, 0.6), ("D4", 3.5, 0.2), ("E5", -0.5, 0.02), ("F6", -0.5, 0.012)];
    let table = decided(&moves, &settled(SteeringAim::Even), &even());
    assert_eq!(table.rows[3].status, Status::Dropped(RuleName::Unnatural));
    assert_eq!(table.chosen().unwrap().mv.to_string(), "E5");
}

#[test]
fn to_lose_much_is_lost_only_where_all_else_wins() {
    let moves = [("C3", 12.0, 0.5), ("D4", 11.0, 0.2), ("E5", -6.0, 0.2)];
    assert_eq!(chosen(&moves, &settled(SteeringAim::Lose), &even()), "E5");
    let too_far = [("C3", 12.0, 0.5), ("D4", 11.0, 0.2), ("E5", -9.0, 0.2)];
    assert_ne!(chosen(&too_far, &settled(SteeringAim::Lose), &even()), "E5");
    let moves = [("C3", 3.0, 0.5), ("D4", -2.0, 0.2), ("E5", -9.0, 0.2)];
    let table = decided(&moves, &settled(SteeringAim::Lose), &even());
    assert_eq!(table.rows[2].status, Status::Dropped(RuleName::LosesPoints));
    assert_eq!(table.chosen().unwrap().mv.to_string(), "D4");
}

#[test]
fn against_somebody_weak_more_games_are_to_be_lost() {
    let moves = [("C3", 3.0, 0.3), ("D4", 0.0, 0.3), ("E5", -3.0, 0.3)];
    let on = |side, drift, game_chance| {
        let scene = SteeringScene { side, drift, pass_cost: 0.0, game_chance, ..even() };
        chosen(&moves, &settled(SteeringAim::Half), &scene)
    };
    let with = |drift, game_chance| on(9, drift, game_chance);
    assert_eq!([with(0.3, 0.67), with(0.3, 0.69)], ["C3", "E5"], "who hardly errs wins more than is meant");
    assert_eq!([with(1.1, 0.42), with(1.1, 0.44)], ["C3", "E5"]);
    assert_eq!([with(3.0, 0.04), with(3.0, 0.06)], ["C3", "E5"], "some are to be won all the same");
    assert_eq!([on(13, 3.0, 0.29), on(13, 3.0, 0.31)], ["C3", "E5"], "and more on larger boards");
    let at_first = |drift, game_chance| {
        let scene = SteeringScene { drift, game_chance, played: 0.0, ..even() };
        scene.aim(&settled(SteeringAim::Half)).wanted
    };
    let wanted = [0.5, 2.0].map(|drift| [at_first(drift, 0.49), at_first(drift, 0.51)]);
    assert_eq!(wanted, [[Wanted::Win, Wanted::Lose]; 2], "nobody's strength is known at first");
}

#[test]
fn on_larger_boards_a_point_counts_for_more() {
    // In a game that is to be lost, the natural move stays ahead, and the other does not.
    let moves = [("C3", 2.5, 0.5), ("D4", 0.0, 0.12)];
    let on =
        |side| chosen(&moves, &settled(SteeringAim::Lose), &SteeringScene { side, spread: 9.0, ..even() });
    assert_eq!([on(9), on(13), on(19)], ["C3", "D4", "D4"]);
}

#[test]
fn a_win_by_a_few_points_more_is_better_than_an_odd_move() {
    let on_13x13 = |moves, aim| {
        let scene = SteeringScene { side: 13, spread: 8.0, ..even() };
        chosen(moves, &Steering { min_policy: 0.01, ..settled(aim) }, &scene)
    };
    assert_eq!(on_13x13(&[("C3", 9.5, 0.5), ("D4", 4.5, 0.03)], SteeringAim::Win), "C3");
    let loss = [("C3", 0.5, 0.5), ("D4", -4.5, 0.03)];
    assert_eq!(on_13x13(&loss, SteeringAim::Lose), "D4", "but no win where there is to be none");
}

#[test]
fn a_game_that_is_won_by_far_is_not_given_back_any_more() {
    // A gift of ten points is worth an odd move, but not where what is left is out of reach.
    let gift = |aim, lead| chosen(&[("C3", lead, 0.5), ("D4", lead - 10.0, 0.12)], &settled(aim), &open());
    let [near, far] = [20.0, 60.0].map(|lead| gift(SteeringAim::Lose, lead));
    assert_eq!([near.as_str(), &far], ["D4", "C3"]);
    assert_eq!(gift(SteeringAim::Even, 60.0), "D4", "practice goes on");
}

#[test]
fn a_large_lead_on_a_small_board_is_an_aim_like_any_other() {
    let tiny = SteeringScene { side: 3, ..even() };
    let moves = [("C3", 10.0, 0.3), ("D4", 9.0, 0.31)];
    assert_eq!(chosen(&moves, &settled(SteeringAim::Lead), &SteeringScene { pass_cost: 15.0, ..tiny }), "C3");
}

#[test]
fn with_somebody_weak_odd_moves_are_not_so_odd() {
    let moves = [("C3", 6.0, 0.5), ("D4", -6.0, 0.05)];
    let lose = Steering { strong_weight: 4.0, ..settled(SteeringAim::Lose) };
    let with = |drift| chosen(&moves, &lose, &SteeringScene { drift, pass_cost: 10.0, ..open() });
    assert_eq!([with(0.5), with(3.0)], ["C3", "D4"]);
}

/// Natural moves count for much, and gifts may wait.
fn patient() -> Steering {
    Steering { patience: 2.0, ..settled(SteeringAim::Win) }
}

#[test]
fn nothing_is_given_away_in_the_opening() {
    let moves = [("C3", 1.0, 0.5), ("D4", -3.0, 0.4)];
    let lose = settled(SteeringAim::Lose);
    assert_eq!(chosen(&moves, &lose, &even()), "D4");
    assert_eq!(chosen(&moves, &lose, &SteeringScene { played: 0.05, ..even() }), "C3");
}

#[test]
fn who_is_patient_gives_back_much_at_once_or_nothing() {
    // Four points of twenty are not worth an odd move; all of them are.
    let little = [("C3", 23.5, 0.5), ("D4", 19.5, 0.2)];
    let much = [("C3", 23.5, 0.5), ("D4", 3.5, 0.2)];
    let scene = SteeringScene { spread: 10.0, ..even() };
    assert_eq!(chosen(&little, &patient(), &scene), "C3");
    assert_eq!(chosen(&much, &patient(), &scene), "D4");
    let impatient = Steering { patience: 100.0, ..patient() };
    assert_eq!(chosen(&little, &impatient, &scene), "D4");
}

#[test]
fn what_people_would_overlook_gives_back_little() {
    let steering = settled(SteeringAim::Lose);
    let course = Course { steering, aim: even().aim(&steering), spread: 8.0, side: even().side };
    let table = decided(&[("C3", 9.0, 0.5), ("D4", -3.0, 0.3)], &steering, &open());
    let lead = |points: f32| Lead::for_side(Colour::Black, points);
    let with = |replies: Vec<(f32, Lead)>| Row { mistake: Some(0.0), replies, ..table.rows[1].clone() };
    let cost = |row: &Row| course.expected_cost(&table, row);
    let (seen, overlooked) = (with(vec![(1.0, lead(-3.0))]), with(vec![(0.1, lead(-3.0)), (0.9, lead(9.0))]));
    assert!(cost(&seen) < 0.1 && cost(&overlooked) > 2.0, "{} {}", cost(&seen), cost(&overlooked));
    assert!(cost(&overlooked) < cost(&table.rows[0]), "somebody may see it");
}

#[test]
fn to_lose_a_large_mistake_brings_the_game_nearer_to_the_aim() {
    let near = [("C3", 3.5, 0.5), ("D4", 3.0, 0.2), ("E5", -10.5, 0.2)];
    let table = decided(&near, &settled(SteeringAim::Lose), &even());
    assert_eq!(table.rows[2].status, Status::Dropped(RuleName::LosesPoints), "6 above the aim, or 8 below");
}
