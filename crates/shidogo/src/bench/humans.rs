//! `shidogo bench humans`: how well a human network predicts the moves of people.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use network::weights::{self, Precision};
use network::{Backend, Metadata};
use nn::ExecutorKind;
use people::{Agreement, Group, Part, Split, Summary};

/// Measure how well a human network predicts the moves of people, by server, board and rank.
///
/// For every group: the number of moves, the share that was the network's first choice, and the mean of −ln p
/// (nll), also with the mover's rank set 5 ranks too high and too low, from 30k to 9d at most. Beside it the plain policy of the network `default`,
/// at the temperature between 0.5 and 4 that fits the group best. Illegal moves are left out; a pass is a move,
/// resigning is none; moves of bots do not count.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo bench humans --net human --games ogs.jsonl.gz kgs.jsonl.gz --players held-out\n  \
                        shidogo bench humans --net human --games my-games/ --moves 0 --json\n  \
                        shidogo bench humans --net runs/human/nets/FILE --games ogs.jsonl.gz --players held-out --rescale nets"
)]
pub struct Arguments {
    /// A network that takes ranks.
    #[arg(long, value_name = "FILE", default_value = "human")]
    net: PathBuf,
    /// Games of people with their ranks: .jsonl, .jsonl.gz, .sgf, or folders of them.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Whose moves count: all people, or only those that `shidogo learn --preset human` holds out.
    #[arg(long, value_name = "WHO", default_value = "all")]
    players: Who,
    /// Moves to draw from every group; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 4000)]
    moves: usize,
    /// Symmetries over which policies are averaged: 1, 2, 4 or 8. More is better, and as many times slower; levels play
    /// with 8.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = symmetries)]
    symmetries: usize,
    /// Seed for drawing them.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Number of threads; as many as the machine has by default.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// What runs the networks: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
    /// Also write the network with another scale of ranks, on which the true rank fits these people best and ranks too high
    /// and too low equally badly: into a folder, or to a file that ends in .safetensors. Use people whom it has not learnt
    /// from, and at least 4,000 moves of each band.
    #[arg(long, value_name = "PATH")]
    rescale: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Who {
    All,
    HeldOut,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let threads = threads(arguments.threads)?;
    let (human, plain) = backends(&arguments.net, arguments.executor)?;
    let collection = people::read(&arguments.games)?;
    eprint!("{}", Summary::of(&collection));
    let split = Split::default();
    let movers = |game: &people::Game| match arguments.players {
        Who::All => [true; 2],
        Who::HeldOut => split.movers(game, Part::HeldOut),
    };
    let most = (arguments.moves > 0).then_some(arguments.moves);
    let groups = people::sample(&collection.games, movers, most, arguments.seed);
    ensure!(!groups.is_empty(), "there is no move of a person with a rank from 30k to 9d in these files");
    let bar = ProgressBar::new(groups.values().map(|places| places.len() as u64).sum())
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} moves, {eta} left")?);
    let agreements = people::measure(
        &collection.games,
        &groups,
        (&human, &plain),
        arguments.symmetries,
        threads,
        |done| bar.set_position(done as u64),
    )?;
    bar.finish_and_clear();
    match arguments.json {
        true => println!("{}", report(&agreements)),
        false => table(&agreements, &mut std::io::stdout())?,
    }
    arguments.rescale.as_deref().map_or(Ok(()), |out| rescale(&arguments.net, &agreements, out))
}

fn rescale(net: &Path, agreements: &BTreeMap<Group, Agreement>, out: &Path) -> anyhow::Result<()> {
    let scale =
        people::rank_scale(agreements).context("no band has 4,000 moves: ask for more with --moves")?;
    let stored = match net.to_str() {
        Some(network::HUMAN) => weights::read(network::human_file()),
        _ => weights::load(net),
    };
    let mut stored =
        stored.with_context(|| format!("{}: only our own networks have such a scale", net.display()))?;
    scale.write_into(Arc::make_mut(&mut stored.network.graph));
    for (rank, told) in scale.knots() {
        eprintln!("{:>4.1} steps above 30k are told as {told:.1}", rank);
    }
    let path = crate::net::store(&stored.header, &stored.network, Precision::F16, out)?;
    eprintln!("{}", path.display());
    Ok(())
}

fn symmetries(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| [1, 2, 4, 8].contains(n));
    number.ok_or_else(|| "1, 2, 4 or 8".to_string())
}

/// As many threads as were asked for, or as the machine has.
pub fn threads(asked: Option<usize>) -> anyhow::Result<usize> {
    let threads = asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    ensure!((1..=1024).contains(&threads), "--threads must be from 1 to 1024");
    Ok(threads)
}

/// A human network, and the network inside.
pub fn backends(net: &Path, executor: ExecutorKind) -> anyhow::Result<(Backend, Backend)> {
    let backend = |network| Backend::new(executor, Arc::new(network));
    let human = network::load(net)?;
    ensure!(
        human.planes.metadata() == Some(Metadata::Players),
        "{} takes no ranks: use a human network, such as --net human",
        net.display()
    );
    Ok((backend(human)?, backend(network::load(network::DEFAULT)?)?))
}

fn report(agreements: &BTreeMap<Group, Agreement>) -> serde_json::Value {
    let rounded = |x: f64| (x * 1e5).round() / 1e5;
    let bands = agreements.iter().map(|(group, agreement)| {
        let ([nll, up, down], (plain_nll, temperature)) = (agreement.nll(), agreement.plain_nll());
        serde_json::json!({
            "source": group.server.to_string(),
            "board": group.side,
            "band": group.band.to_string(),
            "moves": agreement.moves,
            "first": rounded(agreement.first()),
            "nll": rounded(nll),
            "nll_rank_up": rounded(up),
            "nll_rank_down": rounded(down),
            "default_first": rounded(agreement.plain_first()),
            "default_nll": rounded(plain_nll),
            "default_temperature": rounded(temperature),
        })
    });
    serde_json::json!({ "bands": bands.collect::<Vec<_>>() })
}

fn table(agreements: &BTreeMap<Group, Agreement>, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "                             first                 nll told a rank | the network `default`"
    )?;
    writeln!(
        out,
        "source board band      moves choice    nll   5 too high 5 too low |  first    nll at temperature"
    )?;
    for (group, agreement) in agreements {
        let ([nll, up, down], (plain_nll, temperature)) = (agreement.nll(), agreement.plain_nll());
        writeln!(
            out,
            "{:<6} {:>2}x{:<2} {:<6} {:>8} {:>5.1}% {nll:>6.3} {up:>12.3} {down:>9.3} | {:>5.1}% {plain_nll:>6.3} {temperature:>5.2}",
            group.server,
            group.side,
            group.side,
            group.band,
            agreement.moves,
            100.0 * agreement.first(),
            100.0 * agreement.plain_first(),
        )?;
    }
    Ok(())
}
