//! The mean of the win-rate curve that agents maximise, compared with numerical integration and with the
//! paper.

use board::{Colour, Komi};
use evaluation::{Agent, AgentError, Curve, Interval, Lead};
use proptest::prelude::*;

/// The logistic function, accurate at both ends.
fn logistic(z: f64) -> f64 {
    if z >= 0.0 { 1.0 / (1.0 + (-z).exp()) } else { z.exp() / (1.0 + z.exp()) }
}

/// Five-point Gauss–Legendre quadrature on many pieces, none wider than a quarter of the curve's width.
fn integral_mean(beta: f64, lead: f64, from: f64, to: f64) -> f64 {
    const NODES: [(f64, f64); 5] = [
        (0.0, 128.0 / 225.0),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
        (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    // Far from where the curve rises it is effectively 0 or 1, and pieces may be wide.
    let rise = (-lead - 110.0 / beta, -lead + 110.0 / beta);
    let mut ends = vec![from];
    ends.extend([rise.0, rise.1].into_iter().filter(|x| *x > from && *x < to));
    ends.push(to);
    let mut sum = 0.0;
    for pair in ends.windows(2) {
        let inside = pair[1] > rise.0 && pair[0] < rise.1;
        let pieces = if inside { ((pair[1] - pair[0]) * beta * 4.0).ceil().max(1.0) as usize } else { 8 };
        let half = (pair[1] - pair[0]) / pieces as f64 / 2.0;
        for piece in 0..pieces {
            let middle = pair[0] + half * (2 * piece + 1) as f64;
            sum += NODES
                .iter()
                .map(|(x, w)| w * half * logistic(beta * (lead + middle + half * x)))
                .sum::<f64>();
        }
    }
    sum / (to - from)
}

fn curve(lead: f32, beta: f32) -> Curve {
    Curve::new(Lead::for_side(Colour::Black, lead), beta)
}

fn any_beta() -> impl Strategy<Value = f32> {
    (1e-4f32.ln()..50f32.ln()).prop_map(f32::exp)
}

fn any_agent() -> impl Strategy<Value = Agent> {
    (0.0f32..=1.0, 0.0f32..=1.0).prop_map(|(a, b)| Agent::new(a.max(b), a.min(b)).unwrap())
}

fn any_side() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::Black), Just(Colour::White)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    /// The evaluated position may be far from the one where the choice is made.
    #[test]
    fn the_mean_is_the_integral(
        (here, there) in (-400f32..400.0, -400f32..400.0),
        (beta_here, beta_there) in (any_beta(), any_beta()),
        agent in any_agent(),
        side in any_side(),
        halves in -800i16..=800,
    ) {
        let komi = Komi::from_halves(halves);
        let interval = agent.interval(&curve(here, beta_here), side, komi);
        let evaluated = curve(there, beta_there);
        let mean = f64::from(evaluated.mean_win_rate(&interval).of(side));
        prop_assert!(mean.is_finite() && (0.0..=1.0).contains(&mean));
        let lead = f64::from(evaluated.board_lead().of(side));
        let exact = match interval.to() - interval.from() {
            width if width * f64::from(beta_there) < 1e-9 => logistic(f64::from(beta_there) * (lead + interval.from())),
            _ => integral_mean(f64::from(beta_there), lead, interval.from(), interval.to()),
        };
        prop_assert!((mean - exact).abs() < 2e-7, "{mean} {exact} {interval:?}");
        // Nearly lost positions keep their digits, so that moves remain distinguishable.
        if side == Colour::Black && exact > 1e-30 {
            prop_assert!((mean / exact - 1.0).abs() < 1e-5, "{mean:e} {exact:e} {interval:?}");
        }
    }

    #[test]
    fn ends_are_where_the_curve_says(
        lead in -400f32..400.0, beta in any_beta(), agent in any_agent(), side in any_side(), halves in -800i16..=800,
    ) {
        let komi = Komi::from_halves(halves);
        let curve = curve(lead, beta);
        let interval = agent.interval(&curve, side, komi);
        let at = |x: f64| logistic(f64::from(beta) * (f64::from(curve.board_lead().of(side)) + x));
        let real = -komi.points() * f64::from(side.sign());
        let end = |theta: f32| f64::from(theta) * 0.5 + (1.0 - f64::from(theta)) * at(real);
        let (a, b) = (end(agent.lambda()), end(agent.mu()));
        prop_assert!((at(interval.from()) - a.min(b)).abs() < 1e-9);
        prop_assert!((at(interval.to()) - a.max(b)).abs() < 1e-9);
    }

    /// The side that is ahead gets less than its win rate, the side behind gets more, and both sides agree.
    #[test]
    fn chances_are_drawn_towards_even(lead in -60f32..60.0, beta in any_beta(), agent in any_agent(), halves in -40i16..=40) {
        let komi = Komi::from_halves(halves);
        let curve = curve(lead, beta);
        let told = curve.mean_win_rate(&agent.interval(&curve, Colour::Black, komi)).of(Colour::Black);
        let win = curve.win_rate(komi).of(Colour::Black);
        prop_assert!(told <= win.max(0.5) + 1e-6 && told >= win.min(0.5) - 1e-6);
        let white = curve.mean_win_rate(&agent.interval(&curve, Colour::White, komi));
        prop_assert!((white.of(Colour::Black) - told).abs() < 1e-6);
    }

    #[test]
    fn more_points_are_never_worse(
        lead in -50f32..50.0, beta in any_beta(), agent in any_agent(), side in any_side(), gain in 0f32..20.0,
    ) {
        let here = curve(lead, beta);
        let interval = agent.interval(&here, side, Komi::from_halves(15));
        let better = Curve::new(Lead::for_side(side, here.board_lead().of(side) + gain), beta);
        prop_assert!(better.mean_win_rate(&interval).of(side) >= here.mean_win_rate(&interval).of(side) - 1e-6);
    }
}

