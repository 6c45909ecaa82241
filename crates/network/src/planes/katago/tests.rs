use board::{Komi, Move, Point, Rules, Size, Symmetry};

use super::super::{InputSettings, PlaneBuilder, symmetries};
use super::*;
use crate::network::Planes;
use nn::Batch;

const KATAGO: Planes = Planes::KataGo { life_under_suicide: false, metadata: None, board_only: false };

fn position(size: usize, rules: Rules, komi: f64, moves: &str) -> Position {
    let size = Size::square(size).unwrap();
    let mut position = Position::new(size, rules, Komi::new(komi).unwrap());
    for word in moves.split_whitespace() {
        position.play(Move::parse(word, size).unwrap()).unwrap();
    }
    position
}

fn build(position: &Position, symmetry: Symmetry, input_settings: InputSettings) -> (Vec<f32>, Vec<f32>) {
    let points = position.size().points();
    let (columns, rows) = (position.size().width(), position.size().height());
    let inputs = vec![vec![0.0; 2 * points * PLANES], vec![0.0; 2 * FLAT]];
    let mut batch = Batch { rows, columns, count: 2, inputs };
    PlaneBuilder::new(KATAGO, input_settings).fill(position, symmetry, &mut batch, 1);
    assert!(batch.inputs[0][..points * PLANES].iter().all(|x| *x == 0.0));
    (batch.inputs[0].split_off(points * PLANES), batch.inputs[1].split_off(FLAT))
}

/// The points marked in a plane, ordered by index.
fn marked(position: &Position, plane: usize) -> String {
    let (boards, _) = build(position, Symmetry::IDENTITY, InputSettings::default());
    let size = position.size();
    let at = |p: &Point| ((size.height() - 1 - p.y()) * size.width() + p.x()) * PLANES;
    let marked = size.iter().filter(|p| boards[at(p) + plane] == 1.0);
    marked.map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}

fn flat(position: &Position) -> Vec<f32> {
    build(position, Symmetry::IDENTITY, InputSettings::default()).1
}

#[test]
fn stones_and_liberties_are_seen_by_the_side_to_move() {
    let position = position(5, Rules::CHINESE, 7.5, "C3 A1 B1 E5 D3");
    assert_eq!((marked(&position, 1), marked(&position, 2)), ("A1 E5".into(), "B1 C3 D3".into()));
    assert_eq!((marked(&position, 3), marked(&position, 4)), ("A1".into(), "B1 E5".into()));
    assert_eq!(marked(&position, 5), "");
    assert_eq!(marked(&position, 0).split(' ').count(), 25);
    let moves: Vec<String> = (9..14).map(|plane| marked(&position, plane)).collect();
    assert_eq!(moves, ["D3", "E5", "B1", "A1", "C3"]);
}

#[test]
fn ko_is_marked_under_every_rule() {
    for rules in [Rules::CHINESE, Rules::AGA, Rules::TROMP_TAYLOR] {
        let position = position(5, rules, 7.5, "B3 C3 C4 D4 C2 D2 A1 E3 D3");
        assert_eq!(marked(&position, 6), "C3", "{rules}");
    }
}

#[test]
fn ladders_are_marked_now_and_before() {
    let position = position(9, Rules::CHINESE, 7.5, "C4 C3 B3 J9 D2 J8");
    assert_eq!((marked(&position, 14), marked(&position, 17)), ("C3".into(), "C2 D3".into()));
    assert_eq!((marked(&position, 15), marked(&position, 16)), ("C3 J9".into(), "J9".into()));
}

#[test]
fn komi_is_the_own() {
    let at = |rules, komi, moves| flat(&position(9, rules, komi, moves))[5] * 20.0;
    assert_eq!(at(Rules::CHINESE, 7.5, ""), -7.5);
    assert_eq!(at(Rules::CHINESE, 7.5, "E5"), 7.5);
    assert_eq!(at(Rules::JAPANESE, 6.5, "E5"), 7.5);
    assert_eq!(at(Rules::JAPANESE, 6.5, "E5 C3"), -6.5);
    assert_eq!(at(Rules::JAPANESE, 6.5, "E5 pass"), -7.5);
    assert_eq!(at(Rules::AGA_BUTTON, 7.0, "pass"), 6.5);
    assert_eq!(at(Rules::AGA_BUTTON, 7.0, "E5 pass"), -7.5);
    assert_eq!(at(Rules::CHINESE, 399.0, "E5"), 101.0);
}

