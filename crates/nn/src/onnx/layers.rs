//! Translates each kind of layer into ONNX nodes.

use super::export::Exporter;
use super::model::Attribute;
use crate::graph::{Activation, Layer, NormOver, Pool, Shape, ValueId};

impl Exporter<'_> {
    /// Writes a layer and returns the name of its value.
    pub fn layer(&mut self, id: ValueId) -> String {
        let node = self.graph.node(id);
        let name = node.name.as_str();
        let inputs: Vec<String> = node.inputs.iter().map(|input| self.value(*input).to_string()).collect();
        let input = inputs.first().map_or("", String::as_str);
        let from = node.inputs.first().map(|input| self.graph.shape(*input));
        let channels = from.map_or(0, Shape::channels);
        match &node.layer {
            Layer::Input(shape) => self.next_input(*shape),
            Layer::Conv { rows, columns, dilation, out, weights } => {
                let kernel = Kernel { rows: *rows, columns: *columns, dilation: *dilation };
                let weights = self.weights(name, &[*out, channels, *rows, *columns], weights);
                self.conv(name, &[input, &weights], &kernel)
            }
            Layer::ScaleBias { scale, bias } => {
                let scaled = self.each_channel("Mul", &format!("{name}::scaled"), input, node.shape, scale);
                self.each_channel("Add", name, &scaled, node.shape, bias)
            }
            Layer::Activate(activation) => self.activate(*activation, name, input),
            Layer::Dense { out, weights, bias } => {
                let is_board = matches!(node.shape, Shape::Board(_));
                let shape: &[usize] = if is_board { &[*out, channels, 1, 1] } else { &[*out, channels] };
                let weights = self.weights(name, shape, weights);
                let bias =
                    bias.as_ref().map(|bias| self.model.floats(&format!("{name}::bias"), &[*out], bias));
                let parts = [Some(input), Some(&weights), bias.as_deref()];
                let parts: Vec<&str> = parts.into_iter().flatten().collect();
                match is_board {
                    true => self.conv(name, &parts, &Kernel { rows: 1, columns: 1, dilation: 1 }),
                    false => self.model.node("Gemm", name, &parts, &[Attribute::Int("transB", 1)]),
                }
            }
            Layer::Pool(pool) => self.pool(*pool, name, input),
            Layer::Add => {
                let [a, b] = [input, inputs.get(1).map_or("", String::as_str)];
                let is_flat = node.inputs.get(1).map(|id| self.graph.shape(*id)) != Some(node.shape);
                let b = if is_flat { self.flat_to_board(name, b) } else { b.to_string() };
                self.model.node("Add", name, &[a, &b], &[])
            }
            Layer::Multiply => {
                let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
                self.model.node("Mul", name, &inputs, &[])
            }
            Layer::RmsNorm { over, epsilon, scale, bias } => {
                let normed = self.rms_norm(*over, *epsilon, name, input, node.shape);
                let scaled = self.each_channel("Mul", &format!("{name}::scaled"), &normed, node.shape, scale);
                match bias {
                    Some(bias) => self.each_channel("Add", name, &scaled, node.shape, bias),
                    None => scaled,
                }
            }
            Layer::Attention(attention) => self.attention(attention, name, &inputs),
            Layer::Flatten { .. } => self.model.node("Flatten", name, &[input], &[Attribute::Int("axis", 1)]),
        }
    }

    fn weights(&mut self, name: &str, shape: &[usize], weights: &[f32]) -> String {
        self.model.floats(&format!("{name}::weight"), shape, weights)
    }

    fn conv(&mut self, name: &str, inputs: &[&str], kernel: &Kernel) -> String {
        let [rows, columns, dilation] = [kernel.rows, kernel.columns, kernel.dilation].map(|n| n as i64);
        let (above, left) = (rows / 2 * dilation, columns / 2 * dilation);
        let attributes = [
            Attribute::Ints("kernel_shape", &[rows, columns]),
            Attribute::Ints("dilations", &[dilation, dilation]),
            Attribute::Ints("pads", &[above, left, above, left]),
        ];
        self.model.node("Conv", name, inputs, &attributes)
    }

    /// Multiplies each channel by its number, or adds it.
    fn each_channel(&mut self, op: &str, name: &str, input: &str, shape: Shape, numbers: &[f32]) -> String {
        let of_board = [numbers.len(), 1, 1];
        let sizes = if let Shape::Board(_) = shape { &of_board[..] } else { &of_board[..1] };
        let numbers = self.model.floats(&format!("{name}::numbers"), sizes, numbers);
        self.model.node(op, name, &[input, &numbers], &[])
    }

    fn activate(&mut self, activation: Activation, name: &str, input: &str) -> String {
        let gate = format!("{name}::gate");
        match activation {
            Activation::Relu => self.model.node("Relu", name, &[input], &[]),
            Activation::Tanh => self.model.node("Tanh", name, &[input], &[]),
            Activation::Silu => {
                let gate = self.model.node("Sigmoid", &gate, &[input], &[]);
                self.model.node("Mul", name, &[input, &gate], &[])
            }
            Activation::Mish => {
                let soft = self.model.node("Softplus", &format!("{name}::soft"), &[input], &[]);
                let gate = self.model.node("Tanh", &gate, &[&soft], &[]);
                self.model.node("Mul", name, &[input, &gate], &[])
            }
        }
    }

    fn pool(&mut self, pool: Pool, name: &str, input: &str) -> String {
        let flat = [Attribute::Int("axis", 1)];
        let mean = self.model.node("GlobalAveragePool", &format!("{name}::mean"), &[input], &[]);
        let mean = self.model.node("Flatten", &format!("{name}::flat-mean"), &[&mean], &flat);
        let factor = self.size_factor();
        let by_size = self.model.node("Mul", &format!("{name}::by-size"), &[&mean, &factor], &[]);
        let third = match pool {
            Pool::MeanAndMax => {
                let max = self.model.node("GlobalMaxPool", &format!("{name}::max"), &[input], &[]);
                self.model.node("Flatten", &format!("{name}::flat-max"), &[&max], &flat)
            }
            Pool::MeanBySize => {
                let factor = self.size_square_factor();
                self.model.node("Mul", &format!("{name}::by-square"), &[&mean, &factor], &[])
            }
        };
        self.model.node("Concat", name, &[&mean, &by_size, &third], &[Attribute::Int("axis", 1)])
    }

    fn flat_to_board(&mut self, name: &str, flat: &str) -> String {
        let axes = match &self.shared.flat_to_board {
            Some(axes) => axes.clone(),
            None => self.model.ints("flat-to-board", &[2, 3]),
        };
        self.shared.flat_to_board = Some(axes.clone());
        self.model.node("Unsqueeze", &format!("{name}::spread"), &[flat, &axes], &[])
    }

    fn rms_norm(&mut self, over: NormOver, epsilon: f32, name: &str, input: &str, shape: Shape) -> String {
        let axes: &[i64] = match (over, shape) {
            (NormOver::Board, Shape::Board(_)) => &[1, 2, 3],
            _ => &[1],
        };
        let square = self.model.node("Mul", &format!("{name}::square"), &[input, input], &[]);
        let axes = [Attribute::Ints("axes", axes), Attribute::Int("keepdims", 1)];
        let mean = self.model.node("ReduceMean", &format!("{name}::mean-square"), &[&square], &axes);
        let epsilon = self.model.floats(&format!("{name}::epsilon"), &[], &[epsilon]);
        let sum = self.model.node("Add", &format!("{name}::sum"), &[&mean, &epsilon], &[]);
        let root = self.model.node("Sqrt", &format!("{name}::root"), &[&sum], &[]);
        self.model.node("Div", &format!("{name}::normed"), &[input, &root], &[])
    }

    /// Rows and columns of the board.
    pub fn rows_and_columns(&mut self) -> String {
        if let Some(known) = &self.shared.rows_and_columns {
            return known.clone();
        }
        let made = match self.options.board {
            Some((rows, columns)) => self.model.ints("rows-and-columns", &[rows as i64, columns as i64]),
            None => {
                let board = self.shared.board.clone().unwrap_or_default();
                let part = [Attribute::Int("start", 2), Attribute::Int("end", 4)];
                self.model.node("Shape", "rows-and-columns", &[&board], &part)
            }
        };
        self.shared.rows_and_columns.insert(made).clone()
    }

    /// (s − 14) / 10, with s = √points.
    fn size_factor(&mut self) -> String {
        if let Some(known) = &self.shared.size_factor {
            return known.clone();
        }
        let made = match self.options.board {
            Some((rows, columns)) => {
                let factor = (((rows * columns) as f32).sqrt() - 14.0) / 10.0;
                self.model.floats("size::factor", &[], &[factor])
            }
            None => {
                let both = self.rows_and_columns();
                let points =
                    self.model.node("ReduceProd", "size::points", &[&both], &[Attribute::Int("keepdims", 0)]);
                // 1 is the type of f32.
                let points = self.model.node("Cast", "size::real", &[&points], &[Attribute::Int("to", 1)]);
                let side = self.model.node("Sqrt", "size::side", &[&points], &[]);
                let middle = self.model.floats("size::middle", &[], &[14.0]);
                let off = self.model.node("Sub", "size::off", &[&side, &middle], &[]);
                let ten = self.model.floats("size::ten", &[], &[10.0]);
                self.model.node("Div", "size::factor", &[&off, &ten], &[])
            }
        };
        self.shared.size_factor.insert(made).clone()
    }

    /// (s − 14)² / 100 − 1/10.
    fn size_square_factor(&mut self) -> String {
        if let Some(known) = &self.shared.size_square_factor {
            return known.clone();
        }
        let factor = self.size_factor();
        let square = self.model.node("Mul", "size::square", &[&factor, &factor], &[]);
        let tenth = self.model.floats("size::tenth", &[], &[0.1]);
        let made = self.model.node("Sub", "size::square-factor", &[&square, &tenth], &[]);
        self.shared.size_square_factor.insert(made).clone()
    }
}

struct Kernel {
    rows: usize,
    columns: usize,
    dilation: usize,
}
