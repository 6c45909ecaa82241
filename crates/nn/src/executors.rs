//! Chooses the executor of a network.

mod batcher;
mod cross_check;
mod stats;

pub use batcher::{BatchedExecutor, Batcher};
pub use stats::{ExecutorStats, StatsCounter};

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::cpu::{CpuExecutors, Instructions};
use crate::executor::{Executor, ExecutorError};
use crate::graph::Graph;
#[cfg(not(target_family = "wasm"))]
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
    /// Built in, with given instructions: to see how fast other processors would be.
    CpuWith(Instructions),
    /// ONNX Runtime, if its library is found.
    Onnx,
    /// libtorch, if it was built in; in f16 on graphics cards.
    Torch,
    /// libtorch, in f32.
    TorchF32,
    /// Two executors, compared with each other.
    Check,
}

impl ExecutorKind {
    const ALL: [(&str, ExecutorKind); 12] = [
        ("cpu", ExecutorKind::Cpu),
        ("cpu-f32", ExecutorKind::CpuF32),
        ("cpu-amx", ExecutorKind::CpuWith(Instructions::Amx)),
        ("cpu-avx512", ExecutorKind::CpuWith(Instructions::Avx512)),
        ("cpu-avx2", ExecutorKind::CpuWith(Instructions::Avx2)),
        ("cpu-neon", ExecutorKind::CpuWith(Instructions::Neon)),
        ("cpu-simd128", ExecutorKind::CpuWith(Instructions::Simd128)),
        ("cpu-portable", ExecutorKind::CpuWith(Instructions::Portable)),
        ("onnx", ExecutorKind::Onnx),
        ("torch", ExecutorKind::Torch),
        ("torch-f32", ExecutorKind::TorchF32),
        ("check", ExecutorKind::Check),
    ];
}

impl FromStr for ExecutorKind {
    type Err = String;

    fn from_str(s: &str) -> Result<ExecutorKind, String> {
        let found = ExecutorKind::ALL.into_iter().find(|(name, _)| *name == s);
        found.map(|(_, kind)| kind).ok_or_else(|| {
            let runs_here = |kind| !matches!(kind, ExecutorKind::CpuWith(set) if !set.available());
            let names = ExecutorKind::ALL.into_iter().filter(|(_, kind)| runs_here(*kind));
            let names: Vec<&str> = names.map(|(name, _)| name).collect();
            format!("no such executor; there is {}", names.join(", "))
        })
    }
}

impl fmt::Display for ExecutorKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = ExecutorKind::ALL.into_iter().find(|(_, kind)| kind == self);
        f.write_str(name.map_or("", |(name, _)| name))
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
    #[cfg(not(target_family = "wasm"))]
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
            ExecutorKind::CpuWith(instructions) if !instructions.available() => {
                return Err(ExecutorError::Failed(format!("this processor does not have {instructions}")));
            }
            ExecutorKind::CpuWith(instructions) => {
                Choice::Cpu(CpuExecutors::with(graph.clone(), instructions))
            }
            ExecutorKind::Check => Choice::Check { first: cpu(false) },
            #[cfg(target_family = "wasm")]
            ExecutorKind::Onnx => {
                return Err(ExecutorError::Failed("WebAssembly cannot load ONNX Runtime".into()));
            }
            #[cfg(not(target_family = "wasm"))]
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
            #[cfg(not(target_family = "wasm"))]
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
            #[cfg(not(target_family = "wasm"))]
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
        for (name, kind) in ExecutorKind::ALL {
            assert_eq!(kind.to_string(), name);
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
    }

    #[test]
    fn instructions_of_another_processor_are_refused() {
        for instructions in Instructions::ALL {
            let executors = Executors::new(ExecutorKind::CpuWith(instructions), crate::example::graph());
            match executors {
                Ok(executors) => {
                    assert!(
                        instructions.available() && executors.describe().contains(&instructions.to_string())
                    );
                }
                Err(error) => {
                    assert!(
                        !instructions.available() && error.to_string().contains("does not have"),
                        "{error}"
                    );
                }
            }
        }
    }

    #[cfg(not(feature = "torch"))]
    #[test]
    fn libtorch_must_be_built_in() {
        let error = Executors::new(ExecutorKind::Torch, crate::example::graph()).err().unwrap();
        assert!(error.to_string().contains("--features torch"), "{error}");
    }
}
