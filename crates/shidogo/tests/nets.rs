//! `shidogo net` from outside.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a command that succeeds prints.
fn said(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn info(path: &str) -> Value {
    serde_json::from_str(&said(&["net", "info", "--net", path, "--json"])).unwrap()
}

#[test]
fn a_new_network_says_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let path = said(&["net", "new", "--architecture", "b6c96", "--seed", "7", "--out", out]);
    let path = path.trim_end();
    let found = info(path);
    let hash = found["sha256"].as_str().unwrap();
    let name = format!("b6c96-{}.safetensors", &hash[..16]);
    assert_eq!(Path::new(path).file_name().unwrap().to_str().unwrap(), name);
    assert_eq!(
        (&found["name"], &found["kind"], &found["version"]),
        (&"b6c96".into(), &"shidogo".into(), &1.into())
    );
    assert_eq!(
        found["blocks"],
        serde_json::json!([{"kind": "residual", "count": 4}, {"kind": "pooling", "count": 2}])
    );
    assert_eq!(found["channels"], 96);
    assert_eq!(found["plays"].as_array().unwrap().len(), 18);
    assert_eq!(found["header"]["sizes"], serde_json::json!([9, 13, 19]));
    assert_eq!(found["header"]["training"]["seed"], 7);

    // The same seed makes the same file; another one doesn't.
    assert_eq!(
        said(&["net", "new", "--architecture", "b6c96", "--seed", "7", "--out", out]).trim_end(),
        path
    );
    assert_ne!(
        said(&["net", "new", "--architecture", "b6c96", "--seed", "8", "--out", out]).trim_end(),
        path
    );

    let text = said(&["net", "info", "--net", path]);
    for part in ["4 residual, 2 pooling", "any size from 2 to 19", "random weights, seed 7", hash] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn heads_for_one_size_take_the_asked_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seven.safetensors");
    let path = path.to_str().unwrap();
    let line =
        ["net", "new", "--architecture", "paper-4x128", "--sizes", "7", "--precision", "f16", "--out", path];
    assert_eq!(said(&line).trim_end(), path);
    let found = info(path);
    assert_eq!(found["plays"], serde_json::json!([7]));
    assert_eq!(found["outputs"][0], "policy (50 numbers)");
    assert!(found["bytes"].as_u64().unwrap() < 2 * found["parameters"].as_u64().unwrap() + 10_000);
}

#[test]
fn weights_are_made_shorter() {
    let folder = tempfile::tempdir().unwrap();
    let [long, short] = ["long.safetensors", "short.safetensors"].map(|name| folder.path().join(name));
    let (long, short) = (long.to_str().unwrap(), short.to_str().unwrap());
    said(&["net", "new", "--architecture", "b6c96", "--out", long]);
    assert_eq!(
        said(&["net", "convert", "--net", long, "--precision", "bf16", "--out", short]).trim_end(),
        short
    );
    let [long, short] = [long, short].map(info);
    assert_eq!((&long["header"], &long["parameters"]), (&short["header"], &short["parameters"]));
    assert!(short["bytes"].as_u64().unwrap() * 100 < long["bytes"].as_u64().unwrap() * 51);
}

#[test]
fn architectures_are_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let tiny = include_str!("../../network/architectures/tiny.toml");
    std::fs::write(&file, tiny.replace("channels = 8", "channels = 12")).unwrap();
    let (file, out) = (file.to_str().unwrap(), folder.path().to_str().unwrap());
    let found = info(said(&["net", "new", "--architecture", file, "--out", out]).trim_end());
    assert_eq!((&found["name"], &found["channels"]), (&"mine".into(), &12.into()));
}

#[test]
fn networks_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    let [net, onnx] = ["net.safetensors", "net.onnx"].map(|name| folder.path().join(name));
    let (net, onnx) = (net.to_str().unwrap(), onnx.to_str().unwrap());
    said(&["net", "new", "--architecture", "tiny", "--out", net]);
    for (more, expected) in [(&[][..], "any board"), (&["--size", "13"], "13×13")] {
        let line = said(&[&["net", "export", "--net", net, "--onnx", onnx], more].concat());
        assert!(line.contains(expected) && line.contains(onnx), "{line}");
        let bytes = std::fs::read(onnx).unwrap();
        let told = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(told("planes") && told("confidence") && told("block2.pooled.conv"));
        assert_eq!(told("columns"), more.is_empty(), "only a board of any size has a name for its columns");
    }
}

#[test]
fn a_missing_onnx_runtime_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let net = folder.path().join("net.safetensors");
    let net = net.to_str().unwrap();
    said(&["net", "new", "--architecture", "tiny", "--out", net]);
    let library = folder.path().join("nowhere/libonnxruntime.so");
    for (variable, expected) in [(library.as_os_str(), "nowhere"), (net.as_ref(), "net.safetensors")] {
        let output = Command::new(env!("CARGO_BIN_EXE_shidogo"))
            .args(["gtp", "--net", net, "--executor", "onnx"])
            .env("ORT_DYLIB_PATH", variable)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.starts_with("shidogo: ") && error.lines().count() == 1, "{error}");
        assert!(error.contains("ORT_DYLIB_PATH is") && error.contains(expected), "{error}");
    }
}
