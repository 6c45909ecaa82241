//! Runs a program on a chunk of positions.

use super::arena::Arena;
use super::attention::AttentionJob;
use super::bounds::CheckedProgram;
use super::epilogue::Epilogue;
use super::gemm::{Direct, Flat};
use super::kernels::Kernels;
use super::lanes::bf16;
use super::memory::Memory;
use super::packed::Precision;
use super::pointwise::{Norm, Pointwise, Pooling};
use super::program::{Buffer, EpilogueSpec, IoBinding, Kind, Step, Weights, Work};
#[cfg(target_arch = "x86_64")]
use super::tiles::{Tiled, tiled};
use super::unfold::Unfold;
use super::winograd::Winograd;
use crate::executor::{Batch, Outputs};

pub(super) struct Frame<'a> {
    program: &'a CheckedProgram,
    kernels: &'a Kernels,
    arena: &'a mut Arena,
    scratch: &'a mut Memory,
    count: usize,
    precision: Precision,
}

impl<'a> Frame<'a> {
    /// For this many positions, at most as many as the program runs at a time.
    pub fn new(
        program: &'a CheckedProgram,
        kernels: &'a Kernels,
        arena: &'a mut Arena,
        scratch: &'a mut Memory,
        count: usize,
        precision: Precision,
    ) -> Frame<'a> {
        assert!(count <= program.chunk, "more positions than there is memory for");
        Frame { program, kernels, arena, scratch, count, precision }
    }

    /// Copies the inputs of the positions from `first` on.
    pub fn read(&mut self, batch: &Batch, first: usize) {
        let program = self.program;
        for (port, input) in program.inputs.iter().zip(&batch.inputs) {
            for buffer in port.buffers.f32.into_iter().chain(port.buffers.bf16) {
                let points = if buffer.kind == Kind::Flat { 1 } else { program.grid.points() };
                for position in 0..self.count {
                    let from =
                        &input[(first + position) * points * port.channels..][..points * port.channels];
                    self.read_position(port, buffer, position, from);
                }
            }
        }
    }

    fn read_position(&mut self, port: &IoBinding, buffer: Buffer, position: usize, from: &[f32]) {
        let grid = &self.program.grid;
        let first = position * buffer.numbers(grid);
        if buffer.kind == Kind::Flat {
            // The buffer is as wide as the channels, or wider.
            self.arena.floats(buffer)[first..][..from.len()].copy_from_slice(from);
            return;
        }
        let unfold = port.unfold.unwrap_or(Unfold { columns: 1, dilation: 1 });
        let (mut halves, mut rests) = ([0u16; 256], [0u16; 256]);
        for (i, numbers) in from.chunks_exact(port.channels).enumerate() {
            let (row, column) = (i / grid.columns, i % grid.columns);
            for (part, numbers) in numbers.chunks(halves.len()).enumerate() {
                halves.iter_mut().zip(numbers).for_each(|(half, x)| *half = bf16(*x));
                if self.precision == Precision::Split {
                    let lost = |x: f32| bf16(x - f32::from_bits(u32::from(bf16(x)) << 16));
                    rests.iter_mut().zip(numbers).for_each(|(rest, x)| *rest = lost(*x));
                }
                for of_kernel in 0..unfold.columns {
                    // The point that this one is a neighbour of.
                    let aside =
                        (of_kernel as isize - (unfold.columns / 2) as isize) * unfold.dilation as isize;
                    let Some(column) = column.checked_add_signed(-aside).filter(|c| *c < grid.columns) else {
                        continue;
                    };
                    let point = row * grid.pitch + column;
                    let channel = of_kernel * port.channels + part * halves.len();
                    let at = first + point * buffer.channels + channel;
                    match buffer.kind {
                        Kind::Board16 => {
                            let to = &mut self.arena.halves(buffer)[at..];
                            to[..numbers.len()].copy_from_slice(&halves[..numbers.len()]);
                            if self.precision == Precision::Split {
                                let to = &mut to[buffer.channels / 2..][..numbers.len()];
                                to.copy_from_slice(&rests[..numbers.len()]);
                            }
                        }
                        _ => self.arena.floats(buffer)[at..][..numbers.len()].copy_from_slice(numbers),
                    }
                }
            }
        }
    }

    /// Copies the outputs of the positions from `first` on.
    pub fn write(&mut self, outputs: &mut Outputs, first: usize) {
        let grid = &self.program.grid;
        for (port, output) in self.program.outputs.iter().zip(&mut outputs.values) {
            let Some(buffer) = port.buffers.f32 else { continue };
            let points = if buffer.kind == Kind::Flat { 1 } else { grid.points() };
            let from = self.arena.floats(buffer);
            for position in 0..self.count {
                let to = &mut output[(first + position) * points * port.channels..][..points * port.channels];
                for (i, channels) in to.chunks_exact_mut(port.channels).enumerate() {
                    let point =
                        if points == 1 { 0 } else { i / grid.columns * grid.pitch + i % grid.columns };
                    let at = position * buffer.numbers(grid) + point * buffer.channels;
                    channels.copy_from_slice(&from[at..][..port.channels]);
                }
            }
        }
    }

    /// The count of stored numbers per number of the value.
    fn halves(&self, buffer: Buffer) -> usize {
        if buffer.kind == Kind::Board16 { self.precision.halves() } else { 1 }
    }

    fn epilogue(&mut self, spec: &EpilogueSpec) -> Epilogue {
        let all = [spec.raw.f32, spec.raw.bf16, spec.normed.f32, spec.normed.bf16];
        let any = all.into_iter().flatten().next();
        let numbers = |numbers: Option<&Vec<f32>>| numbers.map_or(std::ptr::null(), |n| n.as_ptr());
        let mut f32 = |buffer: Option<Buffer>| {
            buffer.map_or(std::ptr::null_mut(), |buffer| self.arena.view::<f32>(buffer).first())
        };
        let (flat, residual) = (f32(spec.flat), f32(spec.residual));
        let (raw, normed) = (f32(spec.raw.f32), f32(spec.normed.f32));
        let mut u16 = |buffer: Option<Buffer>| {
            buffer.map_or(std::ptr::null_mut(), |buffer| self.arena.view::<u16>(buffer).first())
        };
        let (raw16, normed16) = (u16(spec.raw.bf16), u16(spec.normed.bf16));
        let stride = any.map_or(0, |buffer| buffer.numbers(&self.program.grid) / self.halves(buffer));
        Epilogue {
            flat,
            residual,
            raw,
            raw16,
            scale: numbers(spec.scale.as_ref().map(|(scale, _)| scale)),
            bias: numbers(spec.scale.as_ref().map(|(_, bias)| bias)),
            activation: spec.activation,
            normed,
            normed16,
            channels: any.map_or(0, |buffer| buffer.channels / self.halves(buffer)),
            stride,
            split: self.precision == Precision::Split,
        }
    }

    /// Runs a step of the program.
    pub fn run(&mut self, step: &Step) {
        let epilogue = &self.epilogue(&step.epilogue);
        if epilogue.channels == 0 {
            return; // Nobody wants the result.
        }
        let (grid, count, kernels) = (&self.program.grid, self.count, self.kernels);
        let board = |buffer: Buffer| (buffer.kind != Kind::Flat).then_some(grid);
        // SAFETY, for every call of a kernel below: the kernels are those of a set of instructions that the processor
        // has (`Instructions::kernels` asks), the views and the epilogue are of buffers of this step, there are no more
        // positions than the buffers hold (`Frame::new` asks), and `CheckedProgram::new` has checked that this step
        // stays within its buffers, its weights and the working memory.
        match &step.work {
            Work::Product { input, taps, weights, sparse } => match weights {
                Weights::Direct(weights) => {
                    let input = self.arena.view(*input);
                    let picks = if *sparse { self.scratch.as_mut_ptr() } else { std::ptr::null_mut() };
                    let job = Direct { grid, count, input, taps, weights, epilogue, picks };
                    // SAFETY: as said above; the step's part of it is in `Check::product`.
                    unsafe { (kernels.direct)(&job) }
                }
                Weights::Winograd(transformed) => {
                    let (input, scratch) = (self.arena.view(*input), self.scratch.as_mut_ptr());
                    let job = Winograd { grid, count, input, kernels: transformed, epilogue, scratch };
                    // SAFETY: as said above; the step's part of it is in `Check::product`.
                    unsafe { (kernels.winograd)(&job) }
                }
                #[cfg(target_arch = "x86_64")]
                Weights::Tiles(weights) => {
                    let part = input.channels / self.precision.halves();
                    let input = self.arena.view(*input);
                    let job = Tiled { grid, count, input, taps, part, weights, epilogue };
                    // SAFETY: as said above; the step's part of it is in `Check::product`. Weights are packed into tiles
                    // only where there are some, and then the executor has shaped them before it runs a frame.
                    unsafe { tiled(&job) }
                }
            },
            Work::Flat { input, weights } => {
                let job = Flat { count, input: self.arena.view(*input), weights, epilogue };
                // SAFETY: as said above; the step's part of it is in `Check::step`.
                unsafe { (kernels.flat)(&job) }
            }
            Work::Pointwise { input, times } => {
                let times = times.map(|buffer| self.arena.view(buffer));
                let job =
                    Pointwise { grid: board(*input), count, input: self.arena.view(*input), times, epilogue };
                // SAFETY: as said above; the step's part of it is in `Check::alike`.
                unsafe { (kernels.pointwise)(&job) }
            }
            Work::Norm { input, real, over, epsilon } => {
                let (grid, view) = (board(*input), self.arena.view(*input));
                let job =
                    Norm { grid, count, input: view, real: *real, over: *over, epsilon: *epsilon, epilogue };
                // SAFETY: as said above; the step's part of it is in `Check::alike`.
                unsafe { (kernels.norm)(&job) }
            }
            Work::Pool { input, real, pool } => {
                let input = self.arena.view(*input);
                let (out, out_stride) = (epilogue.raw, epilogue.stride);
                let job = Pooling { grid, count, input, real: *real, pool: *pool, out, out_stride };
                // SAFETY: as said above; the step's part of it is in `Check::step`.
                unsafe { (kernels.pooling)(&job) }
            }
            Work::Attention { spec, rotary, inputs } => {
                let [queries, keys, values] = inputs.map(|buffer| self.arena.view(buffer));
                let (attention, scratch) = (spec, self.scratch.as_mut_ptr());
                let job =
                    AttentionJob { grid, count, attention, rotary, queries, keys, values, epilogue, scratch };
                // SAFETY: as said above; the step's part of it is in `Check::step`.
                unsafe { (kernels.attend)(&job) }
            }
            Work::Flatten { input, real } => self.flatten(step, *input, *real),
        }
    }

    /// Channel by channel, and point by point within a channel.
    fn flatten(&mut self, step: &Step, input: Buffer, real: usize) {
        let grid = &self.program.grid;
        let Some(out) = step.epilogue.raw.f32 else { return };
        for position in 0..self.count {
            for channel in 0..real {
                for (i, point) in grid.iter().enumerate() {
                    let from = position * input.numbers(grid) + point * input.channels + channel;
                    let x = self.arena.floats(input)[from];
                    let to = position * out.channels + channel * grid.points() + i;
                    self.arena.floats(out)[to] = x;
                }
            }
        }
    }
}
