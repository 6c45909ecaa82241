//! Characters: partners that prefer some kinds of moves, at any level and with any evaluator.

use board::{Colour, Move, Size};
use partner::{Choice, Evaluators, LoadedNetworks, Overrides, Session, Settings};

const SIDE: usize = 9;

/// The first moves of a game in which both sides play so.
fn opening(preset: &str, file: &str, seed: u64, moves: usize, nets: &LoadedNetworks) -> Vec<Move> {
    let overrides = Overrides { seed: Some(seed), threads: Some(1), ..Overrides::default() };
    let settings = Settings::layered(preset, Some(file), &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(SIDE).unwrap());
    let colours = [Colour::Black, Colour::White].into_iter().cycle().take(moves);
    let played = colours.map(|colour| session.genmove(colour).unwrap().choice);
    played.filter_map(|choice| if let Choice::Play(mv) = choice { Some(mv) } else { None }).collect()
}

/// The mean line of the moves of a few openings.
fn mean_line(preset: &str, file: &str, games: u64, nets: &LoadedNetworks) -> f64 {
    let all = (0..games).flat_map(|seed| opening(preset, file, seed, 8, nets));
    let lines: Vec<usize> =
        all.filter_map(Move::point).map(|p| Size::square(SIDE).unwrap().line(p)).collect();
    lines.iter().sum::<usize>() as f64 / lines.len() as f64
}

#[test]
fn a_level_has_a_character() {
    let nets = LoadedNetworks::default();
    let line = |preset: &str| mean_line(preset, "", 16, &nets);
    let (centre, plain, edge) = (line("20k+centre"), line("20k"), line("20k+edge"));
    assert!(centre > plain && plain > edge, "{centre} {plain} {edge}");
}

#[test]
fn so_do_a_network_and_playouts() {
    let nets = LoadedNetworks::default();
    for (base, file) in [
        ("network", "nnModelFile = \"default\"\nmaxVisits = 16"),
        ("playout", "evaluator = \"guided\"\nmaxVisits = 300"),
    ] {
        let line = |character: &str| mean_line(&format!("{base}+{character}"), file, 3, &nets);
        let (centre, edge) = (line("centre"), line("edge"));
        assert!(centre > edge, "{base}: {centre} {edge}");
    }
}

#[test]
fn so_does_who_keeps_games_close() {
    let nets = LoadedNetworks::default();
    // Both sides are the same partner, so they must not both want to win.
    let file = "maxVisits = 40\nsteeringSecondLook = 0\nsteeringAim = \"even\"";
    let line = |preset: &str| mean_line(preset, file, 6, &nets);
    let (centre, edge) = (line("gentle+centre"), line("gentle+edge"));
    assert!(centre > edge, "{centre} {edge}");
}

#[test]
fn no_strength_plays_as_no_character() {
    let nets = LoadedNetworks::default();
    let weak = "characterStrength = 0.0";
    let game = |preset: &str, file: &str| opening(preset, file, 3, 10, &nets);
    assert_eq!(game("12k+fighting", weak), game("12k", ""));
    assert_ne!(game("12k+edge", ""), game("12k", ""));
}
