//! A board with rules, a player to move and a history.

use crate::recent::{Change, Recent};
use crate::{
    Board, BoardSnapshot, Colour, KoRule, Komi, Move, Objective, Point, PointSet, Rules, Size, zobrist,
};

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    #[error("the point is occupied")]
    Occupied,
    #[error("the point is not on the board")]
    OffBoard,
    #[error("the ko may not be retaken yet")]
    Ko,
    #[error("the move is suicide")]
    Suicide,
    #[error("the move repeats an earlier position")]
    Superko,
}

/// A position of a game: enough to know which moves are legal and when the game is over.
#[derive(Clone)]
pub struct Position {
    board: Board,
    rules: Rules,
    komi: Komi,
    objective: Objective,
    to_move: Colour,
    passes: u32,
    handicap: u32,
    /// Stones captured by each player.
    captures: [u32; 2],
    /// Passes made by each player.
    pass_stones: [u32; 2],
    /// Hashes that superko forbids, newest last. Under situational superko they include the side to move.
    seen: Vec<u64>,
    moves: Vec<(Colour, Move)>,
    /// The number of moves at the start that are hidden from evaluators.
    hidden: usize,
    /// Where stones have been captured.
    emptied: PointSet,
    recent: Recent,
}

impl Position {
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Position {
        Position::from_board(Board::new(size), Colour::Black, rules, komi)
    }

    /// A position without history: no ko is forbidden, even if the board comes from a game.
    pub fn from_board(mut board: Board, to_move: Colour, rules: Rules, komi: Komi) -> Position {
        board.lift_ko();
        let mut position = Position {
            board,
            rules,
            komi,
            objective: Objective::default(),
            to_move,
            passes: 0,
            handicap: 0,
            captures: [0; 2],
            pass_stones: [0; 2],
            seen: Vec::new(),
            moves: Vec::new(),
            hidden: 0,
            emptied: PointSet::EMPTY,
            recent: Recent::default(),
        };
        position.remember();
        position
    }

    /// Copies another position into this one, reusing its memory.
    pub fn copy_from(&mut self, other: &Position) {
        self.board.clone_from(&other.board);
        self.rules = other.rules;
        self.komi = other.komi;
        self.objective = other.objective;
        self.to_move = other.to_move;
        self.passes = other.passes;
        self.handicap = other.handicap;
        self.captures = other.captures;
        self.pass_stones = other.pass_stones;
        self.seen.clone_from(&other.seen);
        self.moves.clone_from(&other.moves);
        self.hidden = other.hidden;
        self.emptied = other.emptied;
        self.recent = other.recent;
    }

    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn komi(&self) -> Komi {
        self.komi
    }

    pub fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// What the game is played for besides the score.
    pub fn objective(&self) -> &Objective {
        &self.objective
    }

    pub fn set_objective(&mut self, objective: Objective) {
        self.objective = objective;
    }

    /// Komi, including White's compensation for handicap stones.
    pub fn komi_with_bonus(&self) -> Komi {
        let bonus = self.rules.white_handicap_bonus.points(self.handicap as usize);
        Komi::from_halves(self.komi.halves() + 2 * bonus as i16)
    }

    /// The number of handicap stones.
    pub fn handicap(&self) -> usize {
        self.handicap as usize
    }

    pub fn set_handicap(&mut self, stones: usize) {
        self.handicap = stones as u32;
    }

    #[inline]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Gives the turn to a player, as in GTP when the same side moves twice.
    pub fn set_to_move(&mut self, colour: Colour) {
        if colour != self.to_move {
            self.to_move = colour;
            self.board.lift_ko();
            self.remember();
        }
    }

    /// Stones that `colour` has captured.
    pub fn captures(&self, colour: Colour) -> u32 {
        self.captures[colour.index()]
    }

    /// How often `colour` has passed; under AGA rules each pass costs a stone.
    pub fn passes_by(&self, colour: Colour) -> u32 {
        self.pass_stones[colour.index()]
    }

    /// The moves played since the position was set up.
    pub fn moves(&self) -> &[(Colour, Move)] {
        &self.moves
    }

    /// Hides the moves so far from evaluators, as if the position had been set up. The rules still remember
    /// them.
    pub fn hide_history(&mut self) {
        self.hidden = self.moves.len();
    }

    /// Makes the passes so far not count towards the end of the game: one more pass does not end it.
    pub fn play_on(&mut self) {
        if self.passes > 0 {
            self.passes = 0;
            self.hide_history();
        }
    }

