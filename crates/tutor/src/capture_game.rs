//! Games for beginners: whoever captures some stones first wins. What matters is on the board, so no search is needed.

use board::{Board, Colour, Move, Point, Position};
use record::game::Outcome;
use speech::AtariWarning;

/// How many captures a game may be played to.
pub const GOALS: std::ops::RangeInclusive<usize> = 1..=50;

/// The result once somebody has captured enough. Where both pass, whoever has captured more wins.
pub fn outcome(position: &Position, goal: usize) -> Option<Outcome> {
    let captured = |colour| position.captures(colour) as usize;
    let [black, white] = Colour::BOTH.map(captured);
    if black.max(white) < goal && !position.is_over() {
        return None;
    }
    Some(match black.cmp(&white) {
        std::cmp::Ordering::Greater => Outcome::Win { winner: Colour::Black },
        std::cmp::Ordering::Less => Outcome::Win { winner: Colour::White },
        std::cmp::Ordering::Equal => Outcome::Draw,
    })
}

/// What there is to warn of after the last move: stones of who played it can be captured next, and another move would
/// have kept all of them safe.
pub fn warning(before: &Position, played: Move) -> Option<AtariWarning> {
    let player = before.to_move();
    let mut position = before.clone();
    position.play(played).ok()?;
    let board = position.board();
    let in_danger = |(_, head): &(Colour, Point)| {
        board.atari(*head).is_some_and(|last| position.is_legal(Move::Play(last)))
    };
    let chains = board.chains().filter(|(colour, _)| *colour == player);
    let (_, head) = chains.filter(in_danger).max_by_key(|(_, head)| board.chain_len(*head))?;
    let is_safe = |mv: &Move| mv.point().is_some_and(|at| danger(&after(before, at), player) == 0);
    before.legal_moves().find(is_safe)?;
    let has_last = played.point().is_some_and(|p| board.chain_stones(head).any(|stone| stone == p));
    Some(AtariWarning {
        stones: board.chain_len(head),
        at: board.chain_stones(head).min_by_key(|p| p.index()).unwrap_or(head),
        has_last_move: has_last,
        captor: player.other(),
    })
}

/// A sensible move for who is to move: captures first, leaves nothing in atari, and takes away liberties.
pub fn hint(position: &Position) -> Option<Point> {
    let side = position.to_move();
    let worth = |at: Point| {
        let captured = position.board().captured_by(at, side).len();
        let board = after(position, at);
        let attacked = danger(&board, side.other());
        let least = |colour| {
            let chains = board.chains().filter(|(c, _)| *c == colour);
            chains.map(|(_, head)| board.liberties_up_to(head, 9)).min().unwrap_or(9) as i64
        };
        let own = board.liberties_up_to(at, 9) as i64;
        1_000 * captured as i64 - 100 * danger(&board, side) as i64 + 10 * attacked as i64
            - 2 * least(side.other())
            + own
    };
    // The same position always gets the same hint.
    position
        .size()
        .iter()
        .filter(|p| position.is_legal(Move::Play(*p)))
        .max_by_key(|p| (worth(*p), p.index()))
}

fn after(position: &Position, at: Point) -> Board {
    let mut board = position.board().clone();
    board.play(at, position.to_move());
    board
}

