//! `shidogo lab characters`: trained characters against the same player without one.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::PlayerSpec;
use arena::characters::{BoardGames, Kind, KindGames, SeenGame, fold, report};
use chart::heat_map::{Cell, HeatMap, svg};
use partner::{Character, Evaluators};

use super::base_player::BasePlayer;
use super::contest::Contest;

/// Games of those that play with their own network alone, at most: the paper's.
const FEW: usize = 60;

#[derive(clap::Args)]
pub struct Arguments {
    /// Who has the characters, as shidogo match writes players: net:FILE, level:RANK or preset:NAME.
    #[arg(long, value_name = "PLAYER", default_value = "net:default")]
    player: String,
    /// Player to measure, as the report calls it, instead of all: normal, centre-trained, centre-trained-alone, …; may be
    /// repeated.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Board size, 9 or 13; may be repeated [default: both].
    #[arg(long, value_name = "N")]
    size: Vec<usize>,
    /// Games of each [default: 300, as in the paper]; those that play with their own network alone play 60 at most.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Visits per move, of either network [default: 100; levels have their own].
    #[arg(long, value_name = "N")]
    visits: Option<u64>,
    /// Quick check that everything works: 2 games of each on 9×9 with 8 visits, unless you set them.
    #[arg(long)]
    quick: bool,
    /// Number of games to play at once.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Folder for the games, the report and the heat maps.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

fn with(base: &BasePlayer, kind: Kind) -> PlayerSpec {
    let mut preset = base.preset.clone();
    if kind.character != Character::None {
        preset.name = format!("{}+{}", base.preset.name, kind.character);
    }
    if kind.alone {
        preset.parameters.push(("characterAlone".into(), "true".into()));
    }
    PlayerSpec::Preset(preset)
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let games = arguments.games.unwrap_or(if arguments.quick { 2 } else { 300 });
    if games == 0 || arguments.threads == 0 {
        bail!("--games and --threads must be at least 1");
    }
    let sizes = match (arguments.size.is_empty(), arguments.quick) {
        (false, _) => arguments.size.clone(),
        (true, true) => vec![9],
        (true, false) => vec![9, 13],
    };
    if let Some(size) = sizes.iter().find(|size| ![9, 13].contains(*size)) {
        bail!("--size {size}: trained characters know 9 and 13");
    }
    let all: Vec<Kind> = sizes.iter().flat_map(|size| Kind::on(*size)).collect();
    if let Some(unknown) = arguments.only.iter().find(|only| all.iter().all(|kind| kind.word() != **only)) {
        let mut known: Vec<String> = all.iter().map(|kind| kind.word()).collect();
        known.dedup();
        bail!("--only {unknown}: use one of {}", known.join(", "));
    }
    let base = BasePlayer::new(&arguments.player, arguments.visits, arguments.quick)?;
    let network = base.network_inside()?;
    let name = with(&base, Kind::NORMAL).to_string();
    let mut boards: Vec<BoardGames> = Vec::new();
    for size in sizes {
        boards.push(BoardGames { size, kinds: Vec::new() });
        let is_asked = |kind: &Kind| arguments.only.is_empty() || arguments.only.contains(&kind.word());
        for kind in Kind::on(size).into_iter().filter(is_asked) {
            let games = if kind.alone { games.min(FEW) } else { games };
            let folder = arguments.out.join(format!("{size}x{size}")).join(kind.word());
            let seen = play(&base, kind, (size, games), &network, arguments, &folder)?;
            if let Some(board) = boards.last_mut() {
                board.kinds.push(seen);
            }
            write(&arguments.out, "report.md", &report(&name, &boards))?;
        }
        if let Some(board) = boards.last() {
            let maps: Vec<HeatMap> = board.kinds.iter().map(|games| heat_map(games, size)).collect();
            write(&arguments.out, &format!("heat-{size}x{size}.svg"), &svg(&maps))?;
            // The same as numbers; those of the page come from here.
            let rounded =
                |games: &KindGames| fold(games, size).iter().map(|x| (x * 100.0).round() / 100.0).collect();
            let numbers: BTreeMap<String, Vec<f64>> =
                board.kinds.iter().map(|games| (games.kind.word(), rounded(games))).collect();
            write(&arguments.out, &format!("heat-{size}x{size}.json"), &serde_json::to_string(&numbers)?)?;
        }
    }
    write!(std::io::stdout(), "{}", report(&name, &boards))?;
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let path = folder.join(name);
    atomic_file::write(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// Plays what is missing of a match, and looks at all of its games.
fn play(
    base: &BasePlayer,
    kind: Kind,
    (size, games): (usize, usize),
    network: &Evaluators,
    arguments: &Arguments,
    folder: &Path,
) -> anyhow::Result<KindGames> {
    let contest = Contest {
        first: with(base, kind),
        second: with(base, Kind::NORMAL),
        names: [kind.word(), "normal".into()],
        size,
        komi: None,
        games,
        seed: arguments.seed,
        move_limit: None,
        openings: None,
        comment: None,
    };
    let entries = contest.into_match(&base.nets, arguments.threads).run(folder, &|_, _| {})?;
    let tally = arena::tally(&entries);
    eprintln!("{size}x{size} {kind}: +{} -{} ={}", tally.wins, tally.losses, tally.draws);
    let network = kind.is_about_risk().then_some(network);
    let games = SeenGame::of_first(folder, &entries, network, arguments.threads)?;
    Ok(KindGames { kind, tally, games })
}

/// A picture of a player's openings.
fn heat_map(games: &KindGames, side: usize) -> HeatMap {
    let shares = fold(games, side);
    let row = |(place, row): (usize, &[f64])| {
        ((side - place).to_string(), row.iter().map(|share| Cell::Value(*share)).collect())
    };
    HeatMap {
        title: format!("{} on {side}×{side}: how often, 1 being the mean", games.kind),
        columns: "ABCDEFGHJKLMNOPQRST".chars().take(side).map(String::from).collect(),
        rows: shares.chunks(side).enumerate().map(row).collect(),
    }
}
