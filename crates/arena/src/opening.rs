//! The first moves of games: from a file, or random.

use board::{Colour, Game, Komi, Move, Rules, Size};
use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use record::game::Reader;
use record::sgf::Collection;

/// Moves played before the players start.
pub type Opening = Vec<(Colour, Move)>;

/// Why openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("line {0}: {1}")]
    Line(usize, String),
    #[error("it contains no opening")]
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

/// Reads openings from the bytes of a file: the main lines of SGF games, or text as for [`read_text`].
pub fn read(bytes: &[u8], size: Size, first: Colour) -> Result<Vec<Opening>, OpeningError> {
    let text = String::from_utf8_lossy(bytes);
    match text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).starts_with('(') {
        true => read_sgf(bytes, size),
        false => read_text(&text, size, first),
    }
}

fn read_sgf(bytes: &[u8], size: Size) -> Result<Vec<Opening>, OpeningError> {
    let file = Collection::read(bytes).map_err(|e| OpeningError::Sgf(e.to_string()))?;
    let mut openings = Vec::new();
    for (number, tree) in (1..).zip(&file.trees) {
        let replay = Reader::default().main_line(tree);
        let game = replay.map_err(|e| OpeningError::Illegal(number, e.to_string()))?.game;
        if game.size() != size {
            return Err(OpeningError::Size(number, game.size()));
        }
        if game.start().board().all_stones().next().is_some() {
            return Err(OpeningError::Setup(number));
        }
        openings.push(game.moves().to_vec());
    }
    if openings.iter().all(Vec::is_empty) { Err(OpeningError::Empty) } else { Ok(openings) }
}

/// Reads one opening per line, with vertices separated by spaces; `first` moves first and the players
/// alternate. Empty lines and comments after `#` are ignored.
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

/// Random moves from the start of a game: legal and not on the first line, so that the game stays balanced.
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
        // It was among the legal moves.
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
    fn sgf_has_one_opening_a_game() {
        let read = |text: &str| read(text.as_bytes(), size(9), Colour::Black);
        let openings = read("(;SZ[9];B[ee];W[cc](;B[gg])(;B[cd]))\n(;SZ[9];B[cc])").unwrap();
        assert_eq!(openings.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(openings[0][2].1, Move::parse("G3", size(9)).unwrap());
        assert_eq!(read("C3 D4").unwrap()[0].len(), 2);
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("(;SZ[13];B[ee])").contains("opening 1 is for a 13x13 board"));
        assert!(error("(;SZ[9]AB[aa];B[ee])").contains("only moves"));
        assert!(error("(;SZ[9];B[ee];W[ee])").starts_with("opening 1:"));
        assert!(error("(;SZ[9])").contains("no opening"));
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