/// Stones of a colour that are in atari.
fn danger(board: &Board, colour: Colour) -> usize {
    let chains = board.chains().filter(|(c, head)| *c == colour && board.atari(*head).is_some());
    chains.map(|(_, head)| board.chain_len(head)).sum()
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Size};
    use playout::Beginner;

    use super::*;

    fn position(rows: &[&str]) -> Position {
        Position::from_board(Board::from_diagram(rows).unwrap(), Colour::Black, Rules::CHINESE, Komi::ZERO)
    }

    fn play(name: &str) -> Move {
        Move::parse(name, Size::square(5).unwrap()).unwrap()
    }

    #[test]
    fn the_first_to_capture_enough_wins() {
        let mut game = position(&["OX...", ".....", ".....", ".....", "....."]);
        assert_eq!(outcome(&game, 1), None);
        game.play(play("A4")).unwrap();
        assert_eq!(outcome(&game, 1), Some(Outcome::Win { winner: Colour::Black }));
        assert_eq!(outcome(&game, 2), None);
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert_eq!(outcome(&game, 2), Some(Outcome::Win { winner: Colour::Black }), "more captures");
        let mut even = position(&[".....", ".....", ".....", ".....", "....."]);
        even.play(Move::Pass).unwrap();
        even.play(Move::Pass).unwrap();
        assert_eq!(outcome(&even, 1), Some(Outcome::Draw));
    }

    #[test]
    fn who_leaves_a_stone_in_atari_is_warned_where_another_move_helps() {
        let game = position(&[".....", "..O..", ".OX..", "..O..", "....."]);
        let ignored = warning(&game, play("A1")).unwrap();
        assert_eq!((ignored.stones, ignored.has_last_move), (1, false));
        assert_eq!((ignored.at.to_string().as_str(), ignored.captor), ("C3", Colour::White));
        assert_eq!(warning(&game, play("D3")), None);
        // Into the mouth.
        let mouth = position(&[".O...", "...O.", ".O...", ".....", "....."]);
        let walked = warning(&mouth, play("A5")).unwrap();
        assert!(walked.has_last_move && walked.stones == 1, "{walked:?}");
        // Nothing helps: A5 is lost whatever Black plays, so nothing is said.
        let lost = position(&["X.O..", "O....", ".....", ".....", "....."]);
        assert_eq!(warning(&lost, play("C3")), None);
        // Under a ko White may not take back next.
        let mut ko = position(&["..XO.", ".XO.O", "..XO.", ".....", "....."]);
        assert_eq!(warning(&ko, play("D4")), None);
        ko.play(play("D4")).unwrap();
        assert_eq!(ko.captures(Colour::Black), 1);
    }

    /// Games that Black wins of 100 against a beginner.
    fn won(size: usize, goal: usize, mut black: impl FnMut(&Position, u64) -> Move) -> usize {
        let wins = |seed: &u64| {
            let mut white = Beginner::new(*seed).with_attention(0.7);
            let mut game = Position::new(Size::square(size).unwrap(), Rules::CHINESE, Komi::ZERO);
            loop {
                if let Some(outcome) = outcome(&game, goal) {
                    return outcome.winner() == Some(Colour::Black);
                }
                let mv = match game.to_move() {
                    Colour::Black => black(&game, *seed + 1_000 * game.moves().len() as u64),
                    Colour::White => white.choose(&game),
                };
                game.play(mv).unwrap();
            }
        };
        (0..100).filter(wins).count()
    }

    /// Somebody who has just learnt the rules wins about every other game, and more with hints.
    #[test]
    fn a_beginner_can_be_beaten() {
        for (size, goal) in [(5, 1), (7, 3)] {
            let novice = won(size, goal, |game, seed| Beginner::new(seed).with_attention(0.7).choose(game));
            let hinted = won(size, goal, |game, _| hint(game).map_or(Move::Pass, Move::Play));
            println!("{size}×{size} to {goal}: {novice} of 100 games, with hints {hinted}");
            assert!((35..=65).contains(&novice), "{novice}");
            assert!(hinted >= 80, "{hinted}");
        }
    }

    #[test]
    fn hints_capture_save_and_attack() {
        let hinted = |rows: &[&str]| hint(&position(rows)).unwrap().to_string();
        assert_eq!(hinted(&[".....", "..X..", ".XO..", "..X..", "....."]), "D3");
        assert_eq!(hinted(&[".....", "..O..", ".OX..", "..O..", "....."]), "D3");
        // An own stone is in atari, but a capture ends that too.
        assert_eq!(hinted(&["XO...", ".X...", "....O", "....X", "....."]), "C5");
    }
}
