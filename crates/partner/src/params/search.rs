//! Limits of a search, and what it plays for.

use ::search::Memory;

use super::kinds::{Any, Holder, number};
use super::{Param, Scope};
use crate::settings::{EvaluatorKind, MEMORY_MB};

pub(super) const LIMITS: &[Param] = &[
    limit!(
        "maxVisits",
        visits,
        1..=1_125_899_906_842_624,
        "Visits per move, including those kept from the previous move. The search ends at the first limit it reaches.",
        "visits"
    ),
    limit!(
        "maxPlayouts",
        playouts,
        1..=1_125_899_906_842_624,
        "New visits per move, not counting those kept from the previous move.",
        "playouts"
    ),
    limit!("maxTime", time, 0.0..=1e20, "Seconds per move; a game clock may allow less.", "time"),
    number!("numSearchThreads", Any.threads, 1..=1024, Search, "Number of search threads.", "threads"),
    Param {
        name: "memoryMB",
        explanation: "Memory limit for all search trees of the process, in MB; by default a quarter of the machine's memory. A search that reaches it answers with what it knows.",
        scope: Scope::Search,
        range: "16..=16_777_216",
        old: &["memory_mb"],
        get: |s| Some(s.memory_mb.unwrap_or_else(|| Memory::process().limit_mb()).to_string()),
        set: |s, text| {
            let mb = if text == "default" { None } else { Some(number(text, MEMORY_MB)?) };
            let is_in_force = s.memory_mb.is_none() && mb == Some(Memory::process().limit_mb());
            s.memory_mb = if is_in_force { None } else { mb };
            Some(())
        },
    },
    number!(
        "searchBatchSize",
        Any.search.batch,
        1..=4096,
        Search,
        "The most leaves that a thread collects for one batch.",
        "search.batch"
    ),
];

pub(super) const OBJECTIVE: &[Param] = &[
    number!(
        "lambda",
        Any.search.objective.lambda,
        0.0..=1.0,
        Search,
        "SAI's λ: the far end of the interval of bonus points over which an agent averages its win rate. 0 is the real komi, 1 the komi that makes the game even.",
        "search.aim.lambda"
    ),
    number!(
        "mu",
        Any.search.objective.mu,
        0.0..=1.0,
        Search,
        "SAI's μ: the near end of that interval; at most lambda.",
        "search.aim.mu"
    ),
    number!(
        "threshold",
        Any.search.objective.threshold,
        0.0..=1.0,
        Search,
        "λ and μ apply only while the win rate is above this.",
        "search.aim.threshold"
    ),
    number!(
        "below",
        Any.search.objective.below,
        0.0..=1.0,
        Search,
        "λ and μ apply only while the win rate is at most this.",
        "search.aim.below"
    ),
];

pub(super) const PLAYOUTS: &[Param] = &[Param {
    name: "criticalityThreshold",
    explanation: "Criticality from which guided playouts consider capturing races: 0 is everywhere, 1 is nowhere. The default is the playout policy's own number.",
    scope: Scope::Search,
    range: "0.0..=1.0",
    old: &["critical"],
    get: |s| match s.evaluator {
        EvaluatorKind::Guided => Some(s.criticality.map_or("default".into(), |x| x.to_string())),
        _ => None,
    },
    set: |s, text| {
        s.criticality = if text == "default" { None } else { Some(number(text, 0.0..=1.0)?) };
        Some(())
    },
}];
