//! A network as an evaluator, as the search sees it.

use std::sync::Arc;

use board::{Colour, Komi, Move, Position, Rules, Size, Symmetry};
use evaluation::{Evaluation, Evaluator, Query};
use network::architecture::Architecture;
use network::{
    Backend, Cache, EvaluatorError, EvaluatorSettings, Network, NetworkEvaluator, OutputSettings, Planes,
    SymmetryChoice, random,
};
use nn::ExecutorKind;

fn executors(preset: &str) -> Backend {
    let architecture = Architecture::preset(preset).unwrap();
    let network = random::network("a", &architecture, 5).unwrap();
    Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap()
}

/// KataGo's planes into our smallest network.
/// A network that is shown all that KataGo's are, or what concerns the board only, as ours are.
fn sees(board_only: bool) -> Backend {
    let architecture = Architecture::preset("tiny").unwrap();
    let architecture = Architecture { inputs: network::architecture::Inputs::KataGo, ..architecture };
    let network = random::network("b", &architecture, 5).unwrap();
    let planes = Planes::KataGo { life_under_suicide: false, metadata: None, board_only };
    Backend::new(ExecutorKind::CpuF32, Arc::new(Network { planes, ..network })).unwrap()
}

fn sees_rules() -> Backend {
    sees(false)
}

fn evaluator(executors: &Backend, settings: EvaluatorSettings) -> NetworkEvaluator {
    NetworkEvaluator::new(executors, settings, 3).unwrap()
}

fn fixed() -> EvaluatorSettings {
    let symmetry = SymmetryChoice::Fixed(Symmetry::IDENTITY);
    let reading = OutputSettings { ownership: true, ..OutputSettings::default() };
    EvaluatorSettings { symmetry, outputs: reading, ..EvaluatorSettings::default() }
}

fn position(side: usize, rules: Rules, moves: &str) -> Position {
    let size = Size::square(side).unwrap();
    let mut position = Position::new(size, rules, Komi::from_halves(15));
    for word in moves.split_whitespace() {
        position.play(Move::parse(word, size).unwrap()).unwrap();
    }
    position
}

fn ask(evaluator: &mut NetworkEvaluator, positions: &[&Position]) -> Vec<Evaluation> {
    let queries: Vec<Query> =
        positions.iter().map(|position| Query { position, wants_priors: true, at_root: false }).collect();
    let mut out: Vec<Evaluation> = positions.iter().map(|_| Evaluation::blank()).collect();
    evaluator.evaluate(&queries, &mut out).unwrap();
    out
}

/// All numbers of an evaluation.
fn numbers(position: &Position, evaluation: &Evaluation) -> Vec<f32> {
    let mut all = vec![evaluation.curve.board_lead().of(Colour::Black), evaluation.curve.confidence()];
    all.extend(evaluation.priors.iter().map(|(_, prior)| *prior));
    let ownership = evaluation.ownership.as_ref().unwrap();
    all.extend(position.size().iter().map(|p| ownership.of(Colour::Black, p)));
    all
}

fn assert_close(a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5 * (1.0 + a.abs())), "{a:?}\n{b:?}");
}

#[test]
fn every_legal_move_has_a_prior() {
    let executors = executors("tiny");
    let mut evaluator = evaluator(&executors, fixed());
    // There is a ko at C3.
    let position = position(5, Rules::CHINESE, "B3 C3 C4 D4 C2 D2 A1 E3 D3");
    let evaluation = &ask(&mut evaluator, &[&position])[0];
    let mut moves: Vec<Move> = evaluation.priors.iter().map(|(m, _)| *m).collect();
    let mut legal: Vec<Move> = position.legal_moves().collect();
    moves.sort();
    legal.sort();
    assert_eq!(moves, legal);
    let sum: f32 = evaluation.priors.iter().map(|(_, prior)| prior).sum();
    assert!((sum - 1.0).abs() < 1e-5 && evaluation.priors.iter().all(|(_, prior)| *prior >= 0.0));
    let mut out = [Evaluation::blank()];
    evaluator
        .evaluate(&[Query { position: &position, wants_priors: false, at_root: false }], &mut out)
        .unwrap();
    assert!(out[0].priors.is_empty() && out[0].curve == evaluation.curve);
}

