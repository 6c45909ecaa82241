//! `shidogo match`: plays many games between two players.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::results::Entry;
use arena::{Likeness, Match, MatchSettings, Naturalness, Opening, PlayerSpec, Summary};
use board::{Colour, Komi, Rank, Rules, Size};
use indicatif::{ProgressBar, ProgressStyle};
use partner::{Evaluators, LoadedNetworks, Overrides, Settings};
use statistics::Sprt;

use crate::player;

/// Play a match between two players, swapping colours every game.
///
/// A player is preset:NAME with optional settings (preset:playout,visits:2000,threads:1,seed:7; the keys are visits,
/// playouts, time, threads and seed, and any parameter: preset:gentle,steeringAim:lose), level:RANK for play like a
/// person's of that rank (level:12k), net:FILE for a network (net:b6c96.bin.gz,visits:200; also the keys preset and
/// executor), beginner for somebody who captures and saves what is in atari and otherwise plays at random
/// (beginner,attention:0.5 sees half of it; also the key seed), or the quoted command line of a GTP engine. Every
/// finished game is saved at once; run the same command again to continue a match that was stopped. A player that
/// crashes, times out or makes an illegal move loses the game.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo match --first preset:playout,visits:2000 \
    --second 'gnugo --mode gtp --level 10 --chinese-rules' --games 40 --size 9 --komi 7.5 --out matches/gnugo\n  \
    shidogo match --first net:b6c96.bin.gz,visits:200 --second net:b6c96.bin.gz,visits:100 \
    --games 40 --size 9 --out matches/visits\n  \
    shidogo match --first level:8k --second level:12k --games 100 --size 9 --out matches/levels")]
pub struct Arguments {
    /// The first player.
    #[arg(long, value_name = "PLAYER")]
    first: String,
    /// The second player.
    #[arg(long, value_name = "PLAYER")]
    second: String,
    /// Name of the first player in tables and ratings.
    #[arg(long, value_name = "NAME")]
    first_name: Option<String>,
    /// Name of the second player.
    #[arg(long, value_name = "NAME")]
    second_name: Option<String>,
    /// Total number of games, including those already in the folder.
    #[arg(long, value_name = "G")]
    games: usize,
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 19)]
    size: usize,
    /// Komi, a multiple of 0.5 [default: the usual komi of the rules].
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    komi: Option<String>,
    /// Rules by name (chinese, japanese, tromp-taylor, …) or as KataGo's JSON. GTP engines are told if they
    /// know kata-set-rules.
    #[arg(long, value_name = "R", default_value = "chinese")]
    rules: String,
    /// Handicap stones for Black.
    #[arg(long, value_name = "H", default_value_t = 0)]
    handicap: usize,
    /// Folder for settings, results and game records.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Seconds per move, for presets and for GTP engines, which get time_settings 0 S 1. GTP has whole
    /// seconds only, so less than one second counts as one.
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// Visits per move, for presets.
    #[arg(long, value_name = "V", conflicts_with = "time")]
    visits: Option<u64>,
    /// File with openings: SGF games, or text with one opening per line (E5 C3 G7). Each is played with both
    /// colours.
    #[arg(long, value_name = "FILE", conflicts_with = "random_opening")]
    openings: Option<PathBuf>,
    /// Number of random moves at the start, the same for both games of a pair.
    #[arg(long, value_name = "M", default_value_t = 0)]
    random_opening: usize,
    /// Random seed of the match and its players.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Stop as soon as a sequential test accepts one of two Elo differences, with 5% error probabilities.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Number of games to play at once.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Score the board as it stands after this many moves [default: three times the points of the board].
    #[arg(long, value_name = "M")]
    move_limit: Option<usize>,
    /// An engine loses if it does not answer for this many seconds [default: 300, or ten times --time if that
    /// is longer].
    #[arg(long, value_name = "S")]
    timeout: Option<f64>,
    /// Player that decides which stones are dead if the two disagree.
    #[arg(long, value_name = "PLAYER")]
    referee: Option<String>,
    /// Network that says how natural the moves of both players look: the mean of its policy, the share of moves below
    /// 0.05, and the distance to the opponent's last move.
    #[arg(long, value_name = "FILE")]
    policy_net: Option<String>,
    /// Rank of people with whom the moves of both players are compared: how likely such people are to play them, and which
    /// moves lose more than 6 points without being among the five that they play most.
    #[arg(long, value_name = "RANK")]
    people: Option<Rank>,
    /// Print JSON to stdout; the table goes to stderr.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (contest, size) = prepare(arguments)?;
    let policy_net =
        arguments.policy_net.as_deref().map(|file| load_policy_net(file, size, &contest.nets)).transpose()?;
    let people = arguments.people.map(|_| load_people(size, &contest.nets)).transpose()?;
    let bar = progress_bar(contest.settings.games);
    let observe = |entry: &Entry, all: &[Entry]| {
        let tally = arena::tally(all);
        let standing = format!("+{} -{} ={}", tally.wins, tally.losses, tally.draws);
        match &bar {
            Some(bar) => {
                if let Some(reason) = &entry.reason {
                    bar.println(format!("game {}: {} ({reason})", entry.game, entry.result));
                }
                bar.set_message(standing);
                bar.set_position(all.len() as u64);
            }
            None => {
                let reason = entry.reason.as_ref().map_or_else(String::new, |r| format!(" ({r})"));
                let (done, games) = (all.len(), contest.settings.games);
                eprintln!(
                    "game {} of {games}: {}{reason}; {done} played, {standing}",
                    entry.game, entry.result
                );
            }
        }
    };
    let played = contest.run(&arguments.out, &observe);
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    let (first, second) = (&contest.settings.first_name, &contest.settings.second_name);
    let played = played?;
    let mut summary = Summary::new(first, second, &played, contest.sprt);
    if let Some(network) = &policy_net {
        summary.naturalness =
            Some(Naturalness::of_match(&arguments.out, &played, network, arguments.threads)?);
    }
    if let (Some((settings, evaluators)), Some(rank)) = (&people, arguments.people) {
        let evaluator = (settings, evaluators);
        summary.likeness =
            Some(Likeness::of_match(&arguments.out, &played, evaluator, rank, arguments.threads)?);
    }
    if arguments.json {
        eprint!("{summary}");
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&summary)?)?;
    } else {
        write!(std::io::stdout(), "{summary}")?;
    }
    Ok(())
}

