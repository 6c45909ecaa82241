//! Learns an evaluator's errors (subtree value bias correction).
//!
//! If the search below a position shows that the evaluation was wrong, the evaluator will be wrong in the
//! same way after the same two moves in the same local pattern elsewhere in the tree.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use board::{Cell, Colour, Move, PITCH, Point, Position};
use parking_lot::Mutex;

use crate::memory::held_by_map;
use crate::shared::{AtomicF64, OwnLine};

/// What all positions with the same pattern say.
#[derive(Default)]
pub(crate) struct BiasEntry(Mutex<Sums>);

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// The weighted sum of the errors of Black's utility.
    error: f64,
    weight: f64,
}

/// An entry with less weight is ignored.
const LEAST_WEIGHT: f64 = 1e-3;

impl Sums {
    fn mean(&self) -> f64 {
        if self.weight > LEAST_WEIGHT { self.error / self.weight } else { 0.0 }
    }
}

impl BiasEntry {
    /// The expected error of an evaluator's utility for Black.
    pub fn error(&self) -> f64 {
        self.0.lock().mean()
    }
}

/// A position's contribution to its entry; without an entry, nothing is learnt from the position. One thread at a
/// time changes it: the one that computes the position's value.
#[derive(Default)]
pub(crate) struct BiasShare {
    entry: Option<Arc<BiasEntry>>,
    error: AtomicF64,
    weight: AtomicF64,
}

impl BiasShare {
    pub fn of(entry: Option<Arc<BiasEntry>>) -> BiasShare {
        BiasShare { entry, ..BiasShare::default() }
    }

    pub fn has_entry(&self) -> bool {
        self.entry.is_some()
    }

    /// Replaces this contribution by an error with a weight, and returns what the entry then says.
    pub fn learn(&self, error: f64, weight: f64) -> f64 {
        let Some(entry) = &self.entry else { return 0.0 };
        let sum = error * weight;
        let mut sums = entry.0.lock();
        sums.error += sum - self.error.get();
        sums.weight += weight - self.weight.get();
        let mean = sums.mean();
        drop(sums);
        self.error.set(sum);
        self.weight.set(weight);
        mean
    }

    /// Forgets a fraction of this contribution.
    pub fn forget(&self, share: f64) {
        if let Some(entry) = &self.entry {
            let mut sums = entry.0.lock();
            sums.error -= share * self.error.get();
            sums.weight -= share * self.weight.get();
        }
    }
}

/// Entries by pattern. Threads look up different parts at the same time.
#[derive(Default)]
pub(crate) struct ValueBiasTable {
    parts: [Mutex<Part>; PARTS],
    bytes: OwnLine<AtomicUsize>,
}

const PARTS: usize = 16;

type Part = HashMap<u64, Arc<BiasEntry>>;

/// Memory in bytes: an entry also has two counts.
fn bytes_of(part: &Part) -> usize {
    held_by_map(part.capacity(), size_of::<(u64, Arc<BiasEntry>)>())
        + part.len() * (size_of::<BiasEntry>() + 2 * size_of::<usize>())
}

impl ValueBiasTable {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    pub fn entry(&self, key: Option<u64>) -> Option<Arc<BiasEntry>> {
        let key = key?;
        let mut part = self.parts[key as usize % PARTS].lock();
        if let Some(entry) = part.get(&key) {
            return Some(entry.clone());
        }
        let (entry, before) = (Arc::<BiasEntry>::default(), bytes_of(&part));
        part.insert(key, entry.clone());
        self.bytes.fetch_add(bytes_of(&part) - before, Relaxed);
        Some(entry)
    }

    /// Drops the entries that no position uses any more.
    pub fn keep_used(&mut self) {
        let mut bytes = 0;
        for part in &mut self.parts {
            let part = part.get_mut();
            part.retain(|_, entry| Arc::strong_count(entry) > 1);
            part.shrink_to_fit();
            bytes += bytes_of(part);
        }
        *self.bytes.get_mut() = bytes;
    }
}

