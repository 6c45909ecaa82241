//! `shidogo perft`: counts move sequences.

use std::io::Write;

use anyhow::Context;
use board::{Komi, Position, Rules, Size};

/// Count move sequences by length, to check the rules.
///
/// Uses area scoring and positional superko; two passes end a game.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  shidogo perft --size 3 --depth 7 --suicide")]
pub struct Arguments {
    /// Board size, 2 to 19.
    #[arg(long, value_name = "N")]
    size: usize,
    /// Length of the longest sequences.
    #[arg(long, value_name = "D")]
    depth: u32,
    /// Allow suicide of several stones.
    #[arg(long)]
    suicide: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = Size::playable(arguments.size)
        .with_context(|| format!("--size {} is not a board: use 2 to 19", arguments.size))?;
    let rules = Rules { suicide: arguments.suicide, ..Rules::TROMP_TAYLOR };
    let start = Position::new(size, rules, Komi::ZERO);
    let mut out = std::io::stdout().lock();
    for depth in 0..=arguments.depth {
        writeln!(out, "{depth} {}", board::perft(&start, depth))?;
        out.flush()?;
    }
    Ok(())
}
