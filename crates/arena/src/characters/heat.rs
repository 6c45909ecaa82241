//! Where players like to play.

use board::{Size, Symmetry};

use super::KindGames;
use crate::styles::opening_moves;

/// How often each point is played in openings, as a multiple of what it would be if all points were alike; points that are
/// each other's mirror images count together. Row by row, from the top.
pub fn fold(games: &KindGames, side: usize) -> Vec<f64> {
    let Some(size) = Size::playable(side) else { return Vec::new() };
    let mut counts = vec![0.0; size.points()];
    let mut all = 0.0;
    for game in &games.games {
        for (_, p) in game.points.iter().filter(|(number, _)| *number <= opening_moves(side)) {
            for symmetry in Symmetry::ALL {
                let p = symmetry.apply(*p, size);
                counts[(side - 1 - p.y()) * side + p.x()] += 1.0;
                all += 1.0;
            }
        }
    }
    counts.iter().map(|count| count * size.points() as f64 / f64::max(all, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use board::Point;
    use statistics::Tally;

    use super::super::{Kind, SeenGame};
    use super::*;

    #[test]
    fn mirror_images_count_together() {
        let points = vec![(1, Point::new(2, 2)), (3, Point::new(4, 4)), (99, Point::new(0, 0))];
        let games = vec![SeenGame { points, ..SeenGame::default() }];
        let games = KindGames { kind: Kind::NORMAL, tally: Tally::default(), games };
        let shares = fold(&games, 9);
        let at = |x: usize, y: usize| shares[(8 - y) * 9 + x];
        // Half of the moves are in the middle, and the other half on four points.
        assert_eq!((at(4, 4), at(0, 0)), (40.5, 0.0));
        assert_eq!([at(2, 2), at(6, 2), at(2, 6), at(6, 6)], [81.0 / 8.0; 4]);
        assert_eq!(shares.iter().sum::<f64>(), 81.0);
    }
}
