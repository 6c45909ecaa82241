//! Checks that a graph has the inputs and outputs that its planes and heads require.

use crate::network::{CurveHeads, Heads, KataGoHeads, Network};
use crate::planes;
use nn::{Graph, Shape};

/// A network whose inputs or outputs do not match its planes and heads.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("the network's {head} should be {expected}, but is {got}")]
pub struct HeadError {
    pub head: &'static str,
    pub expected: String,
    pub got: String,
}

impl Network {
    /// Checks that the graph has the outputs of its heads, in the right shapes.
    pub fn check_heads(&self) -> Result<(), HeadError> {
        match &self.heads {
            Heads::KataGo(heads) => check_katago(&self.graph, heads),
            Heads::Curve(heads) => check_curve(&self.graph, heads),
        }
    }

    /// Checks that the graph has the inputs of its planes.
    pub fn check_inputs(&self) -> Result<(), HeadError> {
        let words = |shapes: &[Shape]| {
            let words: Vec<String> = shapes.iter().map(Shape::to_string).collect();
            words.join(" and ")
        };
        let expected = planes::inputs(self.planes);
        let got: Vec<Shape> = self.graph.inputs().map(|(_, shape)| shape).collect();
        match expected == got {
            true => Ok(()),
            false => Err(HeadError { head: "input", expected: words(&expected), got: words(&got) }),
        }
    }
}

fn check_katago(graph: &Graph, heads: &KataGoHeads) -> Result<(), HeadError> {
    let policies = match shape(graph, heads.policy) {
        Some(Shape::Board(channels)) => channels,
        _ => return Err(wrong(graph, "policy", heads.policy, "a board")),
    };
    let scores = if heads.version >= 9 { 6 } else { 4 };
    let expected = [
        ("pass policy", heads.pass, Shape::Flat(policies), "as many flat channels as the policy has"),
        ("value", heads.value, Shape::Flat(3), "3 flat channels"),
        ("score", heads.score, Shape::Flat(scores), "6 flat channels, 4 in version 8"),
        ("ownership", heads.ownership, Shape::Board(1), "a board of 1 channel"),
    ];
    all(graph, &expected)
}

fn check_curve(graph: &Graph, heads: &CurveHeads) -> Result<(), HeadError> {
    let moves = graph.fixed_points().unwrap_or(0) + 1;
    match heads.pass {
        Some(pass) => all(
            graph,
            &[
                ("policy", heads.policy, Shape::Board(1), "a board of 1 channel"),
                ("pass policy", pass, Shape::Flat(1), "1 flat channel"),
            ],
        )?,
        None => all(graph, &[("policy", heads.policy, Shape::Flat(moves), "a channel for each move")])?,
    }
    let expected = [
        ("lead", heads.lead, Shape::Flat(1), "1 flat channel"),
        ("confidence", heads.confidence, Shape::Flat(1), "1 flat channel"),
    ];
    all(graph, &expected)?;
    for (head, output) in [("ownership", heads.ownership), ("reply", heads.reply)] {
        if let Some(output) = output {
            all(graph, &[(head, output, Shape::Board(1), "a board of 1 channel")])?;
        }
    }
    if let Some(output) = heads.thinking_time {
        all(graph, &[("thinking time", output, Shape::Flat(2), "2 flat channels")])?;
    }
    Ok(())
}

fn all(graph: &Graph, expected: &[(&'static str, usize, Shape, &'static str)]) -> Result<(), HeadError> {
    for &(head, output, fits, words) in expected {
        if shape(graph, output) != Some(fits) {
            return Err(wrong(graph, head, output, words));
        }
    }
    Ok(())
}

fn shape(graph: &Graph, output: usize) -> Option<Shape> {
    graph.outputs().get(output).map(|value| graph.shape(*value))
}

fn wrong(graph: &Graph, head: &'static str, output: usize, expected: &'static str) -> HeadError {
    let got = shape(graph, output).map_or("missing".into(), |shape| shape.to_string());
    HeadError { head, expected: expected.into(), got }
}
