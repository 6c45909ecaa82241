//! Names of positions: the same position has the same name in every query.

use board::{Colour, Position, Symmetry};

/// Names a position by its stones, the side to move and the open ko.
pub(crate) fn this(position: &Position) -> String {
    hex(hash(position, Symmetry::new(0)))
}

/// The same name for positions that are turned or mirrored.
pub(crate) fn up_to_symmetry(position: &Position) -> String {
    let hashes = (0..8).map(|i| hash(position, Symmetry::new(i)));
    hex(hashes.min().unwrap_or_default())
}

fn hex(hash: u128) -> String {
    format!("{hash:032X}")
}

/// What stands on a point, for the hash.
const KO: u64 = 3;

fn hash(position: &Position, symmetry: Symmetry) -> u128 {
    let (board, size) = (position.board(), position.size());
    let (width, height) = match symmetry.keeps_shape() {
        true => (size.width(), size.height()),
        false => (size.height(), size.width()),
    };
    let mover = u64::from(position.to_move() == Colour::White);
    let mut sum = mixed((width as u64) << 16 | (height as u64) << 8 | mover);
    let mut add = |p, what: u64| {
        let place = symmetry.apply(p, size);
        sum ^= mixed(1 << 32 | (place.y() as u64) << 16 | (place.x() as u64) << 8 | what);
    };
    for (colour, p) in board.all_stones() {
        add(p, colour as u64);
    }
    if let Some(ko) = board.ko() {
        add(ko, KO);
    }
    sum
}

/// Two rounds of a mixing function from different starts.
fn mixed(value: u64) -> u128 {
    let mix = |mut z: u64| {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let low = mix(value.wrapping_add(0x9e37_79b9_7f4a_7c15));
    u128::from(mix(low ^ value.rotate_left(32))) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Komi, Move, Rules, Size};

    fn after(moves: &[&str], size: Size) -> Position {
        let mut position = Position::new(size, Rules::CHINESE, Komi::ZERO);
        for vertex in moves {
            position.play(Move::parse(vertex, size).unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn turned_boards_share_one_name_only() {
        let size = Size::square(5).unwrap();
        let (a, b) = (after(&["B2", "C4"], size), after(&["D2", "B3"], size));
        assert_ne!(this(&a), this(&b));
        assert_eq!(up_to_symmetry(&a), up_to_symmetry(&b));
        assert_eq!(this(&a).len(), 32);
        assert_ne!(up_to_symmetry(&a), up_to_symmetry(&after(&["B2", "C3"], size)));
    }

    #[test]
    fn order_does_not_matter_but_turn_and_ko_do() {
        let size = Size::new(5, 4).unwrap();
        assert_eq!(this(&after(&["A1", "B2", "C3"], size)), this(&after(&["C3", "B2", "A1"], size)));
        assert_ne!(this(&after(&["pass"], size)), this(&after(&[], size)));
        let mut ko = after(&["B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"], size);
        assert!(ko.board().ko().is_some());
        let with = this(&ko);
        ko.set_to_move(Colour::White);
        ko.set_to_move(Colour::Black);
        assert_ne!(this(&ko), with);
    }
}
