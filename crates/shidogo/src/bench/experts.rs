//! `shidogo bench experts`: how far experts agree about openings, and how fast they are.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use board::{Position, splitmix64};
use evaluation::Lead;
use openings::agreement::Agreement;
use openings::expert::Unfinished;
use openings::{ExpertKind, ExpertSettings, OpeningRules, Player, load_player, play};

use crate::openings::expert;

/// Compare experts that finish openings: how often they name the same winner, and by how many points they differ.
///
/// Openings are played by the given players against themselves, with some random moves, or at random without a player. An
/// expert is playouts:N, evaluation, policy or gnugo:LEVEL. All are compared with the first.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo bench experts --expert gnugo:0 --expert gnugo:0/2 --expert playouts:64 --expert policy\n  \
    shidogo bench experts --expert gnugo:1 --expert policy --player openings/ADE.opening --openings 200\n\nA number \
    after a slash is added to the seeds: gnugo:0/2 beside gnugo:0 shows how far an expert agrees with itself."
)]
pub struct Arguments {
    /// Expert; give at least two.
    #[arg(long, value_name = "EXPERT", required = true)]
    expert: Vec<String>,
    /// File of a player that opens; may be repeated [default: random openings].
    #[arg(long, value_name = "FILE")]
    player: Vec<PathBuf>,
    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 200)]
    openings: u64,
    /// Probability of a random move of the players.
    #[arg(long, value_name = "P", default_value_t = 0.1)]
    exploration: f32,
    /// Number of threads, and of GNU Go's processes.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// An expert, and what is added to seeds.
fn read_expert(word: &str) -> anyhow::Result<(ExpertSettings, u64)> {
    let (name, salt) = word.split_once('/').unwrap_or((word, "0"));
    let (kind, number) = name.split_once(':').map_or((name, None), |(kind, number)| (kind, Some(number)));
    let kind: ExpertKind = kind.parse().map_err(|e| anyhow::anyhow!("--expert {word}: {e}"))?;
    let mut settings = ExpertSettings { kind, ..ExpertSettings::default() };
    if let Some(number) = number {
        match kind {
            ExpertKind::GnuGo => settings.level = number.parse()?,
            ExpertKind::Playouts => settings.playouts = number.parse()?,
            _ => settings.net = number.into(),
        }
    }
    Ok((settings, salt.parse()?))
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(arguments.expert.len() >= 2, "--expert: give at least two");
    ensure!(
        arguments.openings >= 2 && arguments.threads > 0,
        "--openings must be 2 or more, --threads 1 or more"
    );
    let positions = openings(arguments)?;
    let komi = positions[0].komi();
    let mut out = std::io::stdout();
    let mut first: Option<Vec<Lead>> = None;
    writeln!(
        out,
        "expert          ms/game  same winner      distance     bias         correlation  Black's lead"
    )?;
    for word in &arguments.expert {
        let (settings, salt) = read_expert(word)?;
        let mut expert = expert(&settings, positions[0].size(), arguments.threads)?;
        let game = |(i, position): (u64, &Position)| Unfinished {
            position: position.clone(),
            seed: splitmix64(arguments.seed ^ splitmix64(i)).wrapping_add(salt),
        };
        let games: Vec<Unfinished> = (0..).zip(&positions).map(game).collect();
        let started = Instant::now();
        let leads = expert.outcomes(&games)?;
        let each = 1000.0 * started.elapsed().as_secs_f64() / games.len() as f64;
        let mean = leads.iter().map(|lead| f64::from(lead.of(board::Colour::Black))).sum::<f64>()
            / leads.len() as f64;
        match first.as_ref().and_then(|first| Agreement::new(&leads, first, komi)) {
            None => writeln!(out, "{word:15} {each:7.1}  {:54} {mean:+.1}", "")?,
            Some(a) => writeln!(
                out,
                "{word:15} {each:7.1}  {:.0}% ({:.0} to {:.0})  {:4.1} ± {:.1}  {:+5.1} ± {:.1}  {:.2}         {mean:+.1}",
                100.0 * a.same_winner.value,
                100.0 * a.same_winner.low,
                100.0 * a.same_winner.high,
                a.distance.0,
                a.distance.1,
                a.bias.0,
                a.bias.1,
                a.correlation
            )?,
        }
        first.get_or_insert(leads);
    }
    Ok(())
}

fn openings(arguments: &Arguments) -> anyhow::Result<Vec<Position>> {
    let seed = |i: u64| splitmix64(arguments.seed.wrapping_add(i));
    if arguments.player.is_empty() {
        let rules = OpeningRules::default();
        let start = rules.start().context("there is no such board")?;
        let position = |i: u64| Ok(play([Player::Random; 2], &start, rules.moves, seed(i))?);
        return (0..arguments.openings).map(position).collect();
    }
    let players = arguments.player.iter().map(|path| load_player(path)).collect::<Result<Vec<_>, _>>()?;
    let opening = players[0].settings().opening;
    ensure!(players.iter().all(|p| p.settings().opening == opening), "the players open differently");
    let position = |i: u64| {
        let learner = &players[i as usize % players.len()];
        let player = Player::Learned(learner.opener(), arguments.exploration);
        Ok(play([player; 2], learner.start(), opening.moves, seed(i))?)
    };
    (0..arguments.openings).map(position).collect()
}
