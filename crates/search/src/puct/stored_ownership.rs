//! The evaluator's ownership of a position, as its node stores it.

use board::{Board, Colour, Size};
use evaluation::Ownership;

/// Black's ownership of the points in board order, with a precision of 1/127, so that it does not take more memory
/// than the tree.
pub(crate) type StoredOwnership = Box<[i8]>;

const SURE: f32 = 127.0;

/// Nobody's, if the evaluator did not say.
pub(crate) fn stored(size: Size, ownership: Option<&Ownership>) -> StoredOwnership {
    match ownership {
        Some(o) => size.iter().map(|p| quantised(o.of(Colour::Black, p))).collect(),
        None => vec![0; size.points()].into(),
    }
}

/// The area of a position as it stands.
pub(crate) fn counted(board: &Board) -> StoredOwnership {
    let owners = board.area();
    board.size().iter().map(|p| owners.of(p).map_or(0, |c| c.sign() as i8 * SURE as i8)).collect()
}

/// The ownership of a point for `side`.
pub(crate) fn share(ownership: &[i8], place: usize, side: Colour) -> f32 {
    let black = ownership.get(place).map_or(0.0, |s| f32::from(*s) / SURE);
    black * side.sign() as f32
}

fn quantised(share: f32) -> i8 {
    (share * SURE).round().clamp(-SURE, SURE) as i8
}

/// A weighted mean of ownerships.
pub(crate) struct Blend {
    sums: Vec<f64>,
    squares: Vec<f64>,
    weight: f64,
}

impl Blend {
    pub fn new(points: usize) -> Blend {
        Blend { sums: vec![0.0; points], squares: vec![0.0; points], weight: 0.0 }
    }

    pub fn add(&mut self, shares: &[i8], weight: f64) {
        for ((sum, square), share) in self.sums.iter_mut().zip(&mut self.squares).zip(shares) {
            let share = f64::from(*share) / f64::from(SURE);
            *sum += weight * share;
            *square += weight * share * share;
        }
        self.weight += weight;
    }

    pub fn ownership(&self, size: Size) -> Option<Box<Ownership>> {
        if self.weight <= 0.0 {
            return None;
        }
        let mut ownership = Box::new(Ownership::UNKNOWN);
        for (p, sum) in size.iter().zip(&self.sums) {
            ownership.set(Colour::Black, p, (sum / self.weight) as f32);
        }
        Some(ownership)
    }

    /// The standard deviation at each point, in board order.
    pub fn stdev(&self) -> Vec<f32> {
        let deviation = |(sum, square): (&f64, &f64)| {
            let mean = sum / self.weight;
            (square / self.weight - mean * mean).max(0.0).sqrt() as f32
        };
        self.sums.iter().zip(&self.squares).map(deviation).collect()
    }
}
