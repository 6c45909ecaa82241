//! Why ONNX Runtime cannot be used.

/// Names a library to load, or a folder it is in.
pub(super) const VARIABLE: &str = "ORT_DYLIB_PATH";

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub(super) enum LibraryError {
    #[error(
        "ONNX Runtime is not here: pip install onnxruntime, and set {VARIABLE} to its folder onnxruntime/capi"
    )]
    Missing,
    #[error("{VARIABLE} is {path}: {why}")]
    Named { path: String, why: String },
    #[error("the library that was found is not ONNX Runtime")]
    Other,
    #[error("ONNX Runtime {version} is too old: 1.12 or newer is needed")]
    Old { version: String },
}
