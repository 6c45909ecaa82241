//! Networks with every kind of layer, made here and run by KataGo: its answers are in `data/own-networks.json`.
//!
//! KataGo 1.17 (Eigen) loaded the files that `writer` makes, and printed `kata-raw-nn 0`; for human networks
//! with `humanSLProfile = preaz_5k`. It does not run dilated convolutions.

mod answers;
mod writer;

use std::sync::Arc;

use answers::{Differences, F32, Vector, compare, f32_kinds, limit};
use network::{Backend, InputSettings, Network, read};
use nn::ExecutorKind;
use nn::reference::Reference;
use writer::{Floats, Plan};

fn check(run: impl Fn(Arc<Network>, &InputSettings, &[Vector]) -> Differences) {
    let vectors: Vec<Vector> = serde_json::from_str(include_str!("data/own-networks.json")).unwrap();
    let mut compared = 0;
    let mut worst = Differences::default();
    let input_settings = InputSettings { profile: "preaz_5k".parse().unwrap(), ..InputSettings::default() };
    for group in vectors.chunk_by(|a, b| a.net == b.net) {
        let plan = Plan::all().into_iter().find(|plan| plan.name == group[0].net).unwrap();
        let network = read(&plan.write(Floats::Binary).bytes).unwrap();
        network.check_heads().unwrap();
        worst.raise(run(Arc::new(network), &input_settings, group));
        compared += 1;
    }
    println!("{compared} networks, {worst:?}");
    assert_eq!(compared, Plan::all().iter().filter(|plan| plan.dilation == 1).count());
}

#[test]
fn reference() {
    check(|network, input_settings, vectors| {
        compare(&network, &mut Reference::new(network.graph.clone()), input_settings, vectors, F32)
    });
}

#[test]
fn built_in() {
    for kind in f32_kinds().chain([ExecutorKind::Cpu]) {
        check(|network, input_settings, vectors| {
            let mut executor = Backend::new(kind, network.clone()).unwrap().executors().make().unwrap();
            let limit = limit(kind, executor.as_ref());
            compare(&network, executor.as_mut(), input_settings, vectors, limit)
        });
    }
}
