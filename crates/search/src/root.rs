//! What is different at the root.

use board::{AREA, Board, Colour, KoRule, Move, Point, PointSet, Position, Scoring, Symmetry, pass_alive};
use rand::{Rng, SeedableRng};
use rand_distr::{Distribution, Gamma, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::PuctSettings;
use crate::node::ROOT;
use crate::owners::Owners;

/// From this share on a point surely belongs to a side.
const SURE: f32 = 0.95;

pub(crate) struct Root {
    /// What the evaluator thought of its moves, before noise and temperature.
    pub priors: Vec<(Move, f32)>,
    /// Points whose mirror images are looked at instead.
    mirrored: PointSet,
    /// What each move costs its player because it only prolongs the game, in points.
    costs: Vec<f32>,
    random: Xoshiro256PlusPlus,
}

impl Default for Root {
    fn default() -> Root {
        Root {
            priors: Vec::new(),
            mirrored: PointSet::EMPTY,
            costs: Vec::new(),
            random: Xoshiro256PlusPlus::seed_from_u64(0),
        }
    }
}

impl Root {
    /// Forgets the position; chance goes on where it was.
    pub fn clear(&mut self) {
        self.priors.clear();
        self.mirrored = PointSet::EMPTY;
        self.costs.clear();
    }

    /// Looks for moves to leave out, if it is to `fold` those that are symmetric, and for what moves cost.
    pub fn look_at(&mut self, position: &Position, settings: &PuctSettings, owners: &Owners, fold: bool) {
        self.mirrored = if fold { mirrored(position) } else { PointSet::EMPTY };
        self.costs = costs(settings, owners, position);
    }

    /// Changes priors as settings have it for searches that are to see more.
    pub fn unsettle(&mut self, priors: &mut [(Move, f32)], temperature: f32, settings: &PuctSettings) {
        heat(priors, temperature);
        if settings.noise() > 0.0 {
            add_noise(priors, settings, &mut self.random);
        }
    }

    pub fn seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    #[inline]
    pub fn leaves_out(&self, mv: Move) -> bool {
        mv.point().is_some_and(|p| self.mirrored.contains(p))
    }

    pub fn cost(&self, mv: Move) -> f32 {
        self.costs.get(mv.point().map_or(0, Point::index)).copied().unwrap_or(0.0)
    }

    /// Brings disorder into the choice between moves, so that more of them are looked at.
    pub fn stir(&mut self, prior: f64, utility: f64, strength: f32) -> (f64, f64) {
        let strength = f64::from(strength);
        let flat = prior.powf(1.0 / (4.0 * strength + 1.0));
        let bonus: f64 = if self.random.random() { StandardNormal.sample(&mut self.random) } else { 0.0 };
        (flat, utility + strength * bonus.abs())
    }
}

/// Brings priors closer to each other, or further apart below 1.
fn heat(priors: &mut [(Move, f32)], temperature: f32) {
    let most = priors.iter().map(|(_, p)| *p).fold(f32::MIN_POSITIVE, f32::max);
    for (_, prior) in priors.iter_mut() {
        *prior = (*prior / most).max(0.0).powf(1.0 / temperature.max(0.01));
    }
    let sum: f32 = priors.iter().map(|(_, p)| p).sum();
    priors.iter_mut().for_each(|(_, p)| *p /= sum);
}

/// Mixes Dirichlet noise into priors, half of it evenly spread and half of it on moves that are at least thinkable
/// (KataGo's shaped noise).
fn add_noise(priors: &mut [(Move, f32)], settings: &PuctSettings, random: &mut Xoshiro256PlusPlus) {
    let logs: Vec<f64> = priors.iter().map(|(_, p)| (f64::from(p.clamp(0.0, 0.01)) + 1e-20).ln()).collect();
    let count = priors.len().max(1) as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let above: f64 = logs.iter().map(|l| (l - mean).max(0.0)).sum();
    let mut draws = Vec::with_capacity(priors.len());
    for log in logs {
        let shaped = if above > 0.0 { (log - mean).max(0.0) / above } else { 1.0 / count };
        let share =
            0.5 * (shaped + 1.0 / count) * f64::from(settings.root_dirichlet_noise_total_concentration);
        draws.push(Gamma::new(share, 1.0).map_or(0.0, |gamma| gamma.sample(random)));
    }
    let sum: f64 = draws.iter().sum();
    if sum > 0.0 {
        for ((_, prior), draw) in priors.iter_mut().zip(draws) {
            *prior += settings.noise() * ((draw / sum) as f32 - *prior);
        }
    }
}

/// The symmetries that leave a position as it is; the identity is always one.
pub fn symmetries_of(position: &Position) -> Vec<Symmetry> {
    let (board, size) = (position.board(), position.size());
    let taken = Colour::BOTH.iter().any(|c| position.captures(*c) > 0);
    // Superko remembers what was there, symmetric or not.
    if board.ko().is_some() || (taken && position.rules().ko != KoRule::Simple) {
        return vec![Symmetry::IDENTITY];
    }
    let same = |s: &Symmetry| size.iter().all(|p| board.cell(p) == board.cell(s.apply(p, size)));
    let fits = |s: &Symmetry| size.is_square() || s.keeps_shape();
    Symmetry::ALL.into_iter().filter(fits).filter(same).collect()
}

/// Points that are mirror images of others, where the position does not change by a symmetry.
fn mirrored(position: &Position) -> PointSet {
    let (mut left_out, size) = (PointSet::EMPTY, position.size());
    let symmetries = symmetries_of(position);
    // The upper right is where a game begins.
    let rank = |p: Point| (p.x() + p.y(), p.x());
    for p in size.iter() {
        if symmetries.iter().any(|s| rank(s.apply(p, size)) > rank(p)) {
            left_out.insert(p);
        }
    }
    left_out
}

/// What moves cost that only prolong the game: stones in the other's sure area that take nothing, and in one's own
/// that neither touch the other nor connect anything. Under territory rules a pass costs a little, so that neutral
/// points are filled first. A ko changes everything.
fn costs(settings: &PuctSettings, owners: &Owners, position: &Position) -> Vec<f32> {
    let most = settings.root_ending_bonus_points;
    let (board, side) = (position.board(), position.to_move());
    if most == 0.0 || owners.of(ROOT).is_none() {
        return Vec::new();
    }
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
        let share = owners.share(ROOT, place, side);
        let beyond = ((share.abs() - SURE) / (1.0 - SURE)).max(0.0) * most;
        let of_use = if share < 0.0 {
            area && p.neighbours().iter().any(|n| takes(board, *n, p, side.other()))
        } else {
            board.around(p).touches(side.other()) || connects(board, p, side, &safe.stones)
        };
        if !of_use {
            costs[p.index()] = beyond;
        }
    }
    costs
}

/// Whether a stone at `p` takes the chain of `colour` at `n`.
fn takes(board: &Board, n: Point, p: Point, colour: Colour) -> bool {
    board.colour(n) == Some(colour) && board.atari(n) == Some(p)
}

/// Whether a stone there connects chains of which one could still be taken.
fn connects(board: &Board, p: Point, side: Colour, safe: &PointSet) -> bool {
    let beside = p.neighbours().into_iter().filter(|n| board.colour(*n) == Some(side));
    let heads: Vec<Point> = beside.map(|n| board.chain_head(n)).collect();
    heads.iter().any(|h| h != &heads[0]) && heads.iter().any(|h| !safe.contains(*h))
}
