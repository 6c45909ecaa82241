//! The table of a decision: what was considered, and which rule did what.

use std::fmt::Write;

use partner::{Decision, DecisionTable};

use super::why;

/// Why a move was chosen, in a sentence or two, above the first rows of the table it was chosen from.
pub fn explained_decision(decision: &Decision, rows: usize) -> String {
    format!("{}\n{}", why(&decision.explanation()), decision_table(&decision.table, rows))
}

/// One line for each of the moves that matter most: the chosen one, then what was kept, then what was dropped. p is the
/// policy, p′ the weighted policy, and “people” how often people of the imitated rank would play the move.
fn decision_table(table: &DecisionTable, most: usize) -> String {
    let rows = table.by_importance();
    let mut text = format!(
        "{:<5}{:>8}{:>10}{:>8}{:>8}{:>8}{:>8}  {}",
        "move", "visits", "win rate", "lead", "p", "p'", "people", "rule"
    );
    for row in rows.iter().take(most) {
        let people = row.human_policy.map_or_else(|| "-".into(), |share| format!("{share:.3}"));
        let (what, rule) = row.status.words();
        let _ = write!(
            text,
            "\n{:<5}{:>8}{:>9.1}%{:>+8.1}{:>8.3}{:>8.3}{people:>8}  {}",
            row.mv.to_string(),
            row.visits,
            100.0 * row.win_rate.of(table.side),
            row.lead.of(table.side),
            row.policy,
            row.weighted_policy,
            format!("{what} {rule}").trim_end(),
        );
    }
    match rows.len().saturating_sub(most) {
        0 => {}
        1 => text.push_str("\nand 1 other"),
        others => _ = write!(text, "\nand {others} others"),
    }
    text
}
