//! Programs at work.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::attention::{AttentionJob, Operand};
use super::compile::compile;
use super::epilogue::Epilogue;
use super::gemm::{Direct, Flat};
use super::grid::Grid;
use super::kernels::{Instructions, Kernels};
use super::lanes::bf16;
use super::memory::Memory;
use super::packed::{PackedWeights, Precision};
use super::pointwise::{Norm, Pointwise, Pooling};
use super::program::{Buffer, EpilogueSpec, IoBinding, Kind, Program, Step, Weights, Work};
#[cfg(target_arch = "x86_64")]
use super::tiles::{Shaped, Tiled, tiled};
use super::unfold::{Unfold, narrowed};
use super::winograd::Winograd;
use crate::{Batch, Executor, ExecutorError, Graph, Layer, Outputs};

/// Makes executors for one network; they share programs and weights.
#[derive(Clone)]
pub struct CpuExecutors(Arc<Common>);

struct Common {
    graph: Arc<Graph>,
    /// As it is run: with narrow kernels.
    narrow: Graph,
    unfolds: Vec<Option<Unfold>>,
    instructions: Instructions,
    packed: PackedWeights,
    programs: Mutex<HashMap<(usize, usize), Arc<Program>>>,
}

impl CpuExecutors {
    /// With the best instructions the processor has; with bf16 only where it has tiles for it.
    pub fn new(graph: Arc<Graph>, f32_only: bool) -> CpuExecutors {
        CpuExecutors::with(graph, Instructions::best(f32_only))
    }

    /// With certain instructions, which must be [available](Instructions::available).
    pub fn with(graph: Arc<Graph>, instructions: Instructions) -> CpuExecutors {
        let precision = match instructions {
            // Attention makes much of small differences: bf16 alone moves win rates by up to a tenth.
            Instructions::Amx if has_attention(&graph) => Precision::Split,
            Instructions::Amx => Precision::Bf16,
            _ => Precision::F32,
        };
        let packed = PackedWeights::new(precision, instructions.lanes());
        // A graph that can be built can be built narrowed; if ever not, it runs as it is.
        let as_it_is = || (Graph::clone(&graph), Vec::new());
        let (narrow, unfolds) = narrowed(&graph).unwrap_or_else(|_| as_it_is());
        let programs = Mutex::default();
        CpuExecutors(Arc::new(Common { graph, narrow, unfolds, instructions, packed, programs }))
    }

    pub fn instructions(&self) -> Instructions {
        self.0.instructions
    }

    /// One line: what runs, and why.
    pub fn describe(&self) -> String {
        let (best, chosen) = (Instructions::best(false), self.0.instructions);
        match chosen {
            Instructions::Amx if self.0.packed.precision == Precision::Split => {
                "built-in executor, split bf16 on AMX tiles, which this processor has; attention needs the exactness"
                    .into()
            }
            Instructions::Amx => "built-in executor, bf16 on AMX tiles, which this processor has".into(),
            _ if best == Instructions::Amx => {
                format!(
                    "built-in executor, f32 with {chosen}, as asked; this processor has AMX tiles for bf16"
                )
            }
            _ => format!("built-in executor, f32 with {chosen}, the best this processor has"),
        }
    }

    pub fn make(&self) -> CpuExecutor {
        CpuExecutor {
            kernels: self.0.instructions.kernels(),
            common: self.0.clone(),
            program: None,
            arena: Memory::default(),
            offsets: Vec::new(),
            scratch: Memory::default(),
        }
    }
}

impl Common {
    fn program(&self, rows: usize, columns: usize) -> Arc<Program> {
        let graph = &self.narrow;
        let mut programs = self.programs.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let make = || {
            let grid = Grid::new(rows, columns, graph.reach());
            Arc::new(compile(graph, &self.unfolds, grid, &self.packed))
        };
        programs.entry((rows, columns)).or_insert_with(make).clone()
    }
}

fn has_attention(graph: &Graph) -> bool {
    graph.nodes().iter().any(|node| matches!(node.layer, Layer::Attention(_)))
}

/// One thread's executor.
pub struct CpuExecutor {
    common: Arc<Common>,
    kernels: &'static Kernels,
    program: Option<Arc<Program>>,
    arena: Memory,
    /// Where each slot begins, in bytes.
    offsets: Vec<usize>,
    scratch: Memory,
}

