//! The fights that decide the game, as overlays for GoGui.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use board::{Colour, Point, Position};
use insight::{Insight, InsightSettings, PlayoutBudget, ReadingWith};
use search::Settings;

use super::Answer;
use super::gogui::table;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

/// Enough to find fights, and done in seconds on any board.
const PLAYOUTS: u64 = 30_000;
/// The most playouts before an interruption is noticed.
const EVERY: u64 = 3_000;
/// For each reading of a fight.
const READ: u64 = 8_000;

/// The fights, each in its own colour, with an explanation.
pub(super) fn fights(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    request.expect(0..=0, "shidogo-fights")?;
    let insight = look(engine, stop)?;
    if insight.readings.is_empty() {
        let mut evaluators = || playout::evaluators(threads(), 1);
        insight.read(
            &mut ReadingWith { evaluators: &mut evaluators, search: Settings::default(), visits: READ },
            stop,
        )?;
    }
    let mut out = String::new();
    for (number, fight) in insight.fights.iter().enumerate() {
        let colour = insight::draw::fight_colour(number);
        let _ = writeln!(out, "COLOR {colour} {}", names(fight.points.iter()));
    }
    for (number, fight) in insight.fights.iter().enumerate() {
        if let Some(p) = fight.points.iter().next() {
            let _ = writeln!(out, "LABEL {p} {}", number + 1);
        }
    }
    let told: Vec<String> = (0..insight.fights.len())
        .map(|number| {
            let verdict = insight::draw::verdict(insight, number).unwrap_or_default();
            format!("{}: {} {verdict}.", number + 1, insight::draw::sentence(insight, number))
        })
        .chain(insight::draw::outlook(insight).map(|outlook| format!("{outlook}.")))
        .collect();
    let text = if told.is_empty() { "no fight decides the game".into() } else { told.join(" ") };
    let _ = write!(out, "TEXT {text}");
    Ok(out)
}

/// For every point, the correlation between Black holding it and the game ending in a cluster, from −1 to 1.
pub(super) fn criticality(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    request.expect(1..=1, "shidogo-criticality CLUSTER")?;
    let insight = look(engine, stop)?;
    let all = insight.clusters.len();
    let number: Option<usize> = request.words[0].parse().ok().filter(|number| (1..=all).contains(number));
    let number = number.ok_or_else(|| Failure::Other(format!("clusters are numbered from 1 to {all}")))?;
    let of = |p| insight.criticality.of(Colour::Black, p, number - 1);
    Ok(table(insight.position.size(), |p| format!("{:5.2}", of(p))))
}

/// The possible endings, one per line.
pub(super) fn clusters(engine: &mut Engine, request: &Request, stop: &AtomicBool) -> Answer {
    request.expect(0..=0, "shidogo-clusters")?;
    let insight = look(engine, stop)?;
    let komi = insight.komi().points();
    let line = |(number, c): (usize, &insight::Cluster)| {
        let [low, mode, high] = [f64::from(c.low), c.mode, f64::from(c.high)].map(|score| score - komi);
        format!("{}: {mode:+.1} ({low:+} to {high:+}), {:.0}%", number + 1, 100.0 * c.weight)
    };
    Ok(insight.clusters.iter().enumerate().map(line).collect::<Vec<_>>().join("\n"))
}

/// All overlays of a position use the same playouts.
fn look<'a>(engine: &'a mut Engine, stop: &AtomicBool) -> Result<&'a mut Insight, Failure> {
    let position = engine.session.position();
    let key = |position: &Position| (position.hash(), position.moves().len(), position.komi_with_bonus());
    // An interrupted result is not reused.
    let is_same = |seen: &Insight| key(&seen.position) == key(position) && seen.histogram.total() == PLAYOUTS;
    let seen = match engine.seen.take().filter(is_same) {
        Some(seen) => seen,
        None => {
            let patience = PlayoutBudget { playouts: PLAYOUTS, every: EVERY };
            let settings = InsightSettings::default();
            let seen = insight::analyse_playouts(
                position,
                playout::evaluators(threads(), 1),
                patience,
                &settings,
                stop,
                |_| (),
            )?;
            seen.ok_or_else(|| Failure::Other("there is nothing left to play out".into()))?
        }
    };
    Ok(engine.seen.insert(seen))
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

fn names(points: impl Iterator<Item = Point>) -> String {
    points.map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}
