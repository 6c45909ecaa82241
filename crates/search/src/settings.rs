//! Settings of a search.

use serde::{Deserialize, Serialize};

use crate::advantage::Advantage;
use crate::objective::ObjectiveSettings;
use crate::puct::PuctSettings;
use crate::rave::RaveSettings;

/// Settings of a search; the defaults suit playouts, [`Settings::for_networks`] suits networks.
///
/// A settings file has either a table `rave` or a table `puct`, which chooses the search.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "SettingsFile", into = "SettingsFile")]
pub struct Settings {
    pub algorithm: Algorithm,
    /// The most leaves that a thread collects for one batch.
    pub batch: usize,
    /// What the search maximises.
    pub objective: ObjectiveSettings,
    /// A side that is assumed to have more visits, for evaluators that have no input for it. It belongs to
    /// one search, not to settings in a file, and only the PUCT search uses it.
    pub advantage: Option<Advantage>,
}

/// The two searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Algorithm {
    /// UCT with RAVE, for evaluators whose answers vary: playouts.
    Rave(RaveSettings),
    /// PUCT on a graph, for deterministic evaluators: networks.
    Puct(PuctSettings),
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            algorithm: Algorithm::Rave(RaveSettings::default()),
            batch: 1,
            objective: ObjectiveSettings::default(),
            advantage: None,
        }
    }
}

impl Settings {
    /// Settings that suit networks.
    pub fn for_networks() -> Settings {
        Settings { batch: 16, ..Settings::with_puct(PuctSettings::default()) }
    }

    /// A PUCT search, with everything else as for playouts.
    pub fn with_puct(puct: PuctSettings) -> Settings {
        Settings { algorithm: Algorithm::Puct(puct), ..Settings::default() }
    }

    pub fn with_rave(rave: RaveSettings) -> Settings {
        Settings { algorithm: Algorithm::Rave(rave), ..Settings::default() }
    }

    /// The settings of the PUCT search, if it is chosen.
    pub fn puct(&self) -> Option<&PuctSettings> {
        match &self.algorithm {
            Algorithm::Puct(puct) => Some(puct),
            Algorithm::Rave(_) => None,
        }
    }

    pub fn puct_mut(&mut self) -> Option<&mut PuctSettings> {
        match &mut self.algorithm {
            Algorithm::Puct(puct) => Some(puct),
            Algorithm::Rave(_) => None,
        }
    }
}

/// Settings as written in a file.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SettingsFile {
    batch: usize,
    objective: ObjectiveSettings,
    #[serde(skip_serializing_if = "Option::is_none")]
    rave: Option<RaveSettings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puct: Option<PuctSettings>,
}

/// A file that names both searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("search.rave and search.puct exclude each other")]
struct TwoSearches;

impl Default for SettingsFile {
    fn default() -> SettingsFile {
        let Settings { batch, objective, .. } = Settings::default();
        SettingsFile { batch, objective, rave: None, puct: None }
    }
}

impl TryFrom<SettingsFile> for Settings {
    type Error = TwoSearches;

    fn try_from(file: SettingsFile) -> Result<Settings, TwoSearches> {
        let algorithm = match (file.rave, file.puct) {
            (Some(_), Some(_)) => return Err(TwoSearches),
            (_, Some(puct)) => Algorithm::Puct(puct),
            (rave, None) => Algorithm::Rave(rave.unwrap_or_default()),
        };
        Ok(Settings { algorithm, batch: file.batch, objective: file.objective, advantage: None })
    }
}

impl From<Settings> for SettingsFile {
    fn from(settings: Settings) -> SettingsFile {
        let (rave, puct) = match settings.algorithm {
            Algorithm::Rave(rave) => (Some(rave), None),
            Algorithm::Puct(puct) => (None, Some(puct)),
        };
        SettingsFile { batch: settings.batch, objective: settings.objective, rave, puct }
    }
}
