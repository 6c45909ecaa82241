//! A learning run, in a folder or an object store, from which it continues after a kill.
//!
//! What to do next follows from what is there: games of the newest generation until there are enough, then the next one.
//! Nothing else is stored, so nothing can disagree. [`crate::layout`] says where things lie.

use std::collections::BTreeMap;
use std::path::Path;

use bucket::{Bucket, BucketError};
use network::Network;
use network::weights::{self, Header, Precision, Stored, Training, WeightsError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game_store::{self, GameStoreError};
use crate::layout;
use crate::log;
use crate::manifest::Manifest;
use crate::record::Record;
use crate::selfplay::SelfPlayError;
use crate::settings::{RunSettings, RunSettingsError, SelfPlaySettings};

pub struct Run {
    bucket: Bucket,
    settings: RunSettings,
    notes: Vec<String>,
}

#[derive(thiserror::Error, Debug)]
pub enum RunError {
    #[error(transparent)]
    Bucket(#[from] BucketError),
    #[error("{key}: {error}")]
    Settings { key: String, error: RunSettingsError },
    #[error("{0} is a run with other settings: go on without a preset, or in another folder")]
    OtherSettings(String),
    #[error("{0} is no run yet: name a preset or a settings file to begin one")]
    NoRun(String),
    #[error("{0} has networks already: leave --start out, or take another folder")]
    Begun(String),
    #[error("{path} is no network of the kind {architecture}, which this run is for")]
    OtherArchitecture { path: String, architecture: String },
    #[error("{key}: {error}")]
    Net { key: String, error: WeightsError },
    #[error("{0}: damaged, or written by another version of the program")]
    Damaged(String),
    #[error("{0} is missing")]
    Missing(String),
    #[error("a network to begin with cannot be made: {0}")]
    First(#[from] nn::BuildError),
    #[error(transparent)]
    NewSettings(#[from] RunSettingsError),
    #[error(transparent)]
    GameStore(#[from] GameStoreError),
    #[error(transparent)]
    Play(#[from] SelfPlayError),
}

impl RunError {
    /// Whether the same may succeed later: the store is away, or does not take it now.
    pub fn may_pass(&self) -> bool {
        matches!(self, RunError::Bucket(error) if error.may_pass())
    }
}

impl Run {
    /// Opens the run in a folder, or starts one there.
    pub fn open(folder: &Path, settings: Option<RunSettings>) -> Result<Run, RunError> {
        Run::at(&folder.to_string_lossy(), settings)
    }

    /// Opens the run at an address, a folder or a URL, or starts one there.
    pub fn at(address: &str, settings: Option<RunSettings>) -> Result<Run, RunError> {
        if let Some(settings) = settings {
            settings.check()?;
            return Run::new(Bucket::open_or_make(address)?, Some(settings));
        }
        match Bucket::open(address) {
            Err(BucketError { cause: bucket::Cause::NoFolder, .. }) => Err(RunError::NoRun(address.into())),
            bucket => Run::new(bucket?, None),
        }
    }

    /// Opens the run in a bucket, or starts one there.
    pub fn new(bucket: Bucket, asked: Option<RunSettings>) -> Result<Run, RunError> {
        let key = format!("{}/{}", bucket.address(), layout::SETTINGS);
        let read = |bytes: Vec<u8>| {
            let text = String::from_utf8_lossy(&bytes);
            RunSettings::read(&text).map_err(|error| RunError::Settings { key: key.clone(), error })
        };
        let mut there = bucket.get(layout::SETTINGS)?.map(read).transpose()?;
        if let (None, Some(asked)) = (&there, &asked) {
            let text = toml::to_string(asked).map_err(|_| RunError::Damaged(key.clone()))?;
            // Somebody else may have begun it meanwhile.
            if !bucket.create(layout::SETTINGS, text.as_bytes())? {
                there = bucket.get(layout::SETTINGS)?.map(read).transpose()?;
            }
        }
        let (settings, notes) = match (there, asked) {
            (Some((there, _)), Some(asked)) if there != asked => {
                return Err(RunError::OtherSettings(bucket.address().into()));
            }
            (Some(there), _) => there,
            (None, Some(asked)) => (asked, Vec::new()),
            (None, None) => return Err(RunError::NoRun(bucket.address().into())),
        };
        Ok(Run { bucket, settings, notes })
    }

    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// A line about each name in the settings file that is no longer used.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub fn address(&self) -> &str {
        self.bucket.address()
    }

    pub fn bucket(&self) -> &Bucket {
        &self.bucket
    }

    fn read<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, RunError> {
        let Some(bytes) = self.bucket.get(key)? else { return Ok(None) };
        serde_json::from_slice(&bytes).map(Some).map_err(|_| RunError::Damaged(key.into()))
    }

    fn to_json(key: &str, value: &impl Serialize) -> Result<Vec<u8>, RunError> {
        let mut bytes = serde_json::to_vec(value).map_err(|_| RunError::Damaged(key.into()))?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Creates an object from a value. False if there is another one already.
    pub(crate) fn create(&self, key: &str, value: &impl Serialize) -> Result<bool, RunError> {
        Ok(self.bucket.create(key, &Run::to_json(key, value)?)?)
    }

    /// The numbers of all generations, the newest last. A run from before there were manifests gets them.
    pub fn generations(&self) -> Result<Vec<u32>, RunError> {
        let numbers = |run: &Run| -> Result<Vec<u32>, RunError> {
            let objects = run.bucket.list(layout::GENERATIONS, None)?;
            let mut numbers: Vec<u32> = objects.iter().filter_map(|o| layout::number(&o.key)).collect();
            numbers.sort_unstable();
            Ok(numbers)
        };
        let there = numbers(self)?;
        match there.is_empty() && self.take_over()? {
            true => numbers(self),
            false => Ok(there),
        }
    }

    /// Promotes the networks of a run from before there were manifests. False if it has none.
    fn take_over(&self) -> Result<bool, RunError> {
        let mut nets = BTreeMap::new();
        for object in self.bucket.list(layout::NETS, None)? {
            if let Some(generation) = self.generation_of(&object.key) {
                nets.insert(generation, object.key);
            }
        }
        let text = match nets.is_empty() {
            true => Vec::new(),
            false => self.bucket.get(layout::LOG)?.unwrap_or_default(),
        };
        let lines = log::read(&String::from_utf8_lossy(&text));
        let mut games = BTreeMap::new();
        // The newest comes last: until it is there, another process may do the same.
        for (generation, network) in &nets {
            let figures = lines.iter().rev().find(|line| line.generation == *generation).cloned();
            let manifest =
                Manifest { generation: *generation, network: network.clone(), games: games.clone(), figures };
            self.create(&layout::generation(*generation), &manifest)?;
            games.insert(*generation, self.count(*generation)?);
        }
        Ok(!nets.is_empty())
    }

    fn generation_of(&self, key: &str) -> Option<u32> {
        let name = key.rsplit('/').next()?.strip_suffix(&format!(".{}", weights::EXTENSION))?;
        let number = name.strip_prefix(&self.settings.name)?.strip_prefix("-g")?.split('-').next()?;
        number.parse().ok()
    }

    /// What is known of a generation; none before it is promoted.
    pub fn manifest(&self, generation: u32) -> Result<Option<Manifest>, RunError> {
        self.read(&layout::generation(generation))
    }

    /// The network of a generation.
    pub fn network(&self, manifest: &Manifest) -> Result<Stored, RunError> {
        let key = &manifest.network;
        let bytes = self.bucket.get(key)?.ok_or_else(|| RunError::Missing(key.clone()))?;
        let checked = weights::check_name(Path::new(manifest.network_file()), &bytes);
        let stored = checked.and_then(|()| weights::read(&bytes));
        stored.map_err(|error| RunError::Net { key: key.clone(), error })
    }

    /// The newest generation; if there is none yet, one with a random network is made.
    pub fn newest_manifest(&self) -> Result<Manifest, RunError> {
        loop {
            if let Some(newest) = self.generations()?.pop() {
                let key = layout::generation(newest);
                return self.manifest(newest)?.ok_or(RunError::Missing(key));
            }
            let training = Training {
                data: "nothing yet".into(),
                seed: Some(self.settings.selfplay.seed),
                ..Training::default()
            };
            self.store(0, &self.random(0)?, training)?;
        }
    }

    /// The newest network; a random one if there is none yet.
    pub fn newest(&self) -> Result<(u32, Stored), RunError> {
        let manifest = self.newest_manifest()?;
        Ok((manifest.generation, self.network(&manifest)?))
    }

    /// What the network of a generation begins its training with: the one before it, or random weights where the trunk
    /// grows; with other heads, what fits.
    pub fn initial_network(&self, generation: u32, before: &Stored) -> Result<Network, RunError> {
        let architecture = self.settings.architecture_at(generation)?;
        if before.header.architecture.trunk != architecture.trunk {
            return self.random(generation);
        }
        if before.header.architecture != architecture {
            let mut network = self.random(generation)?;
            network.graph_mut().take_over(&before.network.graph);
            return Ok(network);
        }
        Ok(before.network.clone())
    }

    pub(crate) fn random(&self, generation: u32) -> Result<Network, RunError> {
        let architecture = self.settings.architecture_at(generation)?;
        Ok(network::random::network(&self.name_of(generation), &architecture, self.settings.selfplay.seed)?)
    }

    /// Starts from an existing network instead of a random one.
    pub fn start_from(&self, path: &Path) -> Result<(), RunError> {
        if !self.generations()?.is_empty() {
            return Err(RunError::Begun(self.address().into()));
        }
        let path_name = path.display().to_string();
        let stored = weights::load(path).map_err(|error| RunError::Net { key: path_name.clone(), error })?;
        let generation = u32::try_from(stored.header.training.generation).unwrap_or(0);
        if stored.header.architecture != self.settings.architecture_at(generation)? {
            let architecture = self.settings.architecture_name_at(generation).into();
            return Err(RunError::OtherArchitecture { path: path_name, architecture });
        }
        let mut network = stored.network;
        if self.settings.objective.is_one_sided() {
            network.forget_objective_side();
        }
        self.store(generation, &network, stored.header.training)?;
        Ok(())
    }

    /// What the network of a generation is called.
    pub fn name_of(&self, generation: u32) -> String {
        format!("{}-g{generation:04}", self.settings.name)
    }

    /// Stores a network, and returns its key. It is no generation before it is promoted.
    pub fn upload(&self, generation: u32, network: &Network, training: Training) -> Result<String, RunError> {
        let header = Header {
            name: self.name_of(generation),
            architecture: self.settings.architecture_at(generation)?,
            sizes: self.settings.selfplay.each_size().collect(),
            training: Training { generation: u64::from(generation), ..training },
        };
        let network = Network { name: header.name.clone(), ..network.clone() };
        let bytes = weights::to_bytes(&header, &network, Precision::F32)
            .map_err(|error| RunError::Net { key: header.name.clone(), error })?;
        let key = format!("{}/{}", layout::NETS, weights::file_name(&header.name, &bytes));
        self.bucket.create(&key, &bytes)?;
        Ok(key)
    }

    /// Makes a network the next generation. False if another process was first.
    pub fn promote(&self, manifest: &Manifest) -> Result<bool, RunError> {
        self.create(&layout::generation(manifest.generation), manifest)
    }

    /// Stores a network and promotes it, as the first of a run. Returns its key.
    pub fn store(&self, generation: u32, network: &Network, training: Training) -> Result<String, RunError> {
        let network = self.upload(generation, network, training)?;
        let manifest =
            Manifest { generation, network: network.clone(), games: BTreeMap::new(), figures: None };
        self.promote(&manifest)?;
        Ok(network)
    }

    /// How games are played from here on: a run that continues must not play the same ones again.
    pub fn selfplay_settings(&self, generation: u32) -> Result<SelfPlaySettings, RunError> {
        let begun = (u64::from(generation) << 32) + self.count(generation)?;
        let play = &self.settings.selfplay;
        Ok(SelfPlaySettings { seed: play.seed ^ begun.wrapping_mul(0xd1b5_4a32_d192_ed03), ..play.clone() })
    }

    /// Stores finished games.
    pub fn store_games(&self, manifest: &Manifest, games: &[Record]) -> Result<(), RunError> {
        if !games.is_empty() {
            let (name, bytes) = game_store::pack(games, Some(manifest.network_file()))?;
            self.bucket.create(&format!("{}/{name}", layout::games(manifest.generation)), &bytes)?;
        }
        Ok(())
    }

    /// The keys of all batches of games of a generation.
    pub fn batches(&self, generation: u32) -> Result<Vec<String>, RunError> {
        let objects = self.bucket.list(&layout::games(generation), None)?;
        Ok(objects.into_iter().map(|object| object.key).filter(|key| game_store::is_name(key)).collect())
    }

    /// How many games of a generation are there, by what their batches say.
    pub fn count(&self, generation: u32) -> Result<u64, RunError> {
        let mut count = 0;
        for key in self.batches(generation)? {
            count += self.count_batch(&key)?;
        }
        Ok(count)
    }

    /// How many games a batch says it has, by its name or, if that is old, by its header.
    pub(crate) fn count_batch(&self, key: &str) -> Result<u64, RunError> {
        match game_store::count_by_name(key) {
            Some(games) => Ok(games),
            // Damaged batches count for nothing; they are set aside when they are read.
            None => Ok(self.bucket.get(key)?.map_or(0, |bytes| game_store::count(&bytes).unwrap_or(0))),
        }
    }

    /// What the log says: all generations that were trained, with their rating games.
    pub fn log(&self) -> Result<Vec<log::Generation>, RunError> {
        let generations = self.generations()?;
        // What was written before there were manifests, of networks that may be gone.
        let before = self.bucket.get(layout::LOG)?.unwrap_or_default();
        let before = log::read(&String::from_utf8_lossy(&before));
        let mut lines: BTreeMap<u32, _> = before.into_iter().map(|line| (line.generation, line)).collect();
        for generation in generations {
            if let Some(figures) = self.manifest(generation)?.and_then(|manifest| manifest.figures) {
                lines.insert(generation, self.with_ratings(figures)?);
            }
        }
        Ok(lines.into_values().collect())
    }

    /// A line of the log with the rating games that came after the promotion.
    pub(crate) fn with_ratings(&self, line: log::Generation) -> Result<log::Generation, RunError> {
        match self.read(&layout::rating(line.generation))? {
            Some(ratings) => Ok(log::Generation { ratings, ..line }),
            None => Ok(line),
        }
    }
}