/// The key of a local pattern: the move, the previous move, and the board within two points, with its ataris.
/// `position` is the one before the move. A pass has no pattern.
pub(crate) fn bias_key(position: &Position, mv: Move) -> Option<u64> {
    let (before, point) = (position.last_move()?, mv.point()?);
    let board = position.board();
    let place = |m: Option<Point>| m.map_or(0, |p| p.index() as u64);
    let mut key = Mixer(position.to_move().index() as u64);
    key.mix(place(before.point()));
    key.mix(place(Some(point)));
    key.mix(place(board.ko()));
    let (x, y) = (point.x() as isize, point.y() as isize);
    for dy in -2..=2 {
        let mut row = 0;
        for dx in -2..=2 {
            let on_board = (0..board.size().width() as isize).contains(&(x + dx))
                && (0..board.size().height() as isize).contains(&(y + dy));
            let cell = if on_board {
                let p = point.step(dy * PITCH as isize + dx);
                match board.cell(p) {
                    Cell::Black | Cell::White => {
                        1 + (board.colour(p) == Some(Colour::Black)) as u64
                            + 2 * u64::from(board.atari(p).is_some())
                    }
                    _ => 0,
                }
            } else {
                5
            };
            row = row * 6 + cell;
        }
        key.mix(row);
    }
    Some(key.0)
}

struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, value: u64) {
        self.0 = board::splitmix64(self.0 ^ value.wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Board, Komi, Rules};

    #[test]
    fn an_entry_is_the_mean_of_what_its_positions_say() {
        let mut biases = ValueBiasTable::default();
        assert!(biases.entry(None).is_none() && !BiasShare::default().has_entry());
        let share = |biases: &ValueBiasTable| BiasShare::of(biases.entry(Some(7)));
        let (a, b) = (share(&biases), share(&biases));
        let error = |biases: &ValueBiasTable| biases.entry(Some(7)).unwrap().error();
        assert_eq!(error(&biases), 0.0);
        a.learn(0.2, 1.0);
        assert!(b.learn(-0.1, 2.0).abs() < 1e-12 && error(&biases).abs() < 1e-12);
        a.learn(0.5, 4.0);
        assert!((error(&biases) - (2.0 - 0.2) / 6.0).abs() < 1e-12, "what was said before is replaced");
        b.forget(1.0);
        assert!((error(&biases) - 0.5).abs() < 1e-12);
        let other = BiasShare::of(biases.entry(Some(8)));
        other.learn(1.0, 1.0);
        let before = biases.bytes();
        drop((b, other));
        biases.keep_used();
        assert!(biases.bytes() < before);
        assert!((error(&biases) - 0.5).abs() < 1e-12, "a still uses it");
        assert_eq!(biases.entry(Some(8)).unwrap().error(), 0.0, "made again");
    }

    #[test]
    fn moves_are_alike_by_their_surroundings() {
        let key = |rows: &[&str], before: &str, mv: &str| {
            let board = Board::from_diagram(rows).unwrap();
            let mut p = Position::from_board(board, Colour::Black, Rules::CHINESE, Komi::ZERO);
            p.play(Move::parse(before, p.size()).unwrap()).unwrap();
            bias_key(&p, Move::parse(mv, p.size()).unwrap())
        };
        let far =
            key(&[".......", ".......", ".......", ".......", ".......", ".......", "......X"], "B2", "C2");
        let none =
            key(&[".......", ".......", ".......", ".......", ".......", ".......", "......."], "B2", "C2");
        let near =
            key(&[".......", ".......", ".......", ".......", ".......", ".......", "...O..."], "B2", "C2");
        let later =
            key(&[".......", ".......", ".......", ".......", ".......", ".......", "......."], "B2", "C3");
        assert_eq!(far, none);
        assert!(near != none && later != none && near != later);
        assert_eq!(key(&["...", "...", "..."], "B2", "pass"), None);
    }
}
