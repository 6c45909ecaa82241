//! `shidogo learn`: networks that learn from their own games.

use std::path::PathBuf;

use anyhow::Context;
use learning::LearnSettings;
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
    /// What to learn, when the run begins: tiny, paper-7x7, paper-9x9, fast-9x9, sizes or distil.
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    preset: Option<String>,
    /// The same from a settings file; a run's own settings.toml is an example.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
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
        (Some(preset), _) => Some(LearnSettings::preset(preset)?),
        (None, Some(path)) => {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            Some(LearnSettings::read(&text).with_context(|| path.display().to_string())?)
        }
        (None, None) => None,
    };
    begin(arguments, settings)
}

#[cfg(not(feature = "torch"))]
fn begin(_: &Arguments, _: Option<LearnSettings>) -> anyhow::Result<()> {
    anyhow::bail!("training is not in this program: build it with --features torch, as README.md tells")
}

#[cfg(feature = "torch")]
fn begin(arguments: &Arguments, settings: Option<LearnSettings>) -> anyhow::Result<()> {
    let run = learning::Run::open(&arguments.out, settings)?;
    steps::run(&run, arguments)
}

#[cfg(feature = "torch")]
mod steps {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use board::Colour;
    use indicatif::{ProgressBar, ProgressStyle};
    use learning::log::{self, EmptyBoard, Line};
    use learning::{Progress, Record, Run, RunError, SelfPlay, train};
    use network::weights::{Stored, Training};
    use network::{ExecutorKind, Executors, Network};

    use super::Arguments;

    /// Finished games are written this often.
    const OFTEN: Duration = Duration::from_secs(1);
    /// Where nobody sees a bar, a line is written this often.
    const SELDOM: Duration = Duration::from_secs(10);

    pub fn run(run: &Run, arguments: &Arguments) -> anyhow::Result<()> {
        let settings = run.settings();
        let (first, _) = run.newest()?;
        let mut selfplay = SelfPlay::new(run.play_settings(first)?)?;
        let most = arguments.generations.map_or(settings.generations, |more| first.saturating_add(more));
        let usual =
            if network::torch::best_device().is_cuda() { ExecutorKind::Torch } else { ExecutorKind::Cpu };
        let kind = arguments.executor.unwrap_or(usual);
        let teacher = match (&arguments.teacher, &settings.play.teaching) {
            (Some(path), Some(_)) => Some(executors(kind, &network::load(path)?)?),
            (None, None) => None,
            (None, Some(_)) => anyhow::bail!("this run needs a teacher: name its network with --teacher"),
            (Some(_), None) => anyhow::bail!("nobody is taught in this run: leave --teacher out"),
        };
        loop {
            let (generation, stored) = run.newest()?;
            if generation >= most {
                return Ok(());
            }
            let executors = match &teacher {
                Some(teacher) => teacher.clone(),
                None => executors(kind, &stored.network)?,
            };
            if generation == first {
                eprintln!("{}: {}", run.folder().display(), executors.describe());
            }
            selfplay.set_visits(&settings.play.at(generation));
            let progress = play(run, &mut selfplay, &executors, generation)?;
            let line = learn(run, &stored, &selfplay, kind, generation, progress)?;
            tell(&line);
            run.log(&line)?;
            let path = run.folder().join("progress.svg");
            network::put(log::plots(&log::read(&run.folder().join("log.jsonl"))).as_bytes(), &path)?;
        }
    }

    fn executors(kind: ExecutorKind, network: &Network) -> anyhow::Result<Executors> {
        Ok(Executors::new(kind, Arc::new(network.clone()))?)
    }

