//! The player that gets the characters of an experiment.

use anyhow::{Context, bail};
use arena::{PlayerSpec, Preset};
use partner::{Evaluators, LoadedNetworks, Overrides, Settings};

use crate::player;

pub struct BasePlayer {
    pub preset: Preset,
    pub nets: LoadedNetworks,
}

impl BasePlayer {
    /// With as many visits as were asked for, as the player itself has, or by default 100, in a quick check 8.
    pub fn new(player: &str, visits: Option<u64>, quick: bool) -> anyhow::Result<BasePlayer> {
        let PlayerSpec::Preset(mut preset) = player.parse().context("--player")? else {
            bail!("--player must be one of our own: use net:FILE, level:RANK or preset:NAME");
        };
        let is_level = player.starts_with("level:");
        let usual = if quick { 8 } else { 100 };
        if preset.time.is_none() {
            preset.visits = visits.or(preset.visits).or((!is_level).then_some(usual));
        }
        preset.threads = preset.threads.or(Some(1));
        let base = BasePlayer { preset, nets: LoadedNetworks::default() };
        player::evaluators(&base.preset.settings().context("--player")?, &base.nets)?;
        Ok(base)
    }

    /// The network inside, which measures everybody alike.
    pub fn network_inside(&self) -> anyhow::Result<Evaluators> {
        let overrides = Overrides { net: Some("default".into()), ..Overrides::default() };
        player::evaluators(&Settings::layered("network", None, &overrides)?, &self.nets)
    }
}
