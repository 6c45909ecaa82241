//! The weights of a graph by name.

use std::collections::HashMap;

use super::WeightsError;
use crate::Graph;
use crate::architecture::{Source, Start};

/// Every weight of a graph under the name it is stored with, as [`crate::architecture::Architecture`] asks for it.
pub(super) struct Tensors<'a> {
    of: HashMap<String, &'a [f32]>,
}

impl<'a> Tensors<'a> {
    pub fn of(graph: &'a Graph) -> Tensors<'a> {
        let mut of = HashMap::new();
        for node in graph.nodes() {
            let weights = node.layer.weights().into_iter();
            of.extend(weights.map(|(what, weights)| (node.name_of(what), weights)));
        }
        Tensors { of }
    }
}

/// Weights of a graph, and the shapes they were asked for with.
pub(super) struct Collected<'a> {
    pub tensors: Tensors<'a>,
    pub asked: Vec<(String, Vec<usize>, &'a [f32])>,
}

impl Source for Collected<'_> {
    type Error = WeightsError;

    fn weights(&mut self, name: &str, shape: &[usize], _: Start) -> Result<Vec<f32>, WeightsError> {
        let weights = self.tensors.of.get(name).ok_or(WeightsError::OtherNetwork)?;
        if weights.len() != shape.iter().product::<usize>() {
            return Err(WeightsError::OtherNetwork);
        }
        self.asked.push((name.into(), shape.to_vec(), weights));
        Ok(weights.to_vec())
    }
}
