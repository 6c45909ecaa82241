//! Makes the files of the built page part of the program. Node builds the page (`npm run build` in `page`), and the result
//! lies in the repository, so that Rust alone builds the program.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let page = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page").join("dist");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo::rerun-if-changed=page/dist");
    let mut files = Vec::new();
    list(&page, &mut files);
    files.sort();
    assert!(!files.is_empty(), "crates/web/page/dist is missing: git checkout brings it back");
    let mut code = String::from("/// By their paths.\nstatic FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.strip_prefix(&page).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", file.to_string_lossy());
    }
    code.push_str("];\n");
    fs::write(out.join("files.rs"), code).expect("OUT_DIR can be written");
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}
