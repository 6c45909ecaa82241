//! Checks that a program stays within its memory: once, after compiling, so that kernels need no checks.

use std::ops::Deref;

use super::grid::Grid;
use super::lanes::Registers;
use super::program::{Buffer, EpilogueSpec, Kind, Program, Step, Weights, Work};
use super::{attention, gemm, winograd};

/// A program in which no step reads or writes beyond its buffers, weights and working memory. Kernels rely on it, so
/// there is no other way to make one.
pub(super) struct CheckedProgram(Program);

/// A program that would exceed its memory: a bug in [`super::compile`], which no file and no board can cause.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("step {step} of the compiled network: {what}")]
pub(super) struct BoundsError {
    step: usize,
    what: &'static str,
}

impl Deref for CheckedProgram {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.0
    }
}

impl CheckedProgram {
    /// `registers` are those that it will be run with.
    pub fn new(program: Program, registers: Registers) -> Result<CheckedProgram, BoundsError> {
        let check = Check { program: &program, registers };
        for (i, step) in program.steps.iter().enumerate() {
            check.step(step).map_err(|what| BoundsError { step: i, what })?;
        }
        Ok(CheckedProgram(program))
    }
}

/// What a step writes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Written {
    is_board: bool,
    channels: usize,
}

struct Check<'a> {
    program: &'a Program,
    registers: Registers,
}

type Checked = Result<(), &'static str>;

fn ensure(holds: bool, what: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(what) }
}

