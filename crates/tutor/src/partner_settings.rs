//! From a partner in plain words to settings.

use partner::{Character, Overrides, Settings, SteeringAim};

use crate::request::{ObjectiveChoice, PartnerChoice, Strength};
use speech::Refusal;

/// A page must not keep a machine busy for longer.
const LONGEST: f64 = 600.0;
/// Nobody likes to wait longer for a program, whatever a person would do.
const LONGEST_WAIT: f64 = 15.0;
/// The network inside the program.
const NETWORK: &str = "default";

/// The partner that was asked for: like a person of a rank, or the network inside with more or less thought.
pub fn partner_settings(choice: &PartnerChoice) -> Result<Settings, Refusal> {
    let mut settings = without_character(choice)?;
    settings.character.character = choice.character;
    Ok(settings)
}

fn without_character(choice: &PartnerChoice) -> Result<Settings, Refusal> {
    let seconds = choice.seconds;
    if !(0.05..=LONGEST).contains(&seconds) {
        return Err(Refusal::MoveTime);
    }
    let all = std::thread::available_parallelism().map_or(1, |n| n.get());
    let overrides = Overrides { threads: Some(all.div_ceil(2)), ..Overrides::default() };
    if let Some(aim) = choice.steering() {
        return steering(choice, aim, &overrides);
    }
    // Where a result is asked for that nobody can aim at, it plays to win.
    let aim = if choice.aim.steering().is_some() { ObjectiveChoice::Win } else { choice.aim };
    let aim = aim.preset();
    let (visits, early, later) = match choice.strength {
        // A level says itself how much it searches and how much it leaves to chance. The time comes on top: as an override
        // it would take the place of the level's visits.
        Strength::Rank(rank) => {
            let level = Settings::layered(&format!("{rank}+{aim}"), None, &overrides);
            let mut settings = Settings { time: Some(seconds), ..level.map_err(Refusal::error)? };
            (settings.human.thinking_time, settings.human.delay_move_max) = (choice.waits, LONGEST_WAIT);
            return Ok(settings);
        }
        // A beginner's moves are chosen without a search; this one counts and teaches.
        Strength::Beginner | Strength::Gentle => (Some(2), 1.0, 0.7),
        Strength::Easy => (Some(8), 0.8, 0.4),
        Strength::Medium => (Some(50), 0.6, 0.2),
        Strength::Strong => (Some(400), 0.5, 0.1),
        Strength::Strongest => (None, 0.3, 0.0),
    };
    let overrides = Overrides { visits, time: Some(seconds), net: Some(NETWORK.into()), ..overrides };
    let mut settings =
        Settings::layered(&format!("network+{aim}"), None, &overrides).map_err(Refusal::error)?;
    (settings.temperature.early, settings.temperature.later) = (early, later);
    Ok(settings)
}

/// A partner that plays like a person and keeps the game close.
fn steering(choice: &PartnerChoice, aim: SteeringAim, overrides: &Overrides) -> Result<Settings, Refusal> {
    let mut settings = Settings::layered(choice.aim.preset(), None, overrides).map_err(Refusal::error)?;
    settings.time = Some(choice.seconds);
    settings.control.steering.aim = aim;
    if let Strength::Rank(rank) = choice.strength {
        settings.nn.human_profile = Some(format!("rank_{rank}"));
        settings.control.steering.follows_rank = choice.adapts;
    }
    (settings.human.thinking_time, settings.human.delay_move_max) = (choice.waits, LONGEST_WAIT);
    Ok(settings)
}

/// As strong as the program can be; how long it thinks is said with each position.
pub fn strongest() -> Result<Settings, Refusal> {
    let (strength, aim) = (Strength::Strongest, ObjectiveChoice::Win);
    let character = Character::None;
    partner_settings(&PartnerChoice { strength, seconds: 60.0, aim, adapts: false, character, waits: false })
}

#[cfg(test)]
mod tests {
    use board::Rank;
    use partner::ControlMethod;

    use super::*;

    #[test]
    fn every_rank_is_a_partner() {
        for rank in Rank::all() {
            let (strength, aim) = (Strength::Rank(rank), ObjectiveChoice::Recover);
            let waits = rank == Rank::STRONGEST;
            let character = Character::Edge;
            let choice = PartnerChoice { strength, seconds: 1.0, aim, adapts: false, character, waits };
            let settings = partner_settings(&choice).unwrap();
            assert_eq!(settings.nn.human_profile.as_deref(), Some(format!("rank_{rank}").as_str()));
            assert!(settings.visits.is_some() && settings.human_net.is_some(), "{rank}");
            assert_eq!((settings.time, settings.character.character), (Some(1.0), character));
            assert_eq!((settings.human.thinking_time, settings.human.delay_move_max), (choice.waits, 15.0));
        }
    }

    #[test]
    fn a_result_is_aimed_at_from_any_level() {
        let choice = |strength: &str, aim: &str, adapts: bool| {
            let text = format!(
                r#"{{"strength":"{strength}","seconds":1.0,"aim":"{aim}","adapts":{adapts},"waits":true}}"#
            );
            partner_settings(&serde_json::from_str(&text).unwrap()).unwrap()
        };
        for (aim, steered) in [
            ("close", SteeringAim::Half),
            ("lose-by-little", SteeringAim::Lose),
            ("win-by-little", SteeringAim::Win),
            ("lead", SteeringAim::Lead),
        ] {
            let settings = choice("5k", aim, false);
            assert_eq!(
                (settings.control.method, settings.control.steering.aim),
                (ControlMethod::Steer, steered)
            );
            assert_eq!(settings.nn.human_profile.as_deref(), Some("rank_5k"));
            assert!(!settings.control.steering.follows_rank && settings.human.thinking_time);
        }
        assert!(choice("5k", "close", true).control.steering.follows_rank);
        assert!(choice("strongest", "close", false).control.steering.follows_rank);
        for (strength, aim) in [("5k", "win"), ("beginner", "close")] {
            assert_eq!(choice(strength, aim, true).control.method, ControlMethod::None);
        }
    }
}
