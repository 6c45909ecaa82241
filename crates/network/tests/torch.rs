//! libtorch agrees with the reference executor, and provides gradients for training.
#![cfg(feature = "torch")]

mod cases;
mod executors;
mod nets;

use std::sync::Arc;

use cases::{Case, every_layer, every_layer_on, katago_nets, our_nets};
use executors::{check, check_threads, check_wrong_batches};
use network::Network;
use network::architecture::Architecture;
use network::random;
use nn::random::Numbers;
use nn::torch::tch::{Device, Kind, Tensor, no_grad};
use nn::torch::{TorchExecutors, TorchSettings, Weights, forward, inputs};
use nn::{ExecutorError, ExecutorKind, Executors, Graph};

/// Executors on the processor, even if there is a graphics card.
fn executors(network: &Arc<Network>, kind: Kind) -> TorchExecutors {
    let settings = TorchSettings { device: Some(Device::Cpu), kind: Some(kind), ..TorchSettings::default() };
    TorchExecutors::new(network.graph.clone(), settings).unwrap()
}

const BOARDS: [(usize, usize); 9] =
    [(1, 1), (1, 19), (2, 2), (3, 2), (5, 8), (9, 9), (13, 7), (19, 1), (19, 19)];

#[test]
fn every_layer_is_the_references() {
    for (seed, board) in BOARDS.into_iter().enumerate() {
        for case in every_layer_on(board, 1 + seed % 4, seed as u64) {
            check(&case, &mut executors(&case.network, Kind::Float).make(), 1e-4);
        }
    }
}

/// Sixteen bits for boards: an error of 0.1% in f16 and 1% in bf16 over a dozen layers.
#[test]
fn every_layer_runs_in_sixteen_bits() {
    for case in every_layer() {
        check(&case, &mut executors(&case.network, Kind::Half).make(), 0.05);
        check(&case, &mut executors(&case.network, Kind::BFloat16).make(), 0.4);
    }
}

#[test]
fn networks_are_the_references() {
    for case in our_nets().iter().chain(&katago_nets()) {
        check(case, &mut executors(&case.network, Kind::Float).make(), 1e-4);
    }
}

#[test]
fn threads_share_a_network() {
    for case in our_nets() {
        let executors = executors(&case.network, Kind::Float);
        check_threads(&case, || Box::new(executors.make()));
        check_wrong_batches(&case, &mut executors.make());
    }
}

#[test]
fn users_can_ask_for_it() {
    let case = &our_nets()[0];
    for kind in [ExecutorKind::Torch, ExecutorKind::TorchF32] {
        let executors = Executors::new(kind, case.network.graph.clone()).unwrap();
        assert!(executors.describe().starts_with("libtorch 2."), "{}", executors.describe());
        check(case, executors.make().unwrap().as_mut(), 0.02);
    }
}

#[test]
fn what_libtorch_cannot_do_is_an_error() {
    let settings = TorchSettings { device: Some(Device::Cuda(99)), ..TorchSettings::default() };
    let refused = TorchExecutors::new(our_nets()[0].network.graph.clone(), settings).err();
    let Some(ExecutorError::Failed(why)) = refused else { panic!("{refused:?}") };
    assert!(why.starts_with("libtorch: ") && !why.contains('\n'), "{why}");
}

/// Otherwise libtorch would reorder every board before and after every convolution.
#[test]
fn boards_keep_their_channels_side_by_side() {
    for case in every_layer_on((9, 9), 2, 1) {
        let graph = &case.network.graph;
        let weights = Weights::new(graph, Device::Cpu, Kind::Float).unwrap();
        let inputs = inputs(graph, &case.batch, Device::Cpu).unwrap();
        for (output, value) in forward(graph, &weights, &inputs).unwrap().iter().zip(graph.outputs()) {
            let name = &graph.node(*value).name;
            assert!(output.dim() != 4 || output.stride()[1] == 1, "{name}: {:?}", output.stride());
        }
    }
}

/// Weights with gradients.
fn trainable(graph: &Graph, kind: Kind) -> Weights {
    let weights = Weights::exact(graph, Device::Cpu, kind).unwrap();
    weights.iter().for_each(|(_, tensor)| _ = tensor.set_requires_grad(true));
    weights
}