#[test]
fn temperature_flattens_the_policy() {
    let executors = executors("tiny");
    let position = position(9, Rules::CHINESE, "E5");
    let most = |policy_temperature: f32| {
        let reading = OutputSettings { policy_temperature, ..OutputSettings::default() };
        let evaluation =
            ask(&mut evaluator(&executors, EvaluatorSettings { outputs: reading, ..fixed() }), &[&position]);
        evaluation[0].priors.iter().map(|(_, prior)| *prior).fold(0.0, f32::max)
    };
    assert!(most(0.5) > most(1.0) && most(1.0) > most(4.0));
}

#[test]
fn finished_games_are_counted() {
    let executors = executors("tiny");
    // White's stone on A1 cannot live, so it counts as dead.
    let moves = "B2 A1 B1 pass A2 pass C3 pass E5 pass pass";
    for (rules, lead) in [(Rules::CHINESE, 25.0), (Rules::JAPANESE, 25.0 - 5.0 + 1.0)] {
        let position = position(5, rules, moves);
        assert!(position.is_over());
        let evaluation = &ask(&mut evaluator(&executors, fixed()), &[&position])[0];
        assert_eq!(evaluation.curve.confidence(), f32::INFINITY);
        assert_eq!(evaluation.curve.board_lead().of(Colour::Black), lead, "{rules}");
        assert!(evaluation.priors.is_empty());
    }
}

#[test]
fn together_or_one_by_one_is_the_same() {
    let executors = executors("tiny");
    let positions = [
        position(5, Rules::CHINESE, "C3 D3"),
        position(5, Rules::CHINESE, ""),
        position(7, Rules::AGA, "C3 D3 D4"),
        position(5, Rules::CHINESE, "pass pass"),
        position(5, Rules::CHINESE, "B2"),
    ];
    let together = ask(&mut evaluator(&executors, fixed()), &positions.each_ref());
    for (position, evaluation) in positions.iter().zip(&together) {
        let alone = &ask(&mut evaluator(&executors, fixed()), &[position])[0];
        if position.is_over() {
            assert_eq!(alone.curve, evaluation.curve);
        } else {
            assert_close(&numbers(position, alone), &numbers(position, evaluation));
        }
    }
}

#[test]
fn all_symmetries_are_the_mean_of_each() {
    let executors = executors("tiny");
    let position = position(5, Rules::CHINESE, "C3 D3 B2");
    let with = |symmetry| {
        let evaluation =
            ask(&mut evaluator(&executors, EvaluatorSettings { symmetry, ..fixed() }), &[&position]);
        numbers(&position, &evaluation[0])
    };
    let each = Symmetry::ALL.map(|symmetry| with(SymmetryChoice::Fixed(symmetry)));
    let mean: Vec<f32> = (0..each[0].len()).map(|i| each.iter().map(|e| e[i]).sum::<f32>() / 8.0).collect();
    assert_close(&with(SymmetryChoice::All), &mean);
    assert_ne!(each[0], each[1]);
}

#[test]
fn a_random_symmetry_does_not_depend_on_who_asked_before() {
    let executors = executors("tiny");
    let settings = || EvaluatorSettings { symmetry: SymmetryChoice::Random, ..fixed() };
    let games = ["C3", "C3 D3", "C3 D3 B2", "D3", "D3 B2", "B2 C3"].map(|m| position(5, Rules::CHINESE, m));
    let forwards = ask(&mut evaluator(&executors, settings()), &games.each_ref());
    let mut backwards = evaluator(&executors, settings());
    for (position, evaluation) in games.iter().zip(&forwards).rev() {
        assert_close(
            &numbers(position, &ask(&mut backwards, &[position])[0]),
            &numbers(position, evaluation),
        );
    }
    let straight = ask(&mut evaluator(&executors, fixed()), &games.each_ref());
    let pairs = games.iter().zip(forwards.iter().zip(&straight));
    let turned = pairs.filter(|(p, (a, b))| numbers(p, a) != numbers(p, b)).count();
    assert!(turned > 0);
}

