//! KataGo's files: their content is read correctly in every form, and errors are reported.

mod nets;
mod writer;

use std::path::Path;

use network::{Heads, Metadata, Network, Planes, ReadError, load, read};
use nn::katago::FormatError;
use nn::{Activation, Attention, Layer, NormOver, Shape};
use writer::{Block, Floats, LastNorm, Plan, Rotation, gzip};

#[track_caller]
fn network(plan: &Plan) -> Network {
    read(&plan.write(Floats::Binary).bytes).unwrap_or_else(|problem| panic!("{problem} ({plan:?})"))
}

fn layer<'a>(network: &'a Network, name: &str) -> &'a Layer {
    &network.graph.nodes().iter().find(|node| node.name == name).unwrap_or_else(|| panic!("no {name}")).layer
}

#[test]
fn every_kind_of_network_is_the_same_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    for plan in Plan::all() {
        let network = network(&plan);
        let (binary, text) = (plan.write(Floats::Binary).bytes, plan.write(Floats::Text).bytes);
        // The name must not matter.
        for (i, bytes) in [gzip(&binary), gzip(&text), text, binary].into_iter().enumerate() {
            let path = folder.path().join(["a.txt", "b.bin", "c.bin.gz", "d"][i]);
            std::fs::write(&path, bytes).unwrap();
            assert!(load(&path).unwrap() == network, "form {i} of {plan:?}");
        }
    }
}

#[test]
fn versions_differ_in_inputs_outputs_and_scales() {
    for plan in Plan::all() {
        let network = network(&plan);
        let Heads::KataGo(heads) = &network.heads else { panic!("other heads") };
        assert_eq!((heads.version, network.name), (plan.version, format!("test-v{}", plan.version)));
        let (life_under_suicide, metadata) =
            (plan.life_under_suicide, plan.ranks.then_some(Metadata::Profile));
        assert_eq!(network.planes, Planes::KataGo { life_under_suicide, metadata, board_only: false });
        let scales = [heads.scales.score_mean, heads.scales.score_stdev, heads.scales.lead];
        let errors = [
            heads.scales.var_time_left,
            heads.scales.shortterm_value_error,
            heads.scales.shortterm_score_error,
        ];
        let (mean, score_error) =
            if plan.version >= 13 { ([20.5, 21.0, 21.5], 150.0) } else { ([20.0; 3], 30.0) };
        assert_eq!((scales, errors), (mean, [40.0, 0.25, score_error]));

        let graph = &network.graph;
        let inputs: Vec<Shape> = graph.inputs().map(|(_, shape)| shape).collect();
        let expected = [Shape::Board(22), Shape::Flat(19), Shape::Flat(192)];
        assert_eq!(inputs, expected[..2 + plan.ranks as usize]);
        let outputs: Vec<Shape> = [heads.policy, heads.pass, heads.value, heads.score, heads.ownership]
            .map(|output| graph.shape(graph.outputs()[output]))
            .to_vec();
        let scores = if plan.version == 8 { 4 } else { 6 };
        let (board, pass) = (Shape::Board(plan.policies), Shape::Flat(plan.policies));
        assert_eq!(outputs, [board, pass, Shape::Flat(3), Shape::Flat(scores), Shape::Board(1)]);
    }
}

#[test]
fn weights_go_where_they_belong() {
    let written = Plan::of_version(8).write(Floats::Binary);
    let network = read(&written.bytes).unwrap();
    let Layer::Conv { rows: 3, columns: 3, dilation: 1, out: 8, weights } = layer(&network, "conv1") else {
        panic!("{:?}", layer(&network, "conv1"));
    };
    let in_file = &written.weights["conv1"][0];
    for (row, column, i, o) in [(0, 0, 0, 0), (2, 1, 0, 0), (0, 2, 21, 0), (1, 0, 5, 7), (2, 2, 21, 7)] {
        let found = weights[((o * 22 + i) * 3 + row) * 3 + column];
        assert_eq!(found, in_file[((row * 3 + column) * 22 + i) * 8 + o]);
    }
    let Layer::Dense { out: 3, weights, bias: Some(bias) } = layer(&network, "value.outcome") else {
        panic!("{:?}", layer(&network, "value.outcome"));
    };
    let in_file = &written.weights["value.outcome"][0];
    for (i, o) in [(0, 0), (7, 0), (0, 2), (4, 1)] {
        assert_eq!(weights[o * 8 + i], in_file[i * 3 + o]);
    }
    assert_eq!(bias, &written.weights["value.outcomebias"][0]);
    let Layer::ScaleBias { scale, bias } = layer(&network, "last") else { panic!("no scale") };
    let [mean, variance, gamma, beta] = &written.weights["last"][..] else { panic!("other arrays") };
    for c in 0..8 {
        let factor = gamma[c] / (variance[c] + 0.001).sqrt();
        assert!((scale[c] - factor).abs() < 1e-6);
        assert!((bias[c] - (beta[c] - mean[c] * factor)).abs() < 1e-6);
    }
}

