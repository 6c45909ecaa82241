//! Go networks: their inputs, their outputs, and an evaluator for the search.
//!
//! A [`Network`] is a graph of `nn` with the meaning of its inputs and outputs. A position becomes planes
//! ([`PlaneBuilder`]), an executor of `nn` runs the graph on them, and the network decodes the outputs
//! ([`Network::decode`]). A [`NetworkEvaluator`] does all of this, with symmetries and a cache.

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
mod rank_scale;
pub mod weights;

pub use backend::Backend;
pub use error::{LoadError, ReadError};
pub use evaluator::{Cache, EvaluatorError, EvaluatorSettings, NetworkEvaluator, SymmetryChoice};
pub use file::FileError;
pub use load::{
    CENTRE, DEFAULT, DEFENCE, EDGE, HUMAN, OFFENCE, default_file, human_file, is_built_in, load, read,
};
pub use network::{CurveHeads, Heads, KataGoHeads, Metadata, Network, OutputScales, Planes};
pub use outputs::{
    HeadError, KataGoValue, NetworkOutput, NotFinite, OutputSettings, RawOutputs, ShorttermErrors,
    ThinkingTime, Value,
};
pub use planes::{
    InputSettings, Pace, PlaneBuilder, Players, Profile, ProfileError, Server, SymmetryMap, symmetries,
    symmetry,
};
pub use rank_scale::RankScale;

/// The largest board that networks run on.
const _: () = assert!(nn::MAX_SIDE == board::MAX_SIDE);
