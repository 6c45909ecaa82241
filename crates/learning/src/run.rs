//! The folder of a run, from which it continues after a kill.
//!
//! ```text
//! settings.toml                    what was asked for
//! nets/tiny-g0003-<hash>.safetensors
//! games/0003/<hash>.games          played by network 3
//! log.jsonl                        a line for every generation
//! ```
//!
//! What to do next follows from what is there: games of the newest network until there are enough, then the next network.
//! Nothing else is stored, so nothing can disagree.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use network::Network;
use network::weights::{self, Header, Precision, Stored, Training, WeightsError};
use serde::Serialize;

use crate::examples::Examples;
use crate::game_store::{self, GameStoreError};
use crate::record::Record;
use crate::selfplay::SelfPlayError;
use crate::settings::{RunSettings, RunSettingsError, SelfPlaySettings, TrainingSettings};

pub struct Run {
    folder: PathBuf,
    settings: RunSettings,
    notes: Vec<String>,
}

#[derive(thiserror::Error, Debug)]
pub enum RunError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Settings { path: PathBuf, error: RunSettingsError },
    #[error("{} is a run with other settings: go on without a preset, or in another folder", .0.display())]
    OtherSettings(PathBuf),
    #[error("{} is no run yet: name a preset or a settings file to begin one", .0.display())]
    NoRun(PathBuf),
    #[error("{} has networks already: leave --start out, or take another folder", .0.display())]
    Begun(PathBuf),
    #[error("{} is no network of the kind {architecture}, which this run is for", path.display())]
    OtherArchitecture { path: PathBuf, architecture: String },
    #[error("{}: {error}", path.display())]
    Net { path: PathBuf, error: WeightsError },
    #[error("a network to begin with cannot be made: {0}")]
    First(#[from] nn::BuildError),
    #[error(transparent)]
    NewSettings(#[from] RunSettingsError),
    #[error(transparent)]
    GameStore(#[from] GameStoreError),
    #[error(transparent)]
    Play(#[from] SelfPlayError),
}

/// The games that a network is trained on. Some are held out for validation, always the same ones.
#[derive(Default)]
pub struct ReplayWindow {
    /// By board side.
    pub training: Vec<(usize, Examples)>,
    pub validation: Vec<(usize, Examples)>,
}

impl Run {
    /// Opens the run in a folder, or starts one there.
    pub fn open(folder: &Path, settings: Option<RunSettings>) -> Result<Run, RunError> {
        let path = folder.join("settings.toml");
        let there = match fs::read_to_string(&path) {
            Ok(text) => Some(
                RunSettings::read(&text).map_err(|error| RunError::Settings { path: path.clone(), error })?,
            ),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(RunError::Io { path, error }),
        };
        let (settings, notes) = match (there, settings) {
            (Some((there, _)), Some(asked)) if there != asked => {
                return Err(RunError::OtherSettings(folder.into()));
            }
            (Some(there), _) => there,
            (None, None) => return Err(RunError::NoRun(folder.into())),
            (None, Some(settings)) => {
                settings.check()?;
                let io_error = |error| RunError::Io { path: path.clone(), error };
                fs::create_dir_all(folder).map_err(io_error)?;
                let text = toml::to_string(&settings).map_err(|error| io_error(io::Error::other(error)))?;
                atomic_file::write(&path, text.as_bytes()).map_err(io_error)?;
                (settings, Vec::new())
            }
        };
        Ok(Run { folder: folder.into(), settings, notes })
    }

    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// A line about each name in the folder's settings file that is no longer used.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn games_folder(&self, generation: u32) -> PathBuf {
        self.folder.join("games").join(format!("{generation:04}"))
    }

    /// Networks by generation, the newest last.
    pub fn nets(&self) -> Result<Vec<(u32, PathBuf)>, RunError> {
        let folder = self.folder.join("nets");
        let io_error = |error| RunError::Io { path: folder.clone(), error };
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(io_error)?,
        };
        let mut nets = Vec::new();
        for entry in entries {
            let path = entry.map_err(io_error)?.path();
            nets.extend(self.generation_of(&path).map(|generation| (generation, path)));
        }
        nets.sort();
        Ok(nets)
    }

    fn generation_of(&self, path: &Path) -> Option<u32> {
        let name = path.file_name()?.to_str()?.strip_suffix(&format!(".{}", weights::EXTENSION))?;
        let number = name.strip_prefix(&self.settings.name)?.strip_prefix("-g")?.split('-').next()?;
        number.parse().ok()
    }

    /// The newest network; a random one if there is none yet.
    pub fn newest(&self) -> Result<(u32, Stored), RunError> {
        match self.nets()?.pop() {
            Some((generation, path)) => {
                let stored = weights::load(&path).map_err(|error| RunError::Net { path, error })?;
                Ok((generation, stored))
            }
            None => {
                let training = Training {
                    data: "nothing yet".into(),
                    seed: Some(self.settings.selfplay.seed),
                    ..Training::default()
                };
                self.store(0, &self.random(0)?, training)?;
                self.newest()
            }
        }
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
        if !self.nets()?.is_empty() {
            return Err(RunError::Begun(self.folder.clone()));
        }
        let stored = weights::load(path).map_err(|error| RunError::Net { path: path.into(), error })?;
        let generation = u32::try_from(stored.header.training.generation).unwrap_or(0);
        if stored.header.architecture != self.settings.architecture_at(generation)? {
            let architecture = self.settings.architecture_name_at(generation).into();
            return Err(RunError::OtherArchitecture { path: path.into(), architecture });
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

    pub fn store(&self, generation: u32, network: &Network, training: Training) -> Result<PathBuf, RunError> {
        let folder = self.folder.join("nets");
        fs::create_dir_all(&folder).map_err(|error| RunError::Io { path: folder.clone(), error })?;
        let header = Header {
            name: self.name_of(generation),
            architecture: self.settings.architecture_at(generation)?,
            sizes: self.settings.selfplay.each_size().collect(),
            training: Training { generation: u64::from(generation), ..training },
        };
        let network = Network { name: header.name.clone(), ..network.clone() };
        weights::write(&header, &network, Precision::F32, &folder)
            .map_err(|error| RunError::Net { path: folder, error })
    }

    /// How games are played from here on: a run that continues must not play the same ones again.
    pub fn selfplay_settings(&self, generation: u32) -> Result<SelfPlaySettings, RunError> {
        let begun = (u64::from(generation) << 32) + self.count(generation)?;
        let play = &self.settings.selfplay;
        Ok(SelfPlaySettings { seed: play.seed ^ begun.wrapping_mul(0xd1b5_4a32_d192_ed03), ..play.clone() })
    }

    /// Stores finished games.
    pub fn store_games(&self, generation: u32, games: &[Record]) -> Result<(), RunError> {
        if !games.is_empty() {
            game_store::write(&self.games_folder(generation), games)?;
        }
        Ok(())
    }

    /// How many games of a generation are there.
    pub fn count(&self, generation: u32) -> Result<u64, RunError> {
        let mut count = 0;
        for file in game_store::files(&self.games_folder(generation))? {
            count += game_store::count(&file)?;
        }
        Ok(count)
    }

    /// All games that the network after `generation` learns from.
    pub fn replay_window(&self, generation: u32) -> Result<ReplayWindow, RunError> {
        let generations = self.settings.train.window_at(generation);
        let mut files = Vec::new();
        for generation in (generation + 1).saturating_sub(generations)..=generation {
            files.extend(game_store::files(&self.games_folder(generation))?);
        }
        let mut window = ReplayWindow::default();
        for (file, games) in files.iter().zip(game_store::read_all(&files)) {
            for (i, game) in games?.into_iter().enumerate() {
                let TrainingSettings { validation_share, policy_surprise_weight, .. } = self.settings.train;
                window.add(game, is_held_out(file, i, validation_share), policy_surprise_weight);
            }
        }
        Ok(window)
    }

    /// Adds a line to the log.
    pub fn log(&self, line: &impl Serialize) -> Result<(), RunError> {
        let path = self.folder.join("log.jsonl");
        ledger::append(&path, line).map_err(|error| RunError::Io { path, error })
    }
}

/// Random, but always the same for a game.
fn is_held_out(file: &Path, game: usize, share: f64) -> bool {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (file.file_name(), game).hash(&mut hasher);
    (hasher.finish() >> 11) as f64 / ((1u64 << 53) as f64) < share
}

impl ReplayWindow {
    fn add(&mut self, game: Record, apart: bool, surprise: f64) {
        let side = usize::from(game.side);
        let (all, surprise) =
            if apart { (&mut self.validation, 0.0) } else { (&mut self.training, surprise) };
        let place = all.iter().position(|(s, _)| *s == side).unwrap_or_else(|| {
            all.push((side, Examples::default()));
            all.len() - 1
        });
        all[place].1.add(Arc::new(game), surprise);
    }

    /// Positions to learn from.
    pub fn positions(&self) -> usize {
        self.training.iter().map(|(_, e)| e.len()).sum()
    }

    pub fn games(&self) -> usize {
        self.training.iter().chain(&self.validation).map(|(_, e)| e.games()).sum()
    }
}
