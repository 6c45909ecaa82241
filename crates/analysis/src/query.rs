//! A query: positions of a game, and what to report about them.

use std::sync::Arc;
use std::time::Duration;

use board::{HandicapBonus, Komi, Rules, Size};
use partner::ParamError;
use search::MoveFilter;
use serde_json::{Map, Value};

use crate::field_error::FieldError;
use crate::fields::{Fields, shortened};
use crate::move_filter;
use crate::options::Options;
use crate::record::{Record, Setup};

pub(crate) struct Query {
    pub id: String,
    pub record: Record,
    pub options: Options,
    pub includes: Includes,
    pub filter: MoveFilter,
    pub reports: Option<Reports>,
}

/// What a result contains besides the moves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Includes {
    /// Not in KataGo's protocol: what the partner would play, and what its rules did with every candidate.
    pub decision: bool,
    pub ownership: bool,
    pub ownership_stdev: bool,
    pub moves_ownership: bool,
    pub moves_ownership_stdev: bool,
    pub no_result: bool,
    pub policy: bool,
    pub pv_visits: bool,
}

/// When to report partial results.
#[derive(Clone, Copy)]
pub(crate) struct Reports {
    pub first: Duration,
    pub every: Duration,
}

/// A query with the turns to analyse, their priorities, and warnings.
pub(crate) struct ParsedQuery {
    pub query: Arc<Query>,
    pub turns: Vec<(usize, i64)>,
    pub warnings: Vec<FieldError>,
}

/// Fields that have an effect.
const KNOWN: [&str; 30] = [
    "action",
    "allowMoves",
    "analysisPVLen",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "firstReportDuringSearchAfter",
    "id",
    "includeDecision",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rules",
    "whiteHandicapBonus",
];

/// Known fields that playouts cannot provide.
const ONLY_NETWORKS: [&str; 3] =
    ["includeMovesOwnershipStdev", "includeNoResultValue", "includeOwnershipStdev"];

const LARGEST_PRIORITY: i64 = 1 << 62;
const MOST_VISITS: i64 = 1 << 50;

/// Reads a query; `options` are the defaults.
pub(crate) fn read(
    id: &str,
    object: &Map<String, Value>,
    options: &Options,
) -> Result<ParsedQuery, FieldError> {
    let fields = Fields(object);
    let mut warnings = Vec::new();
    let size = size(&fields)?;
    let stones = fields.moves("initialStones", size)?.unwrap_or_default();
    let moves = fields.moves("moves", size)?.ok_or_else(|| FieldError::new("moves", "is missing"))?;
    let first = fields.colour("initialPlayer")?;
    let turns = turns(&fields, moves.len())?;
    let rules = rules(&fields)?;
    let komi = komi(&fields, &rules)?;
    let options = overridden(&fields, options, &mut warnings)?;
    let includes = Includes {
        decision: fields.flag("includeDecision")?,
        ownership: fields.flag("includeOwnership")?,
        ownership_stdev: fields.flag("includeOwnershipStdev")?,
        moves_ownership: fields.flag("includeMovesOwnership")?,
        moves_ownership_stdev: fields.flag("includeMovesOwnershipStdev")?,
        no_result: fields.flag("includeNoResultValue")?,
        policy: fields.flag("includePolicy")?,
        pv_visits: fields.flag("includePVVisits")?,
    };
    for field in ONLY_NETWORKS {
        if fields.flag(field)? && options.settings.search.puct().is_none() {
            warnings.push(FieldError::new(field, "is not known to playouts"));
        }
    }
    let reports = reports(&fields)?;
    let filter = move_filter::read(&fields, size)?;
    if options.warn_unused {
        let unknown = object.keys().filter(|key| !KNOWN.contains(&key.as_str()));
        warnings
            .extend(unknown.map(|key| FieldError::new(&shortened(key), "means nothing here: is it a typo?")));
    }
    let handicap_moves = options.handicap_moves;
    let record = Record::new(Setup { size, rules, komi, stones, moves, first, handicap_moves })?;
    let query = Arc::new(Query { id: id.to_string(), record, options, includes, filter, reports });
    Ok(ParsedQuery { query, turns, warnings })
}

