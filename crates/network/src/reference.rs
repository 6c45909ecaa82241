//! The plainest executor: one loop a layer, in f32, no tricks. Slow, and what all others are held against.

use std::sync::Arc;

use crate::{Answers, Batch, Executor, ExecutorError, Network};

pub struct Reference {
    network: Arc<Network>,
}

impl Reference {
    pub fn new(network: Arc<Network>) -> Reference {
        Reference { network }
    }
}

impl Executor for Reference {
    fn describe(&self) -> String {
        "reference, f32".into()
    }

    fn run(&mut self, batch: &Batch, answers: &mut Answers) -> Result<(), ExecutorError> {
        answers.reset(&self.network.graph, batch);
        Err(ExecutorError::Failed("not written yet".into()))
    }
}
