//! The last moves that a network sees, and whether a pass would end the game.

use board::{Move, Position, Scoring};

/// The number of moves that a network sees.
pub const MOVES: usize = 5;

/// The history that a network sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveHistory {
    /// The last move first.
    moves: [Move; MOVES],
    count: usize,
    /// Whether the network sees that a pass now would end the game.
    pub pass_would_end_game: bool,
}

impl MoveHistory {
    /// `won` tells whether the board as it stands is a win, if only that may end the game.
    pub fn of(position: &Position, won: Option<bool>) -> MoveHistory {
        let rules = position.rules();
        let pass_would_end_game = position.passes() >= 1;
        let counted = pass_would_end_game && rules.scoring == Scoring::Area;
        // If passing with dead stones on the board is no mistake, the previous pass need not mean the end.
        let friendly = rules.friendly_pass_ok && position.passes() == 1;
        if counted && (friendly || won == Some(false)) {
            return MoveHistory { moves: [Move::Pass; MOVES], count: 0, pass_would_end_game: false };
        }
        let mut history = MoveHistory { moves: [Move::Pass; MOVES], count: 0, pass_would_end_game };
        let all = position.moves();
        let mut mover = position.to_move();
        for (i, (colour, m)) in all.iter().enumerate().rev().take(MOVES.min(position.shown_moves().len())) {
            mover = mover.other();
            if *colour != mover {
                break;
            }
            history.moves[history.count] = *m;
            history.count += 1;
            if ended(position, i) {
                break;
            }
        }
        history
    }

    /// The visible moves, the last one first.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.count]
    }
}

/// Whether the game was over after move `i`: earlier moves are not part of the play that follows.
fn ended(position: &Position, i: usize) -> bool {
    let passed = |i: usize| matches!(position.moves().get(i), Some((_, Move::Pass)));
    let takes_button = |i: usize| position.rules().has_button && !(0..i).any(passed);
    i > 0 && passed(i) && passed(i - 1) && !takes_button(i - 1)
}

#[cfg(test)]
mod tests {
    use board::{Colour, Komi, Rules, Size};

    use super::*;

    fn check(rules: Rules, moves: &str, won: Option<bool>, shown: usize, pass_would_end_game: bool) {
        let size = Size::square(5).unwrap();
        let mut position = Position::new(size, rules, Komi::ZERO);
        for word in moves.split_whitespace() {
            match word {
                "b" => position.set_to_move(Colour::Black),
                "w" => position.set_to_move(Colour::White),
                _ => position.play(Move::parse(word, size).unwrap()).unwrap(),
            }
        }
        let history = MoveHistory::of(&position, won);
        assert_eq!(
            (history.moves().len(), history.pass_would_end_game),
            (shown, pass_would_end_game),
            "{moves}"
        );
        let last: Vec<Move> = position.moves().iter().rev().take(shown).map(|(_, m)| *m).collect();
        assert_eq!(history.moves(), last);
    }

    #[test]
    fn moves_may_be_hidden_without_being_forgotten() {
        let size = Size::square(5).unwrap();
        let mut position = Position::new(size, Rules::TROMP_TAYLOR, Komi::ZERO);
        let play = |position: &mut Position, word| position.play(Move::parse(word, size).unwrap()).unwrap();
        ["A1", "B1", "pass"].into_iter().for_each(|word| play(&mut position, word));
        position.hide_history();
        let history = MoveHistory::of(&position, None);
        assert_eq!(
            (history.moves().len(), history.pass_would_end_game),
            (0, true),
            "a pass would still end the game"
        );
        ["C3", "D4"].into_iter().for_each(|word| play(&mut position, word));
        let shown = MoveHistory::of(&position, None).moves().to_vec();
        assert_eq!(shown, ["D4", "C3"].map(|word| Move::parse(word, size).unwrap()));
    }

    #[test]
    fn five_moves_are_shown() {
        check(Rules::CHINESE, "", None, 0, false);
        check(Rules::CHINESE, "A1 B1", None, 2, false);
        check(Rules::CHINESE, "A1 B1 C1 D1 E1 E2", None, 5, false);
        check(Rules::CHINESE, "A1 pass C1", None, 3, false);
    }

    #[test]
    fn a_player_who_moves_twice_hides_what_was_before() {
        check(Rules::CHINESE, "A1 B1 w C1 D1", None, 2, false);
        check(Rules::CHINESE, "A1 B1 w", None, 0, false);
    }

    #[test]
    fn a_pass_may_be_hidden() {
        check(Rules::CHINESE, "A1 pass", None, 0, false);
        check(Rules::TROMP_TAYLOR, "A1 pass", None, 2, true);
        check(Rules::TROMP_TAYLOR, "A1 pass", Some(true), 2, true);
        check(Rules::TROMP_TAYLOR, "A1 pass", Some(false), 0, false);
        check(Rules::TROMP_TAYLOR, "A1 B1", Some(false), 2, false);
        check(Rules::JAPANESE, "A1 pass", Some(false), 2, true);
        check(Rules::AGA_BUTTON, "A1 pass", None, 2, false);
    }

    #[test]
    fn a_finished_game_is_no_past() {
        check(Rules::CHINESE, "A1 pass pass", None, 1, true);
        check(Rules::TROMP_TAYLOR, "A1 pass pass B2", None, 2, false);
        check(Rules { has_button: true, ..Rules::TROMP_TAYLOR }, "A1 pass pass B2", None, 4, false);
    }
}
