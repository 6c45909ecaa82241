//! ONNX: networks for other programs, and ONNX Runtime as an executor.

mod attention;
mod export;
mod layers;
mod model;
mod wire;

// WebAssembly cannot load libraries.
#[cfg(not(target_family = "wasm"))]
mod api;
#[cfg(not(target_family = "wasm"))]
mod library;
#[cfg(not(target_family = "wasm"))]
mod library_error;
#[cfg(not(target_family = "wasm"))]
mod runtime;
#[cfg(not(target_family = "wasm"))]
mod session;

pub use export::{ExportError, Layout, ModelInfo, Options, export};
#[cfg(not(target_family = "wasm"))]
pub use runtime::{OnnxExecutor, OnnxExecutors, OnnxSettings};
