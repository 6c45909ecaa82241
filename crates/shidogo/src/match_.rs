//! `shidogo match`: two players, many games.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::ledger::Entry;
use arena::statistics::Sprt;
use arena::{Match, MatchSettings, Opening, PlayerSpec, Summary};
use board::{Colour, Komi, Rules, Size};
use indicatif::{ProgressBar, ProgressStyle};
use partner::LoadedNetworks;

use crate::player;

/// Play two players against each other, colours swapped every game.
///
/// A player is preset:NAME, with settings if you like (preset:playout,visits:2000,threads:1,seed:7; keys
/// visits, playouts, time, threads, seed), net:FILE for a network (net:b6c96.bin.gz,visits:200; also preset and
/// executor), or the quoted command line of a GTP engine. Every finished game is in the folder at once: the same
/// command takes a killed match up again. A player that crashes, times out or moves illegally loses that game.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo match --first preset:playout,visits:2000 \
    --second 'gnugo --mode gtp --level 10 --chinese-rules' --games 40 --size 9 --komi 7.5 --out matches/gnugo\n  \
    shidogo match --first net:b6c96.bin.gz,visits:200 --second net:b6c96.bin.gz,visits:100 \
    --games 40 --size 9 --out matches/visits")]
pub struct Arguments {
    /// A player.
    #[arg(long, value_name = "PLAYER")]
    first: String,
    /// The other player.
    #[arg(long, value_name = "PLAYER")]
    second: String,
    /// What to call the first player in tables and ratings.
    #[arg(long, value_name = "NAME")]
    first_name: Option<String>,
    /// What to call the second player.
    #[arg(long, value_name = "NAME")]
    second_name: Option<String>,
    /// Games in all, those played before a resumption included.
    #[arg(long, value_name = "G")]
    games: usize,
    /// Side of the board, 2 to 19.
    #[arg(long, value_name = "N", default_value_t = 19)]
    size: usize,
    /// Points for White, in halves; without it the usual komi of the rules.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    komi: Option<String>,
    /// Rules by name (chinese, japanese, tromp-taylor, …) or as KataGo's JSON. GTP engines that know
    /// kata-set-rules are told.
    #[arg(long, value_name = "R", default_value = "chinese")]
    rules: String,
    /// Handicap stones for Black.
    #[arg(long, value_name = "H", default_value_t = 0)]
    handicap: usize,
    /// Folder for settings, results and SGFs.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Seconds a move, for presets and, as time_settings 0 S 1, for GTP engines, whose protocol knows whole
    /// seconds only: less than one is one for them.
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// Visits a move, for presets.
    #[arg(long, value_name = "V", conflicts_with = "time")]
    visits: Option<u64>,
    /// Openings: SGF games, or text with one opening a line (E5 C3 G7). Each is played with both colours.
    #[arg(long, value_name = "FILE", conflicts_with = "random_opening")]
    openings: Option<PathBuf>,
    /// Random moves at the start, the same for both games of a pair.
    #[arg(long, value_name = "M", default_value_t = 0)]
    random_opening: usize,
    /// Seed of every random choice of the match and of its players.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Stop as soon as one of two Elo differences is accepted at 5 % errors.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Games at once.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Moves after which the board is counted as it stands; without it three times the points of the board.
    #[arg(long, value_name = "M")]
    move_limit: Option<usize>,
    /// Seconds without an answer after which an engine has lost; without it 300, or ten times --time.
    #[arg(long, value_name = "S")]
    timeout: Option<f64>,
    /// A player who decides which stones are dead when the two disagree.
    #[arg(long, value_name = "PLAYER")]
    referee: Option<String>,
    /// Print one JSON object on stdout; the table goes to stderr.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let contest = prepare(arguments)?;
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
    let summary = Summary::new(first, second, &played?, contest.sprt);
    if arguments.json {
        eprint!("{summary}");
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&summary)?)?;
    } else {
        write!(std::io::stdout(), "{summary}")?;
    }
    Ok(())
}

/// A bar for people who watch; others get a line a game.
fn progress_bar(games: usize) -> Option<ProgressBar> {
    if !std::io::stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games {msg} {elapsed}, {eta} to go");
    let bar =
        ProgressBar::new(games as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(std::time::Duration::from_millis(500));
    Some(bar)
}

fn prepare(arguments: &Arguments) -> anyhow::Result<Match> {
    let rules: Rules = arguments.rules.parse().context("--rules")?;
    let komi: Komi = match &arguments.komi {
        Some(komi) => komi.parse().context("--komi")?,
        None => rules.usual_komi(),
    };
    let size = Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    if arguments.games == 0 {
        bail!("--games 0 is no match: use 1 or more");
    }
    if arguments.threads == 0 {
        bail!("--threads 0 plays no game: use 1 or more");
    }
    for (name, seconds) in [("--time", arguments.time), ("--timeout", arguments.timeout)] {
        if seconds.is_some_and(|s| !(s > 0.0 && s < 1e6)) {
            bail!("{name} takes seconds above 0 and below a million");
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
        Some(_) => bail!("--sprt takes two Elo differences, the lower one first"),
        None => None,
    };
    let to_move = if arguments.handicap >= 2 { Colour::White } else { Colour::Black };
    let openings = match &arguments.openings {
        Some(file) => read_openings(file, size, to_move)?,
        None => Vec::new(),
    };
    let name = |given: &Option<String>, player: &PlayerSpec| match (given, player, arguments.time) {
        (Some(name), _, _) => name.clone(),
        // The same engine with another time is another player.
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
    Ok(Match { settings, first, second, referee, nets, openings, sprt, parallel_games: arguments.threads })
}

/// Loads the network of a player before the first game: one that is no use must not leave a folder behind, nor lose all
/// games.
fn load(player: Option<&PlayerSpec>, size: Size, nets: &LoadedNetworks) -> anyhow::Result<()> {
    if let Some(PlayerSpec::Preset(preset)) = player {
        let evaluators = player::evaluators(&preset.settings()?, nets)?;
        if !evaluators.supports(size) {
            bail!("the network cannot judge a board of {size}");
        }
    }
    Ok(())
}

fn read_openings(file: &Path, size: Size, to_move: Colour) -> anyhow::Result<Vec<Opening>> {
    let bytes = std::fs::read(file).with_context(|| format!("--openings {}", file.display()))?;
    arena::read_openings(&bytes, size, to_move).with_context(|| format!("--openings {}", file.display()))
}

/// Names the openings, so that a match is not taken up with others from a file of the same name.
fn fingerprint(file: &Path, openings: &[Opening]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (colour, m) in openings.iter().flatten() {
        for byte in format!("{colour} {m} ").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("{name} ({} openings, {hash:016x})", openings.len())
}
