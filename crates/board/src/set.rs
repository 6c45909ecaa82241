//! A set of points.

use crate::{AREA, Point};

const WORDS: usize = AREA / 64;

/// A set of points in 64 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        self.0[p.index() / 64] >> (p.index() % 64) & 1 != 0
    }

    /// Adds a point; true when it was not there yet.
    #[inline]
    pub fn insert(&mut self, p: Point) -> bool {
        let word = &mut self.0[p.index() / 64];
        let bit = 1 << (p.index() % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    #[inline]
    pub fn remove(&mut self, p: Point) {
        self.0[p.index() / 64] &= !(1 << (p.index() % 64));
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    pub fn union(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    pub fn is_subset(&self, other: &PointSet) -> bool {
        (0..WORDS).all(|i| self.0[i] & !other.0[i] == 0)
    }

    pub fn intersects(&self, other: &PointSet) -> bool {
        (0..WORDS).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// The points in the order of their index.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors(Some(word), |w| Some(w & w.wrapping_sub(1)))
                .take_while(|w| *w != 0)
                .map(move |w| Point::from_index(i * 64 + w.trailing_zeros() as usize))
        })
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for p in points {
            set.insert(p);
        }
        set
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn holds_what_was_put_in() {
        let size = Size::square(19).unwrap();
        let even: PointSet = size.iter().filter(|p| (p.x() + p.y()) % 2 == 0).collect();
        assert_eq!(even.len(), 181);
        assert!(even.iter().all(|p| (p.x() + p.y()) % 2 == 0 && even.contains(p)));
        let mut all = even;
        assert!(size.iter().filter(|p| all.insert(*p)).count() == 180);
        assert!(even.is_subset(&all) && !all.is_subset(&even) && all.intersects(&even));
        size.iter().for_each(|p| all.remove(p));
        assert!(all.is_empty());
    }
}
