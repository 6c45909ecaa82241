//! KataGo's hash keys.

use std::sync::OnceLock;

use board::{Colour, MAX_SIDE};

use super::random::Random;

/// Points of the largest board with its walls, in KataGo's numbering; no key depends on the largest size.
const POINTS: usize = (MAX_SIDE + 1) * (MAX_SIDE + 2) + 1;
/// Keys drawn before those of the points: for players and phases of the game.
const PLAYERS: usize = 4;
const PHASES: usize = 3;

pub(super) struct Keys {
    players: [u128; PLAYERS],
    stones: [[u128; 2]; POINTS],
    kos: [u128; POINTS],
    widths: [u128; MAX_SIDE + 1],
    heights: [u128; MAX_SIDE + 1],
}

impl Keys {
    pub fn get() -> &'static Keys {
        static KEYS: OnceLock<Box<Keys>> = OnceLock::new();
        KEYS.get_or_init(|| Box::new(Keys::draw()))
    }

    /// In KataGo's order; unused keys are drawn too.
    fn draw() -> Keys {
        let mut keys = Keys {
            players: [0; PLAYERS],
            stones: [[0; 2]; POINTS],
            kos: [0; POINTS],
            widths: [0; MAX_SIDE + 1],
            heights: [0; MAX_SIDE + 1],
        };
        let mut random = Random::seeded("Board::initHash()");
        keys.players = std::array::from_fn(|_| key(&mut random));
        for _ in 0..PHASES {
            key(&mut random);
        }
        for (stones, ko) in keys.stones.iter_mut().zip(&mut keys.kos) {
            for stone in stones {
                *stone = key(&mut random);
                // The key of a mark for stones that may not be retaken.
                key(&mut random);
            }
            *ko = key(&mut random);
        }
        let mut random = Random::seeded("Board::initHash() for ZOBRIST_SIZE hashes");
        for (width, height) in keys.widths.iter_mut().zip(&mut keys.heights) {
            *width = key(&mut random);
            *height = key(&mut random);
        }
        keys
    }

    pub fn to_move(&self, colour: Colour) -> u128 {
        // Nobody comes first.
        self.players[1 + colour.index()]
    }

    pub fn size(&self, width: usize, height: usize) -> u128 {
        self.widths[width] ^ self.heights[height]
    }

    pub fn stone(&self, colour: Colour, place: usize) -> u128 {
        self.stones[place][colour.index()]
    }

    pub fn ko(&self, place: usize) -> u128 {
        self.kos[place]
    }
}

/// KataGo's index of a point on a board of this width: from the top, with a wall on the left.
pub(super) fn place(column: usize, row_from_top: usize, width: usize) -> usize {
    (column + 1) + (row_from_top + 1) * (width + 1)
}

/// The first number is the low half.
fn key(random: &mut Random) -> u128 {
    let low = u128::from(random.next_u64());
    u128::from(random.next_u64()) << 64 | low
}
