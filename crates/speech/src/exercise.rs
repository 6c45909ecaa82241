//! What a beginner is told in an exercise.

use board::Point;

/// What happened in an exercise after the pupil's move. The pupil plays Black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExerciseComment {
    // A stone that cannot be placed.
    Occupied,
    Suicide,
    /// Taking back would repeat the position.
    Ko,

    /// White's stones can still be captured at their last liberty.
    NotCaptured {
        stones: usize,
        at: Point,
        liberty: Point,
    },
    /// These are gone, others are left.
    Captured {
        stones: usize,
        left: usize,
        left_at: Point,
    },
    AllCaptured,

    /// The stone was in atari, and is not any more.
    Saved {
        liberties: usize,
    },
    /// White has filled the last liberty.
    Lost {
        liberty: Point,
    },

    /// The pupil took in the ko; White may not take back there at once, and has played elsewhere.
    TookKo {
        back_at: Point,
    },
    /// The pupil played elsewhere, and White has taken back.
    KoTakenBack {
        retake_at: Point,
    },
    /// Both have played elsewhere: the pupil may take again.
    KoIsFree {
        retake_at: Point,
    },
    KoEnded,
    /// White has filled the ko before the pupil took in it.
    KoFilled,

    /// White can play in neither eye.
    TwoEyes {
        eyes: [Point; 2],
    },
    /// White has played where the second eye would have been.
    OneEye {
        at: Point,
    },

    BorderClosed,
    /// The border is closed, but one line further back: White has that point.
    BorderClosedBehind {
        lost: Point,
    },
    /// White has come in.
    BorderOpen {
        at: Point,
    },

    /// Stones and empty points of the pupil, and all points of White.
    Counted {
        stones: usize,
        territory: usize,
        white: usize,
    },
    /// That stone is not the one that is lost.
    StoneLives,
    /// The game is over, and only the lost stone is to be found.
    NothingToPlay,
}
