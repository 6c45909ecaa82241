//! Go networks: what they see of a position, and what their outputs mean.
//!
//! A [`Network`] is a graph of `nn` with the meaning of its inputs and outputs. Data walks one way: a position becomes
//! planes ([`PlaneBuilder`]), an executor of `nn` runs the graph on them, and the network reads what came out
//! ([`Network::decode`]). A [`NetworkEvaluator`] does all of it, with symmetries and a cache.

pub mod architecture;
mod backend;
mod curve;
mod error;
mod evaluator;
mod file;
mod katago;
mod load;
mod network;
pub mod onnx;
mod outputs;
mod planes;
pub mod random;
pub mod weights;

pub use backend::Backend;
pub use error::{LoadError, ReadError};
pub use evaluator::{Cache, EvaluatorError, EvaluatorSettings, NetworkEvaluator, SymmetryChoice};
pub use file::FileError;
pub use load::{DEFAULT, default_file, load, read};
pub use network::{CurveHeads, Heads, KataGoHeads, Network, OutputScales, Planes};
pub use outputs::{
    HeadError, KataGoValue, NetworkOutput, NotFinite, OutputSettings, RawOutputs, ShorttermErrors, Value,
};
pub use planes::{InputSettings, PlaneBuilder, Profile, ProfileError, SymmetryMap, symmetries, symmetry};

/// Networks are run on boards up to the size that rules know.
const _: () = assert!(nn::MAX_SIDE == board::MAX_SIDE);
