//! Which mistakes to look at first: those from which a player of this rank learns most.

use board::{Colour, Size};

use crate::findability::Findability;
use crate::losses::Loss;
use crate::ranking::{LARGE, chosen, ranked};

/// Mistakes of each player of which it is asked who would have found something better: the gravest.
const POOL: usize = 8;
/// Mistakes of each player that are shown first.
const FIRST: usize = 2;
/// More points than this make a mistake no better a lesson.
const ENOUGH: f32 = 10.0;

/// Moves that may be shown first: the gravest mistakes of each player.
pub(crate) fn pool(losses: &[Loss], size: Size) -> Vec<usize> {
    let all = ranked(losses, size, 1.0);
    let of =
        |colour: Colour| all.iter().copied().filter(move |after| losses[*after].colour == colour).take(POOL);
    Colour::BOTH.into_iter().flat_map(of).collect()
}

/// The mistakes of both players that are shown first, the best lesson first.
pub(crate) fn first(losses: &[Loss], findability: &[Findability], size: Size) -> Vec<usize> {
    let named = chosen(losses, size);
    // No large mistake is left out for a smaller one, however much could be learnt from that.
    let is_left_out = |after: usize| losses[after].points >= LARGE && !named.contains(&after);
    let may_add = !(0..losses.len()).any(is_left_out);
    let may_be_first = |f: &&Findability| f.after < losses.len() && (may_add || named.contains(&f.after));
    let mut all: Vec<(usize, f32)> =
        findability.iter().filter(may_be_first).map(|f| (f.after, lesson(&losses[f.after], f))).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut count = [0; 2];
    all.retain(|(after, _)| {
        let count = &mut count[losses[*after].colour.index()];
        *count += 1;
        *count <= FIRST
    });
    all.into_iter().map(|(after, _)| after).collect()
}

/// How much there is to learn from a mistake: what it cost, times how much likelier stronger players are to find something
/// better than to miss it, too. Why not times what they have ahead of players of the same rank: docs/teaching.md.
fn lesson(loss: &Loss, findability: &Findability) -> f32 {
    loss.points.min(ENOUGH) * findability.odds()
}

#[cfg(test)]
mod tests {
    use board::Rank;

    use super::*;

    fn size() -> Size {
        Size::square(19).unwrap()
    }

    /// Black's moves with what they cost; White loses nothing in between.
    fn losses(points: &[f32]) -> Vec<Loss> {
        let loss = |colour, points| Loss { colour, points, win_rate: 0.0, openness: 1.0 };
        points.iter().flat_map(|lost| [loss(Colour::Black, *lost), loss(Colour::White, 0.0)]).collect()
    }

    /// The moves of Black's that are shown first, by their places among Black's.
    fn shown(points: &[f32], found: &[(f32, f32)]) -> Vec<usize> {
        let findability: Vec<Findability> = found
            .iter()
            .enumerate()
            .map(|(i, (own, stronger))| Findability {
                after: 2 * i,
                rank: Rank::WEAKEST,
                own: *own,
                stronger: *stronger,
            })
            .collect();
        first(&losses(points), &findability, size()).into_iter().map(|after| after / 2).collect()
    }

    #[test]
    fn what_stronger_players_avoid_comes_before_what_cost_most() {
        let points = [30.0, 9.0, 6.0];
        assert_eq!(shown(&points, &[(0.1, 0.12), (0.3, 0.6), (0.2, 0.5)]), [1, 2]);
        // Where all are as findable, points decide.
        assert_eq!(shown(&points, &[(0.3, 0.5); 3]), [0, 1]);
        assert!(shown(&points, &[]).is_empty(), "as before where no rank is known");
    }
}
