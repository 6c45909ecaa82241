//! Characters: partners that prefer some kinds of moves, at any level and with any evaluator.

use board::{Colour, Move, Size};
use partner::{Choice, Evaluators, LoadedNetworks, Overrides, Session, Settings};

const SIDE: usize = 9;

/// The first moves of a game in which both sides play so.
fn opening(preset: &str, file: &str, seed: u64, moves: usize, nets: &LoadedNetworks) -> Vec<Move> {
    opening_on(Size::square(SIDE).unwrap(), preset, file, seed, moves, nets)
}

fn opening_on(
    size: Size,
    preset: &str,
    file: &str,
    seed: u64,
    moves: usize,
    nets: &LoadedNetworks,
) -> Vec<Move> {
    let overrides = Overrides { seed: Some(seed), threads: Some(1), ..Overrides::default() };
    let settings = Settings::layered(preset, Some(file), &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(size);
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

#[test]
fn a_trained_character_plays_what_it_likes_of_what_is_good() {
    let nets = LoadedNetworks::default();
    let file = "nnModelFile = \"default\"\nmaxVisits = 32\ncharacter = \"centre-trained\"";
    let overrides = Overrides { seed: Some(1), threads: Some(1), ..Overrides::default() };
    let settings = Settings::layered("network", Some(file), &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, &nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(SIDE).unwrap());
    let mut by_character = 0;
    for colour in [Colour::Black, Colour::White].into_iter().cycle().take(12) {
        let table = session.genmove(colour).unwrap().table;
        let win_rate = |row: &partner::Row| row.win_rate.of(colour);
        // With fewer visits than a quarter nothing is believed.
        let known = || table.rows.iter().filter(|row| row.visits >= 8);
        let best = known().map(win_rate).fold(0.0, f32::max);
        if table.rule == Some(partner::RuleName::Character) {
            by_character += 1;
            let chosen = table.chosen().unwrap();
            assert!(known().any(|row| row.mv == chosen.mv), "{table:?}");
            assert!(win_rate(chosen) >= best - 0.0501, "{table:?}");
        }
    }
    assert!(by_character >= 6, "{by_character}");
}

#[test]
fn trained_characters_work_with_every_kind_of_partner() {
    let nets = LoadedNetworks::default();
    for (base, file) in [
        ("network", "nnModelFile = \"default\"\nmaxVisits = 32"),
        ("playout", "evaluator = \"guided\"\nmaxVisits = 300"),
        ("20k", ""),
        ("gentle", "maxVisits = 40\nsteeringSecondLook = 0\nsteeringAim = \"even\""),
    ] {
        let game = |character: &str| opening(&format!("{base}{character}"), file, 3, 10, &nets);
        let trained = game("+edge-trained");
        assert!(trained.len() == 10 && trained != game(""), "{base}");
    }
}

/// Networks for the centre and for the edge, without the normal one, on the board where that is clearest.
#[test]
fn trained_networks_have_learnt_what_they_like() {
    let nets = LoadedNetworks::default();
    let file = "nnModelFile = \"default\"\nmaxVisits = 16\ncharacterAlone = true";
    let size = Size::square(13).unwrap();
    let inside = |character: &str| {
        let preset = format!("network+{character}");
        let games = (0..4).flat_map(|seed| opening_on(size, &preset, file, seed, 24, &nets));
        games.filter_map(Move::point).filter(|p| size.line(*p) >= 4).count()
    };
    let (centre, edge) = (inside("centre-trained"), inside("edge-trained"));
    assert!(centre > edge, "{centre} {edge}");
}

#[test]
fn alone_a_trained_character_has_one_network() {
    let nets = LoadedNetworks::default();
    let game = |file: &str| opening("network+centre-trained", file, 3, 10, &nets);
    let [alone, mixed] = ["characterAlone = true", "characterAlone = false"]
        .map(|alone| game(&format!("nnModelFile = \"default\"\nmaxVisits = 16\n{alone}")));
    assert_ne!(alone, mixed);
    let weak = "nnModelFile = \"default\"\nmaxVisits = 16\ncharacterStrength = 0.0";
    assert_eq!(
        opening("network+optimist", weak, 3, 10, &nets),
        opening("network", "nnModelFile = \"default\"\nmaxVisits = 16", 3, 10, &nets)
    );
}
