//! Game clocks, and how much time a move may take.

use std::time::Duration;

use board::Size;

/// The time system of a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum TimeSettings {
    #[default]
    Unlimited,
    /// Sudden death: all moves within the main time.
    Absolute { main: Duration },
    /// After the main time, a number of moves in each period.
    Canadian { main: Duration, period: Duration, stones: u32 },
    /// After the main time, one move in each period; a period that runs out is lost.
    Byoyomi { main: Duration, period: Duration, periods: u32 },
    /// Every move adds time, up to a limit.
    Fischer { main: Duration, increment: Duration, limit: Option<Duration>, max_per_move: Option<Duration> },
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    settings: TimeSettings,
    left: Duration,
    /// Moves (Canadian) or periods (byo-yomi) left once the main time is over.
    overtime: Option<u32>,
}

/// The least time for a sensible move.
const SHORTEST: Duration = Duration::from_millis(1);

impl Default for Clock {
    fn default() -> Clock {
        Clock::new(TimeSettings::Unlimited)
    }
}

impl Clock {
    /// A clock at the start of the game.
    pub fn new(settings: TimeSettings) -> Clock {
        let (left, overtime) = match settings {
            TimeSettings::Unlimited => (Duration::ZERO, None),
            TimeSettings::Absolute { main } | TimeSettings::Fischer { main, .. } => (main, None),
            TimeSettings::Canadian { main, period, stones } => start(main, period, stones),
            TimeSettings::Byoyomi { main, period, periods } => start(main, period, periods),
        };
        Clock { settings, left, overtime }
    }

    pub fn settings(&self) -> TimeSettings {
        self.settings
    }

    pub fn left(&self) -> Duration {
        self.left
    }

    /// Moves or periods left in overtime; `None` in the main time.
    pub fn overtime(&self) -> Option<u32> {
        self.overtime
    }

    /// How long until the flag falls if no move is made; `None` when it never does.
    pub fn lasts(&self) -> Option<Duration> {
        match (self.settings, self.overtime) {
            (TimeSettings::Unlimited, _) => None,
            (TimeSettings::Byoyomi { period, periods, .. }, None) => Some(self.left + period * periods),
            (TimeSettings::Byoyomi { period, .. }, Some(periods)) => {
                Some(self.left + period * periods.saturating_sub(1))
            }
            (TimeSettings::Canadian { period, .. }, None) => Some(self.left + period),
            _ => Some(self.left),
        }
    }

    /// Adopts a referee's report: `stones` is 0 in main time, the moves left in Canadian overtime, and the periods left
    /// in byo-yomi. Without a known time system, the report decides which it is.
    pub fn correct(&mut self, left: Duration, stones: u32) {
        if self.settings == TimeSettings::Unlimited && !left.is_zero() {
            self.settings = match stones {
                0 => TimeSettings::Absolute { main: left },
                _ => TimeSettings::Canadian { main: Duration::ZERO, period: left, stones },
            };
        }
        self.left = left;
        self.overtime = match self.settings {
            TimeSettings::Canadian { .. } | TimeSettings::Byoyomi { .. } if stones > 0 => Some(stones),
            _ => None,
        };
    }

    /// Runs the clock while its player thinks.
    pub fn run(&mut self, used: Duration) {
        let over = used.saturating_sub(self.left);
        let all = self.lasts().unwrap_or_default().saturating_sub(used);
        self.left = self.left.saturating_sub(used);
        match (self.settings, self.overtime) {
            (TimeSettings::Byoyomi { period, periods, .. }, _) if all <= period * periods => {
                let begun = (all.as_secs_f64() / period.as_secs_f64().max(1e-9)).ceil().max(1.0);
                self.left = all.saturating_sub(period.mul_f64(begun - 1.0));
                self.overtime = Some(begun as u32);
            }
            (TimeSettings::Canadian { period, stones, .. }, None) if self.left.is_zero() => {
                self.left = period.saturating_sub(over);
                self.overtime = Some(stones);
            }
            _ => {}
        }
    }

    /// Charges a move's time, for referees that do not report the time left.
    pub fn spend(&mut self, used: Duration) {
        let over = used.saturating_sub(self.left);
        self.left = self.left.saturating_sub(used);
        match (self.settings, self.overtime) {
            (TimeSettings::Unlimited | TimeSettings::Absolute { .. }, _) => {}
            (TimeSettings::Fischer { increment, limit, .. }, _) => {
                self.left = (self.left + increment).min(limit.unwrap_or(Duration::MAX));
            }
            (TimeSettings::Canadian { main: _, period, stones }, None) if self.left.is_zero() => {
                self.left = period.saturating_sub(over);
                self.overtime = Some(stones);
                self.move_in_canadian(period, stones);
            }
            (TimeSettings::Canadian { period, stones, .. }, Some(_)) => self.move_in_canadian(period, stones),
            (TimeSettings::Byoyomi { period, periods, .. }, None) if self.left.is_zero() => {
                self.left = period;
                self.overtime = Some(periods.saturating_sub(lost_periods(over, period)).max(1));
            }
            (TimeSettings::Byoyomi { period, .. }, Some(periods)) => {
                let lost = lost_periods(over, period) + u32::from(!over.is_zero());
                self.left = period;
                self.overtime = Some(periods.saturating_sub(lost).max(1));
            }
            (TimeSettings::Canadian { .. } | TimeSettings::Byoyomi { .. }, None) => {}
        }
    }

