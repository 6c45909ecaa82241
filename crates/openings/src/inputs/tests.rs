use super::*;

/// White's stone at B3 is in atari, Black has a block of three on the right.
const ROWS: [&str; 5] = [
    ".....", //
    ".X...", //
    "XO.X.", //
    ".X.XX", //
    "....O",
];

fn board() -> Board {
    Board::from_diagram(&ROWS).unwrap()
}

/// A plane as rows of text, top row first, in units of `unit`.
fn plane(features: &str, encoding: Encoding, to_move: Colour, index: usize, unit: f32) -> Vec<String> {
    let board = board();
    let encoder = Encoder::new(board.size(), features.parse().unwrap(), encoding);
    let mut inputs = Vec::new();
    encoder.encode(&board, to_move, &mut inputs);
    assert_eq!(inputs.len(), encoder.inputs());
    let row = |y: usize| {
        let cell = |x: usize| {
            let value = inputs[index * 25 + board.size().place(Point::new(x, y))] * unit;
            assert_eq!(value, value.round(), "at {x}, {y}");
            format!("{value:2}")
        };
        (0..5).map(cell).collect::<Vec<_>>().join("")
    };
    (0..5).rev().map(row).collect()
}

fn usual() -> Encoding {
    Encoding::default()
}

#[test]
fn a_says_whose_stones_they_are() {
    let expected = [" 0 0 0 0 0", " 0 1 0 0 0", " 1-1 0 1 0", " 0 1 0 1 1", " 0 0 0 0-1"];
    assert_eq!(plane("A", usual(), Colour::Black, 0, 1.0), expected);
    let swapped = ["-0-0-0-0-0", "-0-1-0-0-0", "-1 1-0-1-0", "-0-1-0-1-1", "-0-0-0-0 1"];
    let swapped = swapped.map(|row| row.replace("-0", " 0"));
    assert_eq!(plane("A", usual(), Colour::White, 0, 1.0), swapped);
}

#[test]
fn a_says_where_one_may_play() {
    // Black may play on every empty point.
    let black = [" 1 1 1 1 1", " 1 0 1 1 1", " 0 0 1 0 1", " 1 0 1 0 0", " 1 1 1 1 0"];
    assert_eq!(plane("A", usual(), Colour::Black, 1, 1.0), black);
    // White has no liberty at A2 only if Black's stones around it live: B2 does, and A1 is empty.
    assert_eq!(plane("A", usual(), Colour::White, 1, 1.0), black);
    let eye = Board::from_diagram(&[".X.", "XX.", "..."]).unwrap();
    let mut inputs = Vec::new();
    let encoder = Encoder::new(eye.size(), FeatureSet::STATUS, usual());
    let corner = 9 + eye.size().place(Point::new(0, 2));
    for (colour, expected) in [(Colour::Black, 1.0), (Colour::White, 0.0)] {
        encoder.encode(&eye, colour, &mut inputs);
        assert_eq!(inputs[corner], expected, "{colour}");
    }
}

#[test]
fn a_ko_may_not_be_retaken() {
    let mut board = Board::from_diagram(&[".XO.", "XO.O", ".XO.", "...."]).unwrap();
    let taken = Point::new(1, 2);
    assert_eq!(board.play(Point::new(2, 2), Colour::Black), 1);
    let encoder = Encoder::new(board.size(), FeatureSet::STATUS, usual());
    let mut inputs = Vec::new();
    encoder.encode(&board, Colour::White, &mut inputs);
    assert_eq!(inputs[16 + board.size().place(taken)], 0.0);
    board.lift_ko();
    encoder.encode(&board, Colour::White, &mut inputs);
    assert_eq!(inputs[16 + board.size().place(taken)], 1.0);
}

