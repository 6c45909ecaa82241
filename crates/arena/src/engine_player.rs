//! A GTP engine as a player.

use std::time::Duration;

use board::{Colour, Move, Point, PointSet};
use gtp_client::{Engine, EngineError, Reply};

use crate::player::{Choice, Fault, FaultKind, GameStart, Player};

/// How long an engine may take.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a move: after that the game is lost. Far beyond the thinking time, so that a slow machine does not
    /// lose games.
    pub genmove: Duration,
    /// For anything else, including loading a network.
    pub other: Duration,
}

pub struct EnginePlayer {
    engine: Engine,
    timeouts: Timeouts,
    /// Thinking time per move, sent to the engine if given.
    seconds: Option<f64>,
    name: String,
}

impl EnginePlayer {
    pub fn start(
        command_line: &str,
        seconds: Option<f64>,
        timeouts: Timeouts,
    ) -> Result<EnginePlayer, EngineError> {
        let mut engine = Engine::start(command_line, timeouts.other)?;
        let name = match (engine.name(), engine.version()) {
            (Ok(name), Ok(version)) => format!("{name} {version}").trim().to_string(),
            (Ok(name), Err(error)) | (Err(error), Ok(name)) if error.is_refusal() => name,
            (Err(error), Err(_)) if error.is_refusal() => "unnamed engine".to_string(),
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        Ok(EnginePlayer { engine, timeouts, seconds, name })
    }

    fn begin(&mut self, start: &GameStart) -> Result<(), EngineError> {
        let engine = &mut self.engine;
        engine.boardsize(start.size)?;
        engine.clear_board()?;
        engine.komi(start.komi)?;
        engine.set_rules(start.rules)?;
        // Engines with a seed make a match reproducible; GNU Go takes at most 31 bits.
        engine.try_command(&format!("set_random_seed {}", start.seed & 0x7fff_ffff))?;
        if let Some(seconds) = self.seconds {
            // The protocol has only whole seconds, and zero would mean no time at all.
            let whole = (seconds.ceil() as u64).max(1);
            engine.time_settings(0, whole, 1)?;
        }
        place_handicap(engine, &start.handicap)
    }
}

/// An engine without handicap commands gets the stones as moves.
fn place_handicap(engine: &mut Engine, stones: &[Point]) -> Result<(), EngineError> {
    match stones {
        [] => Ok(()),
        _ if engine.knows("set_free_handicap")? => engine.set_free_handicap(stones),
        _ => stones.iter().try_for_each(|p| engine.play(Colour::Black, Move::Play(*p))),
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self, start: &GameStart) -> Result<(), Fault> {
        self.begin(start).map_err(fault)
    }

    fn play(&mut self, colour: Colour, m: Move) -> Result<(), Fault> {
        self.engine.play(colour, m).map_err(fault)
    }

    fn genmove(&mut self, colour: Colour) -> Result<Choice, Fault> {
        self.engine.genmove(colour, self.timeouts.genmove).map(choice).map_err(fault)
    }

    fn genmove_cleanup(&mut self, colour: Colour) -> Result<Choice, Fault> {
        match self.engine.knows("kgs-genmove_cleanup").map_err(fault)? {
            true => self.engine.genmove_cleanup(colour, self.timeouts.genmove).map(choice).map_err(fault),
            false => self.genmove(colour),
        }
    }

    fn dead_stones(&mut self) -> Result<Option<PointSet>, Fault> {
        let answer = match self.engine.knows("final_status_list") {
            Ok(false) => return Ok(None),
            Ok(true) => self.engine.final_status_list_dead(self.timeouts.genmove),
            Err(error) => Err(error),
        };
        match answer {
            Ok(dead) => Ok(Some(dead)),
            Err(error) if error.is_refusal() => Ok(None),
            Err(error) => Err(fault(error)),
        }
    }

    fn name_and_version(&self) -> &str {
        &self.name
    }
}

fn choice(reply: Reply) -> Choice {
    match reply {
        Reply::Move(m) => Choice::Play(m),
        Reply::Resign => Choice::Resign,
    }
}

fn fault(error: EngineError) -> Fault {
    let kind = match &error {
        EngineError::CommandLine(_) | EngineError::Start { .. } | EngineError::Died { .. } => {
            FaultKind::Crashed
        }
        EngineError::TimedOut { .. } => FaultKind::TimedOut,
        EngineError::Refused { .. } => FaultKind::Refused,
        // An answer to `genmove` that is not a point of the board is an illegal move.
        EngineError::NotGtp { .. } => FaultKind::NotGtp,
    };
    Fault::new(kind, error)
}
