//! A run folder from before the settings had their present names stays readable.

use std::fs;
use std::path::Path;

use learning::{Run, RunSettings, log};

/// Opening a run must not write into the repository.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if path.is_dir() { copy(&path, &to) } else { _ = fs::copy(&path, &to).unwrap() }
    }
}

#[test]
fn an_old_run_folder_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old-run"), folder.path());
    let run = Run::open(folder.path(), None).unwrap();
    let settings = run.settings();
    assert_eq!((settings.games_per_generation, settings.rating.as_ref().unwrap().lookback), (6, 20));
    let play = &settings.selfplay;
    assert_eq!((play.cheap_search_prob, play.cheap_search_visits, play.reduced_visits), (0.75, 4, 2));
    assert_eq!((play.board_sizes.as_slice(), play.games_per_thread), (&[5][..], 4));
    assert_eq!(play.policy_init.as_ref().unwrap().random_move_prob, 0.1);
    let train = &settings.train;
    assert_eq!((train.learning_rate, train.muon_learning_rate, train.adam_learning_rate), (0.04, 0.03, 0.02));
    assert_eq!((train.lr_decay_generations, train.batch_size, train.validation_share), (15.0, 4096, 0.05));
    let note =
        |text: &str| assert!(run.notes().iter().any(|note| note == text), "{text}: {:#?}", run.notes());
    note("train.rate is called learning_rate now");
    note("selfplay.full_share is now cheap_search_prob, 1 minus the old value");
    note("train.takeover no longer exists and is ignored");
    assert_eq!(run.newest().unwrap().1.header.name, "old-g0000");
    assert_eq!(run.count(0).unwrap(), 6);
    assert!(run.replay_window(0).unwrap().positions() > 0);
    // Its networks have become generations, with what its log says of them.
    assert_eq!(run.generations().unwrap(), [0]);
    let line = &log::read(&fs::read_to_string(folder.path().join("log.jsonl")).unwrap())[0];
    assert_eq!(run.log().unwrap(), std::slice::from_ref(line));
    assert_eq!((line.rollbacks, line.ratings[0].won, line.selfplay_seconds), (1, 3, 1.0));
    assert!(line.validation.is_some());
}

#[test]
fn an_old_teacher_is_understood() {
    let text = "name = 'old'\ndescription = ''\narchitecture = 'b6c96-katago'\ngenerations = 4\ngames = 70\n\
        [play]\nsides = [9]\n[play.teaching]\ncoolest = 0.5\nhottest = 1.2\nastray = 0.05\npupil = 0.6\n\
        pupil_visits = 9\n[train]\nfrozen = 0.45\nseconds = 280.0\n";
    let (settings, notes) = RunSettings::read(text).unwrap();
    let distillation = settings.selfplay.distillation.unwrap();
    assert_eq!((distillation.min_temperature, distillation.max_temperature), (0.5, 1.2));
    assert_eq!((distillation.student_prob, distillation.student_visits), (0.6, 9));
    assert_eq!((settings.train.frozen_batch_norm_share, settings.train.max_seconds), (0.45, Some(280.0)));
    assert_eq!(notes.len(), 11, "{notes:#?}");
    // What never was a setting is still a mistake.
    assert!(
        RunSettings::read(&format!("{text}blunders = 3\n")).unwrap_err().to_string().contains("blunders")
    );
}