    fn move_in_canadian(&mut self, period: Duration, stones: u32) {
        match self.overtime {
            Some(n) if n > 1 => self.overtime = Some(n - 1),
            _ => {
                self.overtime = Some(stones);
                self.left = period;
            }
        }
    }
}

fn start(main: Duration, period: Duration, count: u32) -> (Duration, Option<u32>) {
    if main.is_zero() { (period, Some(count)) } else { (main, None) }
}

fn lost_periods(over: Duration, period: Duration) -> u32 {
    if period.is_zero() { 0 } else { (over.as_secs_f64() / period.as_secs_f64()) as u32 }
}

/// The time a move may take; `None` for no limit. `lag` is reserved for the move's way to the referee, so that the flag
/// does not fall on the way.
pub fn allot(clock: &Clock, move_number: usize, size: Size, lag: Duration) -> Option<Duration> {
    let left = usable(clock.left, lag);
    let share = left.div_f64(moves_ahead(move_number, size));
    let time = match (clock.settings, clock.overtime) {
        (TimeSettings::Unlimited, _) => return None,
        (TimeSettings::Absolute { .. }, _) => share,
        (TimeSettings::Canadian { .. }, Some(stones)) => left / stones.max(1),
        (TimeSettings::Byoyomi { .. }, Some(_)) => left,
        // Overtime is as good as main time: a move may take at least its share of overtime.
        (TimeSettings::Canadian { period, stones, .. }, None) => {
            share.max(usable(period, lag) / stones.max(1))
        }
        (TimeSettings::Byoyomi { period, .. }, None) => share.max(usable(period, lag)),
        (TimeSettings::Fischer { increment, max_per_move, .. }, _) => (share + increment.mul_f64(0.9))
            .min(left)
            .min(max_per_move.map_or(Duration::MAX, |m| usable(m, lag))),
    };
    Some(time.max(SHORTEST))
}

/// Usable time: all but the lag, but at least a tenth.
fn usable(left: Duration, lag: Duration) -> Duration {
    left.saturating_sub(lag).max(left / 10).min(left.mul_f64(0.95))
}

