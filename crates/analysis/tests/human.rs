//! Human networks, made here with random weights and run by KataGo: its answers are in `data/human.json`.
//!
//! KataGo 1.17 (Eigen) loaded the files that the writer of the crate `network` makes as `-human-model`. To record its
//! answers again, name it and a network of its own:
//! `KATAGO=… KATAGO_MODEL=….bin.gz cargo test -p analysis --test human -- --ignored record`

mod common;
#[path = "../../network/tests/writer/mod.rs"]
mod writer;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use analysis::{Engine, Options};
use board::{Move, Size};
use common::said;
use partner::{Evaluators, ExecutorKind, LoadedNetworks, Overrides, Settings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use writer::{Floats, Plan};

const PROFILES: [&str; 6] = ["rank_20k", "rank_1d", "rank_9d", "preaz_5k", "proyear_1950", "rank_5k_1d"];
/// How far numbers may be off: f32 on both sides, with additions in another order.
const LIMIT: f64 = 1e-4;

/// One question, and what KataGo answered.
#[derive(Serialize, Deserialize)]
struct Case {
    version: u32,
    profile: String,
    size: usize,
    /// Of alternating colours.
    moves: Vec<String>,
    answer: Answer,
}

/// The fields of human networks, for Black.
#[derive(Serialize, Deserialize, Default)]
struct Answer {
    policy: Vec<f64>,
    winrate: f64,
    score_mean: f64,
    score_stdev: f64,
    st_wr_error: f64,
    st_score_error: f64,
}

impl Answer {
    fn of(said: &Value) -> Answer {
        let short = |x: f64| (x * 1e7).round() / 1e7;
        let root = |field: &str| {
            short(said["rootInfo"][field].as_f64().unwrap_or_else(|| panic!("{field}: {said}")))
        };
        let policy = said["humanPolicy"].as_array().unwrap_or_else(|| panic!("{said}"));
        Answer {
            policy: policy.iter().map(|x| short(x.as_f64().unwrap())).collect(),
            winrate: root("humanWinrate"),
            score_mean: root("humanScoreMean"),
            score_stdev: root("humanScoreStdev"),
            st_wr_error: root("humanStWrError"),
            st_score_error: root("humanStScoreError"),
        }
    }

    /// Points are divided by 20, as the networks' own scales are.
    fn numbers(&self) -> Vec<f64> {
        let points = [self.score_mean, self.score_stdev, self.st_score_error].map(|x| x / 20.0);
        [&self.policy[..], &[self.winrate, self.st_wr_error], &points].concat()
    }

    fn off(&self, other: &Answer) -> f64 {
        let (a, b) = (self.numbers(), other.numbers());
        assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }
}

fn questions() -> Vec<Case> {
    let moves = |size| match size {
        // White has just captured in a ko, and Black's rank sees it.
        9 => "E5 E4 D4 D3 C3 F3 F4 G4 E3 E2 D5 pass G3 E4",
        13 => "D4 K10 K4 D10 G7",
        _ => "Q16 D4 Q3 D16 R5 C14 K10",
    };
    let mut cases = Vec::new();
    // The first versions with the encoder; of later ones, a small board is enough.
    for (version, sizes) in [(15, &[9, 13, 19][..]), (16, &[9]), (17, &[9])] {
        for (size, profile) in sizes.iter().flat_map(|size| PROFILES.map(|profile| (*size, profile))) {
            let moves = moves(size).split(' ').map(String::from).collect();
            cases.push(Case { version, profile: profile.into(), size, moves, answer: Answer::default() });
        }
    }
    cases
}

fn recorded() -> Vec<Case> {
    include_str!("data/human.json").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn query(case: &Case) -> Value {
    let colours = ["B", "W"].iter().cycle();
    let moves: Vec<Value> = colours.zip(&case.moves).map(|(colour, mv)| json!([colour, mv])).collect();
    json!({
        "id": "a", "boardXSize": case.size, "boardYSize": case.size, "rules": "chinese", "komi": 7.5,
        "moves": moves, "maxVisits": 20, "includePolicy": true,
        "overrideSettings": {
            "humanSLProfile": case.profile, "ignorePreRootHistory": false, "reportAnalysisWinratesAs": "BLACK",
        },
    })
}

fn human_net(folder: &Path, version: u32) -> PathBuf {
    let plan = Plan { ranks: true, ..Plan::of_version(version) };
    let file = folder.join(format!("human-v{version}.bin.gz"));
    std::fs::write(&file, writer::gzip(&plan.write(Floats::Binary).bytes)).unwrap();
    file
}

fn engine(human: &Path, more: &str) -> Engine {
    let overrides = Overrides {
        visits: Some(20),
        seed: Some(1),
        net: Some("default".into()),
        human_net: Some(human.to_str().unwrap().into()),
        executor: Some(ExecutorKind::CpuF32),
        ..Overrides::default()
    };
    let settings = Settings::layered("network", Some(more), &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, &LoadedNetworks::default()).unwrap();
    Engine::new(Options::new(settings), evaluators)
}

fn ask(engine: &Engine, query: &Value) -> Value {
    let mut answers = said(engine, query.to_string().as_bytes());
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

#[test]
fn people_play_as_with_katago() {
    let folder = tempfile::tempdir().unwrap();
    let (cases, mut worst) = (recorded(), 0f64);
    assert_eq!(cases.len(), questions().len());
    for group in cases.chunk_by(|a, b| a.version == b.version) {
        let engine = engine(&human_net(folder.path(), group[0].version), "nnRandomize = false");
        for case in group {
            let said = ask(&engine, &query(case));
            let off = Answer::of(&said).off(&case.answer);
            assert!(off < LIMIT, "version {}, {}, {}: {off}", case.version, case.profile, case.size);
            worst = worst.max(off);
            let infos = said["moveInfos"].as_array().unwrap();
            for info in infos {
                let mv = Move::parse(info["move"].as_str().unwrap(), Size::square(case.size).unwrap());
                let from_top = |p: board::Point| (case.size - 1 - p.y()) * case.size + p.x();
                let place = mv.unwrap().point().map_or(case.size * case.size, from_top);
                let off = info["humanPrior"].as_f64().unwrap() - case.answer.policy[place];
                assert!(off.abs() < LIMIT, "{info}");
            }
            assert!(!infos.is_empty());
        }
        // The network listens: ranks differ by more than rounding.
        let [weak, strong] = [&group[0], &group[2]];
        assert!(weak.answer.off(&strong.answer) > 100.0 * LIMIT, "version {}", weak.version);
    }
    println!("{} answers, off by at most {worst:.1e}", cases.len());
}

/// An answer about an empty 9×9 board, or an error.
fn ask_with(engine: &Engine, settings: Value) -> Value {
    let board = json!({
        "id": "a", "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "moves": [],
        "includePolicy": true, "overrideSettings": settings,
    });
    ask(engine, &board)
}

#[test]
fn nobody_is_imitated_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&human_net(folder.path(), 15), "");
    let plain = ask_with(&engine, json!({}));
    assert!(plain["policy"].is_array() && plain["humanPolicy"].is_null(), "{plain}");
    assert!(plain["rootInfo"]["humanWinrate"].is_null() && plain["moveInfos"][0]["humanPrior"].is_null());
    // The profile of one query is not that of the next.
    let human =
        |profile: &str| ask_with(&engine, json!({ "humanSLProfile": profile }))["humanPolicy"].clone();
    let weak = human("rank_20k");
    assert_ne!(weak, human("rank_9d"));
    assert_eq!(weak, human("rank_20k"));
    let models = ask(&engine, &json!({ "id": "m", "action": "query_models" }));
    let uses: Vec<&Value> =
        models["models"].as_array().unwrap().iter().map(|m| &m["usesHumanSLProfile"]).collect();
    assert_eq!(uses, [false, true]);
}

#[test]
fn people_may_choose_the_order_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&human_net(folder.path(), 15), "rootSymmetryPruning = false");
    let numbers = |settings: Value, field: &str| -> Vec<f64> {
        let said = ask_with(&engine, settings);
        let infos = said["moveInfos"].as_array().unwrap_or_else(|| panic!("{said}"));
        infos.iter().map(|info| info[field].as_f64().unwrap()).collect()
    };
    let is_sorted = |numbers: &[f64]| numbers.is_sorted_by(|a, b| a >= b);
    let profile = "preaz_5k";
    assert!(!is_sorted(&numbers(json!({ "humanSLProfile": profile }), "humanPrior")));
    let chosen = json!({ "humanSLProfile": profile, "humanSLChosenMoveProp": 1 });
    assert!(is_sorted(&numbers(chosen.clone(), "humanPrior")));
    assert!(is_sorted(&numbers(chosen, "playSelectionValue")));
}

