//! Where a steered game is to end, and where it has to be on the way there.

use board::{Colour, Position, Scoring};

use crate::endgame::{EndgameSigns, MAX_SPREAD, USUAL_SPREAD_SCALE};
use crate::settings::{Steering, SteeringAim};

/// The lead until the endgame of those who play for one.
const AHEAD: f32 = 10.0;
/// The share of what a move is worth that a mistake usually loses. Drift is at most that: when little is left to play for,
/// little can be lost.
const MISTAKE: f32 = 0.3;
/// How many of the opponent's mistakes stand for a reserve.
const MISTAKES: f32 = 3.0;
/// Who is to lose counts on this many times as many mistakes, and so is further behind before they come: large ones late in
/// a game can hardly be given back.
const MISTAKES_TO_LOSE: f32 = 4.5;
/// Moves for each point of the board after which a game has to be where it is to end. Until then it is more and more so.
const DECIDED: f32 = 0.28;
/// The widest spread that tolerances are made of, in points for each line of the board.
const WIDEST: f32 = 1.0;
/// How often games are to be won against a 1 dan, and by how much less for each point that the opponent's moves lose beyond
/// what those of a 1 dan do: whoever errs more does not win all the games that they are to win, and whoever errs less wins
/// some that they are not to win.
const WINS: f64 = 0.69;
const WINS_PER_POINT: f64 = 0.52;
const LOSS_OF_1D: f64 = 0.6;
const MOST_WINS: f64 = 0.68;
/// And at least this often on 9×9, where those who err most win hardly half of the games that they are to win, and on the
/// boards where a point counts twice.
const LEAST_WINS: [f64; 2] = [0.05, 0.3];
/// How often before the opponent's moves tell anything. Who turns out to be strong does not give back what they were given
/// by mistake.
const WINS_AT_FIRST: f64 = 0.5;

/// How much more a point away from the aim counts than on 9×9, from 1 to 2. On larger boards small mistakes are more, and add
/// up to leads that nothing natural gives back at once.
pub(super) fn strictness(side: usize) -> f32 {
    (side as f32 / 9.0).powi(2).clamp(1.0, 2.0)
}

/// What steering must know of the game.
#[derive(Clone, Copy)]
pub(crate) struct SteeringScene {
    /// The side of the board.
    pub side: usize,
    /// The standard deviation of the final score, as `default` expects it.
    pub spread: f32,
    /// Moves of the game so far, or stones on the board, for each of its points.
    pub played: f32,
    /// Points that a pass would lose: what a move is worth now.
    pub pass_cost: f32,
    /// Points by which the game goes the own way with each of the opponent's moves, as far as earlier ones tell. It is
    /// below 0 against somebody who punishes more than the searches saw.
    pub drift: f32,
    /// From 0 to 1, drawn once for every game.
    pub game_chance: f64,
    pub results: Results,
}

impl SteeringScene {
    /// Where the lead has to be after the own move.
    pub fn aim(&self, steering: &Steering) -> Aim {
        let wanted = self.wanted(steering);
        let most = MISTAKE * self.pass_cost.max(0.0);
        let foresight = steering.foresight * if wanted == Wanted::Lose { MISTAKES_TO_LOSE } else { 1.0 };
        let mistake = foresight * self.drift.clamp(-most, most);
        let result = self.result(steering);
        let (after_reply, mistake) = match wanted {
            Wanted::Win => (result + self.reserve(steering, MISTAKES * self.drift), mistake),
            // Nobody's strength is counted on to lose.
            Wanted::Lose => (result - self.reserve(steering, 0.0), mistake.max(0.0)),
            Wanted::Even => (result, mistake),
        };
        // A game begins even, and where it is to go shows by and by.
        let decided = self.decided();
        Aim {
            wanted,
            result: decided * result,
            after_reply: decided * after_reply,
            mistake: decided * mistake,
        }
    }

