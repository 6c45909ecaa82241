//! `shidogo bench ranks`: how well ranks are estimated from moves.

mod figures;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use board::Rank;
use indicatif::{ProgressBar, ProgressStyle};
use nn::ExecutorKind;
use people::{
    BoardCalibration, Calibration, Examined, Examinee, FOLDS, Known, Part, Split, Training, fit_folds,
    learn_folds,
};

use super::humans::backends;
use figures::Table;

/// Measure how well ranks are estimated from the moves of people, or fit the estimate to them.
///
/// Draws people with enough games on one board, estimates their rank from each game and from five in a row, and compares it
/// with the rank that the server gave. Everybody counts once, however many games they have.
///
/// To fit: write what is seen in games with --games and --evidence, and read it with --evidence and --fit. The figures printed
/// after a fit are cross-validated: each person's rank comes from a fit to others. People whom the human network has not
/// learnt from have rows of their own.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo bench ranks --games ogs.jsonl.gz --players held-out\n  \
                        shidogo bench ranks --games ogs.jsonl.gz --least 3 --evidence evidence.jsonl\n  \
                        shidogo bench ranks --evidence evidence.jsonl --fit crates/people/calibration.json")]
pub struct Arguments {
    /// A network that takes ranks.
    #[arg(long, value_name = "FILE", default_value = "human")]
    net: PathBuf,
    /// Games of people with their ranks: .jsonl, .jsonl.gz, .sgf, or folders of them.
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present = "evidence")]
    games: Vec<PathBuf>,
    /// Whose games count: all people, those that `shidogo learn --preset human` holds out, or the others.
    #[arg(long, value_name = "WHO", default_value = "all")]
    players: Who,
    /// Board size; 9, 13 and 19 by default with --evidence, otherwise 19.
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Games per person.
    #[arg(long, value_name = "N", default_value_t = 5)]
    each: usize,
    /// Games that a person has at least; as many as --each by default.
    #[arg(long, value_name = "N")]
    least: Option<usize>,
    /// People per board, at most; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 0)]
    people: usize,
    /// The weakest and the strongest rank of the people that figures are for.
    #[arg(long, value_name = "RANK", num_args = 2, default_values = ["20k", "3d"])]
    between: Vec<Rank>,
    /// Seed for drawing people and games, and for learning.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Fit, and write the calibration of all boards into this file.
    #[arg(long, value_name = "FILE", requires = "evidence", conflicts_with = "games")]
    fit: Option<PathBuf>,
    /// Steps in which --fit learns how strong moves seem.
    #[arg(long, value_name = "N", default_value_t = 3000)]
    steps: usize,
    /// Use this calibration instead of the one in the program.
    #[arg(long, value_name = "FILE", conflicts_with = "fit")]
    calibration: Option<PathBuf>,
    /// What was seen in every game, one line of JSON per person: written with --games, otherwise read.
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
    /// Number of threads; as many as the machine has by default.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// What runs the networks: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Print one line of JSON per board.
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
    ensure!((1..=1000).contains(&arguments.each), "--each must be from 1 to 1000");
    ensure!(
        arguments.between[0] <= arguments.between[1],
        "--between takes the weaker rank first, such as 20k 3d"
    );
    let mut people = match &arguments.evidence {
        Some(path) if arguments.games.is_empty() => read_evidence(path)?,
        Some(path) => return write_evidence(path, &examine(arguments, &[9, 13, 19])?),
        None => examine(arguments, &[19])?,
    };
    let given = arguments.calibration.as_ref().map(|path| read(path)).transpose()?;
    let calibration = given.as_ref().unwrap_or_else(|| Calibration::included());
    let fitted = match &arguments.fit {
        Some(path) => Some(fit(path, &mut people, arguments)?),
        None => {
            people.iter_mut().for_each(|person| person.conclude(&calibration.network));
            None
        }
    };
    let mut tables = Vec::new();
    let mut boards: Vec<usize> = people.iter().map(|person| person.side).collect();
    boards.sort_unstable();
    boards.dedup();
    for side in boards.into_iter().filter(|side| arguments.size.is_none_or(|asked| asked == *side)) {
        let on_board: Vec<&Examined> = people.iter().filter(|person| person.side == side).collect();
        let counts =
            |rank: f64| (arguments.between[0]..=arguments.between[1]).contains(&Rank::shown(rank as f32));
        tables.push(match &fitted {
            Some(boards) => {
                let folds = boards.get(&side).context("a board without a fit")?;
                Table::new(side, &on_board, counts, |place, seen| folds[place % FOLDS].estimate(seen))
            }
            None => Table::new(side, &on_board, counts, |_, seen| calibration.estimate(seen)),
        });
    }
    if arguments.json {
        tables.iter().for_each(|table| println!("{}", table.json()));
    } else {
        tables.iter().for_each(|table| print!("{table}"));
    }
    Ok(())
}

