//! An engine and the commands it understands.

use std::time::{Duration, Instant};

use board::{Colour, Komi, Move, Point, PointSet, Rules, Size};

use crate::EngineError;
use crate::process::{Process, ReceiveError};
use crate::response::{Response, ResponseReader};

/// How long an engine may take to exit after `quit` before it is killed.
const QUIT_GRACE: Duration = Duration::from_secs(1);

/// The protocol does not define the initial board size; nearly every engine starts with this one.
const DEFAULT_SIZE: Size = match Size::square(19) {
    Ok(size) => size,
    Err(_) => panic!("checked when this is compiled"),
};

/// An engine's answer to `genmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    Move(Move),
    Resign,
}

/// A GTP engine in a child process. Dropping it kills the process.
pub struct Engine {
    process: Process,
    reader: ResponseReader,
    /// Answers carry the id of their command, which identifies an answer that arrives after its timeout.
    next_id: u64,
    limit: Duration,
    commands: Option<Vec<String>>,
    /// Needed to read vertices.
    size: Size,
    answered: bool,
}

impl Engine {
    /// Starts the engine and checks that it speaks GTP. `limit` applies to every command that does not think,
    /// including the first, so it must leave time to load a network.
    pub fn start(command_line: &str, limit: Duration) -> Result<Engine, EngineError> {
        let mut engine = Engine {
            process: Process::start(command_line)?,
            reader: ResponseReader::default(),
            next_id: 1,
            limit,
            commands: None,
            size: DEFAULT_SIZE,
            answered: false,
        };
        match engine.command("protocol_version") {
            Ok(_) | Err(EngineError::Refused { .. }) => Ok(engine),
            Err(error) => Err(error),
        }
    }

    /// Sends a command unchanged and returns the text of the answer without the final empty line.
    pub fn command(&mut self, command: &str) -> Result<String, EngineError> {
        self.command_within(command, self.limit)
    }

    /// The same with another time limit.
    pub fn command_within(&mut self, command: &str, limit: Duration) -> Result<String, EngineError> {
        let command = command.trim();
        let id = self.next_id;
        self.next_id += 1;
        if !self.process.send(&format!("{id} {command}")) {
            return Err(self.died(command));
        }
        let answer = self.answer(command, id, limit)?;
        self.answered = true;
        match answer.success {
            true => Ok(answer.text),
            false => Err(EngineError::Refused { command: command.to_string(), message: answer.text }),
        }
    }

    fn answer(&mut self, command: &str, id: u64, limit: Duration) -> Result<Response, EngineError> {
        let deadline = Instant::now() + limit;
        loop {
            match self.process.receive(deadline) {
                Ok(line) => match self.reader.line(&line) {
                    // An answer to an earlier command that timed out.
                    Some(late) if late.id.is_some_and(|got| got < id) => {}
                    Some(wrong) if wrong.id.is_some_and(|got| got != id) => {
                        let got = format!("={} {}", wrong.id.unwrap_or_default(), wrong.text);
                        return Err(not_gtp(command, &got));
                    }
                    Some(answer) => return Ok(answer),
                    None => {}
                },
                Err(ReceiveError::Closed) => return Err(self.died(command)),
                Err(ReceiveError::TimedOut) => return Err(self.timed_out(command, limit)),
            }
        }
    }

    fn died(&mut self, command: &str) -> EngineError {
        let (status, stderr) = self.process.reap();
        EngineError::Died { command: command.to_string(), status, stderr }
    }

    /// A program that has only ever printed other things is not a slow engine; it is not a GTP engine at all.
    fn timed_out(&mut self, command: &str, limit: Duration) -> EngineError {
        match self.reader.take_stray_line() {
            Some(stray_line) if !self.answered => not_gtp(command, &stray_line),
            _ => EngineError::TimedOut { command: command.to_string(), limit },
        }
    }

    pub fn name(&mut self) -> Result<String, EngineError> {
        self.command("name")
    }

    pub fn version(&mut self) -> Result<String, EngineError> {
        self.command("version")
    }

    /// The commands that the engine lists; asked only once.
    pub fn list_commands(&mut self) -> Result<&[String], EngineError> {
        if self.commands.is_none() {
            let list = self.command("list_commands")?;
            self.commands = Some(list.split_whitespace().map(str::to_string).collect());
        }
        Ok(self.commands.as_deref().unwrap_or_default())
    }

