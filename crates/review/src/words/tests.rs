use board::{Board, Komi, Point, Rules};

use super::*;
use crate::Place;

fn position(rows: &[&str]) -> Position {
    Position::from_board(Board::from_diagram(rows).unwrap(), Colour::Black, Rules::CHINESE, Komi::ZERO)
}

/// Black's stone at C3 is in atari, and Black plays at `played`.
fn told(played: &str, reason: Option<&Reason>, win_rate: (f32, f32), to_player: bool) -> String {
    let position = position(&[".....", "..O..", ".OX..", "..O..", "....."]);
    let at = |text: &str| Move::parse(text, position.size()).unwrap();
    explained(&Explained {
        position: &position,
        colour: Colour::Black,
        played: at(played),
        better: Some(at("D3")),
        answer: Some(at("D3")),
        reason,
        points: 8.24,
        win_rate,
        to_player,
    })
}

#[test]
fn what_happened_comes_first_and_numbers_last() {
    assert_eq!(
        told("A1", None, (0.4, 0.001), true),
        "White can answer D3, which captures your stone at C3. D3 was better: it would have saved your stone at C3 \
         from atari. A1 cost 8.2 points: your win rate fell from 40% to 0%."
    );
    assert_eq!(
        told("A1", None, (0.4, 0.001), false),
        "White can answer D3, which captures Black's stone at C3. D3 was better: it would have saved Black's stone at \
         C3 from atari. A1 cost 8.2 points: Black's win rate fell from 40% to 0%."
    );
}

#[test]
fn nothing_is_said_that_is_not_so() {
    // A win rate that did not fall is not told, and neither is one that was nothing before.
    for win_rate in [(0.001, 0.0), (0.4, 0.5), (0.404, 0.398)] {
        let text = told("A1", None, win_rate, true);
        assert!(text.ends_with("A1 cost 8.2 points."), "{text}");
    }
    // What White would do with a stone that is gone is not told.
    let saved = told("D3", None, (0.5, 0.4), true);
    assert!(!saved.contains("can answer"), "{saved}");
    let passed = told("pass", None, (0.5, 0.4), true);
    assert!(passed.ends_with("Passing cost 8.2 points: your win rate fell from 50% to 40%."), "{passed}");
}

#[test]
fn reasons_of_ownership_are_told() {
    let stones = |colour, count| Stones { colour, count, at: Point::new(2, 2) };
    let text = told("A1", Some(&Reason::Dies(stones(Colour::Black, 1))), (0.4, 0.1), true);
    assert!(text.starts_with("After A1, your stone at C3 can hardly be saved. D3 was better"), "{text}");
    let text = told("A1", Some(&Reason::Lives(stones(Colour::White, 3))), (0.4, 0.1), true);
    assert!(text.starts_with("After A1, White's three stones around C3 get away."), "{text}");
    let place = Place::Top;
    let text = told("A1", Some(&Reason::Lost { place }), (0.4, 0.1), false);
    assert!(text.contains("from atari. Territory at the top was lost."), "{text}");
    let text = told("A1", Some(&Reason::Elsewhere { place }), (0.4, 0.1), false);
    assert!(!text.contains("more to gain"), "what the better move does says more: {text}");
}
