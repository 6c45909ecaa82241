//! Queries with their answers, checked against files.
//!
//! A line that starts with `> ` is sent by the client, each on its own; the answer follows. In results,
//! numbers and points do not matter, only the structure. `UPDATE_EXPECT=1 cargo test -p analysis` rewrites
//! the files.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{engine, network_engine, said};
use serde_json::{Value, json};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Numbers become 0, points `@`, hashes `#`; of equal elements of an array only one remains.
fn masked(value: &Value) -> Value {
    match value {
        Value::Number(_) => json!(0),
        Value::String(s) if s.len() == 32 => json!("#"),
        Value::String(s) if s == "pass" || s.len() <= 3 && s.ends_with(|c: char| c.is_ascii_digit()) => {
            json!("@")
        }
        Value::Array(values) => {
            let mut masked: Vec<Value> = values.iter().map(masked).collect();
            masked.dedup();
            Value::Array(masked)
        }
        Value::Object(fields) => fields.iter().map(|(k, v)| (k.clone(), masked(v))).collect(),
        other => other.clone(),
    }
}

fn shown(mut value: Value) -> String {
    for field in ["moveInfos", "rootInfo", "policy", "ownership"] {
        if let Some(part) = value.get_mut(field) {
            *part = masked(part);
        }
    }
    value.to_string()
}

/// Files that start with `# network` are for an engine with a small random network.
fn hold(text: &str) -> String {
    let engine = if text.starts_with("# network") { network_engine() } else { engine() };
    let mut held = String::new();
    for line in text.lines().filter(|line| line.starts_with(['>', '#'])) {
        held += &format!("{line}\n");
        if let Some(sent) = line.strip_prefix('>') {
            for answer in said(&engine, sent.trim_start().as_bytes()) {
                held += &format!("{}\n", shown(answer));
            }
            held += "\n";
        }
    }
    held
}

#[test]
fn conversations_go_as_written() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let held = hold(&text);
        if update {
            fs::write(&path, held).unwrap();
            continue;
        }
        for (number, (expected, said)) in text.lines().zip(held.lines()).enumerate() {
            assert_eq!(said, expected, "{}:{} (UPDATE_EXPECT=1 writes it again)", path.display(), number + 1);
        }
        assert_eq!(held.lines().count(), text.lines().count(), "{}", path.display());
    }
}
