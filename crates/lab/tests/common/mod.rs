//! Small random networks, a small board, few visits.

use std::sync::Arc;

use lab::{Conditions, Contender, Entry, Experiment, Lab, NetName, Participants};
use network::Backend;
use network::architecture::Architecture;
use nn::ExecutorKind;

pub fn contender(name: &str, seed: u64) -> Contender {
    let architecture = Architecture::preset("tiny").unwrap();
    let network = network::random::network(name, &architecture, seed).unwrap();
    let backend = Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap();
    Contender::new(NetName { name: name.into(), sha256: format!("{seed:064}") }, backend)
}

pub fn conditions() -> Conditions {
    Conditions {
        size: 5,
        visits: 12,
        score_visits: 20,
        temperature_moves: 4,
        seed: 7,
        ..Conditions::default()
    }
}

pub fn lab(experiment: Experiment, threads: usize) -> Lab {
    let participants = Participants { strong: vec![0], weak: vec![1], ..Participants::default() };
    let conditions = conditions();
    Lab {
        contenders: vec![contender("S1", 1), contender("W3", 2)],
        pairings: experiment.pairings(&participants, conditions.komi).unwrap(),
        conditions,
        threads,
        games_per_thread: 5,
    }
}

#[allow(dead_code)] // Not all tests play without a folder.
pub fn play(lab: &Lab, games: u32) -> Vec<Entry> {
    let mut entries = Vec::new();
    lab.play(
        games,
        |_, _| false,
        |entry, _| {
            entries.push(entry);
            Ok(())
        },
    )
    .unwrap();
    entries
}

pub fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by(|a, b| (&a.pairing, a.game).cmp(&(&b.pairing, b.game)));
    entries
}
