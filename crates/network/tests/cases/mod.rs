//! Networks of every kind, with inputs to run them on.

#![allow(dead_code)] // Each test uses its own part of it.

use std::sync::Arc;

use crate::nets;
use board::{Game, Komi, Move, Rules, Size, Symmetry};
use network::architecture::{Architecture, HeadSettings};
use network::random;
use network::{CurveHeads, Heads, InputSettings, Network, PlaneBuilder, Planes};
use nn::random::Numbers;
use nn::{Activation, Attention, Batch, Graph, Layer, NormOver, Pool, Shape, ValueId};
use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub struct Case {
    pub name: String,
    pub network: Arc<Network>,
    pub batch: Batch,
}

impl Case {
    /// A case with random inputs.
    fn random(name: &str, network: Network, board: (usize, usize), seed: u64) -> Case {
        Case::random_of(name, network, board, POSITIONS, seed)
    }

    fn random_of(
        name: &str,
        network: Network,
        (rows, columns): (usize, usize),
        count: usize,
        seed: u64,
    ) -> Case {
        let mut batch = Batch::default();
        batch.reset(&network.graph, rows, columns, count);
        let mut numbers = Numbers::new(seed);
        for input in &mut batch.inputs {
            *input = numbers.around_zero(input.len(), 1.0);
        }
        Case { name: name.into(), network: Arc::new(network), batch }
    }
}

impl Case {
    /// A case with positions of a random game.
    fn on_positions(name: &str, network: Network, side: usize, seed: u64) -> Case {
        let mut batch = Batch::default();
        batch.reset(&network.graph, side, side, POSITIONS);
        let mut builder = PlaneBuilder::new(network.planes, InputSettings::default());
        let mut game = Game::new(Size::square(side).unwrap(), Rules::CHINESE, Komi::from_halves(15));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for row in 0..POSITIONS {
            builder.fill(game.position(), Symmetry::IDENTITY, &mut batch, row);
            for _ in 0..side * side / 6 {
                let points: Vec<_> = game.position().board().empty_points().collect();
                let point = points[rng.next_u32() as usize % points.len()];
                // Some moves are illegal; others follow.
                let _ = game.play(game.position().to_move(), Move::Play(point));
            }
        }
        Case { name: name.into(), network: Arc::new(network), batch }
    }
}

/// Positions in a batch.
const POSITIONS: usize = 3;

/// A graph under construction, with random weights.
struct Making {
    graph: Graph,
    numbers: Numbers,
}

impl Making {
    fn new(seed: u64) -> Making {
        Making { graph: Graph::new(), numbers: Numbers::new(seed) }
    }

    fn add(&mut self, layer: Layer, inputs: &[ValueId]) -> ValueId {
        let name = format!("layer{}", self.graph.nodes().len());
        self.graph.add(name, layer, inputs).unwrap()
    }

    /// Adds a layer whose value is an output too.
    fn show(&mut self, layer: Layer, inputs: &[ValueId]) -> ValueId {
        let value = self.add(layer, inputs);
        self.graph.output(value);
        value
    }

    fn weights(&mut self, count: usize, inputs: usize) -> Vec<f32> {
        self.numbers.around_zero(count, 1.0 / (inputs as f32).sqrt())
    }

    fn conv(
        &mut self,
        (rows, columns): (usize, usize),
        dilation: usize,
        out: usize,
        from: ValueId,
    ) -> ValueId {
        let taps = rows * columns * self.graph.shape(from).channels();
        let weights = self.weights(taps * out, taps);
        self.show(Layer::Conv { rows, columns, dilation, out, weights }, &[from])
    }

    fn dense(&mut self, out: usize, has_bias: bool, from: ValueId) -> ValueId {
        let inputs = self.graph.shape(from).channels();
        let weights = self.weights(inputs * out, inputs);
        let bias = has_bias.then(|| self.weights(out, 1));
        self.show(Layer::Dense { out, weights, bias }, &[from])
    }

    fn scale_bias(&mut self, from: ValueId) -> ValueId {
        let channels = self.graph.shape(from).channels();
        let (scale, bias) = (self.weights(channels, 1), self.weights(channels, 1));
        self.show(Layer::ScaleBias { scale, bias }, &[from])
    }

    fn rms_norm(&mut self, over: NormOver, has_bias: bool, from: ValueId) -> ValueId {
        let channels = self.graph.shape(from).channels();
        let scale = self.weights(channels, 1);
        let bias = has_bias.then(|| self.weights(channels, 1));
        self.show(Layer::RmsNorm { over, epsilon: 1e-5, scale, bias }, &[from])
    }

    fn attention(&mut self, heads: usize, shared_heads: usize, turns: bool, from: ValueId) -> ValueId {
        let (key_size, value_size) = (6, 5);
        let queries = self.dense(heads * key_size, true, from);
        let keys = self.dense(shared_heads * key_size, true, from);
        let values = self.dense(shared_heads * value_size, true, from);
        let pairs = if turns { shared_heads * key_size / 2 } else { 0 };
        let rotation = self.weights(2 * pairs, 1).chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let attention = Attention { heads, shared_heads, key_size, value_size, rotation };
        self.show(Layer::Attention(attention), &[queries, keys, values])
    }

    fn finish(self) -> Network {
        let none = self.graph.outputs().len();
        // No output has a meaning, so none of these indices exists in the graph.
        let heads = Heads::Curve(CurveHeads {
            policy: none,
            pass: None,
            lead: none,
            confidence: none,
            ownership: None,
            reply: None,
            thinking_time: None,
        });
        Network {
            name: "layers".into(),
            graph: Arc::new(self.graph),
            planes: Planes::Sai { positions: 1 },
            heads,
        }
    }
}

