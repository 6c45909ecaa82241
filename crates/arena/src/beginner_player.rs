//! A player who learnt the rules last week, in this process.

use board::{Colour, Game, Move, PointSet};
use playout::Beginner;

use crate::player::{Choice, Fault, FaultKind, GameStart, Player};
use crate::player_spec::BeginnerSpec;

pub struct BeginnerPlayer {
    spec: BeginnerSpec,
    /// Every game has its own board and seed.
    game: Option<(Beginner, Game)>,
    name: String,
}

impl BeginnerPlayer {
    pub fn new(spec: BeginnerSpec) -> BeginnerPlayer {
        let name = format!("Shidogo {} beginner", env!("CARGO_PKG_VERSION"));
        BeginnerPlayer { spec, game: None, name }
    }

    fn game(&mut self) -> Result<&mut (Beginner, Game), Fault> {
        self.game.as_mut().ok_or_else(|| Fault::new(FaultKind::Refused, "no game was started"))
    }
}

impl Player for BeginnerPlayer {
    fn new_game(&mut self, start: &GameStart) -> Result<(), Fault> {
        let seed = start.seed.wrapping_add(self.spec.seed.unwrap_or(0));
        let beginner = Beginner::new(seed).with_attention(self.spec.attention.unwrap_or(1.0));
        let mut game = Game::new(start.size, start.rules, start.komi);
        if !start.handicap.is_empty() && !game.place_handicap(&start.handicap) {
            return Err(Fault::new(FaultKind::Refused, "refused the handicap stones"));
        }
        self.game = Some((beginner, game));
        Ok(())
    }

    fn play(&mut self, colour: Colour, m: Move) -> Result<(), Fault> {
        let (_, game) = self.game()?;
        game.play(colour, m).map_err(|e| Fault::new(FaultKind::Refused, format!("refused {m}: {e}")))
    }

    fn genmove(&mut self, colour: Colour) -> Result<Choice, Fault> {
        let (beginner, game) = self.game()?;
        if game.position().to_move() != colour {
            game.set_to_move(colour);
        }
        let m = beginner.choose(game.position());
        game.play(colour, m).map_err(|e| Fault::new(FaultKind::IllegalMove, format!("{m}: {e}")))?;
        Ok(Choice::Play(m))
    }

    /// It would not know.
    fn dead_stones(&mut self) -> Result<Option<PointSet>, Fault> {
        Ok(None)
    }

    fn name_and_version(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Size, free_handicap};

    use super::*;

    fn moves(player: &mut BeginnerPlayer, start: &GameStart) -> Vec<Choice> {
        player.new_game(start).unwrap();
        let first = if start.handicap.is_empty() { Colour::Black } else { Colour::White };
        let turns = [first, first.other()].into_iter().cycle();
        turns.take(30).map(|colour| player.genmove(colour).unwrap()).collect()
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let size = Size::square(9).unwrap();
        let mut start =
            GameStart { size, komi: Komi::ZERO, rules: Rules::CHINESE, handicap: Vec::new(), seed: 3 };
        let spec = BeginnerSpec { attention: Some(0.5), seed: None };
        let mut player = BeginnerPlayer::new(spec);
        assert!(player.genmove(Colour::Black).is_err(), "no game was started");
        let game = moves(&mut player, &start);
        assert_eq!(moves(&mut BeginnerPlayer::new(spec), &start), game);
        let other = BeginnerSpec { seed: Some(1), ..spec };
        assert_ne!(moves(&mut BeginnerPlayer::new(other), &start), game);
        start.handicap = free_handicap(size, 2).unwrap();
        moves(&mut player, &start);
        assert_eq!(player.dead_stones(), Ok(None));
    }
}
