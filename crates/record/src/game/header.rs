//! The settings before the first move: size, rules, komi, handicap.

use board::{Colour, Komi, MAX_SIDE, Rules, Size};

use super::{Info, Reader, ReplayError, Warning, komi, rule_names};
use crate::sgf::{Name, Node, NodeId, Tree, name};

/// The settings of a game.
pub(super) struct Header {
    pub size: Size,
    pub rules: Rules,
    /// The rules for checking moves while reading.
    pub play_rules: Rules,
    komi: Option<Komi>,
    unclear_komi: Option<String>,
    /// The value of `HA`.
    pub handicap: Option<usize>,
    pub info: Info,
}

impl Header {
    /// Reads the nodes up to the first with a move or stones. All of this belongs in the root, but some
    /// programs leave the root empty.
    pub fn read(
        tree: &Tree,
        line: &[NodeId],
        reader: &Reader,
        warnings: &mut Vec<Warning>,
    ) -> Result<Header, ReplayError> {
        let begun = |node: &Node| [name::B, name::W, name::AB, name::AW].into_iter().any(|n| node.has(n));
        let opening =
            line.iter().position(|id| begun(tree.node(*id))).unwrap_or(line.len().saturating_sub(1));
        let nodes: Vec<&Node> = line.iter().take(opening + 1).map(|id| tree.node(*id)).collect();
        let text = |name: Name| {
            let found = nodes.iter().find_map(|n| n.simple_text(name)).map(|t| t.trim().to_string());
            found.filter(|t| !t.is_empty())
        };

        if let Some(game) = text(name::GM).filter(|game| game.parse::<u32>().is_ok_and(|n| n != 1)) {
            return Err(ReplayError::NotGo(game));
        }
        let size = match text(name::SZ) {
            Some(sides) => parse_size(&sides).ok_or(ReplayError::Size(sides))?,
            None => DEFAULT_SIZE,
        };
        let named = text(name::RU).and_then(|rules| {
            let known = rule_names::parse_rules(&rules);
            if known.is_none() {
                warnings.push(Warning::Rules(rules));
            }
            known
        });
        let rules = named.unwrap_or(reader.rules);
        // The moves of a record were allowed, so without known rules refuse only what no rules allow.
        let play_rules = named.unwrap_or(Rules { ko: board::KoRule::Simple, suicide: true, ..rules });
        let handicap = text(name::HA).and_then(|stones| {
            // More stones than points would also overflow White's compensation.
            let number = stones.parse().ok().filter(|n| *n <= size.points());
            if number.is_none() {
                warnings.push(Warning::Handicap(stones));
            }
            number
        });
        let said = text(name::KM);
        let komi = said.as_deref().and_then(komi::parse);
        let unclear_komi = said.filter(|_| komi.is_none());
        let info = Info::read(&nodes, warnings);
        Ok(Header { size, rules, play_rules, komi, unclear_komi, handicap, info })
    }

    /// The komi, once the handicap is known.
    pub fn komi(&self, reader: &Reader, handicap: usize, warnings: &mut Vec<Warning>) -> Komi {
        let usual = || if handicap < 2 { self.rules.usual_komi() } else { Komi::from_halves(1) };
        let komi = self.komi.or(reader.komi).unwrap_or_else(usual);
        if let Some(said) = &self.unclear_komi {
            warnings.push(Warning::Komi(said.clone(), komi));
        }
        komi
    }
}

/// The standard's size for a file without `SZ`.
const DEFAULT_SIZE: Size = match Size::square(MAX_SIDE) {
    Ok(size) => size,
    Err(_) => panic!("the largest board is a board"),
};

fn parse_size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    Size::new(side(width)?, side(height)?).ok()
}

/// The player to move according to `PL`.
pub(super) fn player(node: &Node, warnings: &mut Vec<Warning>) -> Option<Colour> {
    let text = node.simple_text(name::PL)?;
    let player = match text.trim() {
        // Some old files number the players.
        "1" => Some(Colour::Black),
        "2" => Some(Colour::White),
        word => word.parse().ok(),
    };
    if player.is_none() {
        warnings.push(Warning::Player(text));
    }
    player
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, size) in [("9", (9, 9)), ("19:19", (19, 19)), ("13:5", (13, 5)), (" 7 : 9 ", (7, 9))] {
            assert_eq!(parse_size(text), Size::new(size.0, size.1).ok(), "{text}");
        }
        for bad in ["0", "20", "52", "-9", "9:", "9:20", "9x9", "", "99999999999999999999"] {
            assert_eq!(parse_size(bad), None, "{bad}");
        }
    }
}
