//! Games of people from SGF, with `BR` and `WR`.

use board::{Colour, Rules};
use network::Server;
use record::game::{Info, Reader};
use record::sgf::{Tree, name};

use crate::player::rank_from_text;
use crate::{Game, PersonId, Player, Reason};

/// Reads the main line of a tree. `place` tells apart players without a name: such as the file's path.
pub fn from_tree(tree: &Tree, place: &str) -> Result<Game, Reason> {
    let replay = Reader::default().main_line(tree).map_err(|e| Reason::Format(e.to_string()))?;
    if replay.moves_before > 0 {
        return Err(Reason::LateSetup);
    }
    let (start, played) = (replay.game.start(), replay.game.moves());
    let first = start.to_move();
    let colours = std::iter::successors(Some(first), |colour| Some(colour.other()));
    let out_of_turn = |(n, ((colour, _), turn)): (usize, (&(Colour, _), Colour))| {
        (*colour != turn).then_some(Reason::OutOfTurn { number: n + 1, colour: *colour })
    };
    if let Some(reason) = played.iter().zip(colours).enumerate().find_map(out_of_turn) {
        return Err(reason);
    }
    let server = server(tree);
    let game = Game {
        size: start.size(),
        rules: Rules { ko: board::KoRule::Simple, ..start.rules() },
        komi: start.komi(),
        handicap: u8::try_from(start.handicap())
            .map_err(|_| Reason::Handicap { said: start.handicap(), stones: 0 })?,
        setup: start.board().all_stones().collect(),
        first,
        players: [
            player(&replay.info, Colour::Black, server, place)?,
            player(&replay.info, Colour::White, server, place)?,
        ],
        moves: played.iter().map(|(_, m)| *m).collect(),
        thinking_ms: Vec::new(),
        server,
        pace: None,
        ranked: None,
        outcome: replay.info.result.unwrap_or(record::game::Outcome::Unknown),
    };
    game.check()?;
    Ok(game)
}

fn player(info: &Info, colour: Colour, server: Server, place: &str) -> Result<Player, Reason> {
    let said = if colour == Colour::Black { &info.black } else { &info.white };
    let name = match said.name.as_deref().map(str::trim) {
        Some(name) if !name.is_empty() => name.to_lowercase(),
        _ => format!("{place}\n{colour}"),
    };
    let rank = rank_from_text(said.rank.as_deref().unwrap_or_default())?;
    Ok(Player::person(PersonId::new(&server.to_string(), &name), rank))
}

/// The server, if the record names the place.
fn server(tree: &Tree) -> Server {
    let place = tree.node(tree.root()).simple_text(name::PC).unwrap_or_default().to_ascii_lowercase();
    match place {
        place if place.contains("kgs") => Server::Kgs,
        place if place.contains("ogs") || place.contains("online-go") => Server::Ogs,
        _ => Server::Other,
    }
}
