//! `shidogo analysis`: KataGo's JSON analysis protocol, for KaTrain and other clients.

use std::io::{self, BufReader};

use ::analysis::{Engine, Options};
use anyhow::{Context, ensure};
use partner::{LoadedNetworks, Settings};

use crate::katago_arguments::{KataGoArguments, name_unused};
use crate::player::{self, PlayerArguments};

/// Analyse many positions at once with KataGo's JSON protocol, for KaTrain and other clients.
///
/// Reads queries from stdin, one per line, and writes only results to stdout. It also accepts KataGo's
/// command line (-model, -human-model, -config, -override-config, -analysis-threads and
/// -quit-without-waiting), so a client for KataGo only needs a different path.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo analysis --net b18c384nbt.bin.gz --visits 100
  shidogo analysis -model b18c384nbt.bin.gz -config analysis.cfg -analysis-threads 4
  echo '{\"id\":\"1\",\"rules\":\"chinese\",\"boardXSize\":9,\"boardYSize\":9,\"moves\":[[\"B\",\"E5\"]]}' \\
    | shidogo analysis --preset playout-fast

In KaTrain: Settings > Engine, path to KataGo executable: shidogo")]
pub struct Arguments {
    #[command(flatten)]
    player: PlayerArguments,
    #[command(flatten)]
    katago: KataGoArguments,
    /// Number of positions analysed at once [default: the number of processors].
    #[arg(long, value_name = "N")]
    analysis_threads: Option<usize>,
    /// Quit at the end of the input even if queries are not finished.
    #[arg(long)]
    quit_without_waiting: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let engine = engine(arguments)?;
    // KaTrain shows that the engine is starting and ready when it reads KataGo's own lines.
    eprintln!("Analysis Engine starting...\nStarted, ready to begin handling requests");
    let served = ::analysis::serve(BufReader::new(io::stdin()), io::stdout(), &engine);
    served.context("cannot go on reading and writing")
}

fn engine(arguments: &Arguments) -> anyhow::Result<Engine> {
    let config = arguments.katago.config()?;
    let mut options = Options::new(arguments.player.settings(None)?);
    let unused = config.apply(&mut options)?;
    name_unused(&unused);
    arguments.player.put_over(&mut options.settings);
    let wanted = match arguments.analysis_threads {
        Some(n) => Some(n),
        None => {
            config.get("numAnalysisThreads").map(|n| n.parse().context("numAnalysisThreads")).transpose()?
        }
    };
    ensure!(wanted.is_none_or(|n| (1..=1024).contains(&n)), "--analysis-threads must be from 1 to 1024");
    let analysis_threads = match arguments.analysis_threads {
        Some(n) => n,
        None => wanted.unwrap_or(usize::MAX).min(player::processors()),
    };
    if arguments.player.threads().is_none() {
        share_processors(&mut options.settings, analysis_threads);
    }
    options.settings.check()?;
    let evaluators = player::evaluators(&options.settings, &LoadedNetworks::default())?;
    let threads = options.settings.threads;
    eprintln!(
        "analysing up to {analysis_threads} positions at once, each with {threads} thread{}",
        if threads == 1 { "" } else { "s" }
    );
    Ok(Engine {
        analysis_threads,
        quit_without_waiting: arguments.quit_without_waiting,
        ..Engine::new(options, evaluators)
    })
}

/// Configurations for graphics cards use dozens of threads that mostly wait; here they would compute.
fn share_processors(settings: &mut Settings, analysis_threads: usize) {
    settings.threads = settings.threads.min((player::processors() / analysis_threads).max(1));
}
