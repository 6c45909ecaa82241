//! `shidogo review`: reviews a whole game.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};
use board::{Colour, Rank};
use indicatif::{ProgressBar, ProgressStyle};
use partner::{ExecutorKind, LoadedNetworks, Overrides, Settings};
use record::sgf::{Collection, Limits, Tree};
use review::{Findings, ReviewEngine, ReviewSettings, Reviewed, Told, ToldMistake};
use speech::english::report as words;

use crate::player::evaluators;

/// Steps of the bar.
const STEPS: u64 = 1_000;
/// Visits per position with playouts, each of which tells less than a network's evaluation.
const PLAYOUT_VISITS: u64 = 2_000;

/// Review a game: the mistakes that mattered, better moves, and the fights over time.
///
/// Searches every position of the main line, and searches longer around costly moves. Writes an annotated
/// copy of the record and a page to read: NAME-reviewed.sgf and NAME-review.html.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo review game.sgf                            with the built-in network, into this folder
  shidogo review game.sgf --out reviews              into another folder
  shidogo review game.sgf --net b18.bin.gz --visits 400
  shidogo review game.sgf --preset playout           without a network
  shidogo review game.sgf --rank 12k                 what a player of 12 kyu learns most from, first
  shidogo review game.sgf --json > review.json       for programs; files are written only with --out")]
pub struct Arguments {
    /// Game record; the main line of its first game is reviewed.
    #[arg(value_name = "GAME.sgf")]
    file: PathBuf,
    /// Output folder, created if needed. Earlier reviews are overwritten.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Network file, KataGo's or our own, or default, the built-in network.
    #[arg(long, value_name = "FILE", default_value = "default")]
    net: String,
    /// What runs the network: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Use playouts instead of a network: playout, playout-fast or playout-strong.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["net", "executor"])]
    preset: Option<String>,
    /// Visits per position [default: 150, or 2000 with playouts]. Mistakes get several times as many.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    visits: Option<u64>,
    /// Playouts per position to find fights; 0 for no fights.
    #[arg(long, value_name = "P", default_value_t = ReviewSettings::default().playouts,
          value_parser = clap::value_parser!(u64).range(0..=100_000_000))]
    fights: u64,
    /// Rank of the players, such as 12k, instead of the record's own (BR, WR). The mistakes that stronger players avoid come
    /// first.
    #[arg(long, value_name = "RANK")]
    rank: Option<Rank>,
    /// Number of positions searched at once [default: the number of processors].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print all findings as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let name = arguments.file.display().to_string();
    let mut tree = read(&arguments.file)?;
    let mut game = Reviewed::read(&tree).with_context(|| name.clone())?;
    if let Some(rank) = arguments.rank {
        game.ranks = [Some(rank); 2];
    }
    for warning in &game.warnings {
        eprintln!("shidogo: {name}: {}", shown(&warning.to_string()));
    }
    if let Some(error) = &game.stopped {
        eprintln!("shidogo: {name}: the review ends before {}", shown(&error.to_string()));
    }
    let (engine, settings) = engine(arguments)?;
    let findings = watch(&game, &engine, &settings)?;
    let folder = arguments.out.clone().or_else(|| (!arguments.json).then(|| PathBuf::from(".")));
    if arguments.json {
        println!("{}", serde_json::to_string(&Told::new(&game, &findings))?);
    } else {
        tell(&game, &findings);
    }
    if let Some(folder) = folder {
        let stem = arguments.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let page = review::report(&game, &findings);
        review::annotate(&mut tree, &game, &findings);
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        for (ending, text) in [("reviewed.sgf", tree.to_sgf()), ("review.html", page)] {
            let path = folder.join(format!("{stem}-{ending}"));
            std::fs::write(&path, text).with_context(|| path.display().to_string())?;
            eprintln!("{}", path.display());
        }
    }
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Tree> {
    let file = Collection::load(path, &Limits::default()).with_context(|| path.display().to_string())?;
    let games = file.trees.len();
    if games > 1 {
        eprintln!("shidogo: {}: reviewing the first of {games} games", path.display());
    }
    file.trees.into_iter().next().ok_or_else(|| review::ReviewError::NoGame.into())
}

