//! Why ONNX Runtime cannot be used.

/// The environment variable with the library or its folder.
pub(super) const VARIABLE: &str = "ORT_DYLIB_PATH";

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub(super) enum LibraryError {
    #[error(
        "ONNX Runtime is not here: pip install onnxruntime, and set {VARIABLE} to its folder onnxruntime/capi"
    )]
    Missing,
    #[error("{VARIABLE} is {path}: {why}")]
    Named { path: String, why: String },
    #[error("the library found is not ONNX Runtime")]
    Other,
    #[error("ONNX Runtime {version} is too old: 1.12 or newer is needed")]
    Old { version: String },
}
