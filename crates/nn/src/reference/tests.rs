//! Every layer on examples small enough to compute by hand.

use std::sync::Arc;

use super::Reference;
use crate::executor::{Batch, Executor, ExecutorError, Outputs};
use crate::graph::{Activation, Attention, Graph, Layer, NormOver, Pool, Shape};

/// The output of one layer for one position.
fn run(layer: Layer, (rows, columns): (usize, usize), inputs: &[(Shape, &[f32])]) -> Vec<f32> {
    let mut graph = Graph::new();
    let values: Vec<_> = inputs
        .iter()
        .enumerate()
        .map(|(i, (shape, _))| graph.add(format!("input{i}"), Layer::Input(*shape), &[]).unwrap())
        .collect();
    let value = graph.add("layer", layer, &values).unwrap();
    graph.output(value);
    let inputs = inputs.iter().map(|(_, numbers)| numbers.to_vec()).collect();
    let mut outputs = Outputs::default();
    Reference::new(Arc::new(graph)).run(&Batch { rows, columns, count: 1, inputs }, &mut outputs).unwrap();
    outputs.values.remove(0)
}

#[track_caller]
fn check(got: &[f32], expected: &[f32]) {
    let close = got.len() == expected.len() && got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(close, "got {got:?}, expected {expected:?}");
}

const BOARD: (usize, usize) = (2, 3);
/// One channel: rows 1 2 3 and 4 5 6.
const COUNT: (Shape, &[f32]) = (Shape::Board(1), &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);

fn conv(rows: usize, columns: usize, dilation: usize, out: usize, weights: &[f32]) -> Layer {
    Layer::Conv { rows, columns, dilation, out, weights: weights.to_vec() }
}

#[test]
fn convolutions_see_nothing_beyond_the_edge() {
    // Only the tap of the right neighbour counts, then only that of the point above, then all nine.
    let right = conv(3, 3, 1, 1, &[0., 0., 0., 0., 0., 1., 0., 0., 0.]);
    check(&run(right, BOARD, &[COUNT]), &[2., 3., 0., 5., 6., 0.]);
    let above = conv(3, 3, 1, 1, &[0., 1., 0., 0., 0., 0., 0., 0., 0.]);
    check(&run(above, BOARD, &[COUNT]), &[0., 0., 0., 1., 2., 3.]);
    check(&run(conv(3, 3, 1, 1, &[1.0; 9]), BOARD, &[COUNT]), &[12., 21., 16., 12., 21., 16.]);
}

#[test]
fn kernels_may_be_flat_and_dilated() {
    check(&run(conv(1, 3, 1, 1, &[1., 10., 100.]), BOARD, &[COUNT]), &[210., 321., 32., 540., 654., 65.]);
    check(&run(conv(1, 3, 2, 1, &[1., 10., 100.]), BOARD, &[COUNT]), &[310., 20., 31., 640., 50., 64.]);
}

#[test]
fn convolutions_mix_channels() {
    // Two points with channels (1, 2) and (3, 4); out₀ = a + 10b, out₁ = 100a, out₂ = −b.
    let layer = conv(1, 1, 1, 3, &[1., 10., 100., 0., 0., -1.]);
    let input = (Shape::Board(2), &[1., 2., 3., 4.][..]);
    check(&run(layer, (1, 2), &[input]), &[21., 100., -2., 43., 300., -4.]);
    // A kernel of two input channels: the left neighbour's a plus 10 times the own b.
    let layer = conv(1, 3, 1, 1, &[1., 0., 0., 0., 10., 0.]);
    check(&run(layer, (1, 2), &[input]), &[20., 41.]);
}

#[test]
fn scales_biases_and_dense_layers() {
    let layer = Layer::ScaleBias { scale: vec![2., -1.], bias: vec![10., 20.] };
    let input = (Shape::Board(2), &[1., 2., 3., 4.][..]);
    check(&run(layer, (1, 2), &[input]), &[12., 18., 16., 16.]);
    let layer = Layer::Dense { out: 1, weights: vec![1., 10.], bias: Some(vec![0.5]) };
    check(&run(layer.clone(), (1, 2), &[input]), &[21.5, 43.5]);
    check(&run(layer, (1, 2), &[(Shape::Flat(2), &[3., 1.])]), &[13.5]);
    let layer = Layer::Dense { out: 2, weights: vec![1., 10., 5., 0.], bias: None };
    check(&run(layer, (1, 2), &[(Shape::Flat(2), &[3., 1.])]), &[13., 15.]);
}

