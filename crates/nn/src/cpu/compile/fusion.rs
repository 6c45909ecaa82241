//! Which layers become one step.

use crate::graph::{Activation, Graph, Layer, Node, ValueId};

/// A step before its values have buffers.
pub struct FusedOp<'a> {
    /// Its first layer.
    pub node: usize,
    pub layer: &'a Layer,
    pub inputs: Vec<ValueId>,
    pub flat: Option<ValueId>,
    pub residual: Option<ValueId>,
    pub raw: Option<ValueId>,
    pub scale: Option<(&'a [f32], &'a [f32])>,
    pub activation: Option<Activation>,
    pub normed: Option<ValueId>,
}

/// Finds the layers that a product takes along.
pub struct Fusion<'a> {
    graph: &'a Graph,
    readers: Vec<Vec<ValueId>>,
    is_output: Vec<bool>,
    taken: Vec<bool>,
}

impl<'a> Fusion<'a> {
    pub fn new(graph: &'a Graph) -> Fusion<'a> {
        let count = graph.nodes().len();
        let mut readers = vec![Vec::new(); count];
        for (value, node) in graph.iter() {
            for input in &node.inputs {
                readers[input.index()].push(value);
            }
        }
        let mut is_output = vec![false; count];
        for output in graph.outputs() {
            is_output[output.index()] = true;
        }
        Fusion { graph, readers, is_output, taken: vec![false; count] }
    }

    /// Fused steps in execution order. A fused step runs once the last of the values it adds is available.
    pub fn write(mut self) -> Vec<FusedOp<'a>> {
        let mut at: Vec<Vec<FusedOp>> = (0..self.graph.nodes().len()).map(|_| Vec::new()).collect();
        for (value, node) in self.graph.iter() {
            if self.taken[value.index()] || matches!(node.layer, Layer::Input(_)) {
                continue;
            }
            let (op, when) = self.op(value, node);
            at[when.index()].push(op);
        }
        at.into_iter().flatten().collect()
    }

    fn op(&mut self, value: ValueId, node: &'a Node) -> (FusedOp<'a>, ValueId) {
        let mut op = FusedOp {
            node: value.index(),
            layer: &node.layer,
            inputs: node.inputs.clone(),
            flat: None,
            residual: None,
            raw: None,
            scale: None,
            activation: None,
            normed: None,
        };
        let mut last = value;
        match &node.layer {
            Layer::Conv { .. } | Layer::Dense { .. } => {
                // A dense layer's own bias is a scale of one plus a bias, and must come first.
                if let Layer::Dense { bias: Some(_), .. } = &node.layer {
                    self.take_activation(&mut op, value);
                    return (op, value);
                }
                last = self.take_sums(&mut op, value);
            }
            Layer::Add => {
                let [a, b] = [node.inputs[0], node.inputs[1]];
                op.inputs = vec![a];
                match self.graph.shape(a) == self.graph.shape(b) {
                    true => op.residual = Some(b),
                    false => op.flat = Some(b),
                }
            }
            Layer::ScaleBias { scale, bias } => {
                op.scale = Some((scale, bias));
                self.take_activation(&mut op, value);
                return (op, value);
            }
            Layer::RmsNorm { .. } => {
                self.take_activation(&mut op, value);
                return (op, value);
            }
            Layer::Activate(activation) => {
                op.activation = Some(*activation);
                op.normed = Some(value);
                return (op, value);
            }
            Layer::Multiply => {}
            Layer::Pool(_) | Layer::Attention(_) | Layer::Flatten { .. } | Layer::Input(_) => {
                op.raw = Some(value);
                return (op, value);
            }
        }
        self.take_norm(&mut op, last);
        (op, last)
    }

    /// The only layer that reads a value, if there is just one.
    fn only_reader(&self, value: ValueId) -> Option<ValueId> {
        match self.readers[value.index()].as_slice() {
            [reader] if !self.is_output[value.index()] && !self.taken[reader.index()] => Some(*reader),
            _ => None,
        }
    }

    fn take_sums(&mut self, op: &mut FusedOp<'a>, value: ValueId) -> ValueId {
        let mut value = value;
        while let Some(reader) = self.only_reader(value) {
            let node = self.graph.node(reader);
            if node.layer != Layer::Add {
                break;
            }
            let other = if node.inputs[0] == value { node.inputs[1] } else { node.inputs[0] };
            let same = self.graph.shape(other) == self.graph.shape(value);
            let addend = if same { &mut op.residual } else { &mut op.flat };
            // A flat value is added before the residual.
            if addend.is_some() || (!same && node.inputs[0] != value) {
                break;
            }
            *addend = Some(other);
            self.taken[reader.index()] = true;
            value = reader;
        }
        value
    }

    /// Fuses a scale or an activation of the value, which is kept too if others read it.
    fn take_norm(&mut self, op: &mut FusedOp<'a>, value: ValueId) {
        let fitting = self.readers[value.index()].iter().copied().find(|reader| {
            let layer = &self.graph.node(*reader).layer;
            !self.taken[reader.index()] && matches!(layer, Layer::ScaleBias { .. } | Layer::Activate(_))
        });
        if self.is_output[value.index()] || self.readers[value.index()].len() > 1 || fitting.is_none() {
            op.raw = Some(value);
        }
        let Some(reader) = fitting else { return };
        self.taken[reader.index()] = true;
        match &self.graph.node(reader).layer {
            Layer::ScaleBias { scale, bias } => {
                op.scale = Some((scale, bias));
                self.take_activation(op, reader);
            }
            Layer::Activate(activation) => {
                op.activation = Some(*activation);
                op.normed = Some(reader);
            }
            _ => {}
        }
    }

    fn take_activation(&mut self, op: &mut FusedOp<'a>, value: ValueId) {
        op.normed = Some(value);
        if let Some(reader) = self.only_reader(value)
            && let Layer::Activate(activation) = &self.graph.node(reader).layer
        {
            self.taken[reader.index()] = true;
            op.activation = Some(*activation);
            op.normed = Some(reader);
        }
    }
}
