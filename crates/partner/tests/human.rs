//! A partner that plays as people do: a human network with random weights beside the network inside.

#[path = "../../network/tests/writer/mod.rs"]
mod writer;

use std::collections::HashMap;
use std::path::Path;

use board::{Colour, Move, Size};
use partner::{
    Choice, Evaluators, LoadedNetworks, Overrides, Profile, Reason, Session, Settings, ThinkRequest,
};
use writer::{Floats, Plan};

const GAMES: u64 = 400;

fn settings(folder: &Path, seed: u64, more: &str) -> Settings {
    let file = folder.join("human.bin");
    let plan = Plan { ranks: true, ..Plan::of_version(15) };
    std::fs::write(&file, plan.write(Floats::Binary).bytes).unwrap();
    let overrides = Overrides {
        visits: Some(8),
        seed: Some(seed),
        net: Some("default".into()),
        human_net: Some(file.to_str().unwrap().into()),
        ..Overrides::default()
    };
    let more = format!("humanSLProfile = 'rank_12k'\nrootSymmetryPruning = false\n{more}");
    Settings::layered("network", Some(&more), &overrides).unwrap()
}

fn session(folder: &Path, nets: &LoadedNetworks, seed: u64, more: &str) -> Session {
    let settings = settings(folder, seed, more);
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(5).unwrap());
    session
}

#[test]
fn moves_are_played_as_often_as_people_play_them() {
    let (folder, nets) = (tempfile::tempdir().unwrap(), LoadedNetworks::default());
    let temperature = "chosenMoveTemperature = 1\nchosenMoveTemperatureEarly = 1\nnnRandomize = false\n";
    let more = format!("humanSLChosenMoveProp = 1\n{temperature}");
    let session = |seed| session(folder.path(), &nets, seed, &more);
    let human = session(0).human_output(Colour::Black, false).unwrap().unwrap();
    let mut played: HashMap<Move, f32> = HashMap::new();
    for seed in 0..GAMES {
        let decision = session(seed).think(&ThinkRequest::game(Colour::Black)).unwrap();
        let Choice::Play(mv) = decision.choice else { panic!("nobody resigns an empty board") };
        assert_eq!(decision.snapshot.best(), mv);
        assert!(
            matches!(decision.reason, Reason::MostVisited | Reason::HoldsBack { .. }),
            "{:?}",
            decision.reason
        );
        *played.entry(mv).or_default() += 1.0 / GAMES as f32;
    }
    for (mv, prior) in human.priors(Size::square(5).unwrap()) {
        let share = played.get(&mv).copied().unwrap_or(0.0);
        // Four standard deviations.
        let limit = 4.0 * (prior * (1.0 - prior) / GAMES as f32).sqrt() + 1.0 / GAMES as f32;
        assert!((share - prior).abs() < limit, "{mv}: {share} of the games, {prior} of the policy");
    }
}

#[test]
fn a_policy_is_asked_for_a_position_and_a_profile() {
    let (folder, nets) = (tempfile::tempdir().unwrap(), LoadedNetworks::default());
    let session = session(folder.path(), &nets, 1, "");
    let human = session.evaluators().human().unwrap();
    let of = |profile: &str| {
        let profile: Profile = profile.parse().unwrap();
        human.evaluate(session.position(), &profile, 1).unwrap()
    };
    assert_eq!(of("rank_12k"), session.human_output(Colour::Black, false).unwrap().unwrap());
    assert_ne!(of("rank_12k"), of("rank_3d"));
    assert_eq!(of("rank_12k"), of("rank_12k"));
    let sum: f32 = of("rank_3d").priors(session.size()).map(|(_, prior)| prior).sum();
    assert!((sum - 1.0).abs() < 1e-4);
}

#[test]
fn nobody_is_imitated_without_a_profile() {
    let (folder, nets) = (tempfile::tempdir().unwrap(), LoadedNetworks::default());
    let mut session = session(folder.path(), &nets, 1, "humanSLChosenMoveProp = 1");
    let mut settings = session.settings().clone();
    settings.nn.human_profile = None;
    session.set_settings(settings).unwrap();
    assert!(session.human_output(Colour::Black, false).unwrap().is_none());
    let decision = session.think(&ThinkRequest::game(Colour::Black)).unwrap();
    assert_eq!(decision.reason, Reason::MostVisited);
    assert_eq!(decision.choice, Choice::Play(session.snapshot(Colour::Black).best()));
}
