//! A network as a graph of layers.
//!
//! A graph is data: it has shapes and weights, and does not know how it is run. Readers produce graphs, and
//! executors and exporters consume them, so each architecture is implemented once.
//!
//! Every layer makes one value, and may only use earlier values. There are two kinds of values: *boards*,
//! with channels per point, and *flat* ones, with channels for the whole position.

mod layer;
pub mod summary;
mod weights;

pub use layer::{Activation, Attention, Layer, Node, NormOver, Pool, Shape, ValueId};

/// The longest side of a board that networks run on.
pub const MAX_SIDE: usize = 19;

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum GraphError {
    #[error("layer {layer}: expected {expected}, got {got}")]
    Shape { layer: String, expected: String, got: String },
    #[error("layer {layer}: expected {expected} weights, got {got}")]
    Weights { layer: String, expected: usize, got: usize },
    #[error("layer {layer}: {what}")]
    Layer { layer: String, what: String },
    #[error("two layers have the name {0}")]
    TwoNames(String),
}

/// Layers in execution order, and the values that are outputs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    outputs: Vec<ValueId>,
    names: std::collections::HashSet<String>,
}

/// Larger networks are refused: a number from a file must not decide how much work is done.
const MAX_CHANNELS: usize = 1 << 16;

/// A kernel that reaches further sees only points off the board, from every point of the largest board.
const MAX_REACH: usize = MAX_SIDE - 1;

/// Whether a kernel stays within the largest board. Executors pad every board with as many zeros as the
/// widest kernel reaches, so a number from a file would decide how much memory is taken.
pub(crate) fn fits_boards(rows: usize, columns: usize, dilation: usize) -> bool {
    dilation <= MAX_REACH && (rows.max(columns) / 2).saturating_mul(dilation) <= MAX_REACH
}

impl Graph {
    pub fn new() -> Graph {
        Graph::default()
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn node(&self, value: ValueId) -> &Node {
        &self.nodes[value.index()]
    }

    pub fn shape(&self, value: ValueId) -> Shape {
        self.node(value).shape
    }

    /// Every value with its layer, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ValueId, &Node)> {
        self.nodes.iter().enumerate().map(|(i, node)| (ValueId(i as u32), node))
    }

