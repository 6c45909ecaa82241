//! The positions, and what White does in them.

use board::{Board, Colour, Move, Point, pass_alive};
use speech::ExerciseComment;

use super::{Attempt, Exercise, ExerciseStage};

// All boards are 7 by 7: large stones, and nothing to scroll on a phone.
const CAPTURE: [&str; 7] = [".......", "..X....", ".XO....", "..X..XX", "....XOO", ".....X.", "......."];
const ESCAPE: [&str; 7] = [".......", ".......", "...O...", "..OXO..", ".......", ".......", "......."];
const KO: [&str; 7] = [".......", ".......", "...XO..", "..XO.O.", "...XO..", ".......", "......."];
const TWO_EYES: [&str; 7] = [".......", ".......", ".......", ".......", "OOOOO..", "XXXXO..", "...XO.."];
const BORDER: [&str; 7] = ["...XO..", "...XO..", "...XO..", "....O..", "...XO..", "...X...", "...XO.."];
const COUNT: [&str; 7] = ["..XO...", "..XOO..", "..XXO..", "...XOO.", ".X.XXO.", ".OX.XO.", "....XO."];

/// A point by its column from the left and its line from the bottom, from 1.
fn point(column: usize, line: usize) -> Point {
    Point::new(column - 1, line - 1)
}

impl Exercise {
    pub(super) fn board(self) -> Board {
        let rows = match self {
            Exercise::Capture => CAPTURE,
            Exercise::Escape => ESCAPE,
            Exercise::Ko => KO,
            Exercise::TwoEyes => TWO_EYES,
            Exercise::Border => BORDER,
            Exercise::Count => COUNT,
        };
        Board::from_diagram(&rows).expect("diagrams are boards: a test reads them all")
    }

    pub(super) fn play(self, attempt: &mut Attempt, at: Point) {
        match self {
            Exercise::Capture => capture(attempt, at),
            Exercise::Escape => escape(attempt, at),
            Exercise::Ko => ko(attempt, at),
            Exercise::TwoEyes => two_eyes(attempt, at),
            Exercise::Border => border(attempt, at),
            Exercise::Count => count(attempt, at),
        }
    }

