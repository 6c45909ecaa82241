//! Who evaluates a game.

use board::Size;
use partner::{EvaluatorError, Evaluators, HumanPolicy, LoadedNetworks, Session, Settings};

use crate::ReviewError;

/// A partner's evaluators and how they search, for any number of positions at once.
#[derive(Clone)]
pub struct ReviewEngine {
    settings: Settings,
    evaluators: Evaluators,
    people: Option<HumanPolicy>,
}

impl ReviewEngine {
    /// The evaluators that the settings name.
    pub fn new(settings: Settings, nets: &LoadedNetworks) -> Result<ReviewEngine, EvaluatorError> {
        let evaluators = Evaluators::from_settings(&settings, nets)?;
        Ok(ReviewEngine::with_evaluators(settings, evaluators))
    }

    pub fn with_evaluators(settings: Settings, evaluators: Evaluators) -> ReviewEngine {
        // A review is the same again: chance has no place in it unless somebody asks for another.
        let seed = Some(settings.seed.unwrap_or(1));
        ReviewEngine { settings: Settings { threads: 1, seed, ..settings }, evaluators, people: None }
    }

    /// The same, which also knows what people of each rank would play, by the human network inside. Mistakes of players
    /// whose rank is known are then put into an order for them.
    pub fn with_people(self, nets: &LoadedNetworks) -> Result<ReviewEngine, EvaluatorError> {
        let people = HumanPolicy::included(nets, self.settings.executor)?;
        Ok(ReviewEngine { people: Some(people), ..self })
    }

    pub(crate) fn people(&self) -> Option<&HumanPolicy> {
        self.people.as_ref()
    }

    pub(crate) fn session(&self) -> Session {
        Session::with_evaluators(self.settings.clone(), self.evaluators.clone())
    }

    pub(crate) fn check(&self, size: Size) -> Result<(), ReviewError> {
        if self.evaluators.supports(size) { Ok(()) } else { Err(ReviewError::OtherBoard(size)) }
    }

    /// In a few words.
    pub fn describe(&self) -> String {
        match self.evaluators.net() {
            Some(net) => format!("network {}", net.network().name),
            None => format!("preset {}", self.settings.name),
        }
    }
}
