//! What a page is told of players that learn to open, an example of each.

use board::Colour;
use evaluation::Lead;
use openings::{Learner, Settings};
use statistics::Tally;

use crate::messages::*;

pub fn openings_told() -> [ServerMessage; 4] {
    let (name, learner) = (|| "ADE-5x5".to_string(), learner());
    let opening = |you, played_out| OpeningState::new(name(), &learner, learner.start(), you, played_out);
    [
        ServerMessage::Openers(openers()),
        ServerMessage::Opener(OpenerState::of(name(), &learner)),
        ServerMessage::Opening(opening(Colour::Black, None)),
        ServerMessage::Opening(opening(Colour::White, Some(-1.5))),
    ]
}

fn openers() -> OpenersState {
    let tally = Tally { wins: 3, draws: 0, losses: 1 };
    let names = ["ADE-5x5", "random"].map(String::from);
    let [first, second] = names.clone();
    OpenersState {
        players: vec![ListedOpener { player: names[0].clone(), size: 5, games: 8, of: 2000 }],
        refused: vec![("A-9x9".into(), "A-9x9.opening is damaged.".into())],
        learning: Some(names[0].clone()),
        comparison: Some(ComparisonState::new(first, second, 400, true, &tally)),
    }
}

/// Somebody who has learnt from one game. Its values are whole, because weights may differ in their last digits.
fn learner() -> Learner {
    let mut settings = Settings { features: "ADE".parse().unwrap(), ..Default::default() };
    (settings.opening.size, settings.opening.moves) = (5, 1);
    let mut learner = Learner::new(settings).unwrap();
    let opening = learner.opening(0).unwrap();
    learner.learn(&[opening], &[Lead::for_side(Colour::Black, 0.0)]).unwrap();
    learner
}
