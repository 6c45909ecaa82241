//! Experiments on small random networks, on a small board.

use std::path::Path;
use std::sync::Arc;

use board::{Colour, Komi};
use evaluation::{Evaluation, Evaluator};
use lab::{
    Conditions, Contender, Ending, Entry, Experiment, Guests, Lab, Ledger, NetName, Pairing, Settings, Sheet,
    report,
};
use network::architecture::Architecture;
use network::{ExecutorKind, Executors, NetworkEvaluator};
use search::{NetworkSettings, Table};

fn contender(name: &str, seed: u64) -> Contender {
    let architecture = Architecture::preset("tiny").unwrap();
    let network = network::random::network(name, &architecture, seed).unwrap();
    let executors = Executors::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap();
    Contender::new(NetName { name: name.into(), sha256: format!("{seed:064}") }, executors)
}

fn conditions() -> Conditions {
    Conditions { size: 5, visits: 12, score_visits: 20, varied_moves: 4, seed: 7, ..Conditions::default() }
}

fn lab(experiment: Experiment, threads: usize) -> Lab {
    let guests = Guests { strong: vec![0], weak: vec![1], ..Guests::default() };
    let conditions = conditions();
    Lab {
        contenders: vec![contender("S1", 1), contender("W3", 2)],
        pairings: experiment.pairings(&guests, conditions.komi).unwrap(),
        conditions,
        threads,
        tables: 5,
    }
}

fn settings(lab: &Lab, experiment: Experiment) -> Settings {
    let name = |i: usize| vec![lab.contenders[i].name.clone()];
    Settings { experiment, strong: name(0), weak: name(1), conditions: lab.conditions.clone() }
}

fn play(lab: &Lab, games: u32) -> Vec<Entry> {
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

fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by(|a, b| (&a.pairing, a.game).cmp(&(&b.pairing, b.game)));
    entries
}

#[test]
fn one_thread_and_one_seed_give_the_same_games() {
    let games = play(&lab(Experiment::SaiRecovery, 1), 2);
    assert_eq!(games.len(), 24);
    assert_eq!(games, play(&lab(Experiment::SaiRecovery, 1), 2), "even in the same order");
    assert_eq!(sorted(games.clone()), sorted(play(&lab(Experiment::SaiRecovery, 3), 2)));
    let mut other = lab(Experiment::SaiRecovery, 1);
    other.conditions.seed += 1;
    assert_ne!(sorted(games), sorted(play(&other, 2)));
}

/// Replays what was written down and counts it again.
#[test]
fn results_are_those_of_the_moves() {
    let lab = lab(Experiment::SaiHandicap, 1);
    let (names, games) = (lab.names(), play(&lab, 3));
    let mut endings = Vec::new();
    for entry in &games {
        let pairing = &lab.pairings[names.iter().position(|name| *name == entry.pairing).unwrap()];
        let size = board::Size::square(5).unwrap();
        let mut game = board::Game::new(size, learning::RULES, pairing.komi);
        if pairing.stones > 0 {
            game.place_handicap(&board::free_handicap(size, 2).unwrap());
            assert_eq!(game.position().board().stones(Colour::Black), 2);
        }
        let mut position = game.position().clone();
        assert_eq!(position.to_move() == Colour::White, pairing.stones > 0, "with stones White begins");
        for word in entry.moves.split_whitespace() {
            position.play(board::Move::parse(word, size).unwrap()).unwrap();
        }
        endings.push(entry.ending);
        match entry.ending {
            Ending::Counted => {
                assert!(position.is_over());
                let score = position.score(&board::PointSet::EMPTY);
                assert_eq!(entry.winner, score.winner());
                let margin = score.for_side(Colour::White);
                assert_eq!(f64::from(-entry.black_lead) + pairing.komi.points(), margin);
            }
            Ending::Resigned => assert_eq!(entry.winner, Some(Colour::White), "only the weak one may"),
            Ending::Unfinished => assert!(position.moves().len() >= 75),
        }
    }
    assert!(endings.contains(&Ending::Counted), "{endings:?}");
}

/// With everybody sure to lose, everybody gives up as soon as it is allowed, and the score is the median of a search.
#[test]
fn who_gives_up_has_lost() {
    let mut lab = lab(Experiment::SaiAgents, 1);
    lab.conditions.resign_below = 0.499_99;
    let games = play(&lab, 1);
    let resigned: Vec<&Entry> = games.iter().filter(|e| e.ending == Ending::Resigned).collect();
    assert!(!resigned.is_empty());
    for entry in resigned.into_iter().take(5) {
        let moves = entry.moves.split_whitespace().count();
        assert!(moves >= 25usize.div_ceil(4), "{moves}");
        let loser = if moves % 2 == 0 { Colour::Black } else { Colour::White };
        assert_eq!(entry.winner, Some(loser.other()));
        assert_eq!(entry.black_lead, score(&lab, &entry.moves), "{}", entry.moves);
    }
}

/// The median of what the strong network says over a search of the position.
fn score(lab: &Lab, moves: &str) -> f32 {
    let size = board::Size::square(5).unwrap();
    let mut position = board::Position::new(size, learning::RULES, lab.conditions.komi);
    for word in moves.split_whitespace() {
        position.play(board::Move::parse(word, size).unwrap()).unwrap();
    }
    let network = NetworkSettings { score_utility: 0.0, local_score_utility: 0.0, ..Default::default() };
    let settings = search::Settings { network: Some(network), ..search::Settings::for_networks() };
    let mut table = Table::new(settings, &position, 0);
    let executors = &lab.contenders[0].executors;
    let mut judge = NetworkEvaluator::new(executors, Default::default(), lab.conditions.seed).unwrap();
    let mut answer = [Evaluation::blank()];
    while table.walk(u64::from(lab.conditions.score_visits)) {
        judge.evaluate(&[table.question().unwrap()], &mut answer);
        table.answer(&answer[0]);
    }
    let mut leads: Vec<f32> = table.curves().iter().map(|c| c.board_lead().of(Colour::Black)).collect();
    assert!(leads.len() > 10);
    lab::statistics::median(&mut leads).unwrap()
}