    /// The inputs, in this order.
    pub fn inputs(&self) -> impl Iterator<Item = (ValueId, Shape)> + '_ {
        self.iter().filter(|(_, n)| matches!(n.layer, Layer::Input(_))).map(|(v, n)| (v, n.shape))
    }

    /// The outputs, in this order.
    pub fn outputs(&self) -> &[ValueId] {
        &self.outputs
    }

    /// Makes a value an output and returns its index.
    pub fn output(&mut self, value: ValueId) -> usize {
        self.outputs.push(value);
        self.outputs.len() - 1
    }

    /// For every layer, the values that no later layer needs.
    pub(crate) fn last_uses(&self) -> Vec<Vec<usize>> {
        let mut last: Vec<usize> = (0..self.nodes.len()).collect();
        for (i, node) in self.nodes.iter().enumerate() {
            for value in &node.inputs {
                last[value.index()] = i;
            }
        }
        let mut uses = vec![Vec::new(); self.nodes.len()];
        for (value, user) in last.into_iter().enumerate() {
            uses[user].push(value);
        }
        uses
    }

    /// The reach of the widest convolutions, vertically and horizontally.
    pub(crate) fn reach(&self) -> (usize, usize) {
        let of = |layer: &Layer| match layer {
            Layer::Conv { rows, columns, dilation, .. } => (rows / 2 * dilation, columns / 2 * dilation),
            _ => (0, 0),
        };
        let wider = |(down, aside): (usize, usize), (d, a): (usize, usize)| (down.max(d), aside.max(a));
        self.nodes.iter().map(|node| of(&node.layer)).fold((0, 0), wider)
    }

    /// The only board size of the graph, in points, if a layer fixes it.
    pub fn fixed_points(&self) -> Option<usize> {
        self.nodes.iter().find_map(|node| match node.layer {
            Layer::Flatten { points } => Some(points),
            _ => None,
        })
    }

    /// Adds a layer after checking its inputs and weights.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        layer: Layer,
        inputs: &[ValueId],
    ) -> Result<ValueId, GraphError> {
        let name = name.into();
        let shape = self.shape_of(&name, &layer, inputs)?;
        if shape.channels() == 0 || shape.channels() > MAX_CHANNELS {
            return Err(GraphError::Layer {
                what: format!("{} channels, from 1 to {MAX_CHANNELS} are possible", shape.channels()),
                layer: name,
            });
        }
        if !self.names.insert(name.clone()) {
            return Err(GraphError::TwoNames(name));
        }
        self.nodes.push(Node { name, layer, inputs: inputs.to_vec(), shape });
        Ok(ValueId(self.nodes.len() as u32 - 1))
    }

    fn shape_of(&self, name: &str, layer: &Layer, inputs: &[ValueId]) -> Result<Shape, GraphError> {
        let check = Check { name };
        let shapes: Vec<Shape> = inputs.iter().map(|v| self.shape(*v)).collect();
        let shape = match (layer, shapes.as_slice()) {
            (Layer::Input(shape), []) => *shape,
            (Layer::Conv { rows, columns, dilation, out, weights }, [Shape::Board(channels)]) => {
                if rows % 2 == 0 || columns % 2 == 0 || *dilation == 0 {
                    return Err(check.wrong("kernels have odd sizes and a positive dilation"));
                }
                if !fits_boards(*rows, *columns, *dilation) {
                    return Err(check.wrong(&format!(
                        "a kernel of {rows}×{columns} with dilation {dilation} reaches over every board"
                    )));
                }
                check.count(check.product(&[*rows, *columns, *channels, *out])?, weights.len())?;
                Shape::Board(*out)
            }
            (Layer::ScaleBias { scale, bias }, [shape]) => {
                check.count(shape.channels(), scale.len())?;
                check.count(shape.channels(), bias.len())?;
                *shape
            }
            (Layer::Activate(_), [shape]) => *shape,
            (Layer::Dense { out, weights, bias }, [shape]) => {
                check.count(check.product(&[shape.channels(), *out])?, weights.len())?;
                check.count(*out, bias.as_ref().map_or(*out, Vec::len))?;
                match shape {
                    Shape::Board(_) => Shape::Board(*out),
                    Shape::Flat(_) => Shape::Flat(*out),
                }
            }
            (Layer::Pool(_), [Shape::Board(channels)]) => Shape::Flat(3 * channels),
            (Layer::Add, [a, b]) if a == b || *b == Shape::Flat(a.channels()) => *a,
            (Layer::Multiply, [a, b]) if a == b => *a,
            (Layer::RmsNorm { over, epsilon, scale, bias }, [shape]) => {
                if !(*epsilon > 0.0 && *epsilon <= 1.0) {
                    return Err(check.wrong("epsilon must be above 0 and at most 1"));
                }
                if *over == NormOver::Board && !matches!(shape, Shape::Board(_)) {
                    return Err(check.shape("a board", shapes.as_slice()));
                }
                check.count(shape.channels(), scale.len())?;
                check.count(shape.channels(), bias.as_ref().map_or(scale.len(), Vec::len))?;
                *shape
            }
            (Layer::Attention(a), [Shape::Board(queries), Shape::Board(keys), Shape::Board(values)]) => {
                let divides = a.shared_heads > 0 && a.heads % a.shared_heads == 0;
                if !divides || a.key_size == 0 || a.value_size == 0 {
                    return Err(
                        check.wrong("heads must be a multiple of the heads that share keys and values")
                    );
                }
                let pairs = check.product(&[a.shared_heads, a.key_size])? / 2;
                if !a.rotation.is_empty() && a.key_size % 2 == 1 {
                    return Err(check.wrong("only keys of an even size can be turned"));
                }
                check.count(if a.rotation.is_empty() { 0 } else { pairs }, a.rotation.len())?;
                let fits = *queries == check.product(&[a.heads, a.key_size])?
                    && *keys == check.product(&[a.shared_heads, a.key_size])?
                    && *values == check.product(&[a.shared_heads, a.value_size])?;
                if !fits {
                    return Err(check.shape("queries, keys and values as the heads say", &shapes));
                }
                Shape::Board(check.product(&[a.heads, a.value_size])?)
            }
            (Layer::Flatten { points }, [Shape::Board(channels)]) => {
                Shape::Flat(check.product(&[*points, *channels])?)
            }
            _ => return Err(check.shape("inputs that fit the layer", &shapes)),
        };
        Ok(shape)
    }
}

/// Errors about one layer.
struct Check<'a> {
    name: &'a str,
}

impl Check<'_> {
    fn wrong(&self, what: &str) -> GraphError {
        GraphError::Layer { layer: self.name.into(), what: what.into() }
    }

    fn shape(&self, expected: &str, got: &[Shape]) -> GraphError {
        let got = got.iter().map(Shape::to_string).collect::<Vec<_>>().join(" and ");
        let got = if got.is_empty() { "nothing".into() } else { got };
        GraphError::Shape { layer: self.name.into(), expected: expected.into(), got }
    }

    fn count(&self, expected: usize, got: usize) -> Result<(), GraphError> {
        match expected == got {
            true => Ok(()),
            false => Err(GraphError::Weights { layer: self.name.into(), expected, got }),
        }
    }

    fn product(&self, factors: &[usize]) -> Result<usize, GraphError> {
        let product = factors.iter().try_fold(1usize, |product, f| product.checked_mul(*f));
        product.ok_or_else(|| self.wrong("impossibly large"))
    }
}
