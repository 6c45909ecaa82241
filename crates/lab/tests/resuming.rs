//! Killed runs, and folders that belong to something else.

mod common;

use std::collections::HashSet;
use std::path::Path;

use common::{lab, sorted};
use lab::{Entry, Experiment, Lab, Ledger, Results, Settings, report};

fn settings(lab: &Lab, experiment: Experiment) -> Settings {
    let name = |i: usize| vec![lab.contenders[i].name.clone()];
    Settings { experiment, strong: name(0), weak: name(1), conditions: lab.conditions.clone() }
}

fn run(folder: &Path, lab: &Lab, experiment: Experiment, games: u32) -> Vec<Entry> {
    let settings = settings(lab, experiment);
    let mut ledger = Ledger::open(folder, &settings).unwrap();
    let done: HashSet<(String, u32)> =
        ledger.entries().iter().map(|entry| (entry.pairing.clone(), entry.game)).collect();
    lab.play(
        games,
        |name, game| done.contains(&(name.to_string(), game)),
        |entry, _| Ok(ledger.record(entry)?),
    )
    .unwrap();
    let nets = vec!["S1".to_string(), "W3".to_string()];
    report::write(&settings, &Results::new(nets, &lab.pairings, ledger.entries()), games, folder).unwrap();
    ledger.entries().to_vec()
}

#[test]
fn a_torn_run_goes_on_where_it_was() {
    for experiment in Experiment::ALL {
        let (whole, torn) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let lab = lab(experiment, 1);
        let all = run(whole.path(), &lab, experiment, 1);
        run(torn.path(), &lab, experiment, 1);
        // As after a kill: seven games, and half of the eighth.
        let path = torn.path().join("results.jsonl");
        let text = std::fs::read_to_string(&path).unwrap();
        let ends: Vec<usize> = text.match_indices('\n').map(|(i, _)| i + 1).collect();
        std::fs::write(&path, &text[..(ends[6] + ends[7]) / 2]).unwrap();
        let again = run(torn.path(), &lab, experiment, 1);
        assert_eq!(again[..7], all[..7], "what was there is kept");
        assert_eq!(sorted(again), sorted(all), "{experiment}: the rest is as it would have been");
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(kept.lines().all(|line| serde_json::from_str::<Entry>(line).is_ok()));
        let report = |folder: &Path| std::fs::read_to_string(folder.join("report.md")).unwrap();
        assert_eq!(report(torn.path()), report(whole.path()));
        assert!(!report(whole.path()).contains("not finished"));
    }
}

#[test]
fn more_games_can_be_played_later() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(Experiment::SaiRecovery, 1);
    let few = run(folder.path(), &lab, Experiment::SaiRecovery, 1);
    let more = run(folder.path(), &lab, Experiment::SaiRecovery, 2);
    assert_eq!((few.len(), more.len()), (15, 30));
    assert_eq!(more[..15], few[..]);
}

#[test]
fn folders_are_not_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(Experiment::SaiRecovery, 1);
    let open = |folder: &Path, settings: &Settings| Ledger::open(folder, settings).err().unwrap().to_string();
    let ours = settings(&lab, Experiment::SaiRecovery);
    run(folder.path(), &lab, Experiment::SaiRecovery, 1);
    let mut other = ours.clone();
    other.conditions.visits = 99;
    other.weak[0].sha256 = "f".repeat(64);
    let error = open(folder.path(), &other);
    assert!(
        error.contains("visits 12, not 99") && error.contains("W3 (00000000), not W3 (ffffffff)"),
        "{error}"
    );
    let held = Ledger::open(folder.path(), &ours).unwrap();
    assert!(open(folder.path(), &ours).contains("in use"));
    drop(held);
    let path = folder.path().join("results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{{}}\n{text}")).unwrap();
    assert!(open(folder.path(), &ours).contains("line 1"));
    let (first, lines) = (text.lines().next().unwrap(), text.lines().count());
    std::fs::write(&path, format!("{text}{first}\n")).unwrap();
    let error = open(folder.path(), &ours);
    assert!(error.contains(&format!("line {} is no result of a game", lines + 1)), "{error}");
    let strange = tempfile::tempdir().unwrap();
    std::fs::write(strange.path().join("letter.txt"), "dear").unwrap();
    assert!(open(strange.path(), &ours).contains("is not empty"));
    assert_eq!(std::fs::read_dir(strange.path()).unwrap().count(), 1, "and nothing is left there");
}

/// Settings had other names once.
#[test]
fn old_experiments_are_continued() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(Experiment::SaiRecovery, 1);
    let before = run(folder.path(), &lab, Experiment::SaiRecovery, 1);
    let path = folder.path().join("experiment.json");
    let mut text = std::fs::read_to_string(&path).unwrap();
    for (old, new) in [
        ("varied_moves", "temperature_moves"),
        ("resign_below", "resign_threshold"),
        ("most_moves", "max_moves_per_point"),
    ] {
        assert!(text.contains(new));
        text = text.replace(new, old);
    }
    std::fs::write(&path, text).unwrap();
    assert_eq!(run(folder.path(), &lab, Experiment::SaiRecovery, 1), before);
}
