//! Pictures of an insight: the scores with their clusters, and a board for each.

mod boards;
pub mod goban;
mod scores;

use std::fmt::Write;

use board::Colour;

use crate::groups::{Fate, Group, SAFE, SETTLED};
use crate::insight::{Disagreement, Insight};
use crate::reading::Reading;

/// Colours of clusters, repeated as needed. Safe for red–green colour blindness.
const COLOURS: [&str; 6] = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"];
const WIDTH: f64 = 720.0;
/// Below this probability, nobody is ahead in a fight.
const EVEN: f32 = 0.6;
const FONT: &str = "font-family=\"sans-serif\" font-size=\"12\"";

fn colour(cluster: usize) -> &'static str {
    COLOURS[cluster % COLOURS.len()]
}

/// The colour of a fight, by its index. It differs from those of the clusters shown with it.
pub fn fight_colour(number: usize) -> &'static str {
    colour(number + COLOURS.len() / 2)
}

/// Everything in one SVG: the histogram, the board with its fights, and a board for each cluster.
pub fn picture(insight: &Insight) -> String {
    let scores = scores::draw(insight, WIDTH);
    let top = scores::HEIGHT + 16.0;
    let columns = 2;
    let side = goban::width(insight.position.size());
    let step = goban::height(insight.position.size()) + 28.0;
    let mut parts = format!("<g>{scores}</g>");
    let mut titled = |place: usize, title: &str, board: String| {
        let (x, y) = ((place % columns) as f64 * (side + 24.0), top + (place / columns) as f64 * step);
        let _ = write!(
            parts,
            "<g transform=\"translate({x:.0} {y:.0})\"><text x=\"4\" y=\"14\">{title}</text>\
             <g transform=\"translate(0 20)\">{board}</g></g>"
        );
    };
    titled(0, &fights_title(insight), boards::fights(insight));
    for (number, cluster) in insight.clusters.iter().enumerate() {
        let score = cluster.mode - insight.komi().points();
        let title = format!("{}: {} ({:.0}%)", number + 1, result(score), 100.0 * cluster.weight);
        titled(number + 1, &title, boards::criticality(insight, number));
    }
    let rows = (insight.clusters.len() + 1).div_ceil(columns);
    let (width, height) = (WIDTH.max(columns as f64 * (side + 24.0)), top + rows as f64 * step);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" {FONT}>\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>{parts}</svg>"
    )
}

fn fights_title(insight: &Insight) -> String {
    match insight.fights.len() {
        0 => "No fight decides the game".into(),
        1 => "One fight decides the game".into(),
        n => format!("{n} fights decide the game"),
    }
}

fn result(score: f64) -> String {
    let winner = if score > 0.0 { "Black" } else { "White" };
    format!("{winner} by about {:.0}", score.abs())
}

/// A fight in words: the verdict on its group, and what depends on it.
pub fn sentence(insight: &Insight, number: usize) -> String {
    let fight = &insight.fights[number];
    let list = |clusters: &[usize]| {
        let numbers: Vec<String> = clusters.iter().map(|cluster| (cluster + 1).to_string()).collect();
        numbers.join(" or ")
    };
    let [black, white] = fight.won_in.each_ref().map(|clusters| list(clusters));
    let groups = insight.groups();
    let state = groups.iter().find(|group| group.fight == Some(number)).map_or("Open".into(), statement);
    let worth = fight.worth;
    format!(
        "worth {worth:.0} points. {state}. If Black wins it, the game ends as {black}; if White does, as {white}."
    )
}

/// The verdict on a group in words.
pub fn statement(group: &Group) -> String {
    let winner = if group.won.of(Colour::Black) >= 0.5 { Colour::Black } else { Colour::White };
    let (side, chance) = (name(winner), group.won.of(winner));
    let percent = |rate: f32| format!("{:.0}%", 100.0 * rate);
    let said = match group.fate {
        Fate::Settled(side) => format!("Settled: {} has it ({})", name(side), percent(group.won.of(side))),
        Fate::BothLive => "Both sides live here".into(),
        Fate::Open if chance < EVEN => {
            format!("Open: Black wins it with {}", percent(group.won.of(Colour::Black)))
        }
        Fate::Open if chance < SAFE => format!("Open: {side} is ahead ({})", percent(chance)),
        Fate::Open => format!("{side} probably wins it ({})", percent(chance)),
    };
    let second = group.second_opinion.map_or(String::new(), |other| {
        format!(". A second opinion: played out, Black wins it in {}", percent(other.of(Colour::Black)))
    });
    said + &second
}

