//! A network with what runs it.

use std::sync::{Arc, OnceLock};

use nn::{ExecutorError, ExecutorKind, Executors};

use crate::Network;
use crate::evaluator::curve::Trust;

/// A network and the executors that run its graph. Clones share both; every thread makes an evaluator of its own.
#[derive(Clone)]
pub struct Backend {
    network: Arc<Network>,
    executors: Executors,
    trust: Arc<OnceLock<Trust>>,
}

impl Backend {
    pub fn new(kind: ExecutorKind, network: Arc<Network>) -> Result<Backend, ExecutorError> {
        let executors = Executors::new(kind, network.graph.clone())?;
        Ok(Backend { network, executors, trust: Arc::default() })
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    pub fn executors(&self) -> &Executors {
        &self.executors
    }

    /// How sure the network is of a lead, measured by whoever asks first.
    pub(crate) fn trust<E>(&self, measure: impl Fn(&Backend) -> Result<Trust, E>) -> Result<Trust, E> {
        match self.trust.get() {
            Some(trust) => Ok(*trust),
            // Two threads at once measure the same.
            None => measure(self).map(|trust| *self.trust.get_or_init(|| trust)),
        }
    }
}
