//! Runs every kind of layer on tensors. The graph has checked all shapes.

use tch::{Kind, TchError, Tensor};

use super::attention::attend;
use super::layout::{channels_first, channels_last};
use super::weights::DTypes;
use crate::graph::{Activation, Layer, Node, NormOver, Pool, Shape};

/// `weights` are in the order of [`Layer::weights`].
pub(super) fn run(
    node: &Node,
    weights: &[Tensor],
    inputs: &[&Tensor],
    dtypes: DTypes,
) -> Result<Tensor, TchError> {
    match (&node.layer, weights, inputs) {
        (Layer::Conv { rows, columns, dilation, .. }, [kernels], [x]) => {
            let padding = [rows, columns].map(|size| (size / 2 * dilation) as i64);
            let dilation = [*dilation as i64; 2];
            x.f_conv2d(kernels, None::<&Tensor>, [1, 1], padding, dilation, 1)
        }
        (Layer::ScaleBias { .. }, [scale, bias], [x]) => {
            by_channel(bias, node.shape)?.f_addcmul(x, &by_channel(scale, node.shape)?)
        }
        (Layer::Activate(activation), [], [x]) => match activation {
            Activation::Relu => x.f_relu(),
            Activation::Mish => x.f_mish(),
            Activation::Silu => x.f_silu(),
            Activation::Tanh => x.f_tanh(),
        },
        (Layer::Dense { .. }, [matrix, bias @ ..], [x]) => match node.shape {
            Shape::Flat(_) => x.f_linear(matrix, bias.first()),
            Shape::Board(_) => channels_first(&channels_last(x)?.f_linear(matrix, bias.first())?),
        },
        (Layer::Pool(kind), [], [x]) => pool(*kind, x, dtypes.exact),
        (Layer::Add, [], [board, flat]) if flat.dim() < board.dim() => {
            board.f_add(&by_position(flat)?.f_to_kind(dtypes.boards)?)
        }
        (Layer::Add, [], [a, b]) => a.f_add(b),
        (Layer::Multiply, [], [a, b]) => a.f_mul(b),
        (Layer::RmsNorm { over, epsilon, .. }, [scale, bias @ ..], [x]) => {
            let over: &[i64] = match over {
                NormOver::Channels => &[1],
                NormOver::Board => &[1, 2, 3],
            };
            let x = x.f_to_kind(dtypes.exact)?;
            let mean_square = x.f_square()?.f_mean_dim(over, true, None)?;
            let factor = mean_square.f_add_scalar(f64::from(*epsilon))?.f_rsqrt()?;
            let mut normed = x.f_mul(&factor)?.f_mul(&by_channel(scale, node.shape)?)?;
            if let [bias] = bias {
                normed = normed.f_add(&by_channel(bias, node.shape)?)?;
            }
            normed.f_to_kind(dtypes.of(node.shape))
        }
        (Layer::Attention(attention), rotation, [queries, keys, values]) => {
            attend(attention, rotation.first(), [queries, keys, values])
        }
        // By the order of the dimensions, whatever the order in memory: channel by channel.
        (Layer::Flatten { .. }, [], [x]) => x.f_flatten(1, -1)?.f_to_kind(dtypes.exact),
        _ => Err(TchError::Shape(format!("layer {}: weights or inputs are missing", node.name))),
    }
}

fn pool(kind: Pool, x: &Tensor, exact: Kind) -> Result<Tensor, TchError> {
    let (_, _, rows, columns) = x.size4()?;
    let size = ((rows * columns) as f64).sqrt() - 14.0;
    let mean = x.f_mean_dim(&[2i64, 3][..], false, exact)?;
    let third = match kind {
        Pool::MeanAndMax => x.f_amax([2, 3], false)?.f_to_kind(exact)?,
        Pool::MeanBySize => mean.f_mul_scalar(size * size / 100.0 - 0.1)?,
    };
    let second = mean.f_mul_scalar(size / 10.0)?;
    Tensor::f_cat(&[mean, second, third], 1)
}

/// One number per channel, to broadcast over all positions and points.
fn by_channel(numbers: &Tensor, shape: Shape) -> Result<Tensor, TchError> {
    match shape {
        Shape::Board(_) => numbers.f_reshape([1, -1, 1, 1]),
        Shape::Flat(_) => numbers.f_reshape([1, -1]),
    }
}

/// A flat value, to broadcast over all points of a board.
fn by_position(flat: &Tensor) -> Result<Tensor, TchError> {
    flat.f_unsqueeze(-1)?.f_unsqueeze(-1)
}
