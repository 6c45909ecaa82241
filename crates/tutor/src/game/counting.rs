//! The end of a game: dead stones, and the count.

use board::{Area, Move, Point, PointSet, Score, area};
use partner::Objection;
use record::game::Outcome;

use super::TeachingGame;
use crate::count::{Count, count};
use crate::request::Phase;
use speech::Refusal;

impl TeachingGame {
    fn while_counting(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Counting { Ok(()) } else { Err(Refusal::NotBeingCounted) }
    }

    /// Calls a chain dead, or alive again.
    pub fn toggle_dead(&mut self, stone: Point) -> Result<(), Refusal> {
        self.while_counting()?;
        let board = self.session.position().board();
        if !self.size().contains(stone) || board.colour(stone).is_none() {
            return Err(Refusal::NoStone);
        }
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
        let objection = self.session.objection(self.player.other(), &self.dead).ok().flatten();
        self.objection = objection.filter(|objection| !objection.stones.is_subset(&self.objected));
        if let Some(objection) = &self.objection {
            self.objected = self.objected.union(&objection.stones);
            return Ok(());
        }
        self.end_with(Outcome::from(self.session.position().score(&self.dead)));
        Ok(())
    }

    /// Stones that are called dead.
    pub fn dead(&self) -> &PointSet {
        &self.dead
    }

    /// What the partner holds against the count.
    pub fn objection(&self) -> Option<&Objection> {
        self.objection.as_ref()
    }

    /// Whether there is a count to show: points decide the game, and it was not cut short.
    fn is_counted(&self) -> bool {
        let cut_short = matches!(self.result, Some(Outcome::Resignation { .. } | Outcome::Time { .. }));
        self.phase != Phase::Playing && !cut_short && self.is_for_points()
    }

    /// Whose every point is, the score, and how it comes about, once the game is counted.
    pub fn counted(&self) -> Option<(Area, Score, Count)> {
        let position = self.session.position();
        self.is_counted().then(|| {
            (area(position.board(), &self.dead), position.score(&self.dead), count(position, &self.dead))
        })
    }

    /// Takes the passes back.
    pub fn play_on(&mut self) -> Result<(), Refusal> {
        self.while_counting()?;
        while self.session.position().last_move() == Some(Move::Pass) {
            self.session.undo();
        }
        self.tree.back_to(self.session.game().moves().len());
        self.go_on();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use board::Scoring;
    use partner::LoadedNetworks;

    use super::*;
    use crate::count::SideCount;
    use crate::saved::SavedGame;

    /// A game that both have passed in: Black has the left side, White the right.
    fn counted_game() -> TeachingGame {
        let black = ["C9", "C8", "C7", "C6", "C5", "C4", "C3", "C2", "C1", "B7", "B4"];
        let white = ["E9", "E8", "E7", "E6", "E5", "E4", "E3", "E2", "E1", "G7", "G4"];
        let mut moves: Vec<String> = Vec::new();
        for (black, white) in black.iter().zip(white) {
            moves.extend([black.to_string(), white.to_string()]);
        }
        moves.extend(["pass".to_string(), "pass".to_string()]);
        let saved = serde_json::json!({
            "wanted": {"size": 9, "colour": "black", "rules": "chinese",
                       "partner": {"strength": "gentle", "seconds": 1.0, "aim": "win"}},
            "plays_black": true, "moves": moves, "phase": "counting", "dead": [], "result": null, "said": null,
            "graph": [],
        });
        let saved: SavedGame = serde_json::from_value(saved).unwrap();
        TeachingGame::from_saved(saved, &LoadedNetworks::default()).unwrap()
    }

    fn at(name: &str) -> Point {
        Point::parse(name, board::Size::square(9).unwrap()).unwrap()
    }

    fn score(game: &TeachingGame) -> String {
        game.counted().unwrap().1.to_string()
    }

    #[test]
    fn living_stones_that_are_called_dead_are_objected_to_once() {
        let mut game = counted_game();
        let right = score(&game);
        for name in ["E5", "G7", "G4"] {
            game.toggle_dead(at(name)).unwrap();
        }
        let wrong = score(&game);
        assert!(right.starts_with("W+") && wrong.starts_with("B+"), "{right} {wrong}");
        game.agree().unwrap();
        assert_eq!((game.phase(), game.result()), (Phase::Counting, None));
        let objection = game.objection().unwrap();
        assert_eq!((objection.count.to_string(), objection.stones.len()), (right, 11));
        assert!(objection.claims.iter().all(|claim| claim.is_own && claim.lives), "{objection:?}");
        // Who changes something is not held to what was said; who insists has it.
        game.toggle_dead(at("G7")).unwrap();
        assert_eq!(game.objection(), None);
        game.toggle_dead(at("G7")).unwrap();
        game.agree().unwrap();
        assert_eq!((game.phase(), game.result().unwrap().to_string()), (Phase::Over, wrong));
    }

    #[test]
    fn a_right_count_is_agreed_to_at_once_and_playing_on_begins_afresh() {
        let mut game = counted_game();
        game.agree().unwrap();
        assert_eq!(game.phase(), Phase::Over);
        let mut game = counted_game();
        game.toggle_dead(at("E5")).unwrap();
        game.agree().unwrap();
        assert!(game.objection().is_some());
        game.play_on().unwrap();
        assert_eq!((game.phase(), game.objection(), game.moves().len()), (Phase::Playing, None, 22));
        // The next count is another one.
        for _ in 0..2 {
            let colour = game.to_move();
            game.session.play(colour, Move::Pass).unwrap();
            game.tree.play(Move::Pass);
        }
        game.after_move();
        if !game.dead.contains(Point::new(4, 4)) {
            game.toggle_dead(at("E5")).unwrap();
        }
        game.agree().unwrap();
        assert!(game.objection().is_some());
    }

    #[test]
    fn a_count_can_be_checked_by_hand() {
        let saved = r#"{"wanted":{"size":5,"colour":"black","komi":6.5,"rules":"japanese",
            "start":{"stones":".XO...XO...XO...XO...XO..","white_first":false},
            "partner":{"strength":"gentle","seconds":1.0,"aim":"win"}},"plays_black":true,"moves":["E5","pass","pass"],
            "phase":"counting","dead":["E5"],"result":null,"said":null,"graph":[]}"#;
        let saved = serde_json::from_str(saved).unwrap();
        let (_, score, count) =
            TeachingGame::from_saved(saved, &LoadedNetworks::default()).unwrap().counted().unwrap();
        assert_eq!((score.to_string().as_str(), count.scoring), ("W+12.5", Scoring::Territory));
        let side = |side: SideCount| (side.territory, side.prisoners, side.komi, side.total);
        assert_eq!(side(count.black), (5, 0, 0.0, 5.0));
        assert_eq!(side(count.white), (10, 1, 6.5, 17.5));
    }
}
