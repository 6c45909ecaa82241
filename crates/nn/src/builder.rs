//! Builds a graph layer by layer.

pub mod random;
mod trunk;

pub use trunk::{MetadataEncoder, Pooling, Style, Trunk, TrunkActivation};

use crate::graph::{Activation, Graph, GraphError, Layer, Pool, Shape, ValueId};

/// Why settings cannot be built into a graph.
#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum BuildError {
    #[error("{setting} is {value}, but must be from {least} to {most}")]
    Range { setting: &'static str, value: usize, least: usize, most: usize },
    #[error("{0}")]
    Conflict(&'static str),
    #[error(transparent)]
    Graph(#[from] GraphError),
}

impl BuildError {
    /// Refuses sizes that no machine could hold, before anything is computed from them.
    pub fn unless_within(
        setting: &'static str,
        value: usize,
        least: usize,
        most: usize,
    ) -> Result<(), BuildError> {
        match (least..=most).contains(&value) {
            true => Ok(()),
            false => Err(BuildError::Range { setting, value, least, most }),
        }
    }
}

/// Where the weights of a network come from: a file, a generator of random numbers, another network.
pub trait WeightSource {
    type Error: From<BuildError>;

    /// The weights called `name`: as many as the product of `shape`.
    fn weights(
        &mut self,
        name: &str,
        shape: &[usize],
        start: InitialWeights,
    ) -> Result<Vec<f32>, Self::Error>;
}

/// Initial weights before training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum InitialWeights {
    Constant(f32),
    /// Random around zero, with this standard deviation.
    Random(f32),
    /// These numbers, repeated.
    Repeated(&'static [f32]),
}

/// The factors for the three numbers of [`Pool::MeanBySize`] that give the sum of a plane. The numbers are
/// the mean times 1, (side − 14) / 10 and (side − 14)² / 100 − 1 / 10, and the sum is the mean times side².
const SUM: [f32; 3] = [206.0, 280.0, 100.0];

impl InitialWeights {
    /// Keeps the magnitude of values through a layer with `inputs` inputs, half of which the previous
    /// activation cuts off (He et al., arXiv:1502.01852); `gain` makes them larger or smaller.
    fn he(inputs: usize, gain: f32) -> InitialWeights {
        InitialWeights::Random(gain * (2.0 / inputs.max(1) as f32).sqrt())
    }
}

/// Builds a graph layer by layer, with weights from one source.
pub struct Builder<'a, S> {
    graph: Graph,
    source: &'a mut S,
}

impl<'a, S: WeightSource> Builder<'a, S> {
    pub fn new(source: &'a mut S) -> Builder<'a, S> {
        Builder { graph: Graph::new(), source }
    }

    pub fn finish(self) -> Graph {
        self.graph
    }

    pub fn channels(&self, value: ValueId) -> usize {
        self.graph.shape(value).channels()
    }

    pub fn output(&mut self, value: ValueId) -> usize {
        self.graph.output(value)
    }

    pub fn layer(&mut self, name: &str, layer: Layer, inputs: &[ValueId]) -> Result<ValueId, S::Error> {
        self.graph.add(name, layer, inputs).map_err(|e| BuildError::Graph(e).into())
    }

    /// A square convolution without bias.
    pub fn conv(
        &mut self,
        name: &str,
        from: ValueId,
        side: usize,
        out: usize,
        gain: f32,
    ) -> Result<ValueId, S::Error> {
        let channels = self.channels(from);
        let start = InitialWeights::he(side * side * channels, gain);
        let weights = self.source.weights(&format!("{name}.weight"), &[out, channels, side, side], start)?;
        self.layer(name, Layer::Conv { rows: side, columns: side, dilation: 1, out, weights }, &[from])
    }

    /// A matrix for the flat channels, or for those of every point; `bias` is the initial bias.
    pub fn dense(
        &mut self,
        name: &str,
        from: ValueId,
        out: usize,
        gain: f32,
        bias: Option<f32>,
    ) -> Result<ValueId, S::Error> {
        let channels = self.channels(from);
        let start = InitialWeights::he(channels, gain);
        let weights = self.source.weights(&format!("{name}.weight"), &[out, channels], start)?;
        let bias = match bias {
            Some(start) => {
                Some(self.source.weights(&format!("{name}.bias"), &[out], InitialWeights::Constant(start))?)
            }
            None => None,
        };
        self.layer(name, Layer::Dense { out, weights, bias }, &[from])
    }

    pub fn norm(&mut self, name: &str, from: ValueId) -> Result<ValueId, S::Error> {
        let channels = self.channels(from);
        let scale =
            self.source.weights(&format!("{name}.scale"), &[channels], InitialWeights::Constant(1.0))?;
        let bias =
            self.source.weights(&format!("{name}.bias"), &[channels], InitialWeights::Constant(0.0))?;
        self.layer(name, Layer::ScaleBias { scale, bias }, &[from])
    }

    pub fn activate(
        &mut self,
        name: &str,
        from: ValueId,
        activation: Activation,
    ) -> Result<ValueId, S::Error> {
        self.layer(name, Layer::Activate(activation), &[from])
    }

    pub fn add(&mut self, name: &str, a: ValueId, b: ValueId) -> Result<ValueId, S::Error> {
        self.layer(name, Layer::Add, &[a, b])
    }

    pub fn pool(&mut self, name: &str, from: ValueId, pool: Pool) -> Result<ValueId, S::Error> {
        self.layer(name, Layer::Pool(pool), &[from])
    }

    /// Normalisation and activation of a layer's values: `stem.norm` and `stem.activation` for the part
    /// `stem`.
    pub fn norm_and_activate(
        &mut self,
        part: &str,
        number: &str,
        from: ValueId,
        activation: Activation,
    ) -> Result<ValueId, S::Error> {
        let normed = self.norm(&format!("{part}.norm{number}"), from)?;
        self.activate(&format!("{part}.activation{number}"), normed, activation)
    }

    /// Initially the sum of a plane over all points; its weights are trainable like any others.
    pub fn sum_over_board(&mut self, name: &str, from: ValueId) -> Result<ValueId, S::Error> {
        let pooled = self.pool(&format!("{name}.pool"), from, Pool::MeanBySize)?;
        let channels = self.channels(pooled);
        let weights =
            self.source.weights(&format!("{name}.weight"), &[1, channels], InitialWeights::Repeated(&SUM))?;
        self.layer(name, Layer::Dense { out: 1, weights, bias: None }, &[pooled])
    }

    pub fn flatten(&mut self, name: &str, from: ValueId, points: usize) -> Result<ValueId, S::Error> {
        debug_assert!(matches!(self.graph.shape(from), Shape::Board(_)));
        self.layer(name, Layer::Flatten { points }, &[from])
    }
}
