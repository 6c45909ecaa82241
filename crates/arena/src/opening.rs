//! The first moves of games: from a file, or by chance.

use board::{Colour, Game, Komi, Move, Rules, Size};
use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Moves that both players find on the board.
pub type Opening = Vec<(Colour, Move)>;

/// Openings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("line {0}: {1}")]
    Line(usize, String),
    #[error("there is no opening in it")]
    Empty,
    #[error("opening {0} is for a {1} board")]
    Size(usize, Size),
    #[error("opening {0} sets stones up: only moves can be used")]
    Setup(usize),
    #[error("opening {0}: {1}")]
    Illegal(usize, String),
    #[error("{0}")]
    Sgf(String),
}

/// Reads one opening a line, vertices apart by blanks; `first` moves first and the players take turns.
/// Empty lines and what follows a `#` do not count.
pub fn read_text(text: &str, size: Size, first: Colour) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let words = line.split('#').next().unwrap_or_default().split_whitespace();
        let bad = |e: &dyn std::fmt::Display| OpeningError::Line(i + 1, e.to_string());
        let mut game = Game::new(size, Rules::TROMP_TAYLOR, Komi::ZERO);
        let mut colour = first;
        for word in words {
            let m = Move::parse(word, size).map_err(|e| bad(&e))?;
            game.play(colour, m).map_err(|e| bad(&format!("{word}: {e}")))?;
            colour = colour.other();
        }
        if !game.moves().is_empty() {
            openings.push(game.moves().to_vec());
        }
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

/// Random moves from the start of a game: legal, not on the first line, so that the game stays one.
pub fn random(start: &Game, moves: usize, seed: u64) -> Opening {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = start.clone();
    for _ in 0..moves {
        let position = game.position();
        let legal: Vec<Move> = position.legal_moves().filter(|m| m.point().is_some()).collect();
        let inside = |m: &&Move| m.point().is_some_and(|p| position.size().line(p) > 1);
        let inner: Vec<Move> = legal.iter().filter(inside).copied().collect();
        let choices = if inner.is_empty() { legal } else { inner };
        if choices.is_empty() {
            break;
        }
        let m = choices[random.random_range(0..choices.len())];
        let colour = position.to_move();
        // It was among the legal ones.
        let _ = game.play(colour, m);
    }
    game.moves().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(side: usize) -> Size {
        Size::square(side).unwrap()
    }

    #[test]
    fn text_has_one_opening_a_line() {
        let text = "# ours\nE5 c3  g7 # sharp\n\nC3 pass\n";
        let openings = read_text(text, size(9), Colour::Black).unwrap();
        let lengths: Vec<usize> = openings.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3, 2]);
        assert_eq!(openings[0][1], (Colour::White, Move::parse("C3", size(9)).unwrap()));
        assert_eq!(openings[1][1].1, Move::Pass);
        let white = read_text("E5", size(9), Colour::White).unwrap();
        assert_eq!(white[0][0].0, Colour::White);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error = |text: &str| read_text(text, size(9), Colour::Black).unwrap_err().to_string();
        assert!(error("E5\nK10").starts_with("line 2: 'K10'"));
        assert!(error("E5 E5").contains("occupied"));
        assert!(error("# nothing\n").contains("no opening"));
    }

    #[test]
    fn chance_is_repeatable() {
        let game = Game::new(size(7), Rules::CHINESE, Komi::ZERO);
        let a = random(&game, 6, 3);
        assert_eq!((a.len(), &a), (6, &random(&game, 6, 3)));
        assert_ne!(a, random(&game, 6, 4));
        assert!(a.iter().all(|(_, m)| m.point().is_some_and(|p| size(7).line(p) > 1)));
        assert!(random(&Game::new(size(2), Rules::CHINESE, Komi::ZERO), 50, 1).len() <= 50);
    }
}
