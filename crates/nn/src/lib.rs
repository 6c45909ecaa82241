//! Neural network inference that knows no Go.
//!
//! A [`Graph`] is a network as data: layers, shapes, weights. Files are read into graphs ([`katago`], [`safetensors`]),
//! settings are built into graphs ([`Builder`], [`Trunk`]), and an [`Executor`] runs them: the built-in one on the
//! processor ([`cpu`]), ONNX Runtime ([`onnx`]), libtorch (feature `torch`), or the plain [`reference`] that all
//! others are compared with. Boards appear as sizes only.

mod batcher;
mod builder;
pub mod cpu;
mod cross_check;
#[cfg(test)]
mod example;
mod executor;
mod executors;
mod graph;
pub mod katago;
mod memory;
pub mod onnx;
pub mod random;
pub mod reference;
pub mod safetensors;
mod stats;
pub mod summary;
#[cfg(feature = "torch")]
pub mod torch;
mod trunk;

pub use batcher::{BatchedExecutor, Batcher};
pub use builder::{BuildError, Builder, InitialWeights, WeightSource};
pub use executor::{Batch, Executor, ExecutorError, Outputs};
pub use executors::{ExecutorKind, Executors};
pub use graph::{
    Activation, Attention, Graph, GraphError, Layer, MAX_SIDE, Node, NormOver, Pool, Shape, ValueId,
};
pub use memory::{MemoryError, check_memory};
pub use stats::{ExecutorStats, StatsCounter};
pub use trunk::{Pooling, Style, Trunk, TrunkActivation};