#[test]
fn b_has_the_distances_to_the_two_nearest_edges() {
    let nearest = [" 0 0 0 0 0", " 0 1 1 1 0", " 0 1 2 1 0", " 0 1 1 1 0", " 0 0 0 0 0"];
    let second = [" 0 1 2 1 0", " 1 1 2 1 1", " 2 2 2 2 2", " 1 1 2 1 1", " 0 1 2 1 0"];
    for colour in Colour::BOTH {
        assert_eq!(plane("AB", usual(), colour, 2, 2.0), nearest);
        assert_eq!(plane("AB", usual(), colour, 3, 2.0), second);
    }
    let stones = Encoding { edges: Edges::Stones, ..usual() };
    let signed = [" 0 0 0 0 0", " 0 1 0 0 0", " 2-2 0 2 0", " 0 1 0 1 1", " 0 0 0 0 0"];
    assert_eq!(plane("AB", stones, Colour::Black, 3, 2.0).join("").replace("-0", " 0"), signed.join(""));
}

#[test]
fn c_counts_the_liberties_of_blocks() {
    let expected = [" 0 0 0 0 0", " 0 3 0 0 0", " 2-1 0 5 0", " 0 3 0 5 5", " 0 0 0 0-1"];
    assert_eq!(plane("AC", usual(), Colour::Black, 2, 4.0), expected);
}

#[test]
fn d_counts_the_stones_of_blocks() {
    let expected = [" 0 0 0 0 0", " 0 1 0 0 0", " 1-1 0 3 0", " 0 1 0 3 3", " 0 0 0 0-1"];
    assert_eq!(plane("AD", usual(), Colour::Black, 2, 4.0), expected);
}

#[test]
fn e_counts_the_stones_near_blocks() {
    // Within two steps of the three stones on the right are B3, B2 and E1; nothing else.
    let friends = [" 0 0 0 0 0", " 0 2 0 0 0", " 2-0 0 1 0", " 0 3 0 1 1", " 0 0 0 0-0"];
    let enemies = [" 0 0 0 0 0", " 0 1 0 0 0", " 1-4 0 2 0", " 0 1 0 2 2", " 0 0 0 0-2"];
    let text = |index| plane("AE", usual(), Colour::Black, index, 4.0);
    assert_eq!((text(2), text(3)), (friends.map(String::from).into(), enemies.map(String::from).into()));
    let touching = Encoding { near: 1, ..usual() };
    let enemies = [" 0 0 0 0 0", " 0 1 0 0 0", " 1-3 0 1 0", " 0 1 0 1 1", " 0 0 0 0-1"];
    assert_eq!(plane("AE", touching, Colour::Black, 3, 4.0), enemies);
}

#[test]
fn planes_follow_each_other_in_the_order_of_letters() {
    let alone = plane("AD", usual(), Colour::Black, 2, 4.0);
    assert_eq!(plane("ABCDE", usual(), Colour::Black, 5, 4.0), alone);
    let inputs = |name: &str| Encoder::new(board().size(), name.parse().unwrap(), usual()).inputs();
    assert_eq!(["A", "AB", "AC", "AD", "AE", "ABCDE"].map(inputs), [2, 4, 3, 3, 4, 8].map(|n| n * 25));
}

#[test]
fn colours_do_not_matter_and_symmetries_move_inputs() {
    let board = board();
    let stones = |f: &dyn Fn(Point) -> Point, swap: bool| {
        let stone = |(c, p): (Colour, Point)| (if swap { c.other() } else { c }, f(p));
        Board::with_stones(board.size(), board.all_stones().map(stone)).unwrap()
    };
    let encoding = Encoding { edges: Edges::Stones, ..usual() };
    let encoder = Encoder::new(board.size(), "ABCDE".parse().unwrap(), encoding);
    let encode = |board: &Board, colour| {
        let mut inputs = Vec::new();
        encoder.encode(board, colour, &mut inputs);
        inputs
    };
    let plain = encode(&board, Colour::Black);
    assert_eq!(encode(&stones(&|p| p, true), Colour::White), plain);
    let moved = encoder.symmetries();
    assert_eq!(moved.len(), 8);
    for (symmetry, places) in Symmetry::ALL.into_iter().zip(moved) {
        let turned = encode(&stones(&|p| symmetry.apply(p, board.size()), false), Colour::Black);
        assert!(plain.iter().zip(&places).all(|(value, place)| turned[*place] == *value));
    }
}
