//! Boards with clear answers.

use super::*;
use crate::testing::{position, shares};

fn names(points: &PointSet) -> String {
    points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn benson_stands_above_the_judge() {
    // Black lives with two eyes; the white stone inside is dead whatever the judge says, and so is nothing black.
    let p = position(&[".X.XO", "OX.XO", ".XXXO", "XX.OO", ".X.O."], Colour::Black);
    let wrong = shares(&["ooooo", "ooooo", "ooooo", "ooooo", "ooooo"]);
    let settlement = Settlement::of(&p, Some(&wrong), 0.6);
    assert_eq!(names(settlement.dead()), "A4");
    assert_eq!(settlement.status(Point::new(1, 4)), Status::Alive);
}

#[test]
fn chains_die_as_one_and_leave_territory() {
    let p = position(&[".X.O.", "XXOO.", ".XOX.", ".XOXX", ".XO.."], Colour::Black);
    let ownership = shares(&["xx.oo", "xxooo", "xxooo", "xxooo", "xxooo"]);
    let settlement = Settlement::of(&p, Some(&ownership), 0.6);
    assert_eq!(names(settlement.dead()), "D2 E2 D3");
    assert_eq!(settlement.territory(Colour::White).len(), 8);
    assert_eq!(names(settlement.dame()), "C5");
    assert!(settlement.is_quiet());
    assert!(settlement.is_pointless(Point::new(4, 0)) && !settlement.is_pointless(Point::new(2, 4)));
    assert_eq!(settlement.score(&p).to_string(), "W+4");
}

#[test]
fn a_border_that_is_not_closed_is_open() {
    let p = position(&[".X.O.", ".X.O.", ".....", ".X.O.", ".X.O."], Colour::Black);
    let ownership = shares(&["xx.oo", "xx.oo", "xx.oo", "xx.oo", "xx.oo"]);
    let settlement = Settlement::of(&p, Some(&ownership), 0.6);
    assert!(!settlement.is_quiet() && settlement.dame().is_empty());
}

#[test]
fn an_empty_board_is_open() {
    let p = position(&["...", "...", "..."], Colour::Black);
    assert_eq!(Settlement::of(&p, None, 0.6).open().len(), 9);
}

#[test]
fn unclear_stones_stand_but_are_open() {
    let p = position(&[".XO.", ".XO.", ".XO.", ".XO."], Colour::Black);
    let settlement = Settlement::of(&p, Some(&Ownership::UNKNOWN), 0.6);
    assert!(settlement.dead().is_empty() && !settlement.is_quiet());
}

#[test]
fn seki_is_neither_alive_nor_dead() {
    // White's ring and the stone in it share both liberties; Black outside lives in the corners.
    let p = position(&[".XXXXX.", "XOOOOOX", "XO.X.OX", "XOOOOOX", ".XXXXX."], Colour::Black);
    let settlement = Settlement::of(&p, Some(&Ownership::UNKNOWN), 0.6);
    let at = |x, y| settlement.status(Point::new(x, y));
    assert_eq!((at(1, 1), at(3, 2), at(1, 0)), (Status::Seki, Status::Seki, Status::Alive));
    assert_eq!(names(settlement.dame()), "C3 E3");
}
