//! The weights of a graph as tensors.

use tch::{Device, Kind, TchError, Tensor};

use crate::graph::{Graph, Layer, Node, Shape};

/// The number types of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DTypes {
    pub boards: Kind,
    /// For everything that must be accurate.
    pub exact: Kind,
}

impl DTypes {
    fn new(boards: Kind) -> DTypes {
        DTypes { boards, exact: if boards == Kind::Double { Kind::Double } else { Kind::Float } }
    }

    pub fn of(self, shape: Shape) -> Kind {
        match shape {
            Shape::Board(_) => self.boards,
            Shape::Flat(_) => self.exact,
        }
    }

    /// The type of a layer's weights.
    fn of_weights(self, node: &Node) -> Kind {
        match node.layer {
            Layer::RmsNorm { .. } | Layer::Attention(_) => self.exact,
            _ => self.of(node.shape),
        }
    }
}

/// One or two tensors, with their names, for every layer that has weights.
#[derive(Debug)]
pub struct Weights {
    device: Device,
    dtypes: DTypes,
    /// By layer, in the order of [`Layer::weights`].
    layers: Vec<Vec<(String, Tensor)>>,
}

impl Weights {
    /// Weights for evaluation: boards are in `kind`, and so are the weights used with them.
    pub fn new(graph: &Graph, device: Device, kind: Kind) -> Result<Weights, TchError> {
        let dtypes = DTypes::new(kind);
        Weights::made(graph, device, dtypes, |node| dtypes.of_weights(node))
    }

    /// Accurate weights for training, which are converted when they are used with boards in `kind`: small
    /// steps are not lost, and gradients flow through the conversion.
    pub fn exact(graph: &Graph, device: Device, kind: Kind) -> Result<Weights, TchError> {
        let dtypes = DTypes::new(kind);
        Weights::made(graph, device, dtypes, |_| dtypes.exact)
    }

    /// The same with other tensors of the same sizes, in the order of [`Weights::iter`].
    pub fn with(&self, tensors: Vec<Tensor>) -> Weights {
        let mut others = self.shallow_clone();
        for ((_, tensor), other) in others.layers.iter_mut().flatten().zip(tensors) {
            *tensor = other;
        }
        others
    }

    fn made(
        graph: &Graph,
        device: Device,
        dtypes: DTypes,
        kind: impl Fn(&Node) -> Kind,
    ) -> Result<Weights, TchError> {
        let layer = |node: &Node| {
            let weights = node.layer.weights().into_iter();
            let made = weights.map(|(what, numbers)| {
                let tensor = tensor(&node.layer, what, numbers)?;
                Ok((node.name_of(what), tensor.f_to_kind(kind(node))?.f_to_device(device)?))
            });
            made.collect::<Result<Vec<_>, TchError>>()
        };
        let layers = graph.nodes().iter().map(layer).collect::<Result<_, _>>()?;
        Ok(Weights { device, dtypes, layers })
    }

    /// Every weight with its stored name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Tensor)> {
        self.layers.iter().flatten().map(|(name, tensor)| (name.as_str(), tensor))
    }

    pub fn device(&self) -> Device {
        self.device
    }

    /// The type of boards.
    pub fn kind(&self) -> Kind {
        self.dtypes.boards
    }

    /// The same tensors again: changing one changes both.
    pub fn shallow_clone(&self) -> Weights {
        let layer = |weights: &Vec<(String, Tensor)>| {
            weights.iter().map(|(name, tensor)| (name.clone(), tensor.shallow_clone())).collect()
        };
        Weights { device: self.device, dtypes: self.dtypes, layers: self.layers.iter().map(layer).collect() }
    }

    /// Copies all weights into a graph like the one they were made from. If it differs, nothing is copied.
    pub fn write_into(&self, graph: &mut Graph) -> Result<(), TchError> {
        let to: Vec<(String, &mut [f32])> = graph.weights_mut().collect();
        let fits = to.len() == self.iter().count()
            && self.iter().zip(&to).all(|((a, tensor), (b, to))| a == b && tensor.numel() == to.len());
        if !fits {
            return Err(TchError::Shape("the weights are not of this graph".into()));
        }
        for ((_, tensor), (_, to)) in self.iter().zip(to) {
            let count = to.len();
            tensor.f_detach()?.f_to_kind(Kind::Float)?.f_copy_data(to, count)?;
        }
        Ok(())
    }

    /// The weights of a layer, in the order of [`Layer::weights`].
    pub fn layer(&self, layer: usize) -> Vec<&Tensor> {
        self.layers.get(layer).into_iter().flatten().map(|(_, tensor)| tensor).collect()
    }

    pub(super) fn dtypes(&self) -> DTypes {
        self.dtypes
    }

    /// The weights of a layer in the type it needs.
    pub(super) fn of(&self, layer: usize, node: &Node) -> Result<Vec<Tensor>, TchError> {
        let kind = self.dtypes.of_weights(node);
        let weights = self.layers.get(layer).map(Vec::as_slice).unwrap_or_default();
        weights.iter().map(|(_, tensor)| tensor.f_to_kind(kind)).collect()
    }
}

/// A weight in the shape of its layer.
fn tensor(layer: &Layer, what: &str, numbers: &[f32]) -> Result<Tensor, TchError> {
    let tensor = Tensor::f_from_slice(numbers)?;
    match layer {
        Layer::Conv { rows, columns, out, .. } => {
            let sizes = [*out as i64, -1, *rows as i64, *columns as i64];
            // Like boards, kernels have channels last in memory.
            let tensor = tensor.f_reshape(sizes)?.f_permute([0, 2, 3, 1])?.f_contiguous()?;
            tensor.f_permute([0, 3, 1, 2])
        }
        Layer::Dense { out, .. } if what == "weight" => tensor.f_reshape([*out as i64, -1]),
        Layer::Attention(attention) => tensor.f_reshape([attention.shared_heads as i64, -1, 2]),
        _ => Ok(tensor),
    }
}
