//! Partners that keep the game close, with every kind of evaluator.

use std::path::Path;

use board::{Colour, Move, Size};
use partner::{Choice, Decision, Evaluators, LoadedNetworks, Overrides, Reason, Session, Settings, Status};

fn session(preset: &str, visits: u64, nets: &LoadedNetworks, net: Option<&str>) -> Session {
    let overrides =
        Overrides { seed: Some(1), visits: Some(visits), net: net.map(String::from), ..Overrides::default() };
    let settings = Settings::layered(preset, None, &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(9).unwrap());
    session
}

/// Black attacks a white stone; White is asked.
fn attacked(session: &mut Session) {
    for (colour, at) in [(Colour::Black, "C3"), (Colour::White, "G7"), (Colour::Black, "G6")] {
        session.play(colour, Move::parse(at, session.size()).unwrap()).unwrap();
    }
}

fn check_table(decision: &Decision) {
    let table = &decision.table;
    let chosen: Vec<Move> =
        table.rows.iter().filter(|row| matches!(row.status, Status::Chosen(_))).map(|row| row.mv).collect();
    assert_eq!(Choice::Play(chosen[0]), decision.choice);
    assert_eq!(chosen.len(), 1);
    assert_eq!(decision.snapshot.best(), chosen[0]);
    for row in &table.rows {
        let candidate = decision.snapshot.candidate(row.mv).unwrap();
        assert_eq!((row.visits, row.policy), (candidate.visits, candidate.prior));
        assert!((row.weighted_policy - candidate.search_prior).abs() < 1e-5, "{row:?}");
    }
}

fn plays(preset: &str, visits: u64, nets: &LoadedNetworks, net: Option<&str>) {
    let decide = || {
        let mut session = session(preset, visits, nets, net);
        attacked(&mut session);
        session.genmove(Colour::White).unwrap()
    };
    let decision = decide();
    check_table(&decision);
    assert_eq!(decide().choice, decision.choice, "{preset}: the same seed, the same move");
    if preset.contains("abc") {
        let weighted = decision.table.rows.iter().filter(|row| row.weighted_policy != row.policy).count();
        assert!(weighted > 0, "{:?}", decision.table);
        // p′ is not normalised: on G7's side of the board it may well sum to more than 1.
        let near = decision
            .table
            .rows
            .iter()
            .max_by(|a, b| a.weighted_policy.total_cmp(&b.weighted_policy))
            .unwrap();
        assert!(near.weighted_policy > near.policy, "{near:?}");
    } else {
        assert!(decision.table.rows.iter().all(|row| row.weighted_policy == row.policy));
    }
}

#[test]
fn every_player_of_the_paper_plays_with_the_network_inside() {
    let nets = LoadedNetworks::default();
    for preset in ["naive", "a15", "abc25", "abc35", "endgame"] {
        plays(preset, 60, &nets, None);
    }
}

#[test]
fn and_with_playouts() {
    for preset in ["playout+naive", "playout+abc25", "playout+endgame"] {
        plays(preset, 400, &LoadedNetworks::default(), None);
    }
}

#[test]
fn and_with_katagos_networks() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/katago");
    let file = data.join("g170-b6c96-s175395328-d26788732.bin.gz");
    if !file.exists() {
        eprintln!("skipped: there is no {}", file.display());
        return;
    }
    for preset in ["naive", "abc25", "endgame"] {
        plays(preset, 40, &LoadedNetworks::default(), file.to_str());
    }
}

/// Far ahead, a partner that keeps games close gives something back and says so.
#[test]
fn who_is_ahead_gives_something_back() {
    let nets = LoadedNetworks::default();
    let mut session = session("abc35", 200, &nets, None);
    // White has half of the board, and Black has passed.
    for at in ["D2", "D3", "D4", "D5", "D6", "D7", "D8", "D1"] {
        session.play(Colour::White, Move::parse(at, session.size()).unwrap()).unwrap();
        session.play(Colour::Black, Move::Pass).unwrap();
    }
    for (colour, at) in
        [(Colour::White, "G5"), (Colour::Black, "F7"), (Colour::White, "F6"), (Colour::Black, "G7")]
    {
        session.play(colour, Move::parse(at, session.size()).unwrap()).unwrap();
    }
    let decision = session.genmove(Colour::White).unwrap();
    let rate = |row: &partner::Row| row.win_rate.of(Colour::White);
    let best = decision.table.rows.iter().map(rate).fold(0.0, f32::max);
    let chosen = decision.table.chosen().unwrap();
    assert!(best > 0.9 && rate(chosen) <= best, "{:?}", decision.table);
    assert!(
        matches!(decision.reason, Reason::MostVisited | Reason::KeepsClose { .. }),
        "{:?}",
        decision.reason
    );
}