#[test]
fn activations() {
    let input = (Shape::Flat(5), &[-100., -1., 0., 1., 100.][..]);
    let of = |activation| run(Layer::Activate(activation), (1, 1), &[input]);
    check(&of(Activation::Relu), &[0., 0., 0., 1., 100.]);
    check(&of(Activation::Mish), &[0., -0.303_401_5, 0., 0.865_098_4, 100.]);
    check(&of(Activation::Silu), &[0., -0.268_941_4, 0., 0.731_058_6, 100.]);
    check(&of(Activation::Tanh), &[-1., -0.761_594_2, 0., 0.761_594_2, 1.]);
}

#[test]
fn pools_know_the_size_of_the_board() {
    // 2×2, two channels; s = 2, so (s − 14) / 10 = −1.2 and (s − 14)² / 100 − 0.1 = 1.34.
    let input = (Shape::Board(2), &[1., -4., 2., -3., 3., -2., 6., -1.][..]);
    check(&run(Layer::Pool(Pool::MeanAndMax), (2, 2), &[input]), &[3., -2.5, -3.6, 3., 6., -1.]);
    check(&run(Layer::Pool(Pool::MeanBySize), (2, 2), &[input]), &[3., -2.5, -3.6, 3., 4.02, -3.35]);
}

#[test]
fn sums_and_products() {
    let a = (Shape::Board(2), &[1., 2., 3., 4.][..]);
    let b = (Shape::Board(2), &[10., 20., 30., 40.][..]);
    check(&run(Layer::Add, (1, 2), &[a, b]), &[11., 22., 33., 44.]);
    check(&run(Layer::Add, (1, 2), &[a, (Shape::Flat(2), &[100., 200.])]), &[101., 202., 103., 204.]);
    check(&run(Layer::Add, (1, 2), &[(Shape::Flat(1), &[1.]), (Shape::Flat(1), &[2.])]), &[3.]);
    check(&run(Layer::Multiply, (1, 2), &[a, b]), &[10., 40., 90., 160.]);
}

#[test]
fn root_mean_squares() {
    // Mean squares: 25/2 and 1 for the points, 27/4 for the board.
    let input = (Shape::Board(2), &[3., 4., 1., -1.][..]);
    let norm = |over, bias| Layer::RmsNorm { over, epsilon: 1e-9, scale: vec![1., 10.], bias };
    let r = 12.5f32.sqrt();
    check(&run(norm(NormOver::Channels, None), (1, 2), &[input]), &[3. / r, 40. / r, 1., -10.]);
    let r = 6.75f32.sqrt();
    let got = run(norm(NormOver::Board, Some(vec![100., 200.])), (1, 2), &[input]);
    check(&got, &[100. + 3. / r, 200. + 40. / r, 100. + 1. / r, 200. - 10. / r]);
    let large = Layer::RmsNorm { over: NormOver::Channels, epsilon: 0.75, scale: vec![1.], bias: None };
    check(&run(large, (1, 1), &[(Shape::Flat(1), &[0.5])]), &[0.5]);
}

#[test]
fn flattened_boards_go_channel_by_channel() {
    let input = (Shape::Board(2), &[1., 10., 2., 20., 3., 30.][..]);
    check(&run(Layer::Flatten { points: 3 }, (1, 3), &[input]), &[1., 2., 3., 10., 20., 30.]);
}

