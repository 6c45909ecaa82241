//! Runs programs.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::arena::Arena;
use super::bounds::CheckedProgram;
use super::compile::compile;
use super::denormals::Flushing;
use super::frame::Frame;
use super::grid::Grid;
use super::kernels::{Instructions, Kernels};
use super::memory::Memory;
use super::packed::{PackedWeights, Precision};
#[cfg(target_arch = "x86_64")]
use super::tiles::Shaped;
use super::unfold::{Unfold, narrowed};
use crate::executor::{Batch, Executor, ExecutorError, Outputs};
use crate::graph::{Graph, Layer};

/// Makes executors for one network; they share programs and weights.
#[derive(Clone)]
pub struct CpuExecutors(Arc<Common>);

struct Common {
    graph: Arc<Graph>,
    /// The graph as it is run, with narrow kernels.
    narrow: Graph,
    unfolds: Vec<Option<Unfold>>,
    instructions: Instructions,
    packed: PackedWeights,
    programs: Mutex<HashMap<(usize, usize), Arc<CheckedProgram>>>,
}

impl CpuExecutors {
    /// Uses the processor's best instructions; bf16 only if it has tiles for it.
    pub fn new(graph: Arc<Graph>, f32_only: bool) -> CpuExecutors {
        CpuExecutors::with(graph, Instructions::best(f32_only))
    }

    /// Uses given instructions, which must be [available](Instructions::available).
    pub fn with(graph: Arc<Graph>, instructions: Instructions) -> CpuExecutors {
        let precision = match instructions {
            // Attention amplifies small differences: plain bf16 changes win rates by up to 0.1.
            Instructions::Amx if has_attention(&graph) => Precision::Split,
            Instructions::Amx => Precision::Bf16,
            _ => Precision::F32,
        };
        let packed = PackedWeights::new(precision, instructions.registers());
        // Every valid graph can be narrowed; if that ever fails, it runs unchanged.
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
            _ if best != chosen => {
                format!("built-in executor, f32 with {chosen}, as asked; this processor has {best}")
            }
            _ => format!("built-in executor, f32 with {chosen}, the best this processor has"),
        }
    }

    pub fn make(&self) -> CpuExecutor {
        CpuExecutor { kernels: self.0.instructions.kernels(), common: self.0.clone(), memory: None }
    }
}

impl Common {
    fn program(&self, rows: usize, columns: usize) -> Result<Arc<CheckedProgram>, ExecutorError> {
        let graph = &self.narrow;
        let mut programs = self.programs.lock();
        if let Some(program) = programs.get(&(rows, columns)) {
            return Ok(program.clone());
        }
        let grid = Grid::new(rows, columns, graph.reach());
        let program = compile(graph, &self.unfolds, grid, &self.packed)
            .map_err(|error| ExecutorError::Failed(error.to_string()))?;
        Ok(programs.entry((rows, columns)).or_insert(Arc::new(program)).clone())
    }
}

fn has_attention(graph: &Graph) -> bool {
    graph.nodes().iter().any(|node| matches!(node.layer, Layer::Attention(_)))
}

/// One thread's executor.
pub struct CpuExecutor {
    common: Arc<Common>,
    kernels: &'static Kernels,
    /// Values and working memory for the last board size.
    memory: Option<(Arena, Memory)>,
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
        let (kernels, precision) = (self.kernels, self.common.packed.precision);
        #[cfg(target_arch = "x86_64")]
        let has_tiles = self.common.instructions == Instructions::Amx;
        let (arena, scratch) = self.prepare(batch)?;
        let program = arena.program().clone();
        let _flushing = Flushing::new();
        // SAFETY: the processor has tiles: `Instructions::kernels` has asked when the executor was made.
        #[cfg(target_arch = "x86_64")]
        let _shaped = has_tiles.then(|| unsafe { Shaped::new() });
        for first in (0..batch.count).step_by(program.chunk) {
            let count = program.chunk.min(batch.count - first);
            let mut frame = Frame::new(&program, kernels, arena, scratch, count, precision);
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
    /// The memory and the program for the batch's board size.
    fn prepare(&mut self, batch: &Batch) -> Result<(&mut Arena, &mut Memory), ExecutorError> {
        let fits = |(arena, _): &(Arena, Memory)| {
            let grid = &arena.program().grid;
            (grid.rows, grid.columns) == (batch.rows, batch.columns)
        };
        if !self.memory.as_ref().is_some_and(fits) {
            let program = self.common.program(batch.rows, batch.columns)?;
            let scratch = Memory::floats(program.scratch);
            self.memory = Some((Arena::new(program), scratch));
        }
        match &mut self.memory {
            Some((arena, scratch)) => Ok((arena, scratch)),
            None => Err(ExecutorError::Failed("no memory".into())),
        }
    }
}
