//! Narrows wide kernels of the first layer.
//!
//! The padding is as wide as the widest kernel, and every layer pays for it. Often only the first layer has
//! wide kernels, and its inputs are written point by point anyway. So each point gets its neighbours'
//! channels along with its own, and the kernel only needs to reach up and down.

use crate::graph::{Graph, GraphError, Layer, Shape, ValueId};

/// How an input's points get their neighbours' channels: the number of columns and their distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unfold {
    pub columns: usize,
    pub dilation: usize,
}

/// Kernels wider than this are narrowed if possible.
const WIDE: usize = 3;

/// The graph with narrow kernels where possible, and how to unfold each input. Values keep their indices.
pub(super) fn narrowed(graph: &Graph) -> Result<(Graph, Vec<Option<Unfold>>), GraphError> {
    let mut unfolds = vec![None; graph.nodes().len()];
    for (_, node) in graph.iter() {
        let (Layer::Conv { columns, dilation, .. }, [input]) = (&node.layer, node.inputs.as_slice()) else {
            continue;
        };
        // Checked first, because only the few inputs need a pass over all layers.
        if *columns <= WIDE || !matches!(graph.node(*input).layer, Layer::Input(_)) {
            continue;
        }
        let readers = graph.nodes().iter().filter(|other| other.inputs.contains(input)).count();
        if readers == 1 && !graph.outputs().contains(input) {
            unfolds[input.index()] = Some(Unfold { columns: *columns, dilation: *dilation });
        }
    }
    let mut narrow = Graph::new();
    for (value, node) in graph.iter() {
        let layer = match (&node.layer, unfolds[value.index()]) {
            (Layer::Input(Shape::Board(channels)), Some(unfold)) => {
                Layer::Input(Shape::Board(channels * unfold.columns))
            }
            (layer @ Layer::Conv { .. }, _) if unfolds[node.inputs[0].index()].is_some() => {
                narrow_kernel(layer, graph.shape(node.inputs[0]).channels())
            }
            (layer, _) => layer.clone(),
        };
        narrow.add(node.name.clone(), layer, &node.inputs)?;
    }
    for output in graph.outputs() {
        narrow.output(*output);
    }
    let of_inputs = |(value, _): (ValueId, Shape)| unfolds[value.index()];
    Ok((narrow, graph.inputs().map(of_inputs).collect()))
}

/// The kernel's columns become channels: those of the leftmost neighbour first.
fn narrow_kernel(layer: &Layer, channels: usize) -> Layer {
    let Layer::Conv { rows, columns, dilation, out, weights } = layer else { return layer.clone() };
    let mut narrow = Vec::with_capacity(weights.len());
    for o in 0..*out {
        for column in 0..*columns {
            for channel in 0..channels {
                for row in 0..*rows {
                    narrow.push(weights[((o * channels + channel) * rows + row) * columns + column]);
                }
            }
        }
    }
    Layer::Conv { rows: *rows, columns: 1, dilation: *dilation, out: *out, weights: narrow }
}
