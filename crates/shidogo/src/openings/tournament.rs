//! `shidogo openings tournament`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use board::Size;
use openings::tournament::{Entrant, Tournament, round_robin, table};
use openings::{Learner, PolicyPlayer, load_player};

use super::expert::{network_backend, network_evaluator};
use super::{ExpertArguments, Shown, expert};

/// Play a round robin between players of openings; an expert finishes the games.
///
/// Colours are swapped every game. Every finished game is saved; run the same command again to continue a tournament that
/// was stopped, or with a larger --games to play more. random is a player that plays any legal move; policy plays the
/// likeliest move of the network inside, and policy:FILE of another one.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo openings tournament openings/*.opening --out cup\n  \
    shidogo openings tournament openings/A.opening random --games 100 --out a-random")]
pub struct Arguments {
    /// Files of players, policy or random.
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<String>,
    /// Games of each pair.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// Probability of a random move of a player; without any, two players would repeat one game.
    #[arg(long, value_name = "P", default_value_t = 0.1)]
    exploration: f32,
    #[command(flatten)]
    expert: ExpertArguments,
    /// Number of threads, and of GNU Go's processes.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Seed of every random choice.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Folder for settings and results.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(arguments.games > 0 && arguments.threads > 0, "--games and --threads must be at least 1");
    ensure!((0.0..=1.0).contains(&arguments.exploration), "--exploration must be from 0 to 1");
    let learners: Vec<Option<Learner>> =
        arguments.players.iter().map(|name| learner(name)).collect::<Result<_, _>>()?;
    let settings = learners.iter().flatten().next().context("there is no player that has learnt")?.settings();
    let (opening, mut how) = (settings.opening, settings.expert.clone());
    arguments.expert.put_over(&mut how);
    let start = opening.start().context("the players are for no board")?;
    let mut entrants = Vec::new();
    for (name, learner) in arguments.players.iter().zip(&learners) {
        entrants.push(match learner {
            None => unlearned(name, start.size())?,
            Some(learner) => {
                ensure!(
                    learner.settings().opening == opening,
                    "{name} opens differently from the players before: another board, number of moves or komi"
                );
                let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
                Entrant::learned(stem, learner.opener())
            }
        });
    }
    let mut expert = expert(&how, start.size(), arguments.threads)?;
    let tournament = Tournament {
        entrants: &entrants,
        opening,
        exploration: arguments.exploration,
        expert: how,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let pairs = round_robin(entrants.len());
    let mut shown = Shown::new(pairs.len() as u64 * u64::from(arguments.games), 0);
    let played = tournament.play(&arguments.out, &pairs, arguments.games, &mut *expert, |done, all| {
        shown.show(done as u64, all as u64, "")
    });
    shown.finish();
    write!(std::io::stdout(), "{}", table(&played?))?;
    Ok(())
}

/// The network of policy or policy:FILE.
fn network_of(player: &str) -> Option<&str> {
    if player == "policy" { Some("default") } else { player.strip_prefix("policy:") }
}

fn learner(name: &str) -> anyhow::Result<Option<Learner>> {
    let is_learned = name != "random" && network_of(name).is_none();
    Ok(is_learned.then(|| load_player(Path::new(name))).transpose()?)
}

fn unlearned(name: &str, size: Size) -> anyhow::Result<Entrant> {
    let Some(net) = network_of(name) else { return Ok(Entrant::random()) };
    let evaluator = network_evaluator(&network_backend(net, size).context(name.to_string())?)?;
    Ok(Entrant::policy(name, PolicyPlayer::new(net.into(), Box::new(evaluator))))
}
