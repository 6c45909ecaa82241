//! The content of results.

mod common;

use common::{engine, query, said};
use serde_json::Value;

fn ask(more: &str) -> Value {
    let said = said(&engine(), query("a", more).as_bytes());
    assert_eq!(said.len(), 1, "{said:?}");
    said.into_iter().next().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

/// White has the upper half, Black less.
const LOST: &str = r#""initialStones":[["W","A4"],["W","B4"],["W","C4"],["W","D4"],["W","E4"],["B","A1"]]"#;

#[test]
fn figures_have_the_side_that_was_asked_for() {
    let as_seen = |side: &str, mover: &str| {
        ask(&format!(
            r#"{LOST},"initialPlayer":"{mover}","includeOwnership":true,"overrideSettings":{{"reportAnalysisWinratesAs":"{side}"}}"#
        ))
    };
    for mover in ["B", "W"] {
        let [black, white, own] = ["BLACK", "WHITE", "SIDETOMOVE"].map(|side| as_seen(side, mover));
        let same = if mover == "B" { &black } else { &white };
        assert_eq!(own, *same, "{mover}");
        assert_eq!(own["rootInfo"]["currentPlayer"], mover);
        let (b, w) = (&black["rootInfo"], &white["rootInfo"]);
        assert!(number(&b["winrate"]) < 0.3, "{b}");
        assert!((number(&b["winrate"]) + number(&w["winrate"]) - 1.0).abs() < 1e-5);
        for field in ["scoreLead", "scoreSelfplay", "utility", "rawLead"] {
            assert!((number(&b[field]) + number(&w[field])).abs() < 1e-4, "{field}");
            assert!(number(&b[field]) < 0.0, "{field}");
        }
        assert_eq!(b["scoreStdev"], w["scoreStdev"]);
        // From the top left: A5 is White's.
        assert!(number(&black["ownership"][0]) < 0.0 && number(&white["ownership"][0]) > 0.0);
        let (b, w) = (&black["moveInfos"][0], &white["moveInfos"][0]);
        assert!((number(&b["lcb"]) + number(&w["lcb"]) - 1.0).abs() < 1e-5);
        assert!((number(&b["utilityLcb"]) + number(&w["utilityLcb"])).abs() < 1e-4);
    }
}

#[test]
fn moves_come_in_order_with_their_variations() {
    let result = ask(r#""maxVisits":200,"analysisPVLen":2,"includePVVisits":true"#);
    assert_eq!(result["rootInfo"]["visits"], 200);
    let moves = result["moveInfos"].as_array().unwrap();
    assert!(moves.len() > 3);
    for (order, info) in moves.iter().enumerate() {
        assert_eq!(info["order"], order);
        let (pv, visits) = (info["pv"].as_array().unwrap(), info["pvVisits"].as_array().unwrap());
        assert!(pv.len() <= 3 && pv.len() == visits.len(), "{info}");
        assert_eq!((&pv[0], &visits[0]), (&info["move"], &info["visits"]));
    }
    assert!(moves.iter().any(|info| info["pv"].as_array().unwrap().len() == 3));
    let visits: u64 = moves.iter().map(|info| info["visits"].as_u64().unwrap()).sum();
    assert_eq!(visits, 199);
}

#[test]
fn policies_mark_what_cannot_be_played() {
    let result = ask(r#""moves":[["B","A5"],["W","C3"]],"includePolicy":true"#);
    let policy: Vec<f64> = result["policy"].as_array().unwrap().iter().map(number).collect();
    assert_eq!(policy.len(), 26);
    assert_eq!((policy[0], policy[12]), (-1.0, -1.0));
    assert!(policy[1] > 0.0 && policy[25] > 0.0);
    assert!(policy.iter().enumerate().all(|(i, p)| *p >= 0.0 || i == 0 || i == 12));
}

#[test]
fn moves_are_avoided_and_allowed() {
    let moves = |more: &str| -> Vec<String> {
        let result = ask(&format!(r#"{more},"maxVisits":100"#));
        let infos = result["moveInfos"].as_array().unwrap().iter();
        infos.map(|info| info["move"].as_str().unwrap().to_string()).collect()
    };
    let some = r#""moves":["C3","C2","pass"],"untilDepth":1"#;
    let avoided = moves(&format!(r#""avoidMoves":[{{"player":"B",{some}}}]"#));
    assert!(avoided.len() > 5 && !avoided.iter().any(|m| ["C3", "C2", "pass"].contains(&m.as_str())));
    let allowed = moves(&format!(r#""allowMoves":[{{"player":"B",{some}}}]"#));
    assert!(!allowed.is_empty() && allowed.iter().all(|m| ["C3", "C2", "pass"].contains(&m.as_str())));
    // A filter for the other side does not affect this one.
    assert!(moves(&format!(r#""allowMoves":[{{"player":"W",{some}}}]"#)).len() > 5);
    // No move is allowed: the position itself is still evaluated.
    assert!(moves(r#""allowMoves":[{"player":"B","moves":[],"untilDepth":1}]"#).is_empty());
}

#[test]
fn a_finished_game_is_looked_at_as_if_it_went_on() {
    let result = ask(r#""moves":[["B","C3"],["W","pass"],["B","pass"],["W","pass"]]"#);
    assert_eq!(result["turnNumber"], 4);
    assert!(!result["moveInfos"].as_array().unwrap().is_empty());
}

#[test]
fn equal_positions_have_equal_names() {
    let names = |moves: &str| {
        let result = ask(&format!(r#""moves":{moves}"#));
        let name = |key: &str| result["rootInfo"][key].as_str().unwrap().to_string();
        (name("thisHash"), name("symHash"))
    };
    let a = names(r#"[["B","B2"],["W","C3"],["B","D2"]]"#);
    assert_eq!(a, names(r#"[["B","D2"],["W","C3"],["B","B2"]]"#));
    let turned = names(r#"[["B","D2"],["W","C3"],["B","D4"]]"#);
    assert!(a.0 != turned.0 && a.1 == turned.1);
}

#[test]
fn a_decision_says_what_the_rules_did() {
    let without = ask(r#""maxVisits":100"#);
    assert!(without["decision"].is_null());
    let result =
        ask(r#""maxVisits":200,"includeDecision":true,"overrideSettings":{"positionControl":"nearest"}"#);
    let decision = &result["decision"];
    assert_eq!(decision["rule"], "nearest-even", "{decision}");
    let candidates = decision["candidates"].as_array().unwrap();
    let of = |status: &str| candidates.iter().filter(|c| c["status"] == status).count();
    assert!(of("chosen") == 1 && of("kept") + of("dropped") + 1 == candidates.len(), "{decision}");
    let chosen = candidates.iter().find(|c| c["status"] == "chosen").unwrap();
    assert_eq!(chosen["move"], decision["move"]);
    let distance = |c: &serde_json::Value| (c["winrate"].as_f64().unwrap() - 0.5).abs();
    assert!(candidates.iter().filter(|c| c["status"] == "kept").all(|c| distance(c) >= distance(chosen)));
}
