//! Exports a graph as an ONNX model.
//!
//! Inside a model, boards are \[batch\]\[channel\]\[row\]\[column\], as ONNX's convolutions require. The
//! batch size is always free. The board size is free too unless one is given; what depends on it (pooling,
//! attention) is then computed in the model from the shape of its input.

use super::model::{Attribute, Dimension, Model};
use crate::graph::{Graph, Shape, ValueId};

/// The layout of boards in inputs and outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// \[batch\]\[channel\]\[row\]\[column\].
    #[default]
    ChannelsFirst,
    /// \[batch\]\[row\]\[column\]\[channel\], as in a [`crate::executor::Batch`].
    ChannelsLast,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub layout: Layout,
    /// The only board size of the model, as rows and columns; without it, any size that the network supports.
    pub board: Option<(usize, usize)>,
}

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum ExportError {
    #[error("this network supports only boards of {fixed} points, not {rows}×{columns}")]
    Size { fixed: usize, rows: usize, columns: usize },
    #[error("the network has {0} weights: an ONNX file holds two gigabytes at most")]
    TooLarge(usize),
}

/// Protocol buffers are limited to 2 GiB; this leaves some space for everything but weights.
const MAX_WEIGHTS: usize = (1 << 29) - (1 << 22);

/// Information for readers of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModelInfo {
    pub name: String,
    /// Names of inputs and outputs, in the order of the graph; those without a name get one.
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
    /// Metadata: what a user of the model must know.
    pub metadata: Vec<(String, String)>,
}

/// A graph as the bytes of an ONNX file.
pub fn export(graph: &Graph, info: &ModelInfo, options: &Options) -> Result<Vec<u8>, ExportError> {
    Ok(export_with_names(graph, info, options)?.0)
}

/// The names of a model's inputs and outputs, in the order of the graph.
#[cfg_attr(target_family = "wasm", allow(dead_code))] // ONNX Runtime asks for them.
pub(super) struct Names {
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
}

pub(super) fn export_with_names(
    graph: &Graph,
    info: &ModelInfo,
    options: &Options,
) -> Result<(Vec<u8>, Names), ExportError> {
    if let (Some(fixed), Some((rows, columns))) = (graph.fixed_points(), options.board)
        && fixed != rows * columns
    {
        return Err(ExportError::Size { fixed, rows, columns });
    }
    if graph.parameters() > MAX_WEIGHTS {
        return Err(ExportError::TooLarge(graph.parameters()));
    }
    let mut exporter = Exporter::new(graph, info, *options);
    let names = Names { inputs: exporter.inputs.as_slice().to_vec(), outputs: exporter.outputs.clone() };
    for (id, _) in graph.iter() {
        let value = exporter.layer(id);
        exporter.values.push(value);
    }
    exporter.finish_outputs();
    exporter.model.remark("name", &info.name);
    info.metadata.iter().for_each(|(key, value)| exporter.model.remark(key, value));
    Ok((exporter.model.finish(&info.name), names))
}

/// A graph being exported; the layers are in `layers.rs` and `attention.rs`.
pub(super) struct Exporter<'a> {
    pub graph: &'a Graph,
    pub options: Options,
    pub model: Model,
    /// The name of every value so far.
    pub values: Vec<String>,
    pub shared: Shared,
    inputs: std::vec::IntoIter<String>,
    outputs: Vec<String>,
}

/// Values that several layers need, made on first use.
#[derive(Default)]
pub(super) struct Shared {
    /// Some board, with channels first.
    pub board: Option<String>,
    pub rows_and_columns: Option<String>,
    pub size_factor: Option<String>,
    pub size_square_factor: Option<String>,
    pub grid: Option<[String; 2]>,
    pub flat_to_board: Option<String>,
}

impl<'a> Exporter<'a> {
    fn new(graph: &'a Graph, info: &ModelInfo, options: Options) -> Exporter<'a> {
        let mut model = Model::default();
        let dimensions = |shape: Shape| dimensions(shape, options);
        let name = |names: &'_ [String], i: usize, otherwise: &str| {
            names.get(i).map_or(otherwise, String::as_str).to_string()
        };
        let inputs = graph.inputs().enumerate();
        let inputs = inputs
            .map(|(i, (_, shape))| model.input(&name(&info.inputs, i, "input"), &dimensions(shape)))
            .collect::<Vec<String>>();
        let outputs = graph.outputs().iter().enumerate();
        let outputs = outputs
            .map(|(i, value)| {
                model.output(&name(&info.outputs, i, "output"), &dimensions(graph.shape(*value)))
            })
            .collect();
        let (values, shared, inputs) = (Vec::new(), Shared::default(), inputs.into_iter());
        Exporter { graph, options, model, values, shared, inputs, outputs }
    }

    /// The model's input for the next input of the graph, with channels first.
    pub fn next_input(&mut self, shape: Shape) -> String {
        let input = self.inputs.next().unwrap_or_default();
        if let Shape::Flat(_) = shape {
            return input;
        }
        let board = match self.options.layout {
            Layout::ChannelsFirst => input,
            Layout::ChannelsLast => {
                let order = [Attribute::Ints("perm", &[0, 3, 1, 2])];
                self.model.node("Transpose", &format!("{input}::channels-first"), &[&input], &order)
            }
        };
        self.shared.board.get_or_insert_with(|| board.clone());
        board
    }

    pub fn value(&self, id: ValueId) -> &str {
        &self.values[id.index()]
    }

    fn finish_outputs(&mut self) {
        let graph = self.graph;
        for (id, output) in graph.outputs().iter().zip(&self.outputs) {
            let is_board = matches!(graph.shape(*id), Shape::Board(_));
            let (op, order): (_, &[Attribute]) = match (self.options.layout, is_board) {
                (Layout::ChannelsLast, true) => ("Transpose", &[Attribute::Ints("perm", &[0, 2, 3, 1])]),
                _ => ("Identity", &[]),
            };
            self.model.node_into(op, output, &[&self.values[id.index()]], order);
        }
    }
}

fn dimensions(shape: Shape, options: Options) -> Vec<Dimension> {
    let batch = Dimension::Named("batch");
    let (rows, columns) = match options.board {
        Some((rows, columns)) => (Dimension::Fixed(rows), Dimension::Fixed(columns)),
        None => (Dimension::Named("rows"), Dimension::Named("columns")),
    };
    match (shape, options.layout) {
        (Shape::Flat(channels), _) => vec![batch, Dimension::Fixed(channels)],
        (Shape::Board(channels), Layout::ChannelsFirst) => {
            vec![batch, Dimension::Fixed(channels), rows, columns]
        }
        (Shape::Board(channels), Layout::ChannelsLast) => {
            vec![batch, rows, columns, Dimension::Fixed(channels)]
        }
    }
}
