//! The evaluator's ownership of every position.

use board::{Board, Colour, Size};
use evaluation::Ownership;

use super::node::NodeId;
use crate::memory::{held, reserve};

/// Ownership with a precision of 1/127, so that it does not take more memory than the tree.
#[derive(Default)]
pub(crate) struct OwnershipStore {
    shares: Vec<i8>,
    /// Numbers per position; 0 while there is no ownership.
    points: usize,
    positions: usize,
}

const SURE: f32 = 127.0;

impl OwnershipStore {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        held(&self.shares)
    }

    /// Adds the ownership of the next position.
    pub fn add(&mut self, size: Size, ownership: Option<&Ownership>) {
        if let (0, 0, Some(_)) = (self.points, self.positions, ownership) {
            self.points = size.points();
        }
        self.positions += 1;
        if self.points == 0 {
            return;
        }
        reserve(&mut self.shares, self.points);
        match ownership {
            Some(o) => self.shares.extend(size.iter().map(|p| quantised(o.of(Colour::Black, p)))),
            None => self.shares.resize(self.shares.len() + self.points, 0),
        }
    }

    /// Adds the area of the next position as it stands.
    pub fn add_counted(&mut self, board: &Board) {
        self.positions += 1;
        if self.points > 0 {
            reserve(&mut self.shares, self.points);
            let owners = board.area();
            let share = |p| owners.of(p).map_or(0, |c| c.sign() as i8 * SURE as i8);
            self.shares.extend(board.size().iter().map(share));
        }
    }

    /// Keeps the ownership of some positions, in this order.
    pub fn keep(&mut self, order: &[NodeId]) {
        let mut shares = Vec::with_capacity(order.len() * self.points);
        order.iter().for_each(|id| shares.extend_from_slice(self.of(*id).unwrap_or(&[])));
        (self.shares, self.positions) = (shares, order.len());
    }

    /// Black's ownership of the points of a position, in board order.
    pub fn of(&self, id: NodeId) -> Option<&[i8]> {
        let first = id as usize * self.points;
        self.shares.get(first..first + self.points).filter(|s| !s.is_empty())
    }

    pub fn share(&self, id: NodeId, place: usize, side: Colour) -> f32 {
        let black = self.of(id).and_then(|s| s.get(place)).map_or(0.0, |s| f32::from(*s) / SURE);
        black * side.sign() as f32
    }
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
