//! What was seen of characters, beside the paper's figures.

use std::fmt::Write;

use partner::{Area, Character, Contact};
use statistics::Tally;
use statistics::significance::{larger_mean, mean};

use super::centre::{CentreMoves, opening_moves};
use super::identification::{Identification, SET};
use super::{BoardStyles, CharacterGames, paper};

/// The whole report. `player` is who has the characters, as on the command line.
pub fn report(player: &str, boards: &[BoardStyles]) -> String {
    let mut text = format!(
        "# styles\n\nShi, Fan, Li, Hsueh and Ikeda (2021), section 6: characters by weights on the policy. \
         Every character of `{player}` plays the same player without one.\n"
    );
    for board in boards {
        let _ = writeln!(text, "\n## {0}×{0}", board.size);
        centre(&mut text, board);
        if !board.openings_only {
            strength(&mut text, board);
        }
        identification(&mut text, board);
        kinds(&mut text, board);
    }
    text
}

/// Table 4.
fn centre(text: &mut String, board: &BoardStyles) {
    let size = board.size;
    let _ = writeln!(
        text,
        "\nMoves in the centre area (line {} or further in) among moves 1 to {}, per game, with 95% intervals:\n\n\
         | | games | ours | the paper (Table 4) | share of all moves |\n|---|---|---|---|---|",
        if size <= 9 { 3 } else { 4 },
        opening_moves(size),
    );
    for character in [Character::Centre, Character::None, Character::Edge] {
        let Some(games) = board.of(character) else { continue };
        let seen = CentreMoves::of(games, size);
        let with_interval = |mean: Option<(f64, f64)>| {
            mean.map_or("–".into(), |(mean, half)| format!("{mean:.2} ± {half:.2}"))
        };
        let share = mean(&seen.share_of_game).map_or("–".into(), |share| format!("{:.1}%", 100.0 * share));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {share} |",
            name(character),
            games.games.len(),
            with_interval(seen.mean()),
            with_interval(paper::centre_moves(size, character)),
        );
    }
    for (more, less) in [(Character::Centre, Character::None), (Character::None, Character::Edge)] {
        let (Some(a), Some(b)) = (board.of(more), board.of(less)) else { continue };
        let (a, b) = (CentreMoves::of(a, size), CentreMoves::of(b, size));
        let p = |p: Option<f64>| {
            p.map_or("–".into(), |p| if p < 0.0001 { "< 0.0001".into() } else { format!("= {p:.4}") })
        };
        let _ = writeln!(
            text,
            "\n{} > {}: p {} in openings, p {} in all moves (Welch's test, one-sided)",
            name(more),
            name(less),
            p(larger_mean(&a.of_game, &b.of_game)),
            p(larger_mean(&a.share_of_game, &b.share_of_game)),
        );
    }
}

fn strength(text: &mut String, board: &BoardStyles) {
    text.push_str("\nAgainst the player without a character:\n\n| | games | score (95%) |\n|---|---|---|\n");
    for games in board.characters.iter().filter(|games| games.character != Character::None) {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            name(games.character),
            games.tally.games(),
            score(&games.tally)
        );
    }
}

fn identification(text: &mut String, board: &BoardStyles) {
    let found = Identification::of(board);
    let all = found.tally();
    if all.games() == 0 {
        let _ = writeln!(text, "\nThere are not enough games to tell characters apart from {SET}.");
        return;
    }
    let _ = writeln!(
        text,
        "\nNamed from {SET} unseen games, by which characters' tastes explain their choices: \
         {} of {} right, {}.\n",
        all.wins,
        all.games(),
        score(&all)
    );
    let names: Vec<&str> = found.named.iter().map(|(character, _)| name(*character)).collect();
    let _ = writeln!(text, "| named as | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for (character, counts) in &found.named {
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "| {} | {} |", name(*character), counts.join(" | "));
    }
}

/// What kinds of moves each plays.
fn kinds(text: &mut String, board: &BoardStyles) {
    text.push_str(
        "\nAll moves of each:\n\n| | mean line | mean distance | atari | touch | near | away | own area | open | opponent's |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for games in &board.characters {
        let _ = writeln!(text, "| {} | {} |", name(games.character), kinds_of(games).join(" | "));
    }
}

fn kinds_of(games: &CharacterGames) -> Vec<String> {
    let moves = || games.games.iter().flat_map(|game| &game.moves).map(|(_, features)| features);
    let all = moves().count().max(1) as f64;
    let lines: f64 = moves().map(|features| features.line as f64).sum();
    let distances: Vec<f64> = moves()
        .filter_map(|features| features.squared_distance)
        .map(|squared| (squared as f64).sqrt())
        .collect();
    let percent = |count: usize| format!("{:.1}%", 100.0 * count as f64 / all);
    let mut cells = vec![
        format!("{:.2}", lines / all),
        mean(&distances).map_or("–".into(), |distance| format!("{distance:.2}")),
    ];
    for contact in [Contact::Atari, Contact::Touch, Contact::Near, Contact::Away] {
        cells.push(percent(moves().filter(|features| features.contact == contact).count()));
    }
    for area in [Area::Own, Area::Open, Area::Opponents] {
        cells.push(percent(moves().filter(|features| features.area == area).count()));
    }
    cells
}

fn score(tally: &Tally) -> String {
    tally.score().map_or("–".into(), |score| {
        format!("{:.0}% ({:.0}–{:.0})", 100.0 * score.value, 100.0 * score.low, 100.0 * score.high)
    })
}

fn name(character: Character) -> &'static str {
    match character {
        Character::None => "normal",
        other => other.word(),
    }
}