    /// Whether the engine knows a command. An engine without `list_commands` is asked for each command.
    pub fn knows(&mut self, command: &str) -> Result<bool, EngineError> {
        match self.list_commands() {
            Ok(list) => return Ok(list.iter().any(|c| c == command)),
            Err(error) if !error.is_refusal() => return Err(error),
            Err(_) => {}
        }
        match self.command(&format!("known_command {command}")) {
            Ok(answer) => Ok(answer.trim().eq_ignore_ascii_case("true")),
            Err(error) if error.is_refusal() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Sends a command if the engine knows it, and returns whether it does. A refusal counts as no: such
    /// commands help, but a game does not need them.
    pub fn try_command(&mut self, command: &str) -> Result<bool, EngineError> {
        let word = command.split_whitespace().next().unwrap_or_default().to_string();
        if !self.knows(&word)? {
            return Ok(false);
        }
        match self.command(command) {
            Ok(_) => Ok(true),
            Err(error) if error.is_refusal() => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub fn boardsize(&mut self, size: Size) -> Result<(), EngineError> {
        let (width, height) = (size.width(), size.height());
        match size.is_square() {
            true => self.command(&format!("boardsize {width}"))?,
            false => self.command(&format!("rectangular_boardsize {width} {height}"))?,
        };
        self.size = size;
        Ok(())
    }

    pub fn clear_board(&mut self) -> Result<(), EngineError> {
        self.command("clear_board").map(drop)
    }

    pub fn komi(&mut self, komi: Komi) -> Result<(), EngineError> {
        self.command(&format!("komi {komi}")).map(drop)
    }

    /// Sets the rules if the engine supports it; false if it does not.
    pub fn set_rules(&mut self, rules: Rules) -> Result<bool, EngineError> {
        match rules.name() {
            Some(name) => self.try_command(&format!("kata-set-rules {name}")),
            None => self.try_command(&format!("kata-set-rules {rules}")),
        }
    }

    pub fn set_free_handicap(&mut self, stones: &[Point]) -> Result<(), EngineError> {
        let words: Vec<String> = stones.iter().map(Point::to_string).collect();
        self.command(&format!("set_free_handicap {}", words.join(" "))).map(drop)
    }

    /// Main time, byo-yomi time and byo-yomi stones, as in the protocol: `0 S 1` is S seconds per move.
    pub fn time_settings(&mut self, main: u64, byo_yomi: u64, stones: u64) -> Result<(), EngineError> {
        self.command(&format!("time_settings {main} {byo_yomi} {stones}")).map(drop)
    }

    pub fn time_left(&mut self, colour: Colour, seconds: u64, stones: u64) -> Result<(), EngineError> {
        self.command(&format!("time_left {colour} {seconds} {stones}")).map(drop)
    }

    pub fn play(&mut self, colour: Colour, m: Move) -> Result<(), EngineError> {
        self.command(&format!("play {colour} {m}")).map(drop)
    }

    pub fn genmove(&mut self, colour: Colour, limit: Duration) -> Result<Reply, EngineError> {
        self.reply(&format!("genmove {colour}"), limit)
    }

    /// A move that captures dead stones: no pass while there are any.
    pub fn genmove_cleanup(&mut self, colour: Colour, limit: Duration) -> Result<Reply, EngineError> {
        self.reply(&format!("kgs-genmove_cleanup {colour}"), limit)
    }

    /// A move for the current position, which the engine does not play.
    pub fn reg_genmove(&mut self, colour: Colour, limit: Duration) -> Result<Reply, EngineError> {
        self.reply(&format!("reg_genmove {colour}"), limit)
    }

    fn reply(&mut self, command: &str, limit: Duration) -> Result<Reply, EngineError> {
        let text = self.command_within(command, limit)?;
        let word = text.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Reply::Resign);
        }
        Move::parse(word, self.size).map(Reply::Move).map_err(|_| not_gtp(command, &text))
    }

    /// Loads a game up to the position before move `before`, or to its end. The board size may change.
    pub fn loadsgf(&mut self, file: &str, before: Option<u32>) -> Result<(), EngineError> {
        let number = before.map_or_else(String::new, |n| format!(" {n}"));
        self.command(&format!("loadsgf {file}{number}"))?;
        if let Ok(answer) = self.command("query_boardsize") {
            let side = answer.trim().parse().ok().and_then(Size::playable);
            self.size = side.unwrap_or(self.size);
        }
        Ok(())
    }

    /// The engine's score, such as `W+3.5`.
    pub fn final_score(&mut self, limit: Duration) -> Result<String, EngineError> {
        self.command_within("final_score", limit)
    }

    pub fn final_status_list_dead(&mut self, limit: Duration) -> Result<PointSet, EngineError> {
        let command = "final_status_list dead";
        let text = self.command_within(command, limit)?;
        text.split_whitespace()
            .map(|word| Point::parse(word, self.size).map_err(|_| not_gtp(command, &text)))
            .collect()
    }

    /// Sends `quit` and makes sure that the engine exits.
    pub fn quit(mut self) {
        if self.process.send("quit") {
            self.process.wait_or_kill(QUIT_GRACE);
        }
    }
}

fn not_gtp(command: &str, got: &str) -> EngineError {
    EngineError::NotGtp { command: command.to_string(), got: got.chars().take(200).collect() }
}
