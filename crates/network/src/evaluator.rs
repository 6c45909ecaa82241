//! A network as an evaluator of positions.

mod average;
mod cache;
mod cache_key;
mod calibration;
mod conversion;
mod error;
mod settings;

use std::sync::Arc;

use board::{Position, Size, Symmetry};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use nn::{Batch, Executor, Outputs};

use crate::backend::Backend;
use crate::curve::ConfidenceScale;
use crate::network::{Heads, Network};
use crate::outputs::{NetworkOutput, OutputSettings, RawOutputs};
use crate::planes::{PlaneBuilder, Players, Profile, SymmetryMap, symmetries};

pub use cache::Cache;
pub use error::EvaluatorError;
pub use settings::{EvaluatorSettings, SymmetryChoice};

/// Evaluates positions with a network. Every thread has its own; they may share a [`Cache`].
///
/// All positions of a call go through the network in one batch. Finished games are scored instead.
pub struct NetworkEvaluator {
    network: Arc<Network>,
    executor: Box<dyn Executor>,
    settings: EvaluatorSettings,
    seed: u64,
    confidence_scale: ConfidenceScale,
    cache: Option<Arc<Cache>>,
    builder: PlaneBuilder,
    map: SymmetryMap,
    batch: Batch,
    outputs: Outputs,
    /// One per query of a call.
    pending: Vec<Pending>,
    /// One row at a time.
    output: NetworkOutput,
}

/// A position on its way through the network.
struct Pending {
    key: u128,
    symmetries: &'static [Symmetry],
    at_root: bool,
    /// `None` if the game is over, or if the output was in the cache.
    needs_network: bool,
    output: NetworkOutput,
}

impl Pending {
    fn blank() -> Pending {
        let output = NetworkOutput::blank();
        Pending { key: 0, symmetries: &[], at_root: false, needs_network: false, output }
    }
}

impl NetworkEvaluator {
    pub fn new(
        backend: &Backend,
        settings: EvaluatorSettings,
        seed: u64,
    ) -> Result<NetworkEvaluator, EvaluatorError> {
        let network = backend.network().clone();
        network.check_heads()?;
        network.check_inputs()?;
        let confidence_scale = match network.heads {
            Heads::KataGo(_) => backend.confidence_scale(calibration::measure)?,
            Heads::Curve(_) => ConfidenceScale::default(),
        };
        Ok(NetworkEvaluator {
            executor: backend.executors().make()?,
            builder: PlaneBuilder::new(network.planes, settings.inputs.clone()),
            network,
            settings,
            seed,
            confidence_scale,
            cache: None,
            map: SymmetryMap::default(),
            batch: Batch::default(),
            outputs: Outputs::default(),
            pending: Vec::new(),
            output: NetworkOutput::blank(),
        })
    }

