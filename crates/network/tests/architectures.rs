//! Architectures built from settings.

use std::sync::Arc;

use network::architecture::Architecture;
use network::{Heads, random};
use nn::reference::Reference;
use nn::{Batch, Executor, Graph, Layer, Outputs, Shape};

fn graph(preset: &str) -> Arc<Graph> {
    random::network("a", &Architecture::preset(preset).unwrap(), 1).unwrap().graph
}

fn count(graph: &Graph, is: impl Fn(&Layer) -> bool) -> usize {
    graph.nodes().iter().filter(|node| is(&node.layer)).count()
}

#[test]
fn the_papers_network_is_as_the_paper_says() {
    let architecture = Architecture::preset("paper-4x128").unwrap();
    let network = random::network("a", &architecture, 1).unwrap();
    let graph = &network.graph;
    let inputs: Vec<Shape> = graph.inputs().map(|(_, shape)| shape).collect();
    assert_eq!(inputs, [Shape::Board(17)]);
    let is_three = |layer: &Layer| matches!(layer, Layer::Conv { rows: 3, out: 128, .. });
    assert_eq!(count(graph, is_three), 1 + 2 * 4);
    let Heads::Curve(heads) = &network.heads else { panic!("its heads are a curve's") };
    let shape = |output: usize| graph.shape(graph.outputs()[output]);
    assert_eq!(shape(heads.policy), Shape::Flat(82));
    assert_eq!((shape(heads.lead), shape(heads.confidence)), (Shape::Flat(1), Shape::Flat(1)));
    assert_eq!((heads.pass, heads.ownership), (None, None));
    let hidden = |name: &str| graph.nodes().iter().find(|node| node.name == name).unwrap().shape;
    assert_eq!(hidden("lead.hidden"), Shape::Flat(384));
    assert_eq!(hidden("confidence.hidden"), Shape::Flat(256));
    assert_eq!(hidden("value.flat"), Shape::Flat(3 * 81));
    assert_eq!(graph.fixed_points(), Some(81));
    // By hand: convolutions, norms, policy, both towers.
    let trunk = 9 * 17 * 128 + 8 * 9 * 128 * 128 + 9 * 2 * 128;
    let policy = 128 * 2 + 2 * 2 + (2 * 81 + 1) * 82;
    let value = 128 * 3 + 2 * 3 + (243 + 1) * 384 + 385 + (243 + 1) * 256 + 257;
    assert_eq!(graph.parameters(), trunk + policy + value);
}

#[test]
fn free_heads_fit_any_board() {
    let network = random::network("a", &Architecture::preset("b6c96").unwrap(), 1).unwrap();
    let graph = &network.graph;
    assert_eq!(graph.fixed_points(), None);
    let Heads::Curve(heads) = &network.heads else { panic!("its heads are a curve's") };
    let shape = |output: usize| graph.shape(graph.outputs()[output]);
    assert_eq!(shape(heads.policy), Shape::Board(1));
    assert_eq!(heads.pass.map(shape), Some(Shape::Flat(1)));
    assert_eq!(heads.ownership.map(shape), Some(Shape::Board(1)));
    assert_eq!((shape(heads.lead), shape(heads.confidence)), (Shape::Flat(1), Shape::Flat(1)));
    // Two in blocks, one for the policy, one for the value.
    assert_eq!(count(graph, |layer| matches!(layer, Layer::Pool(_))), 4);
}

#[test]
fn features_of_the_whole_position_reach_the_trunk() {
    let text = include_str!("../architectures/tiny.toml").replace("\"sai\"\npositions = 4", "\"katago\"");
    let network = random::network("a", &Architecture::from_toml(&text).unwrap(), 1).unwrap();
    let inputs: Vec<Shape> = network.graph.inputs().map(|(_, shape)| shape).collect();
    assert_eq!(inputs, [Shape::Board(22), Shape::Flat(19)]);
    assert!(network.graph.nodes().iter().any(|node| node.name == "stem.features"));
}

