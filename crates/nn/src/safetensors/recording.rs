//! Records the weights of a graph by name.

use std::collections::HashMap;

use super::TensorError;
use crate::builder::{InitialWeights, WeightSource};
use crate::graph::Graph;

/// Provides the weights of a graph for building it again, and records what was requested.
pub struct Recording<'a> {
    by_name: HashMap<String, &'a [f32]>,
    /// Name, shape and numbers of every tensor, in the order of requests.
    pub(super) asked: Vec<(String, Vec<usize>, &'a [f32])>,
}

impl<'a> Recording<'a> {
    pub fn of(graph: &'a Graph) -> Recording<'a> {
        let mut by_name = HashMap::new();
        for node in graph.nodes() {
            let weights = node.layer.weights().into_iter();
            by_name.extend(weights.map(|(what, weights)| (node.name_of(what), weights)));
        }
        Recording { by_name, asked: Vec::new() }
    }
}

impl WeightSource for Recording<'_> {
    type Error = TensorError;

    fn weights(&mut self, name: &str, shape: &[usize], _: InitialWeights) -> Result<Vec<f32>, TensorError> {
        let weights = self.by_name.get(name).ok_or(TensorError::OtherNetwork)?;
        if weights.len() != shape.iter().product::<usize>() {
            return Err(TensorError::OtherNetwork);
        }
        self.asked.push((name.into(), shape.to_vec(), weights));
        Ok(weights.to_vec())
    }
}
