//! Our own weights files: what is written is read back, and errors are reported in one line.

use std::path::Path;

use network::architecture::Architecture;
use network::weights::{self, Header, Precision, Stored, Training};
use network::{Network, random};
use serde_json::{Value, json};

fn stored(preset: &str, seed: u64) -> Stored {
    let architecture = Architecture::preset(preset).unwrap();
    let network = random::network("first", &architecture, seed).unwrap();
    let training = Training { data: "nothing".into(), seed: Some(seed), ..Training::default() };
    let sizes = architecture.fixed_side().map_or(vec![9, 13, 19], |side| vec![side]);
    Stored { header: Header { name: "first".into(), architecture, sizes, training }, network }
}

fn bytes(stored: &Stored, precision: Precision) -> Vec<u8> {
    weights::to_bytes(&stored.header, &stored.network, precision).unwrap()
}

/// The bytes of a small file with its header and its data changed.
fn changed(change: impl FnOnce(&mut Value, &mut Vec<u8>)) -> Vec<u8> {
    let original = bytes(&stored("tiny", 1), Precision::F32);
    let length = u64::from_le_bytes(original[..8].try_into().unwrap()) as usize;
    let mut header: Value = serde_json::from_slice(&original[8..8 + length]).unwrap();
    let mut data = original[8 + length..].to_vec();
    change(&mut header, &mut data);
    let header = header.to_string();
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), &data].concat()
}

/// The same with our own metadata entry changed.
fn changed_entry(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    changed(|header, _| {
        let text = header["__metadata__"]["shidogo"].as_str().unwrap();
        let mut entry: Value = serde_json::from_str(text).unwrap();
        change(&mut entry);
        header["__metadata__"]["shidogo"] = entry.to_string().into();
    })
}

fn refused(bytes: &[u8]) -> String {
    let line = weights::read(bytes).unwrap_err().to_string();
    assert!(!line.contains('\n') && line.len() < 300, "{line}");
    line
}

#[track_caller]
fn check_refused(bytes: &[u8], expected: &str) {
    let line = refused(bytes);
    assert!(line.contains(expected), "{line:?} does not contain {expected:?}");
}

#[test]
fn what_is_written_is_read_again() {
    for preset in ["tiny", "b6c96", "paper-4x128"] {
        let first = stored(preset, 5);
        assert_eq!(weights::read(&bytes(&first, Precision::F32)).unwrap(), first, "{preset}");
    }
}

#[test]
fn half_precision_takes_half_the_room() {
    let first = stored("b6c96", 5);
    let full = bytes(&first, Precision::F32).len();
    for (precision, digits) in [(Precision::F16, 1.0 / 2048.0), (Precision::Bf16, 1.0 / 256.0)] {
        let short = bytes(&first, precision);
        assert!(short.len() < full * 51 / 100);
        let again = weights::read(&short).unwrap();
        let (old, new) = (all_weights(&first.network), all_weights(&again.network));
        assert_ne!(old, new);
        let close = |(a, b): (&f32, &f32)| (a - b).abs() <= digits * a.abs() + 1e-7;
        assert!(old.iter().zip(&new).all(close), "{precision}");
    }
}

fn all_weights(network: &Network) -> Vec<f32> {
    let of = |node: &nn::Node| match &node.layer {
        nn::Layer::Conv { weights, .. } | nn::Layer::Dense { weights, .. } => weights.clone(),
        _ => Vec::new(),
    };
    network.graph.nodes().iter().flat_map(of).collect()
}