#[test]
fn who_wants_to_win_asks_for_the_win_rate() {
    let here = curve(12.0, 0.4);
    for side in Colour::BOTH {
        let interval = Agent::WIN.interval(&here, side, Komi::from_halves(15));
        assert_eq!(
            (interval.from(), interval.to()),
            (-7.5 * f64::from(side.sign()), -7.5 * f64::from(side.sign()))
        );
        let there = curve(3.0, 0.2);
        let difference =
            there.mean_win_rate(&interval).of(side) - there.win_rate(Komi::from_halves(15)).of(side);
        assert!(difference.abs() < 1e-6);
    }
}

#[test]
fn the_greediest_always_thinks_the_game_even() {
    let here = curve(30.0, 0.4);
    let greedy = Agent::new(1.0, 1.0).unwrap();
    let interval = greedy.interval(&here, Colour::Black, Komi::from_halves(15));
    assert_eq!((interval.from(), interval.to()), (-30.0, -30.0));
    assert!((here.mean_win_rate(&interval).of(Colour::Black) - 0.5).abs() < 1e-6);
}

#[test]
fn finished_games_are_steps() {
    let interval = Interval::new(Colour::Black, -10.0, -2.0);
    let mean = |score: f32| {
        Curve::certain(Lead::for_side(Colour::Black, score)).mean_win_rate(&interval).of(Colour::Black)
    };
    assert_eq!([mean(12.0), mean(8.0), mean(4.0), mean(1.0)], [1.0, 0.75, 0.25, 0.0]);
    let point = Interval::new(Colour::White, 7.0, 7.0);
    let draw = Curve::certain(Lead::for_side(Colour::Black, 7.0));
    assert_eq!(draw.mean_win_rate(&point).of(Colour::White), 0.5);
}

#[test]
fn impossible_agents_are_refused() {
    assert_eq!(Agent::new(0.2, 0.5), Err(AgentError::Order { lambda: 0.2, mu: 0.5 }));
    let error = Agent::new(1.5, 0.0).unwrap_err();
    assert_eq!(error.to_string(), "lambda must be from 0 to 1, not 1.5");
    assert!(Agent::new(f32::NAN, 0.0).is_err() && Agent::new(0.5, -0.1).is_err());
}
