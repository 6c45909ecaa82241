//! The partner that adapts to whom it plays with.

use board::{Colour, Move, Rank, Size};
use partner::{Evaluators, LoadedNetworks, Overrides, Session, Settings};

fn session(preset: &str, nets: &LoadedNetworks) -> Session {
    let overrides = Overrides { seed: Some(3), visits: Some(24), ..Overrides::default() };
    let settings = Settings::layered(preset, None, &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, nets).unwrap();
    let mut session = Session::with_evaluators(settings, evaluators);
    session.new_game(Size::square(9).unwrap());
    session
}

fn imitated(session: &Session) -> Rank {
    let profile = session.settings().nn.human_profile.clone().unwrap();
    profile.strip_prefix("rank_").unwrap().parse().unwrap()
}

/// Plays against moves of somebody else, from the edge inwards or as the partner itself would.
fn game(nets: &LoadedNetworks, opponent: &mut dyn FnMut(&Session) -> Move) -> (Vec<Move>, Rank) {
    let mut gentle = session("gentle", nets);
    for _ in 0..12 {
        let mv = opponent(&gentle);
        gentle.play(Colour::Black, mv).unwrap();
        let decision = gentle.genmove(Colour::White).unwrap();
        // Nothing is played that was not looked at well.
        let chosen = decision.table.chosen().unwrap();
        let is_known = chosen.visits >= 64 && chosen.mistake.is_some();
        assert!(is_known || chosen.mv == Move::Pass, "{:?}", decision.table);
    }
    (gentle.game().moves().iter().map(|(_, mv)| *mv).collect(), imitated(&gentle))
}

#[test]
fn it_takes_a_beginner_for_one() {
    let nets = LoadedNetworks::default();
    // The first legal point, row by row from the corner: nobody with a rank opens so.
    let mut along_the_edge = |session: &Session| {
        let legal = |mv: &Move| *mv != Move::Pass;
        session.position().legal_moves().find(legal).unwrap_or(Move::Pass)
    };
    let (moves, weak) = game(&nets, &mut along_the_edge);
    let mut strong = session("9d", &nets);
    let mut well = |session: &Session| {
        strong.load(session.game().clone());
        let request = partner::ThinkRequest::game(Colour::Black);
        match strong.think(&request).unwrap().choice {
            partner::Choice::Play(mv) => mv,
            partner::Choice::Resign => Move::Pass,
        }
    };
    let (_, better) = game(&nets, &mut well);
    assert!(weak.steps() + 5 <= better.steps(), "{weak} and {better}");
    // The same seed gives the same game.
    assert_eq!(game(&nets, &mut along_the_edge).0, moves);
}

/// A game of `gentle` (White) against a 12k, up to a move that threatens to kill a group. A pass seems to cost nothing until
/// it is looked at.
const BEFORE_A_THREAT: &str = "E5 C6 D7 D6 E6 C4 C3 B3 D3 G3 G5 H5 H6 H4 B2 B5 G4 H3 A3 C7 E7 B4 F2 G2 F3 J6 H7 J2 J7 J5 \
    C8 B8 D8 B9 D5 A4 A2 C9 D9 D4 E4 F1 E1 G1 C5 B6 E3 pass D2 pass G9 pass A7";

#[test]
fn no_group_is_left_to_die_by_a_pass() {
    let nets = LoadedNetworks::default();
    for seed in 1..=3 {
        let overrides = Overrides { seed: Some(seed), ..Overrides::default() };
        let settings = Settings::layered("gentle", None, &overrides).unwrap();
        let evaluators = Evaluators::from_settings(&settings, &nets).unwrap();
        let mut gentle = Session::with_evaluators(settings, evaluators);
        gentle.new_game(Size::square(9).unwrap());
        for (at, colour) in
            BEFORE_A_THREAT.split_whitespace().zip([Colour::Black, Colour::White].into_iter().cycle())
        {
            gentle.play(colour, Move::parse(at, gentle.size()).unwrap()).unwrap();
        }
        let decision = gentle.genmove(Colour::White).unwrap();
        assert_ne!(decision.choice, partner::Choice::Play(Move::Pass), "{:?}", decision.table);
    }
}
