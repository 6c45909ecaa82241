//! From a position to the inputs of a network.

use board::{Board, Colour, Point, Size, Symmetry};
use serde::{Deserialize, Serialize};

use crate::features::{Feature, FeatureSet};

/// What the paper leaves open about its features.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Encoding {
    /// Where the distances of feature B are given.
    pub edges: Edges,
    /// Stones are near a block (feature E) if one of its stones is at most this many steps along lines away.
    pub near: usize,
    /// Liberties and stones are divided by this, so that inputs are about as large as those of the status. The usual one
    /// is the liberties of a stone in the open.
    pub unit: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edges {
    /// At every point, as the paper says. That is the same in every position, so it cannot tell positions apart.
    Points,
    /// At stones, with the sign of their side.
    Stones,
}

impl Default for Encoding {
    fn default() -> Encoding {
        Encoding { edges: Edges::Points, near: 2, unit: 4.0 }
    }
}

/// Encodes positions of one size for one player.
///
/// Everything is seen by the player to move, so a position and the same one with colours swapped look alike: stones count
/// 1 if they are theirs and −1 if they are the opponent's, and what is known about a stone's block has that sign too.
/// Inputs are planes, one number per point.
#[derive(Clone, Debug)]
pub struct Encoder {
    size: Size,
    features: FeatureSet,
    encoding: Encoding,
    /// All points, by place: most of the time goes into walks over them.
    points: Vec<Point>,
    /// To the nearest edge and to the second nearest.
    distances: [Vec<f32>; 2],
}

impl Encoder {
    pub fn new(size: Size, features: FeatureSet, encoding: Encoding) -> Encoder {
        Encoder { size, features, encoding, points: size.iter().collect(), distances: distances(size) }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    fn planes(&self) -> usize {
        let planes = |feature| match feature {
            Feature::Edges | Feature::Neighbours => 2,
            Feature::Liberties | Feature::Stones => 1,
        };
        2 + Feature::ALL.into_iter().filter(|f| self.features.contains(*f)).map(planes).sum::<usize>()
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.planes() * self.size.points()
    }

    /// Where each input goes under each symmetry of the board.
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        let points = self.size.points();
        let moved = |symmetry: Symmetry| {
            let place = |p| self.size.place(symmetry.apply(p, self.size));
            let places: Vec<usize> = self.size.iter().map(place).collect();
            (0..self.planes()).flat_map(|plane| places.iter().map(move |p| plane * points + p)).collect()
        };
        Symmetry::ALL.into_iter().filter(|s| self.size.is_square() || s.keeps_shape()).map(moved).collect()
    }

    /// The inputs of a position, as the player to move sees it.
    pub fn encode(&self, board: &Board, to_move: Colour, out: &mut Vec<f32>) {
        out.clear();
        self.status(board, to_move, out);
        let has = |feature| self.features.contains(feature);
        if has(Feature::Edges) {
            self.edges(board, to_move, out);
        }
        if has(Feature::Liberties) {
            self.of_blocks(board, to_move, out, |head| [board.liberties(head).len()]);
        }
        if has(Feature::Stones) {
            self.of_blocks(board, to_move, out, |head| [board.chain_len(head)]);
        }
        if has(Feature::Neighbours) {
            let stones: Vec<(Colour, Point)> = board.all_stones().collect();
            self.of_blocks(board, to_move, out, |head| self.neighbours(board, &stones, head));
        }
    }

    /// A: whose stone it is, and whether the player to move may play there. Superko is left out: it does not matter in
    /// an opening.
    fn status(&self, board: &Board, to_move: Colour, out: &mut Vec<f32>) {
        out.extend(self.points.iter().map(|p| sign(board, to_move, *p)));
        out.extend(self.points.iter().map(|p| f32::from(u8::from(board.allows(*p, to_move, false)))));
    }

    /// B: the distances, at every point or with the signs of stones.
    fn edges(&self, board: &Board, to_move: Colour, out: &mut Vec<f32>) {
        for plane in &self.distances {
            match self.encoding.edges {
                Edges::Points => out.extend(plane),
                Edges::Stones => {
                    let signs = self.points.iter().map(|p| sign(board, to_move, *p));
                    out.extend(signs.zip(plane).map(|(sign, distance)| sign * distance));
                }
            }
        }
    }

    /// Planes of numbers that all stones of a block share.
    fn of_blocks<const N: usize>(
        &self,
        board: &Board,
        to_move: Colour,
        out: &mut Vec<f32>,
        count: impl Fn(Point) -> [usize; N],
    ) {
        let (start, points) = (out.len(), self.size.points());
        out.resize(start + N * points, 0.0);
        for (colour, head) in board.chains() {
            let sign = if colour == to_move { 1.0 } else { -1.0 };
            for (plane, number) in count(head).into_iter().enumerate() {
                let value = sign * number as f32 / self.encoding.unit;
                for stone in board.chain_stones(head) {
                    out[start + plane * points + self.size.place(stone)] = value;
                }
            }
        }
    }

    /// E: friendly stones near a block, without its own, and enemy stones near it.
    fn neighbours(&self, board: &Board, stones: &[(Colour, Point)], head: Point) -> [usize; 2] {
        let block: Vec<(usize, usize)> =
            board.chain_stones(head).map(|stone| (stone.x(), stone.y())).collect();
        let own = board.colour(head);
        let mut counts = [0, 0];
        for (colour, p) in stones {
            let (x, y) = (p.x(), p.y());
            let steps = block.iter().map(|stone| stone.0.abs_diff(x) + stone.1.abs_diff(y)).min();
            // None away is a stone of the block itself.
            if steps.is_some_and(|steps| (1..=self.encoding.near).contains(&steps)) {
                counts[usize::from(Some(*colour) != own)] += 1;
            }
        }
        counts
    }
}

/// The distances of all points to the two nearest edges, 1 at the centre of the board.
fn distances(size: Size) -> [Vec<f32>; 2] {
    let (width, height) = (size.width() - 1, size.height() - 1);
    let middle = (width.max(height) as f32 / 2.0).max(1.0);
    [0, 1].map(|which: usize| {
        let distance = |p: Point| {
            let mut all = [p.x(), width - p.x(), p.y(), height - p.y()];
            all.sort_unstable();
            all[which] as f32 / middle
        };
        size.iter().map(distance).collect()
    })
}

/// 1 for a stone of the player to move, −1 for the opponent's, 0 for an empty point.
fn sign(board: &Board, to_move: Colour, p: Point) -> f32 {
    match board.colour(p) {
        None => 0.0,
        Some(colour) if colour == to_move => 1.0,
        Some(_) => -1.0,
    }
}

#[cfg(test)]
#[path = "inputs/tests.rs"]
mod tests;
