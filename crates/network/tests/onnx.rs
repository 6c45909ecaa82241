//! Exported networks: other programs load them and compute the same outputs as our own executor.

mod cases;
mod nets;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use cases::{Case, every_layer, katago_nets, our_nets};
use network::Network;
use network::onnx;
use nn::onnx::{ExportError, Layout, Options};
use nn::reference::Reference;
use nn::{Executor, Outputs, Shape};
use serde_json::{Value, json};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Python with ONNX Runtime, or a line that says it is missing.
fn python() -> Option<PathBuf> {
    let python = repository().join("tests/.venv/bin/python");
    let works = |python: &Path| {
        let output = Command::new(python).args(["-c", "import onnx, onnxruntime"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    if works(&python) {
        return Some(python);
    }
    let mend = "python3 -m venv tests/.venv && tests/.venv/bin/pip install -r tests/requirements.txt";
    let required = ["CI", "SHIDOGO_FULL_TESTS"].into_iter().any(|key| std::env::var_os(key).is_some());
    assert!(!required, "no tests/.venv with onnxruntime; make it with: {mend}");
    // Not eprintln!, which the test harness would swallow.
    let _ = writeln!(std::io::stderr(), "skipped: no tests/.venv with onnxruntime; make it with: {mend}");
    None
}

/// [batch][point][channel] as [batch][channel][point].
fn channels_first(values: &[f32], channels: usize, points: usize) -> Vec<f32> {
    let position = |values: &[f32]| -> Vec<f32> {
        (0..channels)
            .flat_map(|c| (0..points).map(move |p| (c, p)))
            .map(|(c, p)| values[p * channels + c])
            .collect()
    };
    values.chunks_exact(channels * points).flat_map(position).collect()
}

/// Writes numbers into a file, and describes it in the format of `check.py`.
fn put(
    folder: &Path,
    file: String,
    name: &str,
    values: &[f32],
    shape: Shape,
    case: &Case,
    layout: Layout,
) -> Value {
    let batch = &case.batch;
    let (sizes, values) = match (shape, layout) {
        (Shape::Flat(channels), _) => (vec![batch.count, channels], values.to_vec()),
        (Shape::Board(channels), Layout::ChannelsLast) => {
            (vec![batch.count, batch.rows, batch.columns, channels], values.to_vec())
        }
        (Shape::Board(channels), Layout::ChannelsFirst) => {
            let values = channels_first(values, channels, batch.points());
            (vec![batch.count, channels, batch.rows, batch.columns], values)
        }
    };
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(folder.join(&file), bytes).unwrap();
    json!({"name": name, "shape": sizes, "file": file})
}

/// The names of a model's inputs, in the order of the graph.
fn input_names(network: &Network) -> Vec<&'static str> {
    let name = |(_, shape)| if matches!(shape, Shape::Board(_)) { "planes" } else { "features" };
    network.graph.inputs().map(name).collect()
}

fn output_names(network: &Network) -> Vec<String> {
    let known = network.heads.outputs();
    let mut unknown = 0;
    let mut name = |place: usize| {
        let known = known.iter().find(|(_, of)| *of == place).map(|(name, _)| name.to_string());
        known.unwrap_or_else(|| {
            unknown += 1;
            if unknown == 1 { "output".into() } else { format!("output#{unknown}") }
        })
    };
    (0..network.graph.outputs().len()).map(&mut name).collect()
}

fn write_case(folder: &Path, case: &Case, options: &Options, suffix: &str) {
    let name = format!("{}{suffix}", case.name);
    let graph = &case.network.graph;
    std::fs::write(folder.join(format!("{name}.onnx")), onnx::export(&case.network, options).unwrap())
        .unwrap();
    let mut outputs = Outputs::default();
    Reference::new(case.network.graph.clone()).run(&case.batch, &mut outputs).unwrap();
    let tell = |kind: &str, i: usize, of: &str, values: &[f32], shape: Shape| {
        put(folder, format!("{name}.{kind}{i}"), of, values, shape, case, options.layout)
    };
    let names = input_names(&case.network).into_iter();
    let inputs: Vec<Value> = (names.zip(graph.inputs()).zip(&case.batch.inputs).enumerate())
        .map(|(i, ((of, (_, shape)), values))| tell("in", i, of, values, shape))
        .collect();
    let names = output_names(&case.network).into_iter();
    let outputs: Vec<Value> = (names.zip(graph.outputs()).zip(&outputs.values).enumerate())
        .map(|(i, ((of, id), values))| tell("out", i, &of, values, graph.shape(*id)))
        .collect();
    let told = json!({"inputs": inputs, "outputs": outputs});
    std::fs::write(folder.join(format!("{name}.json")), told.to_string()).unwrap();
}

/// Every case with a free and with a fixed size, and in both layouts.
fn check(cases: &[Case]) {
    let Some(python) = python().filter(|_| !cases.is_empty()) else { return };
    let folder = tempfile::tempdir().unwrap();
    for case in cases {
        let board = Some((case.batch.rows, case.batch.columns));
        write_case(folder.path(), case, &Options::default(), "-free");
        write_case(folder.path(), case, &Options { board, ..Options::default() }, "-fixed");
        write_case(folder.path(), case, &Options { layout: Layout::ChannelsLast, board: None }, "-last");
    }
    let script = repository().join("tests/onnx/check.py");
    let output = Command::new(python).arg(script).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("off by").count(), 3 * cases.len(), "{said}");
    println!("{said}");
}

#[test]
fn onnx_runtime_agrees_on_every_layer() {
    check(&every_layer());
}

#[test]
fn onnx_runtime_agrees_on_our_networks() {
    check(&our_nets());
}

#[test]
fn onnx_runtime_agrees_on_katagos_networks() {
    check(&katago_nets());
}

#[test]
fn a_size_must_fit_the_network() {
    let seven = cases::fixed_net(7);
    let nine = Options { board: Some((9, 9)), ..Options::default() };
    let expected = ExportError::Size { fixed: 49, rows: 9, columns: 9 };
    assert_eq!(onnx::export(&seven, &nine), Err(expected));
    assert!(onnx::export(&seven, &Options { board: Some((7, 7)), ..Options::default() }).is_ok());
}

#[test]
fn weights_are_stored_once() {
    for case in our_nets() {
        let bytes = onnx::export(&case.network, &Options::default()).unwrap();
        let weights = 4 * case.network.graph.parameters();
        let nodes = case.network.graph.nodes().len();
        assert!(bytes.len() < weights + 400 * nodes + 3000, "{}: {} for {weights}", case.name, bytes.len());
    }
}

#[test]
fn exports_are_the_same_every_time() {
    let network = Arc::new(cases::fixed_net(5));
    let export = || onnx::export(&network, &Options::default()).unwrap();
    assert_eq!(export(), export());
}
