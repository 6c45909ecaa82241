//! Settings from presets, files and the command line.

use super::*;
use crate::settings::{CharacterSettings, ResignSettings};

#[test]
fn every_preset_loads_and_carries_its_name() {
    for name in Settings::preset_names() {
        let settings = Settings::preset(name).unwrap();
        assert_eq!(settings.name, name);
        assert!(!settings.description.is_empty());
    }
    let error = Settings::preset("pro").unwrap_err().to_string();
    assert!(error.contains("'pro'") && error.contains("playout-fast"), "{error}");
}

#[test]
fn agents_go_over_presets() {
    let objective = |preset: &str| Settings::preset(preset).unwrap().search.objective;
    assert_eq!((objective("points").lambda, objective("points").mu), (0.5, 0.0));
    assert_eq!((objective("network+greedy").lambda, objective("network+greedy").mu), (1.0, 0.5));
    assert_eq!(objective("playout-fast+win"), search::ObjectiveSettings::default());
    assert_eq!(objective("recover").below, 0.5);
    let settings = Settings::preset("playout-fast+greedy").unwrap();
    assert_eq!((settings.name.as_str(), settings.visits), ("playout-fast+greedy", Some(1000)));
    let overrides = Overrides { net: Some("a.bin.gz".into()), ..Overrides::default() };
    let settings = Settings::layered("greedy", None, &overrides).unwrap();
    assert_eq!((settings.evaluator, settings.search.objective.lambda), (EvaluatorKind::Network, 1.0));
    for unknown in ["playout+pro", "pro+greedy", "greedy+playout", "playout+"] {
        assert!(matches!(Settings::preset(unknown), Err(SettingsError::UnknownPreset(_))), "{unknown}");
    }
}

#[test]
fn characters_go_over_presets() {
    let character = |preset: &str| Settings::preset(preset).unwrap().character;
    for preset in ["12k+centre", "gentle+centre", "playout+centre", "network+greedy+centre", "centre"] {
        assert_eq!(
            character(preset),
            CharacterSettings { character: Character::Centre, ..CharacterSettings::default() }
        );
    }
    assert_eq!(character("gentle"), CharacterSettings::default());
    let read = |text: &str| Settings::layered("12k+edge", Some(text), &Overrides::default());
    let mild = read("characterStrength = 0.25").unwrap().character;
    assert_eq!(mild, CharacterSettings { character: Character::Edge, strength: 0.25, alone: false });
    let error = |text: &str| read(text).unwrap_err().to_string();
    let known = "none, centre, edge, local, tenuki, fighting, peaceful, territory, influence, opener, centre-trained, \
         edge-trained, defence-trained, offence-trained, optimist or pessimist";
    assert_eq!(error("character = \"wild\""), format!("'wild' is not a value for character: use {known}"));
    for bad in ["-0.1", "1.5", "nan"] {
        assert!(error(&format!("characterStrength = {bad}")).ends_with("characterStrength: use 0.0 to 1.0"));
    }
    for unknown in ["12k+none", "none", "12k+center"] {
        let error = Settings::preset(unknown).unwrap_err().to_string();
        assert!(error.contains("add +points, +centre and such"), "{error}");
    }
}

#[test]
fn a_network_is_searched_as_networks_should_be() {
    assert_eq!(Settings::preset("network").unwrap().search, search::Settings::for_networks());
    assert_eq!(Settings::preset("playout").unwrap().search, search::Settings::default());
    let file = "lcbStdevs = 4.0";
    let settings = Settings::layered("network", Some(file), &Overrides::default()).unwrap();
    let network = *settings.search.puct().unwrap();
    assert_eq!((network.lcb_stdevs, network.cpuct_exploration), (4.0, 1.0));
}

#[test]
fn the_command_line_beats_the_file_and_the_file_the_preset() {
    let file = "maxVisits = 50\nsearchRandSeed = 3\nmemoryMB = 300\nresignThreshold = -0.6";
    let settings = Settings::layered("playout", Some(file), &Overrides::default()).unwrap();
    assert_eq!((settings.visits, settings.seed, settings.resign.win_rate), (Some(50), Some(3), 0.2));
    assert_eq!(
        (settings.resign.consecutive_turns, settings.memory_mb),
        (ResignSettings::default().consecutive_turns, Some(300))
    );
    let overrides =
        Overrides { seed: Some(4), resign: Some(false), threads: Some(2), ..Overrides::default() };
    let overrides = Overrides { memory_mb: Some(400), ..overrides };
    let settings = Settings::layered("playout", Some(file), &overrides).unwrap();
    assert_eq!(settings.memory_mb, Some(400));
    assert_eq!((settings.visits, settings.seed, settings.threads), (Some(50), Some(4), 2));
    assert!(!settings.resign.enabled && settings.resign.win_rate == 0.2);
}

#[test]
fn a_limit_replaces_the_limits_below_it() {
    let overrides = Overrides { time: Some(2.0), ..Overrides::default() };
    let settings = Settings::layered("playout", None, &overrides).unwrap();
    assert_eq!((settings.visits, settings.time), (None, Some(2.0)));
}

