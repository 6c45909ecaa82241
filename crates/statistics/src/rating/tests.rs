use super::*;

fn pairing(first: &str, second: &str, wins: u64, draws: u64, losses: u64) -> Pairing {
    Pairing { first: first.into(), second: second.into(), tally: Tally { wins, draws, losses } }
}

fn elo(ratings: &Ratings, name: &str) -> f64 {
    ratings.players.iter().find(|p| p.name == name).unwrap().elo
}

/// The expected results of players of known strength.
fn ideal(strengths: &[(&str, f64)], nu: f64, games: f64) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    for (i, (a, x)) in strengths.iter().enumerate() {
        for (b, y) in &strengths[i + 1..] {
            let [win, draw, loss] = chances((x - y) / ELO, nu).map(|p| (p * games).round() as u64);
            pairings.push(pairing(a, b, win, draw, loss));
        }
    }
    pairings
}

#[test]
fn known_ratings_come_back() {
    let known = [("a", 250.0), ("b", 40.0), ("c", -90.0), ("d", -200.0)];
    for nu in [0.0, 0.7] {
        let ratings = rate(&ideal(&known, nu, 100_000.0)).unwrap();
        let order: Vec<&str> = ratings.players.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(order, ["a", "b", "c", "d"]);
        for (name, x) in known {
            assert!((elo(&ratings, name) - x).abs() < 0.5, "{name} {ratings:?}");
        }
        assert!((ratings.draw_parameter - nu).abs() < 0.01);
        assert_eq!(ratings.games, ideal(&known, nu, 100_000.0).iter().map(|p| p.tally.games()).sum::<u64>());
    }
}

#[test]
fn two_players_are_the_plain_formula() {
    // With the prior game 60.5 to 40.5.
    let ratings = rate(&[pairing("a", "b", 60, 0, 40)]).unwrap();
    let difference = elo(&ratings, "a") - elo(&ratings, "b");
    assert!((difference - 400.0 * (60.5f64 / 40.5).log10()).abs() < 1e-6);
    // Half the error of the difference, which is ELO / sqrt(n p q).
    let error = ELO / (101.0 * (60.5 / 101.0) * (40.5 / 101.0f64)).sqrt() / 2.0;
    assert!((ratings.players[0].standard_error - error).abs() < 1e-6);
}

#[test]
fn errors_are_the_spread_of_repeated_matches() {
    use rand::{Rng, SeedableRng};
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(7);
    let known = [("a", 100.0), ("b", 0.0), ("c", -100.0)];
    let (mut squares, mut claimed) = (0.0, 0.0);
    for _ in 0..400 {
        let mut pairings = Vec::new();
        for (i, j) in [(0, 1), (1, 2)] {
            let [win, draw, _] = chances((known[i].1 - known[j].1) / ELO, 0.3);
            let mut tally = Tally::default();
            for _ in 0..60 {
                match random.random::<f64>() {
                    x if x < win => tally.wins += 1,
                    x if x < win + draw => tally.draws += 1,
                    _ => tally.losses += 1,
                }
            }
            pairings.push(Pairing { first: known[i].0.into(), second: known[j].0.into(), tally });
        }
        let ratings = rate(&pairings).unwrap();
        squares += (elo(&ratings, "a") - 100.0).powi(2) / 400.0;
        claimed += ratings.players.iter().find(|p| p.name == "a").unwrap().standard_error / 400.0;
    }
    let spread = squares.sqrt();
    assert!((spread / claimed - 1.0).abs() < 0.15, "{spread} {claimed}");
}

#[test]
fn a_clean_sweep_stays_finite() {
    let ratings = rate(&[pairing("a", "b", 20, 0, 0)]).unwrap();
    let difference = elo(&ratings, "a") - elo(&ratings, "b");
    assert!((difference - 400.0 * 41f64.log10()).abs() < 1e-6, "{difference}");
    let ratings = rate(&[pairing("a", "b", 20, 0, 0), pairing("b", "c", 0, 5, 0)]).unwrap();
    assert!((elo(&ratings, "b") - elo(&ratings, "c")).abs() < 1e-6);
    assert!(elo(&ratings, "a") < 2000.0);
    assert!(rate(&[pairing("a", "b", 0, 9, 0)]).unwrap().draw_parameter.is_finite());
    assert!(rate(&[pairing("a", "b", 1_000_000, 0, 0)]).unwrap().players[0].elo < 3000.0);
}

#[test]
fn pairings_add_up_whoever_stands_first() {
    let once = rate(&[pairing("a", "b", 30, 4, 10)]).unwrap();
    let parts = [pairing("a", "b", 10, 3, 5), pairing("b", "a", 5, 1, 20), pairing("a", "a", 3, 0, 9)];
    assert_eq!(once, rate(&parts).unwrap());
}

#[test]
fn groups_that_never_met_are_named() {
    let error = rate(&[pairing("a", "b", 1, 0, 1), pairing("c", "d", 1, 0, 1)]).unwrap_err().to_string();
    assert!(error.contains("{a, b} and {c, d}"), "{error}");
    assert_eq!(rate(&[pairing("a", "a", 1, 0, 1)]), Err(RatingError::NoGames));
}
