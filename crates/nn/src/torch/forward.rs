//! Runs a graph on tensors.

use tch::{Device, Kind, TchError, Tensor};

use super::Weights;
use super::layers;
use crate::executor::{Batch, Outputs};
use crate::graph::{Graph, Layer, Shape};

/// Runs the graph and returns its outputs, on the weights' device and in f32 (or f64, if the boards are).
/// Gradients are tracked unless the caller turns them off. Inputs are as made by [`inputs`].
pub fn forward(graph: &Graph, weights: &Weights, inputs: &[Tensor]) -> Result<Vec<Tensor>, TchError> {
    forward_with(graph, weights, inputs, &mut |_, _| Ok(None))
}

/// Computes the value of a layer, from its index and its first input, instead of the layer itself; `None`
/// leaves it to the layer.
pub type LayerOverride<'a> = &'a mut dyn FnMut(usize, &Tensor) -> Result<Option<Tensor>, TchError>;

/// The same with some layers replaced: normalisations differ during training.
pub fn forward_with(
    graph: &Graph,
    weights: &Weights,
    inputs: &[Tensor],
    layer_override: LayerOverride,
) -> Result<Vec<Tensor>, TchError> {
    let dtypes = weights.dtypes();
    let mut given = inputs.iter();
    let mut values: Vec<Option<Tensor>> = Vec::with_capacity(graph.nodes().len());
    let mut outputs: Vec<Option<Tensor>> = graph.outputs().iter().map(|_| None).collect();
    for (i, (node, spent)) in graph.nodes().iter().zip(graph.last_uses()).enumerate() {
        let value = match node.layer {
            Layer::Input(shape) => {
                let input = given.next().ok_or_else(|| TchError::Shape("an input is missing".into()))?;
                input.f_to_device(weights.device())?.f_to_kind(dtypes.of(shape))?
            }
            _ => {
                let from: Vec<&Tensor> =
                    node.inputs.iter().filter_map(|value| values[value.index()].as_ref()).collect();
                let other = from.first().map_or(Ok(None), |first| layer_override(i, first))?;
                match other {
                    Some(value) => value,
                    None => layers::run(node, &weights.of(i, node)?, &from, dtypes)?,
                }
            }
        };
        for (wanted, output) in graph.outputs().iter().zip(&mut outputs) {
            if wanted.index() == i {
                *output = Some(value.f_to_kind(dtypes.exact)?);
            }
        }
        values.push(Some(value));
        // Memory of a graphics card is scarce, so values are freed once they are no longer needed.
        for value in spent {
            values[value] = None;
        }
    }
    Ok(outputs.into_iter().flatten().collect())
}

/// The inputs of a batch as tensors.
pub fn inputs(graph: &Graph, batch: &Batch, device: Device) -> Result<Vec<Tensor>, TchError> {
    let input = |((_, shape), numbers): ((_, Shape), &Vec<f32>)| {
        let sizes = [batch.count, batch.rows, batch.columns];
        shaped(Tensor::f_from_slice(numbers)?.f_to_device(device)?, shape, sizes)
    };
    graph.inputs().zip(&batch.inputs).map(input).collect()
}

/// Reshapes the numbers of an input as in the graph; `sizes` is the number of boards, and their rows and
/// columns.
pub fn shaped(numbers: Tensor, shape: Shape, sizes: [usize; 3]) -> Result<Tensor, TchError> {
    let [count, rows, columns] = sizes.map(|size| size as i64);
    match shape {
        Shape::Board(channels) => {
            numbers.f_reshape([count, rows, columns, channels as i64])?.f_permute([0, 3, 1, 2])
        }
        Shape::Flat(channels) => numbers.f_reshape([count, channels as i64]),
    }
}

/// An output in the layout of [`Outputs`].
pub(super) fn laid_out(output: &Tensor) -> Result<Tensor, TchError> {
    let output = output.f_detach()?.f_to_kind(Kind::Float)?;
    if output.dim() == 4 { output.f_permute([0, 2, 3, 1]) } else { Ok(output) }
}

/// Copies tensors into outputs, which must have space for all of them.
pub fn copy_outputs(tensors: &[Tensor], outputs: &mut Outputs) -> Result<(), TchError> {
    for (output, numbers) in tensors.iter().zip(&mut outputs.values) {
        let count = numbers.len();
        laid_out(output)?.f_copy_data(numbers, count)?;
    }
    Ok(())
}
