//! Compiles a graph into a program.
//!
//! A product is fused with what follows it if nothing else needs the intermediate values: adding a flat
//! value, adding the residual, scale and bias, an activation. So a residual block is just two products.

mod fusion;

use std::collections::HashMap;

use super::attention::{self, RotaryTable};
use super::bounds::{BoundsError, CheckedProgram};
use super::grid::Grid;
use super::packed::{PackedWeights, Precision};
use super::program::{Buffer, EpilogueSpec, IoBinding, Kind, Program, Step, ValueBuffers, Weights, Work};
use super::unfold::Unfold;
use super::{gemm, winograd};
use crate::graph::{Graph, Layer, Shape, ValueId};
use fusion::{FusedOp, Fusion};

/// The forms of a value that are read.
#[derive(Clone, Copy, Default)]
struct Wanted {
    f32: bool,
    bf16: bool,
}

/// `unfolds` has an entry for each input of the graph.
pub(super) fn compile(
    graph: &Graph,
    unfolds: &[Option<Unfold>],
    grid: Grid,
    packed: &PackedWeights,
) -> Result<CheckedProgram, BoundsError> {
    let ops = Fusion::new(graph).write();
    let wanted = wanted(graph, &ops, packed);
    let mut program = Layout::new(graph, grid, packed, wanted).assign(ops);
    for (port, unfold) in program.inputs.iter_mut().zip(unfolds) {
        port.channels /= unfold.map_or(1, |unfold| unfold.columns);
        port.unfold = *unfold;
    }
    CheckedProgram::new(program, packed.registers)
}

fn wanted(graph: &Graph, ops: &[FusedOp], packed: &PackedWeights) -> Vec<Wanted> {
    let mut wanted = vec![Wanted::default(); graph.nodes().len()];
    for op in ops {
        for input in &op.inputs {
            match packed.uses_tiles(op.layer, graph.shape(*input)) {
                true => wanted[input.index()].bf16 = true,
                false => wanted[input.index()].f32 = true,
            }
        }
        for input in op.flat.iter().chain(&op.residual) {
            wanted[input.index()].f32 = true;
        }
    }
    for output in graph.outputs() {
        wanted[output.index()].f32 = true;
    }
    wanted
}

/// Gives every value a buffer, and reuses it once the value is no longer needed.
///
/// Slots are reused only by values of the same kind and width, so that the padding stays zero.
struct Layout<'a> {
    graph: &'a Graph,
    grid: Grid,
    packed: &'a PackedWeights,
    wanted: Vec<Wanted>,
    buffers: Vec<ValueBuffers>,
    slots: Vec<usize>,
    free: HashMap<(Kind, usize), Vec<usize>>,
}