#[test]
fn attention_weighs_values_by_likeness() {
    let layer = |rotation| {
        Layer::Attention(Attention { heads: 2, shared_heads: 1, key_size: 2, value_size: 1, rotation })
    };
    let (key, value) = ((Shape::Board(2), &[1., 0., 0., 1.][..]), (Shape::Board(1), &[10., 20.][..]));
    // Head 0 attends to (√2·ln 3, 0): point 0 three times as much as point 1. Head 1 attends to both equally.
    let x = 2f32.sqrt() * 3f32.ln();
    let query = (Shape::Board(4), &[x, 0., 0., 0., 0., x, 0., 0.][..]);
    check(&run(layer(vec![]), (1, 2), &[query, key, value]), &[12.5, 15., 17.5, 15.]);
    // A quarter of a turn per column: the key of point 1 becomes (−1, 0), its query (−x, 0).
    let quarter = vec![[std::f32::consts::FRAC_PI_2, 0.0]];
    let ninth = (9. * 10. + 20.) / 10.;
    let last = (10. + 9. * 20.) / 10.;
    check(&run(layer(quarter.clone()), (1, 2), &[query, key, value]), &[ninth, 15., last, 15.]);
    // On a board of one column that rotates nothing; a rotation per row does.
    check(&run(layer(quarter), (2, 1), &[query, key, value]), &[12.5, 15., 17.5, 15.]);
    let rows = vec![[0.0, std::f32::consts::FRAC_PI_2]];
    check(&run(layer(rows), (2, 1), &[query, key, value]), &[ninth, 15., last, 15.]);
}

#[test]
fn heads_share_keys_in_order_with_frequencies_of_their_own() {
    let attention = Attention {
        heads: 4,
        shared_heads: 2,
        key_size: 2,
        value_size: 1,
        // Half a turn per column for the second pair of heads only.
        rotation: vec![[0.0, 0.0], [std::f32::consts::PI, 0.0]],
    };
    // All queries are like (√2·ln 3 / 2, 0), all keys like (1, 0): without rotation everything is equal.
    let x = 2f32.sqrt() * 3f32.ln() / 2.;
    let query = (Shape::Board(8), &[x, 0., x, 0., x, 0., x, 0., x, 0., x, 0., x, 0., x, 0.][..]);
    let key = (Shape::Board(4), &[1., 0., 1., 0., 1., 0., 1., 0.][..]);
    let value = (Shape::Board(2), &[1., 10., 3., 30.][..]);
    let got = run(Layer::Attention(attention), (1, 2), &[query, key, value]);
    check(&got, &[2., 2., 15., 15., 2., 2., 25., 25.]);
}

#[test]
fn positions_of_a_batch_do_not_meet() {
    let mut graph = Graph::new();
    let board = graph.add("board", Layer::Input(Shape::Board(1)), &[]).unwrap();
    let flat = graph.add("flat", Layer::Input(Shape::Flat(1)), &[]).unwrap();
    let sum = graph.add("sum", Layer::Add, &[board, flat]).unwrap();
    let conv = graph.add("conv", conv(1, 3, 1, 1, &[1.0; 3]), &[sum]).unwrap();
    graph.output(conv);
    graph.output(board);
    let mut reference = Reference::new(Arc::new(graph));
    let inputs = vec![vec![1., 2., 3., 4.], vec![10., 20.]];
    let mut batch = Batch { rows: 1, columns: 2, count: 2, inputs };
    let mut outputs = Outputs::default();
    reference.run(&batch, &mut outputs).unwrap();
    check(&outputs.values[0], &[23., 23., 47., 47.]);
    check(&outputs.values[1], &[1., 2., 3., 4.]);
    batch.count = 3;
    assert!(matches!(reference.run(&batch, &mut outputs), Err(ExecutorError::Failed(_))));
}

#[test]
fn a_network_for_one_size_refuses_others() {
    let mut graph = Graph::new();
    let board = graph.add("board", Layer::Input(Shape::Board(1)), &[]).unwrap();
    graph.add("flatten", Layer::Flatten { points: 9 }, &[board]).unwrap();
    let batch = Batch { rows: 2, columns: 2, count: 1, inputs: vec![vec![0.; 4]] };
    let result = Reference::new(Arc::new(graph)).run(&batch, &mut Outputs::default());
    assert_eq!(result, Err(ExecutorError::Size { fixed: 9, points: 4 }));
}
