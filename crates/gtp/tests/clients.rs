//! What specific clients need: Lizzie, gtp2ogs, gomill, CGOS, KGS; and clients that leave.

use std::io::{Cursor, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use gtp::{Identity, Input, Server};
use partner::{EvaluatorKind, Session, Settings};

fn settings() -> Settings {
    let counting = partner::CountingSettings { visits: 4, ..Default::default() };
    Settings {
        visits: Some(40),
        seed: Some(1),
        evaluator: EvaluatorKind::Area,
        counting,
        ..Settings::default()
    }
}

fn server() -> Server {
    Server::new(Session::new(settings()).unwrap())
}

fn answers(server: Server, input: &str) -> Vec<String> {
    let mut output = Vec::new();
    server.serve(Cursor::new(input.as_bytes().to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap().split_terminator("\n\n").map(str::to_string).collect()
}

#[test]
fn lizzie_takes_it_for_katago_when_it_is_told_to() {
    assert_eq!(answers(server(), "name\nversion\n"), ["= Shidogo", concat!("= ", env!("CARGO_PKG_VERSION"))]);
    let said = answers(server().with_identity(Identity::katago()), "1 name\n2 version\n");
    // Lizzie: the first word after the id starts with KataGo.
    assert!(said[0].split(' ').nth(1).unwrap().starts_with("KataGo"));
    // LizzieYzy: ownership of moves from 1.11 on.
    let version: Vec<u32> =
        said[1].split(' ').nth(1).unwrap().split('.').map(|n| n.parse().unwrap()).collect();
    assert!(version.len() >= 2 && (version[0] > 1 || version[1] > 10), "{version:?}");
}

#[test]
fn figures_are_shown_as_one_side_sees_them_where_that_is_wanted() {
    let lead = |side, colour: &str| -> f64 {
        let input = format!("boardsize 5\nkomi 3.5\nkata-search_analyze {colour} 100 rootInfo true\n");
        let said = answers(server().perspective(side), &input);
        let (_, root) = said[2].split_once("rootInfo").unwrap();
        let words: Vec<&str> = root.split_whitespace().collect();
        let place = words.iter().position(|word| *word == "scoreLead").unwrap();
        words[place + 1].parse().unwrap()
    };
    let (black, white) = (Some(board::Colour::Black), Some(board::Colour::White));
    assert_eq!(lead(None, "b"), -lead(white, "b"));
    assert_eq!([lead(black, "b"), lead(black, "w")], [lead(None, "b"), -lead(None, "w")]);
}

#[test]
fn deviations_of_ownership_and_games_without_a_result_are_shown_when_wanted() {
    let overrides = partner::Overrides {
        visits: Some(24),
        seed: Some(1),
        threads: Some(1),
        net: Some("default".into()),
        ..Default::default()
    };
    let settings = Settings::layered("network", None, &overrides).unwrap();
    let said = |keys: &str| {
        let input = format!("boardsize 9\nplay b E5\nkata-search_analyze w 100 {keys}\n");
        answers(Server::new(Session::new(settings.clone()).unwrap()), &input).remove(2)
    };
    let numbers = |text: &str, name: &str| -> Vec<f64> {
        let words = text.split_whitespace().skip_while(|word| *word != name).skip(1);
        words.map_while(|word| word.parse().ok()).collect()
    };
    let plain = said("ownership true");
    assert!(!plain.contains("wnershipStdev") && !plain.contains("noResultValue"), "{plain}");
    let full = said("ownershipStdev true movesOwnershipStdev true noResultValue true");
    for name in ["ownershipStdev", "movesOwnershipStdev"] {
        let stdev = numbers(&full, name);
        assert_eq!(stdev.len(), 81, "{name}: {full}");
        assert!(stdev.iter().all(|x| (0.0..=1.0).contains(x)), "{name}: {stdev:?}");
    }
    assert!(numbers(&full, "ownershipStdev").iter().any(|x| *x > 0.0), "{full}");
    assert!((0.0..=1.0).contains(&numbers(&full, "noResultValue")[0]), "{full}");
}

/// An output that can be read afterwards.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn gtp2ogs_hears_a_line_for_every_move() {
    let heard = Heard::default();
    let said = answers(
        server().with_chat(heard.clone()),
        "boardsize 5\ngenmove b\nkata-genmove_analyze w 100\nreg_genmove b\ncgos-genmove_analyze b\n",
    );
    let text = String::from_utf8(heard.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    for line in &lines {
        assert!(is_for_gtp2ogs(line), "{line}");
    }
    let first = lines[0].split(" PV ").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(said[1], format!("= {first}"));
}

/// gtp2ogs' expression: `MALKOVICH:Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) ScoreStdev (-?\d+\.\d) PV (.*)`.
fn is_for_gtp2ogs(line: &str) -> bool {
    let decimals = |text: &str, count: usize| {
        let (whole, part) = text.strip_prefix('-').unwrap_or(text).split_once('.').unwrap_or_default();
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        !whole.is_empty() && digits(whole) && digits(part) && part.len() == count
    };
    match line.split(' ').collect::<Vec<_>>()[..] {
        [
            "MALKOVICH:Visits",
            visits,
            "Winrate",
            rate,
            "ScoreLead",
            lead,
            "ScoreStdev",
            stdev,
            "PV",
            _,
            ..,
        ] => {
            visits.parse::<u64>().is_ok()
                && rate.strip_suffix('%').is_some_and(|rate| decimals(rate, 2))
                && decimals(lead, 1)
                && decimals(stdev, 1)
        }
        _ => false,
    }
}

#[test]
fn gomill_and_kgs_get_the_reason_for_the_last_move() {
    let said = answers(
        server(),
        "boardsize 5\ngomill-explain_last_move\nkgs-chat game me Why there?\ngenmove b\n\
         gomill-explain_last_move\nkgs-chat private me why\nkgs-chat game me hello\nkgs-chat\n",
    );
    let played = said[3].strip_prefix("= ").unwrap();
    assert_eq!(said[1], "=");
    assert_eq!(said[2], "= I have not played a move yet.");
    assert!(said[4].starts_with(&format!("= I play {played}: ")), "{said:?}");
    assert_eq!(said[4].lines().next(), Some(said[5].as_str()), "a chat gets the sentence alone");
    let table: Vec<&str> = said[4].lines().skip(1).collect();
    assert!(table[0].starts_with("move") && table[1].starts_with(played), "{said:?}");
    assert!(table[1].ends_with("chosen most-visited"), "{said:?}");
    assert!(said[6].starts_with("= ") && said[6].contains("why"), "{said:?}");
    assert!(said[7].starts_with("? syntax error"), "{said:?}");
}

#[test]
fn cgos_gets_one_line_of_json_and_the_move() {
    let said = answers(server(), "boardsize 5\nkomi 3.5\ncgos-genmove_analyze b\nshowboard\n");
    let lines: Vec<&str> = said[2].lines().collect();
    let [head, json, play] = lines[..] else { panic!("{said:?}") };
    assert_eq!(head.trim_end(), "=");
    let info: serde_json::Value = serde_json::from_str(json).unwrap();
    assert!(info["visits"].as_u64().is_some_and(|visits| visits >= 40), "{info}");
    assert!(info["winrate"].as_f64().is_some_and(|rate| (0.0..=1.0).contains(&rate)), "{info}");
    assert!(info["score"].as_f64().is_some_and(|score| (-25.0..25.0).contains(&score)), "{info}");
    assert_eq!(info["ownership"].as_str().unwrap().len(), 25);
    let moves = info["moves"].as_array().unwrap();
    assert!((1..=10).contains(&moves.len()));
    assert_eq!(play, format!("play {}", moves[0]["move"].as_str().unwrap()));
    // The variation follows the move and does not repeat it.
    assert!(!moves[0]["pv"].as_str().unwrap().starts_with(moves[0]["move"].as_str().unwrap()));
    assert!(said[3].contains("1 moves played"), "{said:?}");
}

/// A client that sends one line after another on request, and then hangs up.
struct Slow {
    says: Receiver<&'static [u8]>,
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let text = self.says.recv().unwrap_or_default();
        buffer[..text.len()].copy_from_slice(text);
        Ok(text.len())
    }
}

impl Input for Slow {
    fn comes_at_once(&self) -> bool {
        false
    }
}

/// An output that does something once when a word is written.
struct Reacting<F: FnOnce()> {
    word: &'static str,
    react: Option<F>,
    said: Vec<u8>,
}

impl<F: FnOnce()> Write for Reacting<F> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.said.extend(bytes);
        if String::from_utf8_lossy(&self.said).contains(self.word) {
            self.react.take().into_iter().for_each(|react| react());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Watches an endless search until the client leaves in its own way.
fn leaves_during_a_search(first: &'static [u8], leave: &'static [u8]) -> String {
    let session = Session::new(Settings { visits: None, ..settings() }).unwrap();
    let (client, says) = channel();
    client.send(first).unwrap();
    let react = move || {
        if !leave.is_empty() {
            client.send(leave).unwrap();
        }
    };
    let mut output = Reacting { word: "info move", react: Some(react), said: Vec::new() };
    Server::new(session).serve_client(Slow { says }, &mut output).unwrap();
    String::from_utf8(output.said).unwrap()
}

#[test]
fn a_client_that_hangs_up_ends_the_search() {
    let said = leaves_during_a_search(b"boardsize 5\nkata-genmove_analyze b 1\n", b"");
    assert!(said.contains("\nplay ") && said.ends_with("\n\n"), "{said}");
}

#[test]
fn quit_ends_the_search() {
    let said = leaves_during_a_search(b"boardsize 5\n1 kata-genmove_analyze b 1\n", b"2 name\n3 quit\n");
    assert!(said.contains("\nplay ") && said.ends_with("=2 Shidogo\n\n=3\n\n"), "{said}");
    // Commands that are still waiting do not take long either.
    let said = leaves_during_a_search(b"kata-genmove_analyze b 1\n", b"genmove w\n");
    assert_eq!(said.matches("\n\n= ").count(), 1, "{said}");
}

#[test]
fn a_script_gets_its_moves_in_full() {
    let played = |input: &str| -> u64 {
        let said = answers(server(), input);
        let words: Vec<&str> = said[1].split_whitespace().collect();
        let place = words.iter().position(|word| *word == "rootInfo").unwrap();
        words[place + 2].parse().unwrap()
    };
    assert_eq!(played("boardsize 5\nkata-genmove_analyze b 1000 rootInfo true\nquit\n"), 40);
}

#[test]
fn a_client_can_ask_for_a_close_game() {
    let said = answers(
        server(),
        "boardsize 5\nkata-set-param positionControl nearest\ngenmove b\ngomill-explain_last_move\n\
         kata-set-param controlGamma 1\nkata-set-param distanceWeights 1 2 -3 4 5 6 7\n",
    );
    let played = said[2].strip_prefix("= ").unwrap();
    let row = said[3].lines().nth(2).unwrap();
    assert!(row.starts_with(played) && row.ends_with("chosen nearest-even"), "{said:?}");
    assert!(said[4].starts_with('?') && said[4].contains("above 1"), "{said:?}");
    assert!(said[5].starts_with('?'), "{said:?}");
}
