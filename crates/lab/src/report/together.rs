//! Gains and losses of agents against all opponents together, with both colours.

use std::fmt::Write;

use search::ObjectiveSettings;

use super::table_one::{changes, number};
use super::tables::rate;
use crate::pairing::Pairing;
use crate::pairing::agent;
use crate::results::{Outcome, Results};
use statistics::significance::{fewer_wins, mean};

/// Agents without a threshold, against everybody.
pub fn always(text: &mut String, results: &Results) {
    let outcome = |aim: &ObjectiveSettings| results.together(|p| p.aim == *aim);
    let base = outcome(&ObjectiveSettings::default());
    head(text, &["(λ, μ)", "games", "won, %", "Δ", "p", "score", "Δ"]);
    for aim in results.each(|p| p.aim).iter().filter(|aim| aim.threshold == 0.0) {
        let _ = writeln!(text, "| {} | {} |", agent(aim), cells(&outcome(aim), &base).join(" | "));
    }
    text.push_str("\nΔ and p as in table 1.\n");
}

/// Agents with a threshold, next to the same ones without, against opponents of both.
pub fn above(text: &mut String, results: &Results) {
    let wanted = beside_thresholds(results);
    let outcome = |aim: &ObjectiveSettings| results.together(|p| p.aim == *aim && wanted(p));
    let base = outcome(&ObjectiveSettings::default());
    head(text, &["(λ, μ)", "above", "games", "won, %", "Δ", "p", "score", "Δ", "without: p"]);
    for aim in results.each(|p| wanted(p).then_some(p.aim)).into_iter().flatten() {
        let ours = outcome(&aim);
        let without = outcome(&ObjectiveSettings { threshold: 0.0, ..aim });
        let p = fewer_wins(&without.tally, &ours.tally).filter(|_| aim.threshold > 0.0);
        let p = p.map_or(String::new(), |p| format!("{p:.4}"));
        let cells = cells(&ours, &base).join(" | ");
        let _ = writeln!(text, "| {} | {} | {cells} | {p} |", agent(&aim), aim.threshold);
    }
    text.push_str(
        "\nThe last p is how probable so few wins of the same agent without a threshold would be if it won as many \
         (Fisher's exact test, one-sided).\n",
    );
}

/// Agents with a threshold, the same ones without, and λ = μ = 0, against opponents of one with a threshold.
pub fn beside_thresholds(results: &Results) -> impl Fn(&Pairing) -> bool + use<> {
    let agents = results.each(|p| (p.aim.threshold > 0.0).then_some((p.aim.lambda, p.aim.mu)));
    let opponents = results.each(|p| (p.aim.threshold > 0.0).then_some(p.opponent));
    move |p| {
        let known = p.aim.lambda == 0.0 || agents.contains(&Some((p.aim.lambda, p.aim.mu)));
        known && opponents.contains(&Some(p.opponent))
    }
}

fn head(text: &mut String, names: &[&str]) {
    let _ = writeln!(text, "| {} |\n|{}", names.join(" | "), "---|".repeat(names.len()));
}

/// Games and their results, compared with those of λ = μ = 0.
fn cells(ours: &Outcome, base: &Outcome) -> [String; 6] {
    let [rate_change, p, score_change] = match ours == base {
        true => Default::default(),
        false => changes(ours, base),
    };
    [ours.games().to_string(), rate(ours), rate_change, p, number(mean(&ours.margins)), score_change]
}

#[cfg(test)]
mod tests {
    use board::{Colour, Komi};

    use super::*;
    use crate::entry::{Ending, Entry};

    /// Games as White with komi 7.5: their number, the number won, and by how much on the board.
    fn games(pairing: &Pairing, played: u32, won: u32, lead: f32) -> Vec<Entry> {
        let entry = |game| Entry {
            pairing: pairing.name(&["S", "W"]),
            game,
            winner: Some(if game < won { Colour::White } else { Colour::Black }),
            black_lead: if game < won { -lead - game as f32 } else { 9.0 },
            ending: Ending::Counted,
            moves: String::new(),
        };
        (0..played).map(entry).collect()
    }

    #[test]
    fn agents_are_compared_with_and_without_a_threshold() {
        let pairing = |opponent, lambda, threshold| Pairing {
            strong: 0,
            opponent,
            colour: Colour::White,
            komi: Komi::from_halves(15),
            stones: 0,
            aim: ObjectiveSettings { lambda, threshold, ..ObjectiveSettings::default() },
            strong_resigns: true,
        };
        let pairings = [
            (pairing(0, 0.0, 0.0), 10, 8, 0.5),
            (pairing(0, 1.0, 0.0), 10, 2, 9.5),
            (pairing(0, 1.0, 0.5), 10, 8, 9.5),
            (pairing(0, 0.5, 0.0), 10, 5, 0.5),
            // No agent with a threshold plays this one.
            (pairing(1, 0.0, 0.0), 20, 20, 0.5),
            (pairing(1, 1.0, 0.0), 20, 10, 9.5),
        ];
        let entries: Vec<Entry> =
            pairings.iter().flat_map(|(p, n, won, lead)| games(p, *n, *won, *lead)).collect();
        let pairings = pairings.map(|(pairing, ..)| pairing);
        let results = Results::new(vec!["S".into(), "W".into()], &pairings, &entries);
        let (mut plain, mut waiting) = (String::new(), String::new());
        always(&mut plain, &results);
        above(&mut waiting, &results);
        let lines = |text: &str, of: &str| {
            text.lines().filter(|line| line.starts_with(of)).map(str::to_string).collect::<Vec<_>>()
        };
        // 28 of 30 and 12 of 30.
        assert!(lines(&plain, "| (0, 0)")[0].starts_with("| (0, 0) | 30 | 93.3 ("), "{plain}");
        assert!(
            lines(&plain, "| (1, 0)")[0].contains("| 30 | 40.0 (")
                && plain.contains(" | -53.3\\*\\* | 0.0000 |"),
            "{plain}"
        );
        assert_eq!((lines(&plain, "| (1, 0)").len(), lines(&plain, "| (0.5, 0)").len()), (1, 1));
        // Two of ten beside eight of ten: (45 · 45 + 10 · 10 + 1) / 184756.
        let [without, with] = &lines(&waiting, "| (1, 0)")[..] else { panic!("{waiting}") };
        assert!(without.contains("| 0 | 10 | 20.0 (") && without.ends_with("|  |"), "{waiting}");
        assert!(with.contains("| 0.5 | 10 | 80.0 (") && with.ends_with("| 0.0115 |"), "{waiting}");
        assert!(lines(&waiting, "| (0.5, 0)").is_empty(), "{waiting}");
    }
}
