//! `shidogo lab openings`: the sixteen players of the paper on openings.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use openings::experiment::{SeedResults, report};
use openings::heat_map::heat_map;
use openings::tournament::{Entrant, Entry, Tournament, round_robin, totals};
use openings::{Expert, FeatureSet, Learner, Settings};
use statistics::Tally;

use crate::openings::{SettingsArguments, Shown, expert, learn_all, lock, open};

/// Players that learn to open: all 16 against a random player and each other, and what each feature adds.
///
/// Every seed has its own players, its own round robin and its own folder. A run that was stopped goes on where it was.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    settings: SettingsArguments,
    /// Number of seeds, from --seed on [default: 3].
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// Games of each pair [default: 100, as in the paper].
    #[arg(long, value_name = "N")]
    pair_games: Option<u32>,
    /// Probability of a random move in the round robin; without any, two players would repeat one game.
    #[arg(long, value_name = "P", default_value_t = 0.1)]
    tournament_exploration: f32,
    /// Quick check that everything works: 60 games to learn from, 4 games of each pair and one seed, unless you set them.
    #[arg(long)]
    quick: bool,
    /// Number of threads, and of GNU Go's processes.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Folder for players, games and the report.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(arguments.threads > 0, "--threads must be at least 1");
    let exploration = arguments.tournament_exploration;
    ensure!((0.0..=1.0).contains(&exploration), "--tournament-exploration must be from 0 to 1");
    let mut settings = arguments.settings.settings()?;
    let quick = |usual: u64, quick: u64| if arguments.quick { quick } else { usual };
    if arguments.quick && !arguments.settings.has_games() {
        settings.learning.games = 60;
    }
    let seeds = arguments.seeds.unwrap_or(quick(3, 1));
    let games = arguments.pair_games.unwrap_or(quick(100, 4) as u32);
    ensure!(seeds > 0 && games > 0, "--seeds and --pair-games must be at least 1");
    let size = settings.opening.start().context("there is no such board")?.size();
    let mut expert = expert(&settings.expert, size, arguments.threads)?;
    let mut results = Vec::new();
    for seed in (0..seeds).map(|i| settings.learning.seed + i) {
        let mut here = settings.clone();
        here.learning.seed = seed;
        let run = SeedRun { settings: here, arguments, games, exploration };
        results.push(run.play(&mut *expert)?);
        let path = arguments.out.join("report.md");
        atomic_file::write(&path, report(&settings, &results).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    write!(std::io::stdout(), "{}", report(&settings, &results))?;
    Ok(())
}

struct SeedRun<'a> {
    settings: Settings,
    arguments: &'a Arguments,
    games: u32,
    exploration: f32,
}

impl SeedRun<'_> {
    fn play(&self, expert: &mut dyn Expert) -> anyhow::Result<SeedResults> {
        let seed = self.settings.learning.seed;
        let folder = self.arguments.out.join(format!("seed-{seed}"));
        let players = folder.join("players");
        let _lock = lock(&players)?;
        let mut learners: Vec<(PathBuf, Learner)> = Vec::new();
        for features in FeatureSet::all() {
            learners.push(open(&players, &Settings { features, ..self.settings.clone() })?);
        }
        eprintln!("seed {seed}: 16 players learn");
        learn_all(&mut learners, expert, self.arguments.threads, false)?;
        self.draw(&learners, &folder)?;
        let mut entrants: Vec<Entrant> = learners.iter().map(|(_, learner)| entrant(learner)).collect();
        eprintln!("seed {seed}: round robin");
        let all = round_robin(entrants.len());
        let round_robin = self.tournament(&entrants, &all, "round-robin", expert)?;
        entrants.push(Entrant::random());
        eprintln!("seed {seed}: against a random player");
        let pairs: Vec<(usize, usize)> = (0..16).map(|player| (player, 16)).collect();
        let against_random = self.tournament(&entrants, &pairs, "random", expert)?;
        let errors = learners.iter().filter_map(|(_, learner)| {
            let (first, last) = (learner.curve().first()?, learner.curve().last()?);
            Some((learner.settings().features, (f64::from(first.error()), f64::from(last.error()))))
        });
        Ok(SeedResults {
            seed,
            round_robin: by_player(&round_robin),
            against_random: by_player(&against_random),
            errors: errors.collect(),
        })
    }

    fn tournament(
        &self,
        entrants: &[Entrant],
        pairs: &[(usize, usize)],
        name: &str,
        expert: &mut dyn Expert,
    ) -> anyhow::Result<Vec<Entry>> {
        let seed = self.settings.learning.seed;
        let tournament = Tournament {
            entrants,
            opening: self.settings.opening,
            exploration: self.exploration,
            expert: self.settings.expert.clone(),
            seed,
            threads: self.arguments.threads,
        };
        let folder = self.arguments.out.join(format!("seed-{seed}")).join(name);
        let mut shown = Shown::new(pairs.len() as u64 * u64::from(self.games), 0);
        let played = tournament
            .play(&folder, pairs, self.games, expert, |done, all| shown.show(done as u64, all as u64, ""));
        shown.finish();
        Ok(played?)
    }

    /// What each player expects of its first moves.
    fn draw(&self, learners: &[(PathBuf, Learner)], folder: &std::path::Path) -> anyhow::Result<()> {
        let map = |(_, learner): &(PathBuf, Learner)| {
            let Settings { features, network, .. } = learner.settings();
            let title = format!("{features}: {} after the first move", network.predicts.name());
            heat_map(learner.opener(), learner.start(), title)
        };
        let maps: Vec<_> = learners.iter().map(map).collect();
        let path = folder.join("first-moves.svg");
        atomic_file::write(&path, chart::heat_map::svg(&maps).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

fn entrant(learner: &Learner) -> Entrant {
    Entrant::learned(learner.settings().features.to_string(), learner.opener())
}

fn by_player(entries: &[Entry]) -> BTreeMap<FeatureSet, Tally> {
    totals(entries).into_iter().filter_map(|(name, tally)| Some((name.parse().ok()?, tally))).collect()
}
