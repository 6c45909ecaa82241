//! Neural network inference, independent of Go.
//!
//! A [`Graph`] is a network as data: layers, shapes, weights. Graphs are read from files ([`katago`],
//! [`safetensors`]) or built from settings ([`Builder`], [`Trunk`]), and an [`Executor`] runs them: the
//! built-in one on the processor ([`cpu`]), ONNX Runtime ([`onnx`]), libtorch (feature `torch`), or the
//! simple [`reference`] that all others are compared with. A board is nothing but a size here.

mod builder;
pub mod cpu;
#[cfg(test)]
mod example;
mod executor;
mod executors;
mod graph;
pub mod katago;
mod memory;
pub mod onnx;
pub mod reference;
pub mod safetensors;
#[cfg(feature = "torch")]
pub mod torch;

pub use builder::{
    BuildError, Builder, InitialWeights, MetadataEncoder, Pooling, Style, Trunk, TrunkActivation,
    WeightSource, random,
};
pub use executor::{Batch, Executor, ExecutorError, Outputs};
pub use executors::{BatchedExecutor, Batcher, ExecutorKind, ExecutorStats, Executors, StatsCounter};
pub use graph::{
    Activation, Attention, Graph, GraphError, Layer, MAX_SIDE, Node, NormOver, Pool, Shape, ValueId, summary,
};
pub use memory::{MemoryError, check_memory};
