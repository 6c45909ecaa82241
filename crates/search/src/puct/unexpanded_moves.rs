//! Moves with priors that have not been visited yet.

use board::Move;

/// The moves of a position with their priors, the highest first.
#[derive(Default)]
pub(crate) struct UnexpandedMoves {
    moves: Box<[(Move, f32)]>,
    /// Those before it were taken.
    first: usize,
}

impl UnexpandedMoves {
    pub fn new(priors: &[(Move, f32)]) -> UnexpandedMoves {
        let mut moves = UnexpandedMoves { moves: priors.into(), first: 0 };
        moves.bring_forward();
        moves
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.moves)
    }

    /// Frees the memory of the moves that were taken.
    pub fn shrink(&mut self) {
        *self = UnexpandedMoves { moves: self.moves[self.first..].into(), first: 0 };
    }

    /// Puts the move with the highest prior first.
    fn bring_forward(&mut self) {
        let moves = &mut self.moves[self.first..];
        let mut best = (0, f32::NEG_INFINITY);
        for (i, (_, prior)) in moves.iter().enumerate() {
            if *prior > best.1 {
                best = (i, *prior);
            }
        }
        if best.0 > 0 {
            moves.swap(0, best.0);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Move, f32)> + '_ {
        self.moves[self.first..].iter().copied()
    }

    /// The allowed move with the highest prior.
    pub fn best(&self, allowed: impl Fn(Move) -> bool) -> Option<(Move, f32)> {
        let first = *self.moves.get(self.first)?;
        if allowed(first.0) {
            return Some(first);
        }
        self.iter().filter(|(m, _)| allowed(*m)).reduce(|a, b| if b.1 > a.1 { b } else { a })
    }

    pub fn contains(&self, mv: Move) -> bool {
        self.iter().any(|(m, _)| m == mv)
    }

    /// Removes a move that is going to be visited, and returns its prior; `None` if it was taken before.
    pub fn take(&mut self, mv: Move) -> Option<f32> {
        let place = self.iter().position(|(m, _)| m == mv)?;
        self.moves.swap(self.first, self.first + place);
        let (_, prior) = self.moves[self.first];
        self.first += 1;
        self.bring_forward();
        Some(prior)
    }

    /// Changes the priors of the moves.
    pub fn change(&mut self, prior: impl Fn(Move) -> f32) {
        self.moves[self.first..].iter_mut().for_each(|(mv, old)| *old = prior(*mv));
        self.bring_forward();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Point;

    #[test]
    fn moves_come_in_the_order_of_their_priors() {
        let at = |x| Move::Play(Point::new(x, 0));
        assert_eq!(UnexpandedMoves::new(&[]).best(|_| true), None);
        let mut moves = UnexpandedMoves::new(&[
            (at(0), 0.1),
            (at(1), 0.4),
            (Move::Pass, 0.05),
            (at(3), 0.25),
            (at(4), 0.2),
        ]);
        let mut order = Vec::new();
        while let Some((mv, prior)) = moves.best(|m| m != at(3)) {
            assert_eq!(moves.take(mv), Some(prior));
            order.push(mv);
        }
        assert_eq!(order, [at(1), at(4), at(0), Move::Pass]);
        assert_eq!((moves.best(|_| true), moves.take(at(1))), (Some((at(3), 0.25)), None));
        moves.shrink();
        assert_eq!((moves.iter().collect::<Vec<_>>(), moves.bytes()), (vec![(at(3), 0.25)], 8));
        let mut moves = UnexpandedMoves::new(&[(at(0), 0.5), (at(1), 0.3), (at(2), 0.2)]);
        moves.change(|m| if m == at(2) { 0.9 } else { 0.05 });
        assert_eq!((moves.contains(at(2)), moves.take(at(2))), (true, Some(0.9)));
        assert_eq!((moves.contains(at(2)), moves.iter().count()), (false, 2));
    }
}
