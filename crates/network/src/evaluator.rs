//! A network as a judge of positions.

mod average;
mod cache;
mod calibration;
mod convert;
pub(crate) mod curve;
mod key;
mod settings;
mod trouble;

use std::sync::Arc;

use board::{Position, Size, Symmetry};
use evaluation::{Evaluation, Evaluator, Query};

use crate::planes::{Places, PlaneBuilder, symmetries};
use crate::{Backend, Heads, Judgement, Network, RawOutputs, Reading};
use curve::Trust;
use nn::{Answers, Batch, Executor};

pub use cache::Cache;
pub use settings::{JudgeSettings, SymmetryChoice};
pub use trouble::{EvaluatorError, Trouble};

/// Evaluators positions by a network. Every thread has its own; they may share a [`Cache`].
///
/// All positions of a call go through the network together. Finished games are counted instead. When the executor fails,
/// the position is judged even with all moves alike, and the first error is kept in a [`Trouble`] that whoever made the
/// judge can ask: a search cannot do anything about it, and must not die of it.
pub struct NetworkEvaluator {
    network: Arc<Network>,
    executor: Box<dyn Executor>,
    settings: JudgeSettings,
    seed: u64,
    trust: Trust,
    cache: Option<Arc<Cache>>,
    trouble: Trouble,
    builder: PlaneBuilder,
    places: Places,
    batch: Batch,
    answers: Answers,
    /// One for each query of a call.
    asked: Vec<Asked>,
    /// One row at a time.
    judgement: Judgement,
}

/// A position on its way through the network.
struct Asked {
    key: u128,
    symmetries: &'static [Symmetry],
    at_root: bool,
    state: State,
    judgement: Judgement,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The game is over, or the answer was in the cache.
    Done,
    Waiting,
    Failed,
}

impl NetworkEvaluator {
    pub fn new(
        backend: &Backend,
        settings: JudgeSettings,
        seed: u64,
    ) -> Result<NetworkEvaluator, EvaluatorError> {
        let network = backend.network().clone();
        network.check_heads()?;
        network.check_inputs()?;
        let trust = match network.heads {
            Heads::KataGo(_) => backend.trust(calibration::measure)?,
            Heads::Curve(_) => Trust::default(),
        };
        Ok(NetworkEvaluator {
            executor: backend.executors().make()?,
            builder: PlaneBuilder::new(network.planes, settings.outlook.clone()),
            network,
            settings,
            seed,
            trust,
            cache: None,
            trouble: Trouble::default(),
            places: Places::default(),
            batch: Batch::default(),
            answers: Answers::default(),
            asked: Vec::new(),
            judgement: Judgement::blank(),
        })
    }

    /// Looks up in a cache before asking the network, and keeps answers in it. It must be of the same network and
    /// settings.
    pub fn with_cache(mut self, cache: Arc<Cache>) -> NetworkEvaluator {
        self.cache = Some(cache);
        self
    }

    /// Tells its errors to somebody else as well.
    pub fn with_trouble(mut self, trouble: Trouble) -> NetworkEvaluator {
        self.trouble = trouble;
        self
    }

    /// The first thing that went wrong, if anything did.
    pub fn trouble(&self) -> Trouble {
        self.trouble.clone()
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// What the network says of one position under one symmetry, in KataGo's numbers. Finished games are asked too.
    pub fn raw(&mut self, position: &Position, symmetry: Symmetry) -> Result<RawOutputs, EvaluatorError> {
        let size = position.size();
        if !symmetries(size).contains(&symmetry) {
            return Err(EvaluatorError::Symmetry(size));
        }
        self.reset(size, 1);
        self.builder.fill(position, symmetry, &mut self.batch, 0);
        self.executor.run(&self.batch, &mut self.answers)?;
        self.read(position, symmetry, 0, Reading { ownership: true, ..self.settings.reading })?;
        Ok(RawOutputs::new(&self.judgement, position.komi_with_bonus()))
    }

    fn reset(&mut self, size: Size, count: usize) {
        self.batch.reset(&self.network.graph, size.height(), size.width(), count);
    }

    /// Reads one row of the answers.
    fn read(
        &mut self,
        position: &Position,
        symmetry: Symmetry,
        row: usize,
        reading: Reading,
    ) -> Result<(), EvaluatorError> {
        self.places.set(position.size(), symmetry);
        self.network.judge(&self.answers, row, position, &self.places, &reading, &mut self.judgement)?;
        Ok(())
    }

    /// Evaluators positions, each under a symmetry drawn from a seed of its own: games that are judged together differ as
    /// if each had its own judge. In a cache they share what they see in the same way.
    pub fn evaluate_seeded(&mut self, queries: &[Query], seeds: &[u64], out: &mut [Evaluation]) {
        self.judge_all(queries, Some(seeds), out);
    }

    /// The symmetries a position is judged under.
    fn symmetries(&self, query: &Query, key: u128, seed: u64) -> &'static [Symmetry] {
        let all = symmetries(query.position.size());
        let one = |i: usize| all.get(i..=i).unwrap_or(&all[..1]);
        // Drawn from the position itself, so that neither threads nor the order of questions matter.
        let drawn = |from: usize| (key::mix(key as u64 ^ seed) % from as u64) as usize;
        match self.settings.symmetry {
            SymmetryChoice::All => all,
            _ if query.at_root && self.settings.root_symmetries > 1 => {
                let count = self.settings.root_symmetries.min(all.len());
                let first = drawn(all.len() + 1 - count);
                all.get(first..first + count).unwrap_or(all)
            }
            SymmetryChoice::Fixed(symmetry) => one(symmetry.index()),
            SymmetryChoice::Random => one(drawn(all.len())),
        }
    }

