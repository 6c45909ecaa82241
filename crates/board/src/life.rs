//! Unconditional life, after Benson: chains that cannot be captured even if their owner always passes.

use crate::{AREA, Board, Cell, Colour, Point, PointSet};

/// The stones and points a player can never lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassAlive {
    /// Stones of living chains.
    pub stones: PointSet,
    /// Points and enemy stones in the regions that make them live.
    pub territory: PointSet,
}

struct Region {
    points: PointSet,
    /// Heads of the chains around it.
    chains: Vec<Point>,
    /// Heads of the chains to which every empty point of the region is a liberty.
    vital_to: Vec<Point>,
}

/// Finds the chains of `colour` that are unconditionally alive. If `suicide` is allowed, a region is vital
/// only if the enemy stones in it stand on liberties too, because they can be captured and played again.
pub fn pass_alive(board: &Board, colour: Colour, suicide: bool) -> PassAlive {
    let mut regions = regions(board, colour, suicide);
    let mut alive: Vec<Point> = Vec::new();
    for (c, p) in board.all_stones() {
        if c == colour && board.chain_head(p) == p {
            alive.push(p);
        }
    }
    loop {
        let before = alive.len();
        alive.retain(|head| regions.iter().filter(|r| r.vital_to.contains(head)).count() >= 2);
        regions.retain(|r| r.chains.iter().all(|head| alive.contains(head)));
        if alive.len() == before {
            break;
        }
    }
    let stones = alive.iter().flat_map(|head| board.chain_stones(*head)).collect();
    let vital = regions.iter().filter(|r| !r.vital_to.is_empty());
    let territory = vital.fold(PointSet::EMPTY, |all, r| all.union(&r.points));
    PassAlive { stones, territory }
}

/// The connected areas that `colour` does not occupy.
fn regions(board: &Board, colour: Colour, suicide: bool) -> Vec<Region> {
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for start in board.size().iter() {
        if board.cell(start) == Cell::from(colour) || !seen.insert(start) {
            continue;
        }
        let mut points = PointSet::EMPTY;
        let mut chains: Vec<Point> = Vec::new();
        let mut liberties_of = [0u16; AREA];
        let mut wanted = 0;
        let mut stack = vec![start];
        while let Some(p) = stack.pop() {
            points.insert(p);
            let counts = suicide || board.is_empty(p);
            wanted += u16::from(counts);
            let mut beside: Vec<Point> = Vec::with_capacity(4);
            for n in p.neighbours() {
                match board.cell(n) {
                    Cell::Wall => {}
                    cell if cell == Cell::from(colour) => {
                        let head = board.chain_head(n);
                        if !beside.contains(&head) {
                            beside.push(head);
                        }
                    }
                    _ if seen.insert(n) => stack.push(n),
                    _ => {}
                }
            }
            for head in beside {
                if !chains.contains(&head) {
                    chains.push(head);
                }
                liberties_of[head.index()] += u16::from(counts);
            }
        }
        let vital_to = chains.iter().copied().filter(|head| liberties_of[head.index()] == wanted).collect();
        found.push(Region { points, chains, vital_to });
    }
    found
}
