//! Special rules at the root.

use board::{AREA, Board, Colour, Move, Point, PointSet, Position, Scoring, pass_alive};
use parking_lot::{Mutex, MutexGuard};
use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::root_policy::{add_noise, apply_temperature};
use super::settings::PuctSettings;
use super::stored_ownership::share;
use super::symmetry::redundant_points;

/// Ownership from which a point surely belongs to a side.
const SURE: f32 = 0.95;

pub(crate) struct Root {
    /// The evaluator's policy, before noise and temperature.
    pub priors: Vec<(Move, f32)>,
    /// Points whose symmetric images are searched instead.
    redundant: PointSet,
    /// The penalty of each move that only prolongs the game, in points.
    costs: Vec<f32>,
    /// One for all threads, so that one thread repeats itself.
    random: Mutex<Xoshiro256PlusPlus>,
}

impl Default for Root {
    fn default() -> Root {
        Root {
            priors: Vec::new(),
            redundant: PointSet::EMPTY,
            costs: Vec::new(),
            random: Mutex::new(Xoshiro256PlusPlus::seed_from_u64(0)),
        }
    }
}

impl Root {
    /// Clears the position but keeps the state of the random numbers.
    pub fn clear(&mut self) {
        self.priors.clear();
        self.redundant = PointSet::EMPTY;
        self.costs.clear();
    }

    /// Finds the moves to exclude, if symmetric ones are to be `fold`ed, and the penalties of moves.
    pub fn apply_rules(
        &mut self,
        position: &Position,
        settings: &PuctSettings,
        ownership: Option<&[i8]>,
        fold: bool,
    ) {
        self.redundant = if fold { redundant_points(position) } else { PointSet::EMPTY };
        self.costs = costs(settings, ownership, position);
    }

    /// Applies the settings' temperature and noise to the priors.
    pub fn explore_priors(&mut self, priors: &mut [(Move, f32)], temperature: f32, settings: &PuctSettings) {
        apply_temperature(priors, temperature);
        if settings.noise() > 0.0 {
            add_noise(priors, settings, self.random.get_mut());
        }
    }

    pub fn seed(&mut self, seed: u64) {
        self.random = Mutex::new(Xoshiro256PlusPlus::seed_from_u64(seed));
    }

    #[inline]
    pub fn prunes(&self, mv: Move) -> bool {
        mv.point().is_some_and(|p| self.redundant.contains(p))
    }

    pub fn cost(&self, mv: Move) -> f32 {
        self.costs.get(mv.point().map_or(0, Point::index)).copied().unwrap_or(0.0)
    }

    /// A number from 0 to 1.
    pub fn chance(&self) -> f32 {
        self.random.lock().random()
    }

    /// Noise for the selection of one move.
    pub fn wide_noise(&self, strength: f32) -> Option<WideNoise<'_>> {
        (strength > 0.0).then(|| WideNoise { strength: f64::from(strength), random: self.random.lock() })
    }
}

/// Noise in the selection at the root, so that more moves are searched.
pub(crate) struct WideNoise<'a> {
    strength: f64,
    random: MutexGuard<'a, Xoshiro256PlusPlus>,
}

impl WideNoise<'_> {
    /// Changes the prior and the utility of a move.
    pub fn apply(&mut self, prior: f64, utility: f64) -> (f64, f64) {
        let flat = prior.powf(1.0 / (4.0 * self.strength + 1.0));
        let random = &mut *self.random;
        let bonus: f64 = if random.random() { StandardNormal.sample(random) } else { 0.0 };
        (flat, utility + self.strength * bonus.abs())
    }
}

/// Penalties of moves that only prolong the game: stones in the opponent's sure area that capture nothing,
/// and stones in one's own that neither touch the opponent nor connect anything. Under territory rules a pass
/// costs a little, so that neutral points are filled first. With a ko there are no penalties.
fn costs(settings: &PuctSettings, ownership: Option<&[i8]>, position: &Position) -> Vec<f32> {
    let most = settings.root_ending_bonus_points;
    let (board, side) = (position.board(), position.to_move());
    let Some(ownership) = ownership.filter(|_| most != 0.0) else { return Vec::new() };
    let area = position.rules().scoring == Scoring::Area;
    let mut costs = vec![0.0; AREA];
    if !area {
        costs[0] = most * 2.0 / 3.0;
    }
    if board.ko().is_some() {
        return costs;
    }
    let safe = pass_alive(board, side, position.rules().suicide);
    for (place, p) in position.size().iter().enumerate().filter(|(_, p)| board.is_empty(*p)) {
        let share = share(ownership, place, side);
        let beyond = ((share.abs() - SURE) / (1.0 - SURE)).max(0.0) * most;
        let of_use = if share < 0.0 {
            area && p.neighbours().iter().any(|n| captures(board, *n, p, side.other()))
        } else {
            board.around(p).touches(side.other()) || connects(board, p, side, &safe.stones)
        };
        if !of_use {
            costs[p.index()] = beyond;
        }
    }
    costs
}

/// Whether a stone at `p` captures the chain of `colour` at `n`.
fn captures(board: &Board, n: Point, p: Point, colour: Colour) -> bool {
    board.colour(n) == Some(colour) && board.atari(n) == Some(p)
}

/// Whether a stone there connects chains of which one could still be captured.
fn connects(board: &Board, p: Point, side: Colour, safe: &PointSet) -> bool {
    let beside = p.neighbours().into_iter().filter(|n| board.colour(*n) == Some(side));
    let heads: Vec<Point> = beside.map(|n| board.chain_head(n)).collect();
    heads.iter().any(|h| h != &heads[0]) && heads.iter().any(|h| !safe.contains(*h))
}
