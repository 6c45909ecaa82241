//! Limits the memory that running a network may take.

use crate::cpu;
use crate::graph::Graph;

/// The memory a network may take: a fixed amount, plus this many bytes per weight. Real networks stay below
/// 32 bytes per weight (`network/tests/hostile_files.rs`); a file that needs more was made to fill memory.
const ALLOWANCE: u64 = 256 << 20;
const PER_WEIGHT: u64 = 40;

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
#[error(
    "running it would take {needed} MB of memory; a network of {weights} weights may take {allowed} MB at most"
)]
pub struct MemoryError {
    pub needed: u64,
    pub allowed: u64,
    pub weights: u64,
}

/// Refuses graphs whose memory would be out of all proportion to their weights, on every processor alike. So
/// every network that can be read can be run. Call it for every graph read from a file.
pub fn check_memory(graph: &Graph) -> Result<(), MemoryError> {
    let (needed, weights) = (cpu::footprint(graph), graph.parameters() as u64);
    let allowed = PER_WEIGHT.saturating_mul(weights).saturating_add(ALLOWANCE);
    match needed <= allowed {
        true => Ok(()),
        false => Err(MemoryError { needed: needed >> 20, allowed: allowed >> 20, weights }),
    }
}
