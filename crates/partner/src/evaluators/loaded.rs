//! Networks, loaded once however many evaluators share them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use network::{Backend, Heads, Metadata, Network, NetworkEvaluator};
use nn::ExecutorKind;
use serde::Serialize;

use super::EvaluatorError;

/// The networks in memory, by file and executor. Clones share them.
#[derive(Clone, Default)]
pub struct LoadedNetworks(Arc<Mutex<HashMap<(PathBuf, String), LoadedNetwork>>>);

/// A network in memory with what runs it.
#[derive(Clone)]
pub struct LoadedNetwork {
    pub(crate) backend: Backend,
    /// As the user named it.
    file: String,
}

/// A network in the words of KataGo's protocols.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NetworkSummary {
    pub name: String,
    pub internal_name: String,
    pub max_batch_size: usize,
    #[serde(rename = "usesHumanSLProfile")]
    pub uses_human_sl_profile: bool,
    /// KataGo's number for the kind of network; 0 for our own.
    pub version: u32,
    #[serde(rename = "usingFP16")]
    pub using_fp16: &'static str,
}

impl LoadedNetworks {
    /// How many are loaded.
    pub fn count(&self) -> usize {
        self.0.lock().len()
    }

    /// The network of a file, read now or earlier.
    pub fn load(&self, file: Option<&str>, executor: ExecutorKind) -> Result<LoadedNetwork, EvaluatorError> {
        let file = file.ok_or(EvaluatorError::NoNet)?;
        let failed = |reason: String| EvaluatorError::Net { file: file.to_string(), reason };
        // The same file under two names is one network; a file cannot be called as the program's own are.
        let path = match file {
            built_in if network::is_built_in(built_in) => file.into(),
            _ => Path::new(file).canonicalize().unwrap_or_else(|_| file.into()),
        };
        let key = (path, executor.to_string());
        // Held while the file is read: who comes second waits for the first instead of reading it again.
        let mut loaded = self.0.lock();
        if let Some(net) = loaded.get(&key) {
            return Ok(net.clone());
        }
        let network = network::load(&key.0).map_err(|e| failed(e.reason.to_string()))?;
        let backend = Backend::new(executor, Arc::new(network)).map_err(|e| failed(e.to_string()))?;
        // A network that cannot evaluate is found now, not in the middle of a game.
        NetworkEvaluator::new(&backend, Default::default(), 0).map_err(|e| failed(e.to_string()))?;
        let net = LoadedNetwork { backend, file: file.to_string() };
        loaded.insert(key, net.clone());
        Ok(net)
    }
}

impl LoadedNetwork {
    pub fn network(&self) -> &Arc<Network> {
        self.backend.network()
    }

    /// What runs it.
    pub fn backend(&self) -> &Backend {
        &self.backend
    }

    /// The file as the user named it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// One line: the network, which executor runs it, and why this one.
    pub fn describe(&self) -> String {
        format!("{}: {}", self.network().name, self.backend.executors().describe())
    }

    /// What clients ask about a network; `batch` is the number of positions evaluated at once.
    pub fn summary(&self, batch: usize) -> NetworkSummary {
        let network = self.network();
        let name =
            Path::new(&self.file).file_name().map_or(self.file.as_str().into(), |n| n.to_string_lossy());
        let version = match &network.heads {
            Heads::KataGo(heads) => heads.version,
            Heads::Curve(_) => 0,
        };
        NetworkSummary {
            name: name.into_owned(),
            internal_name: network.name.clone(),
            max_batch_size: batch,
            uses_human_sl_profile: network.planes.metadata() == Some(Metadata::Profile),
            version,
            using_fp16: "false",
        }
    }
}
