//! Stones whose fate is open according to an evaluator's ownership.
//!
//! Score clusters show only fights that are large compared with everything else that is open. In the middle
//! game on a large board, few fights are. But ownership shows which stones are not settled: those that
//! neither side surely owns.

use board::{Board, Colour, Point, PointSet};
use evaluation::{Ownership, WinRate};
use serde::{Deserialize, Serialize};

/// Settings for contested stones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ContestedSettings {
    /// A chain is contested as long as no side's ownership is above this, from 0 to 1.
    pub settled: f32,
    /// Fewer stones than this are too small to matter.
    pub least_stones: usize,
}

impl Default for ContestedSettings {
    fn default() -> ContestedSettings {
        ContestedSettings { settled: 0.6, least_stones: 3 }
    }
}

/// Neighbouring chains whose fate is open.
#[derive(Clone, PartialEq, Debug)]
pub struct Contested {
    /// Their stones and liberties.
    pub points: PointSet,
    /// Points between winning and losing all of it.
    pub worth: f64,
    /// The probability that each side wins it.
    pub chance: WinRate,
}

/// The contested groups of a position, largest first.
pub fn contested(board: &Board, owners: &Ownership, settings: &ContestedSettings) -> Vec<Contested> {
    let mean = |points: &[Point]| {
        points.iter().map(|p| owners.of(Colour::Black, *p)).sum::<f32>() / points.len().max(1) as f32
    };
    let heads = board.chains().map(|(_, head)| head);
    let chains = heads.map(|head| board.chain_stones(head).collect::<Vec<Point>>());
    let open: Vec<Vec<Point>> = chains.filter(|chain| mean(chain).abs() < settings.settled).collect();
    let mut all: Vec<Contested> = together(board, &open)
        .into_iter()
        .map(|members| members.into_iter().flat_map(|i| open[i].iter().copied()).collect::<Vec<Point>>())
        .filter(|stones| stones.len() >= settings.least_stones)
        .map(|stones| {
            let mut points: PointSet = stones.iter().copied().collect();
            for stone in &stones {
                points = points.union(&board.liberties(*stone));
            }
            Contested {
                points,
                worth: 2.0 * points.len() as f64,
                chance: WinRate::for_side(Colour::Black, (1.0 + mean(&stones)) / 2.0),
            }
        })
        .collect();
    all.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    all
}

/// Chains that touch or share a liberty live or die together. Returns indices into the list.
pub(crate) fn together(board: &Board, chains: &[Vec<Point>]) -> Vec<Vec<usize>> {
    let reach: Vec<PointSet> = chains
        .iter()
        .map(|chain| {
            let own: PointSet = chain.iter().copied().collect();
            chain.first().map_or(own, |stone| own.union(&board.liberties(*stone)))
        })
        .collect();
    let touch = |a: usize, b: usize| {
        reach[a].intersects(&reach[b])
            || chains[a].iter().any(|p| p.neighbours().iter().any(|q| chains[b].contains(q)))
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut left: Vec<usize> = (0..chains.len()).rev().collect();
    while let Some(first) = left.pop() {
        let mut members = vec![first];
        let mut next = 0;
        while let Some(&here) = members.get(next) {
            next += 1;
            let (near, far): (Vec<usize>, Vec<usize>) =
                left.into_iter().partition(|other| touch(here, *other));
            members.extend(near);
            left = far;
        }
        groups.push(members);
    }
    groups
}

#[cfg(test)]
mod tests {
    use board::Size;

    use super::*;

    #[test]
    fn chains_that_nobody_owns_are_put_together() {
        let size = Size::square(9).unwrap();
        let at = |name: &str| Point::parse(name, size).unwrap();
        // Two chains that touch are contested, one far away is too small, and one is alive.
        let black = ["B2", "C2", "H8", "G2", "G3", "G4"];
        let white = ["B3", "C3"];
        let stones = black.iter().map(|name| (Colour::Black, at(name)));
        let stones = stones.chain(white.iter().map(|name| (Colour::White, at(name))));
        let board = Board::with_stones(size, stones).unwrap();
        let mut owners = Ownership::UNKNOWN;
        ["B2", "C2", "B3", "C3"].iter().for_each(|name| owners.set(Colour::Black, at(name), -0.4));
        ["G2", "G3", "G4"].iter().for_each(|name| owners.set(Colour::Black, at(name), 0.9));
        let found = contested(&board, &owners, &ContestedSettings::default());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(["B2", "C3", "B1", "D2", "C4"].iter().all(|name| found[0].points.contains(at(name))));
        assert!(!found[0].points.contains(at("H8")) && !found[0].points.contains(at("G3")));
        assert_eq!(found[0].worth, 2.0 * found[0].points.len() as f64);
        assert!((found[0].chance.of(Colour::White) - 0.7).abs() < 1e-6);
        let strict = ContestedSettings { least_stones: 5, ..ContestedSettings::default() };
        assert!(contested(&board, &owners, &strict).is_empty());
    }
}
