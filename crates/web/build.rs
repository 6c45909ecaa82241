//! Builds the page with Node and makes its files part of the program.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let page = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for part in ["src", "index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.js"]
    {
        println!("cargo::rerun-if-changed=page/{part}");
    }
    // A lock that is newer than what was installed from it has changed since.
    let changed = |path: PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
    if changed(page.join("node_modules/.package-lock.json")) < changed(page.join("package-lock.json")) {
        npm(&page, &["ci", "--no-audit", "--no-fund"]);
    }
    let built = out.join("page");
    npm(&page, &["run", "build", "--", "--outDir", &built.to_string_lossy(), "--emptyOutDir"]);
    let mut files = Vec::new();
    list(&built, &mut files);
    files.sort();
    let mut code = String::from("/// By their paths.\nstatic FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.strip_prefix(&built).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", file.to_string_lossy());
    }
    code.push_str("];\n");
    fs::write(out.join("files.rs"), code).expect("OUT_DIR can be written");
}

fn npm(page: &Path, arguments: &[&str]) {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(page).output().unwrap_or_else(|error| {
        panic!("the page is built with Node 20.19 or newer (nodejs.org), and {program} does not run: {error}")
    });
    if !output.status.success() {
        let told = [output.stdout, output.stderr].concat();
        panic!("npm {}: {}", arguments.join(" "), String::from_utf8_lossy(&told));
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}
