//! ONNX: networks for other programs, and ONNX Runtime as an executor.

mod api;
mod attention;
mod export;
mod layers;
mod library;
mod library_error;
mod model;
mod runtime;
mod session;
mod wire;

pub use export::{ExportError, Layout, ModelInfo, Options, export};
pub use runtime::{OnnxExecutor, OnnxExecutors, OnnxSettings};
