//! Where a game is decided, for a page.

use board::{Colour, Position};
use insight::{Cluster, Fight, Insight, InsightSettings, Patience};
use search::View;
use std::sync::atomic::AtomicBool;

use crate::messages::{ClusterShown, Danger, FightShown};
use crate::shown::{VARIATION, from_the_top};

/// Enough for fights to be seen, and done in seconds.
const PLAYOUTS: u64 = 20_000;
/// Playouts between two pictures.
const EVERY: u64 = 1_000;
/// More fights or ways to end than these nobody looks at.
const MOST: usize = 8;

/// Plays a position out until `stop`, and tells what is seen so far. What the fights lead to is what the partner itself
/// thinks: `view` is of its own tree.
pub fn look(
    position: &Position,
    view: &View,
    threads: usize,
    stop: &AtomicBool,
    mut tell: impl FnMut(Danger),
) {
    let patience = Patience { playouts: PLAYOUTS, every: EVERY };
    let settings = InsightSettings::default();
    insight::look(position, playout::judges(threads, 1), patience, &settings, stop, |insight| {
        tell(shown(&insight.clone().with_search(view)));
    });
}

fn shown(insight: &Insight) -> Danger {
    let komi = insight.komi().points();
    // What is about most of the board is the game itself, before anything has been decided.
    let half = insight.position.size().points() / 2;
    let fights = insight.fights.iter().zip(&insight.sequences);
    let fights = fights.filter(|(fight, _)| fight.points.iter().count() <= half).take(MOST);
    let cluster = |(place, c): (usize, &Cluster)| ClusterShown {
        low: f64::from(c.low) - komi,
        high: f64::from(c.high) - komi,
        mode: c.mode - komi,
        weight: c.weight,
        critical: critical(insight, place),
    };
    Danger {
        number: insight.position.moves().len(),
        playouts: insight.histogram.total(),
        of: PLAYOUTS,
        scores: insight.histogram.scores().iter().map(|(s, n)| (f64::from(*s) - komi, *n)).collect(),
        clusters: insight.clusters.iter().enumerate().take(MOST).map(cluster).collect(),
        fights: fights
            .map(|(fight, sequence)| FightShown {
                sequence: sequence.iter().take(VARIATION).map(ToString::to_string).collect(),
                ..fight_shown(insight, fight)
            })
            .collect(),
    }
}

fn fight_shown(insight: &Insight, fight: &Fight) -> FightShown {
    let names = |side: Colour| {
        let chains = fight.chains[side.index()].iter();
        chains.map(|chain| chain.iter().map(ToString::to_string).collect()).collect()
    };
    let points = fight.points.iter().count().max(1) as f32;
    let held = insight
        .network
        .as_ref()
        .map(|owners| fight.points.iter().map(|p| owners.of(Colour::Black, p)).sum::<f32>() / points);
    FightShown {
        points: fight.points.iter().map(|p| p.to_string()).collect(),
        black: names(Colour::Black),
        white: names(Colour::White),
        worth: fight.worth,
        black_wins: fight.black_wins,
        settled: fight.is_settled,
        partner_thinks: held,
        sequence: Vec::new(),
    }
}

/// For every point whose hold on it goes with this way to end, and how much, in hundredths: above 0 for Black.
fn critical(insight: &Insight, cluster: usize) -> Vec<i8> {
    let of = |side, p| insight.criticality.of(side, p, cluster);
    let hundredths = |value: f64| (100.0 * value.clamp(0.0, 1.0)).round() as i8;
    from_the_top(insight.position.size())
        .map(|p| match (of(Colour::Black, p), of(Colour::White, p)) {
            (black, white) if black > white => hundredths(black),
            (_, white) => -hundredths(white),
        })
        .collect()
}
