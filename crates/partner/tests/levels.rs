//! Levels: partners that play like people of a rank, with the networks inside.

use board::{Colour, Move, Rank, Size};
use partner::{Choice, Evaluators, LoadedNetworks, Overrides, Session, Settings};

fn session(rank: &str, seed: u64, nets: &LoadedNetworks) -> Session {
    let overrides = Overrides { seed: Some(seed), ..Overrides::default() };
    let settings = Settings::layered(rank, None, &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(9).unwrap());
    session
}

fn moves(session: &mut Session, count: usize) -> Vec<String> {
    let mut colour = Colour::Black;
    (0..count)
        .map(|_| {
            let decision = session.genmove(colour).unwrap();
            colour = colour.other();
            decision.choice.to_string()
        })
        .collect()
}

#[test]
fn every_rank_is_a_preset() {
    for rank in Rank::all() {
        let settings = Settings::preset(&rank.to_string()).unwrap();
        assert_eq!(settings.name, rank.to_string());
        assert_eq!(settings.nn.human_profile, Some(format!("rank_{rank}")));
    }
    let error = Settings::preset("31k").unwrap_err().to_string();
    assert!(error.contains("30k to 9d"), "{error}");
}

#[test]
fn time_does_not_make_a_level_stronger() {
    let overrides = Overrides { time: Some(2.0), ..Overrides::default() };
    let settings = Settings::layered("4k", None, &overrides).unwrap();
    assert_eq!(settings.visits, Settings::preset("4k").unwrap().visits);
    assert_eq!(settings.time, Some(2.0));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let nets = LoadedNetworks::default();
    let game = |rank, seed| moves(&mut session(rank, seed, &nets), 12);
    assert_eq!(game("20k", 1), game("20k", 1));
    assert_ne!(game("20k", 1), game("20k", 2));
    assert_eq!(game("4k", 1), game("4k", 1));
}

/// Black has C5 and E5 around a stone in atari; people of all ranks capture it or not, but not alike.
#[test]
fn the_rank_is_seen_by_the_network() {
    let nets = LoadedNetworks::default();
    let capture: Move = Move::parse("D4", Size::square(9).unwrap()).unwrap();
    let prior = |rank: &str| {
        let mut session = session(rank, 1, &nets);
        for (colour, at) in [
            (Colour::Black, "D6"),
            (Colour::White, "D5"),
            (Colour::Black, "C5"),
            (Colour::White, "G3"),
            (Colour::Black, "E5"),
            (Colour::White, "G7"),
        ] {
            session.play(colour, Move::parse(at, session.size()).unwrap()).unwrap();
        }
        let human = session.human_output(Colour::Black, false).unwrap().unwrap();
        human.prior_of(session.size(), capture)
    };
    let priors = ["30k", "20k", "10k", "1d", "9d"].map(prior);
    assert!(priors.iter().all(|p| *p > 0.1), "everybody likes to capture: {priors:?}");
    assert!(priors.windows(2).all(|pair| pair[0] != pair[1]), "{priors:?}");
}

#[test]
fn a_beginner_does_not_resign_early() {
    let nets = LoadedNetworks::default();
    let mut session = session("25k", 3, &nets);
    let mut colour = Colour::Black;
    for _ in 0..30 {
        let decision = session.genmove(colour).unwrap();
        assert_ne!(decision.choice, Choice::Resign);
        colour = colour.other();
    }
}
