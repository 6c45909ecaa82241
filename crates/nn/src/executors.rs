//! Chooses the executor of a network.

mod batcher;
mod cross_check;
mod stats;

pub use batcher::{BatchedExecutor, Batcher};
pub use stats::{ExecutorStats, StatsCounter};

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::cpu::CpuExecutors;
use crate::executor::{Executor, ExecutorError};
use crate::graph::Graph;
use crate::onnx::{OnnxExecutors, OnnxSettings};
use crate::reference::Reference;
#[cfg(feature = "torch")]
use crate::torch::{TorchExecutors, TorchSettings, tch::Kind};
use cross_check::CrossCheck;
use stats::CountedExecutor;

/// Threads that use a graphics card: some upload inputs while others wait for outputs.
#[cfg(feature = "torch")]
const SERVERS: usize = 3;

/// The executors that a user can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExecutorKind {
    /// Built in; with bf16 if the processor has tiles for it.
    #[default]
    Cpu,
    /// Built in, in f32.
    CpuF32,
    /// ONNX Runtime, if its library is found.
    Onnx,
    /// libtorch, if it was built in; in f16 on graphics cards.
    Torch,
    /// libtorch, in f32.
    TorchF32,
    /// Two executors, compared with each other.
    Check,
}

impl FromStr for ExecutorKind {
    type Err = String;

    fn from_str(s: &str) -> Result<ExecutorKind, String> {
        Ok(match s {
            "cpu" => ExecutorKind::Cpu,
            "cpu-f32" => ExecutorKind::CpuF32,
            "onnx" => ExecutorKind::Onnx,
            "torch" => ExecutorKind::Torch,
            "torch-f32" => ExecutorKind::TorchF32,
            "check" => ExecutorKind::Check,
            _ => {
                return Err(format!(
                    "no executor is called {s:?}: cpu, cpu-f32, onnx, torch, torch-f32 or check"
                ));
            }
        })
    }
}

impl fmt::Display for ExecutorKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            ExecutorKind::Cpu => "cpu",
            ExecutorKind::CpuF32 => "cpu-f32",
            ExecutorKind::Onnx => "onnx",
            ExecutorKind::Torch => "torch",
            ExecutorKind::TorchF32 => "torch-f32",
            ExecutorKind::Check => "check",
        })
    }
}

/// Makes executors for one network, one per thread; they share its weights.
#[derive(Clone)]
pub struct Executors {
    graph: Arc<Graph>,
    choice: Choice,
    stats: StatsCounter,
}

#[derive(Clone)]
enum Choice {
    Cpu(CpuExecutors),
    Check {
        first: CpuExecutors,
    },
    Onnx(OnnxExecutors),
    #[cfg(feature = "torch")]
    Torch {
        own: TorchExecutors,
        /// For a network on a graphics card.
        batcher: Option<Batcher>,
    },
}

impl Executors {
    pub fn new(kind: ExecutorKind, graph: Arc<Graph>) -> Result<Executors, ExecutorError> {
        let cpu = |f32_only| CpuExecutors::new(graph.clone(), f32_only);
        let stats = StatsCounter::default();
        let choice = match kind {
            ExecutorKind::Cpu => Choice::Cpu(cpu(false)),
            ExecutorKind::CpuF32 => Choice::Cpu(cpu(true)),
            ExecutorKind::Check => Choice::Check { first: cpu(false) },
            ExecutorKind::Onnx => Choice::Onnx(OnnxExecutors::new(graph.clone(), OnnxSettings::default())?),
            #[cfg(feature = "torch")]
            ExecutorKind::Torch | ExecutorKind::TorchF32 => {
                let kind = (kind == ExecutorKind::TorchF32).then_some(Kind::Float);
                let settings = TorchSettings { kind, ..TorchSettings::default() };
                let own = TorchExecutors::new(graph.clone(), settings)?;
                // Count the work of the card, not of the threads that wait for it.
                let server = |_| {
                    Box::new(CountedExecutor::new(Box::new(own.make()), stats.clone())) as Box<dyn Executor>
                };
                let servers = (0..SERVERS).map(server);
                let batcher = match own.is_on_gpu() {
                    true => Some(Batcher::new(servers.collect())?),
                    false => None,
                };
                Choice::Torch { own, batcher }
            }
            #[cfg(not(feature = "torch"))]
            ExecutorKind::Torch | ExecutorKind::TorchF32 => {
                return Err(ExecutorError::Failed(format!(
                    "the executor {kind} is not in this program: build it with --features torch, as README.md tells"
                )));
            }
        };
        Ok(Executors { graph, choice, stats })
    }

    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// One line: which executor runs, and why this one.
    pub fn describe(&self) -> String {
        match &self.choice {
            Choice::Cpu(cpu) => cpu.describe(),
            Choice::Onnx(onnx) => onnx.describe(),
            #[cfg(feature = "torch")]
            Choice::Torch { own, .. } => own.describe(),
            Choice::Check { first } => {
                format!("{}; every answer compared with the reference", first.describe())
            }
        }
    }

    /// The statistics of all its executors.
    pub fn stats(&self) -> &StatsCounter {
        &self.stats
    }

    pub fn make(&self) -> Result<Box<dyn Executor>, ExecutorError> {
        let executor: Box<dyn Executor> = match &self.choice {
            Choice::Cpu(cpu) => Box::new(cpu.make()),
            Choice::Onnx(onnx) => Box::new(onnx.make()),
            #[cfg(feature = "torch")]
            Choice::Torch { own, batcher } => match batcher {
                Some(batcher) => return Ok(Box::new(batcher.make(own.describe()))),
                None => Box::new(own.make()),
            },
            Choice::Check { first } => {
                let reference = Box::new(Reference::new(self.graph.clone()));
                Box::new(CrossCheck::new(self.graph.clone(), Box::new(first.make()), reference))
            }
        };
        Ok(Box::new(CountedExecutor::new(executor, self.stats.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for kind in [
            ExecutorKind::Cpu,
            ExecutorKind::CpuF32,
            ExecutorKind::Onnx,
            ExecutorKind::Torch,
            ExecutorKind::TorchF32,
            ExecutorKind::Check,
        ] {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
    }

    #[cfg(not(feature = "torch"))]
    #[test]
    fn libtorch_must_be_built_in() {
        let error = Executors::new(ExecutorKind::Torch, crate::example::graph()).err().unwrap();
        assert!(error.to_string().contains("--features torch"), "{error}");
    }
}