impl Executor for CpuExecutor {
    fn describe(&self) -> String {
        match self.common.instructions {
            Instructions::Amx if self.common.packed.precision == Precision::Split => {
                "built-in, split bf16 on AMX tiles".into()
            }
            Instructions::Amx => "built-in, bf16 on AMX tiles".into(),
            other => format!("built-in, f32 with {other}"),
        }
    }

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        batch.check(&self.common.graph)?;
        outputs.reset(&self.common.graph, batch);
        if batch.count == 0 {
            return Ok(());
        }
        let program = self.prepare(batch);
        let _flushing = denormals::Flushing::new();
        #[cfg(target_arch = "x86_64")]
        // Tiles are there: the instructions say so.
        let _shaped = (self.common.instructions == Instructions::Amx).then(|| unsafe { Shaped::new() });
        for first in (0..batch.count).step_by(program.chunk) {
            let count = program.chunk.min(batch.count - first);
            let mut frame = Frame {
                program: &program,
                kernels: self.kernels,
                arena: self.arena.as_mut_ptr(),
                offsets: &self.offsets,
                scratch: self.scratch.as_mut_ptr(),
                count,
                precision: self.common.packed.precision,
            };
            frame.read(batch, first);
            for step in &program.steps {
                frame.run(step);
            }
            frame.write(outputs, first);
        }
        Ok(())
    }
}

impl CpuExecutor {
    /// The program for the batch's board size, with memory for it.
    fn prepare(&mut self, batch: &Batch) -> Arc<Program> {
        if let Some(program) = &self.program
            && (program.grid.rows, program.grid.columns) == (batch.rows, batch.columns)
        {
            return program.clone();
        }
        let program = self.common.program(batch.rows, batch.columns);
        self.offsets.clear();
        let mut bytes = 0usize;
        for slot in &program.slots {
            self.offsets.push(bytes);
            // A line more, so that slots do not all begin at the same buffer of the cache.
            bytes += (slot * program.chunk).next_multiple_of(64) + 64;
        }
        self.arena = Memory::new(bytes);
        self.scratch = Memory::floats(program.scratch);
        self.program = Some(program.clone());
        program
    }
}

/// A chunk of positions on its way through a program.
struct Frame<'a> {
    program: &'a Program,
    kernels: &'a Kernels,
    arena: *mut u8,
    offsets: &'a [usize],
    scratch: *mut f32,
    count: usize,
    precision: Precision,
}

