//! `avoidMoves` and `allowMoves`.

use board::{Colour, Size};
use search::MoveFilter;
use serde_json::Value;

use crate::field_error::FieldError;
use crate::fields::Fields;

const DEEPEST: i64 = 1_000_000_000;

pub(crate) fn read(fields: &Fields, size: Size) -> Result<MoveFilter, FieldError> {
    let mut filter = MoveFilter::none();
    let field = match (fields.has("avoidMoves"), fields.has("allowMoves")) {
        (false, false) => return Ok(filter),
        (true, true) => return Err(FieldError::new("allowMoves", "cannot stand beside avoidMoves")),
        (true, false) => "avoidMoves",
        (false, true) => "allowMoves",
    };
    let wrong =
        || FieldError::new(field, "must be an array of objects with 'player', 'moves' and 'untilDepth'");
    let entries = fields.get(field).and_then(Value::as_array).ok_or_else(wrong)?;
    let mut allowed: Vec<Colour> = Vec::new();
    for entry in entries {
        let entry = Fields(entry.as_object().ok_or_else(wrong)?);
        let player = entry.colour("player")?.ok_or_else(wrong)?;
        let moves = entry.vertices("moves", size)?.ok_or_else(wrong)?;
        let depth = entry.integer("untilDepth", 1..=DEEPEST)?.ok_or_else(wrong)? as u32;
        if field == "avoidMoves" {
            filter.avoid(player, &moves, depth);
            continue;
        }
        if allowed.contains(&player) {
            return Err(FieldError::new(field, "can be given once for each player"));
        }
        allowed.push(player);
        filter.allow(player, &moves, depth, size);
    }
    Ok(filter)
}