/// Looks at the games.
fn examine(arguments: &Arguments, sides: &[usize]) -> anyhow::Result<Vec<Examined>> {
    let threads = super::humans::threads(arguments.threads)?;
    let (human, plain) = backends(&arguments.net, arguments.executor)?;
    let games = people::read(&arguments.games)?.games;
    let split = Split::default();
    let is_to_fit = arguments.evidence.is_some();
    let movers = |game: &people::Game| match arguments.players {
        Who::All => [true; 2],
        Who::HeldOut => split.movers(game, Part::HeldOut),
        Who::Training => split.movers(game, Part::Training),
    };
    let (weakest, strongest) = (arguments.between[0], arguments.between[1]);
    let mut examinees: Vec<Examinee> = Vec::new();
    for side in arguments.size.as_ref().map_or(sides, std::slice::from_ref) {
        let count = (arguments.least.unwrap_or(arguments.each), arguments.each);
        let mut on_board = people::examinees(&games, *side, count, movers, arguments.seed);
        if !is_to_fit {
            let is_in_range = |rank: f64| (weakest..=strongest).contains(&Rank::shown(rank as f32));
            on_board.retain(|person| is_in_range(person.rank(&games)));
        }
        if arguments.people > 0 {
            on_board.truncate(arguments.people);
        }
        examinees.extend(on_board);
    }
    if examinees.is_empty() {
        bail!("nobody in these files has enough games with a rank in range");
    }
    let count: usize = examinees.iter().map(|examinee| examinee.games.len()).sum();
    let bar = ProgressBar::new(count as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left")?);
    let examined = people::examine(
        &games,
        &examinees,
        (&human, &plain),
        threads,
        |person| split.holds_out(person),
        |done| bar.set_position(done as u64),
    )?;
    bar.finish_and_clear();
    Ok(examined)
}

fn write_evidence(path: &Path, people: &[Examined]) -> anyhow::Result<()> {
    let lines: Result<Vec<String>, _> = people.iter().map(serde_json::to_string).collect();
    std::fs::write(path, lines?.join("\n") + "\n")
        .with_context(|| format!("cannot write {}", path.display()))?;
    println!("{} people", people.len());
    Ok(())
}

fn read_evidence(path: &Path) -> anyhow::Result<Vec<Examined>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let person = |(number, line): (usize, &str)| -> anyhow::Result<Examined> {
        serde_json::from_str(line)
            .with_context(|| format!("{}:{}: not what was seen of a person", path.display(), number + 1))
    };
    text.lines().enumerate().map(person).collect()
}

fn read(path: &Path) -> anyhow::Result<Calibration> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let not_one = || format!("{} is not a calibration", path.display());
    let calibration: Calibration = serde_json::from_str(&text).with_context(not_one)?;
    ensure!(calibration.network.is_whole(), not_one());
    Ok(calibration)
}

/// People with fewer games are learnt from, but how sure one can be is told by those with more.
const FEWEST_GAMES: usize = 3;

/// Learns how strong moves seem, fits each board, and writes the calibration. Returns calibrations that leave a part of the
/// people out, by board.
fn fit(
    path: &Path,
    people: &mut [Examined],
    arguments: &Arguments,
) -> anyhow::Result<BTreeMap<usize, Vec<Calibration>>> {
    let training = Training { steps: arguments.steps, seed: arguments.seed };
    let network = learn_folds(people, training, super::humans::threads(arguments.threads)?)
        .context("nobody's rank is known")?;
    let mut calibration = Calibration { network, boards: Vec::new() };
    let mut on_boards: BTreeMap<usize, Vec<Option<Known>>> = BTreeMap::new();
    for person in people.iter() {
        let known = person.known().filter(|known| known.games.len() >= FEWEST_GAMES);
        on_boards.entry(person.side).or_default().push(known);
    }
    let mut all_folds = BTreeMap::new();
    for (side, known) in on_boards {
        let too_few = || format!("too few people with known ranks on {side}x{side}");
        let folds = fit_folds(side, &known).with_context(too_few)?;
        let all: Vec<Known> = known.into_iter().flatten().collect();
        calibration.boards.push(BoardCalibration::fit(side, &all).with_context(too_few)?);
        let alone = |board| Calibration { boards: vec![board], ..Calibration::default() };
        all_folds.insert(side, folds.into_iter().map(alone).collect());
    }
    std::fs::write(path, serde_json::to_string(&calibration)? + "\n")
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(all_folds)
}
