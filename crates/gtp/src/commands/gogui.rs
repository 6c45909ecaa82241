//! Analyze commands for GoGui.

use std::sync::atomic::AtomicBool;

use board::{Colour, Point, Size};
use speech::english;

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

pub(super) fn analyze_commands(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok("dboard/Ownership/shidogo-ownership\n\
        sboard/Visits/shidogo-visits\n\
        string/Last Decision/shidogo-why\n\
        gfx/Fights/shidogo-fights\n\
        hstring/Score Clusters/shidogo-clusters\n\
        dboard/Black's Criticality for Cluster/shidogo-criticality %s\n\
        hstring/Ranks/shidogo-rank"
        .into())
}

/// The presence of this command tells GoGui that `# interrupt` works; the line reader does the rest.
pub(super) fn interrupt(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(String::new())
}

/// Ownership of each point: 1 is Black's, −1 is White's.
pub(super) fn ownership(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "shidogo-ownership")?;
    let ownership = engine
        .session
        .ownership()?
        .ok_or_else(|| Failure::Other("the evaluator sees no ownership".into()))?;
    Ok(table(engine.session.size(), |p| format!("{:5.2}", ownership.of(Colour::Black, p))))
}

/// Visits of each move in the current search tree.
pub(super) fn visits(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "shidogo-visits")?;
    let view = engine.session.snapshot(engine.session.position().to_move());
    Ok(table(engine.session.size(), |p| {
        let visits = view.candidates.iter().find(|c| c.mv.point() == Some(p)).map(|c| c.visits);
        visits.map_or("\"\"".into(), |n| n.to_string())
    }))
}

/// The last decision in one sentence.
pub(super) fn why(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(0..=0, "shidogo-why")?;
    let decision = engine.session.last_decision();
    decision
        .map(|decision| english::summary(&decision.explanation()))
        .ok_or_else(|| Failure::Other("nothing has been decided yet".into()))
}

/// One value per point, row by row from the top.
pub(super) fn table(size: Size, value: impl Fn(Point) -> String) -> String {
    let row = |y: usize| (0..size.width()).map(|x| value(Point::new(x, y))).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (0..size.height()).rev().map(row).collect();
    format!("\n{}", rows.join("\n"))
}
