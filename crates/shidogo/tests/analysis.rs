//! `shidogo analysis` as a client's child process.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

const QUERIES: usize = 5000;
/// Only a program that hangs takes so long: it is ended, so that the test fails instead of hanging too.
const PATIENCE: Duration = Duration::from_secs(300);

fn analysis(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.arg("analysis").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

fn query(id: &str, more: &str) -> String {
    let board = r#""boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[]"#;
    format!(r#"{{"id":"{id}",{board}{more}}}"#)
}

#[test]
fn a_client_may_write_everything_before_it_reads_anything() {
    let mut child = analysis(&["--preset=playout-fast", "--visits=2", "--seed=1", "--analysis-threads=2"]);
    let mut input = child.stdin.take().unwrap();
    let (done, written) = mpsc::channel();
    let writer = thread::spawn(move || {
        let mut lines = vec![query("long", r#","maxVisits":1000000000000"#)];
        lines.extend((0..QUERIES).map(|i| query(&i.to_string(), "")));
        lines.push(r#"{"id":"stop","action":"terminate","terminateId":"long"}"#.into());
        let all = lines.iter().try_for_each(|line| writeln!(input, "{line}"));
        let _ = done.send(all.is_ok());
    });
    let all = written.recv_timeout(PATIENCE);
    if all.is_err() {
        child.kill().unwrap();
    }
    writer.join().unwrap();
    assert_eq!(all, Ok(true), "queries are not read while answers are unread");

    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let answers: Vec<Value> = answers.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    assert!(child.wait().unwrap().success());
    let ids: HashSet<&str> = answers.iter().filter_map(|answer| answer["id"].as_str()).collect();
    assert_eq!((answers.len(), ids.len()), (QUERIES + 2, QUERIES + 2));
    let shown = answers.iter().filter(|answer| answer["rootInfo"].is_object()).count();
    assert_eq!(shown, QUERIES + 1, "all but the answer to the termination");
}

/// KaTrain shows these as its status, and other clients wait for the second.
#[test]
fn it_says_when_it_is_ready_as_katago_does() {
    let output = Command::new(env!("CARGO_BIN_EXE_shidogo"))
        .args(["analysis", "--preset=playout-fast"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("Analysis Engine starting...\nStarted, ready to begin handling requests"),
        "{told}"
    );
    assert!(output.stdout.is_empty());
}
