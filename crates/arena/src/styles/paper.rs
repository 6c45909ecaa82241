//! The paper's figures for its online method (Table 4, section 6.2.2).

use partner::Character;

/// The mean number of moves at the centre area, with half of its 95% interval, where the paper has one: 40 games each.
pub fn centre_moves(size: usize, character: Character) -> Option<(f64, f64)> {
    match (size, character) {
        (13, Character::Centre) => Some((10.80, 0.72)),
        (13, Character::None) => Some((8.73, 0.71)),
        (13, Character::Edge) => Some((3.88, 0.75)),
        (19, Character::Centre) => Some((18.68, 1.01)),
        (19, Character::None) => Some((13.43, 1.24)),
        (19, Character::Edge) => Some((11.33, 1.09)),
        _ => None,
    }
}
