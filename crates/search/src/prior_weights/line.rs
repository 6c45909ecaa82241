//! Weights by the line.

use board::{Point, Size};

/// Weights by the line: the first line is the edge. The last weight holds for all lines further in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineWeights(pub [f32; 10]);

impl LineWeights {
    pub(super) fn at(&self, size: Size, p: Point) -> f32 {
        self.on_line(size.line(p))
    }

    pub(super) fn on_line(&self, line: usize) -> f32 {
        self.0[line.clamp(1, self.0.len()) - 1]
    }
}
