//! What a game looks like on a page.

use board::{Colour, Game, Point, area};
use partner::Session;

use super::Seated;
use crate::count::count;
use crate::lesson::in_words;
use crate::messages::{GameState, Lesson, ObjectionShown, Phase, Taken, Why};
use crate::moves::Step;
use crate::shown::{from_the_top, name, stone_sign};
use crate::times;

impl Seated {
    pub fn state(&self) -> GameState {
        let (position, size) = (self.session.position(), self.session.size());
        let (board, is_counted) =
            (position.board(), self.phase != Phase::Playing && self.unfinished().is_none());
        let area = is_counted.then(|| area(board, &self.dead));
        let top_down = |sign: &dyn Fn(Point) -> Option<Colour>| -> String {
            from_the_top(size).map(|p| sign(p).map_or('.', stone_sign)).collect()
        };
        let [black, white] = Colour::BOTH.map(|colour| position.captures(colour));
        let lesson = self.lesson();
        GameState {
            id: self.id.clone(),
            size: size.width(),
            komi: position.komi().points(),
            rules: self.wanted.rules.clone(),
            handicap: self.wanted.handicap,
            partner: self.wanted.partner.clone(),
            you: name(self.you),
            to_move: name(self.to_move()),
            phase: self.phase,
            thinking: self.is_partners_turn(),
            moves: position_moves(&self.session),
            stones: top_down(&|p| board.colour(p)),
            taken: Taken { black: black as usize, white: white as usize },
            dead: self.dead.iter().map(|p| p.to_string()).collect(),
            owners: area.map(|area| top_down(&|p| area.of(p))),
            score: is_counted.then(|| position.score(&self.dead).to_string()),
            objection: self.objection.as_ref().map(|objection| ObjectionShown {
                sentence: objection.sentence.clone(),
                stones: objection.stones.iter().map(|p| p.to_string()).collect(),
                score: objection.count.to_string(),
            }),
            would_resign: self.would_resign(),
            count: is_counted.then(|| count(position, &self.dead)),
            result: self.result.clone(),
            said: self.said.clone(),
            reason: self.why().and_then(|why| why.reason.clone()),
            table: self.why().map_or(Vec::new(), |why| why.table.clone()),
            graph: self.moves.graph(),
            before: lesson.as_ref().map(|lesson| self.stones_before(lesson.number)),
            lesson,
            costs: self.costs(),
            tree: self.moves.steps().iter().map(|step| (step.after, step.at.clone())).collect(),
            here: self.moves.here(),
            clocks: times::shown(
                &self.session,
                self.wanted.clock.as_ref(),
                self.you,
                &self.turn,
                self.is_being_played(),
            ),
        }
    }

    /// The moves on the board, the last one first.
    fn latest(&self) -> impl Iterator<Item = &Step> {
        self.moves.line().into_iter().rev().map(|place| &self.moves.steps()[place])
    }

    /// Why the partner played its last move; nothing where it said something else since.
    fn why(&self) -> Option<&Why> {
        let why = self.gave_up.as_ref().or_else(|| self.latest().find_map(|step| step.why.as_ref()));
        why.filter(|why| Some(&why.sentence) == self.said.as_ref())
    }

    /// On the player's last move, if it was taught.
    fn lesson(&self) -> Option<Lesson> {
        let last = self.moves.line().len();
        (last.saturating_sub(1)..=last).rev().find_map(|number| self.lesson_on(number))
    }

    /// On the move with a number, from all that is known by now.
    fn lesson_on(&self, number: usize) -> Option<Lesson> {
        let place = *self.moves.line().get(number.checked_sub(1)?)?;
        let step = &self.moves.steps()[place];
        match self.moves.taught(place, self.you, self.session.size()) {
            Some(taught) => {
                Some(taught.lesson(number, self.game_before(number).position(), step.reason.as_ref()))
            }
            None => step.lesson.clone().map(in_words),
        }
    }

    /// The game before the move with a number.
    pub(super) fn game_before(&self, number: usize) -> Game {
        let mut game = self.session.game().clone();
        while game.moves().len() >= number && game.undo().is_some() {}
        game
    }

    /// The stones before the move with a number.
    fn stones_before(&self, number: usize) -> String {
        let game = self.game_before(number);
        let board = game.position().board();
        from_the_top(self.session.size()).map(|p| board.colour(p).map_or('.', stone_sign)).collect()
    }

    fn costs(&self) -> Vec<(usize, f32)> {
        let line = self.moves.line().into_iter().enumerate();
        let cost = |place: usize| match self.moves.taught(place, self.you, self.session.size()) {
            Some(taught) => Some(taught.cost()),
            None => self.moves.steps()[place].lesson.as_ref().map(|lesson| lesson.cost),
        };
        line.filter_map(|(before, place)| cost(place).map(|cost| (before + 1, cost))).collect()
    }

    /// The result of a game that ended before it was counted.
    fn unfinished(&self) -> Option<&str> {
        self.result.as_deref().filter(|result| result.ends_with(['R', 'T']))
    }
}

fn position_moves(session: &Session) -> Vec<(&'static str, String)> {
    session.game().moves().iter().map(|(colour, mv)| (name(*colour), mv.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use partner::{Choice, LoadedNetworks, Reason, ThinkRequest};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::messages::CountOfSide;

    #[test]
    fn a_partner_that_gives_up_says_why_and_is_kept() {
        let wanted = r#"{"size":5,"colour":"white","rules":"chinese",
                         "partner":{"strength":"gentle","seconds":1.0,"aim":"win"}}"#;
        let (wanted, nets) = (serde_json::from_str(wanted).unwrap(), LoadedNetworks::default());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seated = Seated::new("a".into(), wanted, &nets, &mut random).unwrap();
        let mut decision = seated.session().think(&ThinkRequest::regression(Colour::Black)).unwrap();
        let reason = Reason::Resigned { moves: 3 };
        (decision.choice, decision.reason) = (Choice::Resign, reason);
        seated.play_decision(&decision).unwrap();
        let text = serde_json::to_string(&seated.kept()).unwrap();
        let mut again = Seated::from_kept("a".into(), serde_json::from_str(&text).unwrap(), &nets).unwrap();
        for state in [seated.state(), again.state()] {
            assert_eq!((state.result.as_deref(), state.reason.as_deref()), (Some("W+R"), Some("resigned")));
            assert!(state.said.unwrap().starts_with("I resign") && !state.table.is_empty());
        }
        // Who goes on from before that has not given up.
        again.go(None).unwrap();
        assert_eq!(again.state().reason, None);
    }

    #[test]
    fn a_count_can_be_checked_by_hand() {
        let kept = r#"{"wanted":{"size":5,"colour":"black","komi":6.5,"rules":"japanese",
            "start":{"stones":".XO...XO...XO...XO...XO..","white_first":false},
            "partner":{"strength":"gentle","seconds":1.0,"aim":"win"}},"plays_black":true,"moves":["E5","pass","pass"],
            "phase":"counting","dead":["E5"],"result":null,"said":null,"graph":[]}"#;
        let kept = serde_json::from_str(kept).unwrap();
        let state = Seated::from_kept("a".into(), kept, &LoadedNetworks::default()).unwrap().state();
        let count = state.count.unwrap();
        assert_eq!((state.score.as_deref(), count.scoring), (Some("W+12.5"), "territory"));
        let side = |side: CountOfSide| (side.territory, side.prisoners, side.komi, side.total);
        assert_eq!(side(count.black), (5, 0, 0.0, 5.0));
        assert_eq!(side(count.white), (10, 1, 6.5, 17.5));
    }
}
