//! Whole conversations, checked against files.
//!
//! A line that starts with `> ` is sent by the client, with `\t`, `\r` and `\xNN` for invisible characters;
//! the answer follows. `#!` lines at the top are settings. With `# mask` on a client's line, points and
//! numbers in the answer do not matter. `UPDATE_EXPECT=1 cargo test -p gtp` rewrites the files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use network::architecture::Architecture;
use network::weights::{self, Header, Precision, Training};
use partner::{Overrides, Session, Settings};

const STILL: &str = "evaluator = 'area'\nmaxVisits = 40\nsearchRandSeed = 1\ncountingVisits = 8\n";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// A conversation from a file.
struct Transcript {
    path: PathBuf,
    text: String,
}

impl Transcript {
    fn all() -> Vec<Transcript> {
        let files = fs::read_dir(folder("transcripts")).unwrap().map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|e| e == "gtp")).collect();
        paths.sort();
        paths.into_iter().map(|path| Transcript { text: fs::read_to_string(&path).unwrap(), path }).collect()
    }

    fn head(&self) -> Vec<&str> {
        self.text.lines().take_while(|line| !line.starts_with("> ")).collect()
    }

    fn sent(&self) -> Vec<&str> {
        self.text
            .lines()
            .filter_map(|line| line.strip_prefix('>').map(|l| l.strip_prefix(' ').unwrap_or(l)))
            .collect()
    }

    /// The `#!` lines, on top of the preset named by a first line `#! preset = 'NAME'`; `$NET` is a small
    /// random network.
    fn settings(&self, scratch: &Path) -> Settings {
        let head = self.head();
        let own: Vec<&str> = head.iter().filter_map(|l| l.strip_prefix("#!")).map(str::trim).collect();
        let (preset, own) = match own.split_first() {
            Some((first, rest)) if first.starts_with("preset") => (first.split('\'').nth(1).unwrap(), rest),
            _ => ("playout-fast", &own[..]),
        };
        let mut text = if own.is_empty() { STILL.to_string() } else { own.join("\n") };
        if text.contains("$NET") {
            text = text.replace("$NET", random_net(scratch).to_str().unwrap());
        }
        Settings::layered(preset, Some(&text), &Overrides::default()).unwrap()
    }

    /// Runs the conversation and records it.
    fn hold(&self, scratch: &Path) -> String {
        let here = [("$DATA", folder("data")), ("$DIR", scratch.to_path_buf())];
        let input: String = self.sent().iter().map(|line| format!("{}\n", unescape(line, &here))).collect();
        let mut output = Vec::new();
        gtp::serve(
            std::io::Cursor::new(input.into_bytes()),
            &mut output,
            Session::new(self.settings(scratch)).unwrap(),
        )
        .unwrap();
        let mut output = String::from_utf8(output).unwrap();
        for (name, path) in &here {
            output = output.replace(path.to_str().unwrap(), name);
        }
        assert!(output.is_empty() || output.ends_with("\n\n"), "an answer is not closed");
        let mut answers = output.split_terminator("\n\n");
        let mut text: String = self.head().iter().map(|line| format!("{line}\n")).collect();
        for line in self.sent() {
            text += format!("> {line}").trim_end();
            text += "\n";
            if expects_answer(line) {
                let answer = answers.next().unwrap_or("(no answer)");
                text += &if line.ends_with("# mask") { mask(answer) } else { answer.to_string() };
                text += "\n\n";
            }
        }
        for answer in answers {
            text += &format!("(unexpected) {answer}\n\n");
        }
        text
    }
}

fn random_net(scratch: &Path) -> PathBuf {
    let architecture = Architecture::preset("tiny").unwrap();
    let net = network::random::network("random", &architecture, 1).unwrap();
    let (training, sizes) = (Training::default(), vec![5]);
    let header = Header { name: "random".into(), architecture, sizes, training };
    let path = scratch.join("random.safetensors");
    weights::write_as(&header, &net, Precision::F32, &path).unwrap();
    path
}

fn expects_answer(line: &str) -> bool {
    let command = line.split('#').next().unwrap_or_default();
    !unescape(command, &[]).chars().all(|c| c.is_control() || c.is_whitespace())
}

fn unescape(line: &str, here: &[(&str, PathBuf)]) -> String {
    let mut text = line.replace("\\t", "\t").replace("\\r", "\r");
    while let Some(at) = text.find("\\x") {
        let code = u8::from_str_radix(&text[at + 2..at + 4], 16).unwrap();
        text.replace_range(at..at + 4, &char::from(code).to_string());
    }
    here.iter().fold(text, |text, (name, path)| text.replace(name, path.to_str().unwrap()))
}

/// Keeps the shape of an answer: points become `@`, numbers become `0`, and repetitions are left out.
fn mask(answer: &str) -> String {
    let is_vertex = |w: &str| {
        w == "pass"
            || (w.len() <= 3
                && w.starts_with(|c: char| c.is_ascii_uppercase())
                && w[1..].parse::<u8>().is_ok())
    };
    let mut lines: Vec<String> = Vec::new();
    for line in answer.lines() {
        let mut words: Vec<&str> = Vec::new();
        for word in line.split(' ').filter(|w| !w.is_empty()) {
            let masked = match word.trim_end_matches([',', ':', '.']) {
                w if is_vertex(w) => "@",
                w if w.parse::<f64>().is_ok() => "0",
                _ => word,
            };
            if words.last() != Some(&masked) || !["@", "0"].contains(&masked) {
                words.push(masked);
            }
        }
        let text = words
            .join(" ")
            .replace(" rootInfo ", " info rootInfo ")
            .replace(" ownership 0", " info ownership 0");
        let mut parts: Vec<String> = Vec::new();
        for part in text.split(" info ") {
            let part = part.trim_start_matches("info ").to_string();
            if parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        let info = if line.starts_with("info ") { "info " } else { "" };
        lines.push(format!("{info}{}", parts.join(" info ")));
    }
    lines.dedup();
    lines.join("\n")
}

#[test]
fn conversations_go_as_written() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for transcript in Transcript::all() {
        let scratch = tempfile::tempdir().unwrap();
        let held = transcript.hold(scratch.path());
        if update {
            fs::write(&transcript.path, held).unwrap();
        } else if held != transcript.text {
            wrong.push(difference(&transcript, &held));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE_EXPECT=1 writes the files again)", wrong.join("\n"));
}

/// The first line that differs.
fn difference(transcript: &Transcript, held: &str) -> String {
    let lines = transcript.text.lines().zip(held.lines()).enumerate();
    let first = lines.into_iter().find(|(_, (expected, said))| expected != said);
    let name = transcript.path.file_name().unwrap().to_string_lossy();
    match first {
        Some((i, (expected, said))) => format!("{name}:{}\n  expected {expected}\n  said     {said}", i + 1),
        None => format!("{name}: one is longer than the other"),
    }
}

#[test]
fn every_command_is_in_some_conversation() {
    let mut output = Vec::new();
    let settings = Settings::layered("playout-fast", Some(STILL), &Overrides::default()).unwrap();
    gtp::serve(&b"list_commands\n"[..], &mut output, Session::new(settings).unwrap()).unwrap();
    let output = String::from_utf8(output).unwrap();
    let commands: BTreeSet<&str> = output.trim_start_matches("= ").split_whitespace().collect();
    let transcripts = Transcript::all();
    let sent: BTreeSet<&str> =
        transcripts.iter().flat_map(Transcript::sent).flat_map(str::split_whitespace).collect();
    let missing: Vec<_> = commands.difference(&sent).collect();
    assert!(missing.is_empty(), "no transcript sends {missing:?}");
}