    /// The moves that evaluators see: all of them, or those since [`Position::hide_history`].
    pub fn shown_moves(&self) -> &[(Colour, Move)] {
        self.moves.get(self.hidden..).unwrap_or_default()
    }

    /// The stones before the last `ago` moves; `None` if there were fewer moves, or `ago` is more than
    /// [`BoardSnapshot::OLDEST`].
    pub fn snapshot(&self, ago: usize) -> Option<BoardSnapshot> {
        self.recent.snapshot(&self.board, &self.moves, ago)
    }

    /// The hash of the stones of a [`snapshot`](Position::snapshot), and its ko.
    pub fn snapshot_hash(&self, ago: usize) -> Option<(u64, Option<Point>)> {
        self.recent.hash(&self.board, &self.moves, ago)
    }

    /// The stones that the move `ago` moves back removed, its own if it was suicide; for the last move, `ago`
    /// is 1. Also empty where [`snapshot`](Position::snapshot) returns nothing.
    pub fn captured(&self, ago: usize) -> PointSet {
        self.recent.captured(self.moves.len(), ago)
    }

    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().map(|(_, m)| *m)
    }

    /// Consecutive passes up to now, not counting one that took the button.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Whether the next pass takes the button.
    pub fn button_is_free(&self) -> bool {
        self.rules.has_button && self.pass_stones == [0; 2]
    }

    /// Two passes in a row end the game; a pass that takes the button does not count.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Hash of everything that decides what may happen next, except the superko history.
    pub fn hash(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |p| zobrist::stone(Colour::Black, p).rotate_left(17));
        let passes = u64::from(self.passes.min(2)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let button = u64::from(self.button_is_free()).wrapping_mul(0xd1b5_4a32_d192_ed03);
        self.board.hash() ^ side_key(self.to_move) ^ ko ^ passes ^ button
    }

    fn memory_key(&self, stones: u64, to_move: Colour) -> u64 {
        match self.rules.ko {
            KoRule::Situational => stones ^ side_key(to_move),
            KoRule::Simple | KoRule::Positional => stones,
        }
    }

    fn remember(&mut self) {
        if self.rules.ko != KoRule::Simple {
            self.seen.push(self.memory_key(self.board.hash(), self.to_move));
        }
    }

    /// Whether the move repeats an earlier position under the superko rule in force.
    fn repeats(&self, p: Point, colour: Colour) -> bool {
        // A stone that stays on the board can only repeat a position from before its point was emptied.
        let perhaps = self.emptied.contains(p) || self.board.is_suicide(p, colour);
        perhaps && self.seen.contains(&self.memory_key(self.board.hash_after(p, colour), colour.other()))
    }

    /// The points where only ko or superko keeps the player to move from playing.
    pub fn ko_bans(&self) -> PointSet {
        let mut bans: PointSet = self.board.ko().into_iter().collect();
        if self.rules.ko != KoRule::Simple {
            let us = self.to_move;
            let banned = |p: &Point| self.board.has_room(*p, us, self.rules.suicide) && self.repeats(*p, us);
            let places =
                self.board.empty_points().filter(|p| self.rules.suicide || self.emptied.contains(*p));
            places.filter(banned).for_each(|p| _ = bans.insert(p));
        }
        bans
    }

    /// Every point where the player to move may play.
    pub fn legal_points(&self) -> PointSet {
        let bans = self.ko_bans();
        let room =
            |p: &Point| self.board.has_room(*p, self.to_move, self.rules.suicide) && !bans.contains(*p);
        self.board.empty_points().filter(room).collect()
    }

    /// Whether the player to move may play there.
    #[inline]
    pub fn is_legal(&self, m: Move) -> bool {
        self.check_legal(self.to_move, m).is_ok()
    }

    /// Returns why a move by `colour` cannot be played.
    pub fn check_legal(&self, colour: Colour, m: Move) -> Result<(), IllegalMove> {
        let Move::Play(p) = m else { return Ok(()) };
        if !self.size().contains(p) {
            return Err(IllegalMove::OffBoard);
        }
        if !self.board.is_empty(p) {
            return Err(IllegalMove::Occupied);
        }
        if !self.board.has_room(p, colour, self.rules.suicide) {
            return Err(IllegalMove::Suicide);
        }
        match self.rules.ko {
            // Applies only to the player to move; the other one would not be retaking anything.
            KoRule::Simple if self.board.ko() == Some(p) && colour == self.to_move => Err(IllegalMove::Ko),
            KoRule::Simple => Ok(()),
            // Superko already forbids retaking a ko, and only where it repeats a position.
            _ if self.repeats(p, colour) => Err(IllegalMove::Superko),
            _ => Ok(()),
        }
    }

    /// The legal moves of the player to move, pass last.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let plays = self.size().iter().map(Move::Play).filter(|m| self.is_legal(*m));
        plays.chain(std::iter::once(Move::Pass))
    }

    /// Plays for the player to move.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        self.check_legal(self.to_move, m)?;
        self.play_legal(m);
        Ok(())
    }

    /// Plays a move known to be legal.
    pub fn play_legal(&mut self, m: Move) {
        let colour = self.to_move;
        let captured = m.point().map_or(PointSet::EMPTY, |p| self.board.captured_by(p, colour));
        self.emptied = self.emptied.union(&captured);
        self.recent.push(Change { captured, ko: self.board.ko() });
        match m {
            Move::Pass => {
                self.board.lift_ko();
                if self.button_is_free() {
                    // Taking the button does not end the game, and no earlier position had the button taken.
                    self.seen.clear();
                } else {
                    self.passes += 1;
                }
                self.pass_stones[colour.index()] += 1;
            }
            Move::Play(p) => {
                let own = self.board.stones(colour) + 1;
                self.captures[colour.index()] += self.board.play(p, colour) as u32;
                // Stones lost to suicide are the enemy's prisoners.
                self.captures[colour.other().index()] += own.saturating_sub(self.board.stones(colour));
                self.passes = 0;
            }
        }
        self.moves.push((colour, m));
        self.to_move = colour.other();
        self.remember();
    }
}

