//! Scoring under all kinds of rules.

mod common;

use board::{Colour, Komi, Move, PointSet, Position, Rules, Scoring, SideCount, Tax};
use common::Diagram;

const TERRITORY: Rules = Rules { tax: Tax::None, ..Rules::JAPANESE };

/// The result with the stones `x` and `o` dead, as people write it.
fn score(rows: &str, rules: Rules, komi: f64) -> String {
    let diagram = Diagram::new(rows);
    let position = diagram.position(rules, Komi::new(komi).unwrap());
    position.score(&diagram.points("xo")).to_string()
}

/// Black has 5 stones and 5 points, White 5 stones and 10 points.
const HALVES: &str = "
    . X O . .
    . X O . .
    . X O . .
    . X O . .
    . X O . .
";

#[test]
fn area_counts_stones_and_points() {
    assert_eq!(score(HALVES, Rules::CHINESE, 0.0), "W+5");
    assert_eq!(score(HALVES, Rules::TROMP_TAYLOR, 7.5), "W+12.5");
}

#[test]
fn territory_counts_points() {
    assert_eq!(score(HALVES, Rules::JAPANESE, 0.0), "W+5");
    assert_eq!(score(HALVES, Rules::JAPANESE, -6.5), "B+1.5");
}

#[test]
fn komi_may_be_negative_or_lead_to_a_draw() {
    assert_eq!(score(HALVES, Rules::CHINESE, -5.0), "0");
    assert_eq!(score(HALVES, Rules::CHINESE, -5.5), "B+0.5");
    assert_eq!(score(HALVES, Rules::CHINESE, -400.0), "B+395");
}

#[test]
fn empty_boards_are_nobodys() {
    assert_eq!(score("... / ...", Rules::TROMP_TAYLOR, 0.0), "0");
    assert_eq!(score("...", Rules::JAPANESE, 0.5), "W+0.5");
    assert_eq!(score("... / .X.", Rules::TROMP_TAYLOR, 0.0), "B+6");
}

#[test]
fn neutral_points_are_nobodys() {
    let rows = "XX.OO / XX.OO";
    assert_eq!(score(rows, Rules::TROMP_TAYLOR, 0.0), "0");
    assert_eq!(score("XX..O / XX.OO", Rules::TROMP_TAYLOR, 0.0), "B+1");
}

/// A dead stone is a point for whoever surrounds it; under territory rules it is also a prisoner.
#[test]
fn dead_stones() {
    let rows = "
        . X O . .
        o X O . .
        . X O . x
        . X O . x
        . X O . .
    ";
    assert_eq!(score(rows, Rules::CHINESE, 0.0), "W+5");
    // Five points and a prisoner against ten points and two.
    assert_eq!(score(rows, TERRITORY, 0.0), "W+6");
    let alive = Diagram::new(rows).position(Rules::CHINESE, Komi::ZERO);
    // On the left only the stone counts, on the right the two.
    assert_eq!(alive.score(&PointSet::EMPTY).to_string(), "B+1");
    assert_eq!(alive.area_score(), alive.score(&PointSet::EMPTY));
}

/// Stones captured during play are remembered, including those lost by suicide.
#[test]
fn prisoners_are_points_of_territory() {
    let play = |position: &mut Position, moves: &str| {
        for word in moves.split(' ') {
            position.play(Move::parse(word, position.size()).unwrap()).unwrap();
        }
    };
    let diagram = Diagram::new("OX... / .X... / .....");
    let mut position = diagram.position(TERRITORY, Komi::ZERO);
    play(&mut position, "A2");
    assert_eq!(position.captures(Colour::Black), 1);
    // The board without the three stones, and the prisoner.
    assert_eq!(position.score(&PointSet::EMPTY).to_string(), "B+13");

    let suicide = Rules { suicide: true, ..TERRITORY };
    let mut position = Diagram::new(".XO / OOO / ...").position(suicide, Komi::ZERO);
    play(&mut position, "A3");
    assert_eq!(position.captures(Colour::White), 2);
    assert_eq!(position.score(&PointSet::EMPTY).to_string(), "W+7");
}

/// The white group in the corner and the black one around it have an eye each, and whoever fills the last
/// liberty between them is captured.
#[test]
fn nothing_in_seki_is_territory_under_japanese_rules() {
    let rows = "
        . O . X . X O . .
        O O X X X X O . .
        X X X O O O O . .
        O O O O . . . . .
        . . . . . . . . .
    ";
    assert_eq!(score(rows, Rules::CHINESE, 0.0), "W+24");
    // Both eyes count or neither does.
    assert_eq!(score(rows, TERRITORY, 0.0), "W+20");
    assert_eq!(score(rows, Rules::JAPANESE, 0.0), "W+20");
    assert_eq!(score(rows, Rules { tax: Tax::Seki, ..Rules::CHINESE }, 0.0), "W+24");
}

