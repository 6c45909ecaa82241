//! No file may do harm: what can be read as a network can be run.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use network::reference::Reference;
use network::{Answers, Batch, Executor, onnx, read};

/// Larger networks would only take time.
const MAX_WORK: usize = 1 << 16;

fuzz_target!(|bytes: &[u8]| {
    let Ok(network) = read(bytes) else { return };
    let work: usize = network.graph.nodes().iter().map(|node| node.shape.channels()).sum();
    if network.graph.parameters() + work > MAX_WORK {
        return;
    }
    let mut batch = Batch::default();
    let (rows, columns) = network.graph.fixed_points().map_or((2, 3), |points| (1, points));
    batch.reset(&network.graph, rows, columns, 1);
    for (i, x) in batch.inputs.iter_mut().flatten().enumerate() {
        *x = (i % 3) as f32 / 2.0;
    }
    onnx::export(&network, &onnx::Options::default()).expect("every small network can be exported");
    let mut answers = Answers::default();
    let mut executor = Reference::new(Arc::new(network));
    executor.run(&batch, &mut answers).expect("every network from a file can be run on its boards");
});