/// The reading of a fight in words; empty if it was not read.
pub fn verdict(insight: &Insight, number: usize) -> Option<String> {
    let [black, white] = insight.readings.get(number)?;
    let side = |wins: bool| if wins { Colour::Black } else { Colour::White };
    let winner = |reading: &Reading| side(reading.won.of(Colour::Black) > 0.5);
    let sure = |side: Colour, reading: &Reading| format!("{:.0}%", 100.0 * reading.won.of(side));
    Some(match (winner(black), winner(white)) {
        (Colour::Black, Colour::White) => format!(
            "Whoever begins wins it: Black with {}, White with {}",
            sure(Colour::Black, black),
            sure(Colour::White, white)
        ),
        (Colour::White, Colour::Black) => "Nobody wants to begin it: whoever does loses it".into(),
        (winner, _) => {
            let loser = winner.other();
            let begun = if loser == Colour::Black { black } else { white };
            let probably = if begun.won.of(winner) < SETTLED { "probably " } else { "" };
            let (winner, loser, chance) = (name(winner), name(loser), sure(winner, begun));
            format!("{winner} {probably}wins it even when {loser} begins, with {chance}")
        }
    })
}

fn name(side: Colour) -> &'static str {
    if side == Colour::Black { "Black" } else { "White" }
}

/// The win rate after reading in words, if fights were read.
pub fn outlook(insight: &Insight) -> Option<String> {
    let (first, rate) = insight.after_reading()?;
    let (black, mover) = (100.0 * rate.of(Colour::Black), insight.position.to_move());
    let place = if insight.fights.len() > 1 {
        format!(", when {} begins with fight {}", name(mover), first + 1)
    } else {
        String::new()
    };
    Some(format!("Black's win rate when the fights end as they were read: {black:.0}%{place}"))
}

/// A disagreement in words.
pub fn complaint(d: &Disagreement) -> String {
    let stone = d.chain.first().map(ToString::to_string).unwrap_or_default();
    let lives = |share: f32| format!("{:.0}%", 50.0 * (1.0 + share));
    format!(
        "{} {stone} lives in {} of the playouts, and with {} for the network",
        d.colour,
        lives(d.playouts),
        lives(d.network)
    )
}

/// A page with the picture and what it means.
pub fn page(insight: &Insight, name: &str) -> String {
    let name = escape(name);
    let mut list = String::new();
    for (number, (fight, sequence)) in insight.fights.iter().zip(&insight.sequences).enumerate() {
        let points: Vec<String> = fight.points.iter().map(|p| p.to_string()).collect();
        let moves: Vec<String> = sequence.iter().take(12).map(ToString::to_string).collect();
        let next = if moves.is_empty() {
            String::new()
        } else {
            format!(" The search would play {}.", moves.join(" "))
        };
        let verdict = verdict(insight, number).map_or(String::new(), |verdict| format!(" {verdict}."));
        let _ = write!(
            list,
            "<li>{}{verdict}{next}<br><small>{}</small></li>",
            sentence(insight, number),
            points.join(" ")
        );
    }
    if list.is_empty() {
        list = "<li>Nothing: scores gather around one value.</li>".into();
    }
    if let Some(outlook) = outlook(insight) {
        let _ = write!(list, "</ol><p>{outlook}.</p><ol>");
    }
    let mut doubts = String::new();
    for d in insight.disagreements() {
        let _ = write!(doubts, "<li>{}.</li>", complaint(&d));
    }
    if insight.network.is_some() {
        let doubts = if doubts.is_empty() { "<li>Nowhere.</li>".into() } else { doubts };
        list = format!("{list}</ol><h2>Where playouts and the network disagree</h2><ol>{doubts}");
    }
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Fights in {name}</title>\
         <style>body{{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}}\
         svg{{max-width:100%;height:auto}}small{{color:#555}}</style></head><body>\
         <h1>Fights in {name}</h1><p>{} playouts, {} to play, komi {}. Scores are Black's, komi included. Each bump of the \
         curve is a way in which the game may end; a square on the boards below says who has to hold a point for that, \
         and its size how much depends on it.</p>{}<h2>What decides it</h2><ol>{list}</ol></body></html>",
        insight.histogram.total(),
        insight.position.to_move(),
        insight.komi().points(),
        picture(insight)
    )
}

/// Escapes text for HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
