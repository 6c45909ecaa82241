//! Starts a player.

use std::time::Duration;

use partner::LoadedNetworks;

use crate::beginner_player::BeginnerPlayer;
use crate::engine_player::{EnginePlayer, Timeouts};
use crate::player::Player;
use crate::player_spec::PlayerSpec;
use crate::preset_player::PresetPlayer;

/// A player that could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{player}: {reason}")]
pub struct PlayerStartError {
    pub player: String,
    pub reason: String,
}

/// How long an engine may take to start.
const LOADING: Duration = Duration::from_secs(300);

/// Starts an engine or one of our own players. `time` is the time per move in seconds for engines; `nets`
/// holds the networks that our own players share.
pub fn start_player(
    spec: &PlayerSpec,
    time: Option<f64>,
    genmove: Duration,
    nets: &LoadedNetworks,
) -> Result<Box<dyn Player>, PlayerStartError> {
    let absent = |reason: String| PlayerStartError { player: spec.to_string(), reason };
    match spec {
        PlayerSpec::Preset(preset) => {
            let player = PresetPlayer::new(preset, nets).map_err(|e| absent(e.to_string()))?;
            Ok(Box::new(player))
        }
        PlayerSpec::Beginner(spec) => Ok(Box::new(BeginnerPlayer::new(*spec))),
        PlayerSpec::Engine(line) => {
            let timeout = Timeouts { genmove, other: LOADING.min(genmove.max(Duration::from_secs(1))) };
            let player = EnginePlayer::start(line, time, timeout).map_err(|e| absent(e.to_string()))?;
            Ok(Box::new(player))
        }
    }
}
