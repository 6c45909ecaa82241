//! `shidogo gtp`: a partner for any program that speaks GTP.

use std::io;

use ::analysis::{Config, Options};
use ::gtp::{Identity, Server};
use anyhow::Context;
use board::{Colour, Rules};
use partner::{LoadedNetworks, Param, Session, Settings};

use crate::client::Client;
use crate::katago_arguments::{KataGoArguments, name_unused};
use crate::player;

/// Play over GTP, in Sabaki, GoGui, Lizzie or on KGS.
///
/// Reads commands from stdin and writes only answers to stdout. It also accepts KataGo's command line
/// (-model, -human-model, -config, -override-config and -override-version), so a client for KataGo only needs
/// a different path.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo gtp                             guided playouts
  shidogo gtp --preset playout-fast       quick answers
  shidogo gtp --level 12k                 plays like a person of 12 kyu
  shidogo gtp --time 5 --threads 4        five seconds a move
  shidogo gtp --visits 20000 --seed 1     the same game every time
  shidogo gtp --net b18c384nbt.bin.gz --visits 200
                                          a network of KataGo's
  shidogo gtp --preset playout+greedy     fights for every point, not only to win
  shidogo gtp --net default --as-katago   for Lizzie and LizzieYzy
  shidogo gtp -model b18c384nbt.bin.gz -config gtp.cfg
                                          as KataGo is called
  shidogo gtp --net default --human-net b18c384nbt-humanv0.bin.gz \\
    --override-config humanSLProfile=rank_5k,humanSLChosenMoveProp=1,chosenMoveTemperature=1
                                          as a 5 kyu player would play

In Sabaki: Engines > Manage Engines > Add, path: shidogo, arguments: gtp --preset playout
In GoGui: Program > New Program, command: shidogo gtp --preset playout
In kgsGtp's properties file: engine=shidogo gtp --preset playout --time 10")]
pub struct Arguments {
    #[command(flatten)]
    player: player::PlayerArguments,
    #[command(flatten)]
    katago: KataGoArguments,
    /// Never resign.
    #[arg(long)]
    no_resign: bool,
    /// Answer "name" and "version" as KataGo does. Lizzie and LizzieYzy show scores and territory only for
    /// KataGo.
    #[arg(long)]
    as_katago: bool,
    /// Answer this to "version".
    #[arg(long, value_name = "VERSION")]
    override_version: Option<String>,
    /// Comment on each of its moves on stderr, in the format that gtp2ogs shows in the OGS chat.
    #[arg(long)]
    ogs_chat: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let identity = identity(arguments);
    let setup = setup(arguments)?;
    let evaluators = player::evaluators(&setup.settings, &LoadedNetworks::default())?;
    let mut session = Session::with_evaluators(setup.settings, evaluators);
    if let Some(rules) = setup.rules {
        session.set_rules(rules);
    }
    if arguments.as_katago {
        // gtp2ogs recognises KataGo by this.
        eprintln!("KataGo v{} (Shidogo {})", identity.version, env!("CARGO_PKG_VERSION"));
    }
    let mut server = Server::new(session).with_identity(identity).perspective(setup.seen_by);
    if setup.chat {
        server = server.with_chat(io::stderr());
    }
    let client = Client::new().context("cannot read from stdin")?;
    // LizGoban waits for this line.
    eprintln!("GTP ready, beginning main protocol loop");
    server.serve_client(client, io::stdout().lock()).context("cannot write to stdout")
}

fn identity(arguments: &Arguments) -> Identity {
    let own = if arguments.as_katago { Identity::katago() } else { Identity::default() };
    Identity { version: arguments.override_version.clone().unwrap_or(own.version), ..own }
}

/// The settings from the command line and KataGo's configuration.
struct Setup {
    settings: Settings,
    rules: Option<Rules>,
    seen_by: Option<Colour>,
    chat: bool,
}

fn setup(arguments: &Arguments) -> anyhow::Result<Setup> {
    let config = arguments.katago.config()?;
    let settings = arguments.player.settings(arguments.no_resign.then_some(false))?;
    let mut options = Options { settings: settings.clone(), ..Options::new(settings) };
    let mut unused = config.apply(&mut options)?;
    // What only matters for moves that are played has no effect on an analysis, but on a game.
    let matters = |key: &str| Param::find(key).is_ok_and(|param| param.get(&options.settings).is_some());
    unused.retain(|key| !["rules", "ogsChatToStderr"].contains(key) && !matters(key));
    name_unused(&unused);
    let mut settings = options.settings;
    if config.get("numSearchThreads").is_some() {
        // Configurations for graphics cards use dozens of threads that mostly wait; here they would compute.
        settings.threads = settings.threads.min(player::processors());
    }
    arguments.player.put_over(&mut settings);
    if arguments.no_resign {
        settings.resign.enabled = false;
    }
    settings.check()?;
    Ok(Setup {
        settings,
        rules: config.get("rules").map(str::parse).transpose().context("rules")?,
        seen_by: options.perspective.fixed(),
        chat: arguments.ogs_chat || says_yes(&config, "ogsChatToStderr")?,
    })
}

fn says_yes(config: &Config, key: &str) -> anyhow::Result<bool> {
    let value = config.get(key).map(|value| value.to_ascii_lowercase().parse::<bool>());
    Ok(value.transpose().with_context(|| format!("{key} is neither true nor false"))?.unwrap_or(false))
}
