//! The weights of layers and graphs, by name.

use std::collections::HashMap;

use super::{Graph, Layer, Node};

impl Layer {
    /// Its weights by their names within the layer, always in the same order.
    pub fn weights(&self) -> Vec<(&'static str, &[f32])> {
        let (first, bias): ((_, &[f32]), Option<&[f32]>) = match self {
            Layer::Conv { weights, .. } => (("weight", weights), None),
            Layer::Dense { weights, bias, .. } => (("weight", weights), bias.as_deref()),
            Layer::ScaleBias { scale, bias } => (("scale", scale), Some(bias)),
            Layer::RmsNorm { scale, bias, .. } => (("scale", scale), bias.as_deref()),
            Layer::Attention(attention) if !attention.rotation.is_empty() => {
                (("rotation", attention.rotation.as_flattened()), None)
            }
            _ => return Vec::new(),
        };
        std::iter::once(first).chain(bias.map(|bias| ("bias", bias))).collect()
    }

    /// Takes over the weights of a layer with fewer inputs and outputs.
    fn widen(&mut self, from: &Layer) {
        let (out, out_before) = (self.outputs(), from.outputs());
        for ((_, to), (_, from)) in self.weights_mut().into_iter().zip(from.weights()) {
            if out == 0 || out_before == 0 || to.len() % out != 0 || from.len() % out_before != 0 {
                continue;
            }
            let (row, row_before) = (to.len() / out, from.len() / out_before);
            if out < out_before || row < row_before {
                continue;
            }
            for (to, from) in to.chunks_exact_mut(row).zip(from.chunks_exact(row_before)) {
                to[..row_before].copy_from_slice(from);
                to[row_before..].fill(0.0);
            }
        }
    }

    /// Channels that its weights are for.
    fn outputs(&self) -> usize {
        match self {
            Layer::Conv { out, .. } | Layer::Dense { out, .. } => *out,
            Layer::ScaleBias { scale, .. } | Layer::RmsNorm { scale, .. } => scale.len(),
            _ => 0,
        }
    }

    /// [`Layer::weights`], mutable.
    fn weights_mut(&mut self) -> Vec<(&'static str, &mut [f32])> {
        let (first, bias): ((_, &mut [f32]), Option<&mut [f32]>) = match self {
            Layer::Conv { weights, .. } => (("weight", weights), None),
            Layer::Dense { weights, bias, .. } => (("weight", weights), bias.as_deref_mut()),
            Layer::ScaleBias { scale, bias } => (("scale", scale), Some(bias)),
            Layer::RmsNorm { scale, bias, .. } => (("scale", scale), bias.as_deref_mut()),
            Layer::Attention(attention) if !attention.rotation.is_empty() => {
                (("rotation", attention.rotation.as_flattened_mut()), None)
            }
            _ => return Vec::new(),
        };
        std::iter::once(first).chain(bias.map(|bias| ("bias", bias))).collect()
    }
}

impl Node {
    /// The name of a layer's weight in the graph.
    pub fn name_of(&self, weight: &str) -> String {
        format!("{}.{weight}", self.name)
    }
}

impl Graph {
    /// The number of weights in all layers.
    pub fn parameters(&self) -> usize {
        let all = self.nodes.iter().flat_map(|node| node.layer.weights());
        all.map(|(_, weights)| weights.len()).sum()
    }

    /// Copies the weights that another graph has under the same name and with the same length.
    pub fn take_over(&mut self, other: &Graph) {
        let named = |node: &Node| -> Vec<(String, Vec<f32>)> {
            node.layer
                .weights()
                .iter()
                .map(|(what, weights)| (node.name_of(what), weights.to_vec()))
                .collect()
        };
        let known: HashMap<String, Vec<f32>> = other.nodes.iter().flat_map(named).collect();
        for (name, own) in self.weights_mut() {
            if let Some(weights) = known.get(&name).filter(|weights| weights.len() == own.len()) {
                own.copy_from_slice(weights);
            }
        }
    }

    /// Takes over the weights of a smaller graph with the same names: its channels keep computing what they did, because
    /// they take nothing from channels that it does not have. New channels keep their weights. Convolutions with
    /// the name `last_in_block` are silent at first where the smaller graph has no such block. Layers after a pooling must be of one size in
    /// both.
    pub fn grow_from(&mut self, smaller: &Graph, last_in_block: &str) {
        let known: HashMap<&str, &Layer> =
            smaller.nodes.iter().map(|node| (node.name.as_str(), &node.layer)).collect();
        for Node { name, layer, .. } in &mut self.nodes {
            match known.get(name.as_str()) {
                Some(from) => layer.widen(from),
                None if name.ends_with(last_in_block) => {
                    layer.weights_mut().into_iter().for_each(|(_, weights)| weights.fill(0.0));
                }
                None => {}
            }
        }
    }

    /// Moves all weights a fraction of the way towards those of another graph with the same layers; false,
    /// and nothing changes, if its layers differ.
    pub fn move_towards(&mut self, other: &Graph, share: f32) -> bool {
        let there: Vec<&[f32]> =
            other.nodes.iter().flat_map(|node| node.layer.weights()).map(|(_, weights)| weights).collect();
        let here = self.nodes.iter().flat_map(|node| node.layer.weights()).map(|(_, weights)| weights.len());
        if !here.eq(there.iter().map(|weights| weights.len())) {
            return false;
        }
        for ((_, here), there) in self.weights_mut().zip(there) {
            here.iter_mut().zip(there).for_each(|(here, there)| *here += share * (there - *here));
        }
        true
    }

    /// All weights by name, to change in place; their lengths stay as checked.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = (String, &mut [f32])> {
        self.nodes.iter_mut().flat_map(|node| {
            let Node { name, layer, .. } = node;
            let weights = layer.weights_mut().into_iter();
            weights.map(move |(what, weights)| (format!("{name}.{what}"), weights))
        })
    }
}
