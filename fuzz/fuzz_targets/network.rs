//! Every file that can be read as a network can be run and exported.

#![no_main]

use libfuzzer_sys::fuzz_target;
use network::{onnx, read};
use nn::cpu::{self, CpuExecutors};
use nn::onnx::Options;
use nn::reference::Reference;
use nn::{Batch, Executor, Outputs};

/// Larger networks would only take time. The memory a network needs is known before it runs.
const MAX_MEMORY: u64 = 64 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Ok(network) = read(bytes) else { return };
    if cpu::footprint(&network.graph) > MAX_MEMORY {
        return;
    }
    let mut batch = Batch::default();
    let (rows, columns) = network.graph.fixed_points().map_or((19, 19), |points| (1, points));
    batch.reset(&network.graph, rows, columns, 1);
    for (i, x) in batch.inputs.iter_mut().flatten().enumerate() {
        *x = (i % 3) as f32 / 2.0;
    }
    onnx::export(&network, &Options::default()).expect("every small network can be exported");
    let (graph, mut outputs) = (network.graph, Outputs::default());
    let run = "every network from a file can be run on its boards";
    CpuExecutors::new(graph.clone(), false).make().run(&batch, &mut outputs).expect(run);
    // The reference is slow.
    if graph.parameters() < 1 << 14 {
        Reference::new(graph).run(&batch, &mut outputs).expect(run);
    }
});
