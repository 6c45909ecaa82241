//! The engine's settings on the command line, the same for every front end.

use std::path::PathBuf;

use anyhow::Context;
use board::Rank;
use partner::{Evaluators, ExecutorKind, LoadedNetworks, Overrides, Settings};

use crate::memory;

/// Settings of a partner. The command line overrides the file, and the file overrides the preset.
#[derive(clap::Args)]
pub struct PlayerArguments {
    /// Preset: playout, playout-fast, playout-strong or network [default: playout, or network with --net].
    /// Add what to play for after a +, or name it alone: win, points, greedy or recover, as in
    /// network+greedy.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Play like a person of this rank, from 30k to 9d, such as 12k or 3d.
    #[arg(long, value_name = "RANK", conflicts_with = "preset")]
    level: Option<Rank>,
    /// TOML file with settings that override the preset's.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Network file, KataGo's (.bin.gz, .txt.gz) or our own (.safetensors), or default for the built-in
    /// network.
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Human network: KataGo's b18c384nbt-humanv0.bin.gz or one like it, which knows what people of each rank
    /// would play. The parameters that start with humanSL say whom to imitate and how far.
    #[arg(long, value_name = "FILE")]
    human_net: Option<String>,
    /// What runs the network: cpu, cpu-f32, onnx, torch, torch-f32, or check, which compares two.
    #[arg(long, value_name = "NAME")]
    executor: Option<ExecutorKind>,
    /// Visits per move.
    #[arg(long, value_name = "N")]
    visits: Option<u64>,
    /// Seconds per move; with --visits, whichever comes first.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    time: Option<f64>,
    /// Number of search threads.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Random seed. With one thread and a limit in visits, the same seed gives the same moves.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl PlayerArguments {
    pub fn settings(&self, resign: Option<bool>) -> anyhow::Result<Settings> {
        let file = match &self.config {
            None => None,
            Some(path) => Some(
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?,
            ),
        };
        let overrides = Overrides {
            visits: self.visits,
            time: self.time,
            threads: self.threads,
            memory_mb: memory::asked(),
            seed: self.seed,
            resign,
            net: self.net.clone(),
            human_net: self.human_net.clone(),
            executor: self.executor,
        };
        let usual = if self.net.is_some() { "network" } else { "playout" };
        let level = self.level.map(|rank| rank.to_string());
        let preset = level.as_deref().or(self.preset.as_deref()).unwrap_or(usual);
        let (settings, notes) = Settings::layered_with_notes(preset, file.as_deref(), &overrides)?;
        for note in notes {
            eprintln!("{note}");
        }
        Ok(settings)
    }
}

impl PlayerArguments {
    pub fn threads(&self) -> Option<usize> {
        self.threads
    }

    /// Limits and threads from the command line, applied to settings from elsewhere.
    pub fn put_over(&self, settings: &mut Settings) {
        settings.visits = self.visits.or(settings.visits);
        settings.time = self.time.or(settings.time);
        settings.threads = self.threads.unwrap_or(settings.threads);
        settings.memory_mb = memory::asked().or(settings.memory_mb);
    }
}

/// The evaluators of the settings; says on stderr what runs a network, once for each that is loaded.
pub fn evaluators(settings: &Settings, nets: &LoadedNetworks) -> anyhow::Result<Evaluators> {
    let before = nets.count();
    let evaluators = Evaluators::from_settings(settings, nets)?;
    if nets.count() > before {
        evaluators.nets().for_each(|net| eprintln!("{}", net.describe()));
    }
    evaluators.check(settings)?;
    if evaluators.human().is_some() && settings.nn.human_profile.is_none() {
        eprintln!("the human network is not used until humanSLProfile is set, to rank_5k or the like");
    }
    Ok(evaluators)
}

pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