#[test]
fn networks_are_named_in_every_layer() {
    let file = "nnModelFile = 'a.bin.gz'\nnnExecutor = 'cpu-f32'";
    let settings = Settings::layered("network", Some(file), &Overrides::default()).unwrap();
    assert_eq!(settings.evaluator, EvaluatorKind::Network);
    assert_eq!((settings.net.as_deref(), settings.executor), (Some("a.bin.gz"), ExecutorKind::CpuF32));
    let overrides = Overrides {
        net: Some("b.bin.gz".into()),
        executor: Some(ExecutorKind::Check),
        ..Overrides::default()
    };
    let settings = Settings::layered("network", Some(file), &overrides).unwrap();
    assert_eq!((settings.net.as_deref(), settings.executor), (Some("b.bin.gz"), ExecutorKind::Check));
}

fn notes(preset: &str, file: &str) -> Vec<String> {
    let (_, notes) = Settings::layered_with_notes(preset, Some(file), &Overrides::default()).unwrap();
    notes.iter().map(Note::to_string).collect()
}

#[test]
fn what_means_nothing_is_named() {
    let file = "raveEquivalence = 10.0\nraveExpansionThreshold = 9";
    assert_eq!(
        notes("network", file),
        [
            "the setting raveEquivalence has no effect with this evaluator",
            "the setting raveExpansionThreshold has no effect with this evaluator"
        ]
    );
    assert!(notes("playout", file).is_empty());
    assert_eq!(notes("playout", "playoutDoublingAdvantage = 1.0").len(), 1);
    assert_eq!(notes("network", "criticalityThreshold = 0.5").len(), 1);
    for preset in Settings::preset_names() {
        assert!(notes(preset, "").is_empty(), "{preset}");
    }
}

#[test]
fn older_files_are_read_and_their_words_translated() {
    let old = "visits = 50\nfill_dame = true\n[variety]\nearly = 0.7\n[resign]\nbelow = 0.04\n[judging]\ncache = 1024\n\
               [search]\nbatch = 4\n[search.aim]\nlambda = 0.5\n[search.network]\ncaution = 4.0\nroot_noise = 0.3\n";
    let (settings, notes) =
        Settings::layered_with_notes("network", Some(old), &Overrides::default()).unwrap();
    let new = "maxVisits = 50\nfillDameBeforePass = true\nchosenMoveTemperatureEarly = 0.7\nresignThreshold = -0.92\n\
               nnCacheSizePowerOfTwo = 10\nsearchBatchSize = 4\nlambda = 0.5\nlcbStdevs = 4.0\n\
               rootDirichletNoiseWeight = 0.3\nrootNoiseEnabled = true\n";
    assert_eq!(settings, Settings::layered("network", Some(new), &Overrides::default()).unwrap());
    assert_eq!(notes.len(), 9, "{notes:?}");
    let caution = "the setting search.network.caution is now called lcbStdevs";
    assert!(notes.iter().any(|note| note.to_string() == caution), "{notes:?}");
    // Those of playouts, and a word that has changed.
    let old =
        "judge = 'still'\ncritical = 0.4\n[search]\nrave = 10.0\nfirst_play_reduction = 0.1\nopen_at = 4";
    let new = "evaluator = 'area'\ncriticalityThreshold = 0.4\nraveEquivalence = 10.0\nraveFpuReduction = 0.1\n\
               raveExpansionThreshold = 4";
    let read = |file| Settings::layered("playout", Some(file), &Overrides::default()).unwrap();
    assert_eq!(read(old), read(new));
}

