//! The built-in executor against the reference, on graphs with every kind of layer.

use std::sync::Arc;

use nn::cpu::{CpuExecutors, Instructions};
use nn::reference::Reference;
use nn::{
    Activation, Attention, Batch, Executor, ExecutorError, Graph, Layer, NormOver, Outputs, Pool, Shape,
    ValueId,
};

/// Pseudo-random numbers, the same every time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    fn take(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| self.next() * scale).collect()
    }
}

/// Adds layers with random weights.
struct Builder {
    graph: Graph,
    numbers: Numbers,
    names: usize,
}

impl Builder {
    fn new(seed: u64) -> Builder {
        Builder { graph: Graph::new(), numbers: Numbers(seed), names: 0 }
    }

    fn add(&mut self, layer: Layer, inputs: &[ValueId]) -> ValueId {
        self.names += 1;
        self.graph.add(format!("layer{}", self.names), layer, inputs).expect("a layer that fits")
    }

    fn conv(
        &mut self,
        input: ValueId,
        (rows, columns): (usize, usize),
        dilation: usize,
        out: usize,
    ) -> ValueId {
        let count = rows * columns * self.graph.shape(input).channels();
        let weights = self.numbers.take(count * out, (3.0 / count as f32).sqrt());
        self.add(Layer::Conv { rows, columns, dilation, out, weights }, &[input])
    }

    fn dense(&mut self, input: ValueId, out: usize, bias: bool) -> ValueId {
        let count = self.graph.shape(input).channels();
        let weights = self.numbers.take(count * out, (3.0 / count as f32).sqrt());
        let bias = bias.then(|| self.numbers.take(out, 0.5));
        self.add(Layer::Dense { out, weights, bias }, &[input])
    }

    fn scale(&mut self, input: ValueId) -> ValueId {
        let count = self.graph.shape(input).channels();
        let scale = self.numbers.take(count, 0.5).into_iter().map(|x| 1.0 + x).collect();
        let bias = self.numbers.take(count, 0.3);
        self.add(Layer::ScaleBias { scale, bias }, &[input])
    }

    fn activate(&mut self, input: ValueId, activation: Activation) -> ValueId {
        self.add(Layer::Activate(activation), &[input])
    }

    fn norm(&mut self, input: ValueId, over: NormOver, bias: bool) -> ValueId {
        let count = self.graph.shape(input).channels();
        let scale = self.numbers.take(count, 0.5).into_iter().map(|x| 1.0 + x).collect();
        let bias = bias.then(|| self.numbers.take(count, 0.3));
        self.add(Layer::RmsNorm { over, epsilon: 1e-6, scale, bias }, &[input])
    }

    fn finish(self) -> Arc<Graph> {
        Arc::new(self.graph)
    }
}

fn batch(graph: &Graph, rows: usize, columns: usize, count: usize) -> Batch {
    let mut numbers = Numbers(rows as u64 * 100 + columns as u64 + 7);
    let mut batch = Batch::default();
    batch.reset(graph, rows, columns, count);
    for input in &mut batch.inputs {
        input.iter_mut().for_each(|x| *x = numbers.next());
    }
    batch
}

/// Runs a network with every instruction set of this machine, and compares with the reference.
#[track_caller]
fn check(graph: &Arc<Graph>, boards: &[(usize, usize, usize)], f32_bound: f32, bf16_bound: f32) {
    check_with(graph, boards, f32_bound, bf16_bound, |x| x);
}

/// The same with inputs made of random ones.
#[track_caller]
fn check_with(
    graph: &Arc<Graph>,
    boards: &[(usize, usize, usize)],
    f32_bound: f32,
    bf16_bound: f32,
    input: impl Fn(f32) -> f32,
) {
    for instructions in Instructions::ALL.into_iter().filter(|i| i.available()) {
        let mut executor = CpuExecutors::with(graph.clone(), instructions).make();
        let bound = if instructions == Instructions::Amx { bf16_bound } else { f32_bound };
        for &(rows, columns, count) in boards {
            let mut batch = batch(graph, rows, columns, count);
            batch.inputs.iter_mut().flatten().for_each(|x| *x = input(*x));
            let (mut expected, mut got) = (Outputs::default(), Outputs::default());
            Reference::new(graph.clone()).run(&batch, &mut expected).expect("the reference runs");
            executor.run(&batch, &mut got).expect("the executor runs");
            for (i, (expected, got)) in expected.values.iter().zip(&got.values).enumerate() {
                assert_eq!(expected.len(), got.len());
                for (at, (e, g)) in expected.iter().zip(got).enumerate() {
                    let fits = (e - g).abs() <= bound * (1.0 + e.abs());
                    assert!(
                        fits,
                        "{instructions} {rows}×{columns}: output {i}, number {at}: {g} instead of {e}"
                    );
                }
            }
        }
    }
}

