//! A run, step by step: games, training, the next network.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::Colour;
use indicatif::{ProgressBar, ProgressStyle};
use learning::log::{self, EmptyBoard, Generation};
use learning::{Progress, Record, Run, RunError, SelfPlay, train};
use network::weights::{Stored, Training};
use network::{Backend, Network};
use nn::ExecutorKind;

use super::{Arguments, rated};

/// Finished games are written this often.
const OFTEN: Duration = Duration::from_secs(1);
/// Where nobody sees a bar, a line is written this often.
const SELDOM: Duration = Duration::from_secs(10);

pub fn run(run: &Run, arguments: &Arguments) -> anyhow::Result<()> {
    let settings = run.settings();
    let (first, _) = run.newest()?;
    let mut selfplay = SelfPlay::new(run.selfplay_settings(first)?)?;
    let most = arguments.generations.map_or(settings.generations, |more| first.saturating_add(more));
    let usual = if nn::torch::best_device().is_cuda() { ExecutorKind::Torch } else { ExecutorKind::Cpu };
    let kind = arguments.executor.unwrap_or(usual);
    let teacher = match (&arguments.teacher, &settings.selfplay.distillation) {
        (Some(path), Some(_)) => Some(backend(kind, &network::load(path)?)?),
        (None, None) => None,
        (None, Some(_)) => anyhow::bail!("this run needs a teacher: name its network with --teacher"),
        (Some(_), None) => anyhow::bail!("nobody is teacher_target in this run: leave --teacher out"),
    };
    plot(run)?;
    loop {
        let (generation, stored) = run.newest()?;
        if generation >= most {
            return Ok(());
        }
        let own = backend(kind, &stored.network)?;
        let backend = match &teacher {
            Some(teacher) => {
                // What a network plays that has learnt nothing yet is not worth judging.
                selfplay.set_student((stored.header.training.samples > 0).then_some(own));
                teacher.clone()
            }
            None => own,
        };
        if generation == first {
            eprintln!("{}: {}", run.folder().display(), backend.executors().describe());
        }
        selfplay.go_on_with(settings.selfplay.at(generation));
        let progress = play(run, &mut selfplay, &backend, generation)?;
        let mut line = learn(run, &stored, &selfplay, kind, generation, progress)?;
        if let Some(rating) = &settings.rating {
            line.ratings = rated::meet(run, rating, kind, &line)?;
        }
        run.log(&line)?;
        let elo = plot(run)?;
        tell(&line, elo.iter().find(|(generation, _)| *generation == line.generation).map(|(_, elo)| *elo));
    }
}

/// Draws what the log says so far, and returns the Elo of each generation.
fn plot(run: &Run) -> anyhow::Result<Vec<(u32, f64)>> {
    let lines = log::read(&run.folder().join("log.jsonl"));
    let elo = rated::elo(&lines);
    if !lines.is_empty() {
        atomic_file::write(&run.folder().join("progress.svg"), log::plots(&lines, &elo).as_bytes())?;
    }
    Ok(elo)
}

fn backend(kind: ExecutorKind, network: &Network) -> anyhow::Result<Backend> {
    Ok(Backend::new(kind, Arc::new(network.clone()))?)
}

/// Plays until the generation has its games.
fn play(run: &Run, selfplay: &mut SelfPlay, backend: &Backend, generation: u32) -> anyhow::Result<Progress> {
    let (there, wanted) = (run.count(generation)?, run.settings().games_per_generation);
    let bar = bar(wanted, "games");
    bar.set_position(there);
    let (mut kept, mut told) = (there, Instant::now());
    let keep = |games: Vec<Record>, progress: &Progress| -> Result<(), RunError> {
        run.store_games(generation, &games)?;
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
    let progress = selfplay.play(backend, wanted.saturating_sub(there), &never, OFTEN, keep)?;
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
) -> anyhow::Result<Generation> {
    let settings = run.settings();
    let window = run.replay_window(generation)?;
    let (initial, how) = (run.initial_network(generation + 1, stored)?, settings.train_at(generation + 1));
    let (bar, mut told) = (bar(how.steps, "steps"), Instant::now());
    let seed = settings.selfplay.seed.wrapping_add(u64::from(generation) << 32);
    let trained = train(&initial, &window, &how, (seed, settings.selfplay.threads), |step, losses| {
        bar.set_position(step);
        let message = format!("policy {:.3}, value {:.4}", losses.policy, losses.value);
        if bar.is_hidden() && told.elapsed() >= SELDOM {
            told = Instant::now();
            eprintln!("{step} steps, {message}");
        }
        bar.set_message(message);
    })?;
    bar.finish_and_clear();
    let (games, positions) = (window.games(), window.positions());
    let before = &stored.header.training;
    let training = Training {
        data: match settings.selfplay.distillation {
            Some(_) => format!("games of a teacher, preset {}", settings.name),
            None => format!("self-play, preset {}", settings.name),
        },
        seed: None,
        parent: Some(stored.header.name.clone()),
        generation: u64::from(generation) + 1,
        games: before.games + progress.games,
        samples: before.samples + trained.steps * settings.train.batch_size as u64,
        steps: before.steps + trained.steps,
    };
    run.store(generation + 1, &trained.network, training)?;
    let boards = selfplay.empty_boards(&backend(kind, &trained.network)?)?;
    let empty_boards = boards
        .iter()
        .map(|(size, curve)| EmptyBoard {
            side: size.width(),
            fair_komi: f64::from(curve.board_lead().of(Colour::Black)),
            confidence: f64::from(curve.confidence()),
        })
        .collect();
    Ok(Generation {
        generation: generation + 1,
        games,
        positions,
        steps: trained.steps,
        losses: trained.losses,
        validation: trained.validation,
        empty_boards,
        played: progress.games,
        evaluations_per_second: progress.evaluations_per_second().round(),
        selfplay_idle: progress.waiting,
        train_idle: trained.waiting,
        positions_per_second: trained.positions_per_second.round(),
        ratings: Vec::new(),
        rollbacks: trained.rollbacks,
        selfplay_seconds: progress.elapsed.as_secs_f64(),
        train_seconds: trained.elapsed.as_secs_f64(),
    })
}

fn bar(length: u64, of: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}} of {{len}} {of}, {{msg}}"));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn tell(line: &Generation, elo: Option<f64>) {
    let boards: Vec<String> = line
        .empty_boards
        .iter()
        .map(|b| format!("{0}×{0} fair komi {1:.2} (β {2:.2})", b.side, b.fair_komi, b.confidence))
        .collect();
    let held_out =
        line.validation.map_or(String::new(), |m| format!(" ({:.3}, {:.4} held out)", m.policy, m.value));
    let elo = elo.map_or(String::new(), |elo| format!("; Elo {elo:.0}"));
    println!(
        "network {}: policy {:.3}, value {:.4}{held_out}; {}; {} games at {:.0} evaluations/s, {} steps at {:.0} positions/s{elo}",
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
