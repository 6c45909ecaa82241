//! Sessions whose evaluator is a network: a small random one.

use std::path::{Path, PathBuf};

use board::{Colour, Komi, Size};
use network::architecture::Architecture;
use network::weights::{self, Header, Precision, Training};
use partner::{
    EvaluatorError, Evaluators, ExecutorKind, LoadedNetworks, Overrides, Session, Settings, Symmetries,
};

fn random_net(folder: &Path) -> PathBuf {
    let architecture = Architecture::preset("tiny").unwrap();
    let net = network::random::network("random", &architecture, 1).unwrap();
    let header =
        Header { name: "random".into(), architecture, sizes: vec![5], training: Training::default() };
    weights::write(&header, &net, Precision::F32, folder).unwrap()
}

fn settings(net: &Path, seed: u64) -> Settings {
    let overrides = Overrides {
        visits: Some(40),
        seed: Some(seed),
        net: Some(net.to_str().unwrap().into()),
        executor: Some(ExecutorKind::CpuF32),
        ..Overrides::default()
    };
    Settings::layered("network", None, &overrides).unwrap()
}

fn session(net: &Path, seed: u64, nets: &LoadedNetworks) -> Session {
    let settings = settings(net, seed);
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(5).unwrap());
    session
}

/// Some moves, with the visits that led to each.
fn play(session: &mut Session, moves: usize) -> Vec<(String, Vec<u64>)> {
    (0..moves)
        .map(|_| {
            let decision = session.genmove(session.position().to_move()).unwrap();
            let visits = decision.snapshot.candidates.iter().map(|c| c.visits).collect();
            (decision.choice.to_string(), visits)
        })
        .collect()
}

#[test]
fn a_game_is_the_same_whatever_is_played_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path());
    let alone = play(&mut session(&net, 1, &LoadedNetworks::default()), 8);
    let nets = LoadedNetworks::default();
    let (mut one, mut other) = (session(&net, 1, &nets), session(&net, 2, &nets));
    let mut beside = Vec::new();
    for _ in 0..8 {
        play(&mut other, 1);
        beside.extend(play(&mut one, 1));
    }
    assert_eq!(nets.count(), 1);
    assert_eq!(alone, beside);
}

#[test]
fn visits_are_exact_and_those_kept_count() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(&random_net(folder.path()), 3, &LoadedNetworks::default());
    for _ in 0..6 {
        let decision = session.genmove(session.position().to_move()).unwrap();
        assert!(
            decision.snapshot.visits >= 40 && decision.snapshot.new_visits <= 40,
            "{:?}",
            decision.snapshot.visits
        );
    }
    assert_eq!(session.snapshot(Colour::Black).to_move, Colour::Black);
}

/// Networks of our own never see komi: the tree stays and is only read again.
#[test]
fn another_komi_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path());
    // A root may be seen under another symmetry than a leaf, unless it is seen under all.
    let all = |mut session: Session| {
        let mut settings = session.settings().clone();
        settings.nn.symmetries = Symmetries::All;
        session.set_settings(settings).unwrap();
        session
    };
    let mut session = all(session(&net, 3, &LoadedNetworks::default()));
    play(&mut session, 4);
    let look = |session: &mut Session| {
        let snapshot = session.snapshot(Colour::Black);
        let moves: Vec<(String, u64, f32)> = snapshot
            .candidates
            .iter()
            .map(|c| (c.mv.to_string(), c.visits, c.win_rate.of(Colour::Black)))
            .collect();
        (
            snapshot.visits,
            snapshot.raw.unwrap().win_rate.of(Colour::Black),
            snapshot.lead.of(Colour::Black),
            moves,
        )
    };
    let before = look(&mut session);
    let komi = session.position().komi();
    assert!(before.0 > 1);
    // A whole number, a negative one, a half.
    for (points, halves) in [(3.0, 6), (-4.0, -8), (11.5, 23)] {
        session.set_komi(Komi::from_halves(halves));
        let now = look(&mut session);
        assert_eq!(now.0, before.0, "visits are kept");
        let gained = (komi.points() - points) as f32;
        assert!((now.2 - before.2 - gained).abs() < 1.0, "{} {} {gained}", now.2, before.2);
        assert_eq!(now.1 > before.1, gained > 0.0, "{} {}", now.1, before.1);
        let mut fresh = all(self::session(&net, 3, &LoadedNetworks::default()));
        fresh.set_komi(Komi::from_halves(halves));
        for (colour, m) in session.game().moves().to_vec() {
            fresh.play(colour, m).unwrap();
        }
        let study = partner::AnalysisRequest { limits: search::Limits::visits(1), ..Default::default() };
        let stop = std::sync::atomic::AtomicBool::new(false);
        let watch = partner::SearchMonitor { stop: &stop, every: None, on_report: &mut |_| {} };
        let raw = fresh.analyse(Colour::Black, &study, watch).unwrap().raw.unwrap();
        assert!((raw.win_rate.of(Colour::Black) - now.1).abs() < 1e-5, "as if judged under that komi");
    }
    session.set_komi(komi);
    let after = look(&mut session);
    assert_eq!(after.0, before.0);
    assert!((after.2 - before.2).abs() < 1e-3, "{after:?} {before:?}");
    assert_eq!(play(&mut session, 1).len(), 1);
}

#[test]
fn what_is_set_about_judging_needs_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let net = random_net(folder.path());
    let mut session = session(&net, 1, &LoadedNetworks::default());
    std::fs::remove_file(&net).unwrap();
    let mut settings = session.settings().clone();
    settings.nn.symmetries = Symmetries::All;
    session.set_settings(settings).unwrap();
    assert_eq!(play(&mut session, 2).len(), 2);
    let error = Session::new(session.settings().clone()).err().unwrap().to_string();
    assert!(error.ends_with("there is no such file"), "{error}");
}

#[test]
fn a_network_is_part_of_the_program() {
    let nets = LoadedNetworks::default();
    let net = nets.load(Some("default"), ExecutorKind::Cpu).unwrap();
    assert!(!net.network().planes.show_komi() && net.network().graph.fixed_points().is_none());
    nets.load(Some("default"), ExecutorKind::Cpu).unwrap();
    assert_eq!(nets.count(), 1);
    let mut session = session(std::path::Path::new("default"), 1, &nets);
    assert_eq!(play(&mut session, 4).len(), 4);
}

#[test]
fn networks_that_cannot_be_had_are_told_in_one_line() {
    let load = |file: Option<&str>| LoadedNetworks::default().load(file, ExecutorKind::Cpu).err().unwrap();
    assert_eq!(load(None), EvaluatorError::NoNet);
    for file in ["no/such/net.bin.gz", "Cargo.toml", "src"] {
        let text = load(Some(file)).to_string();
        assert!(text.starts_with(&format!("{file}: ")) && text.lines().count() == 1, "{text}");
    }
}
