//! `shidogo bench levels`: what the moves of levels cost, beside those of people of the same rank.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, ensure};
use board::{Colour, Game, Move, Position, Rank};
use indicatif::{ProgressBar, ProgressStyle};
use nn::ExecutorKind;
use parking_lot::Mutex;
use partner::{Choice, Evaluators, LoadedNetworks, Overrides, Session, Settings, ThinkRequest};
use people::{Group, Part, Place, Split};

/// Measure what the moves of levels cost in points, beside those of people of the same rank in the same positions.
///
/// A move costs the lead before it minus the lead after it, as a network sees them after a search. Every person's move
/// is drawn from the records with its position; the level of the person's rank chooses a move there too.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo bench levels --games ogs.jsonl.gz\n  \
    shidogo bench levels --games ogs.jsonl.gz --size 9 --positions 2000 --visits 100 --json")]
pub struct Arguments {
    /// Games of people with their ranks: .jsonl, .jsonl.gz, .sgf, or folders of them.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Only boards of this size.
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Positions to draw from every band of ranks.
    #[arg(long, value_name = "N", default_value_t = 500)]
    positions: usize,
    /// The network that says what moves cost.
    #[arg(long, value_name = "FILE", default_value = "default")]
    net: String,
    /// Its visits for every position.
    #[arg(long, value_name = "N", default_value_t = 50)]
    visits: u64,
    /// Settings of all levels instead of their own, as TOML (chosenMoveTemperature = 0.8).
    #[arg(long, value_name = "TOML")]
    settings: Option<String>,
    /// Seed for drawing positions and moves.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Number of threads; as many as the machine has by default. On a graphics card take several times as many.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// What runs the networks: cpu, cpu-f32, onnx, torch, torch-f32 or check.
    #[arg(long, value_name = "E", default_value_t)]
    executor: ExecutorKind,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

/// Sums over the positions of a group.
#[derive(Clone, Copy, Default)]
struct Costs {
    positions: usize,
    people: Sum,
    level: Sum,
    /// Where both chose the same move.
    same: usize,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    squares: f64,
    /// Moves that cost 6 points or more.
    large: usize,
}

impl Sum {
    fn add(&mut self, cost: f64) {
        self.sum += cost;
        self.squares += cost * cost;
        self.large += usize::from(cost >= 6.0);
    }

    /// With half the width of its 95% interval.
    fn mean(&self, count: usize) -> (f64, f64) {
        let n = count.max(1) as f64;
        let mean = self.sum / n;
        (mean, 1.96 * ((self.squares / n - mean * mean).max(0.0) / n).sqrt())
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let threads = super::humans::threads(arguments.threads)?;
    let collection = people::read(&arguments.games)?;
    let split = Split::default();
    let groups: BTreeMap<Group, Vec<Place>> = people::sample(
        &collection.games,
        |game| {
            if game.server == network::Server::Kgs { [false; 2] } else { split.movers(game, Part::HeldOut) }
        },
        Some(arguments.positions),
        arguments.seed,
    );
    let wanted = |group: &Group| arguments.size.is_none_or(|size| size == group.side);
    let work: Vec<(Group, Place)> = groups
        .iter()
        .filter(|(group, places)| wanted(group) && places.len() >= arguments.positions.min(100))
        .flat_map(|(group, places)| places.iter().map(|place| (*group, *place)))
        .collect();
    ensure!(!work.is_empty(), "there are not enough moves of people with a rank in these files");
    let bar = ProgressBar::new(work.len() as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos} of {len} positions, {eta} left")?);
    let (next, costs) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<Group, Costs>::new()));
    let nets = LoadedNetworks::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    let mut table = Table::new(arguments, &nets)?;
                    while let Some((group, place)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let game = &collection.games[place.game as usize];
                        if let Some((people, level, same)) = table.costs(game, usize::from(place.number))? {
                            let mut costs = costs.lock();
                            let costs = costs.entry(*group).or_default();
                            costs.positions += 1;
                            costs.people.add(people);
                            costs.level.add(level);
                            costs.same += usize::from(same);
                        }
                        bar.inc(1);
                    }
                    Ok(())
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Ok(())))
    })?;
    bar.finish_and_clear();
    print(&costs.into_inner(), arguments.json);
    Ok(())
}

/// The players of one thread.
struct Table<'a> {
    arguments: &'a Arguments,
    nets: &'a LoadedNetworks,
    evaluator: Session,
    levels: HashMap<Rank, Session>,
}