/// A progress bar on a terminal; otherwise one line per game.
pub fn progress_bar(games: usize) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games {msg} {elapsed}, {eta} to go");
    let bar =
        ProgressBar::new(games as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(std::time::Duration::from_millis(500));
    Some(bar)
}

fn prepare(arguments: &Arguments) -> anyhow::Result<(Match, Size)> {
    let rules: Rules = arguments.rules.parse().context("--rules")?;
    let komi: Komi = match &arguments.komi {
        Some(komi) => komi.parse().context("--komi")?,
        None => rules.usual_komi(),
    };
    let size = Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    if arguments.games == 0 {
        bail!("--games must be at least 1");
    }
    if arguments.threads == 0 {
        bail!("--threads must be at least 1");
    }
    for (name, seconds) in [("--time", arguments.time), ("--timeout", arguments.timeout)] {
        if seconds.is_some_and(|s| !(s > 0.0 && s < 1e6)) {
            bail!("{name} must be above 0 and below a million seconds");
        }
    }
    let invite = |flag: &str, text: &str| -> anyhow::Result<PlayerSpec> {
        let spec: PlayerSpec = text.parse().with_context(|| flag.to_string())?;
        Ok(spec.with_limits(arguments.visits, arguments.time))
    };
    let (first, second) = (invite("--first", &arguments.first)?, invite("--second", &arguments.second)?);
    let referee = arguments.referee.as_deref().map(|r| invite("--referee", r)).transpose()?;
    let nets = LoadedNetworks::default();
    let players = [("--first", Some(&first)), ("--second", Some(&second)), ("--referee", referee.as_ref())];
    for (flag, player) in players {
        load(player, size, &nets).with_context(|| flag.to_string())?;
    }
    let sprt = match arguments.sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Some(Sprt { elo0, elo1 }),
        Some(_) => bail!("--sprt needs two Elo differences, the lower one first"),
        None => None,
    };
    let to_move = if arguments.handicap >= 2 { Colour::White } else { Colour::Black };
    let openings = match &arguments.openings {
        Some(file) => read_openings("--openings", file, size, to_move)?,
        None => Vec::new(),
    };
    let name = |given: &Option<String>, player: &PlayerSpec| match (given, player, arguments.time) {
        (Some(name), _, _) => name.clone(),
        // The same engine with another time limit is another player.
        (None, PlayerSpec::Engine(line), Some(time)) => format!("{line} [{time} s a move]"),
        (None, player, _) => player.to_string(),
    };
    let settings = MatchSettings {
        first_name: name(&arguments.first_name, &first),
        second_name: name(&arguments.second_name, &second),
        first: first.to_string(),
        second: second.to_string(),
        size: arguments.size,
        komi,
        rules,
        handicap: arguments.handicap,
        time: arguments.time,
        openings: arguments.openings.as_ref().map(|file| fingerprint(file, &openings)),
        random_opening: arguments.random_opening,
        seed: arguments.seed,
        move_limit: arguments.move_limit.unwrap_or(3 * size.points()),
        timeout: arguments.timeout.unwrap_or_else(|| arguments.time.map_or(300.0, |s| (10.0 * s).max(300.0))),
        referee: arguments.referee.clone(),
        games: arguments.games,
    };
    let parallel_games = arguments.threads;
    let contest =
        Match { settings, first, second, referee, nets, openings, sprt, parallel_games, comment: None };
    Ok((contest, size))
}

