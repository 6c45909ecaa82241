//! How the partner steered the game, move by move.

use partner::{Comparison, Decision, Explanation};
use speech::english;

use super::TeachingGame;
use crate::considered::{Steered, SteeredMove};
use crate::request::Phase;

/// What a decision did to steer the game; nothing where there is no aim, or where nothing is known of the move.
pub(super) fn steered(decision: &Decision, why: &Explanation) -> Option<Steered> {
    let (aim, standing) = (decision.table.aim?, why.standing?);
    let given = match why.comparison {
        Some(Comparison::GivesBack { points, .. }) => points,
        _ => None,
    };
    Some(Steered { lead: standing.lead, aim, given })
}

impl TeachingGame {
    /// How every move of the partner's steered the game. It is told when the game is over.
    pub fn steered(&self) -> Vec<SteeredMove> {
        let line = self.tree.line().into_iter().enumerate().filter(|_| self.phase == Phase::Over);
        let told = line.filter_map(|(before, place)| {
            let node = &self.tree.nodes()[place];
            let remark = node.remark.as_ref()?;
            let steered = remark.steered?;
            let sentence = steered.given.and(remark.numbers.clone());
            Some(SteeredMove { number: before + 1, mv: node.mv, steered, sentence })
        });
        told.collect()
    }

    /// All of that in a sentence.
    pub fn steering_summary(&self) -> Option<String> {
        let steered = self.steered();
        let given: Vec<f32> = steered.iter().filter_map(|one| one.steered.given).collect();
        (!steered.is_empty()).then(|| english::steered(given.len(), steered.len(), given.iter().sum()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board::{Colour, Move};
    use partner::{LoadedNetworks, SearchMonitor};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Black plays away twice: whoever keeps games close has to hold back.
    #[test]
    fn who_is_far_ahead_holds_back_and_says_so_afterwards() {
        let request = r#"{"size":9,"colour":"black","rules":"chinese",
            "partner":{"strength":"15k","seconds":60.0,"aim":"lose-by-little","adapts":true}}"#;
        let (request, nets) = (serde_json::from_str(request).unwrap(), LoadedNetworks::default());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut game = TeachingGame::new(request, &nets, &mut random).unwrap();
        game.greet(None);
        assert!(game.said().unwrap().contains("9×9"), "{:?}", game.said());
        let stop = AtomicBool::new(false);
        for at in [["E5", "E4"], ["C4", "C3"], ["A1", "B1"], ["G4", "G3"], ["J9", "H9"], ["E8", "E7"]] {
            let before = game.before_move(true).unwrap();
            // The second one if the partner is on the first.
            let moves = at.map(|at| Move::parse(at, game.size()).unwrap());
            let played = moves.into_iter().find(|mv| game.play(*mv, before.clone()).is_ok());
            assert!(played.is_some(), "{at:?}");
            let monitor = SearchMonitor { stop: &stop, every: None, on_report: &mut |_| () };
            assert!(game.move_partner(true, true, monitor).unwrap());
            assert!(!game.said().unwrap().contains('%'), "{:?}", game.said());
        }
        let remark = game.remark().unwrap();
        let chosen = &remark.considered[0];
        assert_eq!((chosen.status.as_str(), chosen.mv), ("chosen", game.moves()[11].1));
        assert!(remark.considered.iter().all(|one| one.people.is_some()), "{remark:?}");
        // It is told in the end, and only then.
        assert_eq!((game.steered(), game.steering_summary()), (Vec::new(), None));
        game.resign().unwrap();
        let steered = game.steered();
        assert_eq!(steered.iter().map(|one| one.number).collect::<Vec<_>>(), [2, 4, 6, 8, 10, 12]);
        let held_back: Vec<_> = steered.iter().filter(|one| one.steered.given.is_some()).collect();
        assert!(!held_back.is_empty(), "{steered:?}");
        for one in held_back {
            let Steered { aim, given, .. } = one.steered;
            assert!(given.unwrap() > 0.0 && one.sentence.is_some() && aim.of(Colour::White) < 0.0, "{one:?}");
        }
        assert!(game.steering_summary().unwrap().starts_with("I held back"));
        // What is known of a move is known after the program has been started again.
        let text = serde_json::to_string(&game.saved()).unwrap();
        let again = TeachingGame::from_saved(serde_json::from_str(&text).unwrap(), &nets).unwrap();
        let told =
            |game: &TeachingGame| game.steered().into_iter().map(|one| (one.number, one.sentence)).collect();
        let (now, then): (Vec<_>, Vec<_>) = (told(&game), told(&again));
        assert_eq!(now, then);
    }
}
