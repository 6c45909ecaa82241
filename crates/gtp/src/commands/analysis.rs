//! Live analysis.

use std::sync::atomic::Ordering;
use std::time::Duration;

use board::{Colour, Move, NotAColour, Position, Size};
use partner::{Purpose, Watch};
use search::{Bars, View};

use super::figures::{Figures, Format};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::live::Live;
use crate::request::Request;

/// How often an analysis shows itself when the client does not say.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);
/// Output faster than this helps nobody.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// What a client wants to see.
struct Wish {
    colour: Colour,
    every: Duration,
    figures: Figures,
    restriction: Option<Restriction>,
}

/// Moves that the client wants left out, or the only ones it wants. They hold for the move at hand, not for
/// moves later in a variation.
#[derive(Clone)]
enum Restriction {
    Avoid(Vec<Move>),
    Allow(Vec<Move>),
}

pub(super) fn analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Result<(), Failure> {
    watch(engine, request, live, Format::KataGo)
}

pub(super) fn lz_analyze(engine: &mut Engine, request: &Request, live: &mut Live) -> Result<(), Failure> {
    watch(engine, request, live, Format::LeelaZero)
}

pub(super) fn genmove_analyze(
    engine: &mut Engine,
    request: &Request,
    live: &mut Live,
) -> Result<(), Failure> {
    generate(engine, request, live, Format::KataGo)
}

pub(super) fn lz_genmove_analyze(
    engine: &mut Engine,
    request: &Request,
    live: &mut Live,
) -> Result<(), Failure> {
    generate(engine, request, live, Format::LeelaZero)
}

/// Searches until the next line comes, and shows something at least once.
fn watch(engine: &mut Engine, request: &Request, live: &mut Live, format: Format) -> Result<(), Failure> {
    let wish = Wish::read(engine, request, format)?;
    let position = engine.session.position().clone();
    let mut bars = Bars::none();
    bars.avoid(wish.colour, &wish.barred(&position)?, 1);
    let stop = live.lines.until_next();
    let mut shown = false;
    let mut on_report = |view: &View| {
        shown = true;
        // Nobody listens: the search is for nothing.
        if !live.say(&wish.figures.line(&position, view)) {
            stop.store(true, Ordering::Release);
        }
    };
    let watch = Watch { stop: &stop, every: Some(wish.every), on_report: &mut on_report };
    let last = engine.session.analyse(wish.colour, &bars, watch);
    if !shown {
        live.say(&wish.figures.line(&position, &last));
    }
    Ok(())
}

/// Decides and plays, and shows the table the decision was taken from last.
fn generate(engine: &mut Engine, request: &Request, live: &mut Live, format: Format) -> Result<(), Failure> {
    let wish = Wish::read(engine, request, format)?;
    if wish.restriction.is_some() {
        return Err(Failure::Unsupported("'avoid' or 'allow' for a move that is played".into()));
    }
    let position = engine.session.position().clone();
    let stop = live.lines.until_interrupted();
    let mut on_report = |view: &View| {
        live.say(&wish.figures.line(&position, view));
    };
    let watch = Watch { stop: &stop, every: Some(wish.every), on_report: &mut on_report };
    let decision = engine.session.genmove_watched(wish.colour, Purpose::Game, watch);
    live.say(&wish.figures.line(&position, &decision.view));
    live.say(&format!("play {}", decision.choice));
    Ok(())
}

