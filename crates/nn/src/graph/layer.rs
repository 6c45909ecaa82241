//! Layers, and the values they make.

use std::fmt;

/// The index of a value in its graph, and of the layer that makes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(pub(super) u32);

impl ValueId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a value for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Channels per point.
    Board(usize),
    /// Channels in total.
    Flat(usize),
}

impl Shape {
    pub fn channels(self) -> usize {
        match self {
            Shape::Board(channels) | Shape::Flat(channels) => channels,
        }
    }
}

impl Shape {
    /// The number of elements for one position.
    pub fn elements(self, points: usize) -> usize {
        match self {
            Shape::Board(channels) => channels * points,
            Shape::Flat(channels) => channels,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Shape::Board(channels) => write!(f, "a board of {channels} channels"),
            Shape::Flat(channels) => write!(f, "{channels} flat channels"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    Relu,
    /// x · tanh(ln(1 + eˣ))
    Mish,
    /// x / (1 + e⁻ˣ)
    Silu,
    Tanh,
}

/// Reduces each channel of a board to three numbers. `s` is √points. The first numbers of all channels come
/// first, then all second ones, then all third ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pool {
    /// The mean, the mean · (s − 14) / 10, and the maximum.
    MeanAndMax,
    /// The mean, the mean · (s − 14) / 10, and the mean · ((s − 14)² / 100 − 1/10).
    MeanBySize,
}

/// What a root mean square is taken over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NormOver {
    /// The channels of each point by itself.
    Channels,
    /// All channels of all points.
    Board,
}

/// Scaled dot-product attention between all points of a board. Its inputs are the queries (`heads` ×
/// `key_size` channels), the keys (`shared_heads` × `key_size`) and the values (`shared_heads` ×
/// `value_size`); it makes `heads` × `value_size` channels. Neighbouring heads share keys and values if there
/// are fewer of these.
#[derive(Clone, PartialEq, Debug)]
pub struct Attention {
    pub heads: usize,
    pub shared_heads: usize,
    pub key_size: usize,
    pub value_size: usize,
    /// Queries and keys are rotated by an angle that depends on their point (rotary embedding): pair `i` of
    /// channels (2i, 2i+1) of a head rotates by column · f[0] + row · f[1], with rows from the top.
    /// `shared_heads` × `key_size` / 2 pairs of frequencies, or none at all.
    pub rotation: Vec<[f32; 2]>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Layer {
    /// An input from the caller.
    Input(Shape),
    /// Convolution (cross-correlation) with kernels of odd size; everything beyond the edge is zero. Weights
    /// \[out\]\[in\]\[row\]\[column\].
    Conv {
        rows: usize,
        columns: usize,
        dilation: usize,
        out: usize,
        weights: Vec<f32>,
    },
    /// Each channel times its scale plus its bias.
    ScaleBias {
        scale: Vec<f32>,
        bias: Vec<f32>,
    },
    Activate(Activation),
    /// Every point's channels, or the flat channels, through one matrix \[out\]\[in\].
    Dense {
        out: usize,
        weights: Vec<f32>,
        bias: Option<Vec<f32>>,
    },
    /// From a board to three times as many flat channels.
    Pool(Pool),
    /// The sum of two values of the same shape, or of a board and a flat value, which is added to every
    /// point.
    Add,
    /// The product of two values of the same shape.
    Multiply,
    /// Each channel divided by the root mean square, times its scale, plus its bias.
    RmsNorm {
        over: NormOver,
        epsilon: f32,
        scale: Vec<f32>,
        bias: Option<Vec<f32>>,
    },
    Attention(Attention),
    /// All channels of all points, channel by channel; only for one board size.
    Flatten {
        points: usize,
    },
}

/// A layer at its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Unique in the graph: weights are stored under it.
    pub name: String,
    pub layer: Layer,
    pub inputs: Vec<ValueId>,
    pub shape: Shape,
}
