//! The interface of executors.

use crate::graph::Graph;

/// Positions for an executor: all of one board size.
///
/// Boards are written point by point, from the top row down and from left to right, with the channels of a point side
/// by side: `boards[i]` of input `i` holds `count` × `rows` × `columns` × channels numbers, flat inputs `count` × channels.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    pub rows: usize,
    pub columns: usize,
    pub count: usize,
    /// One for each input of the graph, in its order.
    pub inputs: Vec<Vec<f32>>,
}

impl Batch {
    /// Makes space for `count` positions, all zero, reusing memory.
    pub fn reset(&mut self, graph: &Graph, rows: usize, columns: usize, count: usize) {
        (self.rows, self.columns, self.count) = (rows, columns, count);
        self.inputs.resize_with(graph.inputs().count(), Vec::new);
        for ((_, shape), input) in graph.inputs().zip(&mut self.inputs) {
            input.clear();
            input.resize(count * shape.elements(rows * columns), 0.0);
        }
    }

    pub fn points(&self) -> usize {
        self.rows * self.columns
    }

    /// Whether the batch has all numbers that the graph reads.
    pub fn check(&self, graph: &Graph) -> Result<(), ExecutorError> {
        if let Some(fixed) = graph.fixed_points().filter(|fixed| *fixed != self.points()) {
            return Err(ExecutorError::Size { fixed, points: self.points() });
        }
        let fits = graph.inputs().count() == self.inputs.len()
            && self.points() > 0
            && graph
                .inputs()
                .zip(&self.inputs)
                .all(|((_, shape), input)| input.len() == self.count * shape.elements(self.points()));
        fits.then_some(()).ok_or(ExecutorError::Inputs)
    }
}

/// The outputs of a batch: one vector per output of the graph, with the layout of inputs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outputs {
    pub values: Vec<Vec<f32>>,
}

impl Outputs {
    pub fn reset(&mut self, graph: &Graph, batch: &Batch) {
        self.values.resize_with(graph.outputs().len(), Vec::new);
        for (value, output) in graph.outputs().iter().zip(&mut self.values) {
            output.clear();
            output.resize(batch.count * graph.shape(*value).elements(batch.points()), 0.0);
        }
    }
}

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum ExecutorError {
    #[error("this network supports only boards of {fixed} points, not {points}")]
    Size { fixed: usize, points: usize },
    #[error("the inputs do not fit the network")]
    Inputs,
    #[error("executors disagree on {output}: {first}, {second}")]
    Differs { output: String, first: String, second: String },
    #[error("{0}")]
    Failed(String),
}

/// Runs one graph. Every thread has its own executor; large data is shared between them.
pub trait Executor: Send {
    /// A short description of the executor and its device.
    fn describe(&self) -> String;

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError>;

    /// The same with a batch that can be passed to another thread without a copy. It comes back with
    /// undefined content.
    fn run_clobbering(&mut self, batch: &mut Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        self.run(batch, outputs)
    }
}