impl<'a> Table<'a> {
    fn new(arguments: &'a Arguments, nets: &'a LoadedNetworks) -> anyhow::Result<Table<'a>> {
        let overrides = Overrides {
            visits: Some(arguments.visits),
            seed: Some(arguments.seed),
            net: Some(arguments.net.clone()),
            executor: Some(arguments.executor),
            ..Overrides::default()
        };
        let settings = Settings::layered("network", None, &overrides)?;
        let evaluators = Evaluators::from_settings(&settings, nets)?;
        let evaluator = Session::with_evaluators(settings, evaluators);
        Ok(Table { arguments, nets, evaluator, levels: HashMap::new() })
    }

    /// What a person's move and the level's move cost, and whether they are the same.
    fn costs(&mut self, game: &people::Game, number: usize) -> anyhow::Result<Option<(f64, f64, bool)>> {
        let mut replay = game.replay()?;
        (0..number).for_each(|_| replay.advance());
        let (position, Some(turn)) = (replay.position().clone(), replay.next_turn()) else { return Ok(None) };
        let Some(rank) = game.player(turn.colour).shown_rank() else { return Ok(None) };
        let Choice::Play(chosen) = self.choose(rank, &position)? else { return Ok(None) };
        let before = self.lead(&position, turn.colour)?;
        let Some(people) = self.lead_after(&position, turn.played)? else { return Ok(None) };
        let level = match chosen == turn.played {
            true => Some(people),
            false => self.lead_after(&position, chosen)?,
        };
        Ok(level.map(|level| (before - people, before - level, chosen == turn.played)))
    }

    fn choose(&mut self, rank: Rank, position: &Position) -> anyhow::Result<Choice> {
        if !self.levels.contains_key(&rank) {
            let (seed, executor) = (Some(self.arguments.seed), Some(self.arguments.executor));
            let overrides = Overrides { seed, executor, ..Overrides::default() };
            let settings =
                Settings::layered(&rank.to_string(), self.arguments.settings.as_deref(), &overrides)?;
            let evaluators = Evaluators::from_settings(&settings, self.nets)?;
            self.levels.insert(rank, Session::with_evaluators(settings, evaluators));
        }
        let session = self.levels.get_mut(&rank).context("a level")?;
        session.load(Game::from_position(position.clone()));
        let request = ThinkRequest { may_resign: false, ..ThinkRequest::game(position.to_move()) };
        Ok(session.think(&request)?.choice)
    }

    /// The mover's lead after a move; `None` if it ends the game.
    fn lead_after(&mut self, position: &Position, mv: Move) -> anyhow::Result<Option<f64>> {
        let mut after = position.clone();
        after.play(mv)?;
        if after.is_over() {
            return Ok(None);
        }
        self.lead(&after, position.to_move()).map(Some)
    }

    fn lead(&mut self, position: &Position, side: Colour) -> anyhow::Result<f64> {
        self.evaluator.load(Game::from_position(position.clone()));
        let decision = self.evaluator.think(&ThinkRequest::regression(position.to_move()))?;
        Ok(f64::from(decision.snapshot.lead.of(side)))
    }
}

fn print(costs: &BTreeMap<Group, Costs>, json: bool) {
    let rounded = |x: f64| (x * 1e3).round() / 1e3;
    if json {
        let bands = costs.iter().map(|(group, costs)| {
            let (people, level) = (costs.people.mean(costs.positions), costs.level.mean(costs.positions));
            serde_json::json!({
                "source": group.server.to_string(), "board": group.side, "band": group.band.to_string(),
                "positions": costs.positions,
                "people": rounded(people.0), "people_ci": rounded(people.1),
                "level": rounded(level.0), "level_ci": rounded(level.1),
                "people_large": costs.people.large, "level_large": costs.level.large, "same": costs.same,
            })
        });
        println!("{}", serde_json::json!({ "bands": bands.collect::<Vec<_>>() }));
        return;
    }
    println!(
        "source board band   positions  people lose     levels lose     ratio  6 points or more  same move"
    );
    for (group, costs) in costs {
        let n = costs.positions;
        let ((people, people_ci), (level, level_ci)) = (costs.people.mean(n), costs.level.mean(n));
        let percent = |count: usize| 100.0 * count as f64 / n.max(1) as f64;
        println!(
            "{:<6} {:>2}x{:<2} {:<6} {n:>9}  {people:>5.2} ± {people_ci:.2}   {level:>5.2} ± {level_ci:.2}   {:>5.2}  {:>5.1}% {:>5.1}%  {:>5.1}%",
            group.server.to_string(),
            group.side,
            group.side,
            group.band.to_string(),
            level / people,
            percent(costs.people.large),
            percent(costs.level.large),
            percent(costs.same),
        );
    }
}