    /// Evaluators positions of one size.
    fn judge(&mut self, queries: &[Query], seeds: Option<&[u64]>) {
        let Some(first) = queries.first() else { return };
        while self.asked.len() < queries.len() {
            self.asked.push(Asked {
                key: 0,
                symmetries: &[],
                at_root: false,
                state: State::Done,
                judgement: Judgement::blank(),
            });
        }
        let mut rows = 0;
        for (i, query) in queries.iter().enumerate() {
            self.asked[i].state = State::Done;
            if query.position.is_over() {
                continue;
            }
            let mut key = key::of(query, &self.network, &self.settings);
            let seed = seeds.map(|seeds| seeds.get(i).copied().unwrap_or_default());
            let symmetries = self.symmetries(query, key, seed.unwrap_or(self.seed));
            if let (Some(_), [first, ..]) = (seed, symmetries) {
                key = key::under(key, *first);
            }
            let asked = &mut self.asked[i];
            (asked.key, asked.symmetries, asked.at_root) = (key, symmetries, query.at_root);
            if !self.cache.as_ref().is_some_and(|cache| cache.get(key, &mut asked.judgement)) {
                asked.state = State::Waiting;
                rows += symmetries.len();
            }
        }
        if rows == 0 {
            return;
        }
        self.reset(first.position.size(), rows);
        let mut row = 0;
        for (i, query) in queries.iter().enumerate() {
            if self.asked[i].state == State::Waiting {
                for symmetry in self.asked[i].symmetries {
                    self.builder.fill(query.position, *symmetry, &mut self.batch, row);
                    row += 1;
                }
            }
        }
        if let Err(error) = self.executor.run_lent(&mut self.batch, &mut self.answers) {
            self.trouble.tell(error.into());
            self.asked.iter_mut().filter(|a| a.state == State::Waiting).for_each(|a| a.state = State::Failed);
            return;
        }
        row = 0;
        for (i, query) in queries.iter().enumerate() {
            if self.asked[i].state == State::Waiting {
                row = self.collect(query.position, i, row);
            }
        }
    }

    /// Reads all rows of one position and returns where the next one's begin.
    fn collect(&mut self, position: &Position, i: usize, row: usize) -> usize {
        let symmetries = self.asked[i].symmetries;
        let mut reading = self.settings.reading;
        if self.asked[i].at_root {
            reading.optimism = self.settings.root_optimism.unwrap_or(reading.optimism);
        }
        let mut state = State::Done;
        for (n, symmetry) in symmetries.iter().enumerate() {
            if let Err(error) = self.read(position, *symmetry, row + n, reading) {
                self.trouble.tell(error);
                state = State::Failed;
                break;
            }
            average::add(&mut self.asked[i].judgement, &self.judgement, n);
        }
        let asked = &mut self.asked[i];
        asked.state = state;
        if let (State::Done, Some(cache)) = (state, &self.cache) {
            cache.insert(asked.key, &asked.judgement);
        }
        row + symmetries.len()
    }
}

impl Evaluator for NetworkEvaluator {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) {
        self.judge_all(queries, None, out);
    }
}

impl NetworkEvaluator {
    fn judge_all(&mut self, queries: &[Query], seeds: Option<&[u64]>, out: &mut [Evaluation]) {
        let mut start = 0;
        while let Some(first) = queries.get(start) {
            let size = first.position.size();
            let run = queries[start..].iter().take_while(|q| q.position.size() == size).count();
            let queries = &queries[start..start + run];
            self.judge(queries, seeds.map(|seeds| seeds.get(start..).unwrap_or_default()));
            let out = out.get_mut(start..start + run).unwrap_or_default();
            for ((query, asked), out) in queries.iter().zip(&self.asked).zip(out) {
                match asked.state {
                    _ if query.position.is_over() => convert::count(query.position, out),
                    State::Done => {
                        let outlook = &self.settings.outlook;
                        convert::answer(query, &asked.judgement, self.trust, outlook, out);
                    }
                    State::Waiting | State::Failed => convert::know_nothing(query, out),
                }
            }
            start += run;
        }
    }
}