fn size(fields: &Fields) -> Result<Size, FieldError> {
    let side = |field: &str| {
        let side = fields.integer(field, 2..=19)?.ok_or_else(|| FieldError::new(field, "is missing"))?;
        Ok(side as usize)
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    Size::new(width, height).map_err(|e| FieldError::new("boardXSize", e.to_string()))
}

/// The turns to analyse, in order, with their priorities.
fn turns(fields: &Fields, moves: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    let priority = fields.integer("priority", -LARGEST_PRIORITY..=LARGEST_PRIORITY)?;
    let priorities = fields.integers("priorities")?;
    if priority.is_some() && priorities.is_some() {
        return Err(FieldError::new("priority", "cannot stand beside priorities"));
    }
    let priority = priority.unwrap_or(0);
    let Some(turns) = fields.integers("analyzeTurns")? else {
        return match priorities {
            Some(_) => Err(FieldError::new("priorities", "can only stand beside analyzeTurns")),
            None => Ok(vec![(moves, priority)]),
        };
    };
    if turns.is_empty() {
        // Nothing would ever come back, and the client would wait forever.
        return Err(FieldError::new("analyzeTurns", "names no turn: leave it out for the last position"));
    }
    if priorities.as_ref().is_some_and(|p| p.len() != turns.len()) {
        return Err(FieldError::new("priorities", "must be as many as analyzeTurns"));
    }
    let mut wanted = std::collections::BTreeMap::new();
    for (i, turn) in turns.iter().enumerate() {
        let number = usize::try_from(*turn).ok().filter(|turn| *turn <= moves);
        let number = number.ok_or_else(|| {
            FieldError::new("analyzeTurns", format!("there is no turn {turn}: use 0 to {moves}"))
        })?;
        let priority = priorities.as_ref().and_then(|p| p.get(i)).copied().unwrap_or(priority);
        if !(-LARGEST_PRIORITY..=LARGEST_PRIORITY).contains(&priority) {
            return Err(FieldError::new("priorities", format!("{priority} is too much")));
        }
        wanted.insert(number, priority);
    }
    Ok(wanted.into_iter().collect())
}

fn rules(fields: &Fields) -> Result<Rules, FieldError> {
    let wrong = |text: String| FieldError::new("rules", text);
    let rules: Rules = match fields.get("rules") {
        Some(Value::String(name)) => name.parse(),
        Some(object @ Value::Object(_)) => object.to_string().parse(),
        Some(_) => return Err(wrong("must be a name such as \"chinese\", or an object".into())),
        None => return Err(wrong("is missing: use a name such as \"chinese\", or an object".into())),
    }
    .map_err(|e: board::NotRules| wrong(shortened(&e.to_string())))?;
    let Some(bonus) = fields.text("whiteHandicapBonus")? else { return Ok(rules) };
    let bonus: HandicapBonus = serde_json::from_value(bonus.to_uppercase().into())
        .map_err(|_| FieldError::new("whiteHandicapBonus", "must be \"0\", \"N\" or \"N-1\""))?;
    Ok(Rules { white_handicap_bonus: bonus, ..rules })
}

fn komi(fields: &Fields, rules: &Rules) -> Result<Komi, FieldError> {
    let wrong = || FieldError::new("komi", "must be a whole or half number from -400 to 400");
    match fields.get("komi") {
        None => Ok(rules.usual_komi()),
        Some(value) => value.as_f64().and_then(|k| Komi::new(k).ok()).ok_or_else(wrong),
    }
}

fn reports(fields: &Fields) -> Result<Option<Reports>, FieldError> {
    let seconds = |field| -> Result<Option<Duration>, FieldError> {
        Ok(fields.number(field, 0.001..=1_000_000.0)?.map(Duration::from_secs_f64))
    };
    let (every, first) = (seconds("reportDuringSearchEvery")?, seconds("firstReportDuringSearchAfter")?);
    let first = first.or(every);
    Ok(first.map(|first| Reports { first, every: every.unwrap_or(Duration::MAX) }))
}

/// Settings that KataGo refuses too.
pub(crate) fn refused(why: String) -> FieldError {
    FieldError::new("overrideSettings", format!("Could not set settings: {why}"))
}

/// The options with the changes of this query.
fn overridden(
    fields: &Fields,
    options: &Options,
    warnings: &mut Vec<FieldError>,
) -> Result<Options, FieldError> {
    let mut options = options.clone();
    let wrong = |text: String| FieldError::new("overrideSettings", text);
    if let Some(settings) = fields.get("overrideSettings") {
        let settings = settings.as_object().ok_or_else(|| wrong("must be an object".into()))?;
        let (mut unknown, mut idle) = (Vec::new(), Vec::new());
        for (name, value) in settings {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            match options.set(name, &value) {
                Ok(()) => {}
                // KataGo's clients try these, and fall back to something else if they are refused.
                Err(error @ ParamError::NoHumanNet(_)) => return Err(refused(error.to_string())),
                Err(ParamError::Unknown(_)) => unknown.push(shortened(name)),
                Err(ParamError::Idle(_)) => idle.push(shortened(name)),
                Err(error) => return Err(wrong(shortened(&error.to_string()))),
            }
        }
        if !unknown.is_empty() {
            warnings.push(wrong(format!("not known here: {}", unknown.join(", "))));
        }
        if !idle.is_empty() {
            warnings.push(wrong(format!("without effect on an analysis: {}", idle.join(", "))));
        }
    }
    if let Some(visits) = fields.integer("maxVisits", 1..=MOST_VISITS)? {
        options.settings.visits = Some(visits as u64);
    }
    if let Some(length) = fields.integer("analysisPVLen", 1..=1000)? {
        options.variation = length as usize;
    }
    for (field, range) in [("rootFpuReductionMax", 0.0..=2.0), ("rootPolicyTemperature", 0.01..=100.0)] {
        if let Some(value) = fields.number(field, range)? {
            match options.set(field, &value.to_string()) {
                Ok(()) => {}
                Err(ParamError::Unknown(_)) => warnings.push(FieldError::new(field, "is not known here")),
                Err(error) => return Err(FieldError::new(field, error.to_string())),
            }
        }
    }
    options.settings.check().map_err(|e| wrong(e.to_string()))?;
    Ok(options)
}
