//! Three workers and a trainer, of which some are killed, and a store that goes away.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use learning::{Record, game_store, layout};
use s3_tests::fixture::{batches, games, identity, open, until};
use s3_tests::{BUCKET, Server};

use crate::processes::{GENERATIONS, Process, lines};

/// How much longer the store is away than it takes to see its absence, in seconds: 60 with
/// `SHIDOGO_OUTAGE=60`.
fn outage() -> Duration {
    let seconds = std::env::var("SHIDOGO_OUTAGE").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}

/// The batches in a worker's buffer, as keys.
fn buffered(buffer: &Path) -> Vec<String> {
    let inside = |folder: &Path| -> Vec<_> {
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    };
    let files = inside(&buffer.join(layout::GAMES)).into_iter().flat_map(|generation| inside(&generation));
    let key = |path: &Path| path.strip_prefix(buffer).unwrap().to_str().unwrap().to_string();
    files.map(|file| key(&file)).filter(|key| game_store::is_name(key)).collect()
}

#[test]
fn a_fleet_survives() {
    if std::env::var("FLEET_ROLE").is_ok() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mut server = Server::start(&at("store"));
    let stop_at = at("promoting");
    let halted = [("FLEET_STOP_AT", stop_at.display().to_string())];
    let trainer = Process::start(&server, "trainer", &at("trainer"), &halted);
    until("a run", || at("store").join(BUCKET).join("tiny/generations/000000.json").exists());
    let run = open(&server, None);
    let [first, second, third] =
        ["w0", "w1", "w2"].map(|name| Process::start(&server, "worker", &at(name), &[]));
    let successor = |server: &Server, name: &str, of: &str| {
        let buffer = at(of).join("buffer").display().to_string();
        Process::start(server, "worker", &at(name), &[("FLEET_BUFFER", buffer)])
    };
    let lives = |name: &str| run.bucket().get(&layout::worker(name)).unwrap().is_some();

    // The trainer is killed between storing network 2 and promoting it.
    until("a promotion", || stop_at.exists());
    trainer.kill();
    assert!(run.manifest(1).unwrap().is_some() && run.manifest(2).unwrap().is_none());

    // A worker is killed with -9, and another one takes its place.
    until("games of every worker", || {
        ["w0", "w1", "w2"].iter().all(|w| !lines(&at(w).join("stored")).is_empty())
    });
    first.kill();
    let fourth = successor(&server, "w3", "w0");
    until("a new worker", || lives("w3"));

    // The store goes away while all of them play. One is killed meanwhile; the next one uploads what it has kept.
    server.stop();
    let playing = [("w1", "w1"), ("w2", "w2"), ("w3", "w0")];
    until("games in all buffers", || {
        playing.iter().all(|(_, buffer)| buffered(&at(buffer).join("buffer")).len() > 1)
    });
    std::thread::sleep(outage());
    second.kill();
    let kept = buffered(&at("w1/buffer"));
    let kept: Vec<Record> = kept
        .iter()
        .flat_map(|key| game_store::unpack(key, &fs::read(at("w1/buffer").join(key)).unwrap()).unwrap().games)
        .collect();
    server.resume();
    let fifth = successor(&server, "w4", "w1");
    until("all of them again", || {
        lives("w4") && ["w0", "w1", "w2"].iter().all(|w| buffered(&at(w).join("buffer")).is_empty())
    });

    // A damaged batch, one with a forged game, and one of a network that never was.
    let good = batches(&run).into_iter().find(|key| key.contains("/0001/")).unwrap();
    let mut damaged = run.bucket().get(&good).unwrap().unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    let generation = "games/0001";
    assert!(run.bucket().create(&format!("{generation}/00000000000000aa-9.games"), &damaged).unwrap());
    let mut game = games(&run, &good).into_iter().find(|game| !game.turns.is_empty()).unwrap();
    let manifest = run.manifest(1).unwrap().unwrap();
    let add = |game: &Record, network: &str| {
        let (name, bytes) = game_store::pack(std::slice::from_ref(game), Some(network)).unwrap();
        assert!(run.bucket().create(&format!("{generation}/{name}"), &bytes).unwrap());
        name
    };
    game.turns[0].win_rate = 0.25;
    let foreign = add(&game, "tiny-g0001-0123456789abcdef.safetensors");
    game.turns[0].visits[0].1 = 60_000;
    let forged = add(&game, manifest.network_file());

    // The next trainer goes on to the end.
    let mut trainer = Process::start(&server, "trainer", &at("trainer"), &[]);
    trainer.wait();
    for (name, mut worker) in [("w2", third), ("w3", fourth), ("w4", fifth)] {
        fs::write(at(name).join("stop"), "").unwrap();
        worker.wait();
    }

    assert_eq!(run.generations().unwrap(), (0..=GENERATIONS).collect::<Vec<_>>());
    for generation in 0..=GENERATIONS {
        run.network(&run.manifest(generation).unwrap().unwrap()).unwrap();
    }

    // Every finished game is there exactly once. Those who were killed may have lost what was on its way, but nothing that
    // they had stored or kept.
    let strange = ["00000000000000aa-9.games", &forged, &foreign];
    let keys: Vec<String> = batches(&run);
    let there: Vec<String> = keys
        .iter()
        .filter(|key| !strange.iter().any(|name| key.ends_with(name)))
        .flat_map(|key| games(&run, key))
        .map(|game| identity(&game))
        .collect();
    let once: HashSet<String> = there.iter().cloned().collect();
    assert_eq!(once.len(), there.len(), "a game is there twice");
    let finished = |names: &[&str]| -> HashSet<String> {
        names.iter().flat_map(|name| lines(&at(name).join("finished"))).collect()
    };
    let mut surely = finished(&["w2", "w3", "w4"]);
    surely.extend(kept.iter().map(identity));
    for key in ["w0", "w1"].iter().flat_map(|name| lines(&at(name).join("stored"))) {
        surely.extend(games(&run, &key).iter().map(identity));
    }
    let killed = finished(&["w0", "w1"]);
    assert!(killed.iter().any(|game| surely.contains(game)), "what was killed had finished games");
    assert_eq!(surely.difference(&once).count(), 0, "finished games are missing");
    let unknown = once.iter().filter(|game| !surely.contains(*game) && !killed.contains(*game)).count();
    assert_eq!(unknown, 0, "nobody has finished these");
    eprintln!(
        "{} games are there, each once; two kills lost {} games that were not in a batch yet",
        once.len(),
        killed.difference(&once).count()
    );

    // What was bad is set aside, with its reason, and nothing else is.
    let aside = run.bucket().list(layout::REJECTED, None).unwrap();
    let reason = |name: &str| {
        let name = format!("rejected/0001/{}.json", name.trim_end_matches(".games"));
        String::from_utf8(run.bucket().get(&name).unwrap().unwrap_or_default()).unwrap()
    };
    assert!(reason(strange[0]).contains("checksum"), "{}", reason(strange[0]));
    assert!(reason(&forged).contains("the visits of move"), "{}", reason(&forged));
    assert!(reason(&foreign).contains("by the network"), "{}", reason(&foreign));
    assert_eq!(aside.len(), 3, "{aside:?}");
}
