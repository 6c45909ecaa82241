//! Finds which ranks a human network should be told for people it has never seen.

use std::collections::BTreeMap;

use board::{Band, Rank};
use network::RankScale;

use crate::agreement::WRONG_BY;
use crate::{Agreement, Group};

/// A group with fewer moves says too little.
const FEWEST_MOVES: usize = 4000;

/// People of one rank differ. This number of them is believed half: the rank that fits them is moved half of the way.
const DOUBT: f32 = 2.0;

/// A higher rank is told as a rank that is higher by at least this much.
const LEAST_SLOPE: f32 = 0.2;

/// A scale on which the true rank fits people best, and ranks too high and too low about equally badly. Every band is fitted to the
/// board and server with most of its moves. `None` without a group that is large enough.
pub fn rank_scale(agreements: &BTreeMap<Group, Agreement>) -> Option<RankScale> {
    let mut bands: BTreeMap<Band, &Agreement> = BTreeMap::new();
    for (group, agreement) in agreements.iter().filter(|(_, agreement)| agreement.moves >= FEWEST_MOVES) {
        let largest = bands.entry(group.band).or_insert(agreement);
        if agreement.moves > largest.moves {
            *largest = agreement;
        }
    }
    let believed = |agreement: &Agreement| {
        let people = agreement.people.len() as f32;
        shift(agreement.nll()) * people / (people + DOUBT)
    };
    let known = bands.values().filter_map(|agreement| Some((agreement.mean_rank()?, believed(agreement))));
    let strongest = f32::from(Rank::STRONGEST.steps());
    let mut known = known.filter(|(rank, _)| (1.0..strongest - 1.0).contains(rank)).peekable();
    known.peek()?;
    let mut knots = vec![(0.0, 0.0)];
    for (rank, shift) in known {
        let (below, told_below) = knots[knots.len() - 1];
        let lowest = told_below + LEAST_SLOPE * (rank - below);
        knots.push((rank, (rank + shift).max(lowest).min(strongest - LEAST_SLOPE * (strongest - rank))));
    }
    knots.push((strongest, strongest));
    RankScale::new(knots)
}

/// Where a parabola through the costs of the true rank, one too high and one too low is lowest, and no further away than these.
fn shift([at, up, down]: [f64; 3]) -> f32 {
    let (slope, curvature) = (up - down, up + down - 2.0 * at);
    let lowest = if curvature > 0.0 { -0.5 * slope / curvature } else { -slope.signum() };
    WRONG_BY * lowest.clamp(-1.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use network::Server;

    use super::*;
    use crate::PersonId;

    #[test]
    fn the_lowest_point_of_a_parabola_is_found() {
        let costs = |lowest: f64| [0.0, 5.0, -5.0].map(|offset: f64| 2.0 + 0.01 * (offset - lowest).powi(2));
        for lowest in [-4.0, 0.0, 2.5] {
            assert!((f64::from(shift(costs(lowest))) - lowest).abs() < 1e-4, "{lowest}");
        }
        assert_eq!([shift(costs(-30.0)), shift([1.0, 0.9, 1.2])], [-5.0, 5.0]);
    }

    fn agreement(people: u64, moves: usize, rank: f64, nll: [f64; 3]) -> Agreement {
        let mut agreement = Agreement::default();
        agreement.people = (0..people).map(PersonId).collect();
        (agreement.moves, agreement.ranked, agreement.ranks) = (moves, moves, rank * moves as f64);
        agreement.told.iter_mut().zip(nll).for_each(|(sums, nll)| sums.log_p = -nll * moves as f64);
        agreement
    }

    #[test]
    fn the_scale_goes_through_the_bands_and_rises() {
        let group =
            |side, rank: &str| Group { server: Server::Ogs, side, band: Band::of(rank.parse().unwrap()) };
        let (higher, lower) = ([2.0, 1.9, 2.2], [2.0, 2.2, 1.9]);
        let agreements = BTreeMap::from([
            (group(19, "22k"), agreement(998, 5000, 8.0, higher)),
            (group(19, "17k"), agreement(2, 5000, 13.0, lower)),
            (group(9, "17k"), agreement(5, 4000, 13.0, higher)),
            (group(19, "12k"), agreement(5, 3999, 18.0, lower)),
        ]);
        let scale = rank_scale(&agreements).unwrap();
        // Two people are half believed, and no rank is told as a lower one.
        let told = [(0.0, 0.0), (8.0, 12.99), (13.0, 13.99), (38.0, 38.0)];
        let is_near = |(a, b): (&(f32, f32), &(f32, f32))| a.0 == b.0 && (a.1 - b.1).abs() < 1e-4;
        assert!(scale.knots().len() == 4 && scale.knots().iter().zip(&told).all(is_near), "{scale:?}");
        assert_eq!(rank_scale(&BTreeMap::new()), None);
    }
}
