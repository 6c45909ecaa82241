//! Handicap stones.

use std::sync::atomic::AtomicBool;

use board::Point;
use partner::PlacementError;

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

fn refuse(error: PlacementError) -> Failure {
    match error {
        PlacementError::NotEmpty => Failure::BoardNotEmpty,
        PlacementError::Repeated => Failure::BadVertexList(error.to_string()),
        PlacementError::Number(error) => Failure::BadHandicap(error.to_string()),
    }
}

fn list(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn fixed(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "fixed_handicap STONES")?;
    let stones = request.read(0, "a number of stones")?;
    engine.session.place_fixed_handicap(stones).map(|p| list(&p)).map_err(refuse)
}

pub(super) fn place_free(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "place_free_handicap STONES")?;
    let stones = request.read(0, "a number of stones")?;
    engine.session.place_free_handicap(stones).map(|p| list(&p)).map_err(refuse)
}

pub(super) fn set_free(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    let size = engine.session.size();
    // The protocol requires two stones or more, but KataGo's clients place a single one as well.
    if !(1..size.points()).contains(&request.words.len()) {
        return Err(Failure::BadVertexList("use one point or more, but not the whole board".into()));
    }
    let points = (0..request.words.len()).map(|i| request.point(i, size)).collect::<Result<Vec<_>, _>>();
    let points = points.map_err(|e| Failure::BadVertexList(e.to_string()))?;
    engine.session.place_handicap(&points).map_err(refuse)?;
    Ok(String::new())
}