#[test]
fn rules_are_told() {
    let told = |rules, moves| flat(&position(9, rules, 7.0, moves))[6..].to_vec();
    let none = [0.0; 13];
    let with = |pairs: &[(usize, f32)]| {
        let mut all = none;
        pairs.iter().for_each(|(i, x)| all[*i - 6] = *x);
        all.to_vec()
    };
    assert_eq!(told(Rules::CHINESE, ""), with(&[]));
    assert_eq!(told(Rules::TROMP_TAYLOR, ""), with(&[(6, 1.0), (7, 0.5), (8, 1.0)]));
    assert_eq!(told(Rules::TROMP_TAYLOR, "pass"), with(&[(6, 1.0), (7, 0.5), (8, 1.0), (14, 1.0)]));
    assert_eq!(told(Rules::JAPANESE, ""), with(&[(9, 1.0), (10, 1.0)]));
    assert_eq!(told(Rules::ANCIENT_TERRITORY, ""), with(&[(9, 1.0), (10, 1.0), (11, 1.0)]));
    assert_eq!(told(Rules::AGA_BUTTON, ""), with(&[(6, 1.0), (7, -0.5), (17, 1.0)]));
}

#[test]
fn the_wave_of_komi_rises_at_draws() {
    let wave = |points| [-0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 7.0, 7.5].map(|komi| komi_wave(komi, points));
    assert_eq!(wave(361), [0.5, 0.0, -0.5, 0.0, 0.5, 0.0, 0.0, 0.5]);
    assert_eq!(wave(100), [-0.5, 0.0, 0.5, 0.0, -0.5, 0.0, 0.0, -0.5]);
}

#[test]
fn a_lost_count_hides_the_pass() {
    let shown = |komi, enable_passing_hacks| {
        let position = position(5, Rules::TROMP_TAYLOR, komi, "C3 pass");
        let input_settings = InputSettings { enable_passing_hacks, ..InputSettings::default() };
        let (_, flat) = build(&position, Symmetry::IDENTITY, input_settings);
        (flat[0], flat[14])
    };
    assert_eq!(shown(7.5, true), (1.0, 1.0));
    assert_eq!(shown(25.5, true), (0.0, 0.0));
    assert_eq!(shown(25.5, false), (1.0, 1.0));
}

#[test]
fn turning_the_board_turns_the_planes() {
    let moves = "C4 C3 B3 J9 D2 J8 E5 F4 G7 G3";
    let straight = position(9, Rules::AGA, 7.5, moves);
    let size = straight.size();
    for symmetry in symmetries(size) {
        let turned: Vec<String> = moves
            .split_whitespace()
            .map(|word| symmetry.apply(Point::parse(word, size).unwrap(), size).to_string())
            .collect();
        let turned = position(9, Rules::AGA, 7.5, &turned.join(" "));
        let input_settings = InputSettings::default;
        assert_eq!(
            build(&straight, *symmetry, input_settings()),
            build(&turned, Symmetry::IDENTITY, input_settings()),
            "{symmetry:?}"
        );
    }
}

#[test]
fn an_advantage_has_a_side() {
    let input_settings =
        InputSettings { playout_doubling_advantage: Some((Colour::White, 1.5)), ..InputSettings::default() };
    let shown = |moves: &str| {
        build(&position(5, Rules::CHINESE, 7.5, moves), Symmetry::IDENTITY, input_settings.clone()).1
    };
    assert_eq!((shown("")[15], shown("")[16]), (1.0, -0.75));
    assert_eq!((shown("C3")[15], shown("C3")[16]), (1.0, 0.75));
    let none = flat(&position(5, Rules::CHINESE, 7.5, ""));
    assert_eq!((none[15], none[16]), (0.0, 0.0));
}

#[test]
fn a_draw_that_wins_is_half_a_point_of_komi() {
    let input_settings = InputSettings { draw_komi_bonus: 0.5, ..InputSettings::default() };
    let komi = |komi: f64, moves: &str| {
        build(&position(5, Rules::CHINESE, komi, moves), Symmetry::IDENTITY, input_settings.clone()).1[5]
            * 20.0
    };
    assert_eq!((komi(7.0, ""), komi(7.0, "C3")), (-7.5, 7.5));
    assert_eq!(komi(7.5, ""), -7.5, "nobody can draw");
}
