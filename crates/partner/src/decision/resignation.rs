//! Resigning, only where no reasonable player would play on.

use board::{Colour, Game, Move};
use search::Snapshot;

use crate::settings::ResignSettings;

/// How many standard deviations of the score a side must be behind.
const OUT_OF_REACH: f32 = 2.0;
/// Moves in the first half of a game, per point of the board: 144 on 19×19, 32 on 9×9.
const FIRST_HALF: f32 = 0.4;
/// No resignation in games shorter than this, on any board.
const FEWEST_MOVES: usize = 12;

/// Whether a position is hopeless. The position counts, not the move that is played: a partner below full strength need
/// not resign because of its own weak move.
pub(crate) fn is_hopeless(snapshot: &Snapshot, side: Colour, resign: &ResignSettings) -> bool {
    let best = snapshot.candidates.iter().max_by_key(|candidate| candidate.visits);
    let best = best.map(|c| (c.win_rate, c.lead, c.score_stdev));
    let (rate, lead, spread) = best.unwrap_or((snapshot.win_rate, snapshot.lead, snapshot.score_stdev));
    let behind = -lead.of(side);
    rate.of(side).max(snapshot.win_rate.of(side)) < resign.win_rate
        && behind >= resign.min_score_difference
        && behind > OUT_OF_REACH * spread
}

/// Whether the game is long enough to resign. Whoever gave handicap stones began behind and expects to catch up, so
/// never resigns in the first half.
pub(crate) fn is_late_enough(game: &Game, side: Colour, resign: &ResignSettings) -> bool {
    let points = game.size().points() as f32;
    let half = if gave_stones(game, side) { FIRST_HALF } else { 0.0 };
    game.moves().len()
        >= ((resign.min_moves_per_board_area.max(half) * points).ceil() as usize).max(FEWEST_MOVES)
}

/// Whether a side gave handicap stones: as such, or as several Black moves in a row, as some programs place them.
fn gave_stones(game: &Game, side: Colour) -> bool {
    let in_a_row = || {
        let first_answer = |(colour, m): &&(Colour, Move)| *colour == Colour::White && *m != Move::Pass;
        let before = game.moves().iter().take_while(|played| !first_answer(played));
        before.filter(|(colour, m)| *colour == Colour::Black && *m != Move::Pass).count() > 1
    };
    side == Colour::White && (game.start().handicap() > 0 || in_a_row())
}

#[cfg(test)]
mod tests {
    use board::{Komi, Point, Rules, Size};
    use evaluation::{Lead, Ownership};

    use super::*;
    use crate::testing::{position, snapshot};

    /// Far behind by its own figures, with what is open.
    fn hopeless(rate: f32, lead: f32, spread: f32) -> bool {
        let p = position(&["....."; 5], Colour::White);
        let mut snapshot = snapshot(&p, &[("C3", 90, rate), ("B2", 10, rate)], Ownership::UNKNOWN);
        for candidate in &mut snapshot.candidates {
            candidate.lead = Lead::for_side(Colour::White, lead);
            candidate.score_stdev = spread;
        }
        is_hopeless(
            &snapshot,
            Colour::White,
            &ResignSettings { win_rate: 0.05, min_score_difference: 10.0, ..ResignSettings::default() },
        )
    }

    #[test]
    fn only_what_is_out_of_reach_is_hopeless() {
        assert!(hopeless(0.01, -40.0, 8.0));
        assert!(!hopeless(0.06, -40.0, 8.0), "there is a chance");
        assert!(!hopeless(0.01, -5.0, 1.0), "five points are counted, not resigned");
        assert!(!hopeless(0.01, -15.0, 8.0), "so much can still turn");
    }

    #[test]
    fn a_move_that_holds_back_is_no_reason() {
        let p = position(&["....."; 5], Colour::White);
        let mut snapshot = snapshot(&p, &[("B2", 10, 0.0), ("C3", 90, 0.4)], Ownership::UNKNOWN);
        snapshot.candidates[0].lead = Lead::for_side(Colour::White, -60.0);
        assert!(!is_hopeless(&snapshot, Colour::White, &ResignSettings::default()));
    }

    fn game_of(stones: &[(usize, usize)], moves: usize) -> Game {
        let size = Size::square(9).unwrap();
        let mut game = Game::new(size, Rules::CHINESE, Komi::from_halves(1));
        if !stones.is_empty() {
            let places: Vec<Point> = stones.iter().map(|(x, y)| Point::new(*x, *y)).collect();
            assert!(game.place_handicap(&places));
        }
        // Rows that leave every second line free.
        let free = size.iter().filter(|p| p.y() % 2 == 1).collect::<Vec<_>>();
        for p in free.into_iter().take(moves) {
            let colour = game.position().to_move();
            game.play(colour, Move::Play(p)).unwrap();
        }
        assert_eq!(game.moves().len(), moves);
        game
    }

    #[test]
    fn nobody_resigns_the_first_half_of_a_game_they_gave_stones_in() {
        let resign = ResignSettings { min_moves_per_board_area: 0.25, ..ResignSettings::default() };
        let stones = [(2, 2), (6, 6), (2, 6), (6, 2)];
        let late =
            |stones: &[(usize, usize)], moves, side| is_late_enough(&game_of(stones, moves), side, &resign);
        assert!(!late(&stones, 21, Colour::White) && !late(&stones, 32, Colour::White));
        assert!(late(&stones, 33, Colour::White));
        assert!(late(&stones, 21, Colour::Black), "who has them may");
        assert!(late(&[], 21, Colour::White) && !late(&[], 20, Colour::White));
    }

    #[test]
    fn stones_in_a_row_are_handicap_too() {
        let size = Size::square(9).unwrap();
        let mut game = Game::new(size, Rules::CHINESE, Komi::from_halves(1));
        game.play(Colour::Black, Move::Play(Point::new(2, 2))).unwrap();
        assert!(!gave_stones(&game, Colour::White));
        game.play(Colour::White, Move::Pass).unwrap();
        game.play(Colour::Black, Move::Play(Point::new(6, 6))).unwrap();
        assert!(gave_stones(&game, Colour::White) && !gave_stones(&game, Colour::Black));
        game.play(Colour::White, Move::Play(Point::new(2, 6))).unwrap();
        assert!(gave_stones(&game, Colour::White));
    }
}