/// Loads the network that looks at moves, before the first game.
pub fn load_policy_net(file: &str, size: Size, nets: &LoadedNetworks) -> anyhow::Result<Evaluators> {
    let overrides = Overrides { net: Some(file.into()), ..Overrides::default() };
    let settings = Settings::layered("network", None, &overrides)?;
    let evaluators = player::evaluators(&settings, nets).context("--policy-net")?;
    if !evaluators.supports(size) {
        bail!("--policy-net {file} cannot play on this board");
    }
    Ok(evaluators)
}

/// Visits that say what a move loses.
const LOSS_VISITS: u64 = 400;

/// The settings and networks that compare moves with those of people.
fn load_people(size: Size, nets: &LoadedNetworks) -> anyhow::Result<(Settings, Evaluators)> {
    let overrides = Overrides { visits: Some(LOSS_VISITS), threads: Some(1), ..Overrides::default() };
    let settings = Settings::layered("network", None, &overrides)?;
    let evaluators = player::evaluators(&Settings::layered("gentle", None, &Overrides::default())?, nets)?;
    if !evaluators.supports(size) {
        bail!("--people: the human network cannot play on this board");
    }
    Ok((settings, evaluators))
}

/// Loads a player's network before the first game, so that a bad one neither leaves a folder behind nor loses
/// all games.
pub fn load(player: Option<&PlayerSpec>, size: Size, nets: &LoadedNetworks) -> anyhow::Result<()> {
    if let Some(PlayerSpec::Preset(preset)) = player {
        let evaluators = player::evaluators(&preset.settings()?, nets)?;
        if !evaluators.supports(size) {
            bail!("the network cannot play on a {size} board");
        }
    }
    Ok(())
}

pub fn read_openings(flag: &str, file: &Path, size: Size, to_move: Colour) -> anyhow::Result<Vec<Opening>> {
    let bytes = std::fs::read(file).with_context(|| format!("{flag} {}", file.display()))?;
    arena::read_openings(&bytes, size, to_move).with_context(|| format!("{flag} {}", file.display()))
}

/// Identifies the openings, so that a match does not continue with different ones from a file of the same
/// name.
pub fn fingerprint(file: &Path, openings: &[Opening]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (colour, m) in openings.iter().flatten() {
        for byte in format!("{colour} {m} ").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("{name} ({} openings, {hash:016x})", openings.len())
}
