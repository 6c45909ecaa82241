//! Table 1 of the SAI paper, ours and theirs.

use std::fmt::Write;

use super::in_words;
use crate::paper::{Row, TABLE};
use crate::statistics::{at_most, larger_mean, mean, stars};
use crate::{Outcome, Sheet};

/// The games of a row, of all strong networks together.
fn outcome(sheet: &Sheet, row: &Row, lambda: f32, mu: f32) -> Outcome {
    // Weaker ones come after the strong one itself, the weakest last.
    let weakest = sheet.rows().last().map(|(p, _)| p.opponent);
    let threshold = if lambda == 0.0 { 0.0 } else { row.threshold };
    sheet.together(|p| {
        p.is_against_itself() == row.against_itself
            && (row.against_itself || Some(p.opponent) == weakest)
            && p.colour == row.colour
            && (p.aim.lambda, p.aim.mu, p.aim.threshold) == (lambda, mu, threshold)
    })
}

pub fn table(text: &mut String, sheet: &Sheet) {
    text.push_str(
        "| above | against | as | λ | μ | games | won, % | Δ | score | on the board | Δ | paper: won, % | Δ | score | Δ |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let weakest = sheet.rows().last().filter(|(p, _)| !p.is_against_itself());
    for row in &TABLE {
        let opponent = match (row.against_itself, weakest) {
            (true, _) => "itself",
            (false, Some((p, _))) => sheet.net(p.opponent),
            (false, None) => "the weakest",
        };
        let ours = outcome(sheet, row, row.lambda, row.mu);
        let base = outcome(sheet, row, 0.0, 0.0);
        let number = |value: Option<f64>| value.map_or("–".to_string(), |v| format!("{v:.1}"));
        let (rate_change, score_change) = if row.lambda > 0.0 {
            (rate_change(&ours, &base), score_change(&ours, &base))
        } else {
            Default::default()
        };
        let _ = writeln!(
            text,
            "| {} | {opponent} | {} | {} | {} | {} | {} | {rate_change} | {} | {} | {score_change} | {} | {} | {} | {} |",
            row.threshold,
            in_words(row.colour),
            row.lambda,
            row.mu,
            ours.games(),
            number(ours.rate().map(|r| 100.0 * r.value)),
            number(mean(&ours.margins)),
            number(mean(&ours.board_leads)),
            row.win_rate,
            marked(row.win_rate_change),
            row.score,
            marked(row.score_change),
        );
    }
    text.push_str(
        "\nAll strong networks together. Δ is the difference to λ = μ = 0. Win rates: an exact binomial test for fewer wins \
         than the rate of λ = μ = 0 would give. Scores of games won: Welch's t test for a larger mean. \
         \\* p < .05, \\*\\* p < .001. In the paper's own column two stars also stand where, from its 600 games a row, \
         p is between .001 and .01. It does not say whether komi is in its scores; the differences are the same either way.\n",
    );
}

/// Stars that are not taken for markup.
fn marked(text: &str) -> String {
    text.replace('*', "\\*")
}

fn rate_change(ours: &Outcome, base: &Outcome) -> String {
    let (Some(rate), Some(usual)) = (ours.rate(), base.rate()) else { return "–".into() };
    let p = at_most(ours.tally.points().floor() as u64, ours.games(), usual.value);
    format!("{:+.1}{}", 100.0 * (rate.value - usual.value), marked(stars(p)))
}

fn score_change(ours: &Outcome, base: &Outcome) -> String {
    let (Some(score), Some(usual)) = (mean(&ours.margins), mean(&base.margins)) else { return "–".into() };
    let p = larger_mean(&ours.margins, &base.margins);
    format!("{:+.1}{}", score - usual, marked(stars(p)))
}
