//! `shidogo lab`: repeats a paper's experiments with your own networks.

mod base_player;
mod characters;
mod contest;
mod control;
mod endgame_control;
mod openings;
mod position_control;
mod progress;
mod styles;

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use ::lab::{Conditions, Contender, Experiment, Lab, Ledger, Participants, Results, Settings, report};
use anyhow::{Context, bail};
use board::Komi;
use clap::Subcommand;
use partner::ExecutorKind;

use progress::Told;

/// Repeat a paper's experiment with your own networks; without a name, list the experiments.
///
/// Every finished game is saved at once. Run the same command again to continue a run that was stopped, or
/// with a larger --games to play more. report.md and the figures are written at the end and from time to time
/// before.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo lab sai-komi --strong S1=strong.safetensors --weak W1=weak.safetensors \
    --out lab/komi\n  shidogo lab sai-agents --strong strong.safetensors --weak weak.safetensors --quick --out lab/try\n  \
    shidogo lab position-control --quick --out lab/control\n  shidogo lab styles --quick --out lab/styles\n  \
    shidogo lab characters --quick --out lab/characters\n  \
    shidogo lab openings --quick --out lab/openings"
)]
pub struct Arguments {
    #[command(subcommand)]
    experiment: Option<Named>,
}

#[derive(Subcommand)]
enum Named {
    /// A network against itself and weaker ones, with komi in favour of the opponent (figure 3).
    #[command(name = "sai-komi")]
    Komi(Common),
    /// A network as White without komi and against two handicap stones, with various komi (figure 4).
    #[command(name = "sai-handicap")]
    Handicap(Common),
    /// Agents that play for points: how often they win, and by how much (figures 5 and 6, table 1).
    #[command(name = "sai-agents")]
    Agents(Agents),
    /// Agents in nearly lost handicap games (figure 7).
    #[command(name = "sai-recovery")]
    Recovery(Recovery),
    PositionControl(position_control::Arguments),
    EndgameControl(endgame_control::Arguments),
    Openings(Box<openings::Arguments>),
    /// Characters: what kinds of moves they play, whether they can be told apart, and how strong they are.
    Styles(styles::Arguments),
    /// Characters that were trained: where they like to play, what becomes of stones, what they risk, and how strong they are.
    Characters(characters::Arguments),
}

