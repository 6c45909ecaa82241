//! Where things lie in a run's store.
//!
//! ```text
//! settings.toml                        what was asked for
//! generations/000003.json              which network is number 3, and how it was made
//! nets/tiny-g0003-<hash>.safetensors   networks
//! games/0003/<hash>-25.games           a batch of 25 games, played by network 3
//! ratings/000003.json                  network 3 against older ones
//! rejected/0003/<hash>-25.json         why games of a batch are set aside
//! workers/<name>.json                  what a worker has done; its own to overwrite
//! log.jsonl, progress.svg              the generations for people to read, written again after each
//! ```

pub const SETTINGS: &str = "settings.toml";
pub const LOG: &str = "log.jsonl";
pub const PROGRESS: &str = "progress.svg";
pub const NETS: &str = "nets";
pub const GAMES: &str = "games";
pub const GENERATIONS: &str = "generations";
pub const RATINGS: &str = "ratings";
pub const REJECTED: &str = "rejected";
pub const WORKERS: &str = "workers";

pub fn generation(number: u32) -> String {
    format!("{GENERATIONS}/{number:06}.json")
}

pub fn rating(number: u32) -> String {
    format!("{RATINGS}/{number:06}.json")
}

pub fn games(generation: u32) -> String {
    format!("{GAMES}/{generation:04}")
}

pub fn worker(name: &str) -> String {
    format!("{WORKERS}/{name}.json")
}

/// Where the reasons are why games of a batch are set aside.
pub fn rejected(batch: &str) -> String {
    let name = batch.strip_prefix(GAMES).unwrap_or(batch);
    format!("{REJECTED}{}.json", name.strip_suffix(".games").unwrap_or(name))
}

/// The number in the key of a generation or of its rating.
pub fn number(key: &str) -> Option<u32> {
    key.rsplit('/').next()?.strip_suffix(".json")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_back() {
        assert_eq!(number(&generation(12)), Some(12));
        assert_eq!(number(&rating(1_234_567)), Some(1_234_567));
        assert_eq!(number("generations/x.json"), None);
        assert_eq!(rejected("games/0003/abc-25.games"), "rejected/0003/abc-25.json");
    }
}
