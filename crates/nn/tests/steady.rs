//! An executor allocates memory for the first batch of a size, and none after that.

use std::alloc::{GlobalAlloc, Layout as MemoryLayout, System};
use std::cell::Cell;
use std::sync::Arc;

use nn::cpu::{CpuExecutors, Instructions};
use nn::{Activation, Attention, Batch, Executor, Graph, Layer, Outputs, Pool, Shape};

/// Counts the allocations of this thread.
struct Counting;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all of it is left to the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: MemoryLayout) -> *mut u8 {
        TAKEN.with(|taken| taken.set(taken.get() + 1));
        // SAFETY: the caller has promised what the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: MemoryLayout) {
        // SAFETY: the caller has promised what the system asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Convolutions of several sizes, pooling, attention and flat layers.
fn graph() -> Arc<Graph> {
    let mut graph = Graph::new();
    let mut add =
        |name: &str, layer: Layer, inputs: &[_]| graph.add(name, layer, inputs).expect("a layer that fits");
    let conv = |rows, out, channels: usize| Layer::Conv {
        rows,
        columns: rows,
        dilation: 1,
        out,
        weights: vec![0.01; rows * rows * out * channels],
    };
    let dense =
        |out: usize, channels: usize| Layer::Dense { out, weights: vec![0.01; out * channels], bias: None };
    let planes = add("planes", Layer::Input(Shape::Board(22)), &[]);
    let first = add("first", conv(5, 32, 22), &[planes]);
    let active = add("active", Layer::Activate(Activation::Mish), &[first]);
    let second = add("second", conv(3, 32, 32), &[active]);
    let trunk = add("trunk", Layer::Add, &[first, second]);
    let attention =
        Attention { heads: 2, shared_heads: 2, key_size: 16, value_size: 16, rotation: Vec::new() };
    let attended = add("attended", Layer::Attention(attention), &[trunk, trunk, trunk]);
    let policy = add("policy", conv(1, 1, 32), &[attended]);
    let pooled = add("pooled", Layer::Pool(Pool::MeanAndMax), &[attended]);
    let value = add("value", dense(3, 96), &[pooled]);
    graph.output(policy);
    graph.output(value);
    Arc::new(graph)
}

#[test]
fn no_memory_is_taken_after_the_first_batch() {
    let graph = graph();
    for instructions in Instructions::ALL.into_iter().filter(|i| i.available()) {
        let mut executor = CpuExecutors::with(graph.clone(), instructions).make();
        let mut batch = Batch::default();
        batch.reset(&graph, 9, 9, 7);
        let mut outputs = Outputs::default();
        let before = TAKEN.with(Cell::get);
        executor.run(&batch, &mut outputs).expect("runs");
        let first = TAKEN.with(Cell::get);
        assert!(first > before, "what is taken is counted");
        for count in [7, 3, 1, 7] {
            batch.reset(&graph, 9, 9, count);
            executor.run(&batch, &mut outputs).expect("runs");
        }
        assert_eq!(TAKEN.with(Cell::get), first, "{instructions}");
    }
}
