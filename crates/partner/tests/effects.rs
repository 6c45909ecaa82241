//! Every effect that is told of a move is so: checked on boards of seeded games by code that shares nothing with the
//! code that finds it.

#[path = "effects/plain_board.rs"]
mod plain_board;

use board::{Colour, Game, Komi, Move, Point, Rules, Size};
use partner::effects::{Effect, Stones, effects};
use partner::{Overrides, Session, Settings};
use plain_board::{PlainBoard, Random};

/// A position of a game, and one move in it.
struct Case {
    before: PlainBoard,
    after: PlainBoard,
    side: Colour,
    at: Point,
    random: Random,
}

impl Case {
    fn chain(&self, board: &PlainBoard, stones: &Stones) -> bool {
        board.chain(stones.at()).len() >= stones.count()
            && stones.points.iter().all(|p| board.chain(stones.at()).contains(p))
    }

    fn liberties(board: &PlainBoard, stones: &Stones) -> usize {
        board.liberties(stones.at()).len()
    }

    fn holds(&mut self, effect: &Effect) -> bool {
        let Case { before, after, side, at, .. } = self;
        let (side, at, enemy) = (*side, *at, side.other());
        let (mine, theirs) = (Some(side), Some(enemy));
        match effect {
            Effect::Captures { stones } => {
                let gone = before.stones().filter(|p| *p != at && after.colour(*p).is_none());
                gone.collect::<Vec<_>>() == stones.points
                    && stones.points.iter().all(|p| before.colour(*p) == theirs)
            }
            Effect::PutsInAtari { stones } => {
                before.colour(stones.at()) == theirs
                    && self.chain(&self.before, stones)
                    && Case::liberties(&self.before, stones) > 1
                    && Case::liberties(&self.after, stones) == 1
            }
            Effect::CatchesInLadder { stones } | Effect::Traps { stones } => {
                before.colour(stones.at()) == theirs
                    && Case::liberties(before, stones) > 1
                    && Case::liberties(after, stones) == 1
                    && after.is_lost(stones.at(), true) != Some(false)
            }
            Effect::SavesFromAtari { stones } => {
                before.colour(stones.at()) == mine
                    && Case::liberties(before, stones) == 1
                    && Case::liberties(after, stones) > 1
                    && after.is_lost(stones.at(), false) != Some(true)
            }
            Effect::BreaksLadder { stones } => {
                before.colour(stones.at()) == mine
                    && before.is_lost(stones.at(), false) != Some(false)
                    && after.is_lost(stones.at(), false) != Some(true)
            }
            Effect::Cuts { one, other } => {
                let mut joined = before.clone();
                joined.play(at, enemy);
                joined.chain(one.at()).contains(&other.at()) && after.stay_apart(one.at(), other.at())
            }
            Effect::Connects { one, other } => {
                let mut cut = before.clone();
                cut.play(at, enemy);
                !before.chain(one.at()).contains(&other.at())
                    && after.chain(one.at()).contains(&other.at())
                    && cut.stay_apart(one.at(), other.at())
            }
            Effect::Lives { stones } => {
                stones.points.iter().all(|p| before.colour(*p) == mine)
                    && !self.random.can_capture(&self.after, stones.at(), 20)
            }
            Effect::DeniesLife { stones } => {
                let mut lived = before.clone();
                lived.play(at, enemy);
                stones.points.iter().all(|p| after.colour(*p) == theirs)
                    && !self.random.can_capture(&lived, stones.at(), 20)
            }
            Effect::Races { own, own_liberties, enemy: chased, enemy_liberties } => {
                let beside = |p: &Point| p.neighbours().iter().any(|q| chased.points.contains(q));
                Case::liberties(after, own) == *own_liberties
                    && Case::liberties(after, chased) == *enemy_liberties
                    && after.colour(own.at()) == mine
                    && after.colour(chased.at()) == theirs
                    && own.points.iter().any(beside)
                    && before.liberties(chased.at()).contains(&at)
            }
            Effect::GainsLiberties { stones, from, to } => {
                Case::liberties(before, stones) == *from && Case::liberties(after, stones) == *to && to > from
            }
            Effect::TakesCorner { corner } => before.stones_near(corner.upper, corner.right).is_empty(),
            Effect::Approaches { corner } => {
                let there = before.stones_near(corner.upper, corner.right);
                let (last, line) = (before.side() - 1, |at: usize, last: usize| at.min(last - at) + 1);
                let lines = |p: &Point| (line(p.x(), last), line(p.y(), last));
                !there.is_empty()
                    && there.iter().all(|p| before.colour(*p) == theirs && lines(p).0 > 2 && lines(p).1 > 2)
            }
        }
    }
}

