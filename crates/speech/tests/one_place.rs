//! Sentences for players are made in `speech` and nowhere else.

use std::path::{Path, PathBuf};

/// Crates that talk to players.
const CRATES: [&str; 4] = ["partner", "review", "tutor", "web"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
}

/// What stands between quotes in a line of code.
fn literals(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).collect()
}

/// Words in a row that begin like a sentence. Errors of libraries begin with a small letter.
fn is_sentence(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let begins = words.next().is_some_and(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase)
            && letters.all(|c| c.is_lowercase() || "',:".contains(c))
    });
    let plain = |word: &str| word.chars().all(|c| c.is_lowercase() || "{}.,:'".contains(c));
    begins && words.clone().count() >= 2 && words.filter(|word| plain(word)).count() >= 2
}

#[test]
fn no_other_file_has_sentences_for_players() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for name in CRATES {
        let mut files = Vec::new();
        sources(&root.join(name).join("src"), &mut files);
        // What a setting means is told to those who set it; some files are tests as a whole.
        let others = ["params", "params.rs", "tests.rs", "typescript.rs"].map(std::ffi::OsStr::new);
        let is_speech = |file: &PathBuf| !file.components().any(|part| others.contains(&part.as_os_str()));
        for file in files.into_iter().filter(is_speech) {
            let text = std::fs::read_to_string(&file).unwrap();
            // Tests may say what they expect.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_code = |line: &&str| {
                let line = line.trim_start();
                !line.starts_with("//") && !line.contains("expect(") && !line.contains("panic!")
            };
            for line in code.lines().filter(is_code) {
                let said = literals(line).into_iter().filter(|text| is_sentence(text));
                found.extend(said.map(|text| format!("{}: {text}", file.display())));
            }
        }
    }
    assert!(found.is_empty(), "say it in speech:\n{}", found.join("\n"));
    assert!(is_sentence("That puts your stones in atari.") && !is_sentence("Content-Type: text/html"));
}
