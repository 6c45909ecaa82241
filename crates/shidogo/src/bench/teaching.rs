//! `shidogo bench teaching`: whether what a review shows first is what stronger players would have done otherwise.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::ensure;
use board::{Colour, Rank};
use indicatif::{ProgressBar, ProgressStyle};
use ledger::Ledger;
use nn::ExecutorKind;
use parking_lot::Mutex;
use partner::{Evaluators, LoadedNetworks, Overrides, Settings};
use people::{Game, Part, Split};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use record::game::{Info, to_tree};
use review::{ReviewEngine, ReviewSettings, Reviewed, losses, review};

mod measurement;
mod report;
mod results;

use measurement::Gauge;
use report::Report;
use results::{GameResult, Measured, Run};

/// Measure whether the mistakes that a review shows first are those that stronger players avoid.
///
/// Reviews games of people with a rank. For the mistakes that the review shows first, and for those that cost most points, it
/// measures how often players 3 to 5 ranks stronger would have played something clearly better: a move that loses at most
/// half as much. Nobody stronger was ever in these positions, so a human network stands for them. It is asked otherwise than
/// for the review: under another symmetry, and knowing the server, the pace and the opponent. And the moves are searched
/// longer.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo bench teaching --games ogs.jsonl.gz --count 500 --out teaching\n  \
    shidogo bench teaching --games ogs.jsonl.gz --players training --count 60 --json"
)]
pub struct Arguments {
    /// Games of people with their ranks: .jsonl, .jsonl.gz, .sgf, or folders of them.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Whose mistakes count: those of people that `shidogo learn --preset human` holds out, or of those it learns from.
    #[arg(long, value_name = "WHO", default_value = "held-out")]
    players: Who,
    /// Only boards of this size.
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Number of games to draw.
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: usize,
    /// Visits of the review per position.
    #[arg(long, value_name = "N", default_value_t = 20)]
    visits: u64,
    /// Visits of the measurement: of the position before a mistake, and a quarter of it after each move.
    #[arg(long, value_name = "N", default_value_t = 400)]
    deep: u64,
    /// Seed for drawing games.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Number of threads; as many as the machine has by default.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// What runs the networks: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Folder for a line per game; a run that was killed goes on from there.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Who {
    HeldOut,
    Training,
}

/// Shorter games say little, in moves on a full board.
const SHORTEST: usize = 60;

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let threads = super::humans::threads(arguments.threads)?;
    let collection = people::read(&arguments.games)?;
    let drawn = drawn(&collection.games, arguments);
    ensure!(!drawn.is_empty(), "there is no such game of a person with a rank in these files");
    let run = Run {
        players: format!("{:?}", arguments.players),
        size: arguments.size,
        visits: arguments.visits,
        deep: arguments.deep,
        seed: arguments.seed,
    };
    let mut ledger = arguments.out.as_ref().map(|folder| Ledger::open(folder, &run)).transpose()?;
    let before: Vec<GameResult> = ledger.as_ref().map_or(Vec::new(), |ledger| ledger.entries().to_vec());
    let wanted: Vec<(usize, Colour)> = drawn
        .iter()
        .copied()
        .filter(|(number, _)| before.iter().all(|result| result.game != *number))
        .collect();
    let bar = ProgressBar::new(wanted.len() as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left")?);
    let nets = LoadedNetworks::default();
    let overrides = Overrides {
        net: Some(network::DEFAULT.into()),
        threads: Some(1),
        executor: Some(arguments.executor),
        ..Overrides::default()
    };
    let settings = Settings::layered("network", None, &overrides)?;
    let evaluators = Evaluators::from_settings(&settings, &nets)?;
    let engine = ReviewEngine::with_evaluators(settings.clone(), evaluators.clone()).with_people(&nets)?;
    let (next, all, ledger) = (AtomicUsize::new(0), Mutex::new(before), Mutex::new(ledger.as_mut()));
    std::thread::scope(|scope| {
        let work = || -> anyhow::Result<()> {
            let mut gauge = Gauge::new(&settings, &evaluators, &nets, arguments.deep)?;
            while let Some((number, colour)) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                let game = &collection.games[*number];
                if let Some(result) = look_at(game, *number, *colour, &engine, arguments.visits, &mut gauge)?
                {
                    if let Some(ledger) = ledger.lock().as_mut() {
                        ledger.record(result.clone())?;
                    }
                    all.lock().push(result);
                }
                bar.inc(1);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    bar.finish_and_clear();
    let mut all = all.into_inner();
    all.retain(|result| drawn.iter().any(|(number, _)| *number == result.game));
    all.sort_by_key(|result| result.game);
    let report = Report::of(&all);
    match arguments.json {
        true => println!("{}", serde_json::to_string(&report)?),
        false => print!("{report}"),
    }
    Ok(())
}

/// Games in an order drawn from the seed, with the person whose mistakes count.
fn drawn(games: &[Game], arguments: &Arguments) -> Vec<(usize, Colour)> {
    let split = Split::default();
    let part = if arguments.players == Who::HeldOut { Part::HeldOut } else { Part::Training };
    let person = |game: &Game| {
        let counts = split.movers(game, part);
        Colour::BOTH.into_iter().find(|c| {
            let player = game.player(*c);
            counts[c.index()] && player.rank.is_some() && !player.is_new_account(game.server)
        })
    };
    let is_wanted = |game: &Game| {
        let side = game.size.width();
        game.size.is_square()
            && arguments.size.map_or([9, 13, 19].contains(&side), |size| size == side)
            && game.moves.len() * 361 >= SHORTEST * game.size.points()
    };
    let wanted = games.iter().enumerate().filter(|(_, game)| is_wanted(game));
    let mut all: Vec<(usize, Colour)> =
        wanted.filter_map(|(number, game)| Some((number, person(game)?))).collect();
    all.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(arguments.seed));
    all.truncate(arguments.count);
    all
}

/// Reviews a game, and measures what it shows first and what cost most. `None` without a mistake.
fn look_at(
    game: &Game,
    number: usize,
    colour: Colour,
    engine: &ReviewEngine,
    visits: u64,
    gauge: &mut Gauge,
) -> anyhow::Result<Option<GameResult>> {
    let tree = to_tree(&game.moves_on_board()?, &Info::default());
    let mut reviewed = Reviewed::read(&tree)?;
    let rank = game.player(colour).rank.map(Rank::shown);
    reviewed.ranks[colour.index()] = rank;
    let settings = ReviewSettings { playouts: 0, ..ReviewSettings::default().with_visits(visits) };
    let findings = review(&reviewed, engine, &settings, &AtomicBool::new(false), |_| ())?;
    let losses = losses(reviewed.moves(), &findings.positions, reviewed.size());
    let first = findings.first(&reviewed);
    let mut largest: Vec<usize> = (0..losses.len()).filter(|after| losses[*after].colour == colour).collect();
    largest.sort_by(|a, b| losses[*b].points.total_cmp(&losses[*a].points));
    largest.truncate(first.len());
    let Some(rank) = rank.filter(|_| !first.is_empty()) else { return Ok(None) };
    let mut measured = Vec::new();
    for after in first.iter().chain(&largest) {
        if measured.iter().all(|m: &Measured| m.after != *after) {
            measured.push(gauge.measure(game, &reviewed, *after, colour)?);
        }
    }
    let pool = findings.findability.iter().map(|f| (*f, losses[f.after].points, losses[f.after].weight()));
    Ok(Some(GameResult {
        game: number,
        side: game.size.width(),
        rank,
        first,
        largest,
        measured,
        pool: pool.collect(),
    }))
}
