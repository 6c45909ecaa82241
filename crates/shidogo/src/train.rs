//! `shidogo train`: the trainer of a fleet.

use std::path::PathBuf;

use learning::RunSettings;
use partner::ExecutorKind;

/// Train networks on games that workers play on other machines.
///
/// Takes the games of `shidogo selfplay` as they come, trains the next network and promotes it; the workers follow. Self-play
/// goes on meanwhile. It may be killed at any time: started again, it continues. Two trainers do no harm: only one of them can
/// promote a network.
// Without the feature, some of these only appear in the help.
#[cfg_attr(not(feature = "torch"), allow(dead_code))]
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo train --run s3://bucket/runs/9x9 --preset fast-9x9   begin
  shidogo train --run s3://bucket/runs/9x9                     continue

Training needs libtorch: build with --features torch, see README.md. docs/fleet.md is the guide.")]
pub struct Arguments {
    /// Folder or address of the run.
    #[arg(long, value_name = "URL")]
    run: String,
    /// Preset for a new run: tiny, paper-7x7, paper-9x9, fast-7x7, fast-9x9, sizes or distil.
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    preset: Option<String>,
    /// Settings file for a new run.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Stop after this many new networks [default: as in the run's settings].
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// What runs the network in rating games: cpu, cpu-f32, onnx, torch or torch-f32 [default: torch with a graphics card,
    /// otherwise cpu].
    #[arg(long, value_name = "NAME")]
    executor: Option<ExecutorKind>,
    /// Look for new games this often.
    #[arg(long, value_name = "SECONDS", default_value_t = 15.0)]
    poll_seconds: f64,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let poll = arguments.poll_seconds;
    anyhow::ensure!((0.1..=86_400.0).contains(&poll), "--poll-seconds must be from 0.1 to 86400");
    let settings = super::learn::settings(arguments.preset.as_deref(), arguments.config.as_deref())?;
    begin(arguments, settings)
}

#[cfg(not(feature = "torch"))]
fn begin(_: &Arguments, _: Option<RunSettings>) -> anyhow::Result<()> {
    super::learn::cannot_train()
}

#[cfg(feature = "torch")]
fn begin(arguments: &Arguments, settings: Option<RunSettings>) -> anyhow::Result<()> {
    let run = learning::Run::at(&arguments.run, settings)?;
    super::learn::tell(run.address(), run.notes());
    let kind = arguments.executor.unwrap_or_else(super::learn::usual_executor);
    let mut progress = super::learn::progress::Shown::new(run.address());
    let poll = std::time::Duration::from_secs_f64(arguments.poll_seconds);
    learning::train_fleet(&run, &mut learning::Torch, arguments.generations, kind, poll, &mut progress)?;
    Ok(())
}
