//! Which game is next, and where branches can start: shared by all threads of self-play.

use std::collections::VecDeque;

use board::{Colour, Komi, Objective, Size};
use evaluation::Curve;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::komi::draw;
use crate::record::Record;
use crate::settings::SelfPlaySettings;

/// Branches that wait to be played; the oldest make room for new ones.
const MAX_WAITING: usize = 4096;

/// A position from which another game can be played.
pub(crate) struct Branch {
    pub size: Size,
    pub moves: Vec<u16>,
    pub komi: Komi,
    pub objective: Objective,
}

/// How a game begins.
pub(crate) struct Start {
    pub size: Size,
    pub opening: Vec<u16>,
    pub komi: Komi,
    pub objective: Objective,
    pub seed: u64,
}

/// What the network thinks of an empty board, if the objective is this side's.
pub struct EmptyBoardCurve {
    pub size: Size,
    pub side: Option<Colour>,
    pub curve: Curve,
}

/// Behind one lock, which is held briefly.
pub(crate) struct Scheduler {
    boards: Vec<EmptyBoardCurve>,
    objective: Objective,
    board_sizes: Vec<usize>,
    waiting: VecDeque<Branch>,
    full_games_per_branch: f64,
    komi_spread: f64,
    /// Games begun from the empty board, and branches begun.
    complete: u64,
    branches: u64,
    seed: u64,
    /// Games that are finished and not yet taken.
    pub finished: Vec<Record>,
}

impl Scheduler {
    pub fn new(settings: &SelfPlaySettings, objective: Objective) -> Scheduler {
        Scheduler {
            boards: Vec::new(),
            objective,
            board_sizes: settings.board_sizes.clone(),
            waiting: VecDeque::new(),
            full_games_per_branch: settings.full_games_per_branch,
            komi_spread: settings.komi_spread,
            complete: 0,
            branches: 0,
            seed: settings.seed,
            finished: Vec::new(),
        }
    }

    /// After a change of the network.
    pub fn set_boards(&mut self, boards: Vec<EmptyBoardCurve>) {
        self.boards = boards;
    }

    pub fn wait(&mut self, branch: Branch) {
        if self.waiting.len() >= MAX_WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back(branch);
    }

    /// The next game. Its seed depends on its number alone.
    pub fn next(&mut self) -> Option<Start> {
        let number = self.complete + self.branches;
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let due = self.complete as f64 >= self.full_games_per_branch * (self.branches + 1) as f64;
        if due && let Some(Branch { size, moves, komi, objective }) = self.waiting.pop_front() {
            self.branches += 1;
            return Some(Start { size, opening: moves, komi, objective, seed: random.random() });
        }
        self.complete += 1;
        let side = self.board_sizes.get(random.random_range(0..self.board_sizes.len().max(1)))?;
        let mut boards = self.boards.iter().filter(|board| board.size.width() == *side);
        // One of two where sides differ.
        let second = self.objective.is_one_sided() && random.random();
        let EmptyBoardCurve { size, side, curve } = boards.nth(usize::from(second))?;
        let komi = draw(curve, self.komi_spread, size.points(), &mut random);
        let objective = Objective { side: *side, ..self.objective };
        Some(Start { size: *size, opening: Vec::new(), komi, objective, seed: random.random() })
    }

    pub fn counts(&self) -> (u64, u64) {
        (self.complete, self.branches)
    }
}
