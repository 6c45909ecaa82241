//! An ONNX model under construction. Field numbers are those of `onnx.proto`.

use std::collections::HashSet;

use super::wire::Message;

/// The first versions with everything used here; newer ones would only exclude older programs.
const IR_VERSION: i64 = 8;
const OPSET: i64 = 17;

const FLOAT: i64 = 1;
const INT64: i64 = 7;

/// An attribute of a node.
pub(super) enum Attribute<'a> {
    Int(&'a str, i64),
    Ints(&'a str, &'a [i64]),
}

impl Attribute<'_> {
    fn message(&self) -> Message {
        let mut message = Message::new();
        match self {
            Attribute::Int(name, value) => {
                message.text(1, name);
                message.int(3, *value);
                message.int(20, 2);
            }
            Attribute::Ints(name, values) => {
                message.text(1, name);
                values.iter().for_each(|value| message.int(8, *value));
                message.int(20, 7);
            }
        }
        message
    }
}

/// One dimension of a shape.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Dimension {
    Fixed(usize),
    /// Known when the model runs, and the same wherever this name appears.
    Named(&'static str),
}

#[derive(Default)]
pub(super) struct Model {
    nodes: Message,
    initialisers: Message,
    inputs: Message,
    outputs: Message,
    metadata: Message,
    names: HashSet<String>,
}

impl Model {
    pub fn input(&mut self, name: &str, shape: &[Dimension]) -> String {
        let name = self.fresh(name);
        self.inputs.message(11, &value_info(&name, shape));
        name
    }

    pub fn output(&mut self, name: &str, shape: &[Dimension]) -> String {
        let name = self.fresh(name);
        self.outputs.message(12, &value_info(&name, shape));
        name
    }

    pub fn remark(&mut self, key: &str, value: &str) {
        let mut entry = Message::new();
        entry.text(1, key);
        entry.text(2, value);
        self.metadata.message(14, &entry);
    }

    /// Adds a node and returns the name of its value: `name`, or a similar one if that is taken.
    pub fn node(&mut self, op: &str, name: &str, inputs: &[&str], attributes: &[Attribute]) -> String {
        let output = self.fresh(name);
        self.node_into(op, &output, inputs, attributes);
        output
    }

    /// Adds a node whose value has a given name.
    pub fn node_into(&mut self, op: &str, output: &str, inputs: &[&str], attributes: &[Attribute]) {
        let mut node = Message::new();
        inputs.iter().for_each(|input| node.text(1, input));
        node.text(2, output);
        node.text(3, output);
        node.text(4, op);
        attributes.iter().for_each(|attribute| node.message(5, &attribute.message()));
        self.nodes.message(1, &node);
    }

    /// Stored numbers; without dimensions, a single one.
    pub fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> String {
        let name = self.fresh(name);
        let mut tensor = tensor(&name, shape, FLOAT);
        tensor.floats(9, values);
        self.initialisers.message(5, &tensor);
        name
    }

    pub fn ints(&mut self, name: &str, values: &[i64]) -> String {
        let name = self.fresh(name);
        let mut tensor = tensor(&name, &[values.len()], INT64);
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        tensor.raw(9, bytes.into_iter());
        self.initialisers.message(5, &tensor);
        name
    }

    fn fresh(&mut self, wanted: &str) -> String {
        let mut name = if wanted.is_empty() { "value".to_string() } else { wanted.to_string() };
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}#{number}");
            number += 1;
        }
        name
    }

    pub fn finish(self, name: &str) -> Vec<u8> {
        let mut graph = self.nodes;
        graph.text(2, name);
        graph.append(&self.initialisers);
        graph.append(&self.inputs);
        graph.append(&self.outputs);
        let mut model = Message::new();
        model.int(1, IR_VERSION);
        model.text(2, "shidogo");
        model.text(3, env!("CARGO_PKG_VERSION"));
        model.message(7, &graph);
        let mut opset = Message::new();
        opset.text(1, "");
        opset.int(2, OPSET);
        model.message(8, &opset);
        model.append(&self.metadata);
        model.into_bytes()
    }
}

fn tensor(name: &str, shape: &[usize], kind: i64) -> Message {
    let mut tensor = Message::new();
    shape.iter().for_each(|size| tensor.int(1, *size as i64));
    tensor.int(2, kind);
    tensor.text(8, name);
    tensor
}

fn value_info(name: &str, shape: &[Dimension]) -> Message {
    let mut dimensions = Message::new();
    for dimension in shape {
        let mut message = Message::new();
        match dimension {
            Dimension::Fixed(size) => message.int(1, *size as i64),
            Dimension::Named(name) => message.text(2, name),
        }
        dimensions.message(1, &message);
    }
    let mut tensor = Message::new();
    tensor.int(1, FLOAT);
    tensor.message(2, &dimensions);
    let mut kind = Message::new();
    kind.message(1, &tensor);
    let mut info = Message::new();
    info.text(1, name);
    info.message(2, &kind);
    info
}
