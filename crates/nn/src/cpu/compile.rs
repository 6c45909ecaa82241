//! From a graph to a program.
//!
//! A product takes along what follows it when nobody else needs what lies between: adding a flat value, adding the
//! residual, scale and bias, an activation. So a block of a residual network is two products and nothing else.

use std::collections::HashMap;

use super::attention::{self, Turns};
use super::grid::Grid;
use super::packing::{Packing, Precision};
use super::program::{Ending, Kind, Place, Port, Program, Step, Stores, Weights, Work};
use super::spread::Spread;
use super::winograd;
use crate::{Graph, Layer, Node, Shape, ValueId};

/// A step before its values have places.
struct Draft<'a> {
    /// The layer that begins it.
    node: usize,
    layer: &'a Layer,
    inputs: Vec<ValueId>,
    flat: Option<ValueId>,
    residual: Option<ValueId>,
    raw: Option<ValueId>,
    scale: Option<(&'a [f32], &'a [f32])>,
    activation: Option<crate::Activation>,
    normed: Option<ValueId>,
}

/// Which forms of a value somebody reads.
#[derive(Clone, Copy, Default)]
struct Wanted {
    f32: bool,
    bf16: bool,
}

/// `spreads` has an entry for each input of the graph.
pub(super) fn compile(graph: &Graph, spreads: &[Option<Spread>], grid: Grid, packing: &Packing) -> Program {
    let drafts = Drafts::new(graph).write();
    let wanted = wanted(graph, &drafts, packing);
    let mut program = Layout::new(graph, grid, packing, wanted).place(drafts);
    for (port, spread) in program.inputs.iter_mut().zip(spreads) {
        port.channels /= spread.map_or(1, |spread| spread.columns);
        port.spread = *spread;
    }
    program
}

struct Drafts<'a> {
    graph: &'a Graph,
    readers: Vec<Vec<ValueId>>,
    is_output: Vec<bool>,
    taken: Vec<bool>,
}

impl<'a> Drafts<'a> {
    fn new(graph: &'a Graph) -> Drafts<'a> {
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
        Drafts { graph, readers, is_output, taken: vec![false; count] }
    }

    /// Drafts in the order in which they can run. One that takes layers along runs when the last of the values it
    /// adds is there.
    fn write(mut self) -> Vec<Draft<'a>> {
        let mut at: Vec<Vec<Draft>> = (0..self.graph.nodes().len()).map(|_| Vec::new()).collect();
        for (value, node) in self.graph.iter() {
            if self.taken[value.index()] || matches!(node.layer, Layer::Input(_)) {
                continue;
            }
            let (draft, when) = self.draft(value, node);
            at[when.index()].push(draft);
        }
        at.into_iter().flatten().collect()
    }

