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
        "Visits per move, including those kept from the last move. The first limit that is reached ends the search.",
        "visits"
    ),
    limit!(
        "maxPlayouts",
        playouts,
        1..=1_125_899_906_842_624,
        "New visits per move, whatever is kept from the last one.",
        "playouts"
    ),
    limit!("maxTime", time, 0.0..=1e20, "Seconds per move; a game clock may allow less.", "time"),
    number!(
        "numSearchThreads",
        Any.threads,
        1..=1024,
        Search,
        "Threads that search one position together.",
        "threads"
    ),
    Param {
        name: "memoryMB",
        explanation: "Memory for the trees of all searches in the process, in MB. Without it, a quarter of what the machine has. A search that has filled it answers with what it knows.",
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
        "The most leaves that a thread collects before it has them evaluated together.",
        "search.batch"
    ),
];

pub(super) const OBJECTIVE: &[Param] = &[
    number!(
        "lambda",
        Any.search.objective.lambda,
        0.0..=1.0,
        Search,
        "Where the interval of bonus points ends that an agent averages its win rate over (SAI's λ): 0 at the real komi, 1 at the komi that makes the game even.",
        "search.aim.lambda"
    ),
    number!(
        "mu",
        Any.search.objective.mu,
        0.0..=1.0,
        Search,
        "Where that interval begins (SAI's μ); at most lambda.",
        "search.aim.mu"
    ),
    number!(
        "threshold",
        Any.search.objective.threshold,
        0.0..=1.0,
        Search,
        "The agent plays only while its win rate is above this.",
        "search.aim.threshold"
    ),
    number!(
        "below",
        Any.search.objective.below,
        0.0..=1.0,
        Search,
        "The agent plays only while its win rate is at most this.",
        "search.aim.below"
    ),
];

pub(super) const PLAYOUTS: &[Param] = &[Param {
    name: "criticalityThreshold",
    explanation: "Guided playouts read races where owning a point goes together with winning at least this much: 0 reads everywhere, 1 nowhere. By default the playout policy's own number.",
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
