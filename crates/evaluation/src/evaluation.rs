//! One evaluation of one position.

use board::{AREA, Colour, Move, Point, Position};

use crate::curve::Curve;
use crate::error::EvaluationError;
use crate::side::Lead;

/// A position to evaluate.
pub struct Query<'a> {
    pub position: &'a Position,
    /// The search will expand this position and needs moves with priors.
    pub wants_priors: bool,
    /// This is the root of the search; an evaluator may take more care.
    pub at_root: bool,
}

/// An evaluator's answer for a position.
#[derive(Clone)]
pub struct Evaluation {
    /// Exact at the position's own komi. How good it is at other komi depends on the evaluator.
    pub curve: Curve,
    /// The score, if the evaluator knows more about it than the curve says.
    pub score: Option<ExpectedScore>,
    /// The evaluator's own estimate of its error, if it has one.
    pub errors: Option<ExpectedErrors>,
    /// Sensible moves with their prior probabilities; empty if not requested.
    pub priors: Vec<(Move, f32)>,
    /// What people would play; empty if nobody knows.
    pub human: Vec<(Move, f32)>,
    pub ownership: Option<Box<Ownership>>,
    /// Who played first on each point, if the evaluator played the position out.
    pub first_moves: Option<Box<FirstMoves>>,
}

impl Evaluation {
    /// An empty buffer for an evaluator to fill.
    pub fn blank() -> Evaluation {
        Evaluation {
            curve: Curve::new(Lead::NONE, 1.0),
            score: None,
            errors: None,
            priors: Vec::new(),
            human: Vec::new(),
            ownership: None,
            first_moves: None,
        }
    }
}

/// An evaluator's expectation of the score. Leads are on the board without komi, as in the curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedScore {
    /// The komi that would make the game even.
    pub lead: Lead,
    /// The mean of the final score. It differs from the lead, because the side that is ahead plays safely and
    /// loses points.
    pub mean: Lead,
    /// The standard deviation of the final score, in points.
    pub score_stdev: f32,
    /// The probability that the game ends without a result because of a repetition.
    pub no_result: f32,
}

/// An evaluator's estimate of its error, compared with its evaluation a few moves later.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedErrors {
    /// Of the probability of winning minus that of losing.
    pub win_loss: f32,
    /// Of the score, in points.
    pub score: f32,
}

/// Who will own each point: from −1 (White's) to 1 (Black's).
#[derive(Clone, PartialEq, Debug)]
pub struct Ownership {
    black: [f32; AREA],
}

impl Ownership {
    pub const UNKNOWN: Ownership = Ownership { black: [0.0; AREA] };

    /// The ownership of a point for `side`: 1 if it is surely its own, −1 if it is surely the opponent's.
    #[inline]
    pub fn of(&self, side: Colour, p: Point) -> f32 {
        self.black[p.index()] * side.sign() as f32
    }

    #[inline]
    pub fn set(&mut self, side: Colour, p: Point, share: f32) {
        self.black[p.index()] = share * side.sign() as f32;
    }

    /// Counts the points that more likely belong to each side.
    #[inline]
    pub fn count(&self, black: &mut [u32; AREA], white: &mut [u32; AREA]) {
        for (share, (black, white)) in self.black.iter().zip(black.iter_mut().zip(white)) {
            *black += u32::from(*share > 0.0);
            *white += u32::from(*share < 0.0);
        }
    }
}

/// The mean of any number of ownerships. The sums are f64: in f32 a sum of whole points stops growing at 2²⁴,
/// and the mean would decay from there.
#[derive(Clone)]
pub struct OwnershipSum {
    black: Box<[f64; AREA]>,
    count: u64,
}

impl Default for OwnershipSum {
    fn default() -> OwnershipSum {
        OwnershipSum { black: Box::new([0.0; AREA]), count: 0 }
    }
}

impl OwnershipSum {
    #[inline]
    pub fn add(&mut self, ownership: &Ownership) {
        self.count += 1;
        for (sum, share) in self.black.iter_mut().zip(&ownership.black) {
            *sum += f64::from(*share);
        }
    }

    /// Adds what another thread has added up.
    pub fn merge(&mut self, other: &OwnershipSum) {
        self.count += other.count;
        self.black.iter_mut().zip(other.black.iter()).for_each(|(sum, other)| *sum += other);
    }

    /// `None` if nothing was added.
    pub fn mean(&self) -> Option<Box<Ownership>> {
        let share = |sum: f64| (sum / self.count as f64) as f32;
        (self.count > 0).then(|| Box::new(Ownership { black: self.black.map(share) }))
    }
}

/// For each point, who played there first.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMoves {
    by: [u8; AREA],
}

impl FirstMoves {
    pub const NONE: FirstMoves = FirstMoves { by: [0; AREA] };

    #[inline]
    pub fn clear(&mut self) {
        self.by = [0; AREA];
    }

    /// Records a move unless somebody played there before.
    #[inline]
    pub fn note(&mut self, colour: Colour, p: Point) {
        let by = &mut self.by[p.index()];
        if *by == 0 {
            *by = colour as u8;
        }
    }

    /// Records a move that came before all others so far.
    #[inline]
    pub fn note_earlier(&mut self, colour: Colour, p: Point) {
        self.by[p.index()] = colour as u8;
    }

    #[inline]
    pub fn was_first(&self, colour: Colour, p: Point) -> bool {
        self.by[p.index()] == colour as u8
    }
}

/// An evaluator of positions. Each search thread has its own.
pub trait Evaluator: Send {
    /// Evaluates every position. `out` has the same length and is reused between calls; after an error its
    /// content is undefined.
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_of_ownerships_does_not_drift_however_many_there_are() {
        let p = Point::new(0, 0);
        let mut sum = OwnershipSum::default();
        assert!(sum.mean().is_none());
        let mut own = Ownership::UNKNOWN;
        own.set(Colour::Black, p, 1.0);
        // Far beyond 2²⁴, where a sum in f32 stops growing.
        sum.black[p.index()] = 1e8;
        sum.count = 100_000_000;
        (0..1000).for_each(|_| sum.add(&own));
        assert_eq!((sum.black[p.index()], sum.count), (100_001_000.0, 100_001_000));
        assert_eq!(sum.mean().unwrap().of(Colour::Black, p), 1.0);
    }
}