    /// Plays until the generation has its games.
    fn play(
        run: &Run,
        selfplay: &mut SelfPlay,
        executors: &Executors,
        generation: u32,
    ) -> anyhow::Result<Progress> {
        let (there, wanted) = (run.count(generation)?, run.settings().games);
        let bar = bar(wanted, "games");
        bar.set_position(there);
        let (mut kept, mut told) = (there, Instant::now());
        let keep = |games: Vec<Record>, progress: &Progress| -> Result<(), RunError> {
            run.keep(generation, &games)?;
            kept += games.len() as u64;
            bar.set_position(kept.min(wanted));
            let (rate, waiting) = (progress.evaluations_per_second(), 100.0 * progress.waiting);
            let message = format!("{rate:.0} evaluations/s, the network waits {waiting:.0} % of the time");
            if bar.is_hidden() && told.elapsed() >= SELDOM {
                told = Instant::now();
                eprintln!("{kept} of {wanted} games, {message}");
            }
            bar.set_message(message);
            Ok(())
        };
        let never = AtomicBool::new(false);
        let progress = selfplay.play(executors, wanted.saturating_sub(there), &never, OFTEN, keep)?;
        bar.finish_and_clear();
        Ok(progress)
    }

    /// Makes the next network.
    fn learn(
        run: &Run,
        stored: &Stored,
        selfplay: &SelfPlay,
        kind: ExecutorKind,
        generation: u32,
        progress: Progress,
    ) -> anyhow::Result<Line> {
        let settings = run.settings();
        let lesson = run.lesson(generation)?;
        let bar = bar(settings.train.steps, "steps");
        let seed = settings.play.seed.wrapping_add(u64::from(generation) << 32);
        let trained = train(
            &stored.network,
            &lesson,
            &settings.train,
            (seed, settings.play.threads),
            |step, losses| {
                bar.set_position(step);
                bar.set_message(format!("policy {:.3}, value {:.4}", losses.policy, losses.value));
            },
        )?;
        bar.finish_and_clear();
        let (games, positions) = (lesson.games(), lesson.positions());
        let before = &stored.header.training;
        let training = Training {
            data: match settings.play.teaching {
                Some(_) => format!("games of a teacher, preset {}", settings.name),
                None => format!("self-play, preset {}", settings.name),
            },
            seed: None,
            parent: Some(stored.header.name.clone()),
            generation: u64::from(generation) + 1,
            games: before.games + progress.games,
            samples: before.samples + trained.steps * settings.train.batch as u64,
            steps: before.steps + trained.steps,
        };
        run.store(generation + 1, &trained.network, training)?;
        let boards = selfplay.empty_boards(&executors(kind, &trained.network)?)?;
        let empty_boards = boards
            .iter()
            .map(|(size, curve)| EmptyBoard {
                side: size.width(),
                fair_komi: f64::from(curve.board_lead().of(Colour::Black)),
                confidence: f64::from(curve.confidence()),
            })
            .collect();
        Ok(Line {
            generation: generation + 1,
            games,
            positions,
            steps: trained.steps,
            losses: trained.losses,
            held_out: trained.held_out,
            empty_boards,
            played: progress.games,
            evaluations_per_second: progress.evaluations_per_second().round(),
            play_waiting: progress.waiting,
            train_waiting: trained.waiting,
            positions_per_second: trained.positions_per_second.round(),
            setbacks: trained.setbacks,
            play_seconds: progress.elapsed.as_secs_f64(),
            train_seconds: trained.elapsed.as_secs_f64(),
        })
    }

    fn bar(length: u64, of: &str) -> ProgressBar {
        let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}} of {{len}} {of}, {{msg}}"));
        ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }

    fn tell(line: &Line) {
        let boards: Vec<String> = line
            .empty_boards
            .iter()
            .map(|b| format!("{0}×{0} fair komi {1:.2} (β {2:.2})", b.side, b.fair_komi, b.confidence))
            .collect();
        let held_out =
            line.held_out.map_or(String::new(), |m| format!(" ({:.3}, {:.4} held out)", m.policy, m.value));
        println!(
            "network {}: policy {:.3}, value {:.4}{held_out}; {}; {} games at {:.0} evaluations/s, {} steps at {:.0} positions/s",
            line.generation,
            line.losses.policy,
            line.losses.value,
            boards.join(", "),
            line.played,
            line.evaluations_per_second,
            line.steps,
            line.positions_per_second,
        );
    }
}
