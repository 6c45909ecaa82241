//! A network with its executors.

use std::sync::{Arc, OnceLock};

use nn::{ExecutorError, ExecutorKind, Executors};

use crate::curve::ConfidenceScale;
use crate::network::Network;

/// A network and the executors that run its graph. Clones share both; every thread makes its own evaluator.
#[derive(Clone)]
pub struct Backend {
    network: Arc<Network>,
    executors: Executors,
    confidence_scale: Arc<OnceLock<ConfidenceScale>>,
}

impl Backend {
    pub fn new(kind: ExecutorKind, network: Arc<Network>) -> Result<Backend, ExecutorError> {
        let executors = Executors::new(kind, network.graph.clone())?;
        Ok(Backend { network, executors, confidence_scale: Arc::default() })
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    pub fn executors(&self) -> &Executors {
        &self.executors
    }

    /// How certain the network is of a lead, measured on first use.
    pub(crate) fn confidence_scale<E>(
        &self,
        measure: impl Fn(&Backend) -> Result<ConfidenceScale, E>,
    ) -> Result<ConfidenceScale, E> {
        match self.confidence_scale.get() {
            Some(confidence_scale) => Ok(*confidence_scale),
            // Two threads at once would get the same result.
            None => {
                measure(self).map(|confidence_scale| *self.confidence_scale.get_or_init(|| confidence_scale))
            }
        }
    }
}
