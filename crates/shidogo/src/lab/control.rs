//! What the experiments on keeping games close have in common.

mod run;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::control::{Pairing, PolicyNet};
use arena::{Match, Opening, PlayerSpec, Preset};
use board::{Komi, Size};
use partner::{Decision, LoadedNetworks};
use speech::english;

use super::contest::Contest;
use crate::match_;

#[derive(clap::Args)]
pub struct Common {
    /// Player to measure, instead of all: a name from the list above, or one of our own as shidogo match writes it, such as
    /// preset:gentle,visits:100 or preset:abc25,controlGentleness:3. May be repeated.
    #[arg(long, value_name = "PLAYER")]
    player: Vec<String>,
    /// Opponent, as shidogo match writes players: level:RANK, the quoted command line of a GTP engine, … May be repeated.
    #[arg(long, value_name = "PLAYER", default_value = "level:5k")]
    opponent: Vec<String>,
    /// Network of the players.
    #[arg(long, value_name = "FILE", default_value = "default")]
    pub net: String,
    /// Network that says how natural moves look, best one that chooses none of them. May be repeated.
    #[arg(long, value_name = "FILE", default_value = "default")]
    policy_net: Vec<String>,
    /// Board size; may be repeated [default: 13, as in the paper].
    #[arg(long, value_name = "N")]
    size: Vec<usize>,
    /// Games of each player against each opponent [default: 100].
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Visits per move of the players [default: those of their presets; the paper has 16000].
    #[arg(long, value_name = "N")]
    visits: Option<u64>,
    /// Komi, a multiple of 0.5 [default: 7.5].
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    komi: Option<String>,
    /// Quick check that everything works: 4 games each on 9×9 with 8 visits, unless you set them.
    #[arg(long)]
    pub quick: bool,
    /// Number of games to play at once.
    #[arg(long, value_name = "T", default_value_t = 1)]
    pub threads: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Folder for the games and the report.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Print JSON instead of Markdown; report.json and report.md are written in any case.
    #[arg(long)]
    json: bool,
}

/// A player under a name.
#[derive(Clone)]
pub struct Named {
    pub name: String,
    pub spec: PlayerSpec,
}

/// An experiment whose arguments have been checked, with its networks loaded.
pub struct Experiment<'a> {
    pub common: &'a Common,
    pub sizes: Vec<usize>,
    pub komi: Option<Komi>,
    pub nets: LoadedNetworks,
    players: Vec<Named>,
    opponents: Vec<Named>,
    policy_nets: Vec<PolicyNet>,
    games: usize,
}

/// A match of an experiment.
pub struct Planned {
    pairing: Pairing,
    folder: PathBuf,
    the_match: Match,
}

impl Common {
    /// One of our own presets with the network.
    pub fn preset(&self, preset: &str, parameters: &[(&str, String)]) -> PlayerSpec {
        let parameters = parameters.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let net = Some(self.net.clone());
        PlayerSpec::Preset(Preset { name: preset.into(), net, parameters, ..Preset::default() })
    }

    /// The players that are asked for, of the usual ones and others.
    fn players(&self, usual: Vec<Named>) -> anyhow::Result<Vec<Named>> {
        let visits = self.visits.or(self.quick.then_some(8));
        let mut players = if self.player.is_empty() { usual.clone() } else { Vec::new() };
        for word in &self.player {
            let is_called = |player: &&Named| player.name.split(',').next() == Some(word);
            let known: Vec<Named> = usual.iter().filter(is_called).cloned().collect();
            if !known.is_empty() {
                players.extend(known);
                continue;
            }
            let spec: PlayerSpec = word.parse().context("--player")?;
            if matches!(spec, PlayerSpec::Engine(_)) {
                let mut names: Vec<&str> =
                    usual.iter().filter_map(|player| player.name.split(',').next()).collect();
                names.dedup();
                bail!("--player {word}: use {}, preset:NAME, level:RANK or net:FILE", names.join(", "));
            }
            players.push(Named { name: word.clone(), spec });
        }
        refuse_twice("--player", &players)?;
        for player in &mut players {
            player.spec = one_thread(player.spec.clone().with_limits(visits, None));
        }
        Ok(players)
    }

