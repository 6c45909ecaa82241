//! Flags by the names that earlier versions gave them.

use std::ffi::OsString;

const RENAMED: [(&str, &str, &str); 3] = [
    ("bench", "--tables", "--games-per-thread"),
    ("lab", "--tables", "--games-per-thread"),
    ("lab", "--varied-moves", "--temperature-moves"),
];

/// Gives flags their present names, and says in a line each what was renamed.
pub fn translate(words: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let mut notes = Vec::new();
    let job = words.get(1).and_then(|word| word.to_str()).unwrap_or_default().to_string();
    let translated = words.into_iter().map(|word| {
        let text = word.to_str().unwrap_or_default();
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        match RENAMED.iter().find(|(of, old, _)| *of == job && *old == name) {
            Some((_, old, new)) => {
                notes.push(format!("{old} is called {new} now"));
                text.replacen(old, new, 1).into()
            }
            None => word,
        }
    });
    (translated.collect(), notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_flags_are_understood() {
        let translate = |line: &str| {
            let (words, notes) = super::translate(line.split(' ').map(OsString::from).collect());
            (words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "), notes.len())
        };
        let (line, notes) = translate("shidogo lab sai-komi --tables 3 --varied-moves=2 --out x");
        assert_eq!(line, "shidogo lab sai-komi --games-per-thread 3 --temperature-moves=2 --out x");
        assert_eq!(notes, 2);
        assert_eq!(translate("shidogo match --tables 3"), ("shidogo match --tables 3".into(), 0));
    }
}
