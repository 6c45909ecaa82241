//! `shidogo gtp`: a partner for any program that speaks the Go Text Protocol.

use std::io::{self, BufReader};

use anyhow::Context;
use partner::{Nets, Session};

use crate::player;

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
  shidogo gtp --net b18c384nbt.bin.gz --visits 200
                                          a network of KataGo's
  shidogo gtp --preset playout+greedy     fights for every point, not only to win

In Sabaki: Engines > Manage Engines > Add, path: shidogo, arguments: gtp --preset playout
In GoGui: Program > New Program, command: shidogo gtp --preset playout
In kgsGtp's properties file: engine=shidogo gtp --preset playout --time 10")]
pub struct Arguments {
    #[command(flatten)]
    player: player::PlayerArguments,
    /// Play every game to its end.
    #[arg(long)]
    no_resign: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let settings = arguments.player.settings(arguments.no_resign.then_some(false))?;
    let judges = player::judges(&settings, &Nets::default())?;
    let session = Session::with_judges(settings, judges);
    ::gtp::serve(BufReader::new(io::stdin()), io::stdout().lock(), session).context("cannot write to stdout")
}
