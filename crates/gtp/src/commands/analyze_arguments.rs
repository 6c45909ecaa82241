//! Parses the arguments of the analysis commands.

use std::time::Duration;

use board::{Colour, Move, NotAColour, Position, Size};
use search::MoveFilter;

use super::info_lines::{Format, InfoLines};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

/// The default report interval.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);
/// The shortest report interval.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

pub(super) struct AnalyzeArguments {
    pub colour: Colour,
    pub every: Duration,
    pub info: InfoLines,
    /// Moves that the client excludes.
    pub filter: MoveFilter,
    /// The players with allowed moves, and whether any move is avoided.
    allowed: Vec<Colour>,
    avoids: bool,
}

impl AnalyzeArguments {
    /// Reads `[player] [interval] KEY VALUE ...`.
    pub fn read(engine: &Engine, request: &Request, format: Format) -> Result<AnalyzeArguments, Failure> {
        let mut arguments = AnalyzeArguments {
            colour: engine.session.position().to_move(),
            every: USUAL_INTERVAL,
            info: InfoLines::new(format, engine),
            filter: MoveFilter::none(),
            allowed: Vec::new(),
            avoids: false,
        };
        let size = engine.session.size();
        let mut words = request.words.iter().map(String::as_str).peekable();
        if let Some(colour) = words.peek().and_then(|word| word.parse().ok()) {
            arguments.colour = colour;
            words.next();
        }
        if words.peek().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            arguments.every = interval(words.next().unwrap_or_default())?;
        }
        while let Some(key) = words.next() {
            if key == "avoid" || key == "allow" {
                arguments.restrict(key, [words.next(), words.next(), words.next()], size)?;
                continue;
            }
            let value = words.next().ok_or_else(|| Failure::Syntax(format!("'{key}' has no value")))?;
            arguments.set(key, value)?;
        }
        arguments.check(engine.session.position())?;
        arguments.info.folds &= arguments.filter.is_empty();
        Ok(arguments)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        let bad = || Failure::Syntax(format!("'{value}' is not a value for {key}"));
        let flag = || value.parse::<bool>().map_err(|_| bad());
        match key {
            "interval" => self.every = interval(value)?,
            "minmoves" => self.info.min_moves = value.parse().map_err(|_| bad())?,
            "maxmoves" => self.info.max_moves = value.parse().map_err(|_| bad())?,
            "rootInfo" => self.info.root_info = flag()?,
            "ownership" => self.info.ownership = flag()?,
            "movesOwnership" => self.info.moves_ownership = flag()?,
            "pvVisits" => self.info.pv_visits = flag()?,
            "pvEdgeVisits" => self.info.pv_edge_visits = flag()?,
            // Playouts have none of these and leave them out, as clients expect of engines without them.
            "ownershipStdev" => self.info.ownership_stdev = flag()?,
            "movesOwnershipStdev" => self.info.moves_ownership_stdev = flag()?,
            "noResultValue" => self.info.no_result = flag()?,
            // Not in KataGo's lines, but in its JSON.
            "humanPrior" => self.info.human_prior = flag()?,
            _ => return Err(Failure::Syntax(format!("'{key}' is not known here"))),
        }
        Ok(())
    }

    /// Reads `avoid` or `allow` with PLAYER VERTEX,VERTEX,... UNTILDEPTH.
    fn restrict(&mut self, key: &str, words: [Option<&str>; 3], size: Size) -> Result<(), Failure> {
        let [Some(player), Some(vertices), Some(depth)] = words else {
            return Err(Failure::Syntax(format!("use {key} PLAYER VERTEX,VERTEX,... UNTILDEPTH")));
        };
        let player: Colour = player.parse().map_err(|e: NotAColour| Failure::BadMove(e.to_string()))?;
        let depth: u32 = depth
            .parse()
            .ok()
            .filter(|depth| *depth > 0)
            .ok_or_else(|| Failure::Syntax(format!("'{depth}' is not a depth")))?;
        let moves = vertices.split(',').map(|v| Move::parse(v, size)).collect::<Result<Vec<_>, _>>();
        let moves = moves.map_err(|e| Failure::BadMove(e.to_string()))?;
        if key == "avoid" {
            self.avoids = true;
            self.filter.avoid(player, &moves, depth);
        } else {
            if self.allowed.contains(&player) {
                return Err(Failure::Syntax("use 'allow' once for each player".into()));
            }
            self.allowed.push(player);
            self.filter.allow(player, &moves, depth, size);
        }
        if self.avoids && !self.allowed.is_empty() {
            return Err(Failure::Syntax("use either 'avoid' or 'allow'".into()));
        }
        Ok(())
    }

    /// At least one move must remain.
    fn check(&self, position: &Position) -> Result<(), Failure> {
        let mut position = position.clone();
        position.set_to_move(self.colour);
        let is_free = |m: Move| !self.filter.excludes(self.colour, m, 0);
        match position.legal_moves().any(is_free) {
            true => Ok(()),
            false => Err(Failure::Other("no legal move is left to analyze".into())),
        }
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