/// If both sides agree that the two white stones live, Black's only eye is in seki.
#[test]
fn an_eye_in_seki_is_taxed() {
    let rows = "
        . O . X . X O . .
        X O X X X X O . .
        X X X O O O O . .
        O O O O . . . . .
        . . . . . . . . .
    ";
    assert_eq!(score(rows, TERRITORY, 0.0), "W+19");
    assert_eq!(score(rows, Rules::JAPANESE, 0.0), "W+20");
    assert_eq!(score(rows, Rules::CHINESE, 0.0), "W+21");
    assert_eq!(score(rows, Rules { tax: Tax::Seki, ..Rules::CHINESE }, 0.0), "W+22");
}

/// Unfilled points between two living groups do not make them a seki.
#[test]
fn the_living_keep_their_territory_beside_neutral_points() {
    let room = "
        . X . O . .
        . X . O . .
        . X . O . .
    ";
    assert_eq!(score(room, Rules::JAPANESE, 0.0), "W+3");
    let two_eyes = "
        . X . X . O O O
        X X X X . O . .
        . . . . . O . .
        O O O O O O . .
    ";
    assert_eq!(score(two_eyes, Rules::JAPANESE, 0.0), "W+4");
}

/// White has two groups and Black one, whose chains share the middle.
#[test]
fn every_group_pays_where_groups_are_taxed() {
    let rows = "
        . O X . X O .
        . O X . X O .
        . O X . X O .
        . O X . X O .
    ";
    assert_eq!(score(rows, Rules::CHINESE, 0.0), "W+4");
    assert_eq!(score(rows, Rules::STONE_SCORING, 0.0), "W+2");
    assert_eq!(score(rows, Rules::JAPANESE, 0.0), "W+4");
    assert_eq!(score(rows, Rules::ANCIENT_TERRITORY, 0.0), "W+2");
}

#[test]
fn a_group_pays_no_more_than_it_has() {
    let rows = "
        . X O O .
        X X O . O
        O O O O O
    ";
    // Black's only point, and two of White's.
    assert_eq!(score(rows, Rules { scoring: Scoring::Area, ..Rules::ANCIENT_TERRITORY }, 0.0), "W+6");
    assert_eq!(score(rows, Rules::ANCIENT_TERRITORY, 0.0), "0");
}

/// Half a point for whoever passes first, and that pass does not end the game.
#[test]
fn the_first_pass_takes_the_button() {
    let after_pass_of = |colour: Colour| {
        let mut position = Diagram::new(HALVES).position(Rules::AGA_BUTTON, Komi::ZERO);
        position.set_to_move(colour);
        assert_eq!(position.score(&PointSet::EMPTY).to_string(), "W+5");
        for over in [false, false, true] {
            assert!(!position.is_over());
            position.play(Move::Pass).unwrap();
            assert_eq!(position.is_over(), over);
        }
        position.score(&PointSet::EMPTY).to_string()
    };
    assert_eq!(after_pass_of(Colour::Black), "W+4.5");
    assert_eq!(after_pass_of(Colour::White), "W+5.5");
}

#[test]
fn handicap_is_paid_for_as_the_rules_say() {
    let check = |rules: &str, stones: usize, expected: &str| {
        let komi = Komi::from_halves(1);
        let mut position = Diagram::new(HALVES).position(rules.parse().unwrap(), komi);
        position.set_handicap(stones);
        assert_eq!(position.score(&PointSet::EMPTY).to_string(), expected, "{rules}, {stones} stones");
        assert_eq!(position.komi(), komi);
    };
    for rules in ["chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor"] {
        check(rules, 0, "W+5.5");
        check(rules, 1, "W+5.5");
    }
    check("chinese", 3, "W+8.5");
    check("aga", 3, "W+7.5");
    for rules in ["japanese", "korean", "new-zealand", "tromp-taylor"] {
        check(rules, 3, "W+5.5");
    }
}

/// What players add up equals the score.
#[test]
fn each_side_can_be_counted_by_hand() {
    let rows = "
        . X O . .
        o X O . .
        . X O . x
        . X O . x
        . X O . .
    ";
    let diagram = Diagram::new(rows);
    let dead = diagram.points("xo");
    let black = SideCount { stones: 5, territory: 5, prisoners: 1, tax: 0 };
    let white = SideCount { stones: 5, territory: 10, prisoners: 2, tax: 0 };
    for (rules, totals) in [(Rules::CHINESE, [10, 15]), (TERRITORY, [6, 12])] {
        let position = diagram.position(rules, Komi::new(6.5).unwrap());
        let counts = position.counts(&dead);
        assert_eq!(counts, [black, white]);
        assert_eq!(counts.map(|count| count.total(rules.scoring)), totals);
        let lead = f64::from(totals[0] - totals[1]) - 6.5;
        assert_eq!(position.score(&dead).for_side(Colour::Black), lead);
    }
    // Every group pays for two eyes.
    let taxed = Rules { tax: Tax::All, ..Rules::CHINESE };
    let [black, white] = diagram.position(taxed, Komi::ZERO).counts(&dead);
    assert_eq!((black.tax, white.tax), (2, 2));
}
