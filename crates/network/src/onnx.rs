//! ONNX: networks for other programs, and ONNX Runtime as an executor.

mod attention;
mod export;
mod layers;
mod model;
mod wire;

pub use export::{ExportError, Layout, Options, export};