impl<'a> Layout<'a> {
    fn new(graph: &'a Graph, grid: Grid, packed: &'a PackedWeights, wanted: Vec<Wanted>) -> Layout<'a> {
        let buffers = vec![ValueBuffers::default(); graph.nodes().len()];
        Layout { graph, grid, packed, wanted, buffers, slots: Vec::new(), free: HashMap::new() }
    }

    fn assign(mut self, ops: Vec<FusedOp>) -> Program {
        let mut last_use = vec![0; self.graph.nodes().len()];
        for (i, op) in ops.iter().enumerate() {
            for value in op.inputs.iter().chain(&op.flat).chain(&op.residual) {
                last_use[value.index()] = i;
            }
        }
        // Inputs keep their buffers: there may be zeros between the caller's numbers, which must stay.
        let inputs: Vec<ValueId> = self.graph.inputs().map(|(value, _)| value).collect();
        for kept in self.graph.outputs().iter().chain(&inputs) {
            last_use[kept.index()] = usize::MAX;
        }
        let inputs = inputs.into_iter().map(|value| self.port(value)).collect();
        let mut steps = Vec::new();
        let mut scratch = 0;
        for (i, op) in ops.iter().enumerate() {
            let epilogue = self.epilogue(op, &last_use, i);
            let work = self.work(op, &mut scratch);
            steps.push(Step { work, epilogue });
            let mut read: Vec<ValueId> =
                op.inputs.iter().chain(&op.flat).chain(&op.residual).copied().collect();
            read.sort();
            read.dedup();
            for value in read.into_iter().filter(|value| last_use[value.index()] == i) {
                let buffers = std::mem::take(&mut self.buffers[value.index()]);
                for buffer in buffers.f32.into_iter().chain(buffers.bf16) {
                    self.free.entry((buffer.kind, buffer.channels)).or_default().push(buffer.slot);
                }
            }
        }
        let outputs = self.graph.outputs().iter().map(|value| self.existing_port(*value)).collect();
        let chunk = chunk(self.slots.iter().sum(), self.graph.parameters());
        let scratch = scratch_for(&steps, &self.grid, chunk).max(scratch);
        let halves = self.packed.precision.halves();
        Program { grid: self.grid, steps, slots: self.slots, inputs, outputs, chunk, scratch, halves }
    }

    fn port(&mut self, value: ValueId) -> IoBinding {
        self.buffers(value);
        self.existing_port(value)
    }

    fn existing_port(&self, value: ValueId) -> IoBinding {
        IoBinding {
            buffers: self.buffers[value.index()],
            channels: self.graph.shape(value).channels(),
            unfold: None,
        }
    }

    fn buffers(&mut self, value: ValueId) -> ValueBuffers {
        let wanted = self.wanted[value.index()];
        let buffers = ValueBuffers {
            f32: wanted.f32.then(|| self.new_buffer(value, false)),
            bf16: wanted.bf16.then(|| self.new_buffer(value, true)),
        };
        self.buffers[value.index()] = buffers;
        buffers
    }

    fn new_buffer(&mut self, value: ValueId, bf16: bool) -> Buffer {
        let shape = self.graph.shape(value);
        let halves = if bf16 { self.packed.precision.halves() } else { 1 };
        let channels = halves * self.packed.padded(shape);
        let kind = match (shape, bf16) {
            (Shape::Flat(_), _) => Kind::Flat,
            (Shape::Board(_), false) => Kind::Board,
            (Shape::Board(_), true) => Kind::Board16,
        };
        let slot = self.free.get_mut(&(kind, channels)).and_then(Vec::pop);
        let mut buffer = Buffer { slot: 0, kind, channels };
        buffer.slot = slot.unwrap_or_else(|| {
            self.slots.push(buffer.bytes(&self.grid));
            self.slots.len() - 1
        });
        buffer
    }

    fn f32_buffer(&self, value: ValueId) -> Buffer {
        self.buffers[value.index()].f32.unwrap_or_else(|| unreachable!("wanted, so placed"))
    }

    fn epilogue(&mut self, op: &FusedOp, last_use: &[usize], now: usize) -> EpilogueSpec {
        let flat = op.flat.map(|value| self.f32_buffer(value));
        let residual = op.residual.map(|value| self.f32_buffer(value));
        let mut raw = ValueBuffers::default();
        if let Some(value) = op.raw {
            // The sum may take the residual's buffer: each number is read just before it is written.
            if let (Some(old), Some(buffer)) = (op.residual, residual) {
                let dies = last_use[old.index()] == now && !op.inputs.contains(&old);
                if dies && self.wanted[value.index()].f32 {
                    self.buffers[old.index()].f32 = None;
                    self.free.entry((buffer.kind, buffer.channels)).or_default().push(buffer.slot);
                }
            }
            raw = self.buffers(value);
        }
        let normed = op.normed.map(|value| self.buffers(value)).unwrap_or_default();
        let padded = |numbers: &[f32], value: ValueId| {
            let mut numbers = numbers.to_vec();
            numbers.resize(self.packed.padded(self.graph.shape(value)), 0.0);
            numbers
        };
        let scale = match (op.layer, op.normed) {
            (Layer::Dense { bias: Some(bias), out, .. }, Some(value)) => {
                Some((padded(&vec![1.0; *out], value), padded(bias, value)))
            }
            (Layer::RmsNorm { scale, bias, .. }, Some(value)) => {
                let zeros = vec![0.0; scale.len()];
                Some((padded(scale, value), padded(bias.as_ref().unwrap_or(&zeros), value)))
            }
            (_, Some(value)) => op.scale.map(|(s, b)| (padded(s, value), padded(b, value))),
            (_, None) => None,
        };
        EpilogueSpec { flat, residual, raw, scale, activation: op.activation, normed }
    }

    fn work(&mut self, op: &FusedOp, scratch: &mut usize) -> Work {
        let input = op.inputs[0];
        let shape = self.graph.shape(input);
        let real = shape.channels();
        match op.layer {
            Layer::Conv { .. } | Layer::Dense { .. } if matches!(shape, Shape::Board(_)) => {
                let tiles = self.packed.uses_tiles(op.layer, shape);
                let buffers = self.buffers[input.index()];
                let buffer = if tiles { buffers.bf16 } else { buffers.f32 };
                let buffer = buffer.unwrap_or_else(|| unreachable!("wanted, so placed"));
                let mut taps = taps(op.layer, &self.grid, buffer.channels);
                if tiles && self.packed.precision == Precision::Split {
                    // See Matrix::split: the number, the number again, and after it its rounding error.
                    let rest = (buffer.channels / 2) as isize;
                    taps = taps.into_iter().flat_map(|tap| [tap, tap, tap + rest]).collect();
                }
                let weights = self.packed.weights(op.node, op.layer, shape, &self.grid);
                // What players see of a board: stones here and there, and hardly ever a ladder or a ko.
                let sparse = matches!(self.graph.node(input).layer, Layer::Input(_));
                Work::Product { input: buffer, taps, weights, sparse }
            }
            Layer::Dense { .. } => {
                let weights = self.packed.panels(op.node, op.layer, shape);
                Work::Flat { input: self.f32_buffer(input), weights }
            }
            Layer::Pool(pool) => Work::Pool { input: self.f32_buffer(input), real, pool: *pool },
            Layer::RmsNorm { over, epsilon, .. } => {
                Work::Norm { input: self.f32_buffer(input), real, over: *over, epsilon: *epsilon }
            }
            Layer::Attention(spec) => {
                *scratch = (*scratch).max(attention::scratch(spec, &self.grid));
                let inputs = [0, 1, 2].map(|i| self.f32_buffer(op.inputs[i]));
                Work::Attention { spec: spec.clone(), rotary: RotaryTable::new(spec, &self.grid), inputs }
            }
            Layer::Flatten { .. } => Work::Flatten { input: self.f32_buffer(input), real },
            Layer::Multiply => {
                let times = Some(self.f32_buffer(op.inputs[1]));
                Work::Pointwise { input: self.f32_buffer(input), times }
            }
            _ => Work::Pointwise { input: self.f32_buffer(input), times: None },
        }
    }
}

