//! The executor that runs networks with libtorch.

use std::sync::{Arc, Mutex, PoisonError};

use tch::{Device, Kind, TchError};

use super::{Weights, answers, device, forward, inputs};
use crate::{Answers, Batch, Executor, ExecutorError, Network};

/// The one that `tch` is written for.
const LIBTORCH: &str = "2.11.0";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TorchSettings {
    /// By default CUDA when there is some, otherwise the processor.
    pub device: Option<Device>,
    /// By default f16 on CUDA, f32 on the processor.
    pub kind: Option<Kind>,
    /// Threads within one evaluation, when the processor runs it. One is enough where several threads evaluate.
    pub threads: usize,
}

impl Default for TorchSettings {
    fn default() -> TorchSettings {
        TorchSettings { device: None, kind: None, threads: 1 }
    }
}

/// Makes executors for one network; they share its weights.
#[derive(Clone)]
pub struct TorchExecutors {
    shared: Arc<Shared>,
}

struct Shared {
    network: Arc<Network>,
    /// Tensors may go from thread to thread, but two threads must not look at one: each executor has its own, with
    /// the same memory behind it.
    weights: Mutex<Weights>,
    threads: usize,
    name: String,
    /// Why nothing better runs it.
    why: Option<String>,
}

impl TorchExecutors {
    pub fn new(network: Arc<Network>, settings: TorchSettings) -> Result<TorchExecutors, ExecutorError> {
        let (device, why) = settings.device.map_or_else(device::best, |device| (device, None));
        let kind = settings.kind.unwrap_or(if device.is_cuda() { Kind::Half } else { Kind::Float });
        let weights = Weights::new(&network.graph, device, kind).map_err(failed)?;
        let name = format!("libtorch {LIBTORCH} on {}, {}", device_name(device), kind_name(kind));
        let (weights, threads) = (Mutex::new(weights), settings.threads);
        Ok(TorchExecutors { shared: Arc::new(Shared { network, weights, threads, name, why }) })
    }

    /// What runs, on what, and why nothing better.
    pub fn describe(&self) -> String {
        let why = self.shared.why.as_ref().map(|why| format!(" ({why})"));
        format!("{}{}", self.shared.name, why.unwrap_or_default())
    }

    pub fn make(&self) -> TorchExecutor {
        // Weights are only read: a thread that panicked has left them as they were.
        let weights = self.shared.weights.lock().unwrap_or_else(PoisonError::into_inner).shallow_clone();
        TorchExecutor { shared: self.shared.clone(), weights }
    }
}

pub struct TorchExecutor {
    shared: Arc<Shared>,
    weights: Weights,
}

impl Executor for TorchExecutor {
    fn describe(&self) -> String {
        self.shared.name.clone()
    }

    fn run(&mut self, batch: &Batch, into: &mut Answers) -> Result<(), ExecutorError> {
        let graph = &self.shared.network.graph;
        batch.check(graph)?;
        into.reset(graph, batch);
        if batch.count == 0 {
            return Ok(());
        }
        device::use_threads(self.shared.threads);
        let _evaluating = tch::no_grad_guard();
        let mut run = || {
            let inputs = inputs(graph, batch, self.weights.device())?;
            answers(&forward(graph, &self.weights, &inputs)?, into)
        };
        run().map_err(failed)
    }
}

/// libtorch tells where in its own code something went wrong; the first line says what.
fn failed(error: TchError) -> ExecutorError {
    let text = match error {
        TchError::Torch(text) => text,
        other => other.to_string(),
    };
    ExecutorError::Failed(format!("libtorch: {}", text.lines().next().unwrap_or_default()))
}

fn device_name(device: Device) -> String {
    match device {
        Device::Cpu => "CPU".into(),
        Device::Cuda(0) => "CUDA".into(),
        Device::Cuda(number) => format!("CUDA {number}"),
        other => format!("{other:?}"),
    }
}

fn kind_name(kind: Kind) -> String {
    match kind {
        Kind::Half => "f16".into(),
        Kind::BFloat16 => "bf16".into(),
        Kind::Float => "f32".into(),
        Kind::Double => "f64".into(),
        other => format!("{other:?}"),
    }
}
