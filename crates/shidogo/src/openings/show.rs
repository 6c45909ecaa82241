//! `shidogo openings show`.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Context;
use board::{Colour, Move};
use openings::heat_map::{heat_map, text};
use openings::{Learner, Settings, load_player};

/// Show what a player believes: the lead or the win rate that it expects after each move.
///
/// Without --after, these are its first moves. Numbers are for the side to move: points on the board, without komi, or
/// percent.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo openings show openings/ADE.opening\n  \
    shidogo openings show openings/ADE.opening --after 'E5 C3' --svg ade.svg\n  \
    shidogo openings show openings/ADE.opening --curve curve.svg")]
pub struct Arguments {
    /// File of the player.
    player: PathBuf,
    /// Moves before, Black first, such as 'E5 C3'; may be repeated for more than one picture.
    #[arg(long, value_name = "MOVES")]
    after: Vec<String>,
    /// Write the pictures to an SVG file, too.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the learning curve to an SVG file.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let player = load_player(&arguments.player)?;
    let first = [String::new()];
    let after = if arguments.after.is_empty() { &first[..] } else { &arguments.after };
    let mut maps = Vec::new();
    for moves in after {
        let mut position = player.start().clone();
        for word in moves.split_whitespace() {
            let m = Move::parse(word, position.size()).with_context(|| format!("--after '{moves}'"))?;
            position.play(m).with_context(|| format!("--after '{moves}': {word}"))?;
        }
        let side = if position.to_move() == Colour::Black { "Black" } else { "White" };
        let after = if moves.trim().is_empty() { String::new() } else { format!(" after {}", moves.trim()) };
        let title = format!(
            "{}, {} games: {} of {side} to move{after}",
            player.settings().features,
            player.games(),
            player.settings().network.predicts.name()
        );
        maps.push(heat_map(player.opener(), &position, title));
    }
    let mut out = std::io::stdout();
    for map in &maps {
        writeln!(out, "{}", text(map, out.is_terminal()))?;
    }
    let write = |path: &Option<PathBuf>, text: String| match path {
        None => Ok(()),
        Some(path) => atomic_file::write(path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display())),
    };
    write(&arguments.svg, chart::heat_map::svg(&maps))?;
    write(&arguments.curve, curve(&player))
}

/// The error after openings, and that of expecting an even game.
fn curve(player: &Learner) -> String {
    let mut games = 0;
    let (mut errors, mut outcomes) = (Vec::new(), Vec::new());
    for bucket in player.curve() {
        games += bucket.games;
        let root = |sum: f32| f64::from((sum / bucket.games.max(1) as f32).sqrt());
        errors.push((games as f64, root(bucket.squared_error)));
        outcomes.push((games as f64, root(bucket.squared_outcome)));
    }
    let series = |name: &str, points| chart::lines::Series { name: name.into(), points };
    let both = vec![series("error", errors), series("outcome", outcomes)];
    let Settings { features, network, .. } = player.settings();
    let title = format!("{features}: {}, over games", network.predicts.unit());
    chart::lines::svg(&[(&title, both)])
}
