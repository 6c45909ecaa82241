//! `shidogo fights`: the ways in which a game may end, and what decides between them.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, ensure};
use board::{Colour, Position, Size};
use evaluation::{Evaluation, Evaluator, Query};
use indicatif::{ProgressBar, ProgressStyle};
use insight::{Fight, Insight, InsightSettings, Patience, ReadingWith, Report};
use network::{Backend, EvaluatorSettings, NetworkEvaluator, OutputSettings};
use nn::ExecutorKind;
use record::game::Reader;
use search::{Limits, Search, Settings};

/// Playouts between two looks at the bar.
const SHOWN: u64 = 4096;
/// Of a search with a network, for what it would play.
const VISITS: u64 = 200;
/// Of each reading of a fight with a network.
const READ: u64 = 400;

/// Show the fights that decide a position, and how the game ends when each is won or lost.
///
/// The position is played out many times. Where the scores gather around several values, there is a fight for each
/// difference; the points that go together with the score are where it is fought. Then each fight is read out by itself, with
/// either side to begin: so it is seen who wins it, and which to play first.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo fights game.sgf --move 60\n  \
                  shidogo fights position.sgf --playouts 128000 --html > fights.html\n  \
                  shidogo fights position.sgf --json --every 10000\n  \
                  shidogo fights position.sgf --net default")]
pub struct Arguments {
    /// A game record; its first game's main line is read.
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Look at the position after this many moves; without it after the last.
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,
    /// Playouts to make; without it 50000, with a network 1000.
    #[arg(long, value_name = "P")]
    playouts: Option<u64>,
    /// Playouts for each reading of a fight, of which there are two; without it a quarter of the others, with a network
    /// 400 visits; 0 for none.
    #[arg(long, value_name = "P")]
    read: Option<u64>,
    /// A network's file, or default: games are played out by its sense for moves, which takes much longer, and what it
    /// says of the position stands beside them.
    #[arg(long, value_name = "FILE", conflicts_with = "every")]
    net: Option<PathBuf>,
    /// What runs the network: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t, requires = "net")]
    executor: ExecutorKind,
    /// Threads to search with; without it as many as there are processors.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Where chance begins: with one thread the same again.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object.
    #[arg(long, group = "form")]
    json: bool,
    /// With --json: print an object after every so many playouts, a line each.
    #[arg(long, value_name = "P", requires = "json", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Print a picture: the scores, and a board for each way to end.
    #[arg(long, group = "form")]
    svg: bool,
    /// Print a page with the picture and what it means.
    #[arg(long, group = "form")]
    html: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let all = std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = arguments.threads.unwrap_or(all);
    ensure!((1..=1024).contains(&threads), "--threads must lie between 1 and 1024");
    let playouts = arguments.playouts.unwrap_or(if arguments.net.is_some() { 1_000 } else { 50_000 });
    ensure!((1..=1_000_000_000).contains(&playouts), "--playouts must lie between 1 and 1000000000");
    let before = arguments.number.map(|number| number.saturating_add(1));
    let replay = Reader::default()
        .load(&arguments.file, before)
        .with_context(|| arguments.file.display().to_string())?;
    let position = replay.game.position();
    let (width, height) = (position.size().width(), position.size().height());
    let is_playable = [width, height].into_iter().all(|side| Size::playable(side).is_some());
    ensure!(is_playable, "a board of {width}×{height} is not played here: sides are from 2 to 19");
    if let Some(number) = arguments.number {
        let there = replay.moves_before + position.moves().len();
        ensure!(number <= there, "--move {number}: the game has {there} moves");
    }
    ensure!(!position.is_over(), "the game is over there: nothing is left to fight for");
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

/// The same with games by a network's sense for moves. A short search says what it would play.
fn ask(position: &Position, playouts: u64, net: &Path, arguments: &Arguments) -> anyhow::Result<Insight> {
    let backend = Backend::new(arguments.executor, Arc::new(network::load(net)?))?;
    let outputs = OutputSettings { ownership: true, ..OutputSettings::default() };
    let settings = EvaluatorSettings { outputs, ..EvaluatorSettings::default() };
    let judge = || NetworkEvaluator::new(&backend, settings.clone(), arguments.seed);
    let mut search = Search::new(vec![Box::new(judge()?)], Settings::for_networks(), position);
    let stop = AtomicBool::new(false);
    search.run(Limits::visits(VISITS), &stop, None, &mut |_| ())?;
    let bar = bar(playouts);
    let mut judge = judge()?;
    let tally = insight::sample(position, &mut judge, playouts, arguments.seed, &stop, |done| {
        bar.set_position(done)
    })?;
    bar.finish_and_clear();
    let mut said = [Evaluation::blank()];
    judge.evaluate(&[Query { position, wants_priors: false, at_root: true }], &mut said)?;
    let mut insight = Insight::new(position, &tally, &search.snapshot(), &InsightSettings::default());
    let mut judges = || -> Vec<Box<dyn Evaluator>> {
        let one = NetworkEvaluator::new(&backend, settings.clone(), arguments.seed);
        one.into_iter().map(|judge| Box::new(judge) as Box<dyn Evaluator>).collect()
    };
    let visits = arguments.read.unwrap_or(READ);
    insight.read(
        &mut ReadingWith { evaluators: &mut judges, search: Settings::for_networks(), visits },
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

/// Looks at the position with a bar on the terminal, or with a line of JSON from time to time.
fn watch(
    position: &Position,
    playouts: u64,
    threads: usize,
    arguments: &Arguments,
) -> anyhow::Result<Insight> {
    let bar = bar(playouts);
    let every = arguments.every.unwrap_or(if bar.is_hidden() { playouts } else { SHOWN });
    let (stop, mut told) = (AtomicBool::new(false), Ok(()));
    let seen = insight::look(
        position,
        playout::evaluators(threads, arguments.seed),
        Patience { playouts, every },
        &InsightSettings::default(),
        &stop,
        |insight| {
            bar.set_position(insight.histogram.total());
            if arguments.every.is_some() {
                told = json(insight).and_then(|line| Ok(writeln!(std::io::stdout(), "{line}")?));
                // Nobody listens any more.
                stop.store(told.is_err(), Ordering::Relaxed);
            }
        },
    );
    bar.finish_and_clear();
    told?;
    let mut insight = seen?.context("nothing could be played out")?;
    let mut seed = arguments.seed;
    let mut judges = || {
        seed = seed.wrapping_add(threads as u64);
        playout::evaluators(threads, seed)
    };
    let visits = arguments.read.unwrap_or(playouts.div_ceil(4));
    insight.read(&mut ReadingWith { evaluators: &mut judges, search: Settings::default(), visits }, &stop)?;
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

/// A fight's chains, or its points where none takes part.
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