#[test]
fn whole_komi_can_be_drawn_and_negative_ones_played() {
    let mut lab = lab(Experiment::SaiKomi, 1);
    lab.conditions.resign_below = 0.0;
    let pairing = lab.pairings[0].clone();
    let with = |points: i16| Pairing { komi: Komi::from_halves(2 * points), ..pairing.clone() };
    lab.pairings = (-25..=25).map(with).collect();
    let (names, games) = (lab.names(), play(&lab, 1));
    let mut draws = 0;
    for entry in games.iter().filter(|entry| entry.ending == Ending::Counted) {
        let place = names.iter().position(|name| *name == entry.pairing).unwrap();
        let margin = f64::from(entry.black_lead) - lab.pairings[place].komi.points();
        let winner = [Colour::White, Colour::Black][usize::from(margin > 0.0)];
        assert_eq!(entry.winner, (margin != 0.0).then_some(winner), "{entry:?}");
        draws += usize::from(margin == 0.0);
    }
    assert!(draws > 0);
    let sheet = Sheet::new(vec!["S1".into(), "W3".into()], &lab.pairings, &games);
    assert_eq!(sheet.together(|_| true).tally.draws, draws as u64);
}

fn run(folder: &Path, lab: &Lab, experiment: Experiment, games: u32) -> Vec<Entry> {
    let settings = settings(lab, experiment);
    let mut ledger = Ledger::open(folder, &settings).unwrap();
    let done = ledger.done();
    lab.play(
        games,
        |name, game| done.contains(&(name.to_string(), game)),
        |entry, _| Ok(ledger.record(entry)?),
    )
    .unwrap();
    let nets = vec!["S1".to_string(), "W3".to_string()];
    report::write(&settings, &Sheet::new(nets, &lab.pairings, ledger.entries()), games, folder).unwrap();
    ledger.entries().to_vec()
}

#[test]
fn a_torn_run_goes_on_where_it_was() {
    for experiment in Experiment::ALL {
        let (whole, torn) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let lab = lab(experiment, 1);
        let all = run(whole.path(), &lab, experiment, 1);
        run(torn.path(), &lab, experiment, 1);
        // As a kill leaves it: seven games, and half of the eighth.
        let path = torn.path().join("results.jsonl");
        let text = std::fs::read_to_string(&path).unwrap();
        let ends: Vec<usize> = text.match_indices('\n').map(|(i, _)| i + 1).collect();
        std::fs::write(&path, &text[..(ends[6] + ends[7]) / 2]).unwrap();
        let again = run(torn.path(), &lab, experiment, 1);
        assert_eq!(again[..7], all[..7], "what was there is kept");
        assert_eq!(sorted(again), sorted(all), "{experiment}: the rest is as it would have been");
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(kept.lines().all(|line| serde_json::from_str::<Entry>(line).is_ok()));
        let report = |folder: &Path| std::fs::read_to_string(folder.join("report.md")).unwrap();
        assert_eq!(report(torn.path()), report(whole.path()));
        assert!(!report(whole.path()).contains("not finished"));
    }
}

#[test]
fn more_games_can_be_played_later() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(Experiment::SaiRecovery, 1);
    let few = run(folder.path(), &lab, Experiment::SaiRecovery, 1);
    let more = run(folder.path(), &lab, Experiment::SaiRecovery, 2);
    assert_eq!((few.len(), more.len()), (12, 24));
    assert_eq!(more[..12], few[..]);
}

#[test]
fn folders_are_not_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(Experiment::SaiRecovery, 1);
    let open = |folder: &Path, settings: &Settings| Ledger::open(folder, settings).err().unwrap().to_string();
    let ours = settings(&lab, Experiment::SaiRecovery);
    run(folder.path(), &lab, Experiment::SaiRecovery, 1);
    let mut other = ours.clone();
    other.conditions.visits = 99;
    other.weak[0].sha256 = "f".repeat(64);
    let error = open(folder.path(), &other);
    assert!(
        error.contains("visits 12, not 99") && error.contains("W3 (00000000), not W3 (ffffffff)"),
        "{error}"
    );
    let held = Ledger::open(folder.path(), &ours).unwrap();
    assert!(open(folder.path(), &ours).contains("in use"));
    drop(held);
    let path = folder.path().join("results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{{}}\n{text}")).unwrap();
    assert!(open(folder.path(), &ours).contains("line 1"));
    let strange = tempfile::tempdir().unwrap();
    std::fs::write(strange.path().join("letter.txt"), "dear").unwrap();
    assert!(open(strange.path(), &ours).contains("is not empty"));
    assert_eq!(std::fs::read_dir(strange.path()).unwrap().count(), 1, "and nothing is left there");
}

#[test]
fn networks_must_fit() {
    let mut lab = lab(Experiment::SaiKomi, 1);
    lab.contenders[1].name.name = "S1".into();
    assert!(lab.check().unwrap_err().to_string().contains("two networks are called S1"));
    let fixed = Architecture::preset("paper-7x7").unwrap();
    let network = network::random::network("p", &fixed, 1).unwrap();
    let executors = Executors::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap();
    lab.contenders[1] = Contender::new(NetName { name: "P7".into(), sha256: String::new() }, executors);
    let error = lab.check().unwrap_err().to_string();
    assert!(error.contains("P7 knows boards of 49 points only") && error.contains("--size 7"), "{error}");
}
