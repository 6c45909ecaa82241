//! `shidogo openings learn`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use openings::heat_map::{heat_map, text};
use openings::{Expert, FeatureSet, Learner, Settings, learn_round, load, save};

use super::{SettingsArguments, Shown, expert};

/// Players are saved this often.
const SAVED: Duration = Duration::from_secs(10);

/// Let players learn from openings against themselves.
///
/// Start the same command again to continue a run that was stopped or killed, or with a larger --games to learn on. The same
/// seed gives the same weights.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo openings learn --player ADE --out openings\n  \
    shidogo openings learn --player all --threads 2 --out openings     all 16 players of the paper\n  \
    shidogo openings learn --player A --watch --out openings           show its first moves while it learns\n  \
    shidogo openings learn --player AD --expert gnugo --level 1 --threads 2 --out openings-gnugo")]
pub struct Arguments {
    /// Player by its features, such as A or ADE, or all; may be repeated.
    #[arg(long, value_name = "PLAYER", required = true)]
    player: Vec<String>,
    #[command(flatten)]
    settings: SettingsArguments,
    /// Number of threads, and of GNU Go's processes; more change nothing but the time.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Show every 100 games what the first player expects of each first move.
    #[arg(long)]
    watch: bool,
    /// Folder for the players, a file each, and their settings.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(arguments.threads > 0, "--threads must be at least 1");
    let settings = arguments.settings.settings()?;
    let players = players(&arguments.player)?;
    let _lock = lock(&arguments.out)?;
    let mut learners: Vec<(PathBuf, Learner)> = Vec::new();
    for features in players {
        let settings = Settings { features, ..settings.clone() };
        learners.push(open(&arguments.out, &settings)?);
    }
    let size = learners[0].1.start().size();
    let mut expert = expert(&settings.expert, size, arguments.threads)?;
    let path = arguments.out.join("settings.toml");
    atomic_file::write(&path, settings.to_toml().as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    learn_all(&mut learners, &mut *expert, arguments.threads, arguments.watch)?;
    for (path, learner) in &learners {
        let error = learner.curve().last().map_or(0.0, |bucket| bucket.error());
        writeln!(
            std::io::stdout(),
            "{}: {} games, wrong by {error:.1} {} after openings",
            path.display(),
            learner.games(),
            learner.settings().network.predicts.unit()
        )?;
    }
    Ok(())
}

fn players(names: &[String]) -> anyhow::Result<Vec<FeatureSet>> {
    let mut players: Vec<FeatureSet> = Vec::new();
    for name in names {
        match name.as_str() {
            "all" => players.extend(FeatureSet::all()),
            name => players.push(name.parse().context("--player")?),
        }
    }
    players.sort();
    players.dedup();
    Ok(players)
}

/// Makes a folder of players and keeps other processes out of it.
pub fn lock(folder: &Path) -> anyhow::Result<ledger::Lock> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(ledger::lock(folder)?)
}

/// The player of a folder with these settings, as far as it has learnt.
pub fn open(folder: &Path, settings: &Settings) -> anyhow::Result<(PathBuf, Learner)> {
    let path = folder.join(format!("{}.opening", settings.features));
    let learner = match load(&path, settings)? {
        Some(learner) => learner,
        None => Learner::new(settings.clone())?,
    };
    Ok((path, learner))
}

/// Learns until all are done, and saves now and then; what was learnt before an expert failed is saved, too.
pub fn learn_all(
    learners: &mut [(PathBuf, Learner)],
    expert: &mut dyn Expert,
    threads: usize,
    watch: bool,
) -> anyhow::Result<()> {
    let done = |learners: &[(PathBuf, Learner)]| learners.iter().map(|(_, l)| l.games()).sum::<u64>();
    let all: u64 = learners.iter().map(|(_, l)| l.settings().learning.games.max(l.games())).sum();
    let mut shown = Shown::new(all, done(learners));
    let (mut saved, mut watched) = (Instant::now(), 0);
    while learners.iter().any(|(_, learner)| !learner.is_done()) {
        let mut rest: Vec<&mut Learner> =
            learners.iter_mut().map(|(_, learner)| learner).filter(|learner| !learner.is_done()).collect();
        let round = learn_round(&mut rest, expert, threads);
        let finished = round.is_err() || learners.iter().all(|(_, learner)| learner.is_done());
        if finished || saved.elapsed() >= SAVED {
            learners.iter().try_for_each(|(path, learner)| save(path, learner))?;
            saved = Instant::now();
        }
        round?;
        let (_, first) = &learners[0];
        let error = first.curve().last().map_or(0.0, |bucket| bucket.error());
        let predicts = first.settings().network.predicts;
        shown.show(done(learners), all, &format!("error {error:.1} {}", predicts.unit()));
        if watch && first.games() / 100 > watched {
            watched = first.games() / 100;
            let (features, games) = (first.settings().features, first.games());
            let title = format!("{features}: {} after its first move, {games} games", predicts.name());
            let map = heat_map(first.opener(), first.start(), title);
            shown.print(&text(&map, std::io::stderr().is_terminal()));
        }
    }
    shown.finish();
    Ok(())
}
