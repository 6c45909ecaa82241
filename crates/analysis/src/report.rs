//! A searched position as a result of the protocol.

use std::borrow::Cow;

use board::{Colour, Move, Position};
use evaluation::Ownership;
use partner::{DecisionTable, ListedMove, RawOutputs, Row, blend, with_symmetric_moves};
use search::Snapshot;
use serde_json::{Map, Value, json};

use crate::hash;
use crate::queue::Job;

/// What networks themselves say of the position, before any search.
pub(crate) struct NetworkOutputs {
    /// The main network.
    pub raw: Option<RawOutputs>,
    /// The human network, for the profile of the settings.
    pub human: Option<RawOutputs>,
}

/// The result of a job so far.
pub(crate) fn result(
    job: &Job,
    position: &Position,
    networks: &NetworkOutputs,
    view: &Snapshot,
    is_during_search: bool,
    table: Option<&DecisionTable>,
) -> Value {
    let query = &job.query;
    let side = query.options.perspective.side(view.to_move);
    let folds = query.filter.is_empty() && query.options.settings.folds_symmetries();
    let (raw, human) = (networks.raw.as_ref(), networks.human.as_ref());
    let mut view = Cow::Borrowed(view);
    let settings = &query.options.settings.human;
    if let Some(human) = human.filter(|_| settings.chosen_move_prop > 0.0) {
        blend(view.to_mut(), human, position, settings);
    }
    let moves = with_symmetric_moves(&view, position, folds);
    let mut moves: Vec<Value> =
        moves.iter().enumerate().map(|(order, c)| candidate(job, position, c, order, side)).collect();
    if let Some(human) = human {
        for info in &mut moves {
            let mv = info["move"].as_str().and_then(|mv| Move::parse(mv, position.size()).ok());
            info["humanPrior"] = number(mv.map_or(0.0, |mv| human.prior_of(position.size(), mv)));
        }
    }
    let mut result = json!({
        "id": query.id,
        "turnNumber": job.turn,
        "isDuringSearch": is_during_search,
        "moveInfos": moves,
        "rootInfo": root(position, raw, human, &view, side),
    });
    if query.includes.policy {
        result["policy"] = policy(position, &view);
        if let Some(human) = human {
            result["humanPolicy"] = human_policy(human);
        }
    }
    if let (true, Some(shares)) = (query.includes.ownership, &view.ownership) {
        result["ownership"] = ownership(position, shares, side);
    }
    if let (true, Some(stdev)) = (query.includes.ownership_stdev, &view.ownership_stdev) {
        result["ownershipStdev"] = ownership_stdev(position, stdev);
    }
    if let Some(table) = table {
        result["decision"] = decision(table, side);
    }
    result
}

