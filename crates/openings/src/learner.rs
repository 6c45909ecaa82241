//! A player that learns from openings against itself.

use std::ops::Range;

use board::{Colour, Position, splitmix64};
use evaluation::Lead;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::expert::{Expert, ExpertError, Unfinished, on_threads};
use crate::opener::Opener;
use crate::opening::{Player, play};
use crate::settings::{Settings, SettingsError};
use crate::td::{self, Step};
use crate::value_net::ValueNet;

/// Games per point of the learning curve.
const BUCKET: u64 = 50;

/// Some games of a learning curve.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bucket {
    pub games: u64,
    /// The sum of the squared errors of what was expected after the opening, in points, or in percent for win rates.
    pub squared_error: f32,
    /// The sum of the squared outcomes: the error of expecting an even game.
    pub squared_outcome: f32,
    /// The sum of Black's leads, in points.
    pub black_lead: f32,
}

impl Bucket {
    /// The root of the mean squared error.
    pub fn error(&self) -> f32 {
        (self.squared_error / self.games.max(1) as f32).sqrt()
    }
}

/// A player, and how far it has learnt. With the same settings and outcomes, it becomes the same player, however often it
/// was interrupted.
#[derive(Clone)]
pub struct Learner {
    settings: Settings,
    opener: Opener,
    start: Position,
    games: u64,
    curve: Vec<Bucket>,
    trace: Vec<f32>,
}

impl Learner {
    /// A player that knows nothing.
    pub fn new(settings: Settings) -> Result<Learner, SettingsError> {
        let seed = splitmix64(settings.learning.seed ^ splitmix64(u64::MAX));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Learner::make(settings, 0, Vec::new(), |settings, symmetries| {
            Some(ValueNet::new(settings.network, symmetries, &mut random))
        })
        .map(|learner| learner.unwrap_or_else(|| unreachable!("a network was made")))
    }

    /// A player that has learnt before; `None` if the weights are not those of such a player.
    pub(crate) fn restore(
        settings: Settings,
        games: u64,
        curve: Vec<Bucket>,
        weights: Vec<f32>,
    ) -> Result<Option<Learner>, SettingsError> {
        Learner::make(settings, games, curve, |settings, symmetries| {
            ValueNet::with_weights(settings.network, symmetries, weights)
        })
    }

