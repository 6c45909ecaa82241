//! The loop of a run that learns from games of people: a part of the training, the next network, and again.
//!
//! All parts together go once through the learning rate schedule. A run that was killed loses one part at most.

use network::Network;
use network::weights::{Stored, Training};
use people::{Game, Part};

use crate::human_examples::HumanExamples;
use crate::log::Generation;
use crate::manifest::Manifest;
use crate::observer::{GenerationError, Observer};
use crate::promotion::publish;
use crate::run::{Run, RunError};
use crate::settings::HumanSettings;
use crate::train::{Span, TrainingData, train_on};

/// Continues a run to the last generation of its settings, or for `more` networks.
pub fn make_human_generations(
    run: &Run,
    settings: &HumanSettings,
    games: &[Game],
    more: Option<u32>,
    observer: &mut impl Observer,
) -> Result<(), GenerationError> {
    let run_settings = run.settings();
    let sides = || run_settings.selfplay.each_size();
    let training = HumanExamples::new(games, sides(), Part::Training, settings);
    let validation = HumanExamples::new(games, sides(), Part::HeldOut, settings);
    let data = TrainingData { training: &training, validation: &validation };
    let (first, _) = run.newest()?;
    let last = more.map_or(run_settings.generations, |more| first.saturating_add(more));
    if first < last {
        observer.begins(&format!("training on {:?}", nn::torch::best_device()));
    }
    let mut log = run.log()?;
    publish(run, &log)?;
    for generation in first + 1..=last {
        let (_, before) = run.newest()?;
        let part = |generation: u32| (f64::from(generation) / f64::from(run_settings.generations)).min(1.0);
        let span = Span { start: part(generation - 1), end: part(generation) };
        let seed = run_settings.selfplay.seed.wrapping_add(u64::from(generation) << 32);
        let train = &run_settings.train;
        let seed_and_threads = (seed, run_settings.selfplay.threads);
        let trained = train_on(&before.network, &data, train, span, seed_and_threads, |step, losses| {
            observer.trained(step, train.steps, losses);
        })?;
        let earlier = &before.header.training;
        let training = Training {
            data: format!("games of people, preset {}", run_settings.name),
            parent: Some(before.header.name.clone()),
            games: games.len() as u64,
            samples: earlier.samples + trained.steps * train.batch_size as u64,
            steps: earlier.steps + trained.steps,
            ..Training::default()
        };
        let network = run.upload(generation, &trained.network, training)?;
        let entry = Generation {
            generation,
            games: games.len(),
            positions: data.training.positions(),
            steps: trained.steps,
            losses: trained.losses,
            validation: trained.validation,
            train_idle: trained.waiting,
            positions_per_second: trained.positions_per_second.round(),
            rollbacks: trained.rollbacks,
            train_seconds: trained.elapsed.as_secs_f64(),
            ..Generation::default()
        };
        let figures = Some(entry.clone());
        run.promote(&Manifest { generation, network, games: Default::default(), figures })?;
        log.push(entry.clone());
        publish(run, &log)?;
        observer.completed(&entry, None);
    }
    Ok(())
}

impl Run {
    /// Begins with a network whose architecture may be smaller than the run's: it takes over all that fits.
    pub fn grow_from(&self, from: &Stored) -> Result<(), RunError> {
        if !self.generations()?.is_empty() {
            return Ok(());
        }
        let architecture = self.settings().architecture_at(0)?;
        let mut network: Network = self.random(0)?;
        match from.header.architecture == architecture {
            true => network.graph_mut().take_over(&from.network.graph),
            false => network.graph_mut().grow_from(&from.network.graph, ".conv2"),
        }
        let training = Training {
            data: "nothing yet".into(),
            parent: Some(from.header.name.clone()),
            ..Training::default()
        };
        self.store(0, &network, training)?;
        Ok(())
    }
}
