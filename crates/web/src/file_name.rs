//! What a game is called on the user's disk: who played, when, and on which board.

use board::Colour;
use review::Reviewed;

/// Characters of a player's name, and of a date.
const LONGEST: usize = 40;

/// A name without its ending, such as `Ann - Bo 2026-03-01 9x9`. All of it may come from strangers.
pub fn file_name(game: &Reviewed) -> String {
    let (width, height) = (game.size().width(), game.size().height());
    let date = game.info.date.as_deref().map(plain).filter(|date| !date.is_empty());
    let players = Colour::BOTH.map(|colour| {
        let name = plain(game.name(colour));
        match (name.is_empty(), colour) {
            (false, _) => name,
            (true, Colour::Black) => "Black".into(),
            (true, Colour::White) => "White".into(),
        }
    });
    let mut words = vec![players.join(" - ")];
    words.extend(date);
    words.push(format!("{width}x{height}"));
    words.join(" ")
}

/// What every file system takes: no signs that mean something to one, and no dot or space at either end.
fn plain(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() && !r#"/\:*?"<>|%;"#.contains(*c) && !is_format(*c);
    let kept: String = text.chars().filter(allowed).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    let short: String = words.join(" ").chars().take(LONGEST).collect();
    short.trim_matches(['.', ' ', '-']).into()
}

/// Signs that cannot be seen, and could make a name read otherwise than it is.
fn is_format(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The header that has a browser save a file under a name: in ASCII for old programs, and as it is.
pub fn attachment(name: &str) -> String {
    let ascii: String = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let exact: String = name
        .bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{exact}")
}

#[cfg(test)]
mod tests {
    use record::sgf::Collection;

    use super::*;

    fn named(sgf: &str) -> String {
        let file = Collection::read(sgf.as_bytes()).unwrap();
        file_name(&Reviewed::read(&file.trees[0]).unwrap())
    }

    #[test]
    fn a_file_is_called_as_people_would_call_the_game() {
        assert_eq!(named("(;SZ[9]PB[Ann]PW[Bo]DT[2026-03-01])"), "Ann - Bo 2026-03-01 9x9");
        assert_eq!(named("(;SZ[13])"), "Black - White 13x13");
        assert_eq!(
            named("(;SZ[19]PB[柯洁]PW[박정환]DT[2017-12-30,31])"),
            "柯洁 - 박정환 2017-12-30,31 19x19"
        );
    }

    #[test]
    fn names_of_strangers_lead_nowhere() {
        assert_eq!(
            named("(;SZ[9]PB[../../etc/passwd]PW[a\u{202e}\nb\\\\c: \"d\"]DT[CON?])"),
            "etcpasswd - a bc d CON 9x9"
        );
        assert_eq!(named("(;SZ[9]PB[...]PW[//])"), "Black - White 9x9");
        let long = named(&format!("(;SZ[9]PB[{}])", "x".repeat(5_000)));
        assert_eq!(long.len(), 40 + " - White 9x9".len());
    }

    #[test]
    fn the_header_is_one_that_browsers_read() {
        assert_eq!(
            attachment("柯 - b.sgf"),
            "attachment; filename=\"_ - b.sgf\"; filename*=UTF-8''%E6%9F%AF%20-%20b.sgf"
        );
    }
}