const BOARDS: [(usize, usize, usize); 6] =
    [(9, 9, 3), (19, 19, 2), (13, 13, 1), (5, 7, 20), (2, 2, 1), (1, 19, 2)];

/// Otherwise the tests below would pass without them.
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
#[test]
fn this_architecture_has_kernels_of_its_own() {
    assert_ne!(Instructions::best(true), Instructions::Portable);
}

/// Mostly zero, as the planes of a position are, and wide kernels.
#[test]
fn sparse_inputs() {
    let mut b = Builder::new(7);
    let planes = b.add(Layer::Input(Shape::Board(22)), &[]);
    let first = b.conv(planes, (5, 5), 1, 40);
    let pointwise = b.conv(planes, (1, 1), 1, 20);
    b.graph.output(first);
    b.graph.output(pointwise);
    check_with(&b.finish(), &BOARDS, 2e-4, 8e-2, |x| if x > 0.9 { 1.0 } else { 0.0 });
}

#[test]
fn residual_blocks_with_pooling_and_heads() {
    let mut b = Builder::new(1);
    let planes = b.add(Layer::Input(Shape::Board(22)), &[]);
    let features = b.add(Layer::Input(Shape::Flat(19)), &[]);
    let first = b.conv(planes, (5, 5), 1, 48);
    let flat = b.dense(features, 48, false);
    let mut trunk = b.add(Layer::Add, &[first, flat]);
    for activation in [Activation::Relu, Activation::Mish, Activation::Silu, Activation::Tanh] {
        let x = b.scale(trunk);
        let x = b.activate(x, activation);
        let regular = b.conv(x, (3, 3), 1, 40);
        let pooled = b.conv(x, (3, 3), 1, 24);
        let pooled = b.scale(pooled);
        let pooled = b.activate(pooled, activation);
        let pooled = b.add(Layer::Pool(Pool::MeanAndMax), &[pooled]);
        let pooled = b.dense(pooled, 40, false);
        let x = b.add(Layer::Add, &[regular, pooled]);
        let x = b.scale(x);
        let x = b.activate(x, activation);
        let x = b.conv(x, (3, 3), 1, 48);
        trunk = b.add(Layer::Add, &[trunk, x]);
    }
    let x = b.scale(trunk);
    let tip = b.activate(x, Activation::Mish);
    let policy = b.conv(tip, (1, 1), 1, 2);
    let value = b.conv(tip, (1, 1), 1, 20);
    let value = b.scale(value);
    let value = b.activate(value, Activation::Relu);
    let ownership = b.conv(value, (1, 1), 1, 1);
    let pooled = b.add(Layer::Pool(Pool::MeanBySize), &[value]);
    let pooled = b.dense(pooled, 50, true);
    let pooled = b.activate(pooled, Activation::Relu);
    let value = b.dense(pooled, 3, true);
    for output in [policy, ownership, value, trunk] {
        b.graph.output(output);
    }
    check(&b.finish(), &BOARDS, 2e-4, 8e-2);
}

#[test]
fn transformer_blocks() {
    for (heads, shared_heads, key_size, value_size, turned) in
        [(3, 3, 16, 16, true), (4, 2, 12, 10, false), (2, 1, 32, 8, true)]
    {
        let mut b = Builder::new(2);
        let planes = b.add(Layer::Input(Shape::Board(22)), &[]);
        let mut trunk = b.conv(planes, (3, 3), 1, 48);
        for _ in 0..2 {
            let x = b.norm(trunk, NormOver::Channels, false);
            let q = b.dense(x, heads * key_size, false);
            let k = b.dense(x, shared_heads * key_size, false);
            let v = b.dense(x, shared_heads * value_size, false);
            let pairs = if turned { shared_heads * key_size / 2 } else { 0 };
            let rotation = (0..pairs).map(|_| [b.numbers.next(), b.numbers.next()]).collect();
            let attention = Attention { heads, shared_heads, key_size, value_size, rotation };
            let x = b.add(Layer::Attention(attention), &[q, k, v]);
            let x = b.dense(x, 48, false);
            trunk = b.add(Layer::Add, &[trunk, x]);
            let x = b.norm(trunk, NormOver::Channels, false);
            let gate = b.dense(x, 64, false);
            let gate = b.activate(gate, Activation::Silu);
            let x = b.dense(x, 64, false);
            let x = b.add(Layer::Multiply, &[gate, x]);
            let x = b.dense(x, 48, false);
            trunk = b.add(Layer::Add, &[trunk, x]);
        }
        let x = b.norm(trunk, NormOver::Board, true);
        let x = b.activate(x, Activation::Mish);
        b.graph.output(x);
        // Split bf16 is nearly as accurate as f32.
        check(&b.finish(), &[(9, 9, 2), (5, 7, 3), (19, 19, 1)], 2e-4, 1e-3);
    }
}

