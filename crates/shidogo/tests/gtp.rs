//! `shidogo gtp` from outside: how it is called, what it says on stderr, and clients that leave.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shidogo"));
    command.arg("gtp").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends everything at once, as a script does.
fn script(arguments: &[&str], commands: &str) -> Output {
    let mut child = start(arguments);
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

const FAST: [&str; 6] = ["--preset", "playout-fast", "--visits", "200", "--seed", "1"];

#[test]
fn it_says_when_it_is_ready_and_stdout_belongs_to_the_protocol() {
    let (said, errors) = texts(&script(&FAST, "name\n"));
    assert_eq!(said, "= Shidogo\n\n");
    // LizGoban waits for these words.
    assert!(errors.contains("GTP ready"), "{errors}");
}

#[test]
fn a_level_is_a_rank() {
    let (said, _) = texts(&script(&["--level", "20k", "--seed", "1"], "boardsize 9\ngenmove b\n"));
    let answers: Vec<&str> = said.split_whitespace().filter(|word| *word != "=").collect();
    assert!(matches!(answers[..], [at] if at.len() == 2), "{said}");
    let refused = script(&["--level", "31k"], "");
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && error.contains("30k to 1k or 1d to 9d"), "{error}");
}

#[test]
fn katagos_command_line_and_configuration_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("gtp.cfg");
    let text = "logDir = logs\nrules = japanese\nmaxVisits = 9\nogsChatToStderr = true\nnumSearchThreads = 1\n\
                reportAnalysisWinratesAs = WHITE\n";
    std::fs::write(&config, text).unwrap();
    let config = config.to_str().unwrap();
    let arguments = ["-model", "default", "-config", config, "-override-config", "maxVisits=7"];
    let asked = "boardsize 5\nkata-get-param maxVisits\nkata-get-rules\ngenmove b\n";
    let (said, errors) = texts(&script(&arguments, asked));
    let answers: Vec<&str> = said.split_terminator("\n\n").collect();
    assert_eq!(answers[1], "= 7");
    assert!(answers[2].contains("TERRITORY"), "{said}");
    assert!(errors.contains("not used here: logDir\n"), "{errors}");
    assert!(errors.lines().any(|line| line.starts_with("MALKOVICH:Visits 7 Winrate ")), "{errors}");
    for wrong in ["rules=rummy", "ogsChatToStderr=maybe", "maxVisits=few"] {
        let output = script(&["-model", "default", "-override-config", wrong], "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{wrong}: {error}");
    }
}

#[test]
fn it_answers_as_katago_when_it_is_told_to() {
    let ours: Vec<&str> = FAST.iter().copied().chain(["--as-katago"]).collect();
    let (said, errors) = texts(&script(&ours, "name\nversion\n"));
    assert!(said.starts_with("= KataGo\n\n= 1."), "{said}");
    // gtp2ogs knows KataGo by this.
    assert!(errors.contains("KataGo"), "{errors}");
    let ours: Vec<&str> = FAST.iter().copied().chain(["-override-version", "0.16"]).collect();
    assert_eq!(texts(&script(&ours, "version\n")).0, "= 0.16\n\n");
}

#[test]
fn a_script_gets_its_move_in_full() {
    let ours: Vec<&str> = FAST.iter().copied().chain(["--ogs-chat"]).collect();
    let (_, errors) = texts(&script(&ours, "boardsize 9\ngenmove b\n"));
    assert!(errors.contains("MALKOVICH:Visits 200 "), "{errors}");
}

/// How long a search that never ends by itself may go on after its client has left, before the test gives up on it.
const PATIENCE: Duration = Duration::from_secs(100);

/// Watches a search, then leaves it with `last`.
fn leave(last: &str) {
    let mut child = start(&["--preset", "playout-fast", "--visits", "4000000000"]);
    let mut client = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    client.write_all(b"boardsize 9\nkata-genmove_analyze b 100\n").unwrap();
    let reports = said.by_ref().map(Result::unwrap).filter(|line| line.starts_with("info "));
    assert_eq!(reports.take(3).count(), 3);
    client.write_all(last.as_bytes()).unwrap();
    drop(client);
    let (done, end) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(said.map(Result::unwrap).collect::<Vec<_>>()));
    let rest = end.recv_timeout(PATIENCE);
    let _ = child.kill();
    child.wait().unwrap();
    assert!(rest.unwrap().iter().any(|line| line.starts_with("play ")));
}

#[test]
fn a_client_that_hangs_up_ends_the_search() {
    leave("");
}

#[test]
fn quit_ends_the_search() {
    leave("quit\n");
}
