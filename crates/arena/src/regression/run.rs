//! Runs a suite against an engine.

use std::path::Path;
use std::time::{Duration, Instant};

use gtp_client::{Engine, EngineError};
use serde::Serialize;

use super::{Step, Suite};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Pass,
    Fail,
    ExpectedFail,
    UnexpectedPass,
    /// Marked as not counting.
    Ignored,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TestReport {
    pub id: u64,
    pub command: String,
    pub expected: String,
    /// The engine's answer; with `?` in front if it refused or failed.
    pub answer: String,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    pub tests: usize,
    pub pass: usize,
    pub fail: usize,
    pub expected_fail: usize,
    pub unexpected_pass: usize,
    pub ignored: usize,
}

impl Counts {
    fn add(&mut self, outcome: Outcome) {
        self.tests += 1;
        *match outcome {
            Outcome::Pass => &mut self.pass,
            Outcome::Fail => &mut self.fail,
            Outcome::ExpectedFail => &mut self.expected_fail,
            Outcome::UnexpectedPass => &mut self.unexpected_pass,
            Outcome::Ignored => &mut self.ignored,
        } += 1;
    }

    pub fn sum(reports: &[Report]) -> Counts {
        let mut sum = Counts::default();
        reports.iter().flat_map(|r| &r.tests).for_each(|t| sum.add(t.outcome));
        sum
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    pub suite: String,
    pub counts: Counts,
    pub seconds: f64,
    /// Problems outside the tests: a game that could not be loaded, an engine that died.
    pub troubles: Vec<String>,
    pub tests: Vec<TestReport>,
}

/// Runs a suite in its own engine; the error is that of an engine that does not start. `limit` applies to
/// each command. `observe` is called after every test.
pub fn run(
    suite: &Suite,
    command_line: &str,
    limit: Duration,
    observe: &mut dyn FnMut(&TestReport),
) -> Result<Report, EngineError> {
    let begun = Instant::now();
    let mut runner = Runner {
        engine: Engine::start(command_line, limit)?,
        command_line,
        limit,
        folder: &suite.folder,
        no_position: None,
        troubles: Vec::new(),
    };
    let (mut tests, mut counts) = (Vec::new(), Counts::default());
    for step in &suite.steps {
        let answer = runner.answer(step)?;
        let Some(expected) = &step.expected else { continue };
        let right = answer.as_ref().is_ok_and(|answer| expected.accepts(answer));
        let outcome = match (right, expected.known_to_fail) {
            _ if expected.ignored => Outcome::Ignored,
            (true, false) => Outcome::Pass,
            (false, false) => Outcome::Fail,
            (true, true) => Outcome::UnexpectedPass,
            (false, true) => Outcome::ExpectedFail,
        };
        let report = TestReport {
            id: step.id,
            command: step.command.clone(),
            expected: expected.text.clone(),
            answer: answer.unwrap_or_else(|message| format!("? {message}")),
            outcome,
        };
        counts.add(outcome);
        observe(&report);
        tests.push(report);
    }
    runner.engine.quit();
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Report { suite: suite.name.clone(), counts, seconds, troubles: runner.troubles, tests })
}

struct Runner<'a> {
    engine: Engine,
    command_line: &'a str,
    limit: Duration,
    folder: &'a Path,
    /// Why there is no valid position: the game could not be loaded, and an answer about any other board
    /// would be meaningless.
    no_position: Option<String>,
    troubles: Vec<String>,
}

impl Runner<'_> {
    /// The answer to a command, or why there is none; an error if the engine cannot be restarted.
    fn answer(&mut self, step: &Step) -> Result<Result<String, String>, EngineError> {
        let word = step.command.split_whitespace().next().unwrap_or_default();
        let sets_up = matches!(word, "loadsgf" | "clear_board" | "boardsize");
        if let Some(why) = self.no_position.clone().filter(|_| !sets_up && step.expected.is_some()) {
            return Ok(Err(why));
        }
        let answer = match word {
            "loadsgf" => self.engine.command_within(&self.with_full_path(&step.command), self.limit),
            "reg_genmove" => self.reg_genmove(&step.command),
            _ => self.engine.command_within(&step.command, self.limit),
        };
        match answer {
            Ok(text) => {
                if sets_up {
                    self.no_position = None;
                }
                Ok(Ok(text))
            }
            Err(error) => {
                let message = error.to_string();
                if sets_up || step.expected.is_none() {
                    self.troubles.push(format!("{}: {message}", step.id));
                }
                if !error.is_refusal() {
                    // Its board is lost.
                    self.engine = Engine::start(self.command_line, self.limit)?;
                }
                if sets_up || !error.is_refusal() {
                    self.no_position = Some(message.clone());
                }
                Ok(Err(match error {
                    EngineError::Refused { message, .. } => message,
                    _ => message,
                }))
            }
        }
    }

    /// Engines without `reg_genmove` play the move and undo it.
    fn reg_genmove(&mut self, command: &str) -> Result<String, EngineError> {
        if self.engine.knows("reg_genmove")? {
            return self.engine.command_within(command, self.limit);
        }
        let answer = self.engine.command_within(command.trim_start_matches("reg_"), self.limit)?;
        if !answer.trim().eq_ignore_ascii_case("resign") {
            self.engine.command("undo")?;
        }
        Ok(answer)
    }

    /// Game paths are relative to the suite, but the engine may run in another folder.
    fn with_full_path(&self, command: &str) -> String {
        let mut words = command.split_whitespace();
        let (Some(loadsgf), Some(file)) = (words.next(), words.next()) else { return command.to_string() };
        let full = self.folder.join(file);
        let Ok(full) = full.canonicalize() else { return command.to_string() };
        let rest: Vec<&str> = words.collect();
        format!("{loadsgf} {} {}", full.display(), rest.join(" ")).trim_end().to_string()
    }
}
