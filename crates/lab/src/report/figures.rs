//! The paper's figures, with our games.

use arena::statistics::Estimate;

use super::in_words;
use super::tables::{handicap, malus, opponent};
use super::together::beside_thresholds;
use crate::pairing::agent;
use crate::plot::{Chart, Series, svg};
use crate::statistics::{mean, mean_interval};
use crate::{Experiment, Outcome, Pairing, Settings, Sheet};

/// Files by name.
pub fn of(settings: &Settings, sheet: &Sheet) -> Vec<(String, String)> {
    let figure = |number: u32, charts: Vec<Chart>| (format!("figure-{number}.svg"), svg(&charts));
    match settings.experiment {
        Experiment::SaiKomi => {
            let points = |p: &Pairing| format!("{} points", malus(p, settings.conditions.komi));
            vec![figure(3, rates(sheet, points, by_colour(sheet), |_| true))]
        }
        Experiment::SaiHandicap => {
            vec![figure(4, rates(sheet, handicap, |p| sheet.net(p.strong).to_string(), |_| true))]
        }
        Experiment::SaiRecovery => {
            let series = |p: &Pairing| format!("{}, λ = {}", sheet.net(p.strong), p.aim.lambda);
            vec![figure(7, rates(sheet, handicap, series, |_| true))]
        }
        Experiment::SaiAgents => {
            let plain = |p: &Pairing| p.aim.threshold == 0.0;
            // A name in two lines is not broken within the brackets.
            let name = |p: &Pairing| agent(&p.aim).replace(' ', "\u{a0}");
            let above = |p: &Pairing| match p.aim.threshold {
                0.0 => name(p),
                threshold => format!("{} >{threshold}", name(p)),
            };
            let both = |wanted: &dyn Fn(&Pairing) -> bool, place: &dyn Fn(&Pairing) -> String| {
                let mut charts = rates(sheet, place, by_colour(sheet), wanted);
                charts.extend(scores(sheet, place, by_colour(sheet), wanted));
                charts
            };
            vec![figure(5, both(&plain, &name)), figure(6, both(&beside_thresholds(sheet), &above))]
        }
    }
}

fn by_colour(sheet: &Sheet) -> impl Fn(&Pairing) -> String + '_ {
    |p| format!("{} as {}", sheet.net(p.strong), in_words(p.colour))
}

/// A chart of win rates for every opponent.
fn rates(
    sheet: &Sheet,
    place: impl Fn(&Pairing) -> String,
    series: impl Fn(&Pairing) -> String,
    wanted: impl Fn(&Pairing) -> bool,
) -> Vec<Chart> {
    let percent = |o: &Outcome| {
        let r = o.rate()?;
        Some(Estimate { value: 100.0 * r.value, low: 100.0 * r.low, high: 100.0 * r.high })
    };
    charts(sheet, "won, %", Some((0.0, 100.0)), percent, place, series, wanted)
}

/// A chart of the scores of games won for every opponent.
fn scores(
    sheet: &Sheet,
    place: impl Fn(&Pairing) -> String,
    series: impl Fn(&Pairing) -> String,
    wanted: impl Fn(&Pairing) -> bool,
) -> Vec<Chart> {
    let score = |o: &Outcome| {
        let (value, half) = mean_interval(&o.margins).or_else(|| Some((mean(&o.margins)?, 0.0)))?;
        Some(Estimate { value, low: value - half, high: value + half })
    };
    charts(sheet, "score when won", None, score, place, series, wanted)
}

fn charts(
    sheet: &Sheet,
    what: &str,
    range: Option<(f64, f64)>,
    measure: impl Fn(&Outcome) -> Option<Estimate>,
    place: impl Fn(&Pairing) -> String,
    series: impl Fn(&Pairing) -> String,
    wanted: impl Fn(&Pairing) -> bool,
) -> Vec<Chart> {
    let chart = |against: &str| {
        let here = |p: &Pairing| wanted(p) && opponent(sheet, p) == against;
        let each = |of: &dyn Fn(&Pairing) -> String| -> Vec<String> {
            sheet.each(|p| here(p).then(|| of(p))).into_iter().flatten().collect()
        };
        let places = each(&place);
        let points = |name: &str| {
            let at =
                |at: &String| measure(&sheet.together(|p| here(p) && series(p) == name && place(p) == *at));
            places.iter().map(at).collect()
        };
        let lines = each(&series).into_iter().map(|name| Series { points: points(&name), name }).collect();
        Chart { title: format!("against {against}: {what}"), series: lines, places: places.clone(), range }
    };
    let opponents = sheet.each(|p| wanted(p).then(|| opponent(sheet, p).to_string()));
    opponents.iter().flatten().map(|against| chart(against)).collect()
}
