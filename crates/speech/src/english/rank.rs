//! What rank somebody's play was like.

use board::Rank;

use super::number;

/// What an estimate of a rank rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    pub games: usize,
    pub moves: usize,
    /// Games against opponents whose rank is known, with a known result.
    pub results: usize,
}

/// What the moves of a player were like. `who` is a name, or “Black”.
pub fn played_like(who: &str, rank: Rank, (low, high): (Rank, Rank), seen: Seen) -> String {
    let Seen { games, moves, results } = seen;
    let from = match (games, results) {
        (1, 0) => format!("{moves} moves"),
        (1, _) => format!("{moves} moves and the result"),
        (_, 0) => format!("{moves} moves in {} games", number(games)),
        (_, 1) => format!("{moves} moves in {} games, and the result of one", number(games)),
        _ if games == results => format!("{moves} moves and the results of {} games", number(games)),
        _ => format!("{moves} moves in {} games, and the results of {}", number(games), number(results)),
    };
    match low == high {
        true => format!("{who} played like {rank} ({from})."),
        false => format!("{who} played like {rank}, somewhere between {low} and {high} ({from})."),
    }
}

/// To a player, after a game: “You played like 17 kyu today (18 to 15).”
pub fn you_played_like(rank: Rank, (low, high): (Rank, Rank)) -> String {
    let short = |rank: Rank| rank.to_string().trim_end_matches(['k', 'd']).to_string();
    let between = match (is_kyu(low), is_kyu(high)) {
        _ if low == high => String::new(),
        (low_kyu, high_kyu) if low_kyu == high_kyu && low_kyu == is_kyu(rank) => {
            format!(" ({} to {})", short(low), short(high))
        }
        _ => format!(" ({} to {})", in_words(low), in_words(high)),
    };
    format!("You played like {} today{between}.", in_words(rank))
}

fn is_kyu(rank: Rank) -> bool {
    rank.to_string().ends_with('k')
}

/// “A 9 kyu”, “An 8 kyu”.
pub(super) fn a_player_of(rank: Rank) -> String {
    let words = in_words(rank);
    let is_vowel = words.starts_with("8 ") || words.starts_with("11 ") || words.starts_with("18 ");
    format!("{} {words}", if is_vowel { "An" } else { "A" })
}

/// “17 kyu”.
pub(super) fn in_words(rank: Rank) -> String {
    let text = rank.to_string();
    let number = text.trim_end_matches(['k', 'd']);
    format!("{number} {}", if is_kyu(rank) { "kyu" } else { "dan" })
}

/// For whoever made too few moves to tell.
pub fn too_few_moves(who: &str) -> String {
    format!("{who} made too few moves to tell a rank.")
}

/// For boards on which no ranks are known.
pub fn no_ranks_on(side: usize) -> String {
    format!("I cannot tell ranks on a board of {side}×{side}.")
}
