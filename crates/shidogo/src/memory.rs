//! The memory limit of search trees, for every subcommand.

use std::sync::OnceLock;

use search::Memory;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// By default, trees may take one part in this many of the machine's memory.
const PART: u64 = 4;
/// The smallest default limit, also used if the machine's memory is unknown.
const LEAST_MB: u64 = 512;

#[derive(clap::Args)]
#[group(skip)]
pub struct MemoryArguments {
    /// Memory limit for all search trees together, in MB [default: a quarter of the machine's memory]. A
    /// search that reaches it stops and answers with what it knows; the next move frees what is no longer
    /// needed.
    #[arg(long, value_name = "MB", global = true, value_parser = clap::value_parser!(u64).range(partner::MEMORY_MB))]
    memory_mb: Option<u64>,
}

static ASKED: OnceLock<u64> = OnceLock::new();

/// Sets the limit for all searches of the process.
pub fn limit(arguments: &MemoryArguments) {
    let mb = arguments.memory_mb.inspect(|mb| _ = ASKED.set(*mb));
    Memory::process().set_usual_mb(mb.unwrap_or_else(usual));
}

/// The limit from the command line, which overrides settings files.
pub fn asked() -> Option<u64> {
    ASKED.get().copied()
}

/// The default: a part of the machine's memory, or of what it allows this process.
fn usual() -> u64 {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory));
    let machine = system.total_memory();
    let allowed = system.cgroup_limits().map_or(machine, |limits| limits.total_memory.min(machine));
    ((allowed / PART) >> 20).max(LEAST_MB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_memory_for_trees() {
        assert!(partner::MEMORY_MB.contains(&usual()) && usual() >= LEAST_MB, "{} MB", usual());
    }
}
