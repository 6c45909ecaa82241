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
        Character::CentreTrained => "Centre, trained",
        Character::EdgeTrained => "Edge, trained",
        Character::DefenceTrained => "Defender, trained",
        Character::OffenceTrained => "Attacker, trained",
        Character::Optimist => "Optimist",
        Character::Pessimist => "Pessimist",
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
        Character::CentreTrained => "Has learnt that points in the centre count for more.",
        Character::EdgeTrained => "Has learnt that points near the edge count for more.",
        Character::DefenceTrained => "Has learnt to lose no stones.",
        Character::OffenceTrained => "Has learnt to capture what it can.",
        Character::Optimist => "Believes to be ahead.",
        Character::Pessimist => "Believes to be behind.",
    }
}