#[test]
fn visits_may_follow_people() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&human_net(folder.path(), 15), "rootSymmetryPruning = false");
    let looked_at = |share: f64| {
        let said = ask_with(
            &engine,
            json!({ "humanSLProfile": "preaz_5k", "humanSLRootExploreProbWeightless": share, "maxVisits": 60 }),
        );
        let infos = said["moveInfos"].as_array().unwrap_or_else(|| panic!("{said}"));
        let extra = |info: &Value| info["visits"].as_u64().unwrap() - info["edgeVisits"].as_u64().unwrap();
        (infos.iter().map(extra).sum::<u64>(), said["rootInfo"]["visits"].as_u64().unwrap())
    };
    assert_eq!(looked_at(0.0), (0, 60));
    let (extra, visits) = looked_at(0.8);
    assert!(extra >= 30 && visits <= 30, "{extra} of 60 visits only looked, {visits} counted");
}

#[test]
fn mistakes_are_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(&human_net(folder.path(), 15), "");
    for (settings, part) in [
        (json!({ "humanSLProfile": "rank_31k" }), "use rank_30k to rank_9d"),
        (json!({ "humanSLProfile": "rank_25k" }), "ranks from 20k to 9d"),
        (json!({ "humanSLProfile": "emperor" }), "use rank_30k to rank_9d"),
        (json!({ "humanSLChosenMoveProp": 1.5 }), "use 0.0 to 1.0"),
        (json!({ "humanSLChosenMovePiklLambda": -1 }), "use 0.0 to 1e9"),
        (json!({ "humanSLChosenMoveIgnorePass": "perhaps" }), "use true or false"),
    ] {
        let said = ask_with(&engine, settings);
        let error = said["error"].as_str().unwrap_or_else(|| panic!("{said}"));
        assert!(error.contains(part) && said["field"] == "overrideSettings", "{error}");
    }
    let plain = folder.path().join("plain.bin.gz");
    std::fs::write(&plain, Plan::of_version(15).write(Floats::Binary).bytes).unwrap();
    let settings = Settings { human_net: Some(plain.to_str().unwrap().into()), ..common::settings() };
    let error = Evaluators::from_settings(&settings, &LoadedNetworks::default()).err().unwrap();
    assert!(error.to_string().contains("is not a human network"), "{error}");
}