#[test]
fn seeds_of_games_are_as_evaluators_of_their_own() {
    let executors = executors("tiny");
    let settings = || EvaluatorSettings { symmetry: SymmetryChoice::Random, ..fixed() };
    let games = ["C3", "C3 D3", "pass pass", "D3"].map(|m| position(5, Rules::CHINESE, m));
    let queries = || games.each_ref().map(|position| Query { position, wants_priors: true, at_root: false });
    let cache = Arc::new(Cache::new(1 << 12));
    let mut together = NetworkEvaluator::new(&executors, settings(), 9).unwrap().with_cache(cache.clone());
    let mut different = 0;
    for seed in 0..20 {
        let seeds = [seed, seed + 1, seed + 2, seed + 3];
        let mut out = [(); 4].map(|_| Evaluation::blank());
        together.evaluate_seeded(&queries(), &seeds, &mut out).unwrap();
        for (i, seed) in seeds.into_iter().enumerate().filter(|(i, _)| !games[*i].is_over()) {
            let mut own = NetworkEvaluator::new(&executors, settings(), seed).unwrap();
            let alone = numbers(&games[i], &ask(&mut own, &[&games[i]])[0]);
            assert_close(&numbers(&games[i], &out[i]), &alone);
            let usual = ask(&mut evaluator(&executors, settings()), &[&games[i]]);
            different += usize::from(numbers(&games[i], &usual[0]) != alone);
        }
    }
    assert!(different > 30, "{different}");
    // Three positions under eight symmetries at most.
    assert!(cache.counts().1 <= 24, "{:?}", cache.counts());
}

#[test]
fn a_cache_saves_questions_and_changes_nothing() {
    let executors = sees_rules();
    let cache = Arc::new(Cache::new(1 << 12));
    let mut first = evaluator(&executors, fixed()).with_cache(cache.clone());
    let mut second = evaluator(&executors, fixed()).with_cache(cache.clone());
    let position = position(5, Rules::AGA, "C3 D3 B2 B3");
    let plain = numbers(&position, &ask(&mut evaluator(&executors, fixed()), &[&position])[0]);
    assert_eq!(numbers(&position, &ask(&mut first, &[&position])[0]), plain);
    assert_eq!(cache.counts(), (0, 1));
    assert_eq!(numbers(&position, &ask(&mut second, &[&position])[0]), plain);
    assert_eq!(cache.counts(), (1, 1));
}

#[test]
fn what_a_network_sees_is_part_of_the_key() {
    let base = "C3 D3 B2 B3 D4";
    let mut different = vec![
        position(5, Rules::AGA, base),
        position(5, Rules::AGA, "B2 B3 C3 D3 D4"),
        position(5, Rules::AGA, &format!("{base} pass pass A1")),
        position(5, Rules::TROMP_TAYLOR, base),
        position(5, Rules::JAPANESE, base),
        position(5, Rules::AGA_BUTTON, base),
        position(5, Rules { suicide: true, ..Rules::AGA }, base),
        position(5, Rules { tax: board::Tax::Seki, ..Rules::AGA }, base),
        position(7, Rules::AGA, base),
    ];
    let mut komi = different[0].clone();
    komi.set_komi(Komi::from_halves(1));
    different.push(komi);
    let mut turn = different[0].clone();
    turn.set_to_move(Colour::Black);
    different.push(turn);
    let cache = Arc::new(Cache::new(1 << 14));
    let executors = sees_rules();
    let mut evaluator = evaluator(&executors, fixed()).with_cache(cache.clone());
    for position in &different {
        ask(&mut evaluator, &[position]);
    }
    assert_eq!(cache.counts(), (0, different.len() as u64));
}

