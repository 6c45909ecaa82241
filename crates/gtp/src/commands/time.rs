//! Clocks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use partner::TimeSettings;

use super::Answer;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;

/// Longer times are as good as no limit.
const LONGEST: f64 = 1e9;

pub(super) fn time_settings(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(3..=3, "time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")?;
    let (main, period) = (time(request, 0)?, time(request, 1)?);
    let stones: u32 = request.read(2, "a number of stones")?;
    engine.session.set_time(match (period.is_zero(), stones) {
        // Overtime without stones means no limit at all; a period of no length means no overtime.
        (false, 0) => TimeSettings::Unlimited,
        (true, _) => TimeSettings::Absolute { main },
        (false, stones) => TimeSettings::Canadian { main, period, stones },
    });
    Ok(String::new())
}

pub(super) fn time_left(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    request.expect(3..=3, "time_left COLOR TIME STONES")?;
    let (colour, left) = (request.colour(0)?, signed_time(request, 1)?);
    engine.session.time_left(colour, left, request.read(2, "a number of stones")?);
    Ok(String::new())
}

pub(super) fn kgs_time_settings(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    let settings = read(request, false)?;
    engine.session.set_time(settings);
    Ok(String::new())
}

pub(super) fn kata_time_settings(engine: &mut Engine, request: &Request, _: &AtomicBool) -> Answer {
    let settings = read(request, true)?;
    engine.session.set_time(settings);
    Ok(String::new())
}

pub(super) fn kata_list_time_settings(_: &mut Engine, _: &Request, _: &AtomicBool) -> Answer {
    Ok("none absolute byoyomi canadian fischer fischer-capped".into())
}

fn read(request: &Request, fischer: bool) -> Result<TimeSettings, Failure> {
    let count = |what| match request.read(3, what)? {
        0u32 => Err(Failure::Syntax(format!("'0' is not {what}"))),
        n => Ok(n),
    };
    match request.word(0)? {
        "none" => {
            request.expect(1..=1, "none")?;
            Ok(TimeSettings::Unlimited)
        }
        "absolute" => {
            request.expect(2..=2, "absolute MAIN_TIME")?;
            Ok(TimeSettings::Absolute { main: time(request, 1)? })
        }
        "canadian" => {
            request.expect(4..=4, "canadian MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")?;
            let stones = count("a number of stones")?;
            Ok(TimeSettings::Canadian { main: time(request, 1)?, period: time(request, 2)?, stones })
        }
        "byoyomi" | "byo-yomi" => {
            request.expect(4..=4, "byoyomi MAIN_TIME BYO_YOMI_TIME BYO_YOMI_PERIODS")?;
            let periods = count("a number of periods")?;
            Ok(TimeSettings::Byoyomi { main: time(request, 1)?, period: time(request, 2)?, periods })
        }
        "fischer" if fischer => {
            request.expect(3..=3, "fischer MAIN_TIME INCREMENT")?;
            let (main, increment) = (time(request, 1)?, time(request, 2)?);
            Ok(TimeSettings::Fischer { main, increment, limit: None, max_per_move: None })
        }
        "fischer-capped" if fischer => {
            request.expect(5..=5, "fischer-capped MAIN_TIME INCREMENT MAIN_TIME_LIMIT MAX_TIME_PER_MOVE")?;
            let (main, increment) = (time(request, 1)?, time(request, 2)?);
            let (limit, max_per_move) = (limit(request, 3)?, limit(request, 4)?);
            if limit.is_some_and(|limit| limit < main) {
                return Err(Failure::Syntax("the main time is over its limit".into()));
            }
            Ok(TimeSettings::Fischer { main, increment, limit, max_per_move })
        }
        other => Err(Failure::Syntax(format!("'{other}' is not a time setting"))),
    }
}

fn number(request: &Request, index: usize) -> Result<f64, Failure> {
    let seconds: f64 = request.read(index, "a time in seconds")?;
    if seconds.is_finite() { Ok(seconds) } else { Err(Failure::Syntax("a time must be finite".into())) }
}

fn time(request: &Request, index: usize) -> Result<Duration, Failure> {
    match number(request, index)? {
        seconds if seconds < 0.0 => Err(Failure::Syntax("a time must not be negative".into())),
        seconds => Ok(Duration::from_secs_f64(seconds.min(LONGEST))),
    }
}

/// Some controllers report an expired clock as a negative time.
fn signed_time(request: &Request, index: usize) -> Result<Duration, Failure> {
    Ok(Duration::from_secs_f64(number(request, index)?.clamp(0.0, LONGEST)))
}

/// A negative number stands for no limit.
fn limit(request: &Request, index: usize) -> Result<Option<Duration>, Failure> {
    let seconds = number(request, index)?;
    Ok((seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(LONGEST))))
}