/// Checks all effects of all legal moves of a position; returns how many of each kind there were.
fn check(game: &Game, seed: u64, found: &mut [usize; KINDS]) {
    let position = game.position();
    let before = PlainBoard::of(position.board());
    for mv in position.legal_moves() {
        let Move::Play(at) = mv else { continue };
        let mut after = before.clone();
        after.play(at, position.to_move());
        let mut case =
            Case { before: before.clone(), after, side: position.to_move(), at, random: Random(seed | 1) };
        for effect in effects(position, mv) {
            found[kind(&effect)] += 1;
            assert!(case.holds(&effect), "{mv} for {}: {effect:?}\n{}", position.to_move(), position.board());
        }
    }
}

const KINDS: usize = 14;

fn kind(effect: &Effect) -> usize {
    match effect {
        Effect::Captures { .. } => 0,
        Effect::CatchesInLadder { .. } => 1,
        Effect::Traps { .. } => 2,
        Effect::SavesFromAtari { .. } => 3,
        Effect::BreaksLadder { .. } => 4,
        Effect::PutsInAtari { .. } => 5,
        Effect::Lives { .. } => 6,
        Effect::DeniesLife { .. } => 7,
        Effect::Cuts { .. } => 8,
        Effect::Connects { .. } => 9,
        Effect::Races { .. } => 10,
        Effect::GainsLiberties { .. } => 11,
        Effect::TakesCorner { .. } => 12,
        Effect::Approaches { .. } => 13,
    }
}

#[test]
fn what_is_told_of_moves_is_so() {
    let mut found = [0; KINDS];
    for seed in 0..48 {
        let mut random = Random(seed * 7_919 + 1);
        let side = [5, 7, 9][seed as usize % 3];
        let mut game = Game::new(Size::square(side).unwrap(), Rules::CHINESE, Komi::ZERO);
        for turn in 0..side * side {
            let position = game.position();
            let board = PlainBoard::of(position.board());
            let colour = position.to_move();
            // Nobody fills their own eyes, or there would be no life and no race.
            let moves: Vec<Move> = position
                .legal_moves()
                .filter(|mv| mv.point().is_some_and(|p| !board.is_own_eye(p, colour)))
                .collect();
            let Some(mv) = random.pick(&moves) else { break };
            if turn % 4 == 0 {
                check(&game, seed, &mut found);
            }
            game.play(colour, mv).unwrap();
        }
    }
    eprintln!("effects by kind: {found:?}");
    // All kinds but those of the opening, which end with the first stones, come up in numbers.
    assert!(found[..12].iter().all(|count| *count > 0) && found[12] > 0, "{found:?}");
}

#[test]
fn what_is_told_of_its_own_games_is_so() {
    let overrides = Overrides { visits: Some(60), seed: Some(5), threads: Some(1), ..Overrides::default() };
    let mut session = Session::new(Settings::layered("playout-fast", None, &overrides).unwrap()).unwrap();
    let mut found = [0; KINDS];
    session.new_game(Size::square(9).unwrap());
    for turn in 0..60 {
        if session.position().is_over() {
            break;
        }
        check(&session.game().clone(), turn, &mut found);
        session.genmove(Colour::BOTH[turn as usize % 2]).unwrap();
    }
    assert!(found.iter().sum::<usize>() > 100, "{found:?}");
}