#[derive(clap::Args)]
struct Common {
    /// Network to measure: FILE or NAME=FILE. May be repeated.
    #[arg(long, value_name = "NET", required = true)]
    strong: Vec<String>,
    /// Weaker network: FILE or NAME=FILE. May be repeated, the weakest last.
    #[arg(long, value_name = "NET")]
    weak: Vec<String>,
    /// Games per setting, both colours together [default: 400, as in the paper].
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Visits per move [default: 1000, as in the paper].
    #[arg(long, value_name = "N")]
    visits: Option<u32>,
    /// Visits of the search that scores an unfinished game [default: 1000, as in the paper].
    #[arg(long, value_name = "N")]
    score_visits: Option<u32>,
    /// Quick check that everything works: 2 games per setting and few visits, unless you set them.
    #[arg(long)]
    quick: bool,
    /// Board size [default: the networks' only size, or 9].
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Komi of an even game, a multiple of 0.5; the paper has 7.5 on 9×9.
    #[arg(long, value_name = "K", default_value = "7.5", allow_hyphen_values = true)]
    komi: String,
    /// Number of moves at the start of a game that are drawn at random, so that games differ.
    #[arg(long, value_name = "M", default_value_t = Conditions::default().temperature_moves)]
    temperature_moves: usize,
    /// A player resigns below this win rate; 0 for never.
    #[arg(long, value_name = "P", default_value_t = Conditions::default().resign_threshold)]
    resign: f32,
    /// What runs the networks: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "NAME", default_value_t = ExecutorKind::Cpu)]
    executor: ExecutorKind,
    /// Number of threads; one thread and the same seed give the same games.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Games that each thread plays side by side, so that networks evaluate large batches.
    #[arg(long, value_name = "N", default_value_t = 32)]
    games_per_thread: usize,
    /// Seed of every random choice.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Folder for settings, results, report and figures.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

#[derive(clap::Args)]
struct Agents {
    #[command(flatten)]
    common: Common,
    /// Agent as λ,μ, instead of the paper's; may be repeated.
    #[arg(long, value_name = "L,M", value_parser = read_agent)]
    agent: Vec<(f32, f32)>,
    /// Win rate above which agents use λ and μ, instead of 0.5 and 0.7; may be repeated.
    #[arg(long, value_name = "P")]
    threshold: Vec<f32>,
}

#[derive(clap::Args)]
struct Recovery {
    #[command(flatten)]
    common: Common,
    /// Agent as λ,μ, instead of the paper's; may be repeated.
    #[arg(long, value_name = "L,M", value_parser = read_agent)]
    agent: Vec<(f32, f32)>,
}

fn read_agent(text: &str) -> Result<(f32, f32), String> {
    let pair = text.split_once(',').and_then(|(l, m)| Some((l.trim().parse().ok()?, m.trim().parse().ok()?)));
    pair.ok_or_else(|| "use two numbers, as in 1,0.5".to_string())
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let none = (&[][..], &[][..]);
    let (experiment, common, agents) = match &arguments.experiment {
        None => return list(),
        Some(Named::Komi(common)) => (Experiment::SaiKomi, common, none),
        Some(Named::Handicap(common)) => (Experiment::SaiHandicap, common, none),
        Some(Named::Agents(a)) => (Experiment::SaiAgents, &a.common, (&a.agent[..], &a.threshold[..])),
        Some(Named::Recovery(a)) => (Experiment::SaiRecovery, &a.common, (&a.agent[..], &[][..])),
        Some(Named::PositionControl(a)) => return position_control::run(a),
        Some(Named::EndgameControl(a)) => return endgame_control::run(a),
        Some(Named::Openings(a)) => return openings::run(a),
        Some(Named::Styles(a)) => return styles::run(a),
        Some(Named::Characters(a)) => return characters::run(a),
    };
    let games = common.games.unwrap_or(if common.quick { 2 } else { 400 });
    if games == 0 {
        bail!("--games must be at least 1");
    }
    let (lab, settings) = prepare(experiment, common, agents)?;
    play(&lab, &settings, games, common)
}

fn list() -> anyhow::Result<()> {
    let ours = Experiment::ALL.map(|experiment| (experiment.to_string(), experiment.about()));
    let others = [
        ("position-control", "partners that keep games close with natural moves (position control, table 1)"),
        ("endgame-control", "partners that keep endgames close (position control, table 7)"),
        (
            "styles",
            "characters: what they play, whether they can be told apart, and how strong they are (position control, table 4)",
        ),
        ("openings", "players that learn to open by temporal differences (openings, tables 1 and 2)"),
    ];
    let others = others.map(|(name, about)| (name.to_string(), about));
    for (name, about) in ours.into_iter().chain(others) {
        writeln!(std::io::stdout(), "{name:16} {about}")?;
    }
    Ok(())
}

fn prepare(
    experiment: Experiment,
    common: &Common,
    (agents, thresholds): (&[(f32, f32)], &[f32]),
) -> anyhow::Result<(Lab, Settings)> {
    if common.threads == 0 || common.games_per_thread == 0 {
        bail!("--threads and --games-per-thread must be 1 or more");
    }
    let komi: Komi = common.komi.parse().context("--komi")?;
    let load = |flag: &'static str| {
        move |text: &String| Contender::load(text, common.executor).with_context(|| flag.to_string())
    };
    let strong: Vec<Contender> = common.strong.iter().map(load("--strong")).collect::<Result<_, _>>()?;
    let weak: Vec<Contender> = common.weak.iter().map(load("--weak")).collect::<Result<_, _>>()?;
    let participants = Participants {
        strong: (0..strong.len()).collect(),
        weak: (strong.len()..strong.len() + weak.len()).collect(),
        agents: agents.to_vec(),
        thresholds: thresholds.to_vec(),
    };
    let usual = match common.quick {
        true => Conditions { visits: 32, score_visits: 64, ..Conditions::default() },
        false => Conditions::default(),
    };
    let conditions = Conditions {
        size: common.size.or(strong[0].only_board()).unwrap_or(usual.size),
        komi,
        visits: common.visits.unwrap_or(usual.visits),
        score_visits: common.score_visits.unwrap_or(usual.score_visits),
        temperature_moves: common.temperature_moves,
        resign_threshold: common.resign,
        seed: common.seed,
        ..usual
    };
    let names = |nets: &[Contender]| nets.iter().map(|net| net.name.clone()).collect();
    let settings =
        Settings { experiment, strong: names(&strong), weak: names(&weak), conditions: conditions.clone() };
    let pairings = experiment.pairings(&participants, komi)?;
    let contenders = strong.into_iter().chain(weak).collect();
    let lab = Lab {
        contenders,
        pairings,
        conditions,
        threads: common.threads,
        games_per_thread: common.games_per_thread,
    };
    lab.check()?;
    Ok((lab, settings))
}

fn play(lab: &Lab, settings: &Settings, games: u32, common: &Common) -> anyhow::Result<()> {
    let mut ledger = Ledger::open(&common.out, settings)?;
    let each = settings.experiment.games_of_pairing(games);
    let played: HashSet<(String, u32)> =
        ledger.entries().iter().map(|entry| (entry.pairing.clone(), entry.game)).collect();
    let is_done = |name: &str, game: u32| played.contains(&(name.to_string(), game));
    let names = lab.names();
    let before = names.iter().flat_map(|name| (0..each).filter(|game| is_done(name, *game))).count();
    let mut told = Told::new(names.len() as u64 * u64::from(each), before as u64);
    for contender in &lab.contenders {
        eprintln!("{}: {}", contender.name.name, contender.backend.executors().describe());
    }
    let results = |ledger: &Ledger| {
        let nets = lab.contenders.iter().map(|c| c.name.name.clone()).collect();
        Results::new(nets, &lab.pairings, ledger.entries())
    };
    let played = lab.play(each, is_done, |entry, progress| {
        ledger.record(entry)?;
        if told.is_due(progress) {
            report::write(settings, &results(&ledger), games, ledger.folder())?;
        }
        Ok(())
    });
    told.finish();
    report::write(settings, &results(&ledger), games, ledger.folder())?;
    played?;
    writeln!(std::io::stdout(), "{}", ledger.folder().join("report.md").display())?;
    Ok(())
}