    fn draft(&mut self, value: ValueId, node: &'a Node) -> (Draft<'a>, ValueId) {
        let mut draft = Draft {
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
                // A dense layer's own bias is a scale of one and a bias, and must come first.
                if let Layer::Dense { bias: Some(_), .. } = &node.layer {
                    self.take_activation(&mut draft, value);
                    return (draft, value);
                }
                last = self.take_sums(&mut draft, value);
            }
            Layer::Add => {
                let [a, b] = [node.inputs[0], node.inputs[1]];
                draft.inputs = vec![a];
                match self.graph.shape(a) == self.graph.shape(b) {
                    true => draft.residual = Some(b),
                    false => draft.flat = Some(b),
                }
            }
            Layer::ScaleBias { scale, bias } => {
                draft.scale = Some((scale, bias));
                self.take_activation(&mut draft, value);
                return (draft, value);
            }
            Layer::RmsNorm { .. } => {
                self.take_activation(&mut draft, value);
                return (draft, value);
            }
            Layer::Activate(activation) => {
                draft.activation = Some(*activation);
                draft.normed = Some(value);
                return (draft, value);
            }
            Layer::Multiply => {}
            Layer::Pool(_) | Layer::Attention(_) | Layer::Flatten { .. } | Layer::Input(_) => {
                draft.raw = Some(value);
                return (draft, value);
            }
        }
        self.take_norm(&mut draft, last);
        (draft, last)
    }

    /// The one layer that reads a value, if nobody else does.
    fn only_reader(&self, value: ValueId) -> Option<ValueId> {
        match self.readers[value.index()].as_slice() {
            [reader] if !self.is_output[value.index()] && !self.taken[reader.index()] => Some(*reader),
            _ => None,
        }
    }

    fn take_sums(&mut self, draft: &mut Draft<'a>, value: ValueId) -> ValueId {
        let mut value = value;
        while let Some(reader) = self.only_reader(value) {
            let node = self.graph.node(reader);
            if node.layer != Layer::Add {
                break;
            }
            let other = if node.inputs[0] == value { node.inputs[1] } else { node.inputs[0] };
            let same = self.graph.shape(other) == self.graph.shape(value);
            let place = if same { &mut draft.residual } else { &mut draft.flat };
            // A flat value is added before the residual.
            if place.is_some() || (!same && node.inputs[0] != value) {
                break;
            }
            *place = Some(other);
            self.taken[reader.index()] = true;
            value = reader;
        }
        value
    }

    /// Takes along a scale or an activation of the value, which is kept too when others read it.
    fn take_norm(&mut self, draft: &mut Draft<'a>, value: ValueId) {
        let fitting = self.readers[value.index()].iter().copied().find(|reader| {
            let layer = &self.graph.node(*reader).layer;
            !self.taken[reader.index()] && matches!(layer, Layer::ScaleBias { .. } | Layer::Activate(_))
        });
        if self.is_output[value.index()] || self.readers[value.index()].len() > 1 || fitting.is_none() {
            draft.raw = Some(value);
        }
        let Some(reader) = fitting else { return };
        self.taken[reader.index()] = true;
        match &self.graph.node(reader).layer {
            Layer::ScaleBias { scale, bias } => {
                draft.scale = Some((scale, bias));
                self.take_activation(draft, reader);
            }
            Layer::Activate(activation) => {
                draft.activation = Some(*activation);
                draft.normed = Some(reader);
            }
            _ => {}
        }
    }

    fn take_activation(&mut self, draft: &mut Draft<'a>, value: ValueId) {
        draft.normed = Some(value);
        if let Some(reader) = self.only_reader(value)
            && let Layer::Activate(activation) = &self.graph.node(reader).layer
        {
            self.taken[reader.index()] = true;
            draft.activation = Some(*activation);
            draft.normed = Some(reader);
        }
    }
}

fn wanted(graph: &Graph, drafts: &[Draft], packing: &Packing) -> Vec<Wanted> {
    let mut wanted = vec![Wanted::default(); graph.nodes().len()];
    for draft in drafts {
        for input in &draft.inputs {
            match packing.uses_tiles(draft.layer, graph.shape(*input)) {
                true => wanted[input.index()].bf16 = true,
                false => wanted[input.index()].f32 = true,
            }
        }
        for input in draft.flat.iter().chain(&draft.residual) {
            wanted[input.index()].f32 = true;
        }
    }
    for output in graph.outputs() {
        wanted[output.index()].f32 = true;
    }
    wanted
}

/// Gives every value a place, and takes it back when nobody needs the value any more.
///
/// Places are reused by values of the same kind and width only: so the zeros around the points stay zeros.
struct Layout<'a> {
    graph: &'a Graph,
    grid: Grid,
    packing: &'a Packing,
    wanted: Vec<Wanted>,
    places: Vec<Stores>,
    slots: Vec<usize>,
    free: HashMap<(Kind, usize), Vec<usize>>,
}

