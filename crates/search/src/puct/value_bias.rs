//! Learns an evaluator's errors (subtree value bias correction).
//!
//! If the search below a position shows that the evaluation was wrong, the evaluator will be wrong in the
//! same way after the same two moves in the same local pattern elsewhere in the tree.

use std::collections::HashMap;

use board::{Cell, Colour, Move, PITCH, Point, Position};

use crate::memory::{held, held_by_map, reserve};

/// No entry: nothing is learnt from this position.
pub(crate) const NO_ENTRY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The weighted sum of the errors of Black's utility.
    error: f64,
    weight: f64,
}

/// A position's contribution to its entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BiasShare {
    pub entry: u32,
    error: f64,
    weight: f64,
}

impl BiasShare {
    pub fn of(entry: u32) -> BiasShare {
        BiasShare { entry, error: 0.0, weight: 0.0 }
    }
}

#[derive(Default)]
pub(crate) struct ValueBiasTable {
    entries: Vec<Entry>,
    places: HashMap<u64, u32>,
}

/// An entry with less weight is ignored.
const LEAST_WEIGHT: f64 = 1e-3;

impl ValueBiasTable {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        held(&self.entries) + held_by_map(self.places.capacity(), size_of::<(u64, u32)>())
    }

    pub fn entry(&mut self, key: Option<u64>) -> u32 {
        let Some(key) = key else { return NO_ENTRY };
        let next = self.entries.len() as u32;
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            reserve(&mut self.entries, 1);
            self.entries.push(Entry::default());
        }
        place
    }

    /// The expected error of an evaluator's utility for Black.
    pub fn error(&self, entry: u32) -> f64 {
        match self.entries.get(entry as usize) {
            Some(e) if e.weight > LEAST_WEIGHT => e.error / e.weight,
            _ => 0.0,
        }
    }

    /// Replaces a position's contribution by an error with a weight.
    pub fn learn(&mut self, own: &mut BiasShare, error: f64, weight: f64) {
        if let Some(entry) = self.entries.get_mut(own.entry as usize) {
            let sum = error * weight;
            entry.error += sum - own.error;
            entry.weight += weight - own.weight;
            (own.error, own.weight) = (sum, weight);
        }
    }

    /// Forgets a fraction of a position's contribution.
    pub fn forget(&mut self, own: &BiasShare, share: f64) {
        if let Some(entry) = self.entries.get_mut(own.entry as usize) {
            entry.error -= share * own.error;
            entry.weight -= share * own.weight;
        }
    }

    /// Drops the entries that no position uses any more, and renumbers the others.
    pub fn keep_used<'a>(&mut self, shares: impl Iterator<Item = &'a mut BiasShare>) {
        let mut places = vec![NO_ENTRY; self.entries.len()];
        let mut kept = Vec::new();
        for own in shares {
            let Some(place) = places.get_mut(own.entry as usize) else { continue };
            if *place == NO_ENTRY {
                *place = kept.len() as u32;
                kept.push(self.entries[own.entry as usize]);
            }
            own.entry = *place;
        }
        self.entries = kept;
        self.places.retain(|_, place| {
            *place = places[*place as usize];
            *place != NO_ENTRY
        });
        self.places.shrink_to_fit();
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
        let entry = biases.entry(Some(7));
        assert_eq!((biases.entry(Some(7)), biases.entry(None)), (entry, NO_ENTRY));
        let (mut a, mut b) = (BiasShare::of(entry), BiasShare::of(entry));
        assert_eq!(biases.error(entry), 0.0);
        biases.learn(&mut a, 0.2, 1.0);
        biases.learn(&mut b, -0.1, 2.0);
        assert!(biases.error(entry).abs() < 1e-12);
        biases.learn(&mut a, 0.5, 4.0);
        assert!((biases.error(entry) - (2.0 - 0.2) / 6.0).abs() < 1e-12, "what was said before is replaced");
        biases.forget(&b, 1.0);
        assert!((biases.error(entry) - 0.5).abs() < 1e-12);
        let other = biases.entry(Some(8));
        let mut parts = [a];
        biases.keep_used(parts.iter_mut());
        assert_eq!((biases.entry(Some(7)), parts[0].entry), (0, 0));
        assert_eq!(biases.entry(Some(8)), other, "made anew");
        assert!((biases.error(0) - 0.5).abs() < 1e-12);
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
