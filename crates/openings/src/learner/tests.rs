use super::*;

/// Black leads by as many points as she has stones on the left half, minus White's there.
struct Left;

impl Expert for Left {
    fn outcomes(&mut self, games: &[Unfinished]) -> Result<Vec<Lead>, ExpertError> {
        let lead = |game: &Unfinished| {
            let stones = game.position.board().all_stones().filter(|(_, p)| p.x() < 2);
            Lead::for_side(Colour::Black, stones.map(|(colour, _)| colour.sign()).sum::<i32>() as f32)
        };
        Ok(games.iter().map(lead).collect())
    }
}

fn settings(seed: u64) -> Settings {
    let mut settings = Settings::default();
    (settings.opening.size, settings.opening.moves) = (5, 3);
    (settings.learning.games, settings.learning.batch, settings.learning.seed) = (60, 4, seed);
    // What is left and right differs here.
    settings.network.symmetries = false;
    (settings.learning.rate, settings.learning.exploration) = (0.1, 0.3);
    settings
}

fn learnt(settings: Settings, threads: usize) -> Learner {
    let mut learner = Learner::new(settings).unwrap();
    while !learner.is_done() {
        learn_round(&mut [&mut learner], &mut Left, threads).unwrap();
    }
    learner
}

#[test]
fn the_same_seed_gives_the_same_weights() {
    let first = learnt(settings(1), 1);
    assert_eq!(first.games(), 60);
    assert_eq!(learnt(settings(1), 2).opener().net().weights(), first.opener().net().weights());
    assert_ne!(learnt(settings(2), 1).opener().net().weights(), first.opener().net().weights());
    let games: Vec<u64> = first.curve().iter().map(|bucket| bucket.games).collect();
    assert_eq!(games, [50, 10]);
}

#[test]
fn players_that_learn_together_learn_what_they_would_alone() {
    let mut together = [1, 2, 3].map(|seed| Learner::new(settings(seed)).unwrap());
    while together.iter().any(|learner| !learner.is_done()) {
        let mut all: Vec<&mut Learner> = together.iter_mut().collect();
        learn_round(&mut all, &mut Left, 2).unwrap();
    }
    for (seed, learner) in (1..).zip(&together) {
        assert_eq!(learner.opener().net().weights(), learnt(settings(seed), 1).opener().net().weights());
    }
}

/// After some games it wants to play on the left, and is better at predicting the outcome than nothing is.
#[test]
fn it_learns_what_pays() {
    let mut settings = settings(1);
    settings.learning.games = 1500;
    let learner = learnt(settings, 1);
    let moves = learner.opener().moves(learner.start());
    let mean = |left: bool| {
        let leads: Vec<f32> = (moves.iter().filter(|m| (m.point.x() < 2) == left))
            .map(|m| m.expectation.of(Colour::Black))
            .collect();
        leads.iter().sum::<f32>() / leads.len() as f32
    };
    assert!(mean(true) > mean(false) + 0.3, "{} {}", mean(true), mean(false));
    let last = learner.curve().last().unwrap();
    assert!(last.squared_error < 0.5 * last.squared_outcome, "{last:?}");
}

#[test]
fn nothing_is_played_beyond_the_last_game() {
    let mut settings = settings(1);
    settings.learning.games = 6;
    let mut learner = Learner::new(settings).unwrap();
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(learn_round(&mut [&mut learner], &mut Left, 1).unwrap());
    }
    assert_eq!(games, [4, 2, 0]);
}

/// What was learnt before stays, and the rate is named.
#[test]
fn learning_that_diverges_is_an_error() {
    let mut settings = settings(1);
    settings.learning.rate = 10.0;
    settings.learning.games = 600;
    let mut learner = Learner::new(settings).unwrap();
    let error = loop {
        let games = learner.games();
        assert!(!learner.is_done(), "it learns with a rate of 10");
        match learn_round(&mut [&mut learner], &mut Left, 1) {
            Ok(_) => assert!(learner.opener().net().weights().iter().all(|w| w.is_finite())),
            Err(error) => break (games, error.to_string()),
        }
    };
    assert_eq!(learner.games(), error.0);
    assert!(learner.opener().net().weights().iter().all(|w| w.is_finite()));
    assert!(error.1.contains("A diverged after") && error.1.contains("smaller learning rate"), "{}", error.1);
}
