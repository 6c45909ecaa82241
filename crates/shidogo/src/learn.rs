//! `shidogo learn`: trains networks on their own games.

#[cfg(feature = "torch")]
mod human;
#[cfg(feature = "torch")]
pub mod progress;

use std::path::{Path, PathBuf};

use anyhow::Context;
use learning::RunSettings;
use partner::ExecutorKind;

/// Train networks by self-play, or on games of people.
///
/// Self-play: play games, train on them, repeat. On games of people, each network continues the training of the one
/// before.
///
/// The folder holds everything about a run. Start the same command again to continue a run that was stopped
/// or killed; only unfinished games are lost.
// Without the feature, some of these only appear in the help.
#[cfg_attr(not(feature = "torch"), allow(dead_code))]
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo learn --preset tiny --out runs/tiny      start: a 5×5 network, minutes on two cores
  shidogo learn --out runs/tiny                    continue
  shidogo learn --out runs/tiny --generations 3    continue for three more networks
  shidogo learn --preset distil --teacher KATAGO.bin.gz --out runs/distil
                                                   train a small network on the outputs of a large one
  shidogo learn --preset human --games ogs.jsonl.gz --games my-sgf-folder --out runs/human
                                                   train a network that plays like people of any rank
  shidogo gtp --net runs/tiny/nets/FILE            play against one of them

Training needs libtorch: build with --features torch, see README.md.")]
pub struct Arguments {
    /// Folder of the run, or its address in an object store (see docs/fleet.md).
    #[arg(long, value_name = "FOLDER")]
    out: String,
    /// Preset for a new run: tiny, paper-7x7, paper-9x9, fast-7x7, fast-9x9, sizes, distil, human, or a character's:
    /// centre, edge, offence, defence.
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    preset: Option<String>,
    /// Settings file for a new run; see the settings.toml of any run for an example.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Network for a new run to start from; generations continue from its own. Runs on games of people start from the
    /// network inside unless you name another.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Games of people with their ranks, for the preset human: JSON lines (.jsonl, .jsonl.gz), SGF files or folders of
    /// them. Repeat for more.
    #[arg(long, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Teacher network, for runs that learn from one (the preset distil).
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// Stop after this many new networks [default: as in the run's settings].
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// What runs the network in self-play: cpu, cpu-f32, onnx, torch or torch-f32 [default: torch with a
    /// graphics card, otherwise cpu].
    #[arg(long, value_name = "NAME")]
    executor: Option<ExecutorKind>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    begin(arguments, settings(arguments.preset.as_deref(), arguments.config.as_deref())?)
}

/// The settings of a new run.
pub fn settings(preset: Option<&str>, config: Option<&Path>) -> anyhow::Result<Option<RunSettings>> {
    match (preset, config) {
        (Some(preset), _) => Ok(Some(RunSettings::preset(preset)?)),
        (None, Some(path)) => {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let (settings, notes) = RunSettings::read(&text).with_context(|| path.display().to_string())?;
            tell(&path.display().to_string(), &notes);
            Ok(Some(settings))
        }
        (None, None) => Ok(None),
    }
}

#[cfg(not(feature = "torch"))]
pub fn cannot_train() -> anyhow::Result<()> {
    anyhow::bail!("this build cannot train: build with --features torch, see README.md")
}

#[cfg(not(feature = "torch"))]
fn begin(_: &Arguments, _: Option<RunSettings>) -> anyhow::Result<()> {
    cannot_train()
}

#[cfg(feature = "torch")]
pub fn usual_executor() -> ExecutorKind {
    if nn::torch::best_device().is_cuda() { ExecutorKind::Torch } else { ExecutorKind::Cpu }
}

#[cfg(feature = "torch")]
fn begin(arguments: &Arguments, settings: Option<RunSettings>) -> anyhow::Result<()> {
    let run = learning::Run::at(&arguments.out, settings)?;
    tell(run.address(), run.notes());
    if let Some(human) = run.settings().human.clone() {
        return human::run(arguments, &run, &human);
    }
    anyhow::ensure!(
        arguments.games.is_empty(),
        "--games is for runs on games of people, such as --preset human"
    );
    if let Some(start) = &arguments.start {
        run.start_from(start)?;
    }
    let teacher = arguments.teacher.as_ref().map(network::load).transpose()?;
    let kind = arguments.executor.unwrap_or_else(usual_executor);
    let mut progress = progress::Shown::new(run.address());
    learning::make_generations(
        &run,
        &mut learning::Torch,
        teacher.as_ref(),
        arguments.generations,
        kind,
        &mut progress,
    )?;
    Ok(())
}

/// Names of settings that are no longer used.
pub fn tell(place: &str, notes: &[String]) {
    for note in notes {
        eprintln!("{place}: {note}");
    }
}
