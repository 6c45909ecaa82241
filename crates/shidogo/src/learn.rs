//! `shidogo learn`: networks that learn from their own games.

#[cfg(feature = "torch")]
mod rated;
#[cfg(feature = "torch")]
mod steps;

use std::path::{Path, PathBuf};

use anyhow::Context;
use learning::RunSettings;
use partner::ExecutorKind;

/// Grow networks by self-play: games, training, the next network, and again.
///
/// Everything is in the run's folder. A run that was stopped in any way goes on when it is started again; only games
/// that were not finished are lost.
// Without training only the help tells of some of these.
#[cfg_attr(not(feature = "torch"), allow(dead_code))]
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo learn --preset tiny --out runs/tiny      begin: a 5×5 network, minutes on two cores
  shidogo learn --out runs/tiny                    go on
  shidogo learn --out runs/tiny --generations 3    go on, for three more networks
  shidogo learn --preset distil --teacher KATAGO.bin.gz --out runs/distil
                                                   a small network from what a large one says
  shidogo gtp --net runs/tiny/nets/FILE            play against one of them

Training needs libtorch: build with --features torch, as README.md tells.")]
pub struct Arguments {
    /// The run's folder.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// What to learn, when the run begins: tiny, paper-7x7, paper-9x9, fast-7x7, fast-9x9, sizes or distil.
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    preset: Option<String>,
    /// The same from a settings file; a run's own settings.toml is an example.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A network to begin with, when the run begins: its generation is gone on from.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// The network that is learnt from, for runs in which a teacher plays (the preset distil).
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// Stop after so many new networks; without it the run's settings decide.
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// What runs the network in self-play: cpu, cpu-f32, onnx, torch or torch-f32; without it torch where there is a
    /// graphics card, otherwise cpu.
    #[arg(long, value_name = "NAME")]
    executor: Option<ExecutorKind>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let settings = match (&arguments.preset, &arguments.config) {
        (Some(preset), _) => Some(RunSettings::preset(preset)?),
        (None, Some(path)) => {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let (settings, notes) = RunSettings::read(&text).with_context(|| path.display().to_string())?;
            tell(path, &notes);
            Some(settings)
        }
        (None, None) => None,
    };
    begin(arguments, settings)
}

#[cfg(not(feature = "torch"))]
fn begin(_: &Arguments, _: Option<RunSettings>) -> anyhow::Result<()> {
    anyhow::bail!("training is not in this program: build it with --features torch, as README.md tells")
}

#[cfg(feature = "torch")]
fn begin(arguments: &Arguments, settings: Option<RunSettings>) -> anyhow::Result<()> {
    let run = learning::Run::open(&arguments.out, settings)?;
    tell(&run.folder().join("settings.toml"), run.notes());
    if let Some(start) = &arguments.start {
        run.start_from(start)?;
    }
    steps::run(&run, arguments)
}

/// Names of settings that are no longer used.
fn tell(file: &Path, notes: &[String]) {
    for note in notes {
        eprintln!("{}: {note}", file.display());
    }
}
