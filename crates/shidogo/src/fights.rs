//! `shidogo fights`: how a game may end, and the fights that decide it.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};
use board::{Colour, Position, Size};
use evaluation::{Evaluation, Evaluator, Query};
use indicatif::{ProgressBar, ProgressStyle};
use insight::{Fight, Insight, InsightSettings, PlayoutBudget, ReadingWith, Report};
use network::{Backend, EvaluatorSettings, NetworkEvaluator, OutputSettings};
use nn::ExecutorKind;
use record::game::Reader;
use search::{Limits, Search, Settings};

/// Playouts between two updates of the progress bar.
const SHOWN: u64 = 4096;
/// Visits of the search with a network that finds its moves.
const VISITS: u64 = 200;
/// Visits per reading of a fight with a network.
const READ: u64 = 400;

/// Show the fights that decide a game, and how it ends if each is won or lost.
///
/// Plays the position out many times. If the scores cluster around several values, fights are open, at the
/// points that go together with the score. Then each fight is read out on its own, with either side to move
/// first: this shows who wins it, and which fight to play first.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo fights game.sgf --move 60\n  \
                  shidogo fights position.sgf --playouts 128000 --html > fights.html\n  \
                  shidogo fights position.sgf --json --every 10000\n  \
                  shidogo fights position.sgf --net default")]
pub struct Arguments {
    /// Game record; the main line of its first game is used.
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Use the position after this many moves [default: after the last move].
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,
    /// Number of playouts [default: 50000, or 1000 with a network].
    #[arg(long, value_name = "P")]
    playouts: Option<u64>,
    /// Playouts for each of the two readings of a fight; 0 for no reading [default: a quarter of --playouts,
    /// or 400 visits with a network].
    #[arg(long, value_name = "P")]
    read: Option<u64>,
    /// Network file, or default for the built-in network. Its policy plays the games out, which takes much
    /// longer, and its own evaluation of the position is shown as well.
    #[arg(long, value_name = "FILE", conflicts_with = "every")]
    net: Option<PathBuf>,
    /// What runs the network: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t, requires = "net")]
    executor: ExecutorKind,
    /// Number of search threads [default: the number of processors].
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Random seed; with one thread, the result is reproducible.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long, group = "form")]
    json: bool,
    /// With --json, print an object after every P playouts, one per line.
    #[arg(long, value_name = "P", requires = "json", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Print an SVG picture: the scores, and a board for each ending.
    #[arg(long, group = "form")]
    svg: bool,
    /// Print an HTML page with the picture and an explanation.
    #[arg(long, group = "form")]
    html: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let all = std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = arguments.threads.unwrap_or(all);
    ensure!((1..=1024).contains(&threads), "--threads must be from 1 to 1024");
    let playouts = arguments.playouts.unwrap_or(if arguments.net.is_some() { 1_000 } else { 50_000 });
    ensure!((1..=1_000_000_000).contains(&playouts), "--playouts must be from 1 to 1000000000");
    let before = arguments.number.map(|number| number.saturating_add(1));
    let replay = Reader::default()
        .load(&arguments.file, before)
        .with_context(|| arguments.file.display().to_string())?;
    let position = replay.game.position();
    let (width, height) = (position.size().width(), position.size().height());
    let is_playable = [width, height].into_iter().all(|side| Size::playable(side).is_some());
    ensure!(is_playable, "a {width}×{height} board is not supported: sides must be from 2 to 19");
    if let Some(number) = arguments.number {
        let there = replay.moves_before + position.moves().len();
        ensure!(number <= there, "--move {number}: the game has {there} moves");
    }
    ensure!(!position.is_over(), "the game is over at this point: there is nothing left to fight for");
    let insight = match &arguments.net {
        Some(net) => ask(position, playouts, net, arguments)?,
        None => watch(position, playouts, threads, arguments)?,
    };
    match arguments {
        Arguments { json: true, every: Some(_), .. } => {}
        Arguments { json: true, .. } => println!("{}", json(&insight)?),
        Arguments { svg: true, .. } => println!("{}", insight::draw::picture(&insight)),
        Arguments { html: true, .. } => {
            let name = arguments.file.file_name().unwrap_or_default().to_string_lossy();
            println!("{}", insight::draw::page(&insight, &name));
        }
        _ => tell(&insight),
    }
    Ok(())
}

fn json(insight: &Insight) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&Report::new(insight))?)
}

