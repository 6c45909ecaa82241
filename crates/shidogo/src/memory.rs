//! How much memory search trees may take, whatever the subcommand.

use std::sync::OnceLock;

use search::Memory;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The part of the machine's memory that trees may take unless somebody says otherwise.
const PART: u64 = 4;
/// What they may take at least, and where nothing is known of the machine.
const LEAST_MB: u64 = 512;

#[derive(clap::Args)]
#[group(skip)]
pub struct MemoryArguments {
    /// Memory for the trees of all searches together, in MB; without it a quarter of what the machine has. A search that
    /// has filled it answers with what it knows; the next move gives back what is no longer needed.
    #[arg(long, value_name = "MB", global = true, value_parser = clap::value_parser!(u64).range(partner::MEMORY_MB))]
    memory_mb: Option<u64>,
}

static ASKED: OnceLock<u64> = OnceLock::new();

/// Sets what holds for every search of the process.
pub fn limit(arguments: &MemoryArguments) {
    let mb = arguments.memory_mb.inspect(|mb| _ = ASKED.set(*mb));
    Memory::process().set_usual_mb(mb.unwrap_or_else(usual));
}

/// What the command line says; it goes over settings files.
pub fn asked() -> Option<u64> {
    ASKED.get().copied()
}

/// A part of what the machine has, or of what it allows this process.
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
