//! How programs are linked with libtorch, when the feature `torch` asks for it. Crates with programs or tests to link
//! have this as their build script: such arguments don't travel from crate to crate.

fn main() {
    println!("cargo:rerun-if-env-changed=LIBTORCH");
    let is_linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    if std::env::var_os("CARGO_FEATURE_TORCH").is_none() || !is_linux {
        return;
    }
    // The part of libtorch for CUDA wants libraries that are only there where CUDA is; it is loaded when it can be.
    println!("cargo:rustc-link-arg=-Wl,--unresolved-symbols=ignore-in-shared-libs");
    if let Ok(folder) = std::env::var("LIBTORCH") {
        // So that programs find it without LD_LIBRARY_PATH.
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}/lib");
    }
}