/// One output is valid for every komi and all rules if the network does not see them.
#[test]
fn what_a_network_does_not_see_is_no_part_of_the_key() {
    let base = "C3 D3 B2 B3 D4";
    let mut alike = vec![
        position(5, Rules::AGA, base),
        position(5, Rules::JAPANESE, base),
        position(5, Rules { tax: board::Tax::Seki, ..Rules::AGA }, base),
    ];
    let mut komi = alike[0].clone();
    komi.set_komi(Komi::from_halves(-31));
    alike.push(komi);
    let executors = sees(true);
    let fresh: Vec<_> =
        alike.iter().map(|p| ask(&mut evaluator(&executors, fixed()), &[p])[0].curve.board_lead()).collect();
    assert!(fresh.iter().all(|lead| *lead == fresh[0]), "{fresh:?}");
    let cache = Arc::new(Cache::new(1 << 12));
    let mut evaluator = evaluator(&executors, fixed()).with_cache(cache.clone());
    for position in &alike {
        ask(&mut evaluator, &[position]);
    }
    assert_eq!(cache.counts(), (alike.len() as u64 - 1, 1));
}

#[test]
fn the_past_may_be_ignored() {
    let cache = Arc::new(Cache::new(1 << 12));
    let executors = sees_rules();
    let settings = EvaluatorSettings { ignore_history: true, ..fixed() };
    let mut evaluator = evaluator(&executors, settings).with_cache(cache.clone());
    ask(&mut evaluator, &[&position(5, Rules::AGA, "C3 D3 B2 B3 D4")]);
    ask(&mut evaluator, &[&position(5, Rules::AGA, "B2 B3 C3 D3 D4")]);
    assert_eq!(cache.counts(), (1, 1));
    // The same stones, but a pass would end the game.
    ask(&mut evaluator, &[&position(5, Rules::TROMP_TAYLOR, "B2 B3 C3 D3 D4")]);
    ask(&mut evaluator, &[&position(5, Rules::TROMP_TAYLOR, "B2 B3 C3 D3 pass pass D4")]);
    ask(&mut evaluator, &[&position(5, Rules::TROMP_TAYLOR, "C3 D3 D4 B3 B2")]);
    assert_eq!(cache.counts(), (3, 2));
}

#[test]
fn one_output_of_the_papers_planes_serves_every_komi() {
    let cache = Arc::new(Cache::new(1 << 12));
    let mut evaluator = evaluator(&executors("tiny"), fixed()).with_cache(cache.clone());
    let mut position = position(5, Rules::AGA, "C3 D3");
    let first = numbers(&position, &ask(&mut evaluator, &[&position])[0]);
    position.set_komi(Komi::from_halves(-3));
    assert_eq!(numbers(&position, &ask(&mut evaluator, &[&position])[0]), first);
    assert_eq!(cache.counts(), (1, 1));
}

#[test]
fn an_executor_that_fails_is_told_about() {
    // This network supports only 9×9.
    let mut evaluator = evaluator(&executors("paper-4x128"), fixed());
    let position = position(5, Rules::CHINESE, "C3");
    let query = [Query { position: &position, wants_priors: true, at_root: false }];
    let mut out = [Evaluation::blank()];
    let error = evaluator.evaluate_seeded(&query, &[0], &mut out).unwrap_err();
    assert!(matches!(error, EvaluatorError::Executor(_)), "{error:?}");
    assert!(evaluator.evaluate(&query, &mut out).unwrap_err().to_string().contains(&error.to_string()));
    assert!(evaluator.raw(&position, Symmetry::IDENTITY).is_err());
}