/// The same with games played by a network's policy. A short search finds its moves.
fn ask(position: &Position, playouts: u64, net: &Path, arguments: &Arguments) -> anyhow::Result<Insight> {
    let backend = Backend::new(arguments.executor, Arc::new(network::load(net)?))?;
    let outputs = OutputSettings { ownership: true, ..OutputSettings::default() };
    let settings = EvaluatorSettings { outputs, ..EvaluatorSettings::default() };
    let evaluator = || NetworkEvaluator::new(&backend, settings.clone(), arguments.seed);
    let mut search = Search::new(vec![Box::new(evaluator()?)], Settings::for_networks(), position);
    let stop = AtomicBool::new(false);
    search.run(Limits::visits(VISITS), &stop, None, &mut |_| ())?;
    let bar = bar(playouts);
    let mut evaluator = evaluator()?;
    let statistics = insight::sample(position, &mut evaluator, playouts, arguments.seed, &stop, |done| {
        bar.set_position(done)
    })?;
    bar.finish_and_clear();
    let mut said = [Evaluation::blank()];
    evaluator.evaluate(&[Query { position, wants_priors: false, at_root: true }], &mut said)?;
    let mut insight = Insight::new(position, &statistics, &search.snapshot(), &InsightSettings::default());
    let mut evaluators = || -> Vec<Box<dyn Evaluator>> {
        let one = NetworkEvaluator::new(&backend, settings.clone(), arguments.seed);
        one.into_iter().map(|evaluator| Box::new(evaluator) as Box<dyn Evaluator>).collect()
    };
    let visits = arguments.read.unwrap_or(READ);
    insight.read(
        &mut ReadingWith { evaluators: &mut evaluators, search: Settings::for_networks(), visits },
        &stop,
    )?;
    Ok(insight.with_network(&said[0]))
}

fn bar(playouts: u64) -> ProgressBar {
    let bar =
        if std::io::stderr().is_terminal() { ProgressBar::new(playouts) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} playouts, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Plays the position out, with a progress bar on a terminal or a line of JSON from time to time.
fn watch(
    position: &Position,
    playouts: u64,
    threads: usize,
    arguments: &Arguments,
) -> anyhow::Result<Insight> {
    let bar = bar(playouts);
    let every = arguments.every.unwrap_or(if bar.is_hidden() { playouts } else { SHOWN });
    let (stop, mut told) = (AtomicBool::new(false), Ok(()));
    let seen = insight::analyse_playouts(
        position,
        playout::evaluators(threads, arguments.seed),
        PlayoutBudget { playouts, every },
        &InsightSettings::default(),
        &stop,
        |insight| {
            bar.set_position(insight.histogram.total());
            if arguments.every.is_some() {
                told = json(insight).and_then(|line| Ok(writeln!(std::io::stdout(), "{line}")?));
                // Nobody reads the output any more.
                stop.store(told.is_err(), Ordering::Relaxed);
            }
        },
    );
    bar.finish_and_clear();
    told?;
    let mut insight = seen?.context("nothing could be played out")?;
    let mut seed = arguments.seed;
    let mut evaluators = || {
        seed = seed.wrapping_add(threads as u64);
        playout::evaluators(threads, seed)
    };
    let visits = arguments.read.unwrap_or(playouts.div_ceil(4));
    insight
        .read(&mut ReadingWith { evaluators: &mut evaluators, search: Settings::default(), visits }, &stop)?;
    if arguments.every.is_some() {
        writeln!(std::io::stdout(), "{}", json(&insight)?)?;
    }
    Ok(insight)
}

fn tell(insight: &Insight) {
    let komi = insight.komi().points();
    let black = insight.win_rate.of(Colour::Black);
    println!("Black's win rate, by the search: {:.0}%", 100.0 * black);
    let playouts = insight.playouts_won() as f32;
    if insight.network.is_some() && (playouts - black).abs() > insight::APART {
        println!("Games played out are a second opinion: Black wins {:.0}% of them.", 100.0 * playouts);
    }
    println!("Games played out end like this (Black's score, komi included):");
    for (number, cluster) in insight.clusters.iter().enumerate() {
        let mode = cluster.mode - komi;
        let winner = if mode > 0.0 { "Black" } else { "White" };
        let (low, high) = (f64::from(cluster.low) - komi, f64::from(cluster.high) - komi);
        println!(
            "  {}: {winner} by about {:.0} in {:.0}% of the playouts ({low:+} to {high:+})",
            number + 1,
            mode.abs(),
            100.0 * cluster.weight
        );
    }
    if insight.fights.is_empty() {
        println!("No fight decides it.");
    }
    for (number, (fight, sequence)) in insight.fights.iter().zip(&insight.sequences).enumerate() {
        println!("Fight {}: {}", number + 1, insight::draw::sentence(insight, number));
        println!("  at {}", names(fight));
        if let Some(verdict) = insight::draw::verdict(insight, number) {
            println!("  {verdict}.");
        }
        if !sequence.is_empty() {
            let moves: Vec<String> = sequence.iter().take(10).map(ToString::to_string).collect();
            println!("  the search would play {}", moves.join(" "));
        }
    }
    if let Some(outlook) = insight::draw::outlook(insight) {
        println!("{outlook}.");
    }
    for d in insight.disagreements() {
        println!("Disagreement: {}", insight::draw::complaint(&d));
    }
}

/// A fight's chains, or its points if there are none.
fn names(fight: &Fight) -> String {
    let stones = Colour::BOTH.map(|side| {
        let chains = fight.chains[side.index()].iter();
        chains.filter_map(|chain| Some(format!("{side} {}", chain.first()?))).collect::<Vec<_>>()
    });
    match stones.concat() {
        chains if chains.is_empty() => {
            fight.points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
        }
        chains => chains.join(", "),
    }
}
