//! A small network for tests of executors.

use std::sync::Arc;

use crate::builder::Builder;
use crate::builder::random::Numbers;
use crate::builder::{Pooling, Style, Trunk, TrunkActivation};
use crate::graph::{Graph, Layer, Pool, Shape};

/// Two inputs, two blocks, one of them with pooling, and an output of each shape.
pub(crate) fn graph() -> Arc<Graph> {
    let mut numbers = Numbers::new(1);
    let mut builder = Builder::new(&mut numbers);
    let board = builder.layer("planes", Layer::Input(Shape::Board(5)), &[]).unwrap();
    let flat = builder.layer("features", Layer::Input(Shape::Flat(3)), &[]).unwrap();
    let pooling = Some(Pooling { blocks: vec![2], channels: 4 });
    let activation = TrunkActivation::Relu;
    let trunk = Trunk { style: Style::Preactivation, blocks: 2, channels: 12, activation, pooling };
    let trunk = trunk.build(&mut builder, board, Some(flat), None).unwrap();
    let moves = builder.dense("moves", trunk, 1, 1.0, None).unwrap();
    let pooled = builder.pool("pooled", trunk, Pool::MeanBySize).unwrap();
    let value = builder.dense("value", pooled, 2, 1.0, Some(0.5)).unwrap();
    builder.output(moves);
    builder.output(value);
    Arc::new(builder.finish())
}