impl<'a> Layout<'a> {
    fn new(graph: &'a Graph, grid: Grid, packing: &'a Packing, wanted: Vec<Wanted>) -> Layout<'a> {
        let places = vec![Stores::default(); graph.nodes().len()];
        Layout { graph, grid, packing, wanted, places, slots: Vec::new(), free: HashMap::new() }
    }

    fn place(mut self, drafts: Vec<Draft>) -> Program {
        let mut last_use = vec![0; self.graph.nodes().len()];
        for (i, draft) in drafts.iter().enumerate() {
            for value in draft.inputs.iter().chain(&draft.flat).chain(&draft.residual) {
                last_use[value.index()] = i;
            }
        }
        // Inputs keep their places: the caller's numbers may leave zeros between them, which must stay.
        let inputs: Vec<ValueId> = self.graph.inputs().map(|(value, _)| value).collect();
        for kept in self.graph.outputs().iter().chain(&inputs) {
            last_use[kept.index()] = usize::MAX;
        }
        let inputs = inputs.into_iter().map(|value| self.port(value)).collect();
        let mut steps = Vec::new();
        let mut scratch = 0;
        for (i, draft) in drafts.iter().enumerate() {
            let ending = self.ending(draft, &last_use, i);
            let work = self.work(draft, &mut scratch);
            steps.push(Step { work, ending });
            let mut read: Vec<ValueId> =
                draft.inputs.iter().chain(&draft.flat).chain(&draft.residual).copied().collect();
            read.sort();
            read.dedup();
            for value in read.into_iter().filter(|value| last_use[value.index()] == i) {
                let stores = std::mem::take(&mut self.places[value.index()]);
                for place in stores.f32.into_iter().chain(stores.bf16) {
                    self.free.entry((place.kind, place.channels)).or_default().push(place.slot);
                }
            }
        }
        let outputs = self.graph.outputs().iter().map(|value| self.existing_port(*value)).collect();
        let chunk = chunk(self.slots.iter().sum(), self.graph.parameters());
        let scratch = scratch_for(&steps, &self.grid, chunk).max(scratch);
        Program { grid: self.grid, steps, slots: self.slots, inputs, outputs, chunk, scratch }
    }

    fn port(&mut self, value: ValueId) -> Port {
        self.stores(value);
        self.existing_port(value)
    }

    fn existing_port(&self, value: ValueId) -> Port {
        Port {
            stores: self.places[value.index()],
            channels: self.graph.shape(value).channels(),
            spread: None,
        }
    }

    fn stores(&mut self, value: ValueId) -> Stores {
        let wanted = self.wanted[value.index()];
        let stores = Stores {
            f32: wanted.f32.then(|| self.new_place(value, false)),
            bf16: wanted.bf16.then(|| self.new_place(value, true)),
        };
        self.places[value.index()] = stores;
        stores
    }

    fn new_place(&mut self, value: ValueId, bf16: bool) -> Place {
        let shape = self.graph.shape(value);
        let halves = if bf16 { self.packing.precision.halves() } else { 1 };
        let channels = halves * self.packing.padded(shape);
        let kind = match (shape, bf16) {
            (Shape::Flat(_), _) => Kind::Flat,
            (Shape::Board(_), false) => Kind::Board,
            (Shape::Board(_), true) => Kind::Board16,
        };
        let slot = self.free.get_mut(&(kind, channels)).and_then(Vec::pop);
        let mut place = Place { slot: 0, kind, channels };
        place.slot = slot.unwrap_or_else(|| {
            self.slots.push(place.bytes(&self.grid));
            self.slots.len() - 1
        });
        place
    }

    fn f32_place(&self, value: ValueId) -> Place {
        self.places[value.index()].f32.unwrap_or_else(|| unreachable!("wanted, so placed"))
    }

    fn ending(&mut self, draft: &Draft, last_use: &[usize], now: usize) -> Ending {
        let flat = draft.flat.map(|value| self.f32_place(value));
        let residual = draft.residual.map(|value| self.f32_place(value));
        let mut raw = Stores::default();
        if let Some(value) = draft.raw {
            // The sum may take the residual's place: each number is read just before it is written.
            if let (Some(old), Some(place)) = (draft.residual, residual) {
                let dies = last_use[old.index()] == now && !draft.inputs.contains(&old);
                if dies && self.wanted[value.index()].f32 {
                    self.places[old.index()].f32 = None;
                    self.free.entry((place.kind, place.channels)).or_default().push(place.slot);
                }
            }
            raw = self.stores(value);
        }
        let normed = draft.normed.map(|value| self.stores(value)).unwrap_or_default();
        let padded = |numbers: &[f32], value: ValueId| {
            let mut numbers = numbers.to_vec();
            numbers.resize(self.packing.padded(self.graph.shape(value)), 0.0);
            numbers
        };
        let scale = match (draft.layer, draft.normed) {
            (Layer::Dense { bias: Some(bias), out, .. }, Some(value)) => {
                Some((padded(&vec![1.0; *out], value), padded(bias, value)))
            }
            (Layer::RmsNorm { scale, bias, .. }, Some(value)) => {
                let zeros = vec![0.0; scale.len()];
                Some((padded(scale, value), padded(bias.as_ref().unwrap_or(&zeros), value)))
            }
            (_, Some(value)) => draft.scale.map(|(s, b)| (padded(s, value), padded(b, value))),
            (_, None) => None,
        };
        Ending { flat, residual, raw, scale, activation: draft.activation, normed }
    }

    fn work(&mut self, draft: &Draft, scratch: &mut usize) -> Work {
        let input = draft.inputs[0];
        let shape = self.graph.shape(input);
        let real = shape.channels();
        match draft.layer {
            Layer::Conv { .. } | Layer::Dense { .. } if matches!(shape, Shape::Board(_)) => {
                let tiles = self.packing.uses_tiles(draft.layer, shape);
                let stores = self.places[input.index()];
                let place = if tiles { stores.bf16 } else { stores.f32 };
                let place = place.unwrap_or_else(|| unreachable!("wanted, so placed"));
                let mut taps = taps(draft.layer, &self.grid, place.channels);
                if tiles && self.packing.precision == Precision::Split {
                    // See Matrix::split: the number, the number again, and behind it what it lost.
                    let rest = (place.channels / 2) as isize;
                    taps = taps.into_iter().flat_map(|tap| [tap, tap, tap + rest]).collect();
                }
                let weights = self.packing.weights(draft.node, draft.layer, shape, &self.grid);
                Work::Product { input: place, taps, weights }
            }
            Layer::Dense { .. } => {
                let weights = self.packing.panels(draft.node, draft.layer, shape);
                Work::Flat { input: self.f32_place(input), weights }
            }
            Layer::Pool(pool) => Work::Pool { input: self.f32_place(input), real, pool: *pool },
            Layer::RmsNorm { over, epsilon, .. } => {
                Work::Norm { input: self.f32_place(input), real, over: *over, epsilon: *epsilon }
            }
            Layer::Attention(spec) => {
                *scratch = (*scratch).max(attention::scratch(spec, &self.grid));
                let inputs = [0, 1, 2].map(|i| self.f32_place(draft.inputs[i]));
                Work::Attention { spec: spec.clone(), turns: Turns::new(spec, &self.grid), inputs }
            }
            Layer::Flatten { .. } => Work::Flatten { input: self.f32_place(input), real },
            Layer::Multiply => {
                let times = Some(self.f32_place(draft.inputs[1]));
                Work::Pointwise { input: self.f32_place(input), times }
            }
            _ => Work::Pointwise { input: self.f32_place(input), times: None },
        }
    }
}