fn engine(arguments: &Arguments) -> anyhow::Result<(ReviewEngine, ReviewSettings)> {
    let is_network = arguments.preset.is_none();
    let overrides = Overrides {
        net: is_network.then(|| arguments.net.clone()),
        executor: is_network.then_some(arguments.executor),
        ..Overrides::default()
    };
    let settings = Settings::layered(arguments.preset.as_deref().unwrap_or("network"), None, &overrides)?;
    ensure!(
        is_network || settings.search.puct().is_none(),
        "--preset is for playouts; use --net for a network"
    );
    let nets = LoadedNetworks::default();
    let evaluators = evaluators(&settings, &nets)?;
    let usual = if is_network { ReviewSettings::default().visits } else { PLAYOUT_VISITS };
    let all = std::thread::available_parallelism().map_or(1, |n| n.get());
    let how = ReviewSettings {
        playouts: arguments.fights,
        threads: arguments.threads.map_or(all, usize::from),
        ..ReviewSettings::default().with_visits(arguments.visits.unwrap_or(usual))
    };
    Ok((ReviewEngine::with_evaluators(settings, evaluators).with_people(&nets)?, how))
}

/// Reviews with a progress bar on a terminal; otherwise with a line from time to time.
fn watch(game: &Reviewed, engine: &ReviewEngine, settings: &ReviewSettings) -> anyhow::Result<Findings> {
    let is_seen = std::io::stderr().is_terminal();
    let bar = if is_seen { ProgressBar::new(STEPS) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}%, {eta} left") {
        bar.set_style(style);
    }
    let mut told = 0;
    let stop = AtomicBool::new(false);
    let findings = review::review(game, engine, settings, &stop, |news| {
        bar.set_position((news.done * STEPS as f32) as u64);
        let tenths = (news.done * 10.0) as u32;
        if !is_seen && tenths > told {
            told = tenths;
            eprintln!("{}%", 10 * tenths);
        }
    });
    bar.finish_and_clear();
    Ok(findings?)
}

fn tell(game: &Reviewed, findings: &Findings) {
    let told = Told::new(game, findings);
    let sides = [(Colour::Black, &told.game.black), (Colour::White, &told.game.white)];
    for ((colour, name), player) in sides.into_iter().zip(&findings.players) {
        let agreed = 100.0 * player.agreed as f32 / player.moves.max(1) as f32;
        println!(
            "{} ({}): {} moves, {:.2} points lost per move, {agreed:.0}% Shidogo's own choice",
            shown(name),
            colour,
            player.moves,
            player.points_lost
        );
    }
    if !told.found.is_empty() {
        println!("{}:", words::WELL_FOUND);
    }
    for found in &told.found {
        println!("  {}", found.sentence);
    }
    let of = |after: &usize| told.mistakes.iter().find(|mistake| mistake.mistake.after == *after);
    let first: Vec<&ToldMistake> = told.first.iter().filter_map(of).collect();
    let others: Vec<&ToldMistake> =
        told.mistakes.iter().filter(|mistake| !told.first.contains(&mistake.mistake.after)).collect();
    tell_mistakes(words::FIRST, &first);
    tell_mistakes(if first.is_empty() { words::MISTAKES } else { words::OTHERS }, &others);
    if told.mistakes.is_empty() {
        println!("No mistake mattered.");
    }
    if !told.fights.is_empty() {
        println!("Fights:");
    }
    for fight in &told.fights {
        println!("  {}", fight.sentence);
    }
}

fn tell_mistakes(heading: &str, mistakes: &[&ToldMistake]) {
    if !mistakes.is_empty() {
        println!("{heading}:");
    }
    for mistake in mistakes {
        let turn = if mistake.mistake.is_turning_point { " This was the turning point." } else { "" };
        let better: Vec<String> = mistake.mistake.better.iter().map(ToString::to_string).collect();
        println!("  {} ({}){turn}", mistake.sentence, better.join(" "));
    }
}

/// Text from a record must not control the terminal.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
