//! `shidogo bench ranks`: how well ranks are estimated from moves.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use board::Rank;
use indicatif::{ProgressBar, ProgressStyle};
use nn::ExecutorKind;
use people::{BoardCalibration, Calibration, Examinee, Known, Part, Split};

use super::humans::backends;

/// Measure how well ranks are estimated from the moves of people, or fit the estimate to them.
///
/// Draws people with enough games on one board, estimates their rank from one game and from all drawn, and compares it
/// with the rank that the server gave. With --fit, writes a calibration for the network instead.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo bench ranks --net human --games ogs.jsonl.gz --players held-out\n  \
                        shidogo bench ranks --net human --games ogs.jsonl.gz --players training --fit calibration.json"
)]
pub struct Arguments {
    /// A network that takes ranks.
    #[arg(long, value_name = "FILE", default_value = "human")]
    net: PathBuf,
    /// Games of people with their ranks: .jsonl, .jsonl.gz, .sgf, or folders of them.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Whose games count: all people, those that `shidogo learn --preset human` holds out, or the others.
    #[arg(long, value_name = "WHO", default_value = "all")]
    players: Who,
    /// Board size.
    #[arg(long, value_name = "N", default_value_t = 19)]
    size: usize,
    /// Games per person.
    #[arg(long, value_name = "N", default_value_t = 5)]
    each: usize,
    /// People, at most; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 0)]
    people: usize,
    /// The weakest and the strongest rank of the people; a calibration is fitted to all ranks unless this is given.
    #[arg(long, value_name = "RANK", num_args = 2)]
    between: Option<Vec<Rank>>,
    /// Seed for drawing people and games.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Fit, and write the calibration into this file; those of other board sizes stay.
    #[arg(long, value_name = "FILE")]
    fit: Option<PathBuf>,
    /// Use this calibration instead of the one in the program.
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
    /// Write what was seen in every game into this file, one line of JSON per person.
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
    /// Number of threads; as many as the machine has by default.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// What runs the networks: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    All,
    HeldOut,
    Training,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let threads = super::humans::threads(arguments.threads)?;
    ensure!((1..=1000).contains(&arguments.each), "--each must be from 1 to 1000");
    let (human, plain) = backends(&arguments.net, arguments.executor)?;
    let collection = people::read(&arguments.games)?;
    let split = Split::default();
    let movers = |game: &people::Game| match arguments.players {
        Who::All => [true; 2],
        Who::HeldOut => split.movers(game, Part::HeldOut),
        Who::Training => split.movers(game, Part::Training),
    };
    let mut examinees =
        people::examinees(&collection.games, arguments.size, arguments.each, movers, arguments.seed);
    // Published figures are for 20k to 3d: outside, there are few people.
    let range = match (&arguments.between, &arguments.fit) {
        (Some(ranks), _) => Some((ranks[0], ranks[1])),
        (None, Some(_)) => None,
        (None, None) => Rank::kyu(20).zip(Rank::dan(3)),
    };
    if let Some((weakest, strongest)) = range {
        ensure!(weakest <= strongest, "--between takes the weaker rank first, such as 20k 3d");
        examinees.retain(|person| (weakest..=strongest).contains(&Rank::shown(person.rank as f32)));
    }
    if arguments.people > 0 {
        examinees.truncate(arguments.people);
    }
    ensure!(
        !examinees.is_empty(),
        "nobody in these files has {} games on {size}x{size} with a rank in range",
        arguments.each,
        size = arguments.size
    );
    let bar = ProgressBar::new((examinees.len() * arguments.each) as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left")?);
    let evidence = people::examine(&collection.games, &examinees, (&human, &plain), threads, |done| {
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    if let Some(path) = &arguments.evidence {
        let line = |(person, games): (&Examinee, &Vec<_>)| {
            serde_json::json!({ "rank": person.rank, "size": arguments.size, "games": games }).to_string()
                + "\n"
        };
        let lines: String = examinees.iter().zip(&evidence).map(line).collect();
        std::fs::write(path, lines).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let (all, single) = people::known(&examinees, &evidence);
    if let Some(path) = &arguments.fit {
        return fit(path, arguments.size, &all, &single);
    }
    let calibration = match &arguments.calibration {
        Some(path) => read(path)?,
        None => Calibration::included(),
    };
    let of_one = Figures::new(&calibration, arguments.size, &single);
    let of_all = Figures::new(&calibration, arguments.size, &all);
    if arguments.json {
        let report = serde_json::json!({
            "people": examinees.len(), "size": arguments.size,
            "one_game": of_one.json(1), "games": of_all.json(arguments.each),
        });
        println!("{report}");
    } else {
        println!("{} people with {} games each", examinees.len(), arguments.each);
        println!("from one game: {of_one}\nfrom {}: {of_all}", arguments.each);
    }
    Ok(())
}

fn read(path: &PathBuf) -> anyhow::Result<Calibration> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not a calibration", path.display()))
}

fn fit(path: &PathBuf, side: usize, all: &[Known], single: &[Known]) -> anyhow::Result<()> {
    let any_amount = [all, single].concat();
    let board = BoardCalibration::fit(side, all, &any_amount).context("too few people for a calibration")?;
    let mut calibration = if path.exists() { read(path)? } else { Calibration { boards: Vec::new() } };
    calibration.boards.retain(|board| board.side != side);
    calibration.boards.push(board);
    calibration.boards.sort_by_key(|board| board.side);
    std::fs::write(path, serde_json::to_string_pretty(&calibration)? + "\n")
        .with_context(|| format!("cannot write {}", path.display()))
}

/// How far estimates are from the ranks.
struct Figures {
    mean_error: f64,
    within_two: f64,
    /// How often the rank is in the interval of 80%.
    covered: f64,
    /// The mean error of always guessing the mean.
    guess: f64,
}

impl Figures {
    fn new(calibration: &Calibration, side: usize, people: &[Known]) -> Figures {
        let count = people.len().max(1) as f64;
        let mean = people.iter().map(|known| known.rank).sum::<f64>() / count;
        let mut figures = Figures { mean_error: 0.0, within_two: 0.0, covered: 0.0, guess: 0.0 };
        for known in people {
            figures.guess += (known.rank - mean).abs() / count;
            let Some(estimate) = calibration.estimate(&[(side, known.evidence)]) else {
                figures.mean_error += (known.rank - mean).abs() / count;
                continue;
            };
            let error = (estimate.rank - known.rank).abs();
            let (low, high) = estimate.interval;
            figures.mean_error += error / count;
            figures.within_two += f64::from(u8::from(error <= 2.0)) / count;
            figures.covered += f64::from(u8::from((low..=high).contains(&known.rank))) / count;
        }
        figures
    }

    fn json(&self, games: usize) -> serde_json::Value {
        serde_json::json!({
            "games": games, "mean_error": self.mean_error, "within_2": self.within_two,
            "in_interval": self.covered, "mean_error_of_the_mean": self.guess,
        })
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(
            f,
            "mean error {:.2} ranks ({:.2} for always guessing the mean), {:.0}% within 2, {:.0}% inside the interval of 80%",
            self.mean_error,
            self.guess,
            100.0 * self.within_two,
            100.0 * self.covered
        )
    }
}
