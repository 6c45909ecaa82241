//! A short summary of a graph for people.

use std::ops::Range;

use crate::graph::{Graph, Layer, Shape};

/// The kinds of residual blocks of a graph, in the order of their first one, and their numbers.
pub fn blocks(graph: &Graph) -> Vec<(String, usize)> {
    let residuals = residuals(graph);
    kinds(graph, &residuals, 0..graph.nodes().len())
}

/// The channels of the trunk: those of the first layer.
pub fn channels(graph: &Graph) -> usize {
    let first = graph.nodes().iter().find(|node| !matches!(node.layer, Layer::Input(_)));
    first.map_or(0, |node| node.shape.channels())
}

/// A block: from the layer whose value bypasses it to the sum where it returns.
struct Residual {
    from: usize,
    sum: usize,
}

impl Residual {
    fn inside(&self) -> Range<usize> {
        self.from + 1..self.sum
    }
}

fn residuals(graph: &Graph) -> Vec<Residual> {
    let mut found = Vec::new();
    for (sum, node) in graph.nodes().iter().enumerate() {
        let (Layer::Add, [a, b]) = (&node.layer, node.inputs.as_slice()) else { continue };
        let is_board = matches!(graph.shape(*b), Shape::Board(_));
        let (from, to) = (a.index().min(b.index()), a.index().max(b.index()));
        if is_board && comes_from(graph, to, from) {
            found.push(Residual { from, sum });
        }
    }
    found
}

/// Whether a value is computed from another, earlier one.
fn comes_from(graph: &Graph, value: usize, origin: usize) -> bool {
    let mut reached = vec![false; value + 1];
    reached[value] = true;
    for i in (origin + 1..=value).rev() {
        if reached[i] {
            graph.nodes()[i].inputs.iter().for_each(|input| reached[input.index()] = true);
        }
    }
    value != origin && reached[origin]
}

/// The kinds of the outermost blocks in a section of a graph.
fn kinds(graph: &Graph, residuals: &[Residual], part: Range<usize>) -> Vec<(String, usize)> {
    let here: Vec<&Residual> =
        residuals.iter().filter(|r| part.contains(&r.sum) && r.from + 1 >= part.start).collect();
    let is_inner = |inner: &Residual| here.iter().any(|r| r.from < inner.sum && inner.sum < r.sum);
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for block in here.iter().filter(|r| !is_inner(r)) {
        let kind = kind(graph, residuals, block);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds
}

fn kind(graph: &Graph, residuals: &[Residual], block: &Residual) -> String {
    let inner = kinds(graph, residuals, block.inside());
    if !inner.is_empty() {
        return format!("bottleneck ({})", in_words(&inner));
    }
    let nodes = &graph.nodes()[block.inside()];
    let has = |is: fn(&Layer) -> bool| nodes.iter().any(|node| is(&node.layer));
    let kind = if has(|layer| matches!(layer, Layer::Attention(_))) {
        "attention"
    } else if has(|layer| matches!(layer, Layer::Pool(_))) {
        "pooling"
    } else if has(|layer| matches!(layer, Layer::Conv { rows, columns, .. } if rows * columns > 1)) {
        "residual"
    } else {
        "feed-forward"
    };
    kind.into()
}

/// "4 residual, 2 pooling".
pub fn in_words(kinds: &[(String, usize)]) -> String {
    let words: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_in_the_graph() {
        let graph = crate::example::graph();
        assert_eq!((in_words(&blocks(&graph)), channels(&graph)), ("1 residual, 1 pooling".into(), 12));
    }

    #[test]
    fn blocks_within_blocks_are_told_with_them() {
        let mut graph = Graph::new();
        let start = graph.add("in", Layer::Input(Shape::Board(4)), &[]).unwrap();
        let step = |graph: &mut Graph, name: &str, side: usize, from| {
            let weights = vec![0.5; 16 * side * side];
            graph.add(name, Layer::Conv { rows: side, columns: side, dilation: 1, out: 4, weights }, &[from])
        };
        let narrow = step(&mut graph, "narrow", 1, start).unwrap();
        let conv = step(&mut graph, "conv", 3, narrow).unwrap();
        let inner = graph.add("inner", Layer::Add, &[narrow, conv]).unwrap();
        let conv = step(&mut graph, "conv2", 3, inner).unwrap();
        let inner = graph.add("inner2", Layer::Add, &[conv, inner]).unwrap();
        let wide = step(&mut graph, "wide", 1, inner).unwrap();
        let outer = graph.add("outer", Layer::Add, &[start, wide]).unwrap();
        let alone = step(&mut graph, "alone", 1, outer).unwrap();
        graph.add("last", Layer::Add, &[outer, alone]).unwrap();
        // Not a block: neither depends on the other.
        let side = step(&mut graph, "side", 3, start).unwrap();
        graph.add("mix", Layer::Add, &[side, alone]).unwrap();
        assert_eq!(in_words(&blocks(&graph)), "1 bottleneck (2 residual), 1 feed-forward");
    }
}
