//! A partner's character by its word, as it is saved and as a page sends it.

use partner::Character;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub fn serialize<S: Serializer>(character: &Character, to: S) -> Result<S::Ok, S::Error> {
    character.word().serialize(to)
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Character, D::Error> {
    let word = String::deserialize(from)?;
    word.parse().map_err(|_| {
        let known: Vec<&str> = Character::ALL.into_iter().map(Character::word).collect();
        serde::de::Error::custom(format!("there is no character '{word}': use {}", known.join(", ")))
    })
}

pub fn is_none(character: &Character) -> bool {
    *character == Character::None
}
