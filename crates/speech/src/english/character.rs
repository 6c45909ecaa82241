//! Who a partner is.

use partner::Character;

/// A name to choose a character by.
pub fn character_name(character: Character) -> &'static str {
    match character {
        Character::None => "All-round",
        Character::Centre => "Centre",
        Character::Edge => "Corners and edges",
        Character::Local => "Close by",
        Character::Tenuki => "Elsewhere",
        Character::Fighting => "Fighter",
        Character::Peaceful => "Peaceful",
        Character::Territory => "Territory",
        Character::Influence => "Influence",
        Character::Opener => "Self-taught",
    }
}

/// What to expect of it.
pub fn character(character: Character) -> &'static str {
    match character {
        Character::None => "Plays as the position asks.",
        Character::Centre => "Likes the centre and builds big.",
        Character::Edge => "Likes corners and edges, and stays low.",
        Character::Local => "Answers you where you have just played.",
        Character::Tenuki => "Leaves your moves alone and plays elsewhere.",
        Character::Fighting => "Likes contact and goes after your stones.",
        Character::Peaceful => "Keeps its distance and avoids fights.",
        Character::Territory => "Likes sure points and secures its own areas.",
        Character::Influence => "Likes open space and plays high.",
        Character::Opener => "Opens as it has taught itself, not from books.",
    }
}