/// Every layer except attention and flattening, in every form; all their values are outputs.
fn local_layers(seed: u64) -> Network {
    let mut making = Making::new(seed);
    let board = making.add(Layer::Input(Shape::Board(5)), &[]);
    let flat = making.add(Layer::Input(Shape::Flat(7)), &[]);
    let board = making.conv((3, 3), 1, 6, board);
    let wide = making.conv((5, 3), 1, 6, board);
    let spread = making.conv((3, 3), 2, 6, wide);
    let point = making.conv((1, 1), 1, 6, spread);
    let scaled = making.scale_bias(point);
    let mut active = making.show(Layer::Add, &[scaled, board]);
    for activation in [Activation::Relu, Activation::Mish, Activation::Silu, Activation::Tanh] {
        active = making.dense(6, activation == Activation::Silu, active);
        active = making.show(Layer::Activate(activation), &[active]);
    }
    let product = making.show(Layer::Multiply, &[active, scaled]);
    let normed = making.rms_norm(NormOver::Channels, true, product);
    making.rms_norm(NormOver::Board, false, normed);
    let pooled = making.show(Layer::Pool(Pool::MeanAndMax), &[product]);
    let dense = making.dense(6, false, pooled);
    making.show(Layer::Add, &[board, dense]);
    let sized = making.show(Layer::Pool(Pool::MeanBySize), &[board]);
    let sized = making.dense(7, true, sized);
    let sum = making.show(Layer::Add, &[sized, flat]);
    let sum = making.show(Layer::Activate(Activation::Mish), &[sum]);
    let sum = making.scale_bias(sum);
    making.rms_norm(NormOver::Channels, false, sum);
    making.show(Layer::Multiply, &[sum, flat]);
    making.finish()
}

/// Attention in every form.
fn attention_layers(seed: u64) -> Network {
    let mut making = Making::new(seed);
    let board = making.add(Layer::Input(Shape::Board(5)), &[]);
    let plain = making.attention(2, 2, false, board);
    let turned = making.attention(3, 3, true, plain);
    let shared = making.attention(4, 2, true, turned);
    making.attention(4, 1, false, shared);
    making.finish()
}

/// Flattening, for one board size.
fn flattening_layers(points: usize, seed: u64) -> Network {
    let mut making = Making::new(seed);
    let board = making.add(Layer::Input(Shape::Board(5)), &[]);
    let board = making.conv((3, 3), 1, 3, board);
    let flat = making.show(Layer::Flatten { points }, &[board]);
    making.dense(4, true, flat);
    making.finish()
}

/// Every layer, on a few board sizes.
pub fn every_layer() -> Vec<Case> {
    vec![
        Case::random("layers-9x9", local_layers(1), (9, 9), 4),
        Case::random("layers-5x7", local_layers(1), (5, 7), 5),
        Case::random("layers-1x2", local_layers(1), (1, 2), 6),
        Case::random("attention-9x9", attention_layers(2), (9, 9), 7),
        Case::random("attention-4x6", attention_layers(2), (4, 6), 8),
        Case::random("flatten-5x7", flattening_layers(35, 3), (5, 7), 9),
    ]
}

/// Every layer, on any board size.
pub fn every_layer_on((rows, columns): (usize, usize), count: usize, seed: u64) -> [Case; 3] {
    let nets = [local_layers(seed), attention_layers(seed), flattening_layers(rows * columns, seed)];
    let names = ["layers", "attention", "flatten"].map(|name| format!("{name}-{rows}x{columns}"));
    let mut names = names.iter();
    nets.map(|net| Case::random_of(names.next().unwrap(), net, (rows, columns), count, seed))
}

/// A small network with the SAI paper's heads.
pub fn fixed_net(side: usize) -> Network {
    let mut architecture = Architecture::preset("paper-4x128").unwrap();
    architecture.trunk.blocks = 2;
    architecture.trunk.channels = 16;
    if let HeadSettings::Fixed(heads) = &mut architecture.heads {
        heads.side = side;
    }
    random::network("fixed", &architecture, 1).unwrap()
}

pub fn our_nets() -> Vec<Case> {
    let tiny = include_str!("../../architectures/tiny.toml");
    let katago = tiny
        .replace("\"sai\"\npositions = 4", "\"katago\"")
        .replace("blocks = 2", "blocks = 2\nactivation = \"mish\"");
    let make = |text: &str| random::network("tiny", &Architecture::from_toml(text).unwrap(), 1).unwrap();
    vec![
        Case::on_positions("tiny-9x9", make(tiny), 9, 1),
        Case::on_positions("tiny-19x19", make(tiny), 19, 2),
        Case::on_positions("tiny-katago-13x13", make(&katago), 13, 3),
        Case::on_positions("fixed-7x7", fixed_net(7), 7, 4),
    ]
}

pub fn katago_nets() -> Vec<Case> {
    let names = ["g170-b6c96-s175395328-d26788732", "b7c96h3tfrs-test5-cnorm"];
    let mut cases = Vec::new();
    for path in names.iter().filter_map(|name| nets::find(name)) {
        let network = network::load(path).unwrap();
        for side in [9, 19] {
            let name = format!("{}-{side}", network.name);
            cases.push(Case::on_positions(&name, network.clone(), side, 1));
        }
    }
    cases
}
