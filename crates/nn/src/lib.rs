//! Neural network inference that knows no Go.
//!
//! A [`Graph`] is a network as data: layers, shapes, weights. Files are read into graphs ([`katago`], [`safetensors`]),
//! settings are built into graphs ([`Builder`], [`Trunk`]), and an [`Executor`] runs them: the built-in one on the
//! processor ([`cpu`]), ONNX Runtime ([`onnx`]), libtorch (feature `torch`), or the plain [`reference`] that all
//! others are compared with. Boards appear as sizes only.

mod builder;
mod check;
pub mod cpu;
#[cfg(test)]
mod example;
mod executor;
mod executors;
mod graph;
pub mod katago;
mod memory;
mod merged;
mod meter;
pub mod onnx;
pub mod random;
pub mod reference;
pub mod safetensors;
pub mod summary;
#[cfg(feature = "torch")]
pub mod torch;
mod trunk;

pub use builder::{BuildError, Builder, InitialWeights, WeightSource};
pub use executor::{Answers, Batch, Executor, ExecutorError, length};
pub use executors::{ExecutorKind, Executors};
pub use graph::{
    Activation, Attention, Graph, GraphError, Layer, MAX_SIDE, Node, NormOver, Pool, Shape, ValueId,
};
pub use memory::{MemoryError, check_memory};
pub use merged::{Merged, MergedExecutors};
pub use meter::{Meter, Work};
pub use trunk::{Pooling, Style, Trunk, TrunkActivation};
