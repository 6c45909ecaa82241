//! The settings of a query and their effects.

mod common;

use analysis::Engine;
use common::{default_engine, engine, network_engine, query, said};
use serde_json::Value;

fn ask(engine: &Engine, more: &str) -> Vec<Value> {
    said(engine, query("a", more).as_bytes())
}

fn with(engine: &Engine, settings: &str) -> Vec<Value> {
    ask(engine, &format!(r#""overrideSettings":{{{settings}}}"#))
}

/// The only result, if there is no other output.
fn result(answers: Vec<Value>) -> Value {
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(answers[0]["rootInfo"].is_object(), "{answers:?}");
    answers.into_iter().next().unwrap()
}

fn visits(result: &Value) -> Vec<u64> {
    result["moveInfos"].as_array().unwrap().iter().map(|info| info["visits"].as_u64().unwrap()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn imitating_people_needs_a_network_that_can() {
    for engine in [engine(), network_engine()] {
        for setting in [r#""humanSLProfile":"rank_5k""#, r#""humanSLCpuctExploration":0.5"#] {
            let answers = with(&engine, setting);
            assert_eq!((answers.len(), &answers[0]["field"]), (1, &"overrideSettings".into()), "{answers:?}");
            let error = answers[0]["error"].as_str().unwrap();
            assert!(error.starts_with("Could not set settings: "), "{error}");
        }
    }
    let error = &with(&network_engine(), r#""humanSLProfile":"rank_5k""#)[0]["error"];
    assert!(error.as_str().unwrap().contains("humanSLProfile is specified"), "{error}");
    assert!(with(&network_engine(), r#""humanSLProfile":"emperor""#)[0]["error"].is_string());
    result(with(&network_engine(), r#""humanSLProfile":"""#));
}

#[test]
fn nothing_without_effect_is_taken_quietly() {
    let said = |engine: &Engine, setting: &str| with(engine, setting);
    for (setting, name) in [
        (r#""playoutDoublingAdvantage":2"#, "playoutDoublingAdvantage"),
        (r#""antiMirror":true"#, "antiMirror"),
        (r#""chosenMoveTemperature":1"#, "chosenMoveTemperature"),
        (r#""fillDameBeforePass":true"#, "fillDameBeforePass"),
    ] {
        let answers = said(&engine(), setting);
        assert_eq!(answers.len(), 2, "{setting}: {answers:?}");
        assert!(answers[0]["warning"].as_str().unwrap().contains(name), "{answers:?}");
    }
    let answers = said(&network_engine(), r#""chosenMovePrune":5,"allowResignation":true"#);
    let warning = answers[0]["warning"].as_str().unwrap();
    assert_eq!(warning, "without effect on an analysis: allowResignation, chosenMovePrune");
}

#[test]
fn parameters_of_clients_are_taken() {
    let engine = network_engine();
    for setting in [
        r#""analysisWideRootNoise":0.1"#,
        r#""maxPlayouts":20"#,
        r#""rootNumSymmetriesToSample":8"#,
        r#""conservativePass":false"#,
        r#""drawEquivalentWinsForWhite":0.7"#,
        r#""rootNoiseEnabled":true"#,
        r#""useLcbForSelection":false"#,
        r#""ignorePreRootHistory":false"#,
        r#""antiMirror":true"#,
        r#""playoutDoublingAdvantage":1.5,"playoutDoublingAdvantagePla":"BLACK""#,
    ] {
        result(with(&engine, setting));
    }
    for setting in [r#""rootNumSymmetriesToSample":9"#, r#""cpuctUtilityStdevPrior":0"#, r#""maxPlayouts":0"#]
    {
        assert!(with(&engine, setting)[0]["error"].is_string(), "{setting}");
    }
}

#[test]
fn a_temperature_of_the_root_holds_from_the_first_move() {
    let engine = network_engine();
    let usual = visits(&result(ask(&engine, "")));
    // This network gives all moves similar priors; only a low temperature separates them.
    for cold in [r#""overrideSettings":{"rootPolicyTemperature":0.02}"#, r#""rootPolicyTemperature":0.02"#] {
        assert_ne!(visits(&result(ask(&engine, cold))), usual, "{cold}");
    }
}

#[test]
fn a_doubling_of_visits_is_worth_something_to_its_side() {
    let engine = default_engine();
    let win_rate = |settings: &str| {
        let board =
            r#""boardXSize":9,"boardYSize":9,"rules":"chinese","komi":7,"moves":[["B","E5"],["W","C4"]]"#;
        let settings = format!(r#""overrideSettings":{{{settings}"reportAnalysisWinratesAs":"BLACK"}}"#);
        let query = format!(r#"{{"id":"a",{board},"maxVisits":150,{settings}}}"#);
        number(&result(said(&engine, query.as_bytes()))["rootInfo"]["winrate"])
    };
    let even = win_rate("");
    let black = win_rate(r#""playoutDoublingAdvantage":3,"playoutDoublingAdvantagePla":"B","#);
    let white = win_rate(r#""playoutDoublingAdvantage":3,"playoutDoublingAdvantagePla":"W","#);
    assert!(white + 0.005 < even && even + 0.005 < black, "{white} {even} {black}");
    // Without a side it is the side to move, and a negative advantage is the opposite.
    assert_eq!(win_rate(r#""playoutDoublingAdvantage":3,"#), black);
    assert_eq!(win_rate(r#""playoutDoublingAdvantage":-3,"playoutDoublingAdvantagePla":"W","#), black);
}

#[test]
fn how_a_position_came_about_does_not_matter_unless_asked_for() {
    let engine = network_engine();
    let raw = |moves: &str, more: &str| {
        let result = result(ask(&engine, &format!(r#""moves":{moves}{more}"#)));
        number(&result["rootInfo"]["rawWinrate"])
    };
    let [one, other] = [
        r#"[["B","B2"],["W","C3"],["B","D2"],["W","D4"]]"#,
        r#"[["B","D2"],["W","D4"],["B","B2"],["W","C3"]]"#,
    ];
    assert_eq!(raw(one, ""), raw(other, ""));
    let shown = r#","overrideSettings":{"ignorePreRootHistory":false}"#;
    assert_ne!(raw(one, shown), raw(other, shown));
}

#[test]
fn deviations_and_games_without_result_are_shown() {
    let more = r#""includeOwnership":true,"includeOwnershipStdev":true,"includeMovesOwnershipStdev":true,"includeNoResultValue":true"#;
    let shown = result(ask(&network_engine(), more));
    let deviations: Vec<f64> = shown["ownershipStdev"].as_array().unwrap().iter().map(number).collect();
    assert_eq!(deviations.len(), 25);
    assert!(deviations.iter().all(|x| (0.0..=1.0).contains(x)) && deviations.iter().any(|x| *x > 0.0));
    let first = &shown["moveInfos"][0];
    assert_eq!(first["ownershipStdev"].as_array().unwrap().len(), 25);
    assert!(first["ownership"].is_null(), "nobody asked for it");
    assert!((0.0..=1.0).contains(&number(&first["noResultValue"])));

    let answers = ask(&engine(), more);
    let warnings: Vec<&Value> = answers.iter().filter(|a| a["warning"].is_string()).collect();
    assert_eq!(warnings.len(), 3, "{answers:?}");
    assert!(warnings.iter().all(|w| w["warning"] == "is not known to playouts"));
}