    /// The spread that tolerances are made of: however large a fight is, once it is won nothing can be given back any more.
    pub fn tolerated_spread(&self) -> f32 {
        self.spread.min(WIDEST * self.side as f32)
    }

    /// How far beyond the result a lead has to be as long as much is open. To win, mistakes to come are as good as points.
    fn reserve(&self, steering: &Steering, mistakes: f32) -> f32 {
        (steering.reserve * self.spread - mistakes.max(0.0)).max(0.0)
    }

    fn wanted(&self, steering: &Steering) -> Wanted {
        match steering.aim {
            SteeringAim::Half if self.game_chance < self.wins() => Wanted::Win,
            SteeringAim::Half | SteeringAim::Lose => Wanted::Lose,
            SteeringAim::Win | SteeringAim::Lead => Wanted::Win,
            SteeringAim::Even => Wanted::Even,
        }
    }

    fn wins(&self) -> f64 {
        let large = f64::from(strictness(self.side)) - 1.0;
        let least = (1.0 - large) * LEAST_WINS[0] + large * LEAST_WINS[1];
        let wins = (WINS - WINS_PER_POINT * (f64::from(self.drift) - LOSS_OF_1D)).clamp(least, MOST_WINS);
        let decided = f64::from(self.decided());
        decided * wins + (1.0 - decided) * WINS_AT_FIRST
    }

    /// From 0 to 1: how far the game is on the way to where it is to end.
    fn decided(&self) -> f32 {
        (self.played / DECIDED).min(1.0)
    }

    /// The final lead to aim at, or for those who play for a lead, the one to have now.
    fn result(&self, steering: &Steering) -> f32 {
        let little = steering.margin * self.side as f32;
        let win = self.results.nearest(little).max(self.results.least_win());
        match self.wanted(steering) {
            Wanted::Lose => self.results.nearest(-little).min(self.results.least_loss()),
            Wanted::Even => self.results.nearest(0.0),
            Wanted::Win if steering.aim != SteeringAim::Lead => win,
            Wanted::Win if self.is_endgame() => {
                win + (AHEAD - win) * (self.signs().spread / MAX_SPREAD).min(1.0)
            }
            Wanted::Win => AHEAD,
        }
    }

    fn is_endgame(&self) -> bool {
        self.signs().has_begun(self.side)
    }

    fn signs(&self) -> EndgameSigns {
        EndgameSigns { spread: self.spread * USUAL_SPREAD_SCALE, pass_cost: self.pass_cost }
    }
}

/// What is to become of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Win,
    Lose,
    Even,
}

/// A lead to aim at. Leads are what both sides would make of a position without mistakes, so who plays with somebody
/// weaker must be behind to end even.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Aim {
    pub wanted: Wanted,
    /// The own lead in the end, with komi.
    pub result: f32,
    /// The one that is to be there when the opponent has replied.
    pub after_reply: f32,
    /// Points that a reply usually loses.
    pub mistake: f32,
}

impl Aim {
    /// The own lead to aim at with a move that is followed by a usual reply.
    pub fn lead(&self) -> f32 {
        self.after_reply - self.mistake
    }

    /// The lead to expect when the opponent has replied to a move with this lead. `mistake` is what people would lose with
    /// their reply, if that is known: mistakes that spoil the aim are expected, and those that serve it only as far as
    /// they are usual.
    pub fn after(&self, lead: f32, mistake: Option<f32>) -> f32 {
        let mistake = mistake.unwrap_or(self.mistake);
        lead + match self.wanted {
            Wanted::Win => mistake.min(self.mistake),
            Wanted::Lose => mistake.max(self.mistake),
            Wanted::Even => self.mistake,
        }
    }

    /// How far that is above the aim.
    pub fn away(&self, lead: f32, mistake: Option<f32>) -> f32 {
        self.after(lead, mistake) - self.after_reply
    }
}

/// The leads at which a game can end: one of them, and how far it is to the next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Results {
    one: f32,
    step: f32,
}

