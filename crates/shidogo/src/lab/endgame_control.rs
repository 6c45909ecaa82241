//! `shidogo lab endgame-control`: partners that keep endgames close.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::control::{as_text, endgame_report, first_endgame};
use arena::{Opening, PlayerSpec};
use board::{Colour, Size};
use record::game::Reader;

use super::contest::Contest;
use super::control::{Common, Experiment, Named, one_thread};
use crate::match_;

/// Partners that keep endgames close (table 7).
///
/// The players are abc25, which goes by win rate, endgame with each γ, which goes by points, and practice, ours. Games start
/// from positions that have just become endgames which either side may win: from --positions, or from games that the lab
/// plays first. The report has the paper's figures beside ours, with 95% intervals. Run the same command again to continue
/// a run that was stopped, or with a larger --games to play more.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo lab endgame-control --quick --out lab/try\n  \
    shidogo lab endgame-control --threads 8 --policy-net kata1-b18c384nbt.bin.gz --out lab/endgames\n  \
    shidogo lab endgame-control --size 9 --positions docs/positions/endgames-9x9.txt --gamma 2 --gamma 10 \
    --opponent level:12k --out lab/gamma")]
pub struct Arguments {
    #[command(flatten)]
    common: Common,
    /// γ of the players called endgame: by how much a move counts less for each point beyond the aim. May be repeated.
    #[arg(long, value_name = "G", default_values_t = [2.0, 3.0, 5.0])]
    gamma: Vec<f32>,
    /// File with positions to start from: SGF games, or text with the moves of one position per line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["number", "maker"])]
    positions: Option<PathBuf>,
    /// Number of positions to take from games that are played first [default: 10, as in the paper; 2 with --quick].
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// Who plays these games against themselves.
    #[arg(long, value_name = "PLAYER", default_value = "level:3d")]
    maker: String,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let common = &arguments.common;
    let mut usual = vec![Named { name: "abc25".into(), spec: common.preset("abc25", &[]) }];
    usual.extend(arguments.gamma.iter().map(|gamma| Named {
        name: format!("endgame, γ = {gamma}"),
        spec: common.preset("endgame", &[("controlGamma", gamma.to_string())]),
    }));
    usual.push(Named { name: "practice".into(), spec: common.preset("practice", &[]) });
    let experiment = common.prepare(usual)?;
    let (mut counts, mut planned) = (Vec::new(), Vec::new());
    for &size in &experiment.sizes {
        let positions = match &arguments.positions {
            Some(file) => read(file, size)?,
            None => make(arguments, &experiment, size)?,
        };
        counts.push((size, positions.1.len()));
        planned.extend(experiment.plan(size, Some(&positions)));
    }
    experiment.run("endgame-control", &planned, |games| endgame_report(&counts, games))
}

fn board(size: usize) -> anyhow::Result<Size> {
    Size::playable(size).with_context(|| format!("--size {size} is not a board: use 2 to 19"))
}

/// The positions of a file, with a name that changes if they do.
fn read(file: &Path, size: usize) -> anyhow::Result<(String, Vec<Opening>)> {
    let positions = match_::read_openings("--positions", file, board(size)?, Colour::Black)?;
    Ok((match_::fingerprint(file, &positions), positions))
}

/// Games played for each position wanted: about one in as many has an even endgame.
const GAMES_PER_POSITION: usize = 10;

/// Plays games until enough of them have had an even endgame. The positions are written to a file of their own.
fn make(
    arguments: &Arguments,
    experiment: &Experiment,
    size: usize,
) -> anyhow::Result<(String, Vec<Opening>)> {
    let common = &arguments.common;
    let number = arguments.number.unwrap_or(if common.quick { 2 } else { 10 });
    if number == 0 {
        bail!("--number must be at least 1");
    }
    let maker: PlayerSpec = arguments.maker.parse().map(one_thread).context("--maker")?;
    match_::load(Some(&maker), board(size)?, &experiment.nets).context("--maker")?;
    let network = match_::load_policy_net(&common.net, board(size)?, &experiment.nets)?;
    let folder = common.out.join(format!("{size}x{size}"));
    let games_folder = folder.join("games");
    let mut positions: Vec<Opening> = Vec::new();
    let mut looked_at = 0;
    while positions.len() < number {
        if looked_at >= GAMES_PER_POSITION * number {
            let found = positions.len();
            bail!(
                "{looked_at} games had only {found} even endgames: use --positions, a smaller --number or another --maker"
            );
        }
        let contest = Contest {
            first: maker.clone(),
            second: maker.clone(),
            names: [maker.to_string(), maker.to_string()],
            size,
            komi: experiment.komi,
            games: looked_at + number,
            seed: common.seed,
            move_limit: None,
            openings: None,
            comment: None,
        };
        let mut entries =
            contest.into_match(&experiment.nets, common.threads).run(&games_folder, &|_, _| {})?;
        entries.sort_by_key(|entry| entry.game);
        for entry in entries.iter().filter(|entry| (looked_at + 1..=looked_at + number).contains(&entry.game))
        {
            let game = Reader::default().load(&games_folder.join(&entry.sgf), None)?.game;
            positions.extend(first_endgame(&game, &network)?);
        }
        looked_at += number;
    }
    positions.truncate(number);
    let file = folder.join("positions.txt");
    atomic_file::write(&file, as_text(&positions).as_bytes())
        .with_context(|| format!("cannot write {}", file.display()))?;
    eprintln!("{size}x{size}: {number} endgames from {looked_at} games, in {}", file.display());
    Ok((match_::fingerprint(&file, &positions), positions))
}
