//! How a network evaluators.

use network::Profile;
use search::Advantage;
use serde::{Deserialize, Serialize};

use super::SettingsError;

/// What can be set about a network as a judge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NnSettings {
    pub symmetries: Symmetries,
    /// Above 1 all moves look more alike, below 1 the best ones stand out more.
    pub policy_temperature: f32,
    /// The share of the policy that hopes for the best, from 0 to 1, in networks that have one: it looks deeper where
    /// something may be found.
    pub optimism: f32,
    /// The same where a search begins.
    pub root_optimism: f32,
    /// Where a search begins, a network's answer is the mean over this many symmetries, from 1 to 8.
    pub root_symmetries: usize,
    /// Which players a network imitates, if it was made of people's games: `rank_5k`, `preaz_3d` or `proyear_1950`.
    pub profile: Option<String>,
    /// The most that passing may have of the policy, from 0 to 1, so that something else is looked at too.
    pub most_for_pass: f32,
    /// The network is shown that a pass ends the game only where that wins it, so that it does not end a game for
    /// the sake of a point.
    pub ends_only_won_games: bool,
    /// A side that looks further ahead than the other, for networks that know such games: one search's, not a file's.
    #[serde(skip)]
    pub(crate) advantage: Option<Advantage>,
    /// What a draw is worth to White beyond half a win, likewise.
    #[serde(skip)]
    pub(crate) draw_bonus: f32,
    /// Judgements kept for positions that come again; one takes up to 3 KB.
    pub cache: usize,
}

/// Under which symmetries a network sees a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetries {
    /// As it stands.
    None,
    /// Each position under one, drawn from the seed.
    Random,
    /// Under all of them: better, and as many times slower.
    All,
}

impl Default for NnSettings {
    fn default() -> NnSettings {
        NnSettings {
            symmetries: Symmetries::Random,
            policy_temperature: 1.0,
            optimism: 1.0,
            root_optimism: 0.2,
            root_symmetries: 1,
            profile: None,
            most_for_pass: 0.95,
            ends_only_won_games: true,
            advantage: None,
            draw_bonus: 0.0,
            cache: 1 << 15,
        }
    }
}

const MOST_CACHED: usize = 1 << 24;

impl NnSettings {
    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        let wrong = |text| Err(SettingsError::Unusable(text));
        match self {
            s if !(0.01..=100.0).contains(&s.policy_temperature) => {
                wrong("judging.policy_temperature must be from 0.01 to 100")
            }
            s if !(0.0..=1.0).contains(&s.most_for_pass) => {
                wrong("judging.most_for_pass must be from 0 to 1")
            }
            s if !(0.0..=1.0).contains(&s.root_optimism) => {
                wrong("judging.root_optimism must be from 0 to 1")
            }
            s if !(0.0..=1.0).contains(&s.optimism) => wrong("judging.optimism must be from 0 to 1"),
            s if s.profile.as_ref().is_some_and(|name| name.parse::<Profile>().is_err()) => {
                wrong("judging.profile must be one like rank_5k, preaz_3d or proyear_1950")
            }
            s if s.cache > MOST_CACHED => wrong("judging.cache must be at most 16777216"),
            _ => Ok(()),
        }
    }
}
