//! The built-in executor: runs on any processor, as fast as possible, and needs nothing installed.
//!
//! A graph is compiled once for each board size ([`compile`]); threads share programs and packed weights, and
//! each has its own memory. Kernels are written once over [`lanes::Lanes`] and compiled for every instruction
//! set; the best one is chosen at run time.

mod arena;
mod attention;
mod bounds;
mod compile;
mod denormals;
mod epilogue;
mod executor;
mod footprint;
mod frame;
mod gemm;
mod grid;
mod kernels;
mod lanes;
mod memory;
mod packed;
mod pointwise;
mod program;
#[cfg(target_arch = "x86_64")]
mod tiles;
mod unfold;
mod view;
mod winograd;

pub use executor::{CpuExecutor, CpuExecutors};
pub use footprint::footprint;
pub use kernels::Instructions;
