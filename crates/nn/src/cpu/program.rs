//! A program: the steps to run a graph on one board size.

use std::sync::Arc;

use super::attention::RotaryTable;
use super::gemm::Panels;
use super::grid::Grid;
#[cfg(target_arch = "x86_64")]
use super::tiles::Tiles;
use super::unfold::Unfold;
use super::winograd::Kernels;
use crate::graph::{Activation, Attention, NormOver, Pool};

/// The format of stored numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Board,
    Board16,
    Flat,
}

/// The location and format of a value. Channels are padded with zeros to whole registers or tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Buffer {
    pub slot: usize,
    pub kind: Kind,
    pub channels: usize,
}

/// See [`super::epilogue::Epilogue`].
#[derive(Default)]
pub(super) struct EpilogueSpec {
    pub flat: Option<Buffer>,
    pub residual: Option<Buffer>,
    pub raw: ValueBuffers,
    pub scale: Option<(Vec<f32>, Vec<f32>)>,
    pub activation: Option<Activation>,
    pub normed: ValueBuffers,
}

#[derive(Clone, Copy, Default)]
pub(super) struct ValueBuffers {
    pub f32: Option<Buffer>,
    pub bf16: Option<Buffer>,
}

pub(super) enum Weights {
    Direct(Arc<Panels>),
    Winograd(Arc<Kernels>),
    #[cfg(target_arch = "x86_64")]
    Tiles(Arc<Tiles>),
}

pub(super) enum Work {
    /// A convolution or a dense layer on every point; taps are distances in points.
    Product {
        input: Buffer,
        taps: Vec<isize>,
        weights: Weights,
        /// Most of the input is zero.
        sparse: bool,
    },
    /// A dense layer on flat channels.
    Flat {
        input: Buffer,
        weights: Arc<Panels>,
    },
    Pointwise {
        input: Buffer,
        times: Option<Buffer>,
    },
    Norm {
        input: Buffer,
        real: usize,
        over: NormOver,
        epsilon: f32,
    },
    Pool {
        input: Buffer,
        real: usize,
        pool: Pool,
    },
    Attention {
        spec: Attention,
        rotary: RotaryTable,
        inputs: [Buffer; 3],
    },
    Flatten {
        input: Buffer,
        real: usize,
    },
}

pub(super) struct Step {
    pub work: Work,
    pub epilogue: EpilogueSpec,
}

/// An input or output value.
pub(super) struct IoBinding {
    pub buffers: ValueBuffers,
    /// The number of channels without padding.
    pub channels: usize,
    pub unfold: Option<Unfold>,
}

pub(super) struct Program {
    pub grid: Grid,
    pub steps: Vec<Step>,
    /// Bytes of each slot for one position.
    pub slots: Vec<usize>,
    pub inputs: Vec<IoBinding>,
    pub outputs: Vec<IoBinding>,
    /// Positions run at a time: as many as let a layer stay in the cache.
    pub chunk: usize,
    /// Numbers of working memory.
    pub scratch: usize,
    /// The number of bf16 values per number.
    pub halves: usize,
}

impl Kind {
    /// Of one number.
    pub fn bytes(self) -> usize {
        if self == Kind::Board16 { 2 } else { 4 }
    }
}

impl Buffer {
    /// Numbers for one position.
    pub fn numbers(&self, grid: &Grid) -> usize {
        if self.kind == Kind::Flat { self.channels } else { grid.total * self.channels }
    }

    /// Bytes for one position.
    pub fn bytes(&self, grid: &Grid) -> usize {
        self.numbers(grid) * self.kind.bytes()
    }
}