#[test]
fn names_of_layers_stay_what_they_are() {
    // Files depend on them: a change here makes old networks unreadable.
    let names: Vec<String> = graph("tiny").nodes().iter().map(|node| node.name.clone()).collect();
    let expected = "planes stem.conv \
        block1.norm1 block1.activation1 block1.conv1 block1.norm2 block1.activation2 block1.conv2 block1.sum \
        block2.norm1 block2.activation1 block2.conv1 block2.pooled.conv block2.pooled.norm \
        block2.pooled.activation block2.pooled.pool block2.pooled.dense block2.pooled.sum \
        block2.norm2 block2.activation2 block2.conv2 block2.sum trunk.norm trunk.activation \
        policy.conv policy.pooled.conv policy.pooled.norm policy.pooled.activation policy.pooled.pool \
        policy.pooled.dense policy.sum policy.norm policy.activation policy.moves \
        pass.hidden pass.hidden.activation pass.out \
        value.conv value.norm value.activation value.pool value.hidden value.hidden.activation \
        lead.out confidence.out ownership.out";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
    let names: Vec<String> = graph("paper-4x128").nodes().iter().map(|node| node.name.clone()).collect();
    let block = "block2.conv1 block2.norm1 block2.activation1 block2.conv2 block2.norm2 block2.sum block2.activation2";
    let start = names.iter().position(|name| name == "block2.conv1").unwrap();
    assert_eq!(names[start..start + 7], block.split(' ').collect::<Vec<_>>());
    let heads = "policy.conv policy.norm policy.activation policy.flat policy.moves \
        value.conv value.norm value.activation value.flat lead.hidden lead.hidden.activation lead.out \
        confidence.hidden confidence.hidden.activation confidence.out";
    assert_eq!(names[names.len() - 15..], heads.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn impossible_settings_are_refused() {
    let tiny = include_str!("../architectures/tiny.toml");
    let check = |from: &str, to: &str, expected: &str| {
        let text = tiny.replace(from, to);
        assert_ne!(text, tiny, "{from} is not in the file");
        let line = Architecture::from_toml(&text).unwrap_err().to_string();
        assert!(line.contains(expected), "{line:?} does not contain {expected:?}");
    };
    check("blocks = 2", "blocks = 0", "trunk.blocks is 0, but must be from 1 to 256");
    check("channels = 8", "channels = 8000", "trunk.channels is 8000");
    check("blocks = [2]", "blocks = [3]", "trunk.pooling.blocks is 3, but must be from 1 to 2");
    check("channels = 4 }", "channels = 8 }", "trunk.pooling.channels is 8, but must be from 1 to 7");
    check("\"preactivation\"", "\"plain\"", "pooling is for trunks of the preactivation style");
    check("\"free\"", "\"wide\"", "unknown variant `wide`");
    check("positions = 4", "positions = 99", "inputs.positions is 99");
    check("value_layer = 8", "value_layer = 8\nturbo = 1", "unknown field `turbo`");
}

#[test]
fn a_new_network_has_no_opinion() {
    let network = random::network("a", &Architecture::preset("tiny").unwrap(), 1).unwrap();
    let Heads::Curve(heads) = &network.heads else { panic!("its heads are a curve's") };
    let mut batch = Batch::default();
    batch.reset(&network.graph, 9, 9, 1);
    batch.inputs[0].fill(1.0);
    let mut outputs = Outputs::default();
    Reference::new(network.graph.clone()).run(&batch, &mut outputs).unwrap();
    let (lead, confidence) = (outputs.values[heads.lead][0], outputs.values[heads.confidence][0].exp());
    assert!(lead.abs() < 3.0, "{lead}");
    assert!((0.05..0.2).contains(&confidence), "{confidence}");
}

/// Whose objective a game has is an input that networks have to learn first: until then it changes nothing.
#[test]
fn the_side_of_an_objective_can_be_forgotten() {
    use board::{Colour, Komi, Objective, Position, Rules, Size};
    use evaluation::{Evaluation, Evaluator, Query};
    use network::{Backend, NetworkEvaluator};
    let architecture = Architecture::preset("b6c96-katago").unwrap();
    let mut network = network::random::network("random", &architecture, 3).unwrap();
    let says = |network: &network::Network, side: Option<Colour>| {
        let backend = Backend::new(nn::ExecutorKind::CpuF32, Arc::new(network.clone())).unwrap();
        let mut evaluator = NetworkEvaluator::new(&backend, Default::default(), 0).unwrap();
        let mut position = Position::new(Size::square(9).unwrap(), Rules::TROMP_TAYLOR, Komi::ZERO);
        position.set_objective(Objective { side, lost_stone: -2.0, ..Objective::default() });
        let mut out = [Evaluation::blank()];
        let query = Query { position: &position, wants_priors: false, at_root: true };
        evaluator.evaluate(&[query], &mut out).unwrap();
        out[0].curve
    };
    let sides = [None, Some(Colour::Black), Some(Colour::White)];
    let [nobody, black, white] = sides.map(|side| says(&network, side));
    assert!(nobody != black && black != white);
    network.forget_objective_side();
    assert_eq!(sides.map(|side| says(&network, side)), [nobody; 3]);
}
