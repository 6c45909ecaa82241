//! The protocol from a client's point of view: what is answered, in what order, and when.

mod common;

use common::{Client, Gate, engine, gated, query, said};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use partner::{AreaEvaluator, Evaluators};
use serde_json::Value;

fn ids(values: &[Value]) -> Vec<&str> {
    values.iter().map(|v| v["id"].as_str().unwrap()).collect()
}

#[test]
fn the_most_urgent_position_comes_first() {
    let gate = Gate::default();
    let mut client = Client::connect(gated(&gate));
    client.send(&query("running", ""));
    gate.wait_for(1);
    for (id, more) in [("usual", ""), ("urgent", r#""priority":5"#), ("urgent too", r#""priority":5"#)] {
        client.send(&query(id, more));
    }
    let priorities = r#""moves":[["B","C3"],["W","C2"]],"analyzeTurns":[0,1,2],"priorities":[-1,9,-2]"#;
    client.send(&query("turns", priorities));
    client.settle();
    gate.open();
    let said = client.finish();
    assert_eq!(ids(&said), ["running", "turns", "urgent", "urgent too", "usual", "turns", "turns"]);
    let turns: Vec<_> = said.iter().filter(|v| v["id"] == "turns").map(|v| &v["turnNumber"]).collect();
    assert_eq!(turns, [1, 0, 2]);
}

#[test]
fn waiting_positions_are_terminated_at_once_and_running_ones_soon() {
    let gate = Gate::default();
    let mut client = Client::connect(gated(&gate));
    client.send(&query("running", r#""maxVisits":1000000000"#));
    gate.wait_for(1);
    client.send(&query("waiting", r#""moves":[["B","C3"]],"analyzeTurns":[0,1]"#));
    client.send(r#"{"id":"t","action":"terminate","terminateId":"waiting","turnNumbers":[1]}"#);
    let none = client.hear();
    assert_eq!((&none["id"], &none["turnNumber"]), (&"waiting".into(), &1.into()));
    assert_eq!((&none["noResults"], &none["isDuringSearch"]), (&true.into(), &false.into()));
    assert_eq!(client.hear()["terminateId"], "waiting");
    client.send(r#"{"id":"t","action":"terminate","terminateId":"running"}"#);
    assert_eq!(client.hear()["terminateId"], "running");
    gate.open();
    let said = client.finish();
    assert_eq!(ids(&said), ["running", "waiting"]);
    assert!(said[0]["rootInfo"]["visits"].as_u64().unwrap() < 1000, "{}", said[0]["rootInfo"]);
    assert_eq!(said[0]["isDuringSearch"], false);
}

#[test]
fn all_positions_are_terminated_together() {
    let gate = Gate::default();
    let mut client = Client::connect(gated(&gate));
    client.send(&query("a", r#""maxVisits":1000000000"#));
    gate.wait_for(1);
    client.send(&query("b", ""));
    client.send(&query("c", ""));
    client.send(r#"{"id":"t","action":"terminate_all"}"#);
    let said: Vec<Value> = (0..3).map(|_| client.hear()).collect();
    assert_eq!(ids(&said), ["b", "c", "t"]);
    gate.open();
    assert_eq!(ids(&client.finish()), ["a"]);
}

#[test]
fn a_search_shows_itself_before_its_end() {
    let mut client = Client::connect(engine());
    client.send(&query("a", r#""maxVisits":1000000000,"reportDuringSearchEvery":0.001"#));
    for _ in 0..3 {
        let partial = client.hear();
        assert_eq!(partial["isDuringSearch"], true);
        assert!(partial["rootInfo"]["visits"].as_u64().unwrap() > 0);
    }
    client.send(r#"{"id":"t","action":"terminate","terminateId":"a"}"#);
    let rest = client.finish();
    let last = rest.iter().filter(|v| v["id"] == "a").collect::<Vec<_>>();
    let finished = last.iter().filter(|v| v["isDuringSearch"] == false).count();
    assert_eq!((finished, &last.last().unwrap()["isDuringSearch"]), (1, &false.into()));
}

#[test]
fn several_positions_are_analysed_at_once() {
    let gate = Gate::default();
    let mut client = Client::connect(analysis::Engine { analysis_threads: 3, ..gated(&gate) });
    for id in ["a", "b", "c", "d"] {
        client.send(&query(id, ""));
    }
    gate.wait_for(3);
    gate.open();
    let said = client.finish();
    let mut ids = ids(&said);
    ids.sort_unstable();
    assert_eq!(ids, ["a", "b", "c", "d"]);
}

#[test]
fn the_end_of_the_input_loses_nothing_unless_asked_to() {
    let lines = [query("a", r#""moves":[["B","C3"]],"analyzeTurns":[1,0]"#), query("b", "")].join("\n");
    assert_eq!(ids(&said(&engine(), lines.as_bytes())), ["a", "a", "b"]);

    let gate = Gate::default();
    let mut client = Client::connect(analysis::Engine { quit_without_waiting: true, ..gated(&gate) });
    client.send(&query("a", r#""maxVisits":1000000000"#));
    gate.wait_for(1);
    client.send(&query("b", ""));
    client.close_input();
    gate.open();
    assert!(client.finish().is_empty());
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_answered() {
    let mut input = br#"{"id":"huge","moves":["#.to_vec();
    input.extend(br#"["B","C3"],"#.repeat(1_000_000));
    input.extend(b"]}\n");
    input.extend(query("next", "").into_bytes());
    let said = said(&engine(), &input);
    assert_eq!(said.len(), 2);
    assert!(said[0]["error"].as_str().unwrap().contains("10000000 bytes"));
    assert_eq!(said[1]["id"], "next");
}

/// Fails on boards with a stone in the centre.
struct Faulty;

impl Evaluator for Faulty {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        let middle = board::Point::new(2, 2);
        assert!(queries.iter().all(|q| q.position.board().is_empty(middle)), "as the test wants it");
        AreaEvaluator.evaluate(queries, out)
    }
}

#[test]
fn a_fault_costs_one_position_only() {
    let mut engine = engine();
    engine.evaluators = Evaluators::new(|_| Box::new(Faulty));
    let avoid = r#""avoidMoves":[{"player":"B","moves":["C3"],"untilDepth":99},{"player":"W","moves":["C3"],"untilDepth":99}]"#;
    let lines = [query("bad", r#""moves":[["B","C3"]]"#), query("good", avoid)].join("\n");
    let said = said(&engine, lines.as_bytes());
    assert_eq!(ids(&said), ["bad", "good"]);
    assert!(said[0]["error"].is_string() && said[1]["rootInfo"].is_object(), "{said:?}");
}

/// Answers the first call, and no other.
struct Failing(bool);

impl Evaluator for Failing {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        if std::mem::replace(&mut self.0, true) {
            return Err(EvaluationError::new("the card is gone"));
        }
        AreaEvaluator.evaluate(queries, out)
    }
}

#[test]
fn an_evaluation_that_fails_is_answered_with_an_error() {
    let mut engine = engine();
    engine.evaluators = Evaluators::new(|_| Box::new(Failing(false)));
    let lines = [query("a", ""), query("b", r#""maxVisits":1"#)].join("\n");
    let said = said(&engine, lines.as_bytes());
    assert_eq!(ids(&said), ["a", "b"]);
    for answer in &said {
        assert_eq!(answer["error"], "the evaluation failed: the card is gone", "{said:?}");
        assert!(answer["rootInfo"].is_null(), "nothing is made up");
    }
}

#[test]
fn a_reader_that_has_gone_ends_everything() {
    struct Gone;
    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let lines = [query("a", ""), query("b", r#""maxVisits":1000000000"#), "x".into(), "y".into()].join("\n");
    analysis::serve(lines.as_bytes(), Gone, &engine()).unwrap();
}

/// The connection buffers a few hundred kilobytes each way; queries and answers are several megabytes.
#[test]
fn a_client_may_write_everything_before_it_reads_anything() {
    const QUERIES: usize = 5000;
    let mut client = Client::connect(analysis::Engine { analysis_threads: 2, ..engine() });
    client.send(&query("long", r#""maxVisits":1000000000000"#));
    for i in 0..QUERIES {
        client.send(&query(&i.to_string(), r#""maxVisits":2"#));
    }
    client.send(r#"{"id":"stop","action":"terminate","terminateId":"long"}"#);
    let said = client.finish();
    let shown: std::collections::HashSet<&str> =
        said.iter().filter(|v| v["rootInfo"].is_object()).map(|v| v["id"].as_str().unwrap()).collect();
    assert_eq!((said.len(), shown.len()), (QUERIES + 2, QUERIES + 1));
}
