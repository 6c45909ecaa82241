//! The executor that runs networks with libtorch.

use std::sync::Arc;

use parking_lot::Mutex;
use tch::{Device, Kind, TchError, Tensor};

use super::forward::laid_out;
use super::{Staging, Weights, copy_outputs, device, forward, inputs, shaped};
use crate::executor::{Batch, Executor, ExecutorError, Outputs};
use crate::graph::Graph;

/// The version that `tch` supports.
const LIBTORCH: &str = "2.11.0";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TorchSettings {
    /// By default CUDA if available, otherwise the processor.
    pub device: Option<Device>,
    /// By default f16 on CUDA, f32 on the processor.
    pub kind: Option<Kind>,
    /// Threads per evaluation on the processor. One is enough if several threads evaluate.
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
    graph: Arc<Graph>,
    /// Tensors may move between threads, but two threads must not use the same one: each executor has its
    /// own, with shared memory.
    weights: Mutex<Weights>,
    threads: usize,
    on_gpu: bool,
    name: String,
    /// Why nothing better runs it.
    why: Option<String>,
}

impl TorchExecutors {
    pub fn new(graph: Arc<Graph>, settings: TorchSettings) -> Result<TorchExecutors, ExecutorError> {
        let (device, why) = settings.device.map_or_else(device::best, |device| (device, None));
        let kind = settings.kind.unwrap_or(if device.is_cuda() { Kind::Half } else { Kind::Float });
        let weights = Weights::new(&graph, device, kind).map_err(failed)?;
        let name = format!("libtorch {LIBTORCH} on {}, {}", device_name(device), kind_name(kind));
        let (weights, threads) = (Mutex::new(weights), settings.threads);
        Ok(TorchExecutors {
            shared: Arc::new(Shared { graph, weights, threads, on_gpu: device.is_cuda(), name, why }),
        })
    }

    /// Describes what runs, on what, and why nothing better.
    pub fn describe(&self) -> String {
        let why = self.shared.why.as_ref().map(|why| format!(" ({why})"));
        format!("{}{}", self.shared.name, why.unwrap_or_default())
    }

    pub fn make(&self) -> TorchExecutor {
        let weights = self.shared.weights.lock().shallow_clone();
        let (upload, download) = Default::default();
        TorchExecutor { shared: self.shared.clone(), weights, upload, download }
    }

    /// Whether a graphics card runs it.
    pub fn is_on_gpu(&self) -> bool {
        self.shared.on_gpu
    }
}

pub struct TorchExecutor {
    shared: Arc<Shared>,
    weights: Weights,
    /// Staging memory for inputs and outputs.
    upload: Staging,
    download: Staging,
}

impl TorchExecutor {
    /// Uses pinned memory and copies all outputs at once: many small copies would take longer than the
    /// network.
    fn run_on_gpu(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), TchError> {
        let (graph, device) = (&*self.shared.graph, self.weights.device());
        let parts: Vec<&[f32]> = batch.inputs.iter().map(Vec::as_slice).collect();
        let given = self.upload.upload(&parts, device, false)?.into_iter().zip(graph.inputs());
        let rows = round_up(batch.count);
        let inputs = given.map(|(numbers, (_, shape))| {
            let more = numbers.size1()? * (rows - batch.count) as i64 / batch.count as i64;
            shaped(numbers.f_constant_pad_nd([0, more])?, shape, [rows, batch.rows, batch.columns])
        });
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let tensors = forward(graph, &self.weights, &inputs)?;
        let own = |output: &Tensor| laid_out(output)?.f_narrow(0, 0, batch.count as i64)?.f_flatten(0, -1);
        let flat: Result<Vec<_>, _> = tensors.iter().map(own).collect();
        let all = Tensor::f_cat(&flat?, 0)?;
        // This waits for the card, so all copies are done afterwards.
        self.download.tensor(all.numel())?.f_copy_(&all)?;
        let mut numbers = &*self.download.room(all.numel());
        for output in &mut outputs.values {
            let (own, others) = numbers.split_at(output.len());
            output.copy_from_slice(own);
            numbers = others;
        }
        Ok(())
    }
}

/// The number of rows that a batch is padded to. For every new number of rows, cuDNN benchmarks each
/// convolution, which takes longer than the batch, so there are only a few such numbers.
fn round_up(count: usize) -> usize {
    count.next_multiple_of((count.next_power_of_two() / 8).max(8))
}

impl Executor for TorchExecutor {
    fn describe(&self) -> String {
        self.shared.name.clone()
    }

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        let shared = self.shared.clone();
        let graph = &shared.graph;
        batch.check(graph)?;
        outputs.reset(graph, batch);
        if batch.count == 0 {
            return Ok(());
        }
        device::use_threads(self.shared.threads);
        let _evaluating = tch::no_grad_guard();
        let run = match self.shared.on_gpu {
            true => self.run_on_gpu(batch, outputs),
            false => inputs(graph, batch, self.weights.device())
                .and_then(|inputs| forward(graph, &self.weights, &inputs))
                .and_then(|tensors| copy_outputs(&tensors, outputs)),
        };
        run.map_err(failed)
    }
}

/// libtorch's errors contain a stack trace; the first line says what went wrong.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_in_few_numbers() {
        let mut numbers: Vec<usize> = (1..=4096).map(round_up).collect();
        assert!(
            numbers.iter().zip(1..).all(|(rows, count)| (count..=count + (count / 4).max(7)).contains(rows))
        );
        numbers.dedup();
        assert!(numbers.is_sorted() && numbers.len() < 64, "{numbers:?}");
    }

    /// The code path for graphics cards gives the same outputs; this can be tested on a processor.
    #[test]
    fn both_ways_answer_alike() {
        let graph = crate::example::graph();
        let settings = TorchSettings { device: Some(Device::Cpu), ..TorchSettings::default() };
        let mut executor = TorchExecutors::new(graph.clone(), settings).unwrap().make();
        for count in [3, 1, 8, 13, 16, 5] {
            let mut batch = Batch::default();
            batch.reset(&graph, 5, 5, count);
            for input in &mut batch.inputs {
                input.iter_mut().enumerate().for_each(|(i, x)| *x = ((i + count) % 3) as f32);
            }
            let (mut wanted, mut outputs) = (Outputs::default(), Outputs::default());
            executor.run(&batch, &mut wanted).unwrap();
            outputs.reset(&graph, &batch);
            executor.run_on_gpu(&batch, &mut outputs).unwrap();
            if round_up(count) == count {
                assert_eq!(outputs, wanted);
            }
            // With other rows in the batch, sums are computed in another order.
            for (answer, wanted) in outputs.values.iter().zip(&wanted.values) {
                assert_eq!(answer.len(), wanted.len());
                for (answer, wanted) in answer.iter().zip(wanted) {
                    assert!((answer - wanted).abs() < 1e-5 * (1.0 + wanted.abs()), "{answer} {wanted}");
                }
            }
        }
    }
}
