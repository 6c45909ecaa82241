//! Moves with priors that have not been visited yet.

use board::Move;

use super::node::NodeId;
use crate::memory::{held, reserve};

/// For every position, its moves with their priors, the highest first.
#[derive(Default)]
pub(crate) struct UnexpandedMoves {
    moves: Vec<Move>,
    priors: Vec<f32>,
    ranges: Vec<Range>,
}

#[derive(Clone, Copy, Default)]
struct Range {
    first: usize,
    count: u16,
}

impl UnexpandedMoves {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        held(&self.moves) + held(&self.priors) + held(&self.ranges)
    }

    /// Adds the moves of the next position.
    pub fn add(&mut self, priors: &[(Move, f32)]) {
        let first = self.moves.len();
        let count = priors.len().min(usize::from(u16::MAX));
        reserve(&mut self.moves, count);
        reserve(&mut self.priors, count);
        reserve(&mut self.ranges, 1);
        self.moves.extend(priors[..count].iter().map(|(m, _)| *m));
        self.priors.extend(priors[..count].iter().map(|(_, p)| *p));
        self.ranges.push(Range { first, count: count as u16 });
        self.bring_forward(self.ranges.len() - 1);
    }

    /// Keeps the moves of some positions, in this order, and frees the others, one vector after the other, so
    /// that not everything exists twice.
    pub fn keep(&mut self, order: &[NodeId]) {
        let ranges: Vec<Range> = order.iter().map(|id| self.ranges[*id as usize]).collect();
        let count = ranges.iter().map(|range| usize::from(range.count)).sum();
        self.moves = kept(&self.moves, &ranges, count);
        self.priors = kept(&self.priors, &ranges, count);
        self.ranges = ranges;
        let mut first = 0;
        for range in &mut self.ranges {
            range.first = first;
            first += usize::from(range.count);
        }
    }

    /// Puts the move with the highest prior first.
    fn bring_forward(&mut self, id: usize) {
        let Range { first, count } = self.ranges[id];
        let priors = &self.priors[first..first + usize::from(count)];
        let mut best = (0, f32::NEG_INFINITY);
        for (i, prior) in priors.iter().enumerate() {
            if *prior > best.1 {
                best = (i, *prior);
            }
        }
        if best.0 > 0 {
            self.moves.swap(first, first + best.0);
            self.priors.swap(first, first + best.0);
        }
    }

    pub fn of(&self, id: NodeId) -> impl Iterator<Item = (Move, f32)> + '_ {
        let Range { first, count } = self.ranges[id as usize];
        let range = first..first + usize::from(count);
        self.moves[range.clone()].iter().copied().zip(self.priors[range].iter().copied())
    }

    /// The allowed move with the highest prior, as its index and prior.
    pub fn best(&self, id: NodeId, allowed: impl Fn(Move) -> bool) -> Option<(usize, f32)> {
        let Range { first, count } = self.ranges[id as usize];
        if count == 0 {
            return None;
        }
        if allowed(self.moves[first]) {
            return Some((0, self.priors[first]));
        }
        let others = self.of(id).enumerate().filter(|(_, (m, _))| allowed(*m));
        let best = others.reduce(|a, b| if b.1.1 > a.1.1 { b } else { a });
        best.map(|(place, (_, prior))| (place, prior))
    }

    pub fn find(&self, id: NodeId, mv: Move) -> Option<usize> {
        self.of(id).position(|(m, _)| m == mv)
    }

    /// Removes a move that is going to be visited.
    pub fn take(&mut self, id: NodeId, place: usize) -> (Move, f32) {
        let Range { first, .. } = self.ranges[id as usize];
        self.moves.swap(first, first + place);
        self.priors.swap(first, first + place);
        let range = &mut self.ranges[id as usize];
        range.first += 1;
        range.count -= 1;
        self.bring_forward(id as usize);
        (self.moves[first], self.priors[first])
    }

    /// Changes the priors of a position's moves.
    pub fn change(&mut self, id: NodeId, prior: impl Fn(Move) -> f32) {
        let Range { first, count } = self.ranges[id as usize];
        for i in first..first + usize::from(count) {
            self.priors[i] = prior(self.moves[i]);
        }
        self.bring_forward(id as usize);
    }
}

fn kept<T: Copy>(from: &[T], ranges: &[Range], count: usize) -> Vec<T> {
    let mut kept = Vec::with_capacity(count);
    for Range { first, count } in ranges {
        kept.extend_from_slice(&from[*first..first + usize::from(*count)]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Point;

    #[test]
    fn moves_come_in_the_order_of_their_priors() {
        let at = |x| Move::Play(Point::new(x, 0));
        let mut natural = UnexpandedMoves::default();
        natural.add(&[]);
        natural.add(&[(at(0), 0.1), (at(1), 0.4), (Move::Pass, 0.05), (at(3), 0.25), (at(4), 0.2)]);
        assert_eq!(natural.best(0, |_| true), None);
        let mut order = Vec::new();
        while let Some((place, _)) = natural.best(1, |m| m != at(3)) {
            order.push(natural.take(1, place).0);
        }
        assert_eq!(order, [at(1), at(4), at(0), Move::Pass]);
        assert_eq!(natural.best(1, |_| true), Some((0, 0.25)));
        natural.add(&[(at(0), 0.5), (at(1), 0.3), (at(2), 0.2)]);
        natural.change(2, |m| if m == at(2) { 0.9 } else { 0.05 });
        let place = natural.find(2, at(2)).unwrap();
        assert_eq!((place, natural.take(2, place)), (0, (at(2), 0.9)));
        assert_eq!(natural.of(2).count(), 2);
    }
}
