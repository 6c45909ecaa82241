//! `shidogo gtp`: a partner for any program that speaks the Go Text Protocol.

use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::Context;
use partner::{Overrides, Session, Settings};

/// Play over GTP: in Sabaki, GoGui, Lizzie, on KGS.
///
/// Answers commands from stdin on stdout; nothing else is ever printed there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo gtp                             guided playouts
  shidogo gtp --preset playout-fast       quick answers
  shidogo gtp --time 5 --threads 4        five seconds a move
  shidogo gtp --visits 20000 --seed 1     the same game every time

In Sabaki: Engines > Manage Engines > Add, path: shidogo, arguments: gtp --preset playout
In GoGui: Program > New Program, command: shidogo gtp --preset playout
In kgsGtp's properties file: engine=shidogo gtp --preset playout --time 10")]
pub struct Arguments {
    /// How to play: playout, playout-fast or playout-strong.
    #[arg(long, value_name = "NAME", default_value = "playout")]
    preset: String,
    /// A TOML file whose settings go over the preset's.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Visits a move.
    #[arg(long, value_name = "N")]
    visits: Option<u64>,
    /// Seconds a move; with --visits, whichever comes first.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    time: Option<f64>,
    /// Threads to search with.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Play the same moves again: with one thread and a limit in visits.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Play every game to its end.
    #[arg(long)]
    no_resign: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let session = Session::new(settings(arguments)?);
    ::gtp::serve(BufReader::new(io::stdin()), io::stdout().lock(), session).context("cannot write to stdout")
}

fn settings(arguments: &Arguments) -> anyhow::Result<Settings> {
    let file = match &arguments.config {
        None => None,
        Some(path) => {
            Some(std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?)
        }
    };
    let overrides = Overrides {
        visits: arguments.visits,
        time: arguments.time,
        threads: arguments.threads,
        seed: arguments.seed,
        resign: arguments.no_resign.then_some(false),
    };
    Ok(Settings::layered(&arguments.preset, file.as_deref(), &overrides)?)
}
