//! The paper's figures with our games.

use statistics::Estimate;

use super::in_words;
use super::tables::{handicap, malus, opponent};
use super::together::beside_thresholds;
use crate::experiment::Experiment;
use crate::pairing::Pairing;
use crate::pairing::agent;
use crate::results::{Outcome, Results};
use crate::settings::Settings;
use chart::intervals::{Chart, Series, svg};
use statistics::significance::{mean, mean_interval};

/// Files by name.
pub fn of(settings: &Settings, results: &Results) -> Vec<(String, String)> {
    let figure = |number: u32, charts: Vec<Chart>| (format!("figure-{number}.svg"), svg(&charts));
    match settings.experiment {
        Experiment::SaiKomi => {
            let points = |p: &Pairing| format!("{} points", malus(p, settings.conditions.komi));
            vec![figure(3, rates(results, points, by_colour(results), |_| true))]
        }
        Experiment::SaiHandicap => {
            vec![figure(4, rates(results, handicap, |p| results.net(p.strong).to_string(), |_| true))]
        }
        Experiment::SaiRecovery => {
            let series = |p: &Pairing| format!("{}, λ = {}", results.net(p.strong), p.aim.lambda);
            vec![figure(7, rates(results, handicap, series, |_| true))]
        }
        Experiment::SaiAgents => {
            let plain = |p: &Pairing| p.aim.threshold == 0.0;
            // A name in two lines must not be broken inside the brackets.
            let name = |p: &Pairing| agent(&p.aim).replace(' ', "\u{a0}");
            let above = |p: &Pairing| match p.aim.threshold {
                0.0 => name(p),
                threshold => format!("{} >{threshold}", name(p)),
            };
            let both = |wanted: &dyn Fn(&Pairing) -> bool, place: &dyn Fn(&Pairing) -> String| {
                let mut charts = rates(results, place, by_colour(results), wanted);
                charts.extend(scores(results, place, by_colour(results), wanted));
                charts
            };
            vec![figure(5, both(&plain, &name)), figure(6, both(&beside_thresholds(results), &above))]
        }
    }
}

fn by_colour(results: &Results) -> impl Fn(&Pairing) -> String + '_ {
    |p| format!("{} as {}", results.net(p.strong), in_words(p.colour))
}

/// A chart of win rates per opponent.
fn rates(
    results: &Results,
    place: impl Fn(&Pairing) -> String,
    series: impl Fn(&Pairing) -> String,
    wanted: impl Fn(&Pairing) -> bool,
) -> Vec<Chart> {
    let percent = |o: &Outcome| {
        let r = o.rate()?;
        Some(Estimate { value: 100.0 * r.value, low: 100.0 * r.low, high: 100.0 * r.high })
    };
    charts(results, "won, %", Some((0.0, 100.0)), percent, place, series, wanted)
}

/// A chart of the scores of won games per opponent.
fn scores(
    results: &Results,
    place: impl Fn(&Pairing) -> String,
    series: impl Fn(&Pairing) -> String,
    wanted: impl Fn(&Pairing) -> bool,
) -> Vec<Chart> {
    let score = |o: &Outcome| {
        let (value, half) = mean_interval(&o.margins).or_else(|| Some((mean(&o.margins)?, 0.0)))?;
        Some(Estimate { value, low: value - half, high: value + half })
    };
    charts(results, "score when won", None, score, place, series, wanted)
}

fn charts(
    results: &Results,
    what: &str,
    range: Option<(f64, f64)>,
    measure: impl Fn(&Outcome) -> Option<Estimate>,
    place: impl Fn(&Pairing) -> String,
    series: impl Fn(&Pairing) -> String,
    wanted: impl Fn(&Pairing) -> bool,
) -> Vec<Chart> {
    let chart = |against: &str| {
        let here = |p: &Pairing| wanted(p) && opponent(results, p) == against;
        let each = |of: &dyn Fn(&Pairing) -> String| -> Vec<String> {
            results.each(|p| here(p).then(|| of(p))).into_iter().flatten().collect()
        };
        let places = each(&place);
        let points = |name: &str| {
            let at =
                |at: &String| measure(&results.together(|p| here(p) && series(p) == name && place(p) == *at));
            places.iter().map(at).collect()
        };
        let lines = each(&series).into_iter().map(|name| Series { points: points(&name), name }).collect();
        Chart { title: format!("against {against}: {what}"), series: lines, places: places.clone(), range }
    };
    let opponents = results.each(|p| wanted(p).then(|| opponent(results, p).to_string()));
    opponents.iter().flatten().map(|against| chart(against)).collect()
}
