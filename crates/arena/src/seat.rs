//! Brings an invited player to the board.

use std::time::Duration;

use partner::LoadedNetworks;

use crate::{EnginePlayer, Invitation, Patience, Player, PresetPlayer};

/// A player that did not come.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{player}: {reason}")]
pub struct DidNotCome {
    pub player: String,
    pub reason: String,
}

/// How long an engine may take to load before it counts as broken.
const LOADING: Duration = Duration::from_secs(300);

/// Starts an engine or sets one of our own players up. `time` is the seconds a move that engines are told; `nets`
/// keeps the networks that our own players share.
pub fn seat(
    invitation: &Invitation,
    time: Option<f64>,
    a_move: Duration,
    nets: &LoadedNetworks,
) -> Result<Box<dyn Player>, DidNotCome> {
    let absent = |reason: String| DidNotCome { player: invitation.to_string(), reason };
    match invitation {
        Invitation::Preset(preset) => {
            let player = PresetPlayer::new(preset, nets).map_err(|e| absent(e.to_string()))?;
            Ok(Box::new(player))
        }
        Invitation::Engine(line) => {
            let patience = Patience { a_move, otherwise: LOADING.min(a_move.max(Duration::from_secs(1))) };
            let player = EnginePlayer::start(line, time, patience).map_err(|e| absent(e.to_string()))?;
            Ok(Box::new(player))
        }
    }
}