#[test]
fn activations_are_as_written() {
    let kinds = [
        ("ACTIVATION_RELU", Some(Activation::Relu)),
        ("ACTIVATION_MISH", Some(Activation::Mish)),
        ("ACTIVATION_SILU", Some(Activation::Silu)),
        ("ACTIVATION_IDENTITY", None),
    ];
    for (activation, expected) in kinds {
        let network = network(&Plan { activation, ..Plan::of_version(14) });
        let found = network.graph.nodes().iter().find(|node| node.name == "last.act");
        assert_eq!(found.map(|node| &node.layer), expected.map(Layer::Activate).as_ref());
    }
    assert_eq!(layer(&network(&Plan::of_version(10)), "last.act"), &Layer::Activate(Activation::Relu));
}

#[test]
fn transformers_say_how_they_turn_and_norm() {
    let with = |rotation| {
        let blocks = vec![Block::Attention { heads: 4, shared_heads: 2, rotation }];
        Plan { blocks, last_norm: LastNorm::OverBoard, ..Plan::of_version(17) }
    };
    let attention = |rotation| match layer(&network(&with(rotation)), "block.0.attention") {
        Layer::Attention(attention) => attention.clone(),
        other => panic!("{other:?}"),
    };
    let Attention { heads, shared_heads, key_size, value_size, rotation } = attention(Rotation::None);
    assert_eq!((heads, shared_heads, key_size, value_size, rotation.len()), (4, 2, 8, 3, 0));
    // θ = 100 and four pairs per head: two rotate with the rows, two with the columns, by 1 and by 1/√100.
    let head = [[0.0, 1.0], [0.0, 0.1], [1.0, 0.0], [0.1, 0.0]];
    assert_eq!(attention(Rotation::Fixed).rotation, [head, head].concat());
    let frequencies = with(Rotation::Learned).write(Floats::Binary).weights["block.0.frequencies"][0].clone();
    assert_eq!(attention(Rotation::Learned).rotation.concat(), frequencies);

    let network = network(&with(Rotation::None));
    let Layer::RmsNorm { over, bias: Some(_), .. } = layer(&network, "last") else { panic!("other norm") };
    assert_eq!(*over, NormOver::Board);
    let norm = layer(&network, "block.0.norm");
    assert!(matches!(norm, Layer::RmsNorm { over: NormOver::Channels, bias: None, .. }), "{norm:?}");
}

/// A text file with one word replaced.
fn with_word(plan: &Plan, word: &str, other: &str) -> Vec<u8> {
    let text = String::from_utf8(plan.write(Floats::Text).bytes).unwrap();
    let found = text.find(&format!("\n{word}\n")).unwrap_or_else(|| panic!("no {word}")) + 1;
    [&text[..found], other, &text[found + word.len()..]].concat().into_bytes()
}

#[test]
fn subnormal_weights_become_zero() {
    let mut bytes = Plan::of_version(8).write(Floats::Binary).bytes;
    let weights = bytes.windows(5).position(|w| w == b"@BIN@").unwrap() + 5;
    bytes[weights..weights + 4].copy_from_slice(&1e-40f32.to_le_bytes());
    bytes[weights + 4..weights + 8].copy_from_slice(&(-1e-40f32).to_le_bytes());
    let network = read(&bytes).unwrap();
    let Layer::Conv { weights, .. } = layer(&network, "conv1") else { panic!("no conv") };
    assert_eq!((weights[0], weights[22 * 9]), (0.0, 0.0));
    let subnormal = |x: &f32| x.is_subnormal();
    assert!(!weights.iter().any(subnormal));
}