fn side_key(to_move: Colour) -> u64 {
    match to_move {
        Colour::Black => 0,
        Colour::White => zobrist::WHITE_TO_MOVE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rules: Rules, rows: &[&str], to_move: Colour) -> Position {
        Position::from_board(Board::from_diagram(rows).unwrap(), to_move, rules, Komi::ZERO)
    }

    fn at(p: &Position, vertex: &str) -> Move {
        Move::parse(vertex, p.size()).unwrap()
    }

    #[test]
    fn ko_may_be_retaken_after_a_move_elsewhere() {
        for rules in [Rules::CHINESE, Rules::AGA, Rules::TROMP_TAYLOR] {
            let mut p = position(rules, &[".XO..", "XO.O.", ".XO..", "....."], Colour::Black);
            p.play(at(&p, "C3")).unwrap();
            assert_eq!(p.captures(Colour::Black), 1);
            let refusal = p.play(at(&p, "B3")).unwrap_err();
            assert!(matches!(refusal, IllegalMove::Ko | IllegalMove::Superko));
            p.play(at(&p, "E1")).unwrap();
            p.play(at(&p, "D1")).unwrap();
            p.play(at(&p, "B3")).unwrap();
            assert_eq!(p.captures(Colour::White), 1);
        }
    }

    #[test]
    fn suicide_follows_the_rules() {
        let rows = &["XXO.", ".XO.", "OOO."];
        let m = |p: &Position| at(p, "A2");
        let p = position(Rules::CHINESE, rows, Colour::Black);
        assert_eq!(p.check_legal(Colour::Black, m(&p)), Err(IllegalMove::Suicide));
        let mut p = position(Rules::NEW_ZEALAND, rows, Colour::Black);
        p.play(m(&p)).unwrap();
        assert_eq!((p.board().stones(Colour::Black), p.captures(Colour::White)), (0, 4));
        p.board().check().unwrap();
    }

    #[test]
    fn two_passes_end_the_game() {
        let mut p = Position::new(Size::square(5).unwrap(), Rules::CHINESE, Komi::ZERO);
        p.play(Move::Pass).unwrap();
        assert!(!p.is_over());
        p.play(Move::Pass).unwrap();
        assert!(p.is_over());
        assert_eq!((p.passes_by(Colour::Black), p.passes_by(Colour::White)), (1, 1));
    }

    #[test]
    fn handicap_pays_white() {
        let mut p = Position::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::from_halves(1));
        p.set_handicap(3);
        assert_eq!(p.komi_with_bonus(), Komi::from_halves(7));
    }
}
