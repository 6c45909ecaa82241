//! How a network evaluates positions.

use std::fmt;
use std::str::FromStr;

use search::Advantage;

use super::UnknownWord;

/// Settings of a network as an evaluator.
#[derive(Clone, PartialEq, Debug)]
pub struct NnSettings {
    pub symmetries: Symmetries,
    /// Temperature of the policy: above 1 it is flatter, below 1 sharper.
    pub policy_temperature: f32,
    /// Share of the optimistic policy, from 0 to 1, in networks that have one.
    pub policy_optimism: f32,
    /// The same at the root.
    pub root_policy_optimism: f32,
    /// At the root, evaluations are averaged over this many symmetries, from 1 to 8.
    pub root_num_symmetries: usize,
    /// Whom a network that was trained on human games imitates: `rank_5k`, `preaz_3d` or `proyear_1950`.
    pub human_profile: Option<String>,
    /// The largest prior that a pass may have, so that other moves are searched too.
    pub max_pass_policy: f32,
    /// Shows the network that a pass ends the game only where that wins it.
    pub passing_hacks: bool,
    /// Playout doubling advantage, for networks that have it as an input. It belongs to one search.
    pub(crate) advantage: Option<Advantage>,
    /// What a draw is worth to White beyond half a win. It belongs to one search.
    pub(crate) draw_bonus: f32,
    /// Size of the cache in evaluations, each up to 3 KB.
    pub cache: usize,
}

/// Under which symmetries a network sees a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetries {
    /// The position as it is.
    None,
    /// One symmetry per position, drawn from the seed.
    Random,
    /// The mean of all: better, and as many times slower.
    All,
}

impl Default for NnSettings {
    fn default() -> NnSettings {
        NnSettings {
            symmetries: Symmetries::Random,
            policy_temperature: 1.0,
            policy_optimism: 1.0,
            root_policy_optimism: 0.2,
            root_num_symmetries: 1,
            human_profile: None,
            max_pass_policy: 0.95,
            passing_hacks: true,
            advantage: None,
            draw_bonus: 0.0,
            cache: 1 << 15,
        }
    }
}

impl fmt::Display for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Symmetries::None => "none",
            Symmetries::Random => "random",
            Symmetries::All => "all",
        })
    }
}

impl FromStr for Symmetries {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Symmetries, UnknownWord> {
        match word {
            "none" => Ok(Symmetries::None),
            "random" => Ok(Symmetries::Random),
            "all" => Ok(Symmetries::All),
            _ => Err(UnknownWord),
        }
    }
}
