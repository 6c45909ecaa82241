//! What a player's move cost, and what would have been better.

use board::{Colour, Move, Position};
use review::{Explained, Judged, Reason, explained, praised};

use crate::messages::Lesson;

/// Points below which a move counts as good as the best one: no search is surer.
const NOTHING: f32 = 0.3;
/// The same for a move that the partner itself named: it does not call that bad for little.
const NOTHING_OF_ITS_OWN: f32 = 1.0;

/// A move of the player's, with what is known of the positions before and after it.
pub struct Taught<'a> {
    pub you: Colour,
    pub played: Move,
    pub before: &'a Judged,
    pub after: &'a Judged,
    /// Whether the partner itself had named the move.
    pub named: bool,
}

impl Taught<'_> {
    /// What the move cost in points: what the best one promised, without what there is after it.
    pub fn cost(&self) -> f32 {
        let cost = self.before.lost(self.you, self.played, self.after);
        if cost < if self.named { NOTHING_OF_ITS_OWN } else { NOTHING } { 0.0 } else { cost }
    }

    /// The lesson on the move with a number, which was played in `position`.
    pub fn lesson(&self, number: usize, position: &Position, reason: Option<&Reason>) -> Lesson {
        let cost = self.cost();
        let is_best = cost == 0.0;
        let win_rate = (self.before.best_win_rate.of(self.you), self.after.win_rate.of(self.you));
        Lesson {
            number,
            at: self.played.to_string(),
            cost,
            chance: if is_best { 0.0 } else { (win_rate.0 - win_rate.1).max(0.0) },
            better: (!is_best).then(|| self.before.sequence.iter().map(ToString::to_string).collect()),
            named: self.named,
            sentence: self.sentence(position, reason, win_rate),
        }
    }

    fn sentence(&self, position: &Position, reason: Option<&Reason>, win_rate: (f32, f32)) -> String {
        let points = self.cost();
        if points == 0.0 {
            return praised(position, self.you, self.played);
        }
        let told = explained(&Explained {
            position,
            colour: self.you,
            played: self.played,
            better: self.before.best(),
            answer: self.after.best(),
            reason,
            points,
            win_rate,
            to_player: true,
        });
        match self.named {
            true => {
                format!("I named {} before, but on a second look I prefer another move. {told}", self.played)
            }
            false => told,
        }
    }
}

/// A lesson that an older program kept without words.
pub fn in_words(mut lesson: Lesson) -> Lesson {
    if lesson.sentence.is_empty() {
        let (at, cost) = (&lesson.at, lesson.cost);
        lesson.sentence = match lesson.better.as_ref().and_then(|better| better.first()) {
            Some(better) => format!("{better} was better. {at} cost {cost:.1} points."),
            None => format!("I found nothing better than {at}."),
        };
    }
    lesson
}

#[cfg(test)]
mod tests {
    use board::{Komi, Point, Rules, Size};

    use super::*;

    fn judged(visits: u64, lead: f32, best: Move) -> Judged {
        let text = format!(
            r#"{{"win_rate":0.5,"lead":{lead},"best_win_rate":0.4,"best_lead":{lead},"visits":{visits},"sequence":["{best}"]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn one_thing_is_said_of_a_move_whoever_named_it() {
        let size = Size::square(9).unwrap();
        let position = Position::new(size, Rules::CHINESE, Komi::ZERO);
        let (played, best) = (Move::Play(Point::new(0, 0)), Move::Play(Point::new(4, 4)));
        let (before, after) = (judged(400, 1.0, best), judged(400, 0.2, Move::Pass));
        let taught = |named| Taught { you: Colour::Black, played, before: &before, after: &after, named };
        let lesson = taught(false).lesson(1, &position, None);
        assert!((lesson.cost - 0.8).abs() < 1e-6, "{lesson:?}");
        assert_eq!(lesson.better.as_deref(), Some(["E5".to_string()].as_slice()));
        assert_eq!(lesson.sentence, "E5 was better. A1 cost 0.8 points.");
        // What it named itself is not called bad for little.
        let named = taught(true).lesson(1, &position, None);
        assert_eq!((named.cost, named.better), (0.0, None));
        assert_eq!(named.sentence, "I found nothing better than A1.");
    }
}