    /// Uses a cache, which must belong to the same network and settings.
    pub fn with_cache(mut self, cache: Arc<Cache>) -> NetworkEvaluator {
        self.cache = Some(cache);
        self
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The network's output for one position under one symmetry, in KataGo's numbers. Finished games are
    /// evaluated too.
    pub fn raw(&mut self, position: &Position, symmetry: Symmetry) -> Result<RawOutputs, EvaluatorError> {
        let size = position.size();
        if !symmetries(size).contains(&symmetry) {
            return Err(EvaluatorError::Symmetry(size));
        }
        self.reset(size, 1);
        self.builder.fill(position, symmetry, &mut self.batch, 0);
        self.executor.run(&self.batch, &mut self.outputs)?;
        self.read(position, symmetry, 0, OutputSettings { ownership: true, ..self.settings.outputs })?;
        Ok(RawOutputs::new(&self.output, position.komi_with_bonus()))
    }

    /// The policy for positions of one size, each of a game between its own players, as a human network sees them: the
    /// mean over some symmetries. `out` gets as many as there are queries.
    pub fn policies(
        &mut self,
        queries: &[(&Position, Players, &[Symmetry])],
        out: &mut Vec<NetworkOutput>,
    ) -> Result<(), EvaluatorError> {
        out.resize_with(queries.len(), NetworkOutput::blank);
        let Some((first, ..)) = queries.first() else { return Ok(()) };
        self.reset(first.size(), queries.iter().map(|(.., symmetries)| symmetries.len()).sum());
        let rows = || {
            queries.iter().enumerate().flat_map(|(i, (.., all))| all.iter().enumerate().map(move |s| (i, s)))
        };
        for (row, (query, (_, symmetry))) in rows().enumerate() {
            let (position, players, _) = queries[query];
            self.builder.set_players(players);
            self.builder.fill(position, *symmetry, &mut self.batch, row);
        }
        self.builder.set_players(self.settings.inputs.players);
        self.executor.run_clobbering(&mut self.batch, &mut self.outputs)?;
        for (row, (query, (before, symmetry))) in rows().enumerate() {
            self.read(queries[query].0, *symmetry, row, self.settings.outputs)?;
            average::add(&mut out[query], &self.output, before);
        }
        Ok(())
    }

    /// The network's output for one position with all settings: the mean over the symmetries that they choose, drawn
    /// from `seed`, in KataGo's numbers.
    pub fn output(&mut self, query: &Query, seed: u64) -> Result<RawOutputs, EvaluatorError> {
        if query.position.is_over() {
            return self.raw(query.position, Symmetry::IDENTITY);
        }
        self.evaluate_same_size(std::slice::from_ref(query), Some(&[seed]))?;
        let output = self.pending.first().map_or(&self.output, |pending| &pending.output);
        Ok(RawOutputs::new(output, query.position.komi_with_bonus()))
    }

    /// Changes whom a human network imitates. The cache belongs to the old profile and is left.
    pub fn set_profile(&mut self, profile: &Profile) {
        self.settings.inputs.profile = profile.clone();
        self.settings.inputs.players = profile.players();
        self.builder = PlaneBuilder::new(self.network.planes, self.settings.inputs.clone());
        self.cache = None;
    }

    fn reset(&mut self, size: Size, count: usize) {
        self.batch.reset(&self.network.graph, size.height(), size.width(), count);
    }

    /// Decodes one row of the outputs.
    fn read(
        &mut self,
        position: &Position,
        symmetry: Symmetry,
        row: usize,
        settings: OutputSettings,
    ) -> Result<(), EvaluatorError> {
        self.map.set(position.size(), symmetry);
        self.network.decode(&self.outputs, row, position, &self.map, &settings, &mut self.output)?;
        Ok(())
    }

    /// Evaluates positions, each under a symmetry drawn from its own seed: games that are evaluated together
    /// differ as if each had its own evaluator. They share cache entries for the same symmetry.
    pub fn evaluate_seeded(
        &mut self,
        queries: &[Query],
        seeds: &[u64],
        out: &mut [Evaluation],
    ) -> Result<(), EvaluatorError> {
        self.evaluate_all(queries, Some(seeds), out)
    }

    /// The symmetries for a position.
    fn symmetries(&self, query: &Query, key: u128, seed: u64) -> &'static [Symmetry] {
        let all = symmetries(query.position.size());
        let one = |i: usize| all.get(i..=i).unwrap_or(&all[..1]);
        // Drawn from the position itself, so that neither threads nor the order of queries matter.
        let drawn = |from: usize| (cache_key::mix(key as u64 ^ seed) % from as u64) as usize;
        match self.settings.symmetry {
            SymmetryChoice::All => all,
            _ if query.at_root && self.settings.root_num_symmetries > 1 => {
                let count = self.settings.root_num_symmetries.min(all.len());
                let first = drawn(all.len() + 1 - count);
                all.get(first..first + count).unwrap_or(all)
            }
            SymmetryChoice::Fixed(symmetry) => one(symmetry.index()),
            SymmetryChoice::Random => one(drawn(all.len())),
        }
    }

