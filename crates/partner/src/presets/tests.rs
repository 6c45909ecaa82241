//! Settings from presets, files and the command line.

use super::*;
use crate::settings::ResignSettings;

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
