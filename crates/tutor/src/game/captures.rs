//! Capture games, and a partner who learnt the rules last week.

use board::Move;
use partner::effects::{Effect, effects};
use partner::{Choice, EvaluationError, SearchMonitor};
use speech::english::{self, Listener};
use speech::{AtariWarning, Refusal};

use super::TeachingGame;
use super::thinking::Hint;
use crate::capture_game;
use crate::lesson::Remark;

impl TeachingGame {
    /// Warns of the player's last move, if there is something to warn of. The partner waits until the move is taken back
    /// or is to stand.
    pub fn warn(&mut self) {
        let last = self.moves().last().filter(|(colour, _)| *colour == self.player).map(|(_, mv)| *mv);
        if let Some(mv) = last
            && !self.is_for_points()
            && self.is_being_played()
        {
            self.warning = capture_game::warning(self.game_before(self.moves().len()).position(), mv);
        }
    }

    pub fn warning(&self) -> Option<&AtariWarning> {
        self.warning.as_ref()
    }

    /// The move that was warned of is to stand.
    pub fn go_ahead(&mut self) -> Result<(), Refusal> {
        self.warning.take().map(|_| ()).ok_or(Refusal::NothingToConfirm)
    }

    /// A hint for a game in which stones are captured.
    pub(super) fn capture_hint(&self) -> Hint {
        let mv = capture_game::hint(self.position()).map_or(Move::Pass, Move::Play);
        let does = effects(self.position(), mv);
        Hint {
            choice: Choice::Play(mv),
            sentence: english::plain_move(mv, &does, &self.last_effects(), Listener::Pupil),
        }
    }

    /// The move of a beginner. What the player's move cost is looked at first, where that is wanted.
    pub(super) fn move_beginner(
        &mut self,
        known: u64,
        monitor: SearchMonitor,
    ) -> Result<bool, EvaluationError> {
        let number = self.moves().len();
        if known > 0 && self.is_for_points() {
            let stop = monitor.stop;
            let view = self.study(known, monitor)?;
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(false);
            }
            self.judged(&view, number);
            self.teach(&view, number);
        }
        let answered = self.last_effects();
        let mut mv = self.beginner.choose(self.session.position());
        let mut does = effects(self.position(), mv);
        // Who passes wants to count, unless something can still be captured.
        let captures = does.iter().any(|effect| matches!(effect, Effect::Captures { .. }));
        if self.position().last_move() == Some(Move::Pass) && !captures {
            (mv, does) = (Move::Pass, Vec::new());
        }
        if self.session.play(self.to_move(), mv).is_err() {
            return Ok(false);
        }
        let sentence = self.say(english::plain_move(mv, &does, &answered, Listener::Opponent));
        self.tree.play(mv);
        if let Some(node) = self.tree.node_mut(number + 1) {
            node.remark = Some(Remark { sentence, ..Remark::default() });
        }
        self.after_move();
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board::Colour;
    use partner::LoadedNetworks;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::request::Phase;

    fn game(captures: usize) -> TeachingGame {
        let request = format!(
            r#"{{"size":5,"colour":"black","rules":"chinese","captures":{captures},
                 "partner":{{"strength":"beginner","seconds":1.0,"aim":"win"}}}}"#
        );
        let request = serde_json::from_str(&request).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        TeachingGame::new(request, &LoadedNetworks::default(), &mut random).unwrap()
    }

    fn answer(game: &mut TeachingGame) {
        let monitor = SearchMonitor { stop: &AtomicBool::new(false), every: None, on_report: &mut |_| () };
        assert!(game.move_partner(true, true, monitor).unwrap());
    }

    /// With hints, a beginner is beaten sooner or later, and the game ends with the capture.
    #[test]
    fn a_capture_game_ends_with_the_last_capture() {
        let mut game = game(1);
        for _ in 0..30 {
            let Choice::Play(mv) = game.capture_hint().choice else { panic!() };
            game.play(mv, None).unwrap();
            if game.phase() == Phase::Over {
                break;
            }
            answer(&mut game);
            assert!(game.said().is_some_and(|said| said.contains("I play")), "{:?}", game.said());
            if game.phase() == Phase::Over {
                break;
            }
        }
        let winner = game.result().unwrap().winner().unwrap();
        assert!(game.position().captures(winner) >= 1);
        // It is over: there is nothing to count and nothing to play.
        assert!(game.counted().is_none());
        assert!(game.play(Move::Pass, None).is_err() && game.agree().is_err());
        let saved = serde_json::to_string(&game.saved()).unwrap();
        let again =
            TeachingGame::from_saved(serde_json::from_str(&saved).unwrap(), &LoadedNetworks::default());
        assert_eq!(again.unwrap().result(), game.result());
        // Who takes the last move back plays on.
        game.undo().unwrap();
        assert_eq!((game.phase(), game.result()), (Phase::Playing, None));
    }

    #[test]
    fn the_partner_waits_while_it_warns() {
        let stones = r#"{"stones":".......O...OX....O.......","white_first":false}"#;
        let mut game = game(1);
        let mut saved = game.saved();
        saved.request.start = Some(serde_json::from_str(stones).unwrap());
        game = TeachingGame::from_saved(saved, &LoadedNetworks::default()).unwrap();
        let at = |name: &str| Move::parse(name, board::Size::square(5).unwrap()).unwrap();
        game.play(at("A1"), None).unwrap();
        game.warn();
        assert!(game.warning().is_some() && !game.is_partners_turn());
        assert_eq!(game.play(at("B1"), None), Err(Refusal::NotYourTurn));
        game.undo().unwrap();
        assert!(game.warning().is_none() && game.moves().is_empty());
        game.play(at("A1"), None).unwrap();
        game.warn();
        game.go_ahead().unwrap();
        assert!(game.is_partners_turn());
        assert_eq!(game.go_ahead(), Err(Refusal::NothingToConfirm));
        assert_eq!(game.to_move(), Colour::White);
    }
}
