use super::*;

fn participants(weak: usize) -> Participants {
    Participants { strong: vec![0], weak: (1..=weak).collect(), ..Participants::default() }
}

fn pairings(experiment: Experiment, weak: usize) -> Vec<Pairing> {
    experiment.pairings(&participants(weak), Komi::from_halves(15)).unwrap()
}

fn komis(pairings: &[Pairing], wanted: impl Fn(&Pairing) -> bool) -> Vec<f64> {
    pairings.iter().filter(|p| wanted(p)).map(|p| p.komi.points()).collect()
}

#[test]
fn a_malus_is_against_the_strong_one() {
    let all = pairings(Experiment::SaiKomi, 3);
    assert_eq!(all.len(), 4 * 2 * 5);
    let of = |colour| komis(&all, |p| p.colour == colour && p.opponent == 3);
    assert_eq!(of(Colour::White), [7.5, 5.5, 3.5, 1.5, -0.5]);
    assert_eq!(of(Colour::Black), [7.5, 9.5, 11.5, 13.5, 15.5]);
}

#[test]
fn handicaps_are_the_papers_and_a_harder_one() {
    let all = pairings(Experiment::SaiHandicap, 1);
    assert_eq!(komis(&all, |p| p.stones == 0), [7.5, 5.5, 3.5, 1.5, 0.5, -0.5]);
    assert_eq!(komis(&all, |p| p.stones == 2), [10.5, 8.5, 6.5, 0.5]);
    assert!(all.iter().all(|p| p.colour == Colour::White && p.opponent == 1 && !p.strong_resigns));
    let severe = pairings(Experiment::SaiRecovery, 1);
    let lost: Vec<(f64, usize, f32)> =
        severe.iter().map(|p| (p.komi.points(), p.stones, p.aim.lambda)).collect();
    let expected = [(0.5, 0), (-0.5, 0), (8.5, 2), (6.5, 2), (0.5, 2)];
    assert_eq!(
        lost,
        expected.iter().flat_map(|(k, s)| [0.0, 0.5, 1.0].map(|l| (*k, *s, l))).collect::<Vec<_>>()
    );
}

#[test]
fn all_agents_of_the_table_are_there() {
    let all = pairings(Experiment::SaiAgents, 3);
    // Nine agents against four; with thresholds, six more against itself and the weakest.
    assert_eq!(all.len(), 2 * (4 * 9 + 2 * 6));
    let thresholds =
        |opponent| all.iter().filter(|p| p.opponent == opponent && p.aim.threshold > 0.0).count();
    assert_eq!([0, 1, 2, 3].map(thresholds), [12, 0, 0, 12]);
    for row in &crate::paper::TABLE {
        let is_row = |p: &&Pairing| {
            p.is_against_itself() == row.against_itself
                && [0, 3].contains(&p.opponent)
                && p.colour == row.colour
                && (p.aim.lambda, p.aim.mu) == (row.lambda, row.mu)
                && (p.aim.threshold == row.threshold || row.lambda == 0.0)
        };
        assert_eq!(all.iter().filter(is_row).count(), 1, "{row:?}");
    }
}

#[test]
fn names_of_pairings_differ() {
    for experiment in Experiment::ALL {
        let mut names: Vec<String> =
            pairings(experiment, 3).iter().map(|p| p.name(&["S1", "W1", "W2", "W3"])).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{experiment}");
        let filed = serde_json::to_string(&experiment).unwrap();
        assert_eq!(filed, format!("\"{experiment}\""));
    }
}

#[test]
fn what_cannot_be_played_is_told() {
    let even = Komi::from_halves(15);
    let told = |experiment: Experiment, participants: &Participants| {
        experiment.pairings(participants, even).unwrap_err().to_string()
    };
    assert!(told(Experiment::SaiKomi, &Participants::default()).contains("--strong"));
    assert!(told(Experiment::SaiRecovery, &participants(0)).contains("--weak"));
    let turned = Participants { agents: vec![(0.5, 0.75)], ..participants(1) };
    assert_eq!(told(Experiment::SaiAgents, &turned), "lambda must not be less than mu: 0.5 < 0.75");
    let beyond = Participants { thresholds: vec![1.0], ..participants(1) };
    assert!(told(Experiment::SaiAgents, &beyond).contains("threshold"));
}

#[test]
fn nothing_is_played_twice() {
    let even = Komi::from_halves(15);
    let twice = Participants { agents: vec![(1.0, 0.0), (0.0, 0.0), (1.0, 0.0)], ..participants(1) };
    let found = Experiment::SaiRecovery.pairings(&twice, even).unwrap();
    assert_eq!(found.len(), 5 * 2);
    // With two stones, one of the steps is H2 itself.
    let found = Experiment::SaiHandicap.pairings(&participants(1), Komi::from_halves(3)).unwrap();
    assert_eq!(komis(&found, |p| p.stones == 0), [1.5, 0.5, -0.5]);
    assert_eq!(komis(&found, |p| p.stones == 2), [4.5, 2.5, 0.5]);
}
