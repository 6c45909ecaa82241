//! From a partner in plain words to settings.

use partner::{Overrides, Settings};

use crate::messages::{AimWish, PartnerWish, Strength};

/// A page must not keep a machine busy for longer.
const LONGEST: f64 = 600.0;
/// The network inside the program.
const NETWORK: &str = "default";

/// The partner that was asked for: the network inside, with more or less thought, and more or less left to chance.
pub fn settings(wish: &PartnerWish) -> Result<Settings, String> {
    let seconds = wish.seconds;
    if !(0.05..=LONGEST).contains(&seconds) {
        return Err("A move takes from 0.05 to 600 seconds.".into());
    }
    let aim = match wish.aim {
        AimWish::Win => "win",
        AimWish::Points => "points",
        AimWish::Greedy => "greedy",
        AimWish::Recover => "recover",
    };
    let (visits, early, later) = match wish.strength {
        Strength::Gentle => (Some(2), 1.0, 0.7),
        Strength::Easy => (Some(8), 0.8, 0.4),
        Strength::Medium => (Some(50), 0.6, 0.2),
        Strength::Strong => (Some(400), 0.5, 0.1),
        Strength::Strongest => (None, 0.3, 0.0),
    };
    let all = std::thread::available_parallelism().map_or(1, |n| n.get());
    let overrides = Overrides {
        visits,
        time: Some(seconds),
        threads: Some(all.div_ceil(2)),
        net: Some(NETWORK.into()),
        ..Overrides::default()
    };
    let mut settings =
        Settings::layered(&format!("network+{aim}"), None, &overrides).map_err(|error| error.to_string())?;
    (settings.temperature.early, settings.temperature.later) = (early, later);
    Ok(settings)
}
