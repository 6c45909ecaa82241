//! The rules in six exercises, for somebody who has never played.
//!
//! An exercise is a position and something to do in it with Black's stones. Whoever shows it keeps the pupil's moves and
//! asks with all of them; the board decides what they do, and White answers.

mod exercises;

use board::{Board, Colour, IllegalMove, Komi, Move, Point, PointSet, Position, Rules};
use serde::{Deserialize, Serialize};
use speech::ExerciseComment;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Exercise {
    Capture,
    Escape,
    Ko,
    TwoEyes,
    Border,
    Count,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ExerciseStage {
    Open,
    Solved,
    /// White has spoilt it: it takes another try.
    Failed,
}

/// An exercise, some moves into it.
#[derive(Clone)]
pub struct Attempt {
    pub position: Position,
    /// The pupil's moves that were possible.
    pub moves: Vec<Move>,
    pub stage: ExerciseStage,
    /// On the last move, also where it was not possible.
    pub comment: Option<ExerciseComment>,
    /// Where to look.
    pub marks: Vec<Point>,
    /// Stones that are called dead, where the exercise is to count.
    pub dead: PointSet,
}

/// Moves of a pupil that are looked at; nobody needs as many.
const MOST: usize = 50;

impl Exercise {
    pub const ALL: [Exercise; 6] = [
        Exercise::Capture,
        Exercise::Escape,
        Exercise::Ko,
        Exercise::TwoEyes,
        Exercise::Border,
        Exercise::Count,
    ];

    /// How the exercise stands after these moves of the pupil.
    pub fn attempt(self, moves: &[Move]) -> Attempt {
        let mut attempt = Attempt {
            position: Position::from_board(self.board(), Colour::Black, Rules::CHINESE, Komi::ZERO),
            moves: Vec::new(),
            stage: ExerciseStage::Open,
            comment: None,
            marks: Vec::new(),
            dead: PointSet::EMPTY,
        };
        attempt.marks = self.marks(&attempt);
        for mv in moves.iter().take(MOST) {
            let Move::Play(at) = *mv else { continue };
            if attempt.stage == ExerciseStage::Open && attempt.position.size().contains(at) {
                self.play(&mut attempt, at);
                attempt.marks = self.marks(&attempt);
            }
        }
        attempt
    }
}

impl Attempt {
    fn board(&self) -> &Board {
        self.position.board()
    }

    /// The pupil's stone; false where the rules forbid it.
    fn place(&mut self, at: Point) -> bool {
        match self.position.play(Move::Play(at)) {
            Ok(()) => {
                self.moves.push(Move::Play(at));
                true
            }
            Err(error) => {
                self.comment = Some(match error {
                    IllegalMove::Ko | IllegalMove::Superko => ExerciseComment::Ko,
                    IllegalMove::Suicide => ExerciseComment::Suicide,
                    IllegalMove::Occupied | IllegalMove::OffBoard => ExerciseComment::Occupied,
                });
                false
            }
        }
    }

    /// White plays at the first of these points that is possible, or passes.
    fn answer(&mut self, wished: &[Point]) {
        let possible = |p: &&Point| self.position.is_legal(Move::Play(**p));
        let mv = wished.iter().find(possible).map_or(Move::Pass, |p| Move::Play(*p));
        self.position.play_legal(mv);
    }

    fn go_on(&mut self, comment: ExerciseComment) {
        self.comment = Some(comment);
    }

    fn end(&mut self, stage: ExerciseStage, comment: ExerciseComment) {
        (self.stage, self.comment) = (stage, Some(comment));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Point {
        Point::parse(name, board::Size::square(7).unwrap()).unwrap()
    }

    fn attempt(exercise: Exercise, moves: &[&str]) -> Attempt {
        exercise.attempt(&moves.iter().map(|name| Move::Play(at(name))).collect::<Vec<_>>())
    }

    /// The comment after these moves, and how far the exercise is.
    fn after(exercise: Exercise, moves: &[&str]) -> (ExerciseComment, ExerciseStage) {
        let attempt = attempt(exercise, moves);
        (attempt.comment.unwrap(), attempt.stage)
    }

    #[test]
    fn exercises_begin_open_and_every_first_move_is_answered() {
        for exercise in Exercise::ALL {
            let start = exercise.attempt(&[]);
            assert_eq!((start.stage, start.comment, start.moves.len()), (ExerciseStage::Open, None, 0));
            let mut solutions = 0;
            for p in start.position.size().iter() {
                let tried = exercise.attempt(&[Move::Play(p)]);
                assert!(tried.comment.is_some(), "{exercise:?} {p}");
                solutions += usize::from(tried.stage == ExerciseStage::Solved);
                tried.position.board().check().unwrap();
            }
            // Capturing and the ko take two moves; the border may be closed one line further back.
            let expected = match exercise {
                Exercise::Capture | Exercise::Ko => 0,
                Exercise::Border => 2,
                _ => 1,
            };
            assert_eq!(solutions, expected, "{exercise:?}");
        }
    }

    #[test]
    fn two_chains_are_captured_in_any_order() {
        let one = ExerciseComment::Captured { stones: 1, left: 2, left_at: at("F3") };
        assert_eq!(after(Exercise::Capture, &["D5"]), (one, ExerciseStage::Open));
        let two = ExerciseComment::Captured { stones: 2, left: 1, left_at: at("C5") };
        assert_eq!(after(Exercise::Capture, &["G2"]), (two, ExerciseStage::Open));
        let done = (ExerciseComment::AllCaptured, ExerciseStage::Solved);
        assert_eq!(after(Exercise::Capture, &["D5", "A1", "G2"]), done);
        assert_eq!(after(Exercise::Capture, &["G2", "D5"]), done);
        let first = ExerciseComment::NotCaptured { stones: 1, at: at("C5"), liberty: at("D5") };
        assert_eq!(after(Exercise::Capture, &["A1"]), (first, ExerciseStage::Open));
        let missed = attempt(Exercise::Capture, &["D5", "A1"]);
        let still = ExerciseComment::NotCaptured { stones: 2, at: at("F3"), liberty: at("G2") };
        assert_eq!((missed.comment, missed.marks), (Some(still), vec![at("G2")]));
    }

    #[test]
    fn a_stone_in_atari_is_saved_or_lost() {
        let saved = (ExerciseComment::Saved { liberties: 3 }, ExerciseStage::Solved);
        assert_eq!(after(Exercise::Escape, &["D3"]), saved);
        let lost = attempt(Exercise::Escape, &["E3"]);
        assert_eq!(lost.comment, Some(ExerciseComment::Lost { liberty: at("D3") }));
        assert_eq!((lost.stage, lost.board().colour(at("D4"))), (ExerciseStage::Failed, None));
        // After that nothing is played any more.
        assert_eq!(attempt(Exercise::Escape, &["E3", "A1"]).moves.len(), 1);
    }

    #[test]
    fn the_rule_of_ko_holds_for_both() {
        let took = attempt(Exercise::Ko, &["E4"]);
        assert_eq!(took.comment, Some(ExerciseComment::TookKo { back_at: at("D4") }));
        // White would have taken back if the board had allowed it.
        assert_eq!((took.board().colour(at("D4")), took.position.captures(Colour::White)), (None, 0));
        assert_eq!(after(Exercise::Ko, &["E4", "D4"]), (ExerciseComment::KoEnded, ExerciseStage::Solved));
        let back = ExerciseComment::KoTakenBack { retake_at: at("E4") };
        assert_eq!(after(Exercise::Ko, &["E4", "A1"]), (back, ExerciseStage::Open));
        let banned = attempt(Exercise::Ko, &["E4", "A1", "E4"]);
        assert_eq!((banned.comment, banned.moves.len()), (Some(ExerciseComment::Ko), 2));
        let free = ExerciseComment::KoIsFree { retake_at: at("E4") };
        assert_eq!(after(Exercise::Ko, &["E4", "A1", "A2"]), (free, ExerciseStage::Open));
        let (last, stage) = after(Exercise::Ko, &["E4", "A1", "A2", "E4", "D4"]);
        assert_eq!((last, stage), (ExerciseComment::KoEnded, ExerciseStage::Solved));
        assert_eq!(after(Exercise::Ko, &["A1"]), (ExerciseComment::KoFilled, ExerciseStage::Failed));
    }

    #[test]
    fn white_can_play_in_neither_of_two_eyes() {
        let alive = attempt(Exercise::TwoEyes, &["B1"]);
        let Some(ExerciseComment::TwoEyes { eyes }) = alive.comment else { panic!("{:?}", alive.comment) };
        for eye in eyes {
            let illegal = alive.position.check_legal(Colour::White, Move::Play(eye));
            assert_eq!(illegal, Err(IllegalMove::Suicide), "{eye}");
        }
        // Wherever else Black plays, White captures everything in the end.
        for name in ["A1", "C1", "G7"] {
            let dead = attempt(Exercise::TwoEyes, &[name]);
            assert_eq!(dead.comment, Some(ExerciseComment::OneEye { at: at("B1") }), "{name}");
            let mut position = dead.position;
            for (black, white) in [("pass", "A1"), ("pass", "C1"), ("pass", "B1"), ("pass", "A1")] {
                position.play(Move::parse(black, position.size()).unwrap()).unwrap();
                let mv = Move::parse(white, position.size()).unwrap();
                position.play(if position.is_legal(mv) { mv } else { Move::Pass }).unwrap();
            }
            assert_eq!(position.board().colour(at("A2")), None, "{name}");
        }
    }

    #[test]
    fn a_border_is_closed_or_open() {
        let closed = attempt(Exercise::Border, &["D4"]);
        assert_eq!(
            (closed.comment, closed.stage),
            (Some(ExerciseComment::BorderClosed), ExerciseStage::Solved)
        );
        let area = closed.position.board().area();
        assert_eq!((area.points(Colour::Black), area.points(Colour::White)), (28, 21));
        let behind = ExerciseComment::BorderClosedBehind { lost: at("D4") };
        assert_eq!(after(Exercise::Border, &["C4"]), (behind, ExerciseStage::Solved));
        for name in ["E2", "A4", "G7"] {
            let open = (ExerciseComment::BorderOpen { at: at("D4") }, ExerciseStage::Failed);
            assert_eq!(after(Exercise::Border, &[name]), open, "{name}");
        }
    }

    #[test]
    fn the_count_is_the_boards_own() {
        let counted = attempt(Exercise::Count, &["B2"]);
        let expected = ExerciseComment::Counted { stones: 11, territory: 18, white: 20 };
        assert_eq!((counted.comment, counted.stage), (Some(expected), ExerciseStage::Solved));
        assert_eq!(counted.position.score(&counted.dead).to_string(), "B+9");
        assert_eq!(after(Exercise::Count, &["A1"]), (ExerciseComment::NothingToPlay, ExerciseStage::Open));
        assert_eq!(after(Exercise::Count, &["D7"]).0, ExerciseComment::StoneLives);
        assert_eq!(attempt(Exercise::Count, &["A1", "B2"]).moves.len(), 1);
    }
}