    fn make(
        settings: Settings,
        games: u64,
        curve: Vec<Bucket>,
        net: impl FnOnce(&Settings, Vec<Vec<usize>>) -> Option<ValueNet>,
    ) -> Result<Option<Learner>, SettingsError> {
        settings.check()?;
        let none = SettingsError::Range("opening.size", "2 to 19");
        let start = settings.opening.start().ok_or(none.clone())?;
        let encoder = settings.encoder().ok_or(none)?;
        let net = net(&settings, encoder.symmetries());
        let learner = |net| Learner {
            opener: Opener::new(encoder, net),
            settings,
            start,
            games,
            curve,
            trace: Vec::new(),
        };
        Ok(net.map(learner))
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Learns on to this many games.
    pub fn set_games(&mut self, games: u64) {
        self.settings.learning.games = games;
    }

    pub fn opener(&self) -> &Opener {
        &self.opener
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Games that it has learnt from.
    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn is_done(&self) -> bool {
        self.games >= self.settings.learning.games
    }

    /// Its learning curve.
    pub fn curve(&self) -> &[Bucket] {
        &self.curve
    }

    /// The numbers of the games from which it learns next.
    pub fn next_games(&self) -> Range<u64> {
        let learning = &self.settings.learning;
        self.games..self.games + learning.batch.min(learning.games.saturating_sub(self.games))
    }

    /// The opening of a game. It depends on the weights and the number.
    pub fn opening(&self, number: u64) -> Result<Unfinished, ExpertError> {
        let learning = &self.settings.learning;
        let player = Player::Learned(&self.opener, learning.exploration);
        let seed = splitmix64(learning.seed ^ splitmix64(number));
        let position = play([player; 2], &self.start, self.settings.opening.moves, seed)?;
        Ok(Unfinished { position, seed: splitmix64(seed) })
    }

    /// Learns from finished games, one after the other. If its weights stop being numbers, which happens when the learning
    /// rate is too high, it is as it was before.
    pub fn learn(&mut self, openings: &[Unfinished], outcomes: &[Lead]) -> Result<(), ExpertError> {
        let before = self.clone();
        for (opening, outcome) in openings.iter().zip(outcomes) {
            if !self.learn_from(&opening.position, *outcome) {
                *self = before;
                return Err(ExpertError::Diverged { player: self.settings.features, games: self.games });
            }
        }
        Ok(())
    }

    /// Whether it is still a player.
    fn learn_from(&mut self, opening: &Position, outcome: Lead) -> bool {
        let (size, predicts) = (self.start.size(), self.settings.network.predicts);
        let (steps, parameters) = (self.steps(opening), self.settings.td());
        let value = predicts.outcome(outcome, size, self.settings.opening.komi);
        let error = td::learn(self.opener.net_mut(), &steps, value, parameters, &mut self.trace);
        let scale = predicts.scale(size);
        if self.games.is_multiple_of(BUCKET) {
            self.curve.push(Bucket::default());
        }
        self.games += 1;
        if let Some(bucket) = self.curve.last_mut() {
            bucket.games += 1;
            bucket.squared_error += (scale * error).powi(2);
            bucket.squared_outcome += (scale * value).powi(2);
            bucket.black_lead += outcome.of(Colour::Black);
        }
        (scale * error).powi(2).is_finite() && self.opener.net().weights().iter().all(|w| w.is_finite())
    }

    /// Every position of an opening, from the empty board on.
    fn steps(&self, opening: &Position) -> Vec<Step> {
        let mut position = self.start.clone();
        let step = |position: &Position| {
            let mut inputs = Vec::new();
            self.opener.encoder().encode(position.board(), position.to_move(), &mut inputs);
            Step { to_move: position.to_move(), inputs }
        };
        let mut steps = vec![step(&position)];
        for (_, m) in opening.moves() {
            position.play_legal(*m);
            steps.push(step(&position));
        }
        steps
    }
}

/// One round: all learners play openings, the expert finishes all of them together, and all learners learn. Returns the
/// number of games. The number of threads changes nothing but the time.
pub fn learn_round(
    learners: &mut [&mut Learner],
    expert: &mut dyn Expert,
    threads: usize,
) -> Result<usize, ExpertError> {
    let games: Vec<(&Learner, u64)> = learners
        .iter()
        .flat_map(|learner| learner.next_games().map(move |game| (&**learner, game)))
        .collect();
    let openings = on_threads(threads, &games, |(learner, game)| learner.opening(*game))?;
    let openings = openings.into_iter().collect::<Result<Vec<_>, _>>()?;
    let outcomes = expert.outcomes(&openings)?;
    let part = learners.len().div_ceil(threads.max(1)).max(1);
    let mut rest = (&openings[..], &outcomes[..]);
    std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for learners in learners.chunks_mut(part) {
            let mut mine = Vec::with_capacity(learners.len());
            for learner in learners {
                let count = learner.next_games().count();
                let (openings, outcomes) = (rest.0.split_at(count), rest.1.split_at(count));
                rest = (openings.1, outcomes.1);
                mine.push((learner, openings.0, outcomes.0));
            }
            let learn = || mine.into_iter().try_for_each(|(learner, o, leads)| learner.learn(o, leads));
            handles.push(scope.spawn(learn));
        }
        handles.into_iter().try_for_each(|handle| handle.join().map_err(|_| ExpertError::Panicked)?)
    })?;
    Ok(openings.len())
}

#[cfg(test)]
#[path = "learner/tests.rs"]
mod tests;
