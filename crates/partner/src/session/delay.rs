//! Waiting with a move as long as a person would think.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use board::Colour;
use evaluation::EvaluationError;

use super::Session;
use crate::clock::allot;
use crate::decision::{chance, standard_normal};

/// How soon a wait ends when it is stopped.
const STEP: Duration = Duration::from_millis(20);

impl Session {
    /// How long a person of the settings' profile would think about the present position: drawn at random, for one
    /// seed always the same, and never longer than the clock allows. Zero where nobody asks for it, or no network knows.
    pub fn delay(&self, colour: Colour) -> Result<Duration, EvaluationError> {
        let human = &self.settings.human;
        if !human.thinking_time {
            return Ok(Duration::ZERO);
        }
        let output = self.human_output(colour, self.settings.ignore_pre_root_history)?;
        let Some(predicted) = output.and_then(|output| output.thinking_time) else {
            return Ok(Duration::ZERO);
        };
        let drawn = predicted.at(standard_normal(|stream| chance(self.seed ^ stream, self.game.position())));
        let longest = Duration::try_from_secs_f64(human.delay_move_max).unwrap_or(Duration::MAX);
        let clock = &self.clocks[colour.index()];
        let by_clock = allot(clock, self.game.moves().len(), self.size(), self.settings.lag());
        Ok(drawn.min(longest).min(by_clock.unwrap_or(Duration::MAX)))
    }

    /// When this turn began. A search that is interrupted and begun again is still the same turn.
    pub(super) fn turn_began(&mut self) -> Instant {
        let position = self.game.position();
        let here = (position.hash(), position.moves().len());
        match self.turn {
            Some((turn, began)) if turn == here => began,
            _ => {
                let now = Instant::now();
                self.turn = Some((here, now));
                now
            }
        }
    }
}

/// Waits until then, or until it is stopped.
pub(super) fn wait_until(due: Instant, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        let left = due.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(STEP));
    }
}

#[cfg(test)]
mod tests {
    use board::{Move, Size};

    use super::*;
    use crate::clock::TimeSettings;
    use crate::presets::Overrides;
    use crate::settings::Settings;

    fn session(seed: u64, thinking_time: bool) -> Session {
        let overrides = Overrides { seed: Some(seed), threads: Some(1), ..Overrides::default() };
        let mut settings = Settings::layered("12k", None, &overrides).unwrap();
        settings.human.thinking_time = thinking_time;
        let mut session = Session::new(settings).unwrap();
        session.new_game(Size::square(9).unwrap());
        session
    }

    fn seconds(session: &Session) -> f64 {
        session.delay(Colour::Black).unwrap().as_secs_f64()
    }

    #[test]
    fn nobody_waits_unless_asked_to() {
        assert_eq!(session(1, false).delay(Colour::Black).unwrap(), Duration::ZERO);
    }

    #[test]
    fn people_take_their_time_and_each_another() {
        let mut all: Vec<f64> = (1..=20).map(|seed| seconds(&session(seed, true))).collect();
        assert_eq!(all[0], seconds(&session(1, true)), "the same seed");
        all.sort_by(f64::total_cmp);
        assert!(all[0] > 0.0 && all[19] <= 60.0 && all[0] < all[19] / 2.0, "{all:?}");
        println!("the first move of a 12k takes {all:.1?} s");
    }

    #[test]
    fn settings_and_clocks_bound_the_wait() {
        let mut session = session(3, true);
        session.settings.human.delay_move_max = 0.25;
        assert!(seconds(&session) <= 0.25);
        session.settings.human.delay_move_max = 1e6;
        let (main, period) = (Duration::ZERO, Duration::from_millis(300));
        session.set_time(TimeSettings::Byoyomi { main, period, periods: 1 });
        assert!(seconds(&session) <= 0.3, "{}", seconds(&session));
    }

    #[test]
    fn who_stops_it_need_not_wait() {
        let mut session = session(3, true);
        session.settings.human.delay_move_max = 1e6;
        let began = session.turn_began();
        // This would take an hour.
        wait_until(began + Duration::from_secs(3600), &AtomicBool::new(true));
        assert_eq!(session.turn_began(), began, "still the same turn");
        session.play(Colour::Black, Move::Pass).unwrap();
        assert_ne!(session.turn_began(), began);
    }
}
