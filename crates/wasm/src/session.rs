//! The network at hand, and the batch to evaluate next.

use network::{Network, ReadError};
use nn::cpu::{CpuExecutor, CpuExecutors};
use nn::onnx::{ExportError, Layout, Options};
use nn::{Batch, Executor, ExecutorError, MAX_SIDE, Outputs};

/// Why something could not be done.
#[derive(thiserror::Error, Debug)]
pub enum SessionError {
    #[error("not a network: {0}")]
    Read(#[from] ReadError),
    #[error("no network was read")]
    Missing,
    #[error("a batch has at least one position, on a board of 2 to {MAX_SIDE} rows")]
    Batch,
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error(transparent)]
    Export(#[from] ExportError),
}

#[derive(Default)]
pub struct Session {
    /// A file from the host or for it.
    pub bytes: Vec<u8>,
    pub batch: Batch,
    pub outputs: Outputs,
    /// What went wrong last.
    pub message: String,
    network: Option<(Network, CpuExecutor)>,
}

impl Session {
    /// Reads the network in `bytes`.
    pub fn load(&mut self) -> Result<(), SessionError> {
        let network = network::read(&self.bytes)?;
        let executor = CpuExecutors::new(network.graph.clone(), true).make();
        self.network = Some((network, executor));
        Ok(())
    }

    /// What runs the network.
    pub fn describe(&mut self) -> Result<(), SessionError> {
        let (network, executor) = self.network.as_ref().ok_or(SessionError::Missing)?;
        self.bytes = format!("{}, {}", network.name, executor.describe()).into_bytes();
        Ok(())
    }

    /// Leaves the network as an ONNX file in `bytes`, for boards of one size and in the layout of the batch.
    pub fn export(&mut self, size: usize) -> Result<(), SessionError> {
        let (network, _) = self.network.as_ref().ok_or(SessionError::Missing)?;
        let options = Options { layout: Layout::ChannelsLast, board: Some((size, size)) };
        self.bytes = network::onnx::export(network, &options)?;
        Ok(())
    }

    /// Makes room for a batch of positions.
    pub fn prepare(&mut self, size: usize, count: usize) -> Result<(), SessionError> {
        let (network, _) = self.network.as_ref().ok_or(SessionError::Missing)?;
        if !(2..=MAX_SIDE).contains(&size) || count == 0 {
            return Err(SessionError::Batch);
        }
        self.batch.reset(&network.graph, size, size, count);
        Ok(())
    }

    /// Evaluates the batch.
    pub fn run(&mut self) -> Result<(), SessionError> {
        let (_, executor) = self.network.as_mut().ok_or(SessionError::Missing)?;
        Ok(executor.run(&self.batch, &mut self.outputs)?)
    }
}
