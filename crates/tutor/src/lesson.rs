//! What a player's move cost, and what would have been better.

use board::{Colour, Move, Position, Rank};
use review::{Explained, PositionAnalysis, praise, verdict};
use serde::{Deserialize, Serialize};
use speech::{Audience, Detail, Reason, english};

use crate::considered::{ConsideredMove, Steered};
use crate::seen_by::SeenBy;

/// What a move of the player's cost, in points and of the win rate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Lesson {
    pub number: usize,
    #[serde(rename = "at")]
    pub played: Move,
    #[serde(rename = "cost")]
    pub points: f32,
    #[serde(rename = "chance")]
    pub win_rate: f32,
    /// What the partner would have played, and how it would have gone on; `None` where nothing was better.
    pub better: Option<Vec<Move>>,
    /// Whether the partner itself had named the move.
    #[serde(default)]
    pub named: bool,
    /// Whether the move cost something that players somewhat stronger rarely see either: it can be shown, and is not dwelt on.
    #[serde(default)]
    pub is_quiet: bool,
    /// All of it in words. Games that were saved by older programs have none.
    #[serde(default)]
    pub sentence: String,
}

/// Why the partner did what it did: a sentence, the reason in a word, and the moves it chose among, its own first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Remark {
    pub sentence: String,
    /// The same with numbers, for who asks, where the sentence has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<String>,
    /// Games that were saved by older programs have none.
    #[serde(default)]
    pub reason: Option<String>,
    #[serde(rename = "table")]
    pub considered: Vec<ConsideredMove>,
    /// How the move steered the game, where the partner aims at a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steered: Option<Steered>,
}

/// Points below which a move counts as good as the best one: no search is surer.
const NOTHING: f32 = 0.3;
/// The same for a move that the partner itself named: it does not call that bad for little.
const NOTHING_OF_ITS_OWN: f32 = 1.0;

/// A move of the player's, with what is known of the positions before and after it.
pub struct Taught<'a> {
    pub player: Colour,
    pub played: Move,
    pub before: &'a PositionAnalysis,
    pub after: &'a PositionAnalysis,
    /// Whether the partner itself had named the move.
    pub named: bool,
    /// Who would have seen something better, and whether few find the move: where the player's rank is known.
    pub seen_by: Option<SeenBy>,
    pub is_hard: bool,
}

impl Taught<'_> {
    /// What the move cost in points: what the best one promised, without what there is after it.
    pub fn cost(&self) -> f32 {
        let cost = self.before.lost(self.player, self.played, self.after);
        if cost < if self.named { NOTHING_OF_ITS_OWN } else { NOTHING } { 0.0 } else { cost }
    }

    /// The rank of players who would rarely have seen something better either, where there is no lesson in the move.
    fn beyond(&self) -> Option<Rank> {
        self.seen_by.filter(|_| !self.named).and_then(|seen_by| seen_by.beyond(self.cost()))
    }

    /// The lesson on the move with a number, which was played in `position`.
    pub fn lesson(
        &self,
        number: usize,
        position: &Position,
        reason: Option<&Reason>,
        detail: Detail,
    ) -> Lesson {
        let cost = self.cost();
        let is_best = cost == 0.0;
        let win_rate = (self.before.best_win_rate.of(self.player), self.after.win_rate.of(self.player));
        Lesson {
            number,
            played: self.played,
            points: cost,
            win_rate: if is_best { 0.0 } else { (win_rate.0 - win_rate.1).max(0.0) },
            better: (!is_best).then(|| self.before.sequence.clone()),
            named: self.named,
            is_quiet: self.beyond().is_some(),
            sentence: english::lesson(&self.statement(position, reason, win_rate), detail),
        }
    }

    /// What there is to say about it.
    fn statement(
        &self,
        position: &Position,
        reason: Option<&Reason>,
        win_rate: (f32, f32),
    ) -> speech::Lesson {
        let points = self.cost();
        if points == 0.0 {
            return speech::Lesson::Good(praise(position, self.player, self.played, self.is_hard));
        }
        // What even stronger players rarely see is no lesson yet.
        if let Some(rank) = self.beyond() {
            return speech::Lesson::Beyond { rank };
        }
        let verdict = verdict(&Explained {
            position,
            colour: self.player,
            played: self.played,
            better: self.before.best(),
            answer: self.after.best(),
            reason,
            difficulty: self.seen_by.and_then(|seen_by| seen_by.difficulty()),
            points,
            win_rate,
            audience: Audience::Player,
        });
        if self.named { speech::Lesson::NamedButBad(verdict) } else { speech::Lesson::Bad(verdict) }
    }
}

impl Lesson {
    /// A lesson that an older program saved without words gets some.
    pub(crate) fn in_words(mut self) -> Lesson {
        if self.sentence.is_empty() {
            let better = self.better.as_ref().and_then(|better| better.first().copied());
            let brief = speech::Lesson::Brief { played: self.played, points: self.points, better };
            self.sentence = english::lesson(&brief, Detail::Numbers);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use board::{Komi, Point, Rules, Size};

    use super::*;

    fn judged(visits: u64, lead: f32, best: Move) -> PositionAnalysis {
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
        let taught = |named| Taught {
            player: Colour::Black,
            played,
            before: &before,
            after: &after,
            named,
            seen_by: None,
            is_hard: false,
        };
        let lesson = taught(false).lesson(1, &position, None, Detail::Numbers);
        assert!((lesson.points - 0.8).abs() < 1e-6, "{lesson:?}");
        assert_eq!(lesson.better.as_deref(), Some([best].as_slice()));
        assert_eq!(lesson.sentence, "E5 was better. A1 cost 0.8 points.");
        // What it named itself is not called bad for little.
        let named = taught(true).lesson(1, &position, None, Detail::Board);
        assert_eq!((named.points, named.better), (0.0, None));
        assert_eq!(named.sentence, "I found nothing better than A1.");
    }
}