impl Results {
    /// For `side`. Under area rules every point is somebody's in the end, so that results are two points apart; a seki
    /// with a point that is nobody's is left out of account.
    pub fn of(position: &Position, side: Colour) -> Results {
        let points = match position.rules().scoring {
            Scoring::Area => (position.size().points() % 2) as f32,
            Scoring::Territory => 0.0,
        };
        let step = if position.rules().scoring == Scoring::Area { 2.0 } else { 1.0 };
        let black = points - position.komi_with_bonus().points() as f32;
        Results { one: if side == Colour::Black { black } else { -black }, step }
    }

    pub fn nearest(&self, lead: f32) -> f32 {
        self.at(((lead - self.one) / self.step).round())
    }

    /// The smallest win.
    pub fn least_win(&self) -> f32 {
        self.at((-self.one / self.step).floor() + 1.0)
    }

    /// The smallest loss.
    pub fn least_loss(&self) -> f32 {
        self.at((-self.one / self.step).ceil() - 1.0)
    }

    fn at(&self, steps: f32) -> f32 {
        self.one + self.step * steps
    }
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Size};

    use super::*;

    fn results(rules: Rules, side: usize, komi: f64, colour: Colour) -> Results {
        let position = Position::new(Size::square(side).unwrap(), rules, Komi::new(komi).unwrap());
        Results::of(&position, colour)
    }

    #[test]
    fn results_that_can_happen() {
        // 44 points to 37 lose by half a point, 45 to 36 win by one and a half.
        let black = results(Rules::CHINESE, 9, 7.5, Colour::Black);
        assert_eq!((black.least_win(), black.least_loss(), black.nearest(3.0)), (1.5, -0.5, 3.5));
        let white = results(Rules::CHINESE, 9, 7.5, Colour::White);
        assert_eq!((white.least_win(), white.least_loss(), white.nearest(3.0)), (0.5, -1.5, 2.5));
        let territory = results(Rules::JAPANESE, 9, 6.5, Colour::Black);
        assert_eq!((territory.least_win(), territory.least_loss()), (0.5, -0.5));
        let draws = results(Rules::CHINESE, 9, 7.0, Colour::Black);
        assert_eq!((draws.nearest(0.4), draws.least_win(), draws.least_loss()), (0.0, 2.0, -2.0));
        let even = results(Rules::CHINESE, 10, 7.5, Colour::Black);
        assert_eq!((even.least_win(), even.least_loss()), (0.5, -1.5));
    }

    fn scene(side: usize) -> SteeringScene {
        let results = results(Rules::CHINESE, side, 7.5, Colour::White);
        SteeringScene {
            side,
            spread: 4.0,
            played: 0.5,
            pass_cost: 2.0,
            drift: 0.0,
            game_chance: 0.3,
            results,
        }
    }

    #[test]
    fn half_a_point_is_an_aim_too() {
        let least = |aim| Steering { aim, margin: 0.0, reserve: 0.0, ..Steering::default() };
        assert_eq!(scene(9).aim(&least(SteeringAim::Win)).lead(), 0.5);
        assert_eq!(scene(9).aim(&least(SteeringAim::Lose)).lead(), -1.5);
        assert_eq!(scene(9).aim(&least(SteeringAim::Even)).lead(), 0.5);
    }

    #[test]
    fn mistakes_are_expected_where_there_is_something_to_lose() {
        let steering = Steering { aim: SteeringAim::Even, foresight: 1.0, ..Steering::default() };
        let weak = SteeringScene { drift: 3.0, pass_cost: 15.0, ..scene(9) };
        assert_eq!(weak.aim(&steering).lead(), 0.5 - 3.0);
        let late = SteeringScene { pass_cost: 1.0, ..weak };
        assert!((late.aim(&steering).lead() - 0.2).abs() < 1e-6);
        assert_eq!(SteeringScene { drift: -3.0, ..weak }.aim(&steering).lead(), 3.5);
    }

    #[test]
    fn a_lead_is_given_up_in_the_endgame() {
        let steering = Steering { aim: SteeringAim::Lead, reserve: 0.0, ..Steering::default() };
        let aims = [(10.0, 15.0), (4.9, 9.0), (4.9, 6.0), (0.5, 1.0)].map(|(spread, pass_cost)| {
            SteeringScene { spread, pass_cost, ..scene(13) }.aim(&steering).lead()
        });
        assert_eq!(aims[..2], [10.0; 2], "a quiet position with a big move is no endgame");
        assert!(aims[2] > 9.0 && aims[3] < 6.0, "{aims:?}");
        let small = SteeringScene { spread: 4.5, pass_cost: 6.0, ..scene(19) };
        assert!(!small.is_endgame() && SteeringScene { side: 9, ..small }.is_endgame());
    }

    #[test]
    fn a_game_begins_even() {
        let steering = Steering { aim: SteeringAim::Lose, foresight: 1.0, ..Steering::default() };
        let lead =
            |played| SteeringScene { played, drift: 2.0, pass_cost: 15.0, ..scene(9) }.aim(&steering).lead();
        assert_eq!(lead(0.0), 0.0);
        assert!((lead(0.14) - 0.5 * lead(0.28)).abs() < 1e-5 && lead(0.28) < -4.0, "{}", lead(0.28));
        assert_eq!(lead(0.28), lead(0.9));
    }

    #[test]
    fn large_fights_are_steered_too() {
        let tolerated = |spread| SteeringScene { spread, ..scene(9) }.tolerated_spread();
        assert_eq!([4.0, 9.0, 25.0].map(tolerated), [4.0, 9.0, 9.0]);
    }

    #[test]
    fn as_long_as_much_is_open_the_aim_is_beyond_the_result() {
        let leads = |aim| {
            let steering = Steering { aim, reserve: 0.5, margin: 0.35, ..Steering::default() };
            [20.0, 2.0].map(|spread| SteeringScene { spread, ..scene(9) }.aim(&steering).lead())
        };
        assert_eq!(leads(SteeringAim::Win), [12.5, 3.5]);
        assert_eq!(leads(SteeringAim::Lose), [-13.5, -4.5]);
        assert_eq!(leads(SteeringAim::Even), [0.5, 0.5]);
        let steering = Steering {
            aim: SteeringAim::Win,
            reserve: 0.5,
            foresight: 0.0,
            margin: 0.35,
            ..Steering::default()
        };
        let weak = SteeringScene { spread: 20.0, drift: 2.0, ..scene(9) };
        assert_eq!(weak.aim(&steering).lead(), 6.5);
        assert_eq!(SteeringScene { spread: 2.0, ..weak }.aim(&steering).lead(), 2.5);
    }

    #[test]
    fn mistakes_that_spoil_the_aim_are_expected_and_others_are_not() {
        let aim = |aim, drift| {
            let foresight = if aim == SteeringAim::Lose { 1.0 / MISTAKES_TO_LOSE } else { 1.0 };
            let steering = Steering { aim, foresight, ..Steering::default() };
            SteeringScene { drift, pass_cost: 15.0, ..scene(9) }.aim(&steering)
        };
        let (win, lose) = (aim(SteeringAim::Win, 1.0), aim(SteeringAim::Lose, 1.0));
        assert_eq!((win.after(0.0, Some(5.0)), lose.after(0.0, Some(5.0))), (1.0, 5.0));
        assert_eq!((win.after(0.0, Some(0.0)), lose.after(0.0, Some(0.0))), (0.0, 1.0));
        assert_eq!((win.after(0.0, None), lose.after(0.0, None)), (1.0, 1.0));
        // Nor is the strength of somebody who finds more than the search.
        assert_eq!((aim(SteeringAim::Win, -2.0).mistake, aim(SteeringAim::Lose, -2.0).mistake), (-2.0, 0.0));
    }
}
