//! Small boards on which an effect is there, and beside each one on which it is not.

use board::{Board, Colour, Komi, Move, Position, Rules};
use partner::effects::effects;
use speech::english::{self, Tense, Whose};

const MINE: Whose = Whose { own: "my", enemy: "your" };

/// What a move does, in words.
fn told(rows: &[&str], side: Colour, at: &str) -> Vec<String> {
    let p = Position::from_board(Board::from_diagram(rows).unwrap(), side, Rules::CHINESE, Komi::ZERO);
    let mv = Move::parse(at, p.size()).unwrap();
    effects(&p, mv).iter().map(|effect| english::effect(effect, MINE, Tense::Now)).collect()
}

fn black(rows: &[&str], at: &str) -> Vec<String> {
    told(rows, Colour::Black, at)
}

fn white(rows: &[&str], at: &str) -> Vec<String> {
    told(rows, Colour::White, at)
}

const IN_ATARI: [&str; 5] = [".....", ".X...", "XO...", ".X...", "....."];

#[test]
fn captures() {
    assert_eq!(black(&IN_ATARI, "C3"), ["captures your stone at B3"]);
    assert_eq!(black(&IN_ATARI, "D3"), [""; 0]);
    let two = [".....", ".XX..", "XOO..", ".XX..", "....."];
    assert_eq!(black(&two, "D3"), ["captures your two stones at B3"]);
    assert_eq!(black(&two, "pass"), [""; 0]);
}

#[test]
fn ataris() {
    let two_liberties = [".....", ".X...", "XO...", ".....", "....."];
    assert_eq!(black(&two_liberties, "C3"), ["puts your stone at B3 in atari"]);
    assert_eq!(black(&two_liberties, "D3"), [""; 0]);
    assert_eq!(white(&IN_ATARI, "C3"), ["saves my stone at B3 from atari"]);
    // An extension that leaves one liberty saves nothing.
    let no_way_out = [".....", ".XX..", "XO.X.", ".X...", "....."];
    assert_eq!(white(&no_way_out, "C3"), [""; 0]);
}

const LADDER: [&str; 9] = [
    ".........",
    ".........",
    ".........",
    ".........",
    "...XX....",
    "..XO.....",
    ".........",
    ".........",
    ".........",
];

fn with<'a>(rows: [&'a str; 9], row: usize, text: &'a str) -> [&'a str; 9] {
    let mut rows = rows;
    rows[9 - row] = text;
    rows
}

#[test]
fn ladders() {
    assert_eq!(black(&LADDER, "D3"), ["catches your stone at D4 in a ladder"]);
    let broken = with(LADDER, 2, "......O..");
    assert_eq!(black(&broken, "D3"), ["puts your stone at D4 in atari"]);
    assert_eq!(white(&LADDER, "G2"), ["gets my stone at D4 out of a ladder"]);
    assert_eq!(white(&LADDER, "A9"), [""; 0]);
}

#[test]
fn stones_that_cannot_get_away() {
    let on_the_edge = [".......", ".......", ".......", ".......", ".......", ".....X.", "...XO.."];
    assert_eq!(black(&on_the_edge, "E2")[0], "traps your stone at E1, which cannot get away");
    let open = [".......", ".......", ".......", ".......", ".......", ".......", "...XO.."];
    assert!(!black(&open, "F1").iter().any(|effect| effect.starts_with("traps")));
}

#[test]
fn cuts_and_connections() {
    let corners_touch = ["......", "......", "..XO..", "..O...", "......", "......"];
    assert_eq!(black(&corners_touch, "D3"), ["cuts your stone at C3 from those at D4"]);
    assert_eq!(white(&corners_touch, "D3"), ["connects my stone at C3 with those at D4"]);
    // With the other point free as well, one of the two is always left.
    let both_free = ["......", "......", "...O..", "..O...", "......", "......"];
    assert_eq!(black(&both_free, "D3"), [""; 0]);
    assert_eq!(white(&both_free, "D3"), [""; 0]);
    // A stone that is captured at once cuts nothing.
    let weak = ["......", "......", "..XOO.", "..O...", "..OO..", "......"];
    assert!(!black(&weak, "D3").iter().any(|effect| effect.starts_with("cuts")));
}

#[test]
fn two_eyes() {
    let corner = [".....", ".....", "OOOOO", "XXXXO", ".X..O"];
    assert_eq!(black(&corner, "D1"), ["gives my five stones at B1 two eyes"]);
    assert!(white(&corner, "D1").contains(&"keeps your five stones at B1 from making two eyes".into()));
    assert_eq!(black(&corner, "C1"), [""; 0]);
    // There is room for the second eye elsewhere.
    let roomy = [".......", ".......", ".......", "OOOOOOO", "XXXXXXO", ".X....O", "XX....O"];
    assert!(!white(&roomy, "D1").iter().any(|effect| effect.starts_with("keeps")));
}

const RACE: [&str; 9] = [
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    "OOOOXXXX.",
    "O.XXOO.X.",
    "O.XXOO.X.",
    "O.XXOO.X.",
];

#[test]
fn races() {
    assert_eq!(
        black(&RACE, "G2"),
        ["takes a liberty in a race: three liberties for my six stones at C1, two for your six stones at E1"]
    );
    let open = with(with(RACE, 4, "OOOOXX.X."), 3, "O.XXOO...");
    assert!(!black(&open, "G2").iter().any(|effect| effect.contains("race")));
    assert!(!black(&RACE, "A9").iter().any(|effect| effect.contains("race")));
}

#[test]
fn room() {
    let attacked = [".......", ".......", "...O...", "..OX...", ".......", ".......", "......."];
    assert_eq!(black(&attacked, "E4"), ["gives my stone at D4 four liberties instead of two"]);
    assert_eq!(black(&attacked, "G1"), [""; 0]);
    let alone = [".......", ".......", ".......", "...X...", ".......", ".......", "......."];
    assert_eq!(black(&alone, "E4"), [""; 0]);
}

#[test]
fn corners() {
    let empty = ["........."; 9];
    assert_eq!(black(&empty, "G7"), ["takes the empty corner in the upper right"]);
    assert_eq!(black(&empty, "C3"), ["takes the empty corner in the lower left"]);
    assert_eq!(black(&empty, "E5"), [""; 0]);
    assert_eq!(black(&empty, "B2"), [""; 0]);
    let taken = with(empty, 7, "......O..");
    assert_eq!(black(&taken, "F6"), ["approaches your corner in the upper right"]);
    assert_eq!(white(&taken, "F6"), [""; 0]);
    // Stones on the edge hold no corner, and a move beside others is about those.
    let edge = with(empty, 1, "OO.......");
    assert_eq!(black(&edge, "D4"), [""; 0]);
    let centre = with(empty, 5, "....O....");
    assert_eq!(black(&centre, "F4"), [""; 0]);
    assert_eq!(black(&centre, "G3"), [""; 0]);
    assert_eq!(black(&centre, "H2"), [""; 0]);
}
