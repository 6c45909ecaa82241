//! KataGo's position hashes: the same position has the same hash in every query, and in KataGo's answers.

mod keys;
mod random;

use board::{Position, Symmetry};

use keys::{Keys, place};

/// Hashes the stones, the side to move and the ko.
pub(crate) fn this(position: &Position) -> String {
    hex(hash(position, Symmetry::IDENTITY))
}

/// The same hash for symmetric positions.
pub(crate) fn up_to_symmetry(position: &Position) -> String {
    let hashes = Symmetry::ALL.iter().map(|symmetry| hash(position, *symmetry));
    hex(hashes.min().unwrap_or_default())
}

fn hex(hash: u128) -> String {
    format!("{hash:032X}")
}

fn hash(position: &Position, symmetry: Symmetry) -> u128 {
    let (board, size, keys) = (position.board(), position.size(), Keys::get());
    let (width, height) = match symmetry.keeps_shape() {
        true => (size.width(), size.height()),
        false => (size.height(), size.width()),
    };
    let place = |p| {
        let image = symmetry.apply(p, size);
        place(image.x(), height - 1 - image.y(), width)
    };
    let stones = board.all_stones().map(|(colour, p)| keys.stone(colour, place(p)));
    let ko = board.ko().map(|p| keys.ko(place(p)));
    let rest = keys.size(width, height) ^ keys.to_move(position.to_move());
    stones.chain(ko).fold(rest, |sum, key| sum ^ key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Colour, Komi, Move, Rules, Size};

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

    /// Positions with the hashes of KataGo 1.17.2.
    #[test]
    fn names_are_katagos() {
        let check = |(width, height): (usize, usize), moves: &[&str], expected: [&str; 2]| {
            let position = after(moves, Size::new(width, height).unwrap());
            assert_eq!([this(&position), up_to_symmetry(&position)], expected, "{moves:?}");
        };
        let empty = "47E1EBDAE69A5DED3FF8DB1FA4E91845";
        check((19, 19), &[], [empty, empty]);
        let game = ["Q16", "D4", "C16", "Q3", "E17", "O17"];
        check((19, 19), &game, ["E95CCF0BBF584D48636D06962797BEA4", "3F67051F00A6AC735FD77E164B50D6EE"]);
        let wide = ["D4", "Q10", "R4"];
        check((19, 13), &wide, ["D6214D551A04F90BFE666FE134A5BDA5", "0FB50EC81C904097611C425816EA00F7"]);
        let narrow = ["B2", "C4", "E3"];
        check((7, 5), &narrow, ["ADD703E31A322451C9BEFA681C3D7E2C", "08F92A3CDF9DAE9625D26DD503387AFD"]);
        let captured = ["E5", "E4", "A1", "D5", "A9", "F5", "J1", "E6"];
        check((9, 9), &captured, ["A14AEF8756524F2A84E1521E14695A96", "7380A825018D6C76B7E7F05546CCB36A"]);
        let ko = ["B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"];
        check((5, 4), &ko, ["8F073FE9166F3C092A665E05509A83ED", "53550BC8D733CB29EEE36FDA2B8986FA"]);
        let lifted = ["B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2", "pass"];
        check((5, 4), &lifted, ["88B8AD427CDA62F8D6EA5A2D6F2FAA4F", "03C81A014A4EDAF0D36616B62DD9E3A6"]);
    }
}
