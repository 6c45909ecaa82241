//! Tables of win rates.

use std::fmt::Write;

use board::{Colour, Komi};

use super::in_words;
use crate::pairing::Pairing;
use crate::pairing::agent;
use crate::results::{Outcome, Results};
use statistics::significance::mean_interval;

/// A win rate in percent with its interval.
pub fn rate(outcome: &Outcome) -> String {
    match outcome.rate() {
        None => "–".into(),
        Some(r) => format!("{:.1} ({:.1}–{:.1})", 100.0 * r.value, 100.0 * r.low, 100.0 * r.high),
    }
}

fn mean(values: &[f64]) -> String {
    match (mean_interval(values), values) {
        (Some((mean, half)), _) => format!("{mean:.1} ± {half:.1}"),
        (None, [one]) => format!("{one:.1}"),
        _ => "–".into(),
    }
}

pub fn opponent<'a>(results: &'a Results, pairing: &Pairing) -> &'a str {
    if pairing.is_against_itself() { "itself" } else { results.net(pairing.opponent) }
}

/// How much worse than even the komi is for the strong player, in points.
pub fn malus(pairing: &Pairing, even: Komi) -> f64 {
    match pairing.colour {
        Colour::White => even.points() - pairing.komi.points(),
        Colour::Black => pairing.komi.points() - even.points(),
    }
}

/// H1, H2, or else the komi.
pub fn handicap(pairing: &Pairing) -> String {
    let komi = pairing.komi;
    match (pairing.stones, komi.halves()) {
        (0, 1) => "H1 (komi 0.5)".into(),
        (0, _) => format!("komi {komi}"),
        (stones, _) => format!("H{stones}, komi {komi}"),
    }
}

/// A table of win rates: `row` and `column` give the row and column of each pairing.
fn cross(
    text: &mut String,
    results: &Results,
    head: &str,
    row: impl Fn(&Pairing) -> String,
    column: impl Fn(&Pairing) -> String,
) {
    let columns = results.each(&column);
    let _ = writeln!(text, "| {head} | {} |", columns.join(" | "));
    let _ = writeln!(text, "|{}", "---|".repeat(head.split('|').count() + columns.len()));
    for name in results.each(&row) {
        let rates: Vec<String> =
            columns.iter().map(|c| rate(&results.together(|p| row(p) == name && column(p) == *c))).collect();
        let _ = writeln!(text, "| {name} | {} |", rates.join(" | "));
    }
    text.push_str("\nPercent, draws counting half, with 95 % intervals.\n");
}

pub fn by_malus(text: &mut String, results: &Results, even: Komi) {
    let row = |p: &Pairing| {
        format!("{} | {} | {}", results.net(p.strong), opponent(results, p), in_words(p.colour))
    };
    cross(text, results, "strong | against | as", row, |p| format!("{} points", malus(p, even)));
}

pub fn by_handicap(text: &mut String, results: &Results) {
    let row = |p: &Pairing| format!("{} | {} | {}", results.net(p.strong), opponent(results, p), handicap(p));
    cross(text, results, "strong | against | handicap", row, |p| format!("(λ, μ) = {}", agent(&p.aim)));
}

/// Everything that was measured.
pub fn all(text: &mut String, results: &Results) {
    text.push_str(
        "| strong | as | against | handicap | (λ, μ) | above | games | won, % | score when won | on the board \
         | given up | broken off | distinct games |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (p, o) in results.rows() {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            results.net(p.strong),
            in_words(p.colour),
            opponent(results, p),
            handicap(p),
            agent(&p.aim),
            p.aim.threshold,
            o.games(),
            rate(o),
            mean(&o.margins),
            mean(&o.board_leads),
            o.resigned,
            o.unfinished,
            o.distinct,
        );
    }
    text.push_str(
        "\nThe score is the margin with komi; \"on the board\" is the same without it. For games that were given up or \
         broken off it is the median of what the strong network says over a search of the last position.\n",
    );
}
