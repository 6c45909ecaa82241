//! The same positions on the same networks must give the numbers that KataGo gives.

mod answers;
mod nets;

use std::fs;
use std::sync::Arc;

use answers::{BF16, F32, Vector, compare};
use network::reference::Reference;
use network::{Executor, ExecutorKind, Executors, Network, Outlook, load};

fn vectors(net: &str) -> Vec<Vector> {
    let Some(folder) = nets::data() else { return Vec::new() };
    let text = fs::read_to_string(folder.join("raw-nn.json")).unwrap();
    let all: Vec<Vector> = serde_json::from_str(&text).unwrap();
    let of_net: Vec<Vector> = all.into_iter().filter(|vector| vector.net == net).collect();
    assert_eq!(of_net.len(), 39);
    of_net
}

fn open(net: &str) -> Option<Arc<Network>> {
    let network = load(nets::find(net)?).unwrap();
    network.check_heads().unwrap();
    Some(Arc::new(network))
}

/// Compares every `step`th position with the plainest executor.
fn reference(net: &str, step: usize) {
    let Some(network) = open(net) else { return };
    let vectors: Vec<Vector> = vectors(net).into_iter().step_by(step).collect();
    let mut executor = Reference::new(network.clone());
    let worst = compare(&network, &mut executor, &Outlook::default(), &vectors, F32);
    println!("{}, {net}: {} positions, {worst:?}", executor.describe(), vectors.len());
}

/// Compares all positions with what users run.
fn built_in(net: &str) {
    let Some(network) = open(net) else { return };
    let vectors = vectors(net);
    for kind in [ExecutorKind::CpuF32, ExecutorKind::Cpu] {
        let executors = Executors::new(kind, network.clone()).unwrap();
        let limit = if executors.describe().contains("bf16") { BF16 } else { F32 };
        assert!(kind == ExecutorKind::Cpu || limit.lead == F32.lead, "{}", executors.describe());
        let mut executor = executors.make().unwrap();
        let worst = compare(&network, executor.as_mut(), &Outlook::default(), &vectors, limit);
        println!("{}, {net}: {} positions, {worst:?}", executor.describe(), vectors.len());
    }
}

const SMALL: &str = "g170-b6c96-s175395328-d26788732";
const SMALL_TRANSFORMER: &str = "b7c96h3tfrs-test5-cnorm";
const LARGE: &str = nets::LARGE[0].0;
const LARGE_TRANSFORMER: &str = nets::LARGE[1].0;

#[test]
fn reference_small() {
    reference(SMALL, 1);
}

#[test]
fn reference_small_transformer() {
    reference(SMALL_TRANSFORMER, 1);
}

/// The reference is slow: some positions of each size must do.
#[test]
fn reference_large() {
    reference(LARGE, 7);
}

#[test]
fn reference_large_transformer() {
    reference(LARGE_TRANSFORMER, 7);
}

#[test]
fn built_in_small() {
    built_in(SMALL);
}

#[test]
fn built_in_small_transformer() {
    built_in(SMALL_TRANSFORMER);
}

#[test]
fn built_in_large() {
    built_in(LARGE);
}

#[test]
fn built_in_large_transformer() {
    built_in(LARGE_TRANSFORMER);
}
