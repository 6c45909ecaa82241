//! `shidogo rate`: Elo ratings from match results.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use statistics::rating::{Pairing, Ratings, rate};

/// Compute Elo ratings from match results.
///
/// Reads folders written by `shidogo match`, and folders that contain such folders. The ratings are the
/// maximum likelihood estimate under Davidson's model of wins, draws and losses, with mean 0. Every pair of
/// opponents gets one extra game, half won by each side, so that a player who won everything has a rating
/// too.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  shidogo rate matches")]
pub struct Arguments {
    /// Match folders.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut pairings = Vec::new();
    for folder in &arguments.folders {
        let matches = arena::results::find(folder)?;
        if matches.is_empty() {
            bail!("{} contains no match: use a folder that `shidogo match --out` wrote", folder.display());
        }
        for found in matches {
            let (settings, entries) = arena::results::read(&found)?;
            let tally = arena::tally(&entries);
            pairings.push(Pairing { first: settings.first_name, second: settings.second_name, tally });
        }
    }
    let ratings = rate(&pairings)?;
    let mut out = std::io::stdout();
    match arguments.json {
        true => writeln!(out, "{}", serde_json::to_string(&ratings)?)?,
        false => table(&ratings, &mut out)?,
    }
    Ok(())
}

fn table(ratings: &Ratings, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{:>6} {:>5} {:>6} {:>7} {:>6}  player", "Elo", "±", "games", "score", "draws")?;
    for player in &ratings.players {
        let tally = player.tally;
        let score = 100.0 * tally.points() / tally.games() as f64;
        writeln!(
            out,
            "{:>+6.0} {:>5.0} {:>6} {score:>6.1}% {:>6}  {}",
            player.elo,
            player.standard_error,
            tally.games(),
            tally.draws,
            player.name
        )?;
    }
    let (games, players) = (ratings.games, ratings.players.len());
    writeln!(out, "{games} games of {players} players; ± is one standard error, the mean is 0")
}
