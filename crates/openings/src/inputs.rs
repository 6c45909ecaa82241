//! From a position to the inputs of a network.

use board::{Board, Colour, Point, PointSet, Size, Symmetry};
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
}

impl Encoder {
    pub fn new(size: Size, features: FeatureSet, encoding: Encoding) -> Encoder {
        Encoder { size, features, encoding }
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
            self.of_blocks(board, to_move, out, |head| self.neighbours(board, head));
        }
    }

    /// A: whose stone it is, and whether the player to move may play there. Superko is left out: it does not matter in
    /// an opening.
    fn status(&self, board: &Board, to_move: Colour, out: &mut Vec<f32>) {
        out.extend(self.size.iter().map(|p| sign(board, to_move, p)));
        out.extend(self.size.iter().map(|p| f32::from(u8::from(board.allows(p, to_move, false)))));
    }

    /// B: the distances, 1 at the centre of the board.
    fn edges(&self, board: &Board, to_move: Colour, out: &mut Vec<f32>) {
        let (width, height) = (self.size.width() - 1, self.size.height() - 1);
        let distances = |p: Point| {
            let mut all = [p.x(), width - p.x(), p.y(), height - p.y()];
            all.sort_unstable();
            [all[0], all[1]]
        };
        let middle = (width.max(height) as f32 / 2.0).max(1.0);
        for which in 0..2 {
            out.extend(self.size.iter().map(|p| {
                let factor = match self.encoding.edges {
                    Edges::Points => 1.0,
                    Edges::Stones => sign(board, to_move, p),
                };
                factor * distances(p)[which] as f32 / middle
            }));
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
    fn neighbours(&self, board: &Board, head: Point) -> [usize; 2] {
        let block: PointSet = board.chain_stones(head).collect();
        let is_near = |p: Point| {
            let steps = |stone: Point| stone.x().abs_diff(p.x()) + stone.y().abs_diff(p.y());
            block.iter().any(|stone| steps(stone) <= self.encoding.near)
        };
        let mut counts = [0, 0];
        for (colour, p) in board.all_stones() {
            if !block.contains(p) && is_near(p) {
                counts[usize::from(Some(colour) != board.colour(head))] += 1;
            }
        }
        counts
    }
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