#[test]
fn mistakes_are_one_line() {
    for file in [
        "maxVisits = 0",
        "maxTime = -1.0",
        "maxVists = 3",
        "maxVisits = ",
        "criticalityThreshold = 2.0",
        "memoryMB = 15",
        "[resign]\nbelow = 2.0",
        "resignMinMovesPerBoardArea = 2.0",
        "resignMinScoreDifference = nan",
        "evaluator = 'x'",
        "maxVisits = [1]",
        "evaluator = 'network'\nnnExecutor = 'abacus'",
        "nnModelFile = 'a.bin.gz'",
        "lambda = 0.2\nmu = 0.5",
        "lambda = 2.0",
        "threshold = -1.0",
    ] {
        let error = Settings::layered("playout", Some(file), &Overrides::default()).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
    let threads = Overrides { threads: Some(0), ..Overrides::default() };
    assert!(Settings::layered("playout", None, &threads).is_err());
}

#[test]
fn the_papers_players_have_the_papers_values() {
    use crate::settings::ControlMethod;
    use search::DistanceWeights;
    let of = |name: &str| Settings::preset(name).unwrap();
    for name in Settings::control_names() {
        let settings = of(name);
        assert_eq!((settings.name.as_str(), settings.evaluator), (name, EvaluatorKind::Network));
        assert_eq!(settings.net.as_deref(), Some(network::DEFAULT));
        assert!(!settings.description.is_empty() && !settings.resign.enabled);
        assert_eq!((settings.temperature.early, settings.temperature.later), (0.0, 0.0));
    }
    // Method A: 10 on win rates from 0 to 1, and 100 of 16,000 visits.
    for name in ["naive", "a15", "abc25", "abc35"] {
        let settings = of(name);
        let puct = settings.search.puct().unwrap();
        assert_eq!((puct.cpuct_exploration, puct.win_loss_utility_factor), (10.0, 0.5));
        assert_eq!((puct.cpuct_exploration_log, puct.cpuct_utility_stdev_scale), (0.0, 0.0));
        assert_eq!(settings.control.min_visit_prop * 16_000.0, 100.0);
    }
    assert_eq!(of("naive").control.method, ControlMethod::Nearest);
    for (name, c, alpha, distance) in [
        ("a15", 1.5, 0.0, None),
        ("abc25", 2.5, 0.25, Some(DistanceWeights::PAPER)),
        ("abc35", 3.5, 0.25, Some(DistanceWeights::PAPER)),
    ] {
        let settings = of(name);
        let control = settings.control;
        assert_eq!(
            (control.method, control.gentleness, control.naturalness),
            (ControlMethod::WinRate, c, alpha)
        );
        assert_eq!((settings.weights.distance, settings.weights.line), (distance, None));
        assert_eq!(control.ahead_above, 0.55);
    }
    let endgame = of("endgame").control;
    assert_eq!(endgame.method, ControlMethod::Score);
    let score = endgame.score;
    assert_eq!((score.moves, score.obvious_policy, score.min_policy), (20, 0.9, 0.01));
    assert_eq!((score.max_point_loss, score.from, score.to, score.gamma), (5.0, -10.0, -4.0, 5.0));
}

#[test]
fn control_goes_over_any_evaluator() {
    let playouts = Settings::preset("playout+abc25").unwrap();
    assert_eq!((playouts.evaluator, playouts.net), (EvaluatorKind::Guided, None));
    let search::Algorithm::Rave(rave) = playouts.search.algorithm else { panic!() };
    assert_eq!((rave.exploration, playouts.control.gentleness), (10.0, 2.5));
    let overrides = Overrides { net: Some("a.bin.gz".into()), ..Overrides::default() };
    let (given, notes) = Settings::layered_with_notes("abc25", None, &overrides).unwrap();
    assert_eq!((given.net.as_deref(), notes), (Some("a.bin.gz"), Vec::new()));
    // What a preset has for other evaluators is no news; what a file has is.
    let file = Some("raveExploration = 3.0");
    let (_, notes) = Settings::layered_with_notes("abc25", file, &Overrides::default()).unwrap();
    assert_eq!(notes, [Note::NoEffect("raveExploration")]);
    let both = Settings::preset("abc25+greedy").unwrap();
    assert_eq!((both.control.gentleness, both.search.objective.lambda), (2.5, 1.0));
    assert_eq!(Settings::preset("12k+abc25").unwrap().nn.human_profile.as_deref(), Some("rank_12k"));
}

#[test]
fn bad_control_is_one_line_with_its_range() {
    let error = |preset: &str, file: &str| {
        Settings::layered(preset, Some(file), &Overrides::default()).unwrap_err().to_string()
    };
    assert!(error("abc99", "").contains("naive, a15, abc25, abc35, endgame, close"));
    assert_eq!(
        error("abc25", "distanceWeights = [1.5, 1.25, 1.0, 0.75, 0.5, -0.25, 0.1]"),
        "'[1.5, 1.25, 1.0, 0.75, 0.5, -0.25, 0.1]' is not a value for distanceWeights: use 7 numbers from 0.001 to 1000, or none"
    );
    assert!(error("abc25", "distanceWeights = [1.0]").contains("use 7 numbers"));
    assert!(error("abc25", "lineWeights = [1.0, 0.0]").contains("use 1 to 10 numbers from 0.001 to 1000"));
    for gamma in ["1.0", "0.5", "-2"] {
        assert_eq!(
            error("endgame", &format!("controlGamma = {gamma}")),
            format!("'{gamma}' is not a value for controlGamma: use a number above 1, up to 1000")
        );
    }
    assert_eq!(
        error("endgame", "controlScoreFrom = 0.1\ncontrolScoreTo = 0.4"),
        "no komi allows a result from controlScoreFrom 0.1 to controlScoreTo 0.4: use a range that holds a multiple of 0.5"
    );
    assert!(error("endgame", "controlScoreFrom = 3.0").contains("no komi allows"));
    assert!(error("abc25", "controlGentleness = -1.0").contains("use 0.0 to 12.5"));
    assert!(error("abc25", "positionControl = 'always'").contains("none, nearest, winrate, score or steer"));
    assert!(error("abc25", "controlBehindBelow = 0.6").contains("controlAheadAbove"));
    let lines =
        Settings::layered("network", Some("lineWeights = [0.5, 2.0]"), &Overrides::default()).unwrap();
    assert_eq!(lines.weights.line.unwrap().0[..3], [0.5, 2.0, 2.0]);
}