    /// Evaluates positions of one size.
    fn evaluate_same_size(&mut self, queries: &[Query], seeds: Option<&[u64]>) -> Result<(), EvaluatorError> {
        let Some(first) = queries.first() else { return Ok(()) };
        let rows = self.look_up(queries, seeds);
        if rows == 0 {
            return Ok(());
        }
        self.reset(first.position.size(), rows);
        let mut row = 0;
        for (query, pending) in queries.iter().zip(&self.pending).filter(|(_, p)| p.needs_network) {
            for symmetry in pending.symmetries {
                self.builder.fill(query.position, *symmetry, &mut self.batch, row);
                row += 1;
            }
        }
        self.executor.run_clobbering(&mut self.batch, &mut self.outputs)?;
        row = 0;
        for (i, query) in queries.iter().enumerate() {
            if self.pending[i].needs_network {
                row = self.collect(query.position, i, row)?;
            }
        }
        Ok(())
    }

    /// Takes what is in the cache, and returns the number of batch rows that the rest needs.
    fn look_up(&mut self, queries: &[Query], seeds: Option<&[u64]>) -> usize {
        if self.pending.len() < queries.len() {
            self.pending.resize_with(queries.len(), Pending::blank);
        }
        let mut rows = 0;
        for (i, query) in queries.iter().enumerate() {
            self.pending[i].needs_network = false;
            if query.position.is_over() {
                continue;
            }
            let mut key = cache_key::of(query, &self.network, &self.settings);
            let seed = seeds.map(|seeds| seeds.get(i).copied().unwrap_or_default());
            let symmetries = self.symmetries(query, key, seed.unwrap_or(self.seed));
            if let (Some(_), [first, ..]) = (seed, symmetries) {
                key = cache_key::under(key, *first);
            }
            let pending = &mut self.pending[i];
            (pending.key, pending.symmetries, pending.at_root) = (key, symmetries, query.at_root);
            if !self.cache.as_ref().is_some_and(|cache| cache.get(key, &mut pending.output)) {
                pending.needs_network = true;
                rows += symmetries.len();
            }
        }
        rows
    }

    /// Decodes all rows of one position and returns the first row of the next.
    fn collect(&mut self, position: &Position, i: usize, row: usize) -> Result<usize, EvaluatorError> {
        let symmetries = self.pending[i].symmetries;
        let mut settings = self.settings.outputs;
        if self.pending[i].at_root {
            settings.policy_optimism = self.settings.root_policy_optimism.unwrap_or(settings.policy_optimism);
        }
        for (n, symmetry) in symmetries.iter().enumerate() {
            self.read(position, *symmetry, row + n, settings)?;
            average::add(&mut self.pending[i].output, &self.output, n);
        }
        let pending = &self.pending[i];
        if let Some(cache) = &self.cache {
            cache.insert(pending.key, &pending.output);
        }
        Ok(row + symmetries.len())
    }
}

impl Evaluator for NetworkEvaluator {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        self.evaluate_all(queries, None, out).map_err(EvaluationError::new)
    }
}

impl NetworkEvaluator {
    fn evaluate_all(
        &mut self,
        queries: &[Query],
        seeds: Option<&[u64]>,
        out: &mut [Evaluation],
    ) -> Result<(), EvaluatorError> {
        let mut start = 0;
        while let Some(first) = queries.get(start) {
            let size = first.position.size();
            let run = queries[start..].iter().take_while(|q| q.position.size() == size).count();
            let queries = &queries[start..start + run];
            self.evaluate_same_size(queries, seeds.map(|seeds| seeds.get(start..).unwrap_or_default()))?;
            let out = out.get_mut(start..start + run).unwrap_or_default();
            let inputs = &self.settings.inputs;
            for ((query, pending), out) in queries.iter().zip(&self.pending).zip(out) {
                match query.position.is_over() {
                    true => conversion::count_finished(query.position, out),
                    false => {
                        conversion::to_evaluation(query, &pending.output, self.confidence_scale, inputs, out);
                    }
                }
            }
            start += run;
        }
        Ok(())
    }
}