impl Wish {
    /// Reads `[player] [interval] KEY VALUE ...`.
    fn read(engine: &Engine, request: &Request, format: Format) -> Result<Wish, Failure> {
        let mut wish = Wish {
            colour: engine.session.position().to_move(),
            every: USUAL_INTERVAL,
            figures: Figures::new(format),
            restriction: None,
        };
        let size = engine.session.size();
        let mut words = request.words.iter().map(String::as_str).peekable();
        if let Some(colour) = words.peek().and_then(|word| word.parse().ok()) {
            wish.colour = colour;
            words.next();
        }
        if words.peek().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            wish.every = interval(words.next().unwrap_or_default())?;
        }
        while let Some(key) = words.next() {
            if key == "avoid" || key == "allow" {
                wish.restrict(key, [words.next(), words.next(), words.next()], size)?;
                continue;
            }
            let value = words.next().ok_or_else(|| Failure::Syntax(format!("'{key}' has no value")))?;
            wish.set(key, value)?;
        }
        Ok(wish)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        let bad = || Failure::Syntax(format!("'{value}' is not a value for {key}"));
        let flag = || value.parse::<bool>().map_err(|_| bad());
        match key {
            "interval" => self.every = interval(value)?,
            "minmoves" => self.figures.min_moves = value.parse().map_err(|_| bad())?,
            "maxmoves" => self.figures.max_moves = value.parse().map_err(|_| bad())?,
            "rootInfo" => self.figures.root_info = flag()?,
            "ownership" => self.figures.ownership = flag()?,
            // Fields we have nothing for: left out of the output, as clients expect of engines without them.
            "ownershipStdev"
            | "movesOwnership"
            | "movesOwnershipStdev"
            | "pvVisits"
            | "pvEdgeVisits"
            | "noResultValue" => {
                flag()?;
            }
            _ => return Err(Failure::Syntax(format!("'{key}' is not known here"))),
        }
        Ok(())
    }
}

impl Wish {
    /// Reads `avoid` or `allow` with PLAYER VERTEX,VERTEX,... UNTILDEPTH.
    fn restrict(&mut self, key: &str, words: [Option<&str>; 3], size: Size) -> Result<(), Failure> {
        let [Some(player), Some(vertices), Some(depth)] = words else {
            return Err(Failure::Syntax(format!("use {key} PLAYER VERTEX,VERTEX,... UNTILDEPTH")));
        };
        let player: Colour = player.parse().map_err(|e: NotAColour| Failure::BadMove(e.to_string()))?;
        if depth.parse::<u32>().is_ok_and(|d| d == 0) || depth.parse::<u32>().is_err() {
            return Err(Failure::Syntax(format!("'{depth}' is not a depth")));
        }
        if player != self.colour {
            return Err(Failure::Unsupported(format!("'{key}' for the player who is not to move")));
        }
        let moves = vertices.split(',').map(|v| Move::parse(v, size)).collect::<Result<Vec<_>, _>>();
        let moves = moves.map_err(|e| Failure::BadMove(e.to_string()))?;
        self.restriction = match (key, self.restriction.take()) {
            ("avoid", None) => Some(Restriction::Avoid(moves)),
            ("avoid", Some(Restriction::Avoid(before))) => Some(Restriction::Avoid([before, moves].concat())),
            ("allow", None) => Some(Restriction::Allow(moves)),
            _ => return Err(Failure::Syntax("use either 'avoid' or one 'allow'".into())),
        };
        Ok(())
    }

    /// The moves to leave out; there must be another one.
    fn barred(&self, position: &Position) -> Result<Vec<Move>, Failure> {
        let Some(restriction) = &self.restriction else { return Ok(Vec::new()) };
        let mut position = position.clone();
        position.set_to_move(self.colour);
        let is_barred = |m: &Move| match restriction {
            Restriction::Avoid(moves) => moves.contains(m),
            Restriction::Allow(moves) => !moves.contains(m),
        };
        let (barred, left): (Vec<Move>, Vec<Move>) = position.legal_moves().partition(is_barred);
        if left.is_empty() {
            return Err(Failure::Other("no legal move is left to analyze".into()));
        }
        Ok(barred)
    }
}

/// An interval in centiseconds.
fn interval(word: &str) -> Result<Duration, Failure> {
    let centiseconds: f64 =
        word.parse().map_err(|_| Failure::Syntax(format!("'{word}' is not an interval")))?;
    if !(0.0..1e9).contains(&centiseconds) {
        return Err(Failure::Syntax(format!("'{word}' is not an interval")));
    }
    Ok(Duration::from_secs_f64(centiseconds / 100.0).max(SHORTEST_INTERVAL))
}
