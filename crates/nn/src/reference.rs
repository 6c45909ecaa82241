//! The simplest executor: one loop per layer, in f32, no tricks. It is slow, and all others are compared with
//! it.

mod attention;
mod layers;
mod size;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::executor::{Batch, Executor, ExecutorError, Outputs};
use crate::graph::{Graph, Layer, Node};

pub struct Reference {
    graph: Arc<Graph>,
    /// For every layer with a matrix, its weights with the output channels innermost, so that loops run along
    /// memory.
    weights: Vec<Vec<f32>>,
    /// For every layer, the values that no later layer needs.
    last_uses: Vec<Vec<usize>>,
}

impl Reference {
    pub fn new(graph: Arc<Graph>) -> Reference {
        let nodes = graph.nodes();
        let weights = nodes.iter().map(|node| output_innermost(&node.layer)).collect();
        let last_uses = graph.last_uses();
        Reference { graph, weights, last_uses }
    }

    fn check(&self, batch: &Batch) -> Result<(), ExecutorError> {
        let graph = &self.graph;
        let points = batch.points();
        if let Some(fixed) = graph.fixed_points().filter(|fixed| *fixed != points) {
            return Err(ExecutorError::Size { fixed, points });
        }
        let expected = graph.inputs().map(|(_, shape)| batch.count * shape.elements(points));
        if points == 0 || !expected.eq(batch.inputs.iter().map(Vec::len)) {
            return Err(ExecutorError::Failed("the batch does not fit the network's inputs".into()));
        }
        Ok(())
    }
}

impl Executor for Reference {
    fn describe(&self) -> String {
        "reference, f32".into()
    }

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        self.check(batch)?;
        let graph = &self.graph;
        outputs.reset(graph, batch);
        let mut given = batch.inputs.iter();
        let mut values: Vec<Vec<f32>> = Vec::with_capacity(graph.nodes().len());
        for (i, node) in graph.nodes().iter().enumerate() {
            let value = match node.layer {
                Layer::Input(_) => given.next().cloned().unwrap_or_default(),
                _ => self.run_node(node, &self.weights[i], batch, &values),
            };
            values.push(value);
            for (value, output) in graph.outputs().iter().zip(&mut outputs.values) {
                if value.index() == i {
                    output.copy_from_slice(&values[i]);
                }
            }
            for spent in &self.last_uses[i] {
                values[*spent] = Vec::new();
            }
        }
        Ok(())
    }
}

impl Reference {
    fn run_node(&self, node: &Node, weights: &[f32], batch: &Batch, values: &[Vec<f32>]) -> Vec<f32> {
        let points = batch.points();
        let size = node.shape.elements(points);
        let mut made = vec![0.0; batch.count * size];
        for (position, out) in made.chunks_exact_mut(size).enumerate() {
            let inputs: Vec<&[f32]> = node
                .inputs
                .iter()
                .map(|value| {
                    let size = self.graph.shape(*value).elements(points);
                    &values[value.index()][position * size..][..size]
                })
                .collect();
            let board = size::Size { rows: batch.rows, columns: batch.columns };
            layers::run(node, weights, &inputs, board, out);
        }
        made
    }
}

/// Convolutions from \[out\]\[in\]\[tap\] to \[tap\]\[in\]\[out\], matrices from \[out\]\[in\] to \[in\]\[out\].
fn output_innermost(layer: &Layer) -> Vec<f32> {
    let (taps, out, weights) = match layer {
        Layer::Conv { rows, columns, out, weights, .. } => (rows * columns, *out, weights),
        Layer::Dense { out, weights, .. } => (1, *out, weights),
        _ => return Vec::new(),
    };
    let inputs = weights.len() / (taps * out);
    let mut turned = vec![0.0; weights.len()];
    for o in 0..out {
        for i in 0..inputs {
            for tap in 0..taps {
                turned[(tap * inputs + i) * out + o] = weights[(o * inputs + i) * taps + tap];
            }
        }
    }
    turned
}
