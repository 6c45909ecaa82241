//! Random moves, legal or not, on random boards under random rules. After each, everything is rebuilt from
//! the stones and compared with a slow reference that shares no code with `board`.

mod reference;

use board::{Colour, Game, IllegalMove, KoRule, Komi, Move, Point, Rules, Size, zobrist};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::{Ko, Reference};

type Random = Xoshiro256PlusPlus;

fn random_rules(random: &mut Random) -> (Rules, Ko) {
    let (ko, reference_ko) = [
        (KoRule::Simple, Ko::Simple),
        (KoRule::Positional, Ko::Positional),
        (KoRule::Situational, Ko::Situational),
    ][random.random_range(0..3)];
    let rules =
        Rules { ko, suicide: random.random(), has_button: random.random_bool(0.2), ..Rules::TROMP_TAYLOR };
    (rules, reference_ko)
}

fn random_colour(random: &mut Random) -> Colour {
    Colour::BOTH[random.random_range(0..2)]
}

/// A game against the reference.
struct Duel {
    game: Game,
    reference: Reference,
    refused: usize,
    repetitions: usize,
}

impl Duel {
    fn new(size: Size, random: &mut Random) -> Duel {
        let (rules, ko) = random_rules(random);
        let reference = Reference::new(size.width(), size.height(), ko, rules.suicide, rules.has_button);
        Duel { game: Game::new(size, rules, Komi::ZERO), reference, refused: 0, repetitions: 0 }
    }

    /// Tries a move, legal or not.
    fn attempt(&mut self, colour: Colour, m: Move) {
        let before = self.game.position().hash();
        let ours = self.game.play(colour, m);
        let theirs = match m {
            Move::Pass => Some(None),
            Move::Play(p) => self.reference.after(colour, p.x(), p.y()).map(Some),
        };
        assert_eq!(ours.is_ok(), theirs.is_some(), "{colour} {m}: {ours:?}\n{}", self.told());
        match theirs {
            Some(after) => {
                self.reference.play(colour, after);
                self.compare();
            }
            None => {
                self.refused += 1;
                self.repetitions += usize::from(matches!(ours, Err(IllegalMove::Ko | IllegalMove::Superko)));
                assert_eq!(self.game.position().hash(), before, "a refused move changed something");
            }
        }
    }

    fn compare(&self) {
        let position = self.game.position();
        let board = position.board();
        board.check().unwrap_or_else(|what| panic!("{what}\n{}", self.told()));
        let mut hash = 0;
        for p in board.size().iter() {
            let expected = self.reference.cell(p.x(), p.y());
            assert_eq!(board.colour(p), expected, "{p}\n{}", self.told());
            hash ^= expected.map_or(0, |colour| zobrist::stone(colour, p));
        }
        assert_eq!(board.hash(), hash);
        assert_eq!(position.to_move(), self.reference.to_move);
        let captures = Colour::BOTH.map(|c| position.captures(c) as usize);
        assert_eq!(captures, self.reference.captured_by, "captures\n{}", self.told());
    }

    /// Whether each player may play on each point.
    fn compare_legality(&self) {
        for colour in Colour::BOTH {
            for p in self.game.size().iter() {
                let ours = self.game.position().check_legal(colour, Move::Play(p));
                let theirs = self.reference.after(colour, p.x(), p.y());
                assert_eq!(ours.is_ok(), theirs.is_some(), "{colour} {p}: {ours:?}\n{}", self.told());
            }
        }
    }

    fn told(&self) -> String {
        let moves: Vec<String> = self.game.moves().iter().map(|(c, m)| format!("{c} {m}")).collect();
        format!("{}\n{}\n{}", self.game.position().rules(), moves.join(", "), self.game.position().board())
    }
}

fn random_move(size: Size, random: &mut Random) -> Move {
    if random.random_bool(0.03) {
        return Move::Pass;
    }
    Move::Play(Point::new(random.random_range(0..size.width()), random.random_range(0..size.height())))
}

/// Plays until `attempts` moves have been tried, either nearly all in turn or half of them out of turn.
fn play(size: Size, attempts: usize, random: &mut Random) -> Duel {
    let mut duel = Duel::new(size, random);
    let out_of_turn = if random.random_bool(0.3) { 0.5 } else { 0.02 };
    for number in 0..attempts {
        let in_turn = duel.game.position().to_move();
        let colour = if random.random_bool(out_of_turn) { random_colour(random) } else { in_turn };
        duel.attempt(colour, random_move(size, random));
        if size.points() <= 16 || number % 64 == 0 {
            duel.compare_legality();
        }
    }
    duel
}

/// A small board, where kos and repetitions are frequent.
#[test]
fn small_boards() {
    let mut random = Random::seed_from_u64(1);
    let (mut refused, mut repetitions) = (0, 0);
    for _ in 0..1000 {
        let size = Size::new(random.random_range(1..=5), random.random_range(1..=4)).unwrap();
        let duel = play(size, 120, &mut random);
        refused += duel.refused;
        repetitions += duel.repetitions;
    }
    // Otherwise this tests nothing.
    assert!(refused > 25_000 && repetitions > 2_500, "{refused} refused, {repetitions} for repetition");
}

#[test]
fn boards_of_every_size() {
    let mut random = Random::seed_from_u64(2);
    for width in 1..=19 {
        for height in [random.random_range(1..=19), random.random_range(1..=19)] {
            let size = Size::new(width, height).unwrap();
            play(size, 6 * size.points(), &mut random);
        }
    }
    play(Size::square(19).unwrap(), 6 * 361, &mut random);
}

/// A point on the wall or beyond the board is not a move, and causes no panic.
#[test]
fn points_beside_the_board_are_refused() {
    let game = Game::new(Size::new(3, 5).unwrap(), Rules::CHINESE, Komi::ZERO);
    for p in Size::square(19).unwrap().iter().filter(|p| !game.size().contains(*p)) {
        assert_eq!(game.position().check_legal(Colour::Black, Move::Play(p)), Err(IllegalMove::OffBoard));
    }
    for index in (0..board::AREA).map(Point::from_index).filter(|p| !game.size().contains(*p)) {
        assert_eq!(game.position().check_legal(Colour::Black, Move::Play(index)), Err(IllegalMove::OffBoard));
    }
}