#[test]
fn the_same_network_gives_the_same_bytes() {
    assert_eq!(bytes(&stored("tiny", 1), Precision::F32), bytes(&stored("tiny", 1), Precision::F32));
    assert_ne!(bytes(&stored("tiny", 1), Precision::F32), bytes(&stored("tiny", 2), Precision::F32));
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_name_carries_the_hash_of_the_content() {
    let folder = tempfile::tempdir().unwrap();
    let first = stored("tiny", 1);
    let path = weights::write(&first.header, &first.network, Precision::F32, folder.path()).unwrap();
    let hash = weights::hash(&std::fs::read(&path).unwrap());
    let name = format!("first-{}.safetensors", &hash[..16]);
    assert_eq!(names(folder.path()), [name], "and nothing else is left in the folder");
    assert_eq!(weights::load(&path).unwrap(), first);

    let other = folder.path().join("first-0123456789abcdef.safetensors");
    std::fs::rename(&path, &other).unwrap();
    for line in
        [weights::load(&other).unwrap_err().to_string(), network::load(&other).unwrap_err().to_string()]
    {
        assert!(line.contains("damaged or misnamed"), "{line}");
    }
    let free = folder.path().join("my-best.safetensors");
    std::fs::rename(&other, &free).unwrap();
    assert_eq!(weights::load(&free).unwrap(), first);
    assert_eq!(network::load(&free).unwrap(), first.network);
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let first = stored("tiny", 1);
    let taken = folder.path().join("net.safetensors");
    std::fs::create_dir(&taken).unwrap();
    assert!(weights::write_as(&first.header, &first.network, Precision::F32, &taken).is_err());
    assert_eq!(names(folder.path()), ["net.safetensors"]);
}

#[test]
fn only_the_network_of_the_header_is_written() {
    let (first, other) = (stored("tiny", 1), stored("b6c96", 1));
    let line = weights::to_bytes(&first.header, &other.network, Precision::F32).unwrap_err().to_string();
    assert!(line.contains("not the one its header describes"), "{line}");
}

#[test]
fn every_cut_is_noticed() {
    let whole = bytes(&stored("tiny", 1), Precision::F32);
    for length in (0..whole.len()).step_by(61).chain(0..200).chain([whole.len() - 1]) {
        refused(&whole[..length]);
    }
    refused(&[&whole[..], b"\0"].concat());
}

#[test]
fn lengths_are_not_believed() {
    check_refused(b"", "shorter than 8 bytes");
    check_refused(&u64::MAX.to_le_bytes(), "header is longer");
    let huge = [&u64::from(u32::MAX).to_le_bytes()[..], b"{}"].concat();
    check_refused(&huge, "header is longer");
    // Eight tensors that together end just below 2^64.
    let step = (1u64 << 61) - 1;
    let tensor = |i: u64| json!({"dtype": "U8", "shape": [step], "data_offsets": [i * step, (i + 1) * step]});
    let tensors: serde_json::Map<_, _> = (0..8).map(|i| (format!("t{i}"), tensor(i))).collect();
    let header = Value::Object(tensors).to_string();
    check_refused(&[&(header.len() as u64).to_le_bytes(), header.as_bytes()].concat(), "the file has 0");
}

#[test]
fn tensors_must_be_those_of_the_architecture() {
    let rename = |from: &'static str, to: &'static str| {
        changed(move |header, _| {
            let tensor = header.as_object_mut().unwrap().remove(from).unwrap();
            header[to] = tensor;
        })
    };
    check_refused(&rename("stem.conv.weight", "stem.conv.wait"), "tensor stem.conv.weight is missing");
    let extra = changed(|header, data| {
        let end = data.len();
        header["more"] = json!({"dtype": "F32", "shape": [1], "data_offsets": [end, end + 4]});
        data.extend([0; 4]);
    });
    check_refused(&extra, "tensor more does not belong");
    let turned = changed(|header, _| header["stem.conv.weight"]["shape"] = json!([17, 8, 3, 3]));
    check_refused(&turned, "tensor stem.conv.weight has the shape [17, 8, 3, 3]");
    let integers = changed(|header, _| header["stem.conv.weight"]["dtype"] = "I32".into());
    check_refused(&integers, "has the type I32");
    let short = changed(|header, _| header["stem.conv.weight"]["dtype"] = "F16".into());
    check_refused(&short, "not a weights file");
}

#[test]
fn numbers_must_be_finite() {
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bytes = changed(|header, data| {
            let start = header["block2.conv2.weight"]["data_offsets"][0].as_u64().unwrap() as usize;
            data[start + 8..start + 12].copy_from_slice(&number.to_le_bytes());
        });
        check_refused(&bytes, "tensor block2.conv2.weight contains an infinity or a NaN");
    }
}

#[test]
fn subnormal_weights_become_zero() {
    let bytes = changed(|header, data| {
        let start = header["stem.conv.weight"]["data_offsets"][0].as_u64().unwrap() as usize;
        data[start..start + 4].copy_from_slice(&1e-40f32.to_le_bytes());
    });
    assert_eq!(all_weights(&weights::read(&bytes).unwrap().network)[0], 0.0);
}

#[test]
fn headers_are_checked() {
    check_refused(&changed_entry(|entry| entry["format"] = 2.into()), "weights format 2");
    check_refused(&changed_entry(|entry| entry["name"] = "a\nb".into()), "is not a name");
    check_refused(&changed_entry(|entry| entry["sizes"] = json!([])), "sizes []");
    check_refused(&changed_entry(|entry| entry["sizes"] = json!([20])), "sizes [20]");
    let blocks =
        |number: u64| changed_entry(|entry| entry["architecture"]["trunk"]["blocks"] = number.into());
    check_refused(&blocks(3), "tensor block3.norm1.scale is missing");
    check_refused(&blocks(1 << 60), "trunk.blocks is 1152921504606846976, but must be from 1 to 256");
    let unknown = changed_entry(|entry| entry["architecture"]["trunk"]["turbo"] = true.into());
    check_refused(&unknown, "unknown field `turbo`");
    let foreign = changed(|header, _| header["__metadata__"] = json!({"format": "pt"}));
    check_refused(&foreign, "not a Shidogo network");
}

#[test]
fn a_newer_programs_remarks_are_passed_over() {
    let remark = changed_entry(|entry| entry["training"]["weather"] = "fine".into());
    assert_eq!(weights::read(&remark).unwrap(), stored("tiny", 1));
}

#[test]
fn large_weights_are_not_squeezed_into_f16() {
    let mut first = stored("tiny", 1);
    let large = changed(|header, data| {
        let start = header["stem.conv.weight"]["data_offsets"][0].as_u64().unwrap() as usize;
        data[start..start + 4].copy_from_slice(&1e6f32.to_le_bytes());
    });
    first.network = weights::read(&large).unwrap().network;
    let line = weights::to_bytes(&first.header, &first.network, Precision::F16).unwrap_err().to_string();
    assert_eq!(line, "a weight of stem.conv.weight is too large to be stored as f16");
    assert!(weights::to_bytes(&first.header, &first.network, Precision::Bf16).is_ok());
}

#[test]
fn files_are_known_by_their_beginning() {
    assert!(weights::looks_like(&bytes(&stored("tiny", 1), Precision::F32)));
    assert!(!weights::looks_like(b"\x1f\x8b\x08\x00\x00\x00\x00\x00{"));
    assert!(!weights::looks_like(b"g170-b6c96\n8\n22"));
    assert!(!weights::looks_like(b""));
}