#[test]
fn values_that_several_layers_read() {
    let mut b = Builder::new(3);
    let planes = b.add(Layer::Input(Shape::Board(5)), &[]);
    let a = b.conv(planes, (3, 3), 2, 17);
    let c = b.conv(planes, (3, 1), 1, 17);
    let sum = b.add(Layer::Add, &[a, c]);
    let twice = b.add(Layer::Add, &[sum, sum]);
    let scaled = b.scale(sum);
    let other = b.scale(sum);
    let product = b.add(Layer::Multiply, &[scaled, other]);
    let x = b.add(Layer::Add, &[product, twice]);
    let tanh = b.activate(x, Activation::Tanh);
    let last = b.conv(tanh, (3, 3), 1, 33);
    for output in [a, scaled, x, tanh, last, planes] {
        b.graph.output(output);
    }
    check(&b.finish(), &BOARDS, 2e-4, 8e-2);
}

#[test]
fn heads_of_one_size() {
    let mut b = Builder::new(4);
    let planes = b.add(Layer::Input(Shape::Board(17)), &[]);
    let x = b.conv(planes, (3, 3), 1, 32);
    let x = b.activate(x, Activation::Relu);
    let x = b.conv(x, (1, 1), 1, 3);
    let x = b.scale(x);
    let x = b.activate(x, Activation::Relu);
    let x = b.add(Layer::Flatten { points: 49 }, &[x]);
    let a = b.dense(x, 384, true);
    let a = b.activate(a, Activation::Relu);
    let a = b.dense(a, 1, true);
    let flat = b.dense(x, 50, false);
    let sum = b.add(Layer::Add, &[flat, flat]);
    for output in [a, sum] {
        b.graph.output(output);
    }
    let graph = b.finish();
    check(&graph, &[(7, 7, 18)], 2e-4, 8e-2);
    let mut executor = CpuExecutors::new(graph.clone(), false).make();
    let wrong = executor.run(&batch(&graph, 9, 9, 1), &mut Outputs::default());
    assert_eq!(wrong, Err(ExecutorError::Size { fixed: 49, points: 81 }));
}

#[test]
fn inputs_that_are_too_short_are_refused() {
    let mut b = Builder::new(5);
    let planes = b.add(Layer::Input(Shape::Board(4)), &[]);
    let x = b.conv(planes, (3, 3), 1, 4);
    b.graph.output(x);
    let graph = b.finish();
    let mut short = batch(&graph, 9, 9, 2);
    short.inputs[0].pop();
    let mut executor = CpuExecutors::new(graph.clone(), false).make();
    assert_eq!(executor.run(&short, &mut Outputs::default()), Err(ExecutorError::Inputs));
}

/// One executor switches between board sizes, and outputs do not depend on the other positions in a batch.
#[test]
fn the_same_position_gives_the_same_answer() {
    let mut b = Builder::new(6);
    let planes = b.add(Layer::Input(Shape::Board(8)), &[]);
    let mut trunk = b.conv(planes, (3, 3), 1, 32);
    for _ in 0..3 {
        let x = b.scale(trunk);
        let x = b.activate(x, Activation::Relu);
        let x = b.conv(x, (3, 3), 1, 32);
        trunk = b.add(Layer::Add, &[trunk, x]);
    }
    b.graph.output(trunk);
    let graph = b.finish();
    for instructions in Instructions::ALL.into_iter().filter(|i| i.available()) {
        let executors = CpuExecutors::with(graph.clone(), instructions);
        let mut executor = executors.make();
        let many = batch(&graph, 9, 9, 37);
        let mut together = Outputs::default();
        executor.run(&many, &mut together).expect("runs");
        executor.run(&batch(&graph, 19, 19, 5), &mut Outputs::default()).expect("runs");
        let one = 9 * 9 * 8;
        for position in [0, 20, 36] {
            let mut alone = Batch { count: 1, ..many.clone() };
            alone.inputs[0] = many.inputs[0][position * one..(position + 1) * one].to_vec();
            let mut answer = Outputs::default();
            executor.run(&alone, &mut answer).expect("runs");
            let size = 9 * 9 * 32;
            assert_eq!(
                answer.values[0],
                together.values[0][position * size..(position + 1) * size],
                "{instructions}"
            );
        }
    }
}
