//! Endgame practice: a record is loaded, and the result stays open until the last move.

use board::{Colour, Game, Komi, Move, Rules, Size};
use partner::{Choice, Evaluators, LoadedNetworks, Overrides, Session, Settings, ThinkRequest};

/// A 9×9 game up to its endgame, White to move and about a point behind.
const RECORD: &str =
    "E5 C4 C5 B5 B6 C6 D5 B7 B4 A6 C3 G3 H5 G5 D7 G6 G8 H6 C8 H8 F7 E3 D4 D2 C2 C1 B1 D1 F4 G4 F3 F2 B2";

fn session(preset: &str, nets: &LoadedNetworks) -> Session {
    let net = Some("default".to_string());
    let overrides = Overrides { seed: Some(5), visits: Some(80), net, ..Overrides::default() };
    let settings = Settings::layered(preset, None, &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    Session::with_evaluators(settings, evaluators)
}

fn endgame() -> Game {
    let size = Size::square(9).unwrap();
    let mut game = Game::new(size, Rules::CHINESE, Komi::new(7.5).unwrap());
    for (turn, vertex) in RECORD.split(' ').enumerate() {
        let colour = if turn % 2 == 0 { Colour::Black } else { Colour::White };
        game.play(colour, Move::parse(vertex, size).unwrap()).unwrap();
    }
    game
}

/// Plays the endgame out: the partner has White. Black plays well, after passing as many times.
fn result(preset: &str, passes: usize, nets: &LoadedNetworks) -> f64 {
    let (mut partner, mut player) = (session(preset, nets), session("network", nets));
    let mut game = endgame();
    let mut missed = 0;
    while !game.position().is_over() && game.moves().len() < 120 {
        let colour = game.position().to_move();
        let mover = if colour == Colour::White { &mut partner } else { &mut player };
        mover.load(game.clone());
        let choice = match colour == Colour::Black && missed < passes {
            true => Choice::Play(Move::Pass),
            false => mover.think(&ThinkRequest::game(colour)).unwrap().choice,
        };
        missed += usize::from(colour == Colour::Black);
        let Choice::Play(mv) = choice else { break };
        game.play(colour, mv).unwrap();
    }
    partner.load(game);
    partner.final_score().unwrap().for_side(Colour::White)
}

#[test]
fn the_result_stays_within_two_points() {
    let nets = LoadedNetworks::default();
    for passes in [0, 1] {
        let points = result("practice", passes, &nets);
        assert!(points.abs() <= 2.0, "{passes}: {points}");
    }
    // Whoever plays for points keeps what is offered.
    let points = result("network+greedy", 1, &nets);
    assert!(points > 2.0, "{points}");
}
