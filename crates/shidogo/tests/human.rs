//! A human network beside the main one, from outside, called as KataGo is.

#[path = "../../network/tests/writer/mod.rs"]
mod writer;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use writer::{Floats, Plan};

fn shidogo(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that is refused may not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn said(arguments: &[&str], input: &str) -> (String, String) {
    let output = shidogo(arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{arguments:?}: {err}");
    (out, err)
}

/// The only line on stderr of a command that is refused.
fn refused(arguments: &[&str]) -> String {
    let output = shidogo(arguments, "quit\n");
    let err = String::from_utf8(output.stderr).unwrap();
    let told: Vec<&str> = err.lines().filter(|line| !line.contains(": built-in executor")).collect();
    assert!(output.status.code() == Some(2) && told.len() == 1, "{arguments:?}: {err}");
    told[0].to_string()
}

fn write_net(folder: &Path, ranks: bool) -> String {
    let file = folder.join(format!("ranks-{ranks}.bin.gz"));
    let plan = Plan { ranks, ..Plan::of_version(15) };
    std::fs::write(&file, writer::gzip(&plan.write(Floats::Binary).bytes)).unwrap();
    file.to_str().unwrap().to_string()
}

/// The settings of KataGo's example for play like a person's, where they matter here.
const LIKE_5K: &str = "logDir = gtp_logs\nrules = japanese\nmaxVisits = 8\nnumSearchThreads = 1\n\
    delayMoveScale = 2.0\nhumanSLProfile = preaz_5k\nhumanSLChosenMoveProp = 1.0\n\
    humanSLChosenMoveIgnorePass = true\nhumanSLChosenMovePiklLambda = 100000000\n\
    humanSLRootExploreProbWeightless = 0.0\nhumanSLCpuctExploration = 0.50\n\
    humanSLCpuctPermanent = 0.2\nchosenMoveTemperatureEarly = 0.85\n\
    chosenMoveTemperature = 0.70\nchosenMoveTemperatureHalflife = 80\n\
    chosenMoveTemperatureOnlyBelowProb = 0.01  # temperature only starts below this\n\
    chosenMovePrune = 0\nrootNumSymmetriesToSample = 2\nuseLcbForSelection = false\n";

#[test]
fn a_person_plays_over_gtp() {
    let folder = tempfile::tempdir().unwrap();
    let (human, config) = (write_net(folder.path(), true), folder.path().join("human5k.cfg"));
    std::fs::write(&config, LIKE_5K).unwrap();
    let line = ["gtp", "-model", "default", "-human-model", &human, "-config", config.to_str().unwrap()];
    let commands = "boardsize 9\nkata-raw-human-nn 0\ngenmove b\nkata-search_analyze w humanPrior true\n\
        kata-get-param humanSLProfile\nkata-set-param humanSLProfile rank_25k\n\
        kata-set-param humanSLChosenMoveProp 2\nkata-set-param humanSLProfile \"\"\nkata-raw-human-nn 0\n\
        kata-get-models\nquit\n";
    let (out, err) = said(&line, commands);
    let answers: Vec<&str> = out.split("\n\n").collect();
    let raw = answers[1];
    assert!(raw.contains("\nwhiteScore ") && raw.contains("\nwhiteScoreSq "), "{raw}");
    assert!(!raw.contains("whiteLead") && !raw.contains("varTimeLeft"), "{raw}");
    assert!(answers[2].starts_with("= ") && answers[3].contains(" humanPrior 0."), "{out}");
    assert_eq!(answers[4], "= preaz_5k");
    assert!(answers[5].contains("ranks from 20k to 9d") && answers[6].starts_with("? '2'"), "{out}");
    assert_eq!(answers[8], "? Cannot run kata-raw-human-nn, humanSLProfile parameter was not set");
    let models: Value = serde_json::from_str(answers[9].trim_start_matches("= ")).unwrap();
    assert_eq!(models[1]["usesHumanSLProfile"], true);
    assert!(err.contains("not used here: delayMoveScale, logDir"), "{err}");
}

#[test]
fn the_same_seed_gives_the_same_person() {
    let folder = tempfile::tempdir().unwrap();
    let human = write_net(folder.path(), true);
    let config = "humanSLProfile=rank_9k,humanSLChosenMoveProp=1,chosenMoveTemperature=1,\
        chosenMoveTemperatureEarly=1,maxVisits=4";
    let game = |seed: &str| {
        let line =
            ["gtp", "--net", "default", "--human-net", &human, "--seed", seed, "--override-config", config];
        said(&line, &format!("boardsize 9\n{}quit\n", "genmove b\ngenmove w\n".repeat(3))).0
    };
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}

#[test]
fn the_analysis_says_what_people_play() {
    let folder = tempfile::tempdir().unwrap();
    let human = write_net(folder.path(), true);
    let line = ["analysis", "-model", "default", "-human-model", &human, "-override-config", "maxVisits=4"];
    // As KaTrain asks for a move of its player "human".
    let query = r#"{"id":"a","boardXSize":9,"boardYSize":9,"rules":"japanese","moves":[["B","E5"]],
        "includePolicy":true,"overrideSettings":{"humanSLProfile":"rank_8k","ignorePreRootHistory":false,
        "wideRootNoise":0.0,"maxTime":8.0}}"#;
    let (out, err) = said(&line, &query.replace('\n', ""));
    let result: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}"));
    let policy = result["humanPolicy"].as_array().unwrap_or_else(|| panic!("{out}"));
    let sum: f64 = policy.iter().map(|p| p.as_f64().unwrap()).filter(|p| *p > 0.0).sum();
    assert!(policy.len() == 82 && policy[40] == -1.0 && (sum - 1.0).abs() < 1e-4, "{out}");
    assert!(err.contains("not used until humanSLProfile is set"), "{err}");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (human, plain) = (write_net(folder.path(), true), write_net(folder.path(), false));
    let line = |words: &[&str]| refused(&[&["gtp", "--net", "default"], words].concat());
    assert!(line(&["--human-net", "missing.gz"]).contains("missing.gz: there is no such file"));
    assert!(line(&["--human-net", &plain]).contains("is not a human network"));
    let error = line(&["--override-config", "humanSLChosenMoveProp=1"]);
    assert!(error.contains("humanSLChosenMoveProp but no human model was specified"), "{error}");
    let error = line(&["--override-config", "humanSLProfile=rank_5k"]);
    assert!(error.contains("model(s) don't use it"), "{error}");
    let error = line(&["--human-net", &human, "--override-config", "humanSLProfile=rank_99k"]);
    assert!(error.contains("use rank_30k to rank_9d"), "{error}");
}
