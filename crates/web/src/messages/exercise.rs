//! An exercise for somebody who is new to Go, for a page.

use board::Move;
use serde::Serialize;
use speech::english;
use tutor::{Exercise, ExerciseStage};

use super::game::diagram;

/// How an exercise stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExerciseState {
    pub exercise: Exercise,
    pub size: usize,
    /// The pupil's moves that were possible.
    pub moves: Vec<String>,
    /// Every point from the top left: `.`, `X` or `O`.
    pub stones: String,
    /// Where the last stone was placed.
    pub last: Option<String>,
    /// Where to look.
    pub marks: Vec<String>,
    pub dead: Vec<String>,
    /// Whose every point is, once it is counted.
    pub owners: Option<String>,
    pub stage: ExerciseStage,
    /// On the last move, also where it was not possible.
    pub comment: Option<String>,
}

impl ExerciseState {
    pub fn after(exercise: Exercise, moves: &[Move]) -> ExerciseState {
        let attempt = exercise.attempt(moves);
        let (position, size) = (&attempt.position, attempt.position.size());
        let names = |points: &mut dyn Iterator<Item = board::Point>| points.map(|p| p.to_string()).collect();
        let stone = position.moves().iter().rev().find_map(|(_, mv)| mv.point());
        let area = (!attempt.dead.is_empty()).then(|| board::area(position.board(), &attempt.dead));
        ExerciseState {
            exercise,
            size: size.width(),
            moves: attempt.moves.iter().map(ToString::to_string).collect(),
            stones: diagram(size, |p| position.board().colour(p)),
            last: stone.map(|p| p.to_string()),
            marks: names(&mut attempt.marks.iter().copied()),
            dead: names(&mut attempt.dead.iter()),
            owners: area.map(|area| diagram(size, |p| area.of(p))),
            stage: attempt.stage,
            comment: attempt.comment.as_ref().map(english::exercise),
        }
    }
}