    /// Where to look: at what the task speaks of first, then at what was just said.
    pub(super) fn marks(self, attempt: &Attempt) -> Vec<Point> {
        let has_begun = attempt.comment.is_some();
        match (&attempt.comment, self) {
            (None, Exercise::Capture) => vec![point(4, 5)],
            (Some(ExerciseComment::NotCaptured { liberty, .. }), _) => vec![*liberty],
            (_, Exercise::Escape) if attempt.board().colour(ESCAPING).is_some() => vec![ESCAPING],
            (_, Exercise::Ko) if !has_begun => vec![KO_STONE],
            (Some(ExerciseComment::TookKo { back_at: at }), _) => vec![*at],
            (Some(ExerciseComment::KoTakenBack { retake_at: at }), _) => vec![*at],
            (Some(ExerciseComment::KoIsFree { retake_at: at }), _) => vec![*at],
            (Some(ExerciseComment::TwoEyes { eyes }), _) => eyes.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// White does nothing but get captured.
fn capture(attempt: &mut Attempt, at: Point) {
    let before = attempt.board().stones(Colour::White);
    if !attempt.place(at) {
        return;
    }
    attempt.answer(&[]);
    let board = attempt.board();
    let captured = (before - board.stones(Colour::White)) as usize;
    // The single stone first: that is the one the task begins with.
    let chains = board.chains().filter(|(colour, _)| *colour == Colour::White).map(|(_, head)| head);
    let Some(left) = chains.min_by_key(|head| board.chain_len(*head)) else {
        return attempt.end(ExerciseStage::Solved, ExerciseComment::AllCaptured);
    };
    let (stones, liberty) = (board.chain_len(left), board.atari(left));
    let left = board.chain_stones(left).min_by_key(|p| p.index()).unwrap_or(left);
    let comment = match liberty {
        Some(liberty) if captured == 0 => ExerciseComment::NotCaptured { stones, at: left, liberty },
        _ => ExerciseComment::Captured { stones: captured, left: stones, left_at: left },
    };
    attempt.go_on(comment);
}

const ESCAPING: Point = Point::new(3, 3);

/// White captures the stone unless it gets liberties.
fn escape(attempt: &mut Attempt, at: Point) {
    if !attempt.place(at) {
        return;
    }
    match attempt.board().atari(ESCAPING) {
        None => {
            let liberties = attempt.board().liberties(ESCAPING).len();
            attempt.end(ExerciseStage::Solved, ExerciseComment::Saved { liberties });
        }
        Some(liberty) => {
            attempt.answer(&[liberty]);
            attempt.end(ExerciseStage::Failed, ExerciseComment::Lost { liberty });
        }
    }
}

/// White's stone in the ko, and where Black takes it.
const KO_STONE: Point = Point::new(3, 3);
const KO_TAKE: Point = Point::new(4, 3);

/// White takes back whenever the rules allow it, and plays elsewhere where they do not.
fn ko(attempt: &mut Attempt, at: Point) {
    let is_fought = !attempt.moves.is_empty();
    if !attempt.place(at) {
        return;
    }
    let elsewhere = [point(2, 2), point(6, 6), point(2, 6), point(6, 2), point(4, 1), point(4, 7)];
    let stone = |attempt: &Attempt, p| attempt.board().colour(p);
    if at == KO_STONE {
        attempt.end(ExerciseStage::Solved, ExerciseComment::KoEnded);
    } else if at == KO_TAKE {
        attempt.answer(&elsewhere);
        attempt.go_on(ExerciseComment::TookKo { back_at: KO_STONE });
    } else if stone(attempt, KO_TAKE) == Some(Colour::Black) {
        attempt.answer(&[KO_STONE]);
        attempt.go_on(ExerciseComment::KoTakenBack { retake_at: KO_TAKE });
    } else if is_fought {
        attempt.answer(&elsewhere);
        attempt.go_on(ExerciseComment::KoIsFree { retake_at: KO_TAKE });
    } else {
        attempt.answer(&[KO_TAKE]);
        attempt.end(ExerciseStage::Failed, ExerciseComment::KoFilled);
    }
}

/// White plays between the eyes unless Black does.
fn two_eyes(attempt: &mut Attempt, at: Point) {
    let (eyes, between, stone) = ([point(1, 1), point(3, 1)], point(2, 1), point(1, 2));
    if !attempt.place(at) {
        return;
    }
    let suicide = attempt.position.rules().suicide;
    if pass_alive(attempt.board(), Colour::Black, suicide).stones.contains(stone) {
        attempt.end(ExerciseStage::Solved, ExerciseComment::TwoEyes { eyes });
    } else {
        attempt.answer(&[between]);
        attempt.end(ExerciseStage::Failed, ExerciseComment::OneEye { at: between });
    }
}

/// White comes in through the hole unless it is closed, and otherwise closes its own.
fn border(attempt: &mut Attempt, at: Point) {
    let (hole, whites, inside) = (point(4, 4), point(5, 2), [point(1, 1), point(1, 7)]);
    if !attempt.place(at) {
        return;
    }
    if at == hole {
        attempt.answer(&[whites]);
        return attempt.end(ExerciseStage::Solved, ExerciseComment::BorderClosed);
    }
    attempt.answer(&[hole]);
    // One of the corners may have been played at, which does not close anything.
    let area = attempt.board().area();
    if inside.iter().all(|p| area.of(*p) == Some(Colour::Black)) {
        attempt.end(ExerciseStage::Solved, ExerciseComment::BorderClosedBehind { lost: hole });
    } else {
        attempt.end(ExerciseStage::Failed, ExerciseComment::BorderOpen { at: hole });
    }
}

/// Nothing is played: the lost stone is called dead, as at the end of a game.
fn count(attempt: &mut Attempt, at: Point) {
    let lost = point(2, 2);
    if at != lost {
        return attempt.go_on(match attempt.board().colour(at) {
            Some(_) => ExerciseComment::StoneLives,
            None => ExerciseComment::NothingToPlay,
        });
    }
    attempt.dead.insert(lost);
    attempt.moves.push(Move::Play(at));
    let [black, white] = attempt.position.counts(&attempt.dead);
    let white = white.stones + white.territory;
    let comment = ExerciseComment::Counted { stones: black.stones, territory: black.territory, white };
    attempt.end(ExerciseStage::Solved, comment);
}
