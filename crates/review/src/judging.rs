//! Who judges a game.

use board::Size;
use partner::{EvaluatorError, Evaluators, LoadedNetworks, Session, Settings};

use crate::ReviewError;

/// A partner's judges and how they search, for any number of positions at once.
#[derive(Clone)]
pub struct Judging {
    settings: Settings,
    judges: Evaluators,
}

impl Judging {
    /// The judges that the settings name.
    pub fn new(settings: Settings, nets: &LoadedNetworks) -> Result<Judging, EvaluatorError> {
        let judges = Evaluators::from_settings(&settings, nets)?;
        Ok(Judging::with_evaluators(settings, judges))
    }

    pub fn with_evaluators(settings: Settings, judges: Evaluators) -> Judging {
        // A review is the same again: chance has no place in it unless somebody asks for another.
        let seed = Some(settings.seed.unwrap_or(1));
        Judging { settings: Settings { threads: 1, seed, ..settings }, judges }
    }

    pub(crate) fn session(&self) -> Session {
        Session::with_evaluators(self.settings.clone(), self.judges.clone())
    }

    pub(crate) fn check(&self, size: Size) -> Result<(), ReviewError> {
        if self.judges.supports(size) { Ok(()) } else { Err(ReviewError::OtherBoard(size)) }
    }

    /// In a few words.
    pub fn describe(&self) -> String {
        match self.judges.net() {
            Some(net) => format!("network {}", net.network().name),
            None => format!("preset {}", self.settings.name),
        }
    }
}