#[test]
fn a_name_may_come_twice() {
    let network = read(&with_word(&Plan::of_version(8), "policy.board", "conv1")).unwrap();
    assert!(matches!(layer(&network, "conv1#2"), Layer::Conv { out: 4, .. }));
}

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    match read(bytes) {
        Ok(_) => panic!("read, but expected: {expected}"),
        Err(problem) => assert_eq!(problem.to_string(), expected),
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let plan = Plan::of_version(14);
    check(b"", "this is not a network file");
    check(b"\x89PNG\r\n\x1a\n", "this is not a network file");
    check(b"(;GM[1]FF[4]SZ[19];B[dd])", "this is not a network file");
    check(b"once upon a time", "this is not a network file");
    check(&gzip(b"once upon a time"), "this is not a network file");
    check(b"name 7 22 13", "KataGo model version 7 is not supported: versions 8 to 17 can be read");
    check(b"name 18 22 19", "KataGo model version 18 is not supported: versions 8 to 17 can be read");
    check(b"name 14 21 19", "the header: 21 planes as inputs, 22 are known");
    check(b"name 14 22 19 20 20 20 20 -40", "the header: -40 where a number above 0 is needed");
    check(b"name 14 22 19 20 20 20", "the file ends too early, in the header");
    check(
        &with_word(&plan, "ordinary_block", "odd_block"),
        "block.0: the kind of block \"odd_block\" is unknown",
    );
    check(
        &with_word(&plan, "ACTIVATION_MISH", "ACTIVATION_GELU"),
        "block.0.1.act: the activation \"ACTIVATION_GELU\" is unknown",
    );
    let mut bytes = plan.write(Floats::Binary).bytes;
    let weights = bytes.windows(5).position(|w| w == b"@BIN@").unwrap() + 5;
    bytes[weights + 3] = 0x7f;
    bytes[weights + 2] = 0xc0;
    check(&bytes, "a weight in conv1 is not a finite number");
    let mut bytes = plan.write(Floats::Binary).bytes;
    bytes.extend(b"\n more");
    check(&bytes, "there is data after the end of the network");
    let mut bytes = gzip(&plan.write(Floats::Binary).bytes);
    bytes.extend(b"and some more bytes");
    assert!(matches!(read(&bytes), Err(ReadError::KataGo(FormatError::Compression(_)))));
    let blocks = vec![Block::FeedForward];
    let text = String::from_utf8(Plan { blocks, ..Plan::of_version(17) }.write(Floats::Text).bytes).unwrap();
    check(
        text.replacen("8\n16\n1\n", "8\n16\n0\n", 1).as_bytes(),
        "block.0: a block without a gate is not supported",
    );
    check(
        text.replacen("\n0\n0\nconv1\n", "\n0\n3\nconv1\n", 1).as_bytes(),
        "trunk: an option that is not known has the value \"3\"",
    );
}

#[test]
fn files_that_are_none_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let check = |path: &Path, expected: &str| {
        let error = load(path).unwrap_err().to_string();
        assert_eq!(error, format!("{}: {expected}", path.display()));
    };
    check(&folder.path().join("none.bin.gz"), "there is no such file");
    check(folder.path(), "this is not a file");
    let empty = folder.path().join("empty.bin.gz");
    std::fs::write(&empty, b"").unwrap();
    check(&empty, "this is not a network file");
}

#[test]
fn real_networks_are_read() {
    let Some(folder) = nets::data() else { return };
    for (name, version, parameters) in
        [("g170-b6c96-s175395328-d26788732", 8, 1_028_743), ("b7c96h3tfrs-test5-cnorm", 17, 819_721)]
    {
        let network = load(folder.join(format!("{name}.bin.gz"))).unwrap();
        let Heads::KataGo(heads) = &network.heads else { panic!("other heads") };
        assert_eq!((network.name.as_str(), heads.version), (name, version));
        assert_eq!(network.graph.parameters(), parameters);
    }
}
