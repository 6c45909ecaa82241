//! Clocks of a game: the partner's is its session's own affair, the player's runs here.
//!
//! The player's clock runs while it is the player's turn and somebody watches; a page that is being loaded again, or a
//! server that is down, costs nobody any time.

use std::time::{Duration, Instant};

use board::Colour;
use partner::{Clock, Session, TimeSettings};
use serde::{Deserialize, Serialize};

use crate::request::ClockChoice;
use speech::Refusal;

/// A day.
const LONGEST: f64 = 86_400.0;
const MOST_PERIODS: u32 = 99;

/// What both clocks show, and which one runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Clocks {
    pub choice: ClockChoice,
    pub black: ClockReading,
    pub white: ClockReading,
    pub running: Option<Colour>,
}

/// Seconds, and periods once the main time is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClockReading {
    pub left: f64,
    pub periods: Option<u32>,
}

/// What a clock shows, to be saved: seconds, and periods where the main time is over.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedClock(f64, Option<u32>);

/// How time is measured, as asked for.
pub fn time_settings(choice: &ClockChoice) -> Result<TimeSettings, Refusal> {
    let ClockChoice { main, periods, period } = *choice;
    if !(0.0..=LONGEST).contains(&main) || !(1.0..=LONGEST).contains(&period) || periods > MOST_PERIODS {
        return Err(Refusal::ClockRange);
    }
    let [main, period] = [main, period].map(Duration::from_secs_f64);
    match periods {
        0 if main.is_zero() => Err(Refusal::ClockWithoutTime),
        0 => Ok(TimeSettings::Absolute { main }),
        _ => Ok(TimeSettings::Byoyomi { main, period, periods }),
    }
}

/// What both clocks show now.
pub fn saved(session: &Session, player: Colour, turn: &Turn) -> [SavedClock; 2] {
    Colour::BOTH.map(|colour| {
        let clock = now(session, colour, player, turn);
        SavedClock(clock.left().as_secs_f64(), clock.overtime())
    })
}

/// A clock as it is now: the player's runs without the session knowing.
fn now(session: &Session, colour: Colour, player: Colour, turn: &Turn) -> Clock {
    let mut clock = *session.clock(colour);
    if colour == player {
        clock.run(turn.used());
    }
    clock
}

pub fn restore(session: &mut Session, saved: [SavedClock; 2]) {
    for (colour, SavedClock(left, overtime)) in Colour::BOTH.into_iter().zip(saved) {
        let left = Duration::try_from_secs_f64(left).unwrap_or_default();
        session.time_left(colour, left, overtime.unwrap_or(0));
    }
}

/// The player's clock.
#[derive(Default)]
pub struct Turn {
    since: Option<Instant>,
    /// What had been used when the player's move came; it takes a while until it is on the board.
    held: Option<Duration>,
}

impl Turn {
    /// Lets the player's clock run, or stand.
    pub fn wind(&mut self, runs: bool, session: &mut Session, player: Colour) {
        match (runs, self.since) {
            (true, None) => self.since = Some(Instant::now()),
            (false, Some(_)) => {
                let clock = now(session, player, player, self);
                session.time_left(player, clock.left(), clock.overtime().unwrap_or(0));
                *self = Turn::default();
            }
            _ => {}
        }
    }

    /// The player wants to move: what is done with the move from here on is not the player's time.
    pub fn hold(&mut self) {
        self.held = self.since.map(|since| since.elapsed());
    }

    /// The move was none.
    pub fn go_on(&mut self) {
        self.held = None;
    }

    /// The player has moved.
    pub fn moved(&mut self, session: &mut Session, player: Colour) {
        if self.since.is_some() {
            session.spend_time(player, self.used());
        }
        *self = Turn::default();
    }

    /// When the player's flag falls.
    pub fn ends(&self, clock: &Clock) -> Option<Instant> {
        Some(self.since? + clock.lasts()?)
    }

    fn used(&self) -> Duration {
        self.held.or_else(|| self.since.map(|since| since.elapsed())).unwrap_or_default()
    }
}

/// A player who comes back after losing on time has one more period.
pub fn give_a_period(session: &mut Session, player: Colour) {
    let clock = *session.clock(player);
    if clock.lasts() == Some(Duration::ZERO) {
        match clock.settings() {
            TimeSettings::Byoyomi { period, .. } => session.time_left(player, period, 1),
            TimeSettings::Absolute { main } => session.time_left(player, main / 10, 0),
            _ => {}
        }
    }
}

/// Both clocks as they are now; `None` in a game without.
pub fn reading(
    session: &Session,
    choice: Option<&ClockChoice>,
    player: Colour,
    turn: &Turn,
    is_on: bool,
) -> Option<Clocks> {
    let choice = choice?;
    let of = |colour: Colour| {
        let clock = now(session, colour, player, turn);
        ClockReading { left: clock.left().as_secs_f64(), periods: clock.overtime() }
    };
    let to_move = session.position().to_move();
    // The partner's clock runs whenever it thinks.
    let runs = is_on && (to_move != player || turn.since.is_some());
    Some(Clocks {
        choice: *choice,
        black: of(Colour::Black),
        white: of(Colour::White),
        running: runs.then_some(to_move),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_clocks_that_can_run_are_set() {
        let wish = |main, periods, period| time_settings(&ClockChoice { main, periods, period });
        assert!(matches!(wish(60.0, 3, 10.0), Ok(TimeSettings::Byoyomi { periods: 3, .. })));
        assert!(matches!(wish(60.0, 0, 10.0), Ok(TimeSettings::Absolute { .. })));
        for (main, periods, period) in [
            (0.0, 0, 10.0),
            (-1.0, 3, 10.0),
            (f64::NAN, 3, 10.0),
            (60.0, 3, 0.0),
            (1e9, 3, 10.0),
            (0.0, 100, 1.0),
        ] {
            assert!(wish(main, periods, period).is_err(), "{main} {periods} {period}");
        }
    }
}
