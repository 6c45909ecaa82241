//! What was seen of trained characters, beside the paper's figures.

use std::fmt::Write;

use partner::Character;
use statistics::Tally;
use statistics::significance::mean_interval;

use super::{BoardGames, Kind, KindGames, SeenGame};
use crate::styles::{first_line, opening_moves};

/// The paper's results for mixed play and for the biased networks alone (section 6.2), on 13×13.
fn paper(size: usize, kind: Kind) -> &'static str {
    match (size, kind.character, kind.alone) {
        (13, Character::CentreTrained, false) => "135 of 300, 45%",
        (13, Character::EdgeTrained, false) => "129 of 300, 43%",
        (13, Character::CentreTrained | Character::EdgeTrained, true) => "0 of 60",
        _ => "",
    }
}

/// The whole report. `player` is who has the characters, as on the command line.
pub fn report(player: &str, boards: &[BoardGames]) -> String {
    let mut text = format!(
        "# characters\n\nShi, Fan, Li, Hsueh and Ikeda (2021), section 6.2: characters that were trained. \
         Every character of `{player}` plays the same player without one; `-alone` plays with its own network only.\n"
    );
    for board in boards {
        let _ = writeln!(text, "\n## {0}×{0}", board.size);
        strength(&mut text, board);
        centre(&mut text, board);
        stones(&mut text, board);
        risk(&mut text, board);
    }
    text
}

fn strength(text: &mut String, board: &BoardGames) {
    text.push_str(
        "\nAgainst the player without a character:\n\n| | games | score (95%) | the paper |\n|---|---|---|---|\n",
    );
    for games in board.kinds.iter().filter(|games| games.kind != Kind::NORMAL) {
        let (kind, tally) = (games.kind, &games.tally);
        let _ =
            writeln!(text, "| {kind} | {} | {} | {} |", tally.games(), score(tally), paper(board.size, kind));
    }
}

fn centre(text: &mut String, board: &BoardGames) {
    let _ = writeln!(
        text,
        "\nMoves on line {} or further in among moves 1 to {}, per game:\n\n| | games | mean (95%) |\n|---|---|---|",
        first_line(board.size),
        opening_moves(board.size),
    );
    for games in &board.kinds {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            games.kind,
            games.games.len(),
            mean(games, |game| game.centre)
        );
    }
    text.push('\n');
    let normal = (Character::None, false);
    let [centre, edge] = [Character::CentreTrained, Character::EdgeTrained];
    for (more, less) in [
        ((centre, false), normal),
        ((centre, false), (Character::Centre, false)),
        (normal, (edge, false)),
        ((Character::Edge, false), (edge, false)),
        ((centre, true), normal),
        (normal, (edge, true)),
    ] {
        compare(text, board, more, less, "moves inside", |game| game.centre);
    }
}

fn stones(text: &mut String, board: &BoardGames) {
    text.push_str("\nStones per game:\n\n| | games | lost (95%) | captured (95%) |\n|---|---|---|---|\n");
    for games in &board.kinds {
        let (lost, captured) = (mean(games, |game| game.lost), mean(games, |game| game.captured));
        let _ = writeln!(text, "| {} | {} | {lost} | {captured} |", games.kind, games.games.len());
    }
    text.push('\n');
    let normal = (Character::None, false);
    for alone in [false, true] {
        compare(text, board, normal, (Character::DefenceTrained, alone), "stones lost", |game| game.lost);
        compare(text, board, (Character::OffenceTrained, alone), normal, "stones captured", |game| {
            game.captured
        });
    }
}

fn risk(text: &mut String, board: &BoardGames) {
    text.push_str(
        "\nMoves that leave the lead more open (risky), or less (safe), than every other one at hand, as shares of the \
         moves where there was a choice:\n\n| | games | risky (95%) | safe (95%) |\n|---|---|---|---|\n",
    );
    for games in board.kinds.iter().filter(|games| games.kind.is_about_risk()) {
        let (risky, safe) = (percent(games, risky_share), percent(games, safe_share));
        let _ = writeln!(text, "| {} | {} | {risky} | {safe} |", games.kind, games.games.len());
    }
    text.push('\n');
    let [optimist, pessimist] =
        [Character::Optimist, Character::Pessimist].map(|character| (character, false));
    compare(text, board, pessimist, optimist, "risky moves", risky_share);
    compare(text, board, optimist, pessimist, "safe moves", safe_share);
}

fn risky_share(game: &SeenGame) -> f64 {
    game.risky / game.choices.max(1.0)
}

fn safe_share(game: &SeenGame) -> f64 {
    game.safe / game.choices.max(1.0)
}

/// A line about who has more of something.
fn compare(
    text: &mut String,
    board: &BoardGames,
    more: (Character, bool),
    less: (Character, bool),
    what: &str,
    number: impl Fn(&SeenGame) -> f64,
) {
    let kind = |(character, alone)| Kind { character, alone };
    let Some(p) = board.more(more, less, number) else { return };
    let p = if p < 0.0001 { "< 0.0001".into() } else { format!("= {p:.4}") };
    let _ = writeln!(text, "- {} > {} in {what}: p {p} (Welch's test, one-sided)", kind(more), kind(less));
}

fn mean(games: &KindGames, number: impl Fn(&SeenGame) -> f64) -> String {
    let found = mean_interval(&games.each(number));
    found.map_or("–".into(), |(mean, half)| format!("{mean:.2} ± {half:.2}"))
}

fn percent(games: &KindGames, number: impl Fn(&SeenGame) -> f64) -> String {
    let found = mean_interval(&games.each(number));
    found.map_or("–".into(), |(mean, half)| format!("{:.1}% ± {:.1}", 100.0 * mean, 100.0 * half))
}

fn score(tally: &Tally) -> String {
    tally.score().map_or("–".into(), |score| {
        format!("{:.0}% ({:.0}–{:.0})", 100.0 * score.value, 100.0 * score.low, 100.0 * score.high)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_more_is_told_with_its_significance() {
        let games = |character, alone, centre: [f64; 4]| KindGames {
            kind: Kind { character, alone },
            tally: Tally { wins: 2, draws: 0, losses: 2 },
            games: centre.iter().map(|centre| SeenGame { centre: *centre, ..SeenGame::default() }).collect(),
        };
        let kinds = vec![
            games(Character::None, false, [4.0, 5.0, 4.0, 5.0]),
            games(Character::CentreTrained, false, [9.0, 8.0, 9.0, 8.0]),
        ];
        let text = report("net:default", &[BoardGames { size: 13, kinds }]);
        assert!(text.contains("| centre-trained | 4 | 50% (15–85) | 135 of 300, 45% |"), "{text}");
        assert!(text.contains("| normal | 4 | 4.50 ± 0.92 |"), "{text}");
        assert!(text.contains("- centre-trained > normal in moves inside: p < 0.0001"), "{text}");
        assert!(!text.contains("edge"), "{text}");
    }

    #[test]
    fn boards_have_their_players() {
        let words = |size| Kind::on(size).into_iter().map(Kind::word).collect::<Vec<_>>();
        assert!(words(9).contains(&"defence-trained-alone".to_string()));
        assert!(!words(13).iter().any(|word| word.contains("defence")) && words(13).len() == 9);
        assert!(!words(9).contains(&"optimist-alone".to_string()));
    }
}
