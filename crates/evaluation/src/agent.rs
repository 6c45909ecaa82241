//! Agents that play for points as well as for the win.
//!
//! A player that maximises the win rate τ(k) at the real komi does not care about the margin. An agent
//! maximises the mean of τ over an interval of bonus points instead, so a move that gains points has value
//! even when the game is decided (SAI, arXiv:1905.10863, section 2.3). λ and μ give the two ends of the
//! interval: 0 is the real bonus, and 1 is the bonus that would make the game even.

use board::{Colour, Komi};

use crate::curve::Curve;
use crate::side::WinRate;

/// λ and μ: 1 ≥ λ ≥ μ ≥ 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agent {
    lambda: f32,
    mu: f32,
}

#[derive(thiserror::Error, Clone, Copy, PartialEq, Debug)]
pub enum AgentError {
    #[error("{name} must be from 0 to 1, not {value}")]
    Range { name: &'static str, value: f32 },
    #[error("lambda must not be less than mu: {lambda} < {mu}")]
    Order { lambda: f32, mu: f32 },
}

impl Default for Agent {
    fn default() -> Agent {
        Agent::WIN
    }
}

impl Agent {
    /// Plays to win, by any margin.
    pub const WIN: Agent = Agent { lambda: 0.0, mu: 0.0 };

    pub fn new(lambda: f32, mu: f32) -> Result<Agent, AgentError> {
        for (name, value) in [("lambda", lambda), ("mu", mu)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(AgentError::Range { name, value });
            }
        }
        if lambda < mu {
            return Err(AgentError::Order { lambda, mu });
        }
        Ok(Agent { lambda, mu })
    }

    pub fn lambda(self) -> f32 {
        self.lambda
    }

    pub fn mu(self) -> f32 {
        self.mu
    }

    /// The bonus points over which `side` takes the mean when it chooses a move in a position with this
    /// curve.
    pub fn interval(self, curve: &Curve, side: Colour, komi: Komi) -> Interval {
        let end = |theta| bonus_towards_even(f64::from(theta), curve, side, komi);
        let (a, b) = (end(self.mu), end(self.lambda));
        Interval { side, from: a.min(b), to: a.max(b) }
    }
}

/// Bonus points of one side, from fewer to more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    side: Colour,
    from: f64,
    to: f64,
}

impl Interval {
    pub fn new(side: Colour, from: f64, to: f64) -> Interval {
        Interval { side, from: from.min(to), to: from.max(to) }
    }

    pub fn side(&self) -> Colour {
        self.side
    }

    pub fn from(&self) -> f64 {
        self.from
    }

    pub fn to(&self) -> f64 {
        self.to
    }
}

impl Curve {
    /// The mean win rate over an interval of bonus points: ν, if the interval is an agent's.
    pub fn mean_win_rate(&self, interval: &Interval) -> WinRate {
        let lead = f64::from(self.board_lead().of(interval.side));
        let (from, to) = (interval.from + lead, interval.to + lead);
        let beta = f64::from(self.confidence());
        let mean = if beta.is_infinite() {
            mean_of_step(from, to)
        } else {
            mean_of_logistic(beta * from, beta * to)
        };
        WinRate::for_side(interval.side, mean as f32)
    }
}

/// x with τ(x) = θ · ½ + (1 − θ) · τ(k).
fn bonus_towards_even(theta: f64, curve: &Curve, side: Colour, komi: Komi) -> f64 {
    let real = -komi.points() * f64::from(side.sign());
    let even = -f64::from(curve.board_lead().of(side));
    let beta = f64::from(curve.confidence());
    if theta == 0.0 {
        return real;
    }
    if theta == 1.0 || beta.is_infinite() {
        return even;
    }
    let z = beta * (real - even);
    let logit = if z.abs() < 1.0 {
        // Near even, a logit is a difference of nearly equal numbers; this form avoids it.
        2.0 * ((1.0 - theta) * (z / 2.0).tanh()).atanh()
    } else {
        // Far from even, the smaller probability must not be lost next to 1.
        ((0.5 * theta + (1.0 - theta) * logistic(z)) / (0.5 * theta + (1.0 - theta) * logistic(-z))).ln()
    };
    even + logit / beta
}

fn logistic(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

/// The mean of 1 / (1 + e⁻ᶻ) from `u` to `v`.
fn mean_of_logistic(u: f64, v: f64) -> f64 {
    let width = v - u;
    if width < 1e-3 {
        // The integral would be a difference of nearly equal numbers. Two terms of its series are exact to 1e-14.
        let middle = logistic((u + v) / 2.0);
        let bend = middle * (1.0 - middle) * (1.0 - 2.0 * middle);
        return middle + bend * width * width / 24.0;
    }
    // ∫ = ln(1 + eᵛ) − ln(1 + eᵘ), with the large part of each logarithm taken out.
    let rest = |z: f64| (-z.abs()).exp().ln_1p();
    (v.max(0.0) - u.max(0.0) + rest(v) - rest(u)) / width
}

/// The same for a finished game: 1 above zero, 0 below, ½ at it.
fn mean_of_step(from: f64, to: f64) -> f64 {
    if to > from { (to.max(0.0) - from.max(0.0)) / (to - from) } else { 0.5 + 0.5 * step_sign(to) }
}

fn step_sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}
