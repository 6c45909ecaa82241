//! Players in files: they go on as if nothing had happened, and damage is found.

use std::fs;
use std::path::Path;

use openings::expert::Playouts;
use openings::{Learner, Settings, learn_round, load, load_player, save};

fn settings() -> Settings {
    let mut settings = Settings { features: "ACE".parse().unwrap(), ..Settings::default() };
    (settings.opening.size, settings.opening.moves) = (5, 3);
    (settings.learning.games, settings.learning.batch) = (12, 4);
    settings.expert.playouts = 2;
    settings
}

fn round(learner: &mut Learner) {
    learn_round(&mut [learner], &mut Playouts::new(2, 1), 1).unwrap();
}

#[test]
fn an_interrupted_player_becomes_the_same_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ACE.opening");
    assert!(load(&path, &settings()).unwrap().is_none());
    let mut whole = Learner::new(settings()).unwrap();
    (0..3).for_each(|_| round(&mut whole));
    let mut part = Learner::new(settings()).unwrap();
    for _ in 0..3 {
        round(&mut part);
        save(&path, &part).unwrap();
        part = load(&path, &settings()).unwrap().unwrap();
    }
    assert_eq!(part.opener().net().weights(), whole.opener().net().weights());
    assert_eq!((part.games(), part.curve()), (12, whole.curve()));
    assert!(part.is_done());
    let mut more = settings();
    more.learning.games = 20;
    assert!(!load(&path, &more).unwrap().unwrap().is_done());
}

#[test]
fn other_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ACE.opening");
    save(&path, &Learner::new(settings()).unwrap()).unwrap();
    let mut other = settings();
    other.learning.lambda = 0.25;
    let error = load(&path, &other).err().unwrap().to_string();
    assert!(error.contains("ACE.opening was learnt with learning.lambda"), "{error}");
}

fn error(path: &Path, bytes: &[u8]) -> String {
    fs::write(path, bytes).unwrap();
    load_player(path).err().unwrap().to_string()
}

#[test]
fn a_damaged_file_is_named_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ACE.opening");
    save(&path, &Learner::new(settings()).unwrap()).unwrap();
    let bytes = fs::read(&path).unwrap();
    // Every part of the file is covered, but for what the first line says about itself.
    let body = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for place in [body, body + 20, bytes.len() / 2, bytes.len() - 1] {
        let mut wrong = bytes.clone();
        wrong[place] ^= 1;
        let said = error(&path, &wrong);
        assert!(said.contains("ACE.opening is damaged: its checksum"), "{said}");
    }
    for end in [bytes.len() - 1, bytes.len() / 2, body] {
        let said = error(&path, &bytes[..end]);
        assert!(said.contains("damaged"), "{said}");
    }
    for foreign in [&b""[..], b"(;SZ[9])\n", b"{}\n", b"{\"format\":\"x\",\"version\":1,\"sha256\":\"\"}\n"] {
        let said = error(&path, foreign);
        assert!(said.contains("is no player of openings"), "{said}");
    }
}