impl Frame<'_> {
    /// The first point of the first position.
    fn at<T>(&self, buffer: Buffer) -> *mut T {
        let grid = &self.program.grid;
        let lead = match buffer.kind {
            Kind::Board => grid.lead * buffer.channels * 4,
            Kind::Board16 => grid.lead * buffer.channels * 2,
            Kind::Flat => 0,
        };
        // Slots were laid out for this program and all its positions.
        unsafe { self.arena.add(self.offsets[buffer.slot] + lead).cast() }
    }

    /// Numbers in memory for one number of the value.
    fn halves(&self, buffer: Buffer) -> usize {
        if buffer.kind == Kind::Board16 { self.precision.halves() } else { 1 }
    }

    /// From position to position, in numbers.
    fn stride(&self, buffer: Buffer) -> usize {
        match buffer.kind {
            Kind::Board | Kind::Board16 => self.program.grid.total * buffer.channels,
            Kind::Flat => buffer.channels,
        }
    }

    fn read(&mut self, batch: &Batch, first: usize) {
        for (port, input) in self.program.inputs.iter().zip(&batch.inputs) {
            for buffer in port.buffers.f32.into_iter().chain(port.buffers.bf16) {
                let points = if buffer.kind == Kind::Flat { 1 } else { self.program.grid.points() };
                for position in 0..self.count {
                    let from =
                        &input[(first + position) * points * port.channels..][..points * port.channels];
                    self.read_position(port, buffer, position, from);
                }
            }
        }
    }

    fn read_position(&self, port: &IoBinding, buffer: Buffer, position: usize, from: &[f32]) {
        let grid = &self.program.grid;
        let first = position * self.stride(buffer);
        if buffer.kind == Kind::Flat {
            // The buffer is as wide as the channels, or wider.
            unsafe {
                std::ptr::copy_nonoverlapping(from.as_ptr(), self.at::<f32>(buffer).add(first), from.len())
            };
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
                    // Of which point this one is the neighbour.
                    let aside =
                        (of_kernel as isize - (unfold.columns / 2) as isize) * unfold.dilation as isize;
                    let Some(column) = column.checked_add_signed(-aside).filter(|c| *c < grid.columns) else {
                        continue;
                    };
                    let point = row * grid.pitch + column;
                    let channel = of_kernel * port.channels + part * halves.len();
                    let at = first + point * buffer.channels + channel;
                    // The buffer is as large as the grid, and as wide as the channels, or wider.
                    unsafe {
                        match buffer.kind {
                            Kind::Board16 => {
                                let to = self.at::<u16>(buffer).add(at);
                                std::ptr::copy_nonoverlapping(halves.as_ptr(), to, numbers.len());
                                if self.precision == Precision::Split {
                                    let to = to.add(buffer.channels / 2);
                                    std::ptr::copy_nonoverlapping(rests.as_ptr(), to, numbers.len());
                                }
                            }
                            _ => {
                                let to = self.at::<f32>(buffer).add(at);
                                std::ptr::copy_nonoverlapping(numbers.as_ptr(), to, numbers.len());
                            }
                        }
                    }
                }
            }
        }
    }

    fn write(&self, outputs: &mut Outputs, first: usize) {
        let grid = &self.program.grid;
        for (port, output) in self.program.outputs.iter().zip(&mut outputs.values) {
            let Some(buffer) = port.buffers.f32 else { continue };
            let points = if buffer.kind == Kind::Flat { 1 } else { grid.points() };
            for position in 0..self.count {
                let to = &mut output[(first + position) * points * port.channels..][..points * port.channels];
                for (i, channels) in to.chunks_exact_mut(port.channels).enumerate() {
                    let point =
                        if points == 1 { 0 } else { i / grid.columns * grid.pitch + i % grid.columns };
                    for (channel, x) in channels.iter_mut().enumerate() {
                        let at = position * self.stride(buffer) + point * buffer.channels + channel;
                        *x = unsafe { *self.at::<f32>(buffer).add(at) };
                    }
                }
            }
        }
    }

    fn epilogue(&self, epilogue: &EpilogueSpec) -> Epilogue {
        let all = [epilogue.raw.f32, epilogue.raw.bf16, epilogue.normed.f32, epilogue.normed.bf16];
        let any = all.into_iter().flatten().next();
        let f32 =
            |buffer: Option<Buffer>| buffer.map_or(std::ptr::null_mut(), |buffer| self.at::<f32>(buffer));
        let u16 =
            |buffer: Option<Buffer>| buffer.map_or(std::ptr::null_mut(), |buffer| self.at::<u16>(buffer));
        let numbers = |numbers: Option<&Vec<f32>>| numbers.map_or(std::ptr::null(), |n| n.as_ptr());
        Epilogue {
            flat: f32(epilogue.flat),
            residual: f32(epilogue.residual),
            raw: f32(epilogue.raw.f32),
            raw16: u16(epilogue.raw.bf16),
            scale: numbers(epilogue.scale.as_ref().map(|(scale, _)| scale)),
            bias: numbers(epilogue.scale.as_ref().map(|(_, bias)| bias)),
            activation: epilogue.activation,
            normed: f32(epilogue.normed.f32),
            normed16: u16(epilogue.normed.bf16),
            channels: any.map_or(0, |buffer| buffer.channels / self.halves(buffer)),
            stride: any.map_or(0, |buffer| self.stride(buffer) / self.halves(buffer)),
            split: self.precision == Precision::Split,
        }
    }

    /// All kernels below get pointers to buffers that were laid out for them; see [`super::compile`].
    fn run(&mut self, step: &Step) {
        let epilogue = &self.epilogue(&step.epilogue);
        if epilogue.channels == 0 {
            return; // Nobody wants the result.
        }
        let (grid, count, kernels) = (&self.program.grid, self.count, self.kernels);
        let board = |buffer: Buffer| (buffer.kind != Kind::Flat).then_some(grid);
        match &step.work {
            Work::Product { input, taps, weights } => {
                let (stride, channels) = (self.stride(*input), input.channels);
                match weights {
                    Weights::Direct(weights) => {
                        let input = self.at(*input);
                        let job = Direct { grid, count, input, stride, channels, taps, weights, epilogue };
                        unsafe { (kernels.direct)(&job) }
                    }
                    Weights::Winograd(kernels) => {
                        let (input, scratch) = (self.at(*input), self.scratch);
                        let job =
                            Winograd { grid, count, input, stride, channels, kernels, epilogue, scratch };
                        unsafe { (self.kernels.winograd)(&job) }
                    }
                    #[cfg(target_arch = "x86_64")]
                    Weights::Tiles(weights) => {
                        let part = channels / self.precision.halves();
                        let input = self.at(*input);
                        let job =
                            Tiled { grid, count, input, stride, channels, taps, part, weights, epilogue };
                        unsafe { tiled(&job) }
                    }
                }
            }
            Work::Flat { input, weights } => {
                let job = Flat { count, input: self.at(*input), channels: input.channels, weights, epilogue };
                unsafe { (kernels.flat)(&job) }
            }
            Work::Pointwise { input, times } => {
                let times = times.map_or(std::ptr::null(), |buffer| self.at::<f32>(buffer).cast_const());
                let job = Pointwise { grid: board(*input), count, input: self.at(*input), times, epilogue };
                unsafe { (kernels.pointwise)(&job) }
            }
            Work::Norm { input, real, over, epsilon } => {
                let (grid, input) = (board(*input), self.at(*input));
                let job = Norm { grid, count, input, real: *real, over: *over, epsilon: *epsilon, epilogue };
                unsafe { (kernels.norm)(&job) }
            }
            Work::Pool { input, real, pool } => {
                let job = Pooling {
                    grid,
                    count,
                    input: self.at(*input),
                    stride: self.stride(*input),
                    channels: input.channels,
                    real: *real,
                    pool: *pool,
                    out: epilogue.raw,
                    out_stride: epilogue.stride,
                };
                unsafe { (kernels.pooling)(&job) }
            }
            Work::Attention { spec, rotary, inputs } => {
                let operand = |buffer: Buffer| Operand {
                    first: self.at(buffer),
                    stride: self.stride(buffer),
                    channels: buffer.channels,
                };
                let [queries, keys, values] = inputs.map(operand);
                let (attention, scratch) = (spec, self.scratch);
                let job =
                    AttentionJob { grid, count, attention, rotary, queries, keys, values, epilogue, scratch };
                unsafe { (kernels.attend)(&job) }
            }
            Work::Flatten { input, real } => {
                let from = self.at::<f32>(*input);
                for position in 0..count {
                    for channel in 0..*real {
                        for (i, point) in grid.iter().enumerate() {
                            let x = position * self.stride(*input) + point * input.channels + channel;
                            let to = position * epilogue.stride + channel * grid.points() + i;
                            unsafe { *epilogue.raw.add(to) = *from.add(x) };
                        }
                    }
                }
            }
        }
    }
}

/// Numbers too small to be normal cost hundreds of cycles each and mean nothing here: they count as zero.
mod denormals {
    #[cfg(target_arch = "x86_64")]
    mod control {
        use std::arch::asm;

        /// Flush results to zero, take operands for zero.
        const FLUSH: u32 = 1 << 15 | 1 << 6;

        pub fn read() -> u32 {
            let mut control = 0u32;
            unsafe { asm!("stmxcsr [{}]", in(reg) &mut control, options(nostack)) };
            control
        }

        pub fn write(control: u32) {
            unsafe { asm!("ldmxcsr [{}]", in(reg) &control, options(nostack)) };
        }

        pub fn flushing(control: u32) -> u32 {
            control | FLUSH
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    mod control {
        pub fn read() -> u32 {
            0
        }
        pub fn write(_: u32) {}
        pub fn flushing(control: u32) -> u32 {
            control
        }
    }

    /// Holds for this thread until it is dropped.
    pub struct Flushing(u32);

    impl Flushing {
        pub fn new() -> Flushing {
            let before = control::read();
            control::write(control::flushing(before));
            Flushing(before)
        }
    }

    impl Drop for Flushing {
        fn drop(&mut self) {
            control::write(self.0);
        }
    }
}
