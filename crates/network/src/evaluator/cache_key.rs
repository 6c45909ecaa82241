//! Cache keys of positions: everything that a network's inputs and the decoding of its outputs depend on.

use board::{Move, PointSet, Symmetry};
use evaluation::Query;

use super::{EvaluatorSettings, SymmetryChoice};
use crate::network::{Network, Planes};
use crate::planes::own_komi;

/// Hashes a number.
pub fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 32
}

/// The key of a position for a network; a cache belongs to one network.
pub fn of(query: &Query, network: &Network, settings: &EvaluatorSettings) -> u128 {
    let position = query.position;
    let mut hash = Hash { a: 1, b: 2 };
    let (moves, boards) = match network.planes {
        // Ladders are read on the two previous boards; their kos come from captures one move earlier.
        Planes::KataGo { .. } => (5, 3),
        Planes::Sai { positions } => (positions, positions),
    };
    hash.add(position.board().hash());
    hash.add_all(&[
        position.size().width() as u64,
        position.size().height() as u64,
        position.to_move() as u64,
    ]);
    hash.add_set(&position.ko_bans());
    hash.add(u64::from(position.passes().min(2)));
    if !settings.ignore_history {
        for (colour, m) in position.shown_moves().iter().rev().take(moves) {
            hash.add(*colour as u64 | (number(*m) as u64) << 2);
        }
        hash.add(u64::MAX);
        (1..=boards).for_each(|ago| hash.add_set(&position.captured(ago)));
    }
    // Our own networks see neither komi nor rules, except for what the rules forbid.
    if network.planes.show_komi() {
        let rules = position.rules();
        hash.add(u64::from(own_komi(position).to_bits()));
        hash.add_all(&[rules.ko as u64, rules.scoring as u64, rules.tax as u64]);
        let flags = [rules.suicide, rules.friendly_pass_ok, rules.has_button, position.button_is_free()];
        hash.add(flags.iter().fold(0, |all, flag| 2 * all + u64::from(*flag)));
    } else {
        hash.add(u64::from(position.rules().suicide));
        hash.add(
            position
                .objective()
                .stones_count_for()
                .map_or(0, |side| 1 + u64::from(side == position.to_move())),
        );
    }
    hash.add(match settings.symmetry {
        SymmetryChoice::Fixed(symmetry) => symmetry.index() as u64,
        SymmetryChoice::Random => 8,
        SymmetryChoice::All => 9,
    });
    if query.at_root
        && settings.root_policy_optimism.is_some_and(|share| share != settings.outputs.policy_optimism)
    {
        hash.add(1);
    }
    if query.at_root && settings.root_num_symmetries > 1 {
        hash.add(1 + settings.root_num_symmetries as u64);
    }
    hash.finish()
}

/// The key of a position under one symmetry. Both halves change; one of them is the slot in the cache.
pub fn under(key: u128, symmetry: Symmetry) -> u128 {
    let word = mix(1 + symmetry.index() as u64);
    key ^ (u128::from(word) << 64 | u128::from(word))
}

fn number(m: Move) -> usize {
    m.point().map_or(0, |p| p.index())
}

/// Two hashes of the same words. Keys are compared instead of positions, so they must be long.
struct Hash {
    a: u64,
    b: u64,
}

impl Hash {
    fn add(&mut self, word: u64) {
        self.a = mix(self.a.rotate_left(5) ^ word);
        self.b = (self.b ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(27);
    }

    fn add_all(&mut self, words: &[u64]) {
        words.iter().for_each(|word| self.add(*word));
    }

    fn add_set(&mut self, set: &PointSet) {
        set.iter().for_each(|p| self.add(p.index() as u64));
        self.add(u64::MAX);
    }

    fn finish(&self) -> u128 {
        u128::from(mix(self.a)) << 64 | u128::from(mix(self.b ^ self.a))
    }
}
