//! A set of points.

use crate::{AREA, PITCH, Point};

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

    /// Adds a point; true if it is new.
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

    pub fn intersection(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The points that are not in the other set.
    pub fn without(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The points with a neighbour in the set, including points of the wall.
    pub fn beside(&self) -> PointSet {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        PointSet(std::array::from_fn(|i| {
            let (before, here, after) = (word(i.wrapping_sub(1)), word(i), word(i + 1));
            let columns = here << 1 | before >> 63 | here >> 1 | after << 63;
            let rows = here << PITCH | before >> (64 - PITCH) | here >> PITCH | after << (64 - PITCH);
            columns | rows
        }))
    }

    /// The points connected with `start` through neighbours in the set, including `start`.
    pub fn connected(&self, start: Point) -> PointSet {
        let mut new: PointSet = [start].into_iter().collect();
        let mut found = PointSet::EMPTY;
        while !new.is_empty() {
            found = found.union(&new);
            new = new.beside().intersection(self).without(&found);
        }
        found
    }

    /// The point with the lowest index.
    pub fn first(&self) -> Option<Point> {
        let i = self.0.iter().position(|word| *word != 0)?;
        Some(Point::from_index(i * 64 + self.0[i].trailing_zeros() as usize))
    }

    pub fn is_subset(&self, other: &PointSet) -> bool {
        (0..WORDS).all(|i| self.0[i] & !other.0[i] == 0)
    }

    pub fn intersects(&self, other: &PointSet) -> bool {
        (0..WORDS).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// The points, ordered by index.
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
    fn neighbours_are_found_row_by_row() {
        let size = Size::new(19, 17).unwrap();
        for p in size.iter() {
            let alone: PointSet = [p].into_iter().collect();
            assert_eq!(alone.beside(), p.neighbours().into_iter().collect());
            assert_eq!((alone.first(), alone.connected(p)), (Some(p), alone));
        }
        let board: PointSet = size.iter().collect();
        let odd: PointSet = size.iter().filter(|p| p.x() % 2 == 1).collect();
        let column = board.without(&odd).connected(Point::new(4, 8));
        assert_eq!(column, size.iter().filter(|p| p.x() == 4).collect());
        assert_eq!(column.beside().intersection(&odd).len(), 2 * 17);
        assert_eq!(board.connected(Point::new(7, 7)), board);
        assert_eq!(PointSet::EMPTY.first(), None);
    }

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
