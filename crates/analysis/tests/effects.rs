//! Each parameter of KataGo's that clients send changes what it says it changes.

mod common;

use analysis::Engine;
use common::{network_engine, query, said};
use serde_json::Value;

fn ask(engine: &Engine, settings: &str, more: &str) -> Value {
    let comma = if more.is_empty() { "" } else { "," };
    let more = format!(r#""overrideSettings":{{{settings}}}{comma}{more}"#);
    let answers = said(engine, query("a", &more).as_bytes());
    assert!(answers.len() == 1 && answers[0]["rootInfo"].is_object(), "{answers:?}");
    answers.into_iter().next().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn moves(result: &Value) -> &Vec<Value> {
    result["moveInfos"].as_array().unwrap()
}

fn visits(result: &Value) -> Vec<u64> {
    moves(result).iter().map(|info| info["visits"].as_u64().unwrap()).collect()
}

#[test]
fn max_playouts_ends_a_search() {
    let result = ask(&network_engine(), r#""maxPlayouts":17"#, "");
    assert_eq!(result["rootInfo"]["visits"], 17);
}

#[test]
fn wide_root_noise_looks_at_more_moves() {
    let engine = network_engine();
    // A cold policy has one favourite, so that a search without noise looks at little else.
    let looked_at = |noise: &str| {
        let settings = format!(r#""rootPolicyTemperature":0.02,"analysisWideRootNoise":{noise}"#);
        visits(&ask(&engine, &settings, "")).iter().filter(|visits| **visits > 0).count()
    };
    let (without, with) = (looked_at("0"), looked_at("2"));
    assert!(with > without, "{with} moves with noise, {without} without");
}

#[test]
fn all_symmetries_of_the_root_together_see_a_mirrored_board_alike() {
    let engine = network_engine();
    let raw = |symmetries: u32, at: &str| {
        let settings = format!(r#""nnRandomize":false,"rootNumSymmetriesToSample":{symmetries}"#);
        let result = ask(&engine, &settings, &format!(r#""moves":[["B","{at}"]]"#));
        number(&result["rootInfo"]["rawWinrate"])
    };
    assert!((raw(1, "A2") - raw(1, "E4")).abs() > 1e-5, "one symmetry tells them apart");
    assert!((raw(8, "A2") - raw(8, "E4")).abs() < 1e-5, "{} {}", raw(8, "A2"), raw(8, "E4"));
}

/// Black's win rate for a pass that answers White's, on a board that counts 25 to nothing before komi.
fn pass_after_pass(side: &str, komi: f64, settings: &str) -> f64 {
    let settings = format!(r#"{settings},"reportAnalysisWinratesAs":"{side}""#);
    let position = format!(
        r#""initialStones":[["B","C3"]],"initialPlayer":"W","moves":[["W","pass"]],"rules":"tromp-taylor","komi":{komi},"allowMoves":[{{"player":"B","moves":["pass"],"untilDepth":1}}]"#
    );
    let result = ask(&network_engine(), &settings, &position);
    assert_eq!(moves(&result)[0]["move"], "pass");
    number(&moves(&result)[0]["winrate"])
}

#[test]
fn a_conservative_pass_does_not_end_the_game() {
    assert_eq!(pass_after_pass("BLACK", 7.5, r#""conservativePass":false"#), 1.0);
    let unsure = pass_after_pass("BLACK", 7.5, r#""conservativePass":true"#);
    assert!(unsure < 0.99, "{unsure}: this network cannot know");
}

#[test]
fn a_draw_is_worth_to_white_what_the_setting_says() {
    for wins in ["0", "0.25", "0.5", "1"] {
        let settings = format!(r#""conservativePass":false,"drawEquivalentWinsForWhite":{wins}"#);
        let (wanted, seen): (f64, f64) = (wins.parse().unwrap(), pass_after_pass("WHITE", 25.0, &settings));
        assert!((seen - wanted).abs() < 1e-5, "{wins}: {seen}");
    }
}

#[test]
fn noise_at_the_root_changes_its_visits_only_where_enabled() {
    let engine = network_engine();
    let weight = r#""rootDirichletNoiseWeight":0.9,"rootDirichletNoiseTotalConcentration":1"#;
    // A board without symmetry: no move stands for others.
    let moves = r#""moves":[["B","A2"]]"#;
    let with =
        |enabled: bool| visits(&ask(&engine, &format!(r#"{weight},"rootNoiseEnabled":{enabled}"#), moves));
    let usual = visits(&ask(&engine, "", moves));
    assert_eq!(with(false), usual);
    // The noise has a favourite.
    assert!(with(true).iter().max() > usual.iter().max(), "{:?} {usual:?}", with(true));
}

#[test]
fn bounds_decide_only_where_they_may() {
    let engine = network_engine();
    let first = |use_lcb: bool, turn: &str| {
        let settings = format!(r#""useLcbForSelection":{use_lcb},"maxVisits":60"#);
        let result = ask(&engine, &settings, &format!(r#""moves":[["B","{turn}"]]"#));
        let most = visits(&result).into_iter().max().unwrap();
        (moves(&result)[0]["move"].to_string(), visits(&result)[0] == most)
    };
    let mut differ = 0;
    for turn in ["A1", "B1", "C1", "B2", "C2", "C3", "A2", "A3"] {
        let (by_visits, is_most_visited) = first(false, turn);
        assert!(is_most_visited, "{turn}: {by_visits}");
        differ += usize::from(first(true, turn).0 != by_visits);
    }
    assert!(differ > 0, "bounds never decide");
}
