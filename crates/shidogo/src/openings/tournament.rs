//! `shidogo openings tournament`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use openings::load_player;
use openings::tournament::{Entrant, Tournament, round_robin, table};

use super::{ExpertArguments, Shown, expert};

/// Play a round robin between players of openings; an expert finishes the games.
///
/// Colours are swapped every game. Every finished game is saved; run the same command again to continue a tournament that
/// was stopped, or with a larger --games to play more. random is a player that plays any legal move.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo openings tournament openings/*.opening --out cup\n  \
    shidogo openings tournament openings/A.opening random --games 100 --out a-random")]
pub struct Arguments {
    /// Files of players, or random.
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
    let mut entrants = Vec::new();
    let mut settings = None;
    for name in &arguments.players {
        if name == "random" {
            entrants.push(Entrant::random());
            continue;
        }
        let path = PathBuf::from(name);
        let learner = load_player(&path)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (opening, expert) = (learner.settings().opening, learner.settings().expert.clone());
        let (same, _) = settings.get_or_insert((opening, expert));
        ensure!(
            *same == opening,
            "{name} opens differently from the players before: another board, number of moves or komi"
        );
        entrants.push(Entrant { name: stem, opener: Some(learner.opener().clone()) });
    }
    let (opening, mut how) = settings.context("there is no player but random")?;
    arguments.expert.put_over(&mut how);
    let start = opening.start().context("the players are for no board")?;
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