#[test]
#[ignore = "records KataGo's answers, and needs KataGo"]
fn record() {
    let program = |key: &str| std::env::var(key).unwrap_or_else(|_| panic!("set {key}"));
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("analysis.cfg");
    let text = "numAnalysisThreads = 1\nnumSearchThreadsPerAnalysisThread = 1\nnnMaxBatchSize = 1\n\
        nnRandomize = false\nlogToStderr = false\nmaxVisits = 20\n";
    std::fs::write(&config, text).unwrap();
    let mut cases = questions();
    for group in cases.chunk_by_mut(|a, b| a.version == b.version) {
        let mut katago = Command::new(program("KATAGO"))
            .args(["analysis", "-model", &program("KATAGO_MODEL"), "-human-model"])
            .arg(human_net(folder.path(), group[0].version))
            .arg("-config")
            .arg(&config)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = katago.stdin.take().unwrap();
        group.iter().for_each(|case| writeln!(input, "{}", query(case)).unwrap());
        drop(input);
        let output = String::from_utf8(katago.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!(output.lines().count(), group.len(), "{output}");
        for (case, line) in group.iter_mut().zip(output.lines()) {
            case.answer = Answer::of(&serde_json::from_str(line).unwrap());
        }
    }
    let lines: Vec<String> = cases.iter().map(|case| serde_json::to_string(case).unwrap() + "\n").collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/human.json");
    std::fs::write(file, lines.concat()).unwrap();
}
