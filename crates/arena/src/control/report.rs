//! What was seen of partners that keep whole games close, beside the paper's figures.

use std::fmt::Write;

use statistics::Estimate;

use super::{ControlGames, Margins, paper};
use crate::naturalness::Naturalness;

/// The report on whole games (section 5).
pub fn report(games: &[ControlGames]) -> String {
    let mut text = String::from(
        "# position-control\n\nShi, Fan, Li, Hsueh and Ikeda (2021), section 5: keeping games close with natural moves. \
         Colours change every game. Intervals are 95%; draws count half. The paper's figures are from 13×13 against Ray, \
         with 16,000 simulations per move.\n",
    );
    for section in sections(games) {
        let Some(first) = section.first() else { continue };
        let _ = writeln!(text, "\n## {0}×{0} against `{1}`", first.pairing.size, first.pairing.opponent);
        text.push_str(
            "\n| | games | opponent's score | the paper | distance, moves 2–60 | the paper |\n|---|---|---|---|---|---|\n",
        );
        for seen in section {
            let paper = paper::player(&seen.pairing.player);
            let papers = paper.opponents_score.map(|(score, half)| match half {
                Some(half) => format!("{score:.2} ± {half:.2}"),
                None => format!("{score:.2}"),
            });
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                seen.pairing.player,
                seen.tally.games(),
                share(seen.opponents_score),
                papers.unwrap_or(NONE.into()),
                distance(seen.distances()[0]),
                paper.distance.map_or(NONE.into(), plus_minus),
            );
        }
        let opponents: Vec<String> = section.iter().map(|seen| distance(seen.distances()[1])).collect();
        let _ = writeln!(
            text,
            "\nThe opponent's distance to these players' last moves, in the same order: {} (the paper: {}).",
            opponents.join(", "),
            plus_minus(paper::OPPONENTS_DISTANCE)
        );
        margins(&mut text, section);
        policies(&mut text, section);
    }
    text
}

/// How natural the moves look to each network.
fn policies(text: &mut String, section: &[ControlGames]) {
    for (place, policy) in section[0].policies.iter().enumerate() {
        let _ = writeln!(
            text,
            "\nHow natural their moves look to {}:\n\n\
             | | moves | mean p | geometric mean | p < 0.05 | of these in moves 1–60, per game | the paper, by people |\n\
             |---|---|---|---|---|---|---|",
            policy.network()
        );
        for seen in section {
            let Some(found) = seen.policies.get(place).and_then(|policy| policy.player) else { continue };
            let per_game = found.intervals.map(|intervals| intervals.unnatural_per_game);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                seen.pairing.player,
                policy_cells(&found).join(" | "),
                half_width(found.unnatural_per_game, per_game),
                paper::player(&seen.pairing.player).unnatural_per_game.map_or(NONE.into(), plus_minus),
            );
        }
    }
}

/// What stands where there is nothing to say.
pub(super) const NONE: &str = "–";

/// Games on the same board against the same opponent.
pub(super) fn sections(games: &[ControlGames]) -> impl Iterator<Item = &[ControlGames]> {
    games.chunk_by(|a, b| (a.pairing.size, &a.pairing.opponent) == (b.pairing.size, &b.pairing.opponent))
}

/// Moves, the means of their policy and the share of unnatural ones.
pub(super) fn policy_cells(found: &Naturalness) -> [String; 4] {
    let from_to = |interval: Option<[f64; 2]>| {
        interval.map_or_else(String::new, |interval| {
            let [low, high] = interval.map(|p| p.clamp(0.0, 1.0));
            format!(" ({low:.3}–{high:.3})")
        })
    };
    let intervals = found.intervals;
    let unnatural = intervals.map_or_else(String::new, |intervals| {
        let [low, high] = intervals.unnatural.map(|share| 100.0 * share.clamp(0.0, 1.0));
        format!(" ({low:.1}–{high:.1})")
    });
    [
        found.moves.to_string(),
        format!("{:.3}{}", found.mean_policy, from_to(intervals.map(|i| i.mean_policy))),
        format!("{:.3}{}", found.geometric_mean_policy, from_to(intervals.map(|i| i.geometric_mean_policy))),
        format!("{:.1}%{unnatural}", 100.0 * found.unnatural),
    ]
}

/// By how much games were decided.
pub(super) fn margins(text: &mut String, section: &[ControlGames]) {
    text.push_str(
        "\n| | counted games | median margin | mean margin | within two points | resigned by the opponent, by the player |\n\
         |---|---|---|---|---|---|\n",
    );
    for seen in section {
        let Margins { counted, mean, median, within_two } = &seen.margins;
        let points = |points: Option<f64>| points.map_or(NONE.into(), |points| format!("{points:.1}"));
        let _ = writeln!(
            text,
            "| {} | {counted} | {} | {} | {within_two} | {}, {} |",
            seen.pairing.player,
            points(*median),
            points(*mean),
            seen.resigned[0],
            seen.resigned[1],
        );
    }
}

/// A share of games with its interval.
pub(super) fn share(score: Option<Estimate>) -> String {
    score.map_or(NONE.into(), |score| format!("{:.2} ({:.2}–{:.2})", score.value, score.low, score.high))
}

fn distance(distance: Option<(f64, Option<[f64; 2]>)>) -> String {
    distance.map_or(NONE.into(), |(value, interval)| half_width(value, interval))
}

fn half_width(value: f64, interval: Option<[f64; 2]>) -> String {
    match interval {
        Some([low, high]) => plus_minus((value, (high - low) / 2.0)),
        None => format!("{value:.2}"),
    }
}

fn plus_minus((value, half): (f64, f64)) -> String {
    format!("{value:.2} ± {half:.2}")
}