/// Own moves to reserve time for. A game has about 0.8 moves per point of the board.
fn moves_ahead(move_number: usize, size: Size) -> f64 {
    let points = size.points() as f64;
    let played = move_number as f64 / 2.0;
    // Half the estimate early on: the opening and the fights decide more than the last endgame moves.
    ((0.4 * points - played) * 0.7).max(0.1 * points).max(6.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Duration = Duration::from_millis(200);

    fn s(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn size(side: usize) -> Size {
        Size::square(side).unwrap()
    }

    /// Plays a whole game by the clock, each move taking all its time and a little more; panics when
    /// the flag falls.
    fn survives(settings: TimeSettings, side: usize, moves: usize) {
        let mut clock = Clock::new(settings);
        for move_number in 0..moves {
            let time = allot(&clock, move_number * 2, size(side), LAG).unwrap();
            let used = time + Duration::from_millis(5);
            match (settings, clock.overtime) {
                (TimeSettings::Canadian { period, stones, .. }, None) => {
                    assert!(used <= clock.left + period / stones, "{settings:?} at {move_number}")
                }
                (TimeSettings::Byoyomi { period, .. }, None) => assert!(used < clock.left + period),
                _ => {
                    assert!(used <= clock.left, "{settings:?} at {move_number}: {used:?} of {:?}", clock.left)
                }
            }
            clock.spend(used);
        }
    }

    #[test]
    fn the_flag_never_falls() {
        for side in [2, 9, 19] {
            for main in [5.0, 60.0, 1800.0] {
                survives(TimeSettings::Absolute { main: s(main) }, side, side * side / 2);
                survives(TimeSettings::Canadian { main: s(main), period: s(30.0), stones: 10 }, side, 400);
                survives(TimeSettings::Byoyomi { main: s(main), period: s(10.0), periods: 3 }, side, 400);
                let (limit, max_per_move) = (Some(s(main + 1.0)), Some(s(20.0)));
                survives(
                    TimeSettings::Fischer { main: s(main), increment: s(2.0), limit, max_per_move },
                    side,
                    400,
                );
            }
            survives(TimeSettings::Byoyomi { main: s(0.0), period: s(1.0), periods: 1 }, side, 400);
            survives(TimeSettings::Canadian { main: s(0.0), period: s(5.0), stones: 25 }, side, 400);
        }
    }

    #[test]
    fn no_clock_no_limit() {
        assert_eq!(allot(&Clock::default(), 0, size(19), LAG), None);
    }

    #[test]
    fn the_main_time_lasts_for_a_game() {
        let clock = Clock::new(TimeSettings::Absolute { main: s(600.0) });
        let first = allot(&clock, 0, size(19), LAG).unwrap();
        assert!(first > s(3.0) && first < s(10.0), "{first:?}");
    }

    #[test]
    fn overtime_gives_at_least_its_share() {
        let mut clock = Clock::new(TimeSettings::Byoyomi { main: s(60.0), period: s(30.0), periods: 5 });
        assert!(allot(&clock, 0, size(19), LAG).unwrap() >= s(28.0));
        clock.correct(s(30.0), 5);
        assert_eq!(allot(&clock, 100, size(19), LAG), Some(s(28.5)));
        let mut clock = Clock::new(TimeSettings::Canadian { main: s(60.0), period: s(300.0), stones: 25 });
        clock.correct(s(150.0), 10);
        let time = allot(&clock, 100, size(19), LAG).unwrap();
        assert!(time > s(14.0) && time <= s(15.0), "{time:?}");
    }

    #[test]
    fn periods_and_stones_are_counted() {
        let mut clock = Clock::new(TimeSettings::Canadian { main: s(10.0), period: s(30.0), stones: 3 });
        clock.spend(s(4.0));
        assert_eq!((clock.left(), clock.overtime()), (s(6.0), None));
        clock.spend(s(8.0));
        assert_eq!((clock.left(), clock.overtime()), (s(28.0), Some(2)));
        clock.spend(s(8.0));
        clock.spend(s(8.0));
        assert_eq!((clock.left(), clock.overtime()), (s(30.0), Some(3)));
        let mut clock = Clock::new(TimeSettings::Byoyomi { main: s(0.0), period: s(10.0), periods: 3 });
        clock.spend(s(9.0));
        assert_eq!((clock.left(), clock.overtime()), (s(10.0), Some(3)));
        clock.spend(s(11.0));
        assert_eq!((clock.left(), clock.overtime()), (s(10.0), Some(2)));
    }

    #[test]
    fn the_flag_falls_when_everything_is_used() {
        assert_eq!(Clock::default().lasts(), None);
        let mut clock = Clock::new(TimeSettings::Byoyomi { main: s(20.0), period: s(10.0), periods: 3 });
        assert_eq!(clock.lasts(), Some(s(50.0)));
        clock.spend(s(25.0));
        assert_eq!(clock.lasts(), Some(s(30.0)), "a period that was begun and not used up comes back");
        clock.spend(s(15.0));
        assert_eq!(clock.lasts(), Some(s(20.0)));
        assert_eq!(Clock::new(TimeSettings::Absolute { main: s(7.0) }).lasts(), Some(s(7.0)));
        let canadian = TimeSettings::Canadian { main: s(5.0), period: s(30.0), stones: 10 };
        assert_eq!(Clock::new(canadian).lasts(), Some(s(35.0)));
    }

    #[test]
    fn a_clock_runs_while_its_player_thinks() {
        let settings = TimeSettings::Byoyomi { main: s(20.0), period: s(10.0), periods: 3 };
        for (used, left, overtime) in [
            (5.0, 15.0, None),
            (20.0, 10.0, Some(3)),
            (24.0, 6.0, Some(3)),
            (31.0, 9.0, Some(2)),
            (49.0, 1.0, Some(1)),
            (60.0, 0.0, Some(1)),
        ] {
            let mut clock = Clock::new(settings);
            clock.run(s(used));
            assert_eq!((clock.left(), clock.overtime()), (s(left), overtime), "after {used} s");
            // In two parts it is the same.
            let mut parts = Clock::new(settings);
            [0.4, 0.6].iter().for_each(|part| parts.run(s(used).mul_f64(*part)));
            assert_eq!((parts.left(), parts.overtime()), (clock.left(), clock.overtime()));
            assert_eq!(clock.lasts(), Some(s((50.0f64 - used).max(0.0))));
        }
        let mut clock = Clock::new(TimeSettings::Canadian { main: s(5.0), period: s(30.0), stones: 4 });
        clock.run(s(7.0));
        assert_eq!((clock.left(), clock.overtime()), (s(28.0), Some(4)));
        let mut clock = Clock::default();
        clock.run(s(7.0));
        assert_eq!(clock, Clock::default());
    }

    #[test]
    fn a_report_is_believed_even_without_settings() {
        let mut clock = Clock::default();
        clock.correct(Duration::ZERO, 0);
        assert_eq!(allot(&clock, 0, size(9), LAG), None);
        clock.correct(s(60.0), 0);
        assert!(allot(&clock, 0, size(9), LAG).unwrap() < s(5.0));
        let mut clock = Clock::default();
        clock.correct(s(60.0), 10);
        assert!(allot(&clock, 0, size(9), LAG).unwrap() <= s(6.0));
    }

    #[test]
    fn a_falling_flag_still_gets_a_move() {
        let mut clock = Clock::new(TimeSettings::Absolute { main: s(60.0) });
        clock.correct(Duration::ZERO, 0);
        assert_eq!(allot(&clock, 50, size(9), LAG), Some(SHORTEST));
    }
}
