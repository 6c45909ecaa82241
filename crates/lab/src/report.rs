//! Writes the results next to the paper's: `report.md` and figures.

mod figures;
mod table_one;
mod tables;
mod together;

use std::fmt::Write;
use std::path::Path;

use board::Colour;

use crate::experiment::Experiment;
use crate::paper;
use crate::results::Results;
use crate::settings::Settings;
use ledger::LedgerError;

/// Writes all files of a report, replacing those of an earlier one.
pub fn write(settings: &Settings, results: &Results, games: u32, folder: &Path) -> Result<(), LedgerError> {
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        atomic_file::write(&path, text.as_bytes()).map_err(|e| LedgerError::Io(path, e))
    };
    let figures = figures::of(settings, results);
    for (name, svg) in &figures {
        put(name, svg)?;
    }
    let names: Vec<&str> = figures.iter().map(|(name, _)| name.as_str()).collect();
    put("report.md", &text(settings, results, games, &names))
}

fn text(settings: &Settings, results: &Results, games: u32, figures: &[&str]) -> String {
    let experiment = settings.experiment;
    let mut text = format!("# {experiment}\n\nSAI (arXiv:1905.10863): {}.\n\n", experiment.about());
    conditions(&mut text, settings, results, games);
    match experiment {
        Experiment::SaiKomi => {
            text.push_str("\n## Games won, by malus points of the strong network\n\n");
            tables::by_malus(&mut text, results, settings.conditions.komi);
            words(&mut text, "The paper, in words (its numbers are in a figure)", &paper::KOMI);
            words(&mut text, "The paper, even games", &paper::EVEN);
        }
        Experiment::SaiHandicap => {
            text.push_str("\n## Games won as White, by handicap\n\n");
            tables::by_handicap(&mut text, results);
            words(&mut text, "The paper, in words (its numbers are in a figure)", &paper::HANDICAP);
        }
        Experiment::SaiAgents => {
            text.push_str("\n## Table 1: agents above a threshold\n\n");
            table_one::table(&mut text, results);
            text.push_str("\n## Agents against all opponents together\n\n");
            together::always(&mut text, results);
            text.push_str("\n## Thresholds, against all who met them together\n\n");
            together::above(&mut text, results);
        }
        Experiment::SaiRecovery => {
            text.push_str("\n## Games won as White, by handicap and agent\n\n");
            tables::by_handicap(&mut text, results);
            words(&mut text, "The paper, in words (its numbers are in a figure)", &paper::RECOVERY);
        }
    }
    for name in figures {
        let _ = writeln!(text, "\n![{experiment}]({name})");
    }
    text.push_str("\n## All pairings\n\n");
    tables::all(&mut text, results);
    text
}

fn conditions(text: &mut String, settings: &Settings, results: &Results, games: u32) {
    let c = &settings.conditions;
    let nets = |nets: &[crate::NetName]| {
        let names: Vec<String> = nets.iter().map(|n| format!("{} (`{:.16}`)", n.name, n.sha256)).collect();
        if names.is_empty() { "none".to_string() } else { names.join(", ") }
    };
    let asked = u64::from(settings.experiment.games_of_pairing(games));
    let count = |of: &dyn Fn(u64) -> u64| results.rows().iter().map(|(_, o)| of(o.games())).sum::<u64>();
    // There may be more games than requested now.
    let (played, missing) = (count(&|games| games), count(&|games| asked.saturating_sub(games)));
    let halves =
        if settings.experiment.has_both_colours() { ", half of them with either colour" } else { "" };
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "| {name} | {value} |");
    };
    line("", String::new());
    line("---", "---".into());
    line("strong", nets(&settings.strong));
    line("weak", nets(&settings.weak));
    line(
        "board",
        format!("{0}×{0}, komi {1} when even, area counted as it stands, no suicide", c.size, c.komi),
    );
    line(
        "visits",
        format!("{} a move, {} for the score of a game that was not played out", c.visits, c.score_visits),
    );
    line("chance", format!("in the first {} moves; seed {}", c.temperature_moves, c.seed));
    line("giving up", format!("below {} %, twice in a row", 100.0 * c.resign_threshold));
    line("games", format!("{games} for each setting{halves}; {played} played, {missing} to go"));
    line("program", format!("shidogo {}", env!("CARGO_PKG_VERSION")));
    if missing > 0 {
        text.push_str("\n**The experiment is not finished.**\n");
    }
}

fn words(text: &mut String, title: &str, lines: &[(&str, &str)]) {
    let _ = writeln!(text, "\n{title}:\n\n| | |\n|---|---|");
    for (what, said) in lines {
        let _ = writeln!(text, "| {what} | {said} |");
    }
}

fn in_words(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}
