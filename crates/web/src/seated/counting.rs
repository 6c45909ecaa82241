//! The end of a game: dead stones, and the count.

use board::{Move, Point};

use super::Seated;
use crate::messages::Phase;
use crate::refusal::{Refusal, refuse};

impl Seated {
    fn while_counting(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Counting { Ok(()) } else { refuse("The game is not being counted.") }
    }

    /// Calls a chain dead, or alive again.
    pub fn toggle(&mut self, text: &str) -> Result<(), Refusal> {
        self.while_counting()?;
        let board = self.session.position().board();
        let stone = Point::parse(text, self.session.size()).ok().filter(|p| board.colour(*p).is_some());
        let Some(stone) = stone else { return refuse("There is no stone.") };
        let was_dead = self.dead.contains(stone);
        let chain: Vec<Point> = board.chain_stones(stone).collect();
        for p in chain {
            if was_dead {
                self.dead.remove(p);
            } else {
                self.dead.insert(p);
            }
        }
        self.objection = None;
        Ok(())
    }

    /// Ends the game with the count as it stands. The partner objects to what it sees otherwise, once: who insists then
    /// has it their way.
    pub fn agree(&mut self) -> Result<(), Refusal> {
        self.while_counting()?;
        // A partner that cannot look at the board has nothing to object.
        let objection = self.session.objection(self.you.other(), &self.dead).ok().flatten();
        self.objection = objection.filter(|objection| !objection.stones.is_subset(&self.objected));
        if let Some(objection) = &self.objection {
            self.objected = self.objected.union(&objection.stones);
            return Ok(());
        }
        self.end_with(self.session.position().score(&self.dead).to_string());
        Ok(())
    }

    /// Takes the passes back.
    pub fn play_on(&mut self) -> Result<(), Refusal> {
        self.while_counting()?;
        while self.session.position().last_move() == Some(Move::Pass) {
            self.session.undo();
        }
        self.moves.back_to(self.session.game().moves().len());
        self.go_on();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use partner::LoadedNetworks;

    use super::*;
    use crate::kept::Kept;

    /// A game that both have passed in: Black has the left side, White the right.
    fn counted() -> Seated {
        let black = ["C9", "C8", "C7", "C6", "C5", "C4", "C3", "C2", "C1", "B7", "B4"];
        let white = ["E9", "E8", "E7", "E6", "E5", "E4", "E3", "E2", "E1", "G7", "G4"];
        let mut moves: Vec<String> = Vec::new();
        for (black, white) in black.iter().zip(white) {
            moves.extend([black.to_string(), white.to_string()]);
        }
        moves.extend(["pass".to_string(), "pass".to_string()]);
        let kept = serde_json::json!({
            "wanted": {"size": 9, "colour": "black", "rules": "chinese",
                       "partner": {"strength": "gentle", "seconds": 1.0, "aim": "win"}},
            "plays_black": true, "moves": moves, "phase": "counting", "dead": [], "result": null, "said": null,
            "graph": [],
        });
        let kept: Kept = serde_json::from_value(kept).unwrap();
        Seated::from_kept("a".into(), kept, &LoadedNetworks::default()).unwrap()
    }

    #[test]
    fn living_stones_that_are_called_dead_are_objected_to_once() {
        let mut seated = counted();
        let right = seated.state().score.unwrap();
        for at in ["E5", "G7", "G4"] {
            seated.toggle(at).unwrap();
        }
        let wrong = seated.state().score.unwrap();
        assert!(right.starts_with("W+") && wrong.starts_with("B+"), "{right} {wrong}");
        seated.agree().unwrap();
        let state = seated.state();
        assert_eq!((state.phase, state.result), (Phase::Counting, None));
        let objection = state.objection.unwrap();
        assert_eq!((objection.score, objection.stones.len()), (right, 11));
        assert!(objection.sentence.starts_with("My 11 stones at "), "{}", objection.sentence);
        // Who changes something is not held to what was said; who insists has it.
        seated.toggle("G7").unwrap();
        assert_eq!(seated.state().objection, None);
        seated.toggle("G7").unwrap();
        seated.agree().unwrap();
        assert_eq!((seated.state().phase, seated.state().result), (Phase::Over, Some(wrong)));
    }

    #[test]
    fn a_right_count_is_agreed_to_at_once_and_playing_on_begins_afresh() {
        let mut seated = counted();
        seated.agree().unwrap();
        assert_eq!(seated.state().phase, Phase::Over);
        let mut seated = counted();
        seated.toggle("E5").unwrap();
        seated.agree().unwrap();
        assert!(seated.state().objection.is_some());
        seated.play_on().unwrap();
        let state = seated.state();
        assert_eq!((state.phase, state.objection, state.moves.len()), (Phase::Playing, None, 22));
        // The next count is another one.
        for _ in 0..2 {
            let colour = seated.to_move();
            seated.session().play(colour, Move::Pass).unwrap();
            seated.moves.play("pass");
        }
        seated.after_move();
        if !seated.dead.contains(Point::new(4, 4)) {
            seated.toggle("E5").unwrap();
        }
        seated.agree().unwrap();
        assert!(seated.state().objection.is_some());
    }
}