/// Offsets of the points that a kernel reads, in numbers.
fn taps(layer: &Layer, grid: &Grid, channels: usize) -> Vec<isize> {
    let Layer::Conv { rows, columns, dilation, .. } = layer else { return vec![0] };
    let offset = |row: usize, column: usize| {
        let down = (row as isize - (*rows / 2) as isize) * *dilation as isize;
        let right = (column as isize - (*columns / 2) as isize) * *dilation as isize;
        (down * grid.pitch as isize + right) * channels as isize
    };
    (0..*rows).flat_map(|row| (0..*columns).map(move |column| offset(row, column))).collect()
}

/// Positions at a time: about a megabyte of values stays in the cache with a layer's weights. If the weights
/// are large and come from memory anyway, more positions share each read.
pub(super) fn chunk(bytes: usize, parameters: usize) -> usize {
    let budget = parameters.max(1_000_000);
    (budget / bytes.max(1)).clamp(1, 16)
}

fn scratch_for(steps: &[Step], grid: &Grid, chunk: usize) -> usize {
    let of = |step: &Step| match &step.work {
        Work::Product { input, weights: Weights::Winograd(kernels), .. } => {
            winograd::scratch(grid, chunk, input.channels, kernels.out())
        }
        Work::Product { weights: Weights::Direct(panels), sparse: true, .. } => gemm::picks(panels.k),
        _ => 0,
    };
    steps.iter().map(of).max().unwrap_or(0)
}
