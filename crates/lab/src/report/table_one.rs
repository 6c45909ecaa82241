//! Table 1 of the SAI paper, ours and theirs.

use std::fmt::Write;

use super::in_words;
use crate::paper::{Row, TABLE};
use crate::results::{Outcome, Results};
use statistics::significance::{at_most, fewer_wins, larger_mean, mean, stars};

#[rustfmt::skip]
const HEAD: [&str; 16] = [
    "above", "against", "as", "λ", "μ", "games", "won, %", "Δ", "p", "score", "on the board", "Δ",
    "paper: won, %", "Δ", "score", "Δ",
];

const NOTES: &str = "
All strong networks together. Δ is the difference to λ = μ = 0. Marks on win rates are the paper's: an exact binomial test \
for fewer wins than the rate of λ = μ = 0 would give. That rate comes from games, too, which p allows for (Fisher's exact \
test, one-sided). Scores of games won: Welch's t test for a larger mean. \\* p < .05, \\*\\* p < .001. In the paper's own \
columns two stars also stand where, by its 600 games a row, p is between .001 and .01. It does not say whether komi is in \
its scores; the differences are the same either way.
";

pub fn table(text: &mut String, results: &Results) {
    let mut line = |cells: &[String]| {
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    line(&HEAD.map(str::to_string));
    line(&HEAD.map(|_| "---".to_string()));
    let weakest = results.rows().last().filter(|(p, _)| !p.is_against_itself());
    for row in &TABLE {
        let opponent = match (row.against_itself, weakest) {
            (true, _) => "itself",
            (false, Some((p, _))) => results.net(p.opponent),
            (false, None) => "the weakest",
        };
        let ours = outcome(results, row, row.lambda, row.mu);
        let [rate_change, p, score_change] = match row.lambda > 0.0 {
            true => changes(&ours, &outcome(results, row, 0.0, 0.0)),
            false => Default::default(),
        };
        line(&[
            row.threshold.to_string(),
            opponent.to_string(),
            in_words(row.colour).to_string(),
            row.lambda.to_string(),
            row.mu.to_string(),
            ours.games().to_string(),
            number(ours.rate().map(|r| 100.0 * r.value)),
            rate_change,
            p,
            number(mean(&ours.margins)),
            number(mean(&ours.board_leads)),
            score_change,
            number(Some(row.win_rate)),
            plain(row.win_rate_change),
            number(Some(row.score)),
            plain(row.score_change),
        ]);
    }
    text.push_str(NOTES);
}

/// The games of a row, of all strong networks together.
fn outcome(results: &Results, row: &Row, lambda: f32, mu: f32) -> Outcome {
    // Weaker networks come after the strong one itself, the weakest last.
    let weakest = results.rows().last().map(|(p, _)| p.opponent);
    let threshold = if lambda == 0.0 { 0.0 } else { row.threshold };
    results.together(|p| {
        p.is_against_itself() == row.against_itself
            && (row.against_itself || Some(p.opponent) == weakest)
            && p.colour == row.colour
            && (p.aim.lambda, p.aim.mu, p.aim.threshold) == (lambda, mu, threshold)
    })
}

/// The differences of the win rate, with its second p, and of the score.
pub fn changes(ours: &Outcome, base: &Outcome) -> [String; 3] {
    let nothing = || "–".to_string();
    let rate = ours.rate().zip(base.rate()).map(|(rate, usual)| {
        let p = at_most(ours.tally.points().floor() as u64, ours.games(), usual.value);
        format!("{:+.1}{}", 100.0 * (rate.value - usual.value), plain(stars(p)))
    });
    let p = fewer_wins(&ours.tally, &base.tally).map(|p| format!("{p:.4}"));
    let score = mean(&ours.margins).zip(mean(&base.margins)).map(|(score, usual)| {
        let p = larger_mean(&ours.margins, &base.margins);
        format!("{:+.1}{}", score - usual, plain(stars(p)))
    });
    [rate, p, score].map(|change| change.unwrap_or_else(nothing))
}

pub fn number(value: Option<f64>) -> String {
    value.map_or("–".to_string(), |v| format!("{v:.1}"))
}

/// Escapes stars, which are markup.
fn plain(text: &str) -> String {
    text.replace('*', "\\*")
}