/// A number that depends on all outputs, and on every weight.
fn loss(graph: &Graph, weights: &Weights, inputs: &[Tensor]) -> Tensor {
    let mut numbers = Numbers::new(1);
    let of_output = |output: &Tensor| {
        let factors = Tensor::from_slice(&numbers.around_zero(output.numel(), 1.0));
        (output.reshape([-1]) * factors).sum(Kind::Double)
    };
    forward(graph, weights, inputs).unwrap().iter().map(of_output).sum()
}

/// The derivative along a random direction, compared with a finite difference.
fn check_gradients(case: &Case) {
    let graph = &case.network.graph;
    let weights = trainable(graph, Kind::Double);
    let inputs = inputs(graph, &case.batch, Device::Cpu).unwrap();
    loss(graph, &weights, &inputs).backward();
    let mut numbers = Numbers::new(2);
    for (name, tensor) in weights.iter() {
        let direction = Tensor::from_slice(&numbers.around_zero(tensor.numel(), 1.0));
        let direction = direction.to_kind(Kind::Double).reshape(tensor.size());
        let derivative = (tensor.grad() * &direction).sum(Kind::Double).double_value(&[]);
        let step = 1e-6;
        let at = |steps: f64| {
            no_grad(|| {
                let _ = tensor.shallow_clone().g_add_(&(&direction * (steps * step)));
                loss(graph, &weights, &inputs).double_value(&[])
            })
        };
        let (above, below) = (at(1.0), at(-2.0));
        let difference = (above - below) / (2.0 * step);
        at(1.0);
        let off = (derivative - difference).abs() / (1.0 + difference.abs());
        assert!(off < 1e-5, "{}, {name}: {derivative}, but by difference {difference}", case.name);
        assert!(derivative != 0.0, "{}, {name}: nothing depends on it", case.name);
    }
}

#[test]
fn gradients_flow_through_every_layer() {
    for case in every_layer_on((3, 4), 2, 5) {
        check_gradients(&case);
    }
}

/// As in training on a graphics card: boards in sixteen bits, weights and their gradients in f32.
#[test]
fn gradients_reach_weights_that_are_more_exact_than_boards() {
    let case = &every_layer_on((5, 5), 2, 6)[0];
    let graph = &case.network.graph;
    let inputs = inputs(graph, &case.batch, Device::Cpu).unwrap();
    let gradients = |kind| {
        let weights = trainable(graph, kind);
        loss(graph, &weights, &inputs).backward();
        weights.iter().map(|(name, tensor)| (name.to_string(), tensor.grad())).collect::<Vec<_>>()
    };
    for ((name, rough), (_, exact)) in gradients(Kind::BFloat16).iter().zip(gradients(Kind::Float)) {
        assert_eq!(rough.kind(), Kind::Float, "{name}");
        let length = |tensor: &Tensor| tensor.square().sum(Kind::Double).sqrt().double_value(&[]);
        let off = length(&(rough - &exact)) / length(&exact);
        assert!(off < 0.1, "{name}: off by {off} of its length");
    }
}

#[test]
fn weights_go_there_and_back() {
    let network = random::network("b6c96", &Architecture::preset("b6c96").unwrap(), 1).unwrap();
    let attention = Graph::clone(&every_layer_on((3, 3), 1, 7)[1].network.graph);
    for graph in [&*network.graph, &attention] {
        let weights = trainable(graph, Kind::BFloat16);
        let mut copy = graph.clone();
        copy.weights_mut().for_each(|(_, numbers)| numbers.fill(0.0));
        assert_ne!(copy, *graph);
        weights.write_into(&mut copy).unwrap();
        let bits = |graph: &mut Graph| -> Vec<u32> {
            graph.weights_mut().flat_map(|(_, numbers)| numbers.iter().map(|x| x.to_bits())).collect()
        };
        assert_eq!(bits(&mut copy), bits(&mut graph.clone()));
        assert_eq!(copy, *graph);
        let names: Vec<String> = copy.weights_mut().map(|(name, _)| name).collect();
        assert!(weights.iter().map(|(name, _)| name).eq(&names));
    }
    let weights = Weights::new(&network.graph, Device::Cpu, Kind::Float).unwrap();
    let mut other = attention.clone();
    assert!(weights.write_into(&mut other).is_err());
    assert_eq!(other, attention);
}
