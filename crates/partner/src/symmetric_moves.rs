//! Moves that the search left out because they are mirror images of others.

use board::{Position, Symmetry};
use search::{Candidate, Snapshot, symmetries_of};

/// A candidate to list, and the move it mirrors.
pub struct ListedMove {
    pub candidate: Candidate,
    pub mirrors: Option<board::Move>,
}

/// The candidates of a snapshot in order, each followed by its mirror images where the search folds them into one.
pub fn with_symmetric_moves(snapshot: &Snapshot, position: &Position, folds: bool) -> Vec<ListedMove> {
    let symmetries = if folds { symmetries_of(position) } else { vec![Symmetry::IDENTITY] };
    let mut shown: Vec<ListedMove> = Vec::with_capacity(snapshot.candidates.len() * symmetries.len());
    for candidate in &snapshot.candidates {
        for symmetry in &symmetries {
            let mv = symmetry.apply_move(candidate.mv, position.size());
            let is_known = shown.iter().any(|s| s.candidate.mv == mv)
                || (mv != candidate.mv && snapshot.candidate(mv).is_some());
            if !is_known {
                let mirrors = (mv != candidate.mv).then_some(candidate.mv);
                shown.push(ListedMove { candidate: image(candidate, *symmetry, position), mirrors });
            }
        }
    }
    shown
}

fn image(candidate: &Candidate, symmetry: Symmetry, position: &Position) -> Candidate {
    let size = position.size();
    let mut image = candidate.clone();
    image.mv = symmetry.apply_move(image.mv, size);
    for mv in &mut image.pv {
        *mv = symmetry.apply_move(*mv, size);
    }
    if let (Some(old), Some(new)) = (&candidate.ownership, &mut image.ownership) {
        for p in size.iter() {
            new.set(board::Colour::Black, symmetry.apply(p, size), old.of(board::Colour::Black, p));
        }
    }
    if let (Some(old), Some(new)) = (&candidate.ownership_stdev, &mut image.ownership_stdev) {
        for (p, spread) in size.iter().zip(old) {
            let there = symmetry.apply(p, size);
            new[size.place(there)] = *spread;
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position, shares, snapshot};
    use board::Colour;

    #[test]
    fn mirror_images_follow_their_original() {
        let position = position(&[".....", ".....", "..X..", ".....", "....."], Colour::White);
        let moves = [("B4", 5, 0.5), ("C4", 3, 0.4), ("pass", 1, 0.1)];
        let snapshot = snapshot(&position, &moves, shares(&["....."; 5]));
        let names = |folds| -> Vec<String> {
            with_symmetric_moves(&snapshot, &position, folds)
                .iter()
                .map(|s| s.candidate.mv.to_string())
                .collect()
        };
        assert_eq!(names(false), ["B4", "C4", "pass"]);
        let all = names(true);
        assert_eq!((all.len(), all[0].as_str(), all[4].as_str(), all[8].as_str()), (9, "B4", "C4", "pass"));
        let images = with_symmetric_moves(&snapshot, &position, true);
        assert_eq!(images[0].mirrors, None);
        assert!(images[1..4].iter().all(|s| s.mirrors == Some(images[0].candidate.mv)));
        assert!(images.iter().all(|s| s.candidate.pv == [s.candidate.mv]));
    }

    #[test]
    fn a_board_without_symmetry_has_no_images() {
        let position = position(&["X....", ".....", "..O..", ".....", ".X..."], Colour::White);
        let snapshot = snapshot(&position, &[("B4", 5, 0.5)], shares(&["....."; 5]));
        assert_eq!(with_symmetric_moves(&snapshot, &position, true).len(), 1);
    }
}