/// What the partner would play, and what its rules did with the candidates.
fn decision(table: &DecisionTable, side: Colour) -> Value {
    let row = |row: &Row| {
        let (status, rule) = row.status.words();
        let mut shown = json!({
            "move": row.mv.to_string(),
            "visits": row.visits,
            "winrate": number(row.win_rate.of(side)),
            "scoreLead": number(row.lead.of(side)),
            "prior": number(row.policy),
            "weightedPrior": number(row.weighted_policy),
            "status": status,
        });
        if !rule.is_empty() {
            shown["rule"] = rule.into();
        }
        if let Some(human) = row.human_policy {
            shown["humanPrior"] = number(human);
        }
        shown
    };
    json!({
        "move": table.chosen().map(|row| row.mv.to_string()),
        "rule": table.rule.map(|rule| rule.word()),
        "candidates": table.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

/// The answer for a position that was not searched.
pub(crate) fn no_results(job: &Job) -> Value {
    json!({ "id": job.query.id, "turnNumber": job.turn, "isDuringSearch": false, "noResults": true })
}

fn candidate(job: &Job, position: &Position, shown: &ListedMove, order: usize, side: Colour) -> Value {
    let c = &shown.candidate;
    let length = job.query.options.variation.saturating_add(1);
    let pv: Vec<String> = c.pv.iter().take(length).map(Move::to_string).collect();
    let visits: Vec<u64> = c.pv_visits.iter().take(length).copied().collect();
    let lead = number(c.lead.of(side));
    let mut info = json!({
        "move": c.mv.to_string(),
        "visits": c.visits,
        "edgeVisits": c.edge_visits,
        "weight": number(c.weight),
        "edgeWeight": number(c.weight),
        "utility": number(c.utility.of(side)),
        "winrate": number(c.win_rate.of(side)),
        "scoreMean": lead,
        "scoreLead": lead,
        "scoreSelfplay": number(c.score.of(side)),
        "scoreStdev": number(c.score_stdev),
        "prior": number(c.prior),
        "lcb": number(c.lcb.of(side)),
        "utilityLcb": number(c.utility_lcb.of(side)),
        "order": order,
        "playSelectionValue": number(c.play_selection_value),
        "pv": pv,
    });
    if job.query.includes.pv_visits {
        info["pvVisits"] = json!(visits);
        info["pvEdgeVisits"] = json!(visits);
    }
    if let (true, Some(shares)) = (job.query.includes.moves_ownership, &c.ownership) {
        info["ownership"] = ownership(position, shares, side);
    }
    if let (true, Some(stdev)) = (job.query.includes.moves_ownership_stdev, &c.ownership_stdev) {
        info["ownershipStdev"] = ownership_stdev(position, stdev);
    }
    if job.query.includes.no_result && job.query.options.settings.search.puct().is_some() {
        info["noResultValue"] = number(c.no_result);
    }
    if let Some(original) = shown.mirrors {
        info["isSymmetryOf"] = original.to_string().into();
    }
    info
}

fn root(
    position: &Position,
    raw: Option<&RawOutputs>,
    human: Option<&RawOutputs>,
    view: &Snapshot,
    side: Colour,
) -> Value {
    let mut root = Map::new();
    let mut set = |key: &str, value: Value| _ = root.insert(key.to_string(), value);
    set("currentPlayer", view.to_move.letter().to_string().into());
    set("thisHash", hash::this(position).into());
    set("symHash", hash::up_to_symmetry(position).into());
    set("visits", view.visits.into());
    set("weight", number(view.weight));
    set("winrate", number(view.win_rate.of(side)));
    set("scoreLead", number(view.lead.of(side)));
    set("scoreSelfplay", number(view.score.of(side)));
    set("scoreStdev", number(view.score_stdev));
    set("utility", number(view.utility.of(side)));
    if let Some(raw) = &view.raw {
        set("rawWinrate", number(raw.win_rate.of(side)));
        set("rawLead", number(raw.lead.of(side)));
        set("rawScoreSelfplay", number(raw.score.of(side)));
        set("rawScoreSelfplayStdev", number(raw.score_stdev));
    }
    if let Some(raw) = raw {
        set("rawNoResultProb", number(raw.no_result));
        set("rawStWrError", number(0.5 * raw.shortterm_winloss_error));
        set("rawStScoreError", number(raw.shortterm_score_error));
        set("rawVarTimeLeft", number(raw.var_time_left));
    }
    if let Some(human) = human {
        let sign = -side.sign() as f32;
        set("humanWinrate", number(0.5 + 0.5 * sign * (human.white_win - human.white_loss)));
        set("humanScoreMean", number(sign * human.white_score_selfplay));
        let square = human.white_score_selfplay.powi(2);
        set("humanScoreStdev", number((human.white_score_selfplay_sq - square).max(0.0).sqrt()));
        set("humanStWrError", number(0.5 * human.shortterm_winloss_error));
        set("humanStScoreError", number(human.shortterm_score_error));
    }
    Value::Object(root)
}

/// The human policy, from the top of the board with the pass last; −1 for illegal moves.
fn human_policy(human: &RawOutputs) -> Value {
    let points = human.policy.iter().map(|prior| prior.unwrap_or(-1.0));
    points.chain([human.policy_pass]).map(number).collect()
}

/// The evaluator's policy, from the top of the board with the pass last; −1 for illegal moves.
fn policy(position: &Position, view: &Snapshot) -> Value {
    let mut position = position.clone();
    position.set_to_move(view.to_move);
    let prior = |m: Move| {
        let prior = view.priors.iter().find(|(mv, _)| *mv == m).map(|(_, prior)| *prior);
        match prior {
            Some(prior) => number(prior),
            None if position.is_legal(m) => 0.0.into(),
            None => (-1.0).into(),
        }
    };
    let moves = position.size().iter_from_top().map(Move::Play).chain([Move::Pass]);
    moves.map(prior).collect()
}

fn ownership(position: &Position, shares: &Ownership, side: Colour) -> Value {
    position.size().iter_from_top().map(|p| number(shares.of(side, p))).collect()
}

/// Standard deviations, which have no side.
fn ownership_stdev(position: &Position, stdev: &[f32]) -> Value {
    let size = position.size();
    size.iter_from_top().map(|p| number(stdev[size.place(p)])).collect()
}

/// A number without spurious digits; JSON has no form for non-finite numbers.
fn number(x: f32) -> Value {
    let short: f64 = x.to_string().parse().unwrap_or_default();
    if short.is_finite() { short.into() } else { 0.0.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_finite() {
        assert_eq!(number(0.3).to_string(), "0.3");
        assert_eq!(number(-1.0 / 3.0).to_string(), "-0.33333334");
        assert_eq!(number(f32::NAN).to_string(), "0.0");
        assert_eq!(number(0.0).to_string(), "0.0");
    }
}
