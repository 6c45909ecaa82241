//! What the processor does, step by step, for boards of one size.

use std::sync::Arc;

use super::attention::Turns;
use super::gemm::Panels;
use super::grid::Grid;
use super::spread::Spread;
#[cfg(target_arch = "x86_64")]
use super::tiles::Tiles;
use super::winograd::Kernels;
use crate::{Activation, Attention, NormOver, Pool};

/// How numbers are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Board,
    Board16,
    Flat,
}

/// Where a value lies, and in which form. Channels are filled up with zeros to whole registers or tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub slot: usize,
    pub kind: Kind,
    pub channels: usize,
}

/// See [`super::finish::Finish`].
#[derive(Default)]
pub(super) struct Ending {
    pub flat: Option<Place>,
    pub residual: Option<Place>,
    pub raw: Stores,
    pub scale: Option<(Vec<f32>, Vec<f32>)>,
    pub activation: Option<Activation>,
    pub normed: Stores,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Stores {
    pub f32: Option<Place>,
    pub bf16: Option<Place>,
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
        input: Place,
        taps: Vec<isize>,
        weights: Weights,
    },
    /// A dense layer on flat channels.
    Flat {
        input: Place,
        weights: Arc<Panels>,
    },
    Pointwise {
        input: Place,
        times: Option<Place>,
    },
    Norm {
        input: Place,
        real: usize,
        over: NormOver,
        epsilon: f32,
    },
    Pool {
        input: Place,
        real: usize,
        pool: Pool,
    },
    Attention {
        spec: Attention,
        turns: Turns,
        inputs: [Place; 3],
    },
    Flatten {
        input: Place,
        real: usize,
    },
}

pub(super) struct Step {
    pub work: Work,
    pub ending: Ending,
}

/// A value that the caller gives or gets.
pub(super) struct Port {
    pub stores: Stores,
    /// As many as the caller has.
    pub channels: usize,
    pub spread: Option<Spread>,
}

pub(super) struct Program {
    pub grid: Grid,
    pub steps: Vec<Step>,
    /// Bytes of each slot for one position.
    pub slots: Vec<usize>,
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
    /// Positions that are run at a time: as many as let a layer stay in the cache.
    pub chunk: usize,
    /// Numbers of working memory.
    pub scratch: usize,
}

impl Place {
    /// Bytes for one position.
    pub fn bytes(&self, grid: &Grid) -> usize {
        match self.kind {
            Kind::Board => grid.total * self.channels * 4,
            Kind::Board16 => grid.total * self.channels * 2,
            Kind::Flat => self.channels * 4,
        }
    }
}