/// Distances to the points a kernel looks at, in numbers.
fn taps(layer: &Layer, grid: &Grid, channels: usize) -> Vec<isize> {
    let Layer::Conv { rows, columns, dilation, .. } = layer else { return vec![0] };
    let place = |row: usize, column: usize| {
        let down = (row as isize - (*rows / 2) as isize) * *dilation as isize;
        let right = (column as isize - (*columns / 2) as isize) * *dilation as isize;
        (down * grid.pitch as isize + right) * channels as isize
    };
    (0..*rows).flat_map(|row| (0..*columns).map(move |column| place(row, column))).collect()
}

/// Positions at a time: about a megabyte of values stays in the cache with a layer's weights. When these are large and
/// come from memory anyway, more positions share each reading of them.
pub(super) fn chunk(bytes: usize, parameters: usize) -> usize {
    let budget = parameters.max(1_000_000);
    (budget / bytes.max(1)).clamp(1, 16)
}

fn scratch_for(steps: &[Step], grid: &Grid, chunk: usize) -> usize {
    let of = |step: &Step| match &step.work {
        Work::Product { input, weights: Weights::Winograd(kernels), .. } => {
            winograd::scratch(grid, chunk, input.channels, kernels.out())
        }
        _ => 0,
    };
    steps.iter().map(of).max().unwrap_or(0)
}
