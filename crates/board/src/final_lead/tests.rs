use super::*;
use crate::{Komi, Move, Objective, Rules, Size, neutral_line};

fn play(side: usize, moves: &str) -> Position {
    let size = Size::square(side).unwrap();
    let mut position = Position::new(size, Rules::TROMP_TAYLOR, Komi::from_halves(15));
    for word in moves.split_whitespace() {
        position.play(Move::parse(word, size).unwrap()).unwrap();
    }
    position
}

fn under(position: &Position, objective: Objective) -> f64 {
    let mut position = position.clone();
    position.set_objective(objective);
    position.final_lead(&PointSet::EMPTY)
}

/// A wall on the E line of 9×9: White has four columns, Black five with the wall.
fn divided() -> Position {
    let mut moves = String::new();
    for row in 1..=9 {
        moves += &format!("E{row} D{row} ");
    }
    play(9, &moves)
}

#[test]
fn the_usual_count_is_the_score() {
    let position = divided();
    assert!(Objective::default().is_usual());
    assert_eq!(position.final_lead(&PointSet::EMPTY), 45.0 - 36.0 - 7.5);
    assert_eq!(under(&position, Objective { side: Some(Colour::White), ..Objective::default() }), 1.5);
}

/// On 9×9 the third line is a ring of 16 points around 9. Of the 36 points of columns A to D, the ring has C3 to C7, D3
/// and D7, and inside are D4, D5 and D6: 26 outside. Black's five columns have 45: E4 to E6 and F4 to F6 inside, E3, E7,
/// F3, F7 and G3 to G7 on the ring, 30 outside.
#[test]
fn lines_are_weighed() {
    let position = divided();
    let centre = 30.0 * 0.8 + 9.0 + 6.0 * 1.2 - (26.0 * 0.8 + 7.0 + 3.0 * 1.2) - 7.5;
    let edge = 30.0 * 1.2 + 9.0 + 6.0 * 0.8 - (26.0 * 1.2 + 7.0 + 3.0 * 0.8) - 7.5;
    for (inner_bonus, expected) in [(0.2, centre), (-0.2, edge)] {
        let lead = under(&position, Objective { inner_bonus, ..Objective::default() });
        assert!((lead - expected).abs() < 1e-3, "{lead} {expected}");
    }
    // Sums of tenths: what is even is even.
    let empty = under(&play(9, ""), Objective { inner_bonus: 0.2, ..Objective::default() });
    assert_eq!(empty, -7.5);
}

/// The line that counts 1, and how much is outside and inside: 120 and 25 of 169 on 13×13, 56 and 9 of 81 on 9×9.
#[test]
fn boards_are_divided_alike() {
    let parts = |side| {
        let size = Size::square(side).unwrap();
        let count = |line: fn(&usize, &usize) -> bool| {
            size.iter().filter(|p| line(&size.line(*p), &neutral_line(size))).count()
        };
        (neutral_line(size), count(usize::lt), count(usize::gt))
    };
    assert_eq!([9, 13, 19].map(parts), [(3, 56, 9), (4, 120, 25), (4, 192, 121)]);
    let size = Size::square(13).unwrap();
    let objective = Objective { inner_bonus: 0.25, ..Objective::default() };
    let weights = [(2, 6), (3, 6), (4, 6), (6, 6)].map(|(x, y)| objective.weight(size, Point::new(x, y)));
    assert_eq!(weights, [0.75, 1.0, 1.25, 1.25]);
}

/// Black captures A1 and loses none: whoever captured counts it, whoever lost it too, and only for the side whose rule it
/// is.
#[test]
fn captured_stones_count_for_one_side() {
    let position = play(9, "A2 A1 B1 pass");
    assert_eq!(position.captures(Colour::Black), 1);
    let usual = under(&position, Objective::default());
    let count = |side, lost_stone, captured_stone| {
        let objective = Objective { side, lost_stone, captured_stone, ..Objective::default() };
        let mut position = position.clone();
        position.set_objective(objective);
        let settled = position.settled_lead();
        assert_eq!(position.final_lead(&PointSet::EMPTY) - usual, settled);
        settled
    };
    let [black, white] = Colour::BOTH.map(Some);
    assert_eq!([black, white, None].map(|side| count(side, -2.0, 0.0)), [0.0, 2.0, 0.0]);
    assert_eq!([black, white, None].map(|side| count(side, 0.0, 2.0)), [2.0, 0.0, 0.0]);
}

/// A white stone that is dead at E9's wall is lost as if it had been captured.
#[test]
fn dead_stones_are_lost() {
    let mut position = play(9, "E5 A1 A2 pass");
    let dead: PointSet = [Point::new(0, 0)].into_iter().collect();
    let usual = position.final_lead(&dead);
    position.set_objective(Objective { side: Some(Colour::White), lost_stone: -2.0, ..Objective::default() });
    assert_eq!(position.final_lead(&dead), usual + 2.0);
    assert_eq!(position.settled_lead(), 0.0);
}

#[test]
fn optimists_believe_in_more() {
    let position = divided();
    let shifted =
        |side, shift| under(&position, Objective { side: Some(side), shift, ..Objective::default() });
    assert_eq!(shifted(Colour::Black, 3.0), 4.5);
    assert_eq!(shifted(Colour::White, 3.0), -1.5);
    assert_eq!(shifted(Colour::White, -3.0), 4.5);
}
