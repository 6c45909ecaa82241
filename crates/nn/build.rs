//! Links programs with libtorch if the feature `torch` is on. Crates with programs or tests use this as their
//! build script, because linker arguments do not propagate between crates.

fn main() {
    println!("cargo:rerun-if-env-changed=LIBTORCH");
    let is_linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    if std::env::var_os("CARGO_FEATURE_TORCH").is_none() || !is_linux {
        return;
    }
    // The CUDA part of libtorch needs libraries that exist only with CUDA; it is loaded at run time if
    // possible.
    println!("cargo:rustc-link-arg=-Wl,--unresolved-symbols=ignore-in-shared-libs");
    if let Ok(folder) = std::env::var("LIBTORCH") {
        // So that programs find libtorch without LD_LIBRARY_PATH.
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}/lib");
    }
}
