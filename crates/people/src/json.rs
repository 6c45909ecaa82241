//! One game per line, in JSON.

use board::{Colour, Komi, Move, Point, Rules, Size};
use network::{Pace, Server};
use record::game::{Outcome, parse_point, parse_rules};
use serde::Deserialize;

use crate::handicap;
use crate::player::{rank_from_number, rank_from_text};
use crate::{Game, PersonId, Player, Reason, Who};

#[derive(Deserialize)]
struct Line {
    size: usize,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<usize>,
    first: Option<Colour>,
    setup: Option<Setup>,
    black: Side,
    white: Side,
    moves: String,
    ms: Option<Vec<Option<f64>>>,
    source: Option<String>,
    speed: Option<String>,
    ranked: Option<bool>,
    winner: Option<String>,
    outcome: Option<String>,
}

#[derive(Deserialize)]
struct Setup {
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
}

#[derive(Deserialize)]
struct Side {
    rank: Option<NumberOrText>,
    player: Option<NumberOrText>,
    bot: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Number(serde_json::Number),
    Text(String),
}

/// Reads one line, and replays the game.
pub fn from_json(line: &str) -> Result<Game, Reason> {
    let line: Line = serde_json::from_str(line).map_err(|e| Reason::Format(e.to_string()))?;
    let size = Size::playable(line.size).ok_or(Reason::Board(line.size))?;
    let name = line.rules.as_deref().unwrap_or("chinese");
    let rules = parse_rules(name).ok_or_else(|| Reason::Rules(name.to_string()))?;
    let server = server(line.source.as_deref(), line.ms.is_some() || line.speed.is_some());
    let handicap = line.handicap.unwrap_or(0);
    let mut setup = setup(line.setup, size)?;
    handicap::complete(size, handicap, &mut setup)?;
    let moves = moves(&line.moves, size)?;
    let thinking_ms = match line.ms {
        // The cast saturates.
        Some(ms) if ms.len() == moves.len() => ms.into_iter().map(|ms| ms.map(|ms| ms as u32)).collect(),
        Some(ms) => {
            return Err(Reason::Format(format!("{} thinking times for {} moves", ms.len(), moves.len())));
        }
        None => Vec::new(),
    };
    let game = Game {
        size,
        rules: Rules { ko: board::KoRule::Simple, ..rules },
        komi: komi(line.komi.unwrap_or(0.0))?,
        handicap: u8::try_from(handicap)
            .map_err(|_| Reason::Handicap { said: handicap, stones: setup.len() })?,
        first: line.first.unwrap_or(Colour::Black),
        setup,
        players: [line.black.player(server)?, line.white.player(server)?],
        moves,
        thinking_ms,
        server,
        pace: pace(line.speed.as_deref()),
        ranked: line.ranked,
        outcome: outcome(line.winner.as_deref(), line.outcome.as_deref()),
    };
    game.check()?;
    Ok(game)
}

impl Side {
    fn player(self, server: Server) -> Result<Player, Reason> {
        let rank = match self.rank {
            None => None,
            Some(NumberOrText::Text(text)) => rank_from_text(&text)?,
            Some(NumberOrText::Number(steps)) => {
                Some(rank_from_number(steps.as_f64().unwrap_or(f64::NAN) as f32)?)
            }
        };
        let who = match (self.bot, self.player) {
            (Some(name), _) => Who::Bot(name),
            (None, Some(id)) => Who::Person(PersonId::new(&server.to_string(), &id.to_string())),
            (None, None) => return Err(Reason::Format("a side is neither a player nor a bot".to_string())),
        };
        Ok(Player { who, rank })
    }
}

impl std::fmt::Display for NumberOrText {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            NumberOrText::Number(number) => write!(f, "{number}"),
            NumberOrText::Text(text) => f.write_str(text),
        }
    }
}

/// Only OGS tells thinking times and speeds.
fn server(said: Option<&str>, has_times: bool) -> Server {
    match said {
        Some("ogs") => Server::Ogs,
        Some("kgs") => Server::Kgs,
        Some(_) => Server::Other,
        None if has_times => Server::Ogs,
        None => Server::Other,
    }
}

fn pace(speed: Option<&str>) -> Option<Pace> {
    match speed {
        Some("blitz") => Some(Pace::Blitz),
        Some("live" | "rapid") => Some(Pace::Live),
        Some("correspondence") => Some(Pace::Correspondence),
        _ => None,
    }
}

/// Servers allow any komi; the board knows halves.
fn komi(points: f64) -> Result<Komi, Reason> {
    Komi::new((points * 2.0).round() / 2.0).map_err(|_| Reason::Komi(points.to_string()))
}

fn pairs(text: &str) -> impl Iterator<Item = Result<&str, Reason>> {
    text.as_bytes().chunks(2).map(|pair| {
        let text = str::from_utf8(pair).ok().filter(|text| text.len() == 2);
        text.ok_or_else(|| Reason::Format("moves and stones are pairs of letters".to_string()))
    })
}

fn moves(text: &str, size: Size) -> Result<Vec<Move>, Reason> {
    let parse = |(pair, number): (Result<&str, Reason>, usize)| match pair? {
        ".." => Ok(Move::Pass),
        point => parse_point(point, size)
            .map(Move::Play)
            .map_err(|_| Reason::OffBoard { number, text: point.to_string() }),
    };
    pairs(text).zip(1..).map(parse).collect()
}

fn setup(setup: Option<Setup>, size: Size) -> Result<Vec<(Colour, Point)>, Reason> {
    let Some(setup) = setup else { return Ok(Vec::new()) };
    let mut stones = Vec::new();
    for (colour, text) in [(Colour::Black, &setup.black), (Colour::White, &setup.white)] {
        for pair in pairs(text) {
            stones.push((colour, parse_point(pair?, size).map_err(|_| Reason::Setup)?));
        }
    }
    Ok(stones)
}

fn outcome(winner: Option<&str>, how: Option<&str>) -> Outcome {
    let Some(winner) = winner.and_then(|word| word.parse::<Colour>().ok()) else { return Outcome::Unknown };
    let how = how.unwrap_or_default().to_ascii_lowercase();
    match how.as_str() {
        how if how.starts_with("resign") => Outcome::Resignation { winner },
        how if how.starts_with("time") => Outcome::Time { winner },
        how => match how.split_whitespace().next().and_then(|points| points.parse().ok()) {
            Some(margin) => Outcome::Points { winner, margin },
            None => Outcome::Win { winner },
        },
    }
}
