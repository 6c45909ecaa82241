//! A list that grows while other threads read it.

use std::ops::Index;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::shared::OwnLine;

/// Values by number. They are boxed and never move, and so are the lists of boxes: each is twice as long as the
/// one before. A value is seen by whoever learns its number from the thread that added it.
pub(crate) struct Arena<T> {
    lists: [OnceLock<List<T>>; LISTS],
    len: OwnLine<AtomicU32>,
}

type List<T> = Box<[OnceLock<Box<T>>]>;

/// The length of the first list, as a power of two, and the number of lists for 2³² values.
const FIRST: u32 = 6;
const LISTS: usize = 33 - FIRST as usize;

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena { lists: std::array::from_fn(|_| OnceLock::new()), len: OwnLine::default() }
    }
}

/// The list of a value, and its place in it.
#[inline]
fn place(id: u32) -> (usize, usize) {
    let number = u64::from(id) + (1 << FIRST);
    let power = number.ilog2();
    ((power - FIRST) as usize, (number - (1 << power)) as usize)
}

impl<T> Arena<T> {
    pub fn len(&self) -> usize {
        self.len.load(Relaxed) as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a value and returns its number.
    pub fn push(&self, value: Box<T>) -> u32 {
        let id = self.len.fetch_add(1, Relaxed);
        let (list, at) = place(id);
        let list = self.lists[list]
            .get_or_init(|| (0..1usize << (FIRST + list as u32)).map(|_| OnceLock::new()).collect());
        // The number is new, so the place is free.
        let _ = list[at].set(value);
        id
    }

    #[inline]
    pub fn get(&self, id: u32) -> Option<&T> {
        let (list, at) = place(id);
        self.lists[list].get()?.get(at)?.get().map(Box::as_ref)
    }

    pub fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        let (list, at) = place(id);
        self.lists[list].get_mut()?.get_mut(at)?.get_mut().map(Box::as_mut)
    }

    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// Takes a value out.
    pub fn take(&mut self, id: u32) -> Option<Box<T>> {
        let (list, at) = place(id);
        self.lists[list].get_mut()?.get_mut(at)?.take()
    }

    /// All values in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len() as u32).filter_map(|id| self.get(id))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let lists = self.lists.iter_mut().filter_map(OnceLock::get_mut);
        lists.flatten().filter_map(|value| value.get_mut().map(Box::as_mut))
    }

    /// The memory of the lists in bytes, without the values.
    pub fn bytes(&self) -> usize {
        let places: usize = match self.len() {
            0 => 0,
            len => (2 << (place(len as u32 - 1).0 as u32 + FIRST)) - (1 << FIRST),
        };
        places * size_of::<OnceLock<Box<T>>>()
    }
}

impl<T> Index<u32> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: u32) -> &T {
        self.get(id).unwrap_or_else(|| panic!("nothing has the number {id}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fill_one_list_after_the_other() {
        let mut next = (0, 0);
        for id in 0..10_000 {
            assert_eq!(place(id), next);
            next = if next.1 + 1 == 64 << next.0 { (next.0 + 1, 0) } else { (next.0, next.1 + 1) };
        }
        assert!(place(u32::MAX).0 < LISTS);
    }

    #[test]
    fn threads_add_and_read_at_the_same_time() {
        let arena = Arena::default();
        std::thread::scope(|scope| {
            for thread in 0..8u64 {
                let arena = &arena;
                scope.spawn(move || {
                    for i in 0..5_000 {
                        let id = arena.push(Box::new((thread, i)));
                        assert_eq!(arena[id], (thread, i));
                    }
                });
            }
        });
        let mut all: Vec<(u64, u64)> = arena.iter().copied().collect();
        all.sort_unstable();
        let expected: Vec<(u64, u64)> = (0..8).flat_map(|t| (0..5_000).map(move |i| (t, i))).collect();
        assert_eq!(all, expected);
        assert!(arena.bytes() >= 40_000 * 16 && arena.bytes() < 2 * 40_000 * 16 + 1024);
    }

    #[test]
    fn values_can_be_taken_out() {
        let mut arena = Arena::default();
        let ids: Vec<u32> = (0..100).map(|i| arena.push(Box::new(i))).collect();
        arena.iter_mut().for_each(|value| *value *= 2);
        assert_eq!(arena.take(ids[70]), Some(Box::new(140)));
        assert_eq!((arena.get(70), arena.get(100), arena.get(u32::MAX)), (None, None, None));
        *arena.get_mut(3).unwrap() += 1;
        assert_eq!((arena[3], arena.iter().count()), (7, 99));
    }
}
