//! `shidogo bench spread`: whether a network is as sure of final scores as it has reason to be.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use anyhow::{Context, ensure};
use arena::control::Spreads;
use partner::{Evaluators, LoadedNetworks, Overrides, Settings};
use record::game::Reader;
use record::sgf::Collection;
use serde::Serialize;
use statistics::significance::grouped_mean_interval;

/// Compare the spread of the final score that a network expects with how far results were from the leads it saw.
///
/// Partners tell by that spread when an endgame begins and how exactly they must steer. Networks differ in it: their scale is
/// what this prints, and the parameter spreadScale takes it. Use games between players of about the same strength which were
/// played to the end and counted.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo match --first net:default,visits:32,allowResignation:false \
    --second net:default,visits:32,allowResignation:false,seed:5 --random-opening 4 --games 60 --size 9 --out games\n  \
    shidogo bench spread --net g170-b6c96.bin.gz games")]
pub struct Arguments {
    /// Network file.
    #[arg(long, value_name = "FILE", default_value = network::DEFAULT)]
    net: String,
    /// Records of games, or folders of them.
    #[arg(value_name = "SGF", required = true)]
    games: Vec<PathBuf>,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let overrides = Overrides { net: Some(arguments.net.clone()), ..Overrides::default() };
    let settings = Settings::layered("network", None, &overrides)?;
    let network = Evaluators::from_settings(&settings, &LoadedNetworks::default())?;
    let mut boards: BTreeMap<usize, Vec<Spreads>> = BTreeMap::new();
    for path in arguments.games.iter().map(|path| records(path)).collect::<Result<Vec<_>, _>>()?.concat() {
        let file = Collection::load(&path, &Default::default())?;
        let Some(tree) = file.trees.first() else { continue };
        let replay = Reader::default().main_line(tree).with_context(|| path.display().to_string())?;
        let Some(result) = replay.info.result else { continue };
        if network.supports(replay.game.size()) {
            let seen = Spreads::of_game(&replay.game, result, &network)?;
            boards.entry(replay.game.size().width()).or_default().push(seen);
        }
    }
    ensure!(
        boards.values().flatten().any(|game| game.positions > 0),
        "there is no game with a counted result in these files"
    );
    let boards: Vec<Board> = boards.iter().filter_map(|(side, games)| Board::of(*side, games)).collect();
    if arguments.json {
        println!("{}", serde_json::json!({ "net": arguments.net, "boards": boards }));
        return Ok(());
    }
    println!("board  games positions   expected  found  scale");
    boards.iter().for_each(|board| println!("{board}"));
    Ok(())
}

/// The records among these: a file, or all of a folder.
fn records(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let at = || path.display().to_string();
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let files = fs::read_dir(path).with_context(at)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = files.collect::<Result<Vec<_>, _>>().with_context(at)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sgf"));
    files.sort();
    Ok(files)
}

/// What was seen on boards of one size.
#[derive(Serialize)]
struct Board {
    board: usize,
    games: usize,
    positions: u64,
    /// How far results are from leads on average, in points.
    expected: f64,
    found: f64,
    scale: f64,
    /// Of 95%; games are what is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
}

impl Board {
    fn of(board: usize, games: &[Spreads]) -> Option<Board> {
        let positions = games.iter().map(|game| game.positions).sum::<u64>();
        let mean = |of: fn(&Spreads) -> f64| games.iter().map(of).sum::<f64>() / positions as f64;
        let groups: Vec<(f64, f64)> = games.iter().map(|game| (game.found, game.expected)).collect();
        let interval = grouped_mean_interval(&groups).map(|(scale, half)| [scale - half, scale + half]);
        (positions > 0).then(|| Board {
            board,
            games: games.len(),
            positions,
            expected: mean(|game| game.expected),
            found: mean(|game| game.found),
            scale: Spreads::scale(games).unwrap_or(1.0),
            interval,
        })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Board { board, games, positions, expected, found, scale, interval } = self;
        write!(
            f,
            "{board:>2}×{board:<2} {games:>6} {positions:>9} {expected:>10.1} {found:>6.1}  {scale:.2}"
        )?;
        interval.map_or(Ok(()), |[low, high]| write!(f, " (95%: {low:.2} to {high:.2})"))
    }
}
