//! Boards with clear answers.

use super::*;
use crate::testing::{position, shares};

fn names(points: &PointSet) -> String {
    points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn bensons_theorem_overrides_ownership() {
    // Black lives with two eyes; the white stone inside is dead whatever the ownership says, and so is nothing black.
    let p = position(&[".X.XO", "OX.XO", ".XXXO", "XX.OO", ".X.O."], Colour::Black);
    let wrong = shares(&["ooooo", "ooooo", "ooooo", "ooooo", "ooooo"]);
    let status = FinalStatus::of(&p, Some(&wrong), 0.6);
    assert_eq!(names(status.dead()), "A4");
    assert_eq!(status.of_stone(Point::new(1, 4)), StoneStatus::Alive);
}

#[test]
fn chains_die_as_one_and_leave_territory() {
    let p = position(&[".X.O.", "XXOO.", ".XOX.", ".XOXX", ".XO.."], Colour::Black);
    let ownership = shares(&["xx.oo", "xxooo", "xxooo", "xxooo", "xxooo"]);
    let status = FinalStatus::of(&p, Some(&ownership), 0.6);
    assert_eq!(names(status.dead()), "D2 E2 D3");
    assert_eq!(status.territory(Colour::White).len(), 8);
    assert_eq!(names(status.dame()), "C5");
    assert!(status.is_quiet());
    assert!(status.is_pointless(Point::new(4, 0)) && !status.is_pointless(Point::new(2, 4)));
    assert_eq!(status.score(&p).to_string(), "W+4");
}

#[test]
fn a_border_that_is_not_closed_is_open() {
    let p = position(&[".X.O.", ".X.O.", ".....", ".X.O.", ".X.O."], Colour::Black);
    let ownership = shares(&["xx.oo", "xx.oo", "xx.oo", "xx.oo", "xx.oo"]);
    let status = FinalStatus::of(&p, Some(&ownership), 0.6);
    assert!(!status.is_quiet() && status.dame().is_empty());
}

#[test]
fn an_empty_board_is_open() {
    let p = position(&["...", "...", "..."], Colour::Black);
    assert_eq!(FinalStatus::of(&p, None, 0.6).open().len(), 9);
}

#[test]
fn unclear_stones_stand_but_are_open() {
    let p = position(&[".XO.", ".XO.", ".XO.", ".XO."], Colour::Black);
    let status = FinalStatus::of(&p, Some(&Ownership::UNKNOWN), 0.6);
    assert!(status.dead().is_empty() && !status.is_quiet());
}

#[test]
fn seki_is_neither_alive_nor_dead() {
    // White's ring and the stone in it share both liberties; Black outside lives in the corners.
    let p = position(&[".XXXXX.", "XOOOOOX", "XO.X.OX", "XOOOOOX", ".XXXXX."], Colour::Black);
    let status = FinalStatus::of(&p, Some(&Ownership::UNKNOWN), 0.6);
    let at = |x, y| status.of_stone(Point::new(x, y));
    assert_eq!((at(1, 1), at(3, 2), at(1, 0)), (StoneStatus::Seki, StoneStatus::Seki, StoneStatus::Alive));
    assert_eq!(names(status.dame()), "C3 E3");
}
