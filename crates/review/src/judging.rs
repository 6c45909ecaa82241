//! Who judges a game.

use board::Size;
use partner::{JudgeError, Judges, Nets, Session, Settings};

use crate::ReviewError;

/// A partner's judges and how they search, for any number of positions at once.
#[derive(Clone)]
pub struct Judging {
    settings: Settings,
    judges: Judges,
}

impl Judging {
    /// The judges that the settings name.
    pub fn new(settings: Settings, nets: &Nets) -> Result<Judging, JudgeError> {
        let judges = Judges::from_settings(&settings, nets)?;
        Ok(Judging::with_judges(settings, judges))
    }

    pub fn with_judges(settings: Settings, judges: Judges) -> Judging {
        // A review is the same again: chance has no place in it unless somebody asks for another.
        let seed = Some(settings.seed.unwrap_or(1));
        Judging { settings: Settings { threads: 1, seed, ..settings }, judges }
    }

    pub(crate) fn session(&self) -> Session {
        Session::with_judges(self.settings.clone(), self.judges.clone())
    }

    pub(crate) fn check(&self, size: Size) -> Result<(), ReviewError> {
        if self.judges.can_judge(size) { Ok(()) } else { Err(ReviewError::OtherBoard(size)) }
    }

    pub(crate) fn trouble(&self) -> Result<(), ReviewError> {
        self.judges.trouble().map_or(Ok(()), |trouble| Err(ReviewError::Trouble(trouble)))
    }

    /// In a few words.
    pub fn describe(&self) -> String {
        match self.judges.net() {
            Some(net) => format!("network {}", net.network().name),
            None => format!("preset {}", self.settings.name),
        }
    }
}
