//! From a partner in plain words to settings.

use partner::{Overrides, Settings};

use crate::request::{ObjectiveChoice, PartnerChoice, Strength};
use speech::Refusal;

/// A page must not keep a machine busy for longer.
const LONGEST: f64 = 600.0;
/// The network inside the program.
const NETWORK: &str = "default";

/// The partner that was asked for: the network inside, with more or less thought, and more or less left to chance.
pub fn partner_settings(choice: &PartnerChoice) -> Result<Settings, Refusal> {
    let seconds = choice.seconds;
    if !(0.05..=LONGEST).contains(&seconds) {
        return Err(Refusal::MoveTime);
    }
    let (visits, early, later) = match choice.strength {
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
    let mut settings = Settings::layered(&format!("network+{}", choice.aim.word()), None, &overrides)
        .map_err(Refusal::error)?;
    (settings.temperature.early, settings.temperature.later) = (early, later);
    Ok(settings)
}

/// As strong as the program can be; how long it thinks is said with each position.
pub fn strongest() -> Result<Settings, Refusal> {
    let (strength, aim) = (Strength::Strongest, ObjectiveChoice::Win);
    partner_settings(&PartnerChoice { strength, seconds: 60.0, aim })
}
