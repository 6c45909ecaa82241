//! Finds and loads ONNX Runtime.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libloading::Library;

use super::api::Api;
use super::library_error::{LibraryError, VARIABLE};

/// The library, loaded on first use. It is never unloaded, because it does not survive that on every system.
pub(super) fn api() -> Result<&'static Api, LibraryError> {
    static API: OnceLock<Result<Api, LibraryError>> = OnceLock::new();
    API.get_or_init(find).as_ref().map_err(LibraryError::clone)
}

fn find() -> Result<Api, LibraryError> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        let file = if path.is_dir() { in_folder(&path).unwrap_or(path) } else { path };
        let named = |why: String| LibraryError::Named { path: file.display().to_string(), why };
        let library = open(&file).map_err(|error| named(reason(&error)))?;
        return Api::of(library).map_err(|error| named(error.to_string()));
    }
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).and_then(in_folder);
    let (name, versioned) = names();
    let system = [name, versioned].map(PathBuf::from);
    // The first that can be loaded; the system searches its own folders.
    let library = beside.into_iter().chain(system).find_map(|path| open(&path).ok());
    Api::of(library.ok_or(LibraryError::Missing)?)
}

fn open(path: &Path) -> Result<Library, libloading::Error> {
    // SAFETY: loading runs the library's own start-up code; the user chose it or installed it.
    unsafe { Library::new(path) }
}

/// The last part of a loader's message says what is wrong; the path is already known.
fn reason(error: &libloading::Error) -> String {
    let text = error.to_string().replace('\n', " ");
    text.rsplit(": ").next().unwrap_or_default().to_string()
}

/// File names of the library on this system; the second has a version, as in system packages.
fn names() -> (&'static str, &'static str) {
    if cfg!(target_os = "windows") {
        ("onnxruntime.dll", "onnxruntime.dll")
    } else if cfg!(target_os = "macos") {
        ("libonnxruntime.dylib", "libonnxruntime.1.dylib")
    } else {
        ("libonnxruntime.so", "libonnxruntime.so.1")
    }
}

/// The library in a folder, with or without a version in its name; the newest by name.
fn in_folder(folder: &Path) -> Option<PathBuf> {
    let (stem, end) = if cfg!(target_os = "windows") {
        ("onnxruntime.", ".dll")
    } else if cfg!(target_os = "macos") {
        ("libonnxruntime.", ".dylib")
    } else {
        ("libonnxruntime.so", "")
    };
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(stem) && name.ends_with(end)
    };
    entries.map(|entry| entry.path()).filter(is_library).max()
}
