//! `shidogo rank`: whose rank it sees.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use board::{Colour, Game, Rank};
use indicatif::{ProgressBar, ProgressStyle};
use nn::ExecutorKind;
use people::{Calibration, Estimate, Evidence, Examiner, Results, rank_from_text};
use record::game::{Info, OnError, Outcome, Reader, Replay};
use record::sgf::{Collection, Limits};
use speech::english::{self, Seen};

use crate::bench::backends;

/// Estimate the rank of players from their moves.
///
/// Finds the rank, as OGS counts them, that explains the moves best: how likely people of each rank make them, and what
/// they cost. Where a record also says how strong the opponent is (BR, WR) and who won (RE), that counts, too. More games make
/// it surer: five tell about twice as much as one. Players are told apart by their names in the records (PB, PW); what the
/// records say of their own rank is not used. The interval holds the rank in 4 of 5 cases.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo rank game.sgf\n  shidogo rank game1.sgf game2.sgf --player Ada\n  \
                        shidogo rank my-games --player Ada\n  \
                        shidogo rank game.sgf --moves-only --json"
)]
pub struct Arguments {
    /// Game records, and folders of them.
    #[arg(required = true, value_name = "GAME.sgf")]
    files: Vec<PathBuf>,
    /// Only this player, as the records name them.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// By the moves alone, whoever won against whom.
    #[arg(long)]
    moves_only: bool,
    /// A network that takes ranks.
    #[arg(long, value_name = "FILE", default_value = "human")]
    net: PathBuf,
    /// What runs the networks: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

/// What is known of a player.
#[derive(Default)]
struct Known {
    games: usize,
    evidence: Vec<(usize, Evidence)>,
}

/// Looks at one record after the other.
struct Look<'a> {
    arguments: &'a Arguments,
    /// Whether there are others, so that a player without a name is known by the file.
    are_several: bool,
    examiner: Examiner,
    players: BTreeMap<String, Known>,
}

impl Look<'_> {
    fn file(&mut self, path: &Path) -> anyhow::Result<()> {
        let reader = Reader { on_error: OnError::Stop, ..Reader::default() };
        for tree in &Collection::load(path, &Limits::default())?.trees {
            let replay = reader.main_line(tree)?;
            if let Some(error) = &replay.stopped {
                eprintln!("shidogo: {}: only what comes before {error}", path.display());
            }
            self.game(path, &replay)?;
        }
        Ok(())
    }

    fn game(&mut self, path: &Path, replay: &Replay) -> anyhow::Result<()> {
        let size = replay.game.size();
        let is_known = size.is_square() && Calibration::included().knows(size.width());
        ensure!(is_known, "ranks are not known on boards of {size}");
        let names = Colour::BOTH.map(|colour| {
            let player = if colour == Colour::Black { &replay.info.black } else { &replay.info.white };
            let name = player.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
            name.map_or_else(|| unnamed(colour, path, self.are_several), str::to_string)
        });
        let asked =
            names.each_ref().map(|name| self.arguments.player.as_ref().is_none_or(|asked| asked == name));
        let evidence = self.examiner.examine(&replay.game, asked)?;
        for colour in Colour::BOTH.into_iter().filter(|colour| asked[colour.index()]) {
            let known = self.players.entry(names[colour.index()].clone()).or_default();
            known.games += 1;
            let mut evidence = evidence[colour.index()];
            // A record that breaks off may have another game's result.
            if !self.arguments.moves_only && replay.stopped.is_none() {
                evidence.results = results(&replay.game, &replay.info, colour);
            }
            known.evidence.push((size.width(), evidence));
        }
        Ok(())
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (human, plain) = backends(&arguments.net, arguments.executor)?;
    let files: Vec<PathBuf> =
        arguments.files.iter().map(|path| people::records(path)).collect::<Result<Vec<_>, _>>()?.concat();
    let are_several = files.len() > 1;
    let examiner = Examiner::new(&human, &plain)?;
    let mut look = Look { arguments, are_several, examiner, players: BTreeMap::new() };
    let bar = ProgressBar::new(files.len() as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} files, {eta} left")?);
    for path in &files {
        match look.file(path).with_context(|| path.display().to_string()) {
            // One bad record among many is no reason to say nothing of the others.
            Err(error) if are_several => bar.suspend(|| eprintln!("shidogo: left out {error:#}")),
            result => result?,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    match &arguments.player {
        Some(player) => ensure!(!look.players.is_empty(), "no game is by the player '{player}'"),
        None => ensure!(!look.players.is_empty(), "none of these records can be used"),
    }
    let calibration = Calibration::included();
    let estimates: Vec<_> = look
        .players
        .iter()
        .map(|(name, seen)| (name, seen.games, calibration.estimate(&seen.evidence)))
        .collect();
    if arguments.json {
        let lines = estimates.iter().map(|(name, games, estimate)| json(name, *games, *estimate));
        println!("{}", serde_json::json!({ "players": lines.collect::<Vec<_>>() }));
        return Ok(());
    }
    for (name, games, estimate) in estimates {
        match estimate {
            Some(e) => {
                let seen = Seen { games, moves: e.moves, results: e.results };
                println!("{}", english::played_like(name, e.shown(), e.shown_interval(), seen))
            }
            None => println!("{}", english::too_few_moves(name)),
        }
    }
    Ok(())
}

/// Whom a player met, and who won, as far as the record says.
fn results(game: &Game, info: &Info, player: Colour) -> Results {
    let opponent = if player == Colour::Black { &info.white } else { &info.black };
    // Other texts than ranks tell no rank.
    let rank = opponent.rank.as_deref().and_then(|text| rank_from_text(text).ok().flatten());
    // On servers a rank holds until the next one is reached.
    let rank = rank.map(|steps| f64::from(steps) + 0.5);
    let outcome = info.result.unwrap_or(Outcome::Unknown);
    Results::of_game(player, rank, game.size().width(), game.start().handicap(), outcome)
}

fn unnamed(colour: Colour, path: &Path, are_several: bool) -> String {
    let colour = english::colour(colour);
    if are_several { format!("{colour} in {}", path.display()) } else { colour.to_string() }
}

fn json(name: &str, games: usize, estimate: Option<Estimate>) -> serde_json::Value {
    let Some(estimate) = estimate else {
        return serde_json::json!({ "name": name, "games": games, "rank": null });
    };
    let (low, high): (Rank, Rank) = estimate.shown_interval();
    serde_json::json!({
        "name": name,
        "games": games,
        "moves": estimate.moves,
        "results": estimate.results,
        "rank": estimate.shown(),
        "low": low,
        "high": high,
        "steps": (estimate.rank * 100.0).round() / 100.0,
    })
}
