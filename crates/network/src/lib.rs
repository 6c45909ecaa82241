//! Networks: graphs of layers, the files they come from, and what runs them.
//!
//! A [`Network`] is a [`Graph`] with the meaning of its inputs and outputs. An [`Executor`] runs its graph.

pub mod architecture;
mod check;
pub mod cpu;
mod executor;
mod executors;
mod graph;
mod judge;
mod katago;
mod load;
mod merged;
mod meter;
mod network;
pub mod onnx;
mod outputs;
mod planes;
mod problem;
mod put;
pub mod random;
pub mod reference;
pub mod summary;
#[cfg(feature = "torch")]
pub mod torch;
pub mod weights;

pub use executor::{Answers, Batch, Executor, ExecutorError, length};
pub use executors::{ExecutorKind, Executors};
pub use graph::{Activation, Attention, Graph, GraphError, Layer, Node, NormOver, Pool, Shape, ValueId};
pub use judge::{Cache, EvaluatorError, JudgeSettings, NetworkEvaluator, SymmetryChoice, Trouble};
pub use load::{DEFAULT, default_file, load, read};
pub use merged::{Merged, MergedExecutors};
pub use meter::{Meter, Work};
pub use network::{CurveHeads, Heads, KataGoHeads, Network, Planes, Scales};
pub use outputs::{Errors, Judgement, KataGoValue, NotFinite, RawOutputs, Reading, Value, WrongHead};
pub use planes::{NotAProfile, Outlook, Places, PlaneBuilder, Profile, symmetries, symmetry};
pub use problem::{LoadError, Problem};
pub use put::put;