impl Check<'_> {
    fn grid(&self) -> &Grid {
        &self.program.grid
    }

    fn step(&self, step: &Step) -> Checked {
        let Some(out) = self.epilogue(&step.epilogue)? else { return Ok(()) };
        match &step.work {
            Work::Product { input, taps, weights, sparse } => {
                ensure(out.is_board, "a product of boards is a board")?;
                self.not_overwritten(*input, &step.epilogue)?;
                self.product(*input, taps, weights, *sparse, out)
            }
            Work::Flat { input, weights } => {
                self.buffer(*input, Kind::Flat)?;
                self.not_overwritten(*input, &step.epilogue)?;
                ensure(!out.is_board, "a product of flat values is flat")?;
                ensure(weights.holds(1, self.registers), "weights are missing")?;
                ensure(weights.k == input.channels, "weights of another width")?;
                ensure(
                    weights.columns(self.registers.lanes) <= out.channels,
                    "more channels than there is room for",
                )
            }
            Work::Pointwise { input, times } => {
                self.alike(*input, out)?;
                times.map_or(Ok(()), |times| self.alike(times, out))
            }
            Work::Norm { input, real, .. } => {
                self.alike(*input, out)?;
                ensure(*real <= input.channels, "more channels than there are")
            }
            Work::Pool { input, real, .. } => {
                self.buffer(*input, Kind::Board)?;
                self.raw_numbers(&step.epilogue, out)?;
                ensure(*real <= input.channels && 3 * real <= out.channels, "more channels than there are")
            }
            Work::Attention { spec, rotary, inputs } => {
                let widths = [
                    spec.heads * spec.key_size,
                    spec.shared_heads * spec.key_size,
                    spec.shared_heads * spec.value_size,
                ];
                for (input, width) in inputs.iter().zip(widths) {
                    self.buffer(*input, Kind::Board)?;
                    self.not_overwritten(*input, &step.epilogue)?;
                    ensure(width <= input.channels, "heads are wider than their inputs")?;
                }
                ensure(
                    out.is_board && spec.heads * spec.value_size <= out.channels,
                    "no room for all heads",
                )?;
                ensure(rotary.fits(spec, self.grid()), "angles are missing")?;
                ensure(
                    attention::scratch(spec, self.grid()) <= self.program.scratch,
                    "too little working memory",
                )
            }
            Work::Flatten { input, real } => {
                self.buffer(*input, Kind::Board)?;
                self.raw_numbers(&step.epilogue, out)?;
                ensure(
                    *real <= input.channels && real * self.grid().points() <= out.channels,
                    "more channels than there are",
                )
            }
        }
    }

    fn product(
        &self,
        input: Buffer,
        taps: &[isize],
        weights: &Weights,
        sparse: bool,
        out: Written,
    ) -> Checked {
        match weights {
            Weights::Direct(panels) => {
                self.buffer(input, Kind::Board)?;
                self.reads(input, taps, input.channels, self.grid().run())?;
                let enough = !sparse || gemm::picks(panels.k) <= self.program.scratch;
                ensure(enough, "too little working memory")?;
                ensure(panels.holds(1, self.registers), "weights are missing")?;
                ensure(panels.k == taps.len() * input.channels, "weights of another width")?;
                ensure(
                    panels.columns(self.registers.lanes) <= out.channels,
                    "more channels than there is room for",
                )
            }
            Weights::Winograd(kernels) => {
                self.buffer(input, Kind::Board)?;
                ensure(kernels.holds(input.channels, out.channels, self.registers), "weights are missing")?;
                let (first, last) = kernels.reach(self.grid());
                let width = input.channels as isize;
                ensure(self.within(input, first * width, (last + 1) * width), "tiles hang out of the grid")?;
                let scratch =
                    winograd::scratch(self.grid(), self.program.chunk, input.channels, out.channels);
                ensure(
                    kernels.fits(self.grid()) && scratch <= self.program.scratch,
                    "too little working memory",
                )
            }
            #[cfg(target_arch = "x86_64")]
            Weights::Tiles(tiles) => {
                self.buffer(input, Kind::Board16)?;
                let part = tiles.k() / taps.len().max(1);
                ensure(part.is_multiple_of(super::tiles::GROUP), "parts of tiles")?;
                let fits = part * self.program.halves == input.channels && part * taps.len() == tiles.k();
                ensure(fits, "weights of another width")?;
                self.reads(input, taps, part, 16 * self.grid().masks.len())?;
                ensure(tiles.holds(), "weights are missing")?;
                ensure(tiles.columns() <= out.channels, "more channels than there is room for")
            }
        }
    }

    /// What a step's epilogue writes, in buffers of the same shape; `None` if the result is unused.
    fn epilogue(&self, epilogue: &EpilogueSpec) -> Result<Option<Written>, &'static str> {
        let mut written = None;
        for buffers in [epilogue.raw, epilogue.normed] {
            for (buffer, is_half) in
                [(buffers.f32, false), (buffers.bf16, true)].into_iter().filter_map(|(b, h)| Some((b?, h)))
            {
                let is_board = buffer.kind != Kind::Flat;
                ensure(is_half == (buffer.kind == Kind::Board16), "numbers of another type")?;
                self.buffer(buffer, buffer.kind)?;
                let parts = if is_half { self.program.halves } else { 1 };
                let this = Written { is_board, channels: buffer.channels / parts };
                ensure(this.channels * parts == buffer.channels, "half a number")?;
                ensure(*written.get_or_insert(this) == this, "one value in buffers of two forms")?;
            }
        }
        let Some(out) = written else { return Ok(None) };
        ensure(out.channels.is_multiple_of(self.registers.lanes), "parts of registers")?;
        if let Some(flat) = epilogue.flat {
            self.buffer(flat, Kind::Flat)?;
            ensure(flat.channels == out.channels, "a flat value of another width")?;
        }
        if let Some(residual) = epilogue.residual {
            self.alike(residual, out)?;
        }
        if let Some((scale, bias)) = &epilogue.scale {
            ensure(scale.len() >= out.channels && bias.len() >= out.channels, "scales are missing")?;
        }
        Ok(Some(out))
    }

    /// A buffer is as large as the slot it was laid into.
    fn buffer(&self, buffer: Buffer, kind: Kind) -> Checked {
        ensure(buffer.kind == kind, "numbers of another type")?;
        let slot = self.program.slots.get(buffer.slot);
        ensure(slot == Some(&buffer.bytes(self.grid())), "a slot of another size")?;
        ensure(buffer.channels.is_multiple_of(self.registers.lanes), "parts of registers")
    }

    /// A buffer of f32 in which every number has its counterpart in what is written.
    fn alike(&self, buffer: Buffer, out: Written) -> Checked {
        self.buffer(buffer, if out.is_board { Kind::Board } else { Kind::Flat })?;
        ensure(buffer.channels == out.channels, "values of two widths")
    }

    /// What is written is flat, as it is, and in f32.
    fn raw_numbers(&self, epilogue: &EpilogueSpec, out: Written) -> Checked {
        ensure(epilogue.raw.f32.is_some() && !out.is_board, "a flat value in another form")
    }

    /// Steps that read a point more than once must not write in place.
    fn not_overwritten(&self, input: Buffer, epilogue: &EpilogueSpec) -> Checked {
        let written = [epilogue.raw.f32, epilogue.raw.bf16, epilogue.normed.f32, epilogue.normed.bf16];
        let is_free = written.into_iter().flatten().all(|buffer| buffer.slot != input.slot);
        ensure(is_free, "a step that writes over its own input")
    }

    /// From each of that many points on, `part` numbers at every tap.
    fn reads(&self, input: Buffer, taps: &[isize], part: usize, points: usize) -> Checked {
        let last_point = (points.saturating_sub(1) * input.channels) as isize;
        let is_within = |tap: &isize| self.within(input, *tap, last_point + *tap + part as isize);
        ensure(taps.iter().all(is_within), "a kernel that looks out of the grid")
    }

    /// Whether numbers from `first` to before `last`, counted from the first point on, are in a position's part of the
    /// buffer.
    fn within(&self, buffer: Buffer, first: isize, last: isize) -> bool {
        let lead = (self.grid().lead * buffer.channels) as isize;
        first >= -lead && last <= buffer.numbers(self.grid()) as isize - lead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::compile::compile;
    use crate::cpu::packed::{PackedWeights, Precision};
    use crate::cpu::unfold::narrowed;

    /// The example network for a board of 5×5, changed and checked again.
    #[track_caller]
    fn refused(change: impl Fn(&mut Program), expected: &str) {
        let (graph, unfolds) = narrowed(&crate::example::graph()).unwrap();
        let registers = Registers { lanes: 8, width: 2 };
        let packed = PackedWeights::new(Precision::F32, registers);
        let program = compile(&graph, &unfolds, Grid::new(5, 5, graph.reach()), &packed);
        let mut program = program.unwrap_or_else(|error| panic!("as it is: {error}")).0;
        change(&mut program);
        let error = CheckedProgram::new(program, registers).err().map(|error| error.what);
        assert_eq!(error, Some(expected));
    }

    /// The first product of a kind, and what comes after it.
    fn product(program: &mut Program, is: impl Fn(&Weights) -> bool) -> &mut Step {
        let fits = |step: &&mut Step| matches!(&step.work, Work::Product { weights, .. } if is(weights));
        program.steps.iter_mut().find(fits).unwrap()
    }

    fn is_direct(weights: &Weights) -> bool {
        matches!(weights, Weights::Direct(_))
    }

    #[test]
    fn programs_that_leave_their_memory_are_refused() {
        refused(|program| program.slots.iter_mut().for_each(|slot| *slot -= 1), "a slot of another size");
        refused(|program| program.scratch = 0, "too little working memory");
        refused(|program| program.chunk *= 2, "too little working memory");
        refused(|program| program.grid.lead = 0, "tiles hang out of the grid");
        let far = |tap: isize| {
            move |program: &mut Program| {
                if let Work::Product { taps, .. } = &mut product(program, is_direct).work {
                    taps[0] = tap;
                }
            }
        };
        refused(far(-10_000), "a kernel that looks out of the grid");
        refused(far(10_000), "a kernel that looks out of the grid");
        let more = |program: &mut Program| {
            if let Work::Product { taps, .. } = &mut product(program, is_direct).work {
                taps.push(0);
            }
        };
        refused(more, "weights of another width");
        let short = |program: &mut Program| {
            let scaled = program.steps.iter_mut().find_map(|step| step.epilogue.scale.as_mut());
            scaled.unwrap().1.pop();
        };
        refused(short, "scales are missing");
        let over = |program: &mut Program| {
            let step = product(program, |_| true);
            if let Work::Product { input, .. } = &mut step.work {
                let out = [step.epilogue.raw.f32, step.epilogue.normed.f32].into_iter().flatten().next();
                input.slot = out.unwrap().slot;
                input.channels = out.unwrap().channels;
            }
        };
        refused(over, "a step that writes over its own input");
    }
}
