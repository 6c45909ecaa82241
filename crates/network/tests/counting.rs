//! Heads whose α is the sum of the ownership.

use std::sync::Arc;

use network::architecture::Architecture;
use network::{Backend, Heads};
use nn::{Batch, ExecutorKind, Outputs};

/// With a correction of zero, α is the sum of the ownership, on every board size.
#[test]
fn a_network_counts_what_it_owns() {
    let architecture = Architecture::preset("b6c96-katago").unwrap();
    let mut network = network::random::network("counting", &architecture, 4).unwrap();
    for (name, weights) in network.graph_mut().weights_mut() {
        if name.starts_with("lead.out") {
            weights.fill(0.0);
        }
        if name.starts_with("ownership.out") {
            weights.iter_mut().for_each(|w| *w *= 8.0);
        }
    }
    let Heads::Curve(heads) = network.heads.clone() else { panic!() };
    let network = Arc::new(network);
    for kind in [ExecutorKind::CpuF32, ExecutorKind::Cpu] {
        let mut executor = Backend::new(kind, network.clone()).unwrap().executors().make().unwrap();
        for side in [5, 9, 14, 19] {
            let (mut batch, mut outputs) = (Batch::default(), Outputs::default());
            batch.reset(&network.graph, side, side, 2);
            for input in &mut batch.inputs {
                input.iter_mut().enumerate().for_each(|(i, x)| *x = i.is_multiple_of(5) as u8 as f32);
            }
            executor.run(&batch, &mut outputs).unwrap();
            let owners = outputs.values[heads.ownership.unwrap()].chunks(side * side);
            for (owners, lead) in owners.zip(&outputs.values[heads.lead]) {
                let count: f32 = owners.iter().map(|o| o.tanh()).sum();
                assert!((count - lead).abs() < 0.02 * side as f32, "{kind} {side}: {count} {lead}");
                assert!(count.abs() > 1.0, "nothing is owned: {count}");
            }
        }
    }
}