    /// Checks everything before the first game, so that a mistake leaves no folder behind.
    pub fn prepare(&self, usual: Vec<Named>) -> anyhow::Result<Experiment<'_>> {
        let games = self.games.unwrap_or(if self.quick { 4 } else { 100 });
        if games == 0 || self.threads == 0 {
            bail!("--games and --threads must be at least 1");
        }
        let sizes = match self.size.is_empty() {
            true => vec![if self.quick { 9 } else { 13 }],
            false => self.size.clone(),
        };
        let komi = self.komi.as_deref().map(str::parse).transpose().context("--komi")?;
        let (nets, players) = (LoadedNetworks::default(), self.players(usual)?);
        let read = |text: &String| -> anyhow::Result<Named> {
            let spec = text.parse().map(one_thread).context("--opponent")?;
            Ok(Named { name: text.clone(), spec })
        };
        let opponents: Vec<Named> = self.opponent.iter().map(read).collect::<Result<_, _>>()?;
        refuse_twice("--opponent", &opponents)?;
        let mut policy_nets = Vec::new();
        for &size in &sizes {
            let size =
                Size::playable(size).with_context(|| format!("--size {size} is not a board: use 2 to 19"))?;
            for player in &players {
                match_::load(Some(&player.spec), size, &nets).with_context(|| player.name.clone())?;
            }
            for opponent in &opponents {
                match_::load(Some(&opponent.spec), size, &nets).context("--opponent")?;
            }
            policy_nets = Vec::new();
            for file in &self.policy_net {
                let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
                let network = match_::load_policy_net(file, size, &nets)?;
                policy_nets.push(PolicyNet { name, is_players: *file == self.net, network });
            }
        }
        Ok(Experiment { common: self, sizes, komi, nets, players, opponents, policy_nets, games })
    }
}

impl Experiment<'_> {
    /// The matches on a board: all players against the first opponent, then against the next.
    pub fn plan(&self, size: usize, openings: Option<&(String, Vec<Opening>)>) -> Vec<Planned> {
        let pairs = self
            .opponents
            .iter()
            .flat_map(|opponent| self.players.iter().map(move |player| (player, opponent)));
        let planned = pairs.map(|(player, opponent)| {
            let pairing = Pairing { size, player: player.name.clone(), opponent: opponent.name.clone() };
            let folder = self.common.out.join(format!("{size}x{size}"));
            let folder = folder.join(file_name(&pairing.opponent)).join(file_name(&pairing.player));
            let contest = Contest {
                first: player.spec.clone(),
                second: opponent.spec.clone(),
                names: [pairing.player.clone(), pairing.opponent.clone()],
                size,
                komi: self.komi,
                games: self.games,
                seed: self.common.seed,
                move_limit: None,
                openings: openings.cloned(),
                comment: Some(comment),
            };
            Planned { pairing, folder, the_match: contest.into_match(&self.nets, self.common.threads) }
        });
        planned.collect()
    }
}

/// One game takes one thread; many are played at once.
pub fn one_thread(spec: PlayerSpec) -> PlayerSpec {
    match spec {
        PlayerSpec::Preset(preset) => {
            PlayerSpec::Preset(Preset { threads: preset.threads.or(Some(1)), ..preset })
        }
        other => other,
    }
}

/// Two of the same name would play in the same folder.
fn refuse_twice(flag: &str, players: &[Named]) -> anyhow::Result<()> {
    let folder = |player: &Named| file_name(&player.name);
    for (place, player) in players.iter().enumerate() {
        if players[..place].iter().any(|other| folder(other) == folder(player)) {
            bail!("{flag} {} is given twice", player.name);
        }
    }
    Ok(())
}

/// The comment on a move in the record.
fn comment(decision: &Decision) -> String {
    english::explained_decision(decision, 4)
}

/// Letters and digits of a name, with dashes for all else.
fn file_name(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
