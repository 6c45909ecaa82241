//! Reads single layers into the graph.

use std::collections::HashMap;

use super::FormatError;
use super::reader::{Reader, flush};
use crate::graph::fits_boards;
use crate::graph::{Activation, Graph, Layer, Pool, Shape, ValueId};

/// The file that is read and the graph that is built.
pub struct Layers<'a> {
    pub reader: Reader<'a>,
    pub version: u32,
    graph: Graph,
    /// How often each name was used.
    names: HashMap<String, usize>,
}

/// A matrix from the file, not yet in the graph.
pub struct Matrix {
    pub name: String,
    pub out: usize,
    weights: Vec<f32>,
}

impl<'a> Layers<'a> {
    pub fn new(reader: Reader<'a>, version: u32) -> Layers<'a> {
        Layers { reader, version, graph: Graph::new(), names: HashMap::new() }
    }

    pub fn finish(self) -> (Graph, Reader<'a>) {
        (self.graph, self.reader)
    }

    pub fn channels(&self, value: ValueId) -> usize {
        self.graph.shape(value).channels()
    }

    /// Adds a layer. Files may use a name twice but graphs may not, so a repeated name gets a number.
    pub fn add(&mut self, name: &str, layer: Layer, inputs: &[ValueId]) -> Result<ValueId, FormatError> {
        let mut unique = name.to_string();
        while let Some(uses) = self.names.get_mut(&unique) {
            *uses += 1;
            unique = format!("{name}#{uses}");
        }
        self.names.insert(unique.clone(), 1);
        Ok(self.graph.add(unique, layer, inputs)?)
    }

    pub fn input(&mut self, name: &str, shape: Shape) -> Result<ValueId, FormatError> {
        self.add(name, Layer::Input(shape), &[])
    }

    /// A number of channels from the file, which must match the layer's input.
    fn channels_of(&mut self, from: ValueId) -> Result<(), FormatError> {
        let (got, expected) = (self.reader.size()?, self.channels(from));
        self.expect(got, expected)
    }

    pub fn expect(&self, got: usize, expected: usize) -> Result<(), FormatError> {
        match got == expected {
            true => Ok(()),
            false => Err(self.reader.wrong(format!("{got} channels where {expected} fit"))),
        }
    }

    fn count(&self, sizes: &[usize]) -> Result<usize, FormatError> {
        let count = sizes.iter().try_fold(1usize, |product, size| product.checked_mul(*size));
        count.ok_or_else(|| self.reader.wrong("impossibly large"))
    }

    pub fn conv(&mut self, from: ValueId) -> Result<ValueId, FormatError> {
        let name = self.reader.name()?;
        let (rows, columns) = (self.reader.size()?, self.reader.size()?);
        self.channels_of(from)?;
        let out = self.reader.size()?;
        let (dilation, across) = (self.reader.size()?, self.reader.size()?);
        // Checked before reading a huge number of weights.
        if !fits_boards(rows, columns, dilation) || dilation != across {
            let what =
                format!("a kernel of {rows}×{columns} with dilation {dilation}×{across} is not supported");
            return Err(self.reader.wrong(what));
        }
        let channels = self.channels(from);
        let weights = self.reader.weights(self.count(&[rows, columns, channels, out])?)?;
        let weights = output_outermost(&weights, rows * columns, channels, out);
        self.add(&name, Layer::Conv { rows, columns, dilation, out, weights }, &[from])
    }

    /// A batch norm, which after training is a scale and a bias.
    pub fn norm(&mut self, from: ValueId) -> Result<ValueId, FormatError> {
        let name = self.reader.name()?;
        self.channels_of(from)?;
        let channels = self.channels(from);
        let epsilon = self.reader.positive()?;
        let has_scale = self.reader.flag("whether there is a scale")?;
        let has_bias = self.reader.flag("whether there is a bias")?;
        let mean = self.reader.weights(channels)?;
        let variance = self.reader.weights(channels)?;
        let mut scale = if has_scale { self.reader.weights(channels)? } else { vec![1.0; channels] };
        let mut bias = if has_bias { self.reader.weights(channels)? } else { vec![0.0; channels] };
        for c in 0..channels {
            scale[c] /= (variance[c] + epsilon).sqrt();
            bias[c] -= scale[c] * mean[c];
        }
        if !scale.iter().chain(&bias).all(|x| x.is_finite()) {
            return Err(FormatError::NotFinite { place: name });
        }
        flush(&mut scale);
        flush(&mut bias);
        self.add(&name, Layer::ScaleBias { scale, bias }, &[from])
    }

    pub fn activation(&mut self, from: ValueId) -> Result<ValueId, FormatError> {
        let name = self.reader.name()?;
        let kind = match self.version {
            ..11 => "ACTIVATION_RELU".to_string(),
            _ => self.reader.word()?,
        };
        let activation = match kind.as_str() {
            "ACTIVATION_IDENTITY" => return Ok(from),
            "ACTIVATION_RELU" => Activation::Relu,
            "ACTIVATION_MISH" => Activation::Mish,
            "ACTIVATION_SILU" => Activation::Silu,
            _ => return Err(self.reader.wrong(format!("the activation {kind:?} is unknown"))),
        };
        self.add(&name, Layer::Activate(activation), &[from])
    }

    /// A matrix for the channels of `from`.
    pub fn matrix(&mut self, inputs: usize) -> Result<Matrix, FormatError> {
        let name = self.reader.name()?;
        let got = self.reader.size()?;
        self.expect(got, inputs)?;
        let out = self.reader.size()?;
        let weights = self.reader.weights(self.count(&[inputs, out])?)?;
        Ok(Matrix { name, out, weights: output_outermost(&weights, 1, inputs, out) })
    }

    pub fn multiply(&mut self, matrix: Matrix, from: ValueId) -> Result<ValueId, FormatError> {
        let layer = Layer::Dense { out: matrix.out, weights: matrix.weights, bias: None };
        self.add(&matrix.name, layer, &[from])
    }

    pub fn dense(&mut self, from: ValueId) -> Result<ValueId, FormatError> {
        let matrix = self.matrix(self.channels(from))?;
        self.multiply(matrix, from)
    }

    /// A matrix, and its bias, which is a separate layer in the file.
    pub fn dense_with_bias(&mut self, from: ValueId) -> Result<ValueId, FormatError> {
        let Matrix { name, out, weights } = self.matrix(self.channels(from))?;
        self.reader.name()?;
        let got = self.reader.size()?;
        self.expect(got, out)?;
        let bias = self.reader.weights(out)?;
        self.add(&name, Layer::Dense { out, weights, bias: Some(bias) }, &[from])
    }

    pub fn norm_and_activation(&mut self, from: ValueId) -> Result<ValueId, FormatError> {
        let normed = self.norm(from)?;
        self.activation(normed)
    }

    pub fn sum(&mut self, name: &str, a: ValueId, b: ValueId) -> Result<ValueId, FormatError> {
        self.add(&format!("{name}.sum"), Layer::Add, &[a, b])
    }

    pub fn pool(&mut self, name: &str, kind: Pool, from: ValueId) -> Result<ValueId, FormatError> {
        self.add(&format!("{name}.pool"), Layer::Pool(kind), &[from])
    }
}

/// Converts the file's order \[tap\]\[in\]\[out\] to \[out\]\[in\]\[tap\].
fn output_outermost(weights: &[f32], taps: usize, inputs: usize, out: usize) -> Vec<f32> {
    let mut turned = Vec::with_capacity(weights.len());
    for o in 0..out {
        for i in 0..inputs {
            turned.extend((0..taps).map(|tap| weights[(tap * inputs + i) * out + o]));
        }
    }
    turned
}
