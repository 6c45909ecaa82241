//! Name, version and commands of the engine.

use std::sync::atomic::AtomicBool;

use super::{Answer, COMMANDS, find};
use crate::engine::Engine;
use crate::request::Request;

pub(super) fn protocol_version(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok("2".into())
}

pub(super) fn name(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(engine.identity.name.clone())
}

pub(super) fn version(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(engine.identity.version.clone())
}

pub(super) fn known_command(_: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(1..=1, "known_command COMMAND")?;
    Ok(find(request.word(0)?).is_some().to_string())
}

pub(super) fn list_commands(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    let mut names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    names.sort_unstable();
    Ok(names.join("\n"))
}

pub(super) fn quit(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    engine.quits = true;
    Ok(String::new())
}

/// Any line ends an analysis, so there is nothing left to do here.
pub(super) fn stop(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(String::new())
}

pub(super) fn cputime(engine: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok(format!("{:.3}", engine.session.thinking_time().as_secs_f64()))
}
