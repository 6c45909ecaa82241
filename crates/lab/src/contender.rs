//! A network that takes part.

use std::path::Path;
use std::sync::Arc;

use board::Size;
use network::{Backend, weights};
use nn::ExecutorKind;
use serde::{Deserialize, Serialize};

use crate::error::LabError;

/// A network by name and content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NetName {
    pub name: String,
    pub sha256: String,
}

/// A network with a name and its executors.
#[derive(Clone)]
pub struct Contender {
    pub name: NetName,
    pub backend: Backend,
}

impl Contender {
    /// From `FILE` or `NAME=FILE`; the default name is that of the file.
    pub fn load(text: &str, executor: ExecutorKind) -> Result<Contender, LabError> {
        // A path may contain a =, but a name has no / or dot.
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, file) = named.map_or((None, text), |(name, file)| (Some(name), file));
        let path = Path::new(file);
        let network = network::load(path)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = name.map_or(stem, str::to_string);
        let failed = |reason: String| LabError::Net { name: file.to_string(), reason };
        let sha256 = match file {
            network::DEFAULT => weights::hash(network::default_file()),
            _ => weights::hash(&std::fs::read(path).map_err(|e| failed(e.to_string()))?),
        };
        let backend = Backend::new(executor, Arc::new(network)).map_err(|e| failed(e.to_string()))?;
        Ok(Contender::new(NetName { name, sha256 }, backend))
    }

    pub fn new(name: NetName, backend: Backend) -> Contender {
        Contender { name, backend }
    }

    /// Its only board size, if it has just one.
    pub fn only_board(&self) -> Option<usize> {
        self.backend.network().graph.fixed_points().map(usize::isqrt)
    }

    pub fn check_size(&self, size: Size) -> Result<(), LabError> {
        match self.backend.network().graph.fixed_points() {
            Some(points) if points != size.points() => {
                let name = self.name.name.clone();
                Err(LabError::Size { name, points, size, side: points.isqrt() })
            }
            _ => Ok(()),
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
