//! What there is to say about a move: found on the board, put into words elsewhere.

use board::{Colour, Move, Position};
use partner::effects::{Effect, effects};
use speech::{Audience, BetterMove, Consequence, Difficulty, Fight, HardMove, Praise, Reason, Verdict};

use crate::fights::FightStory;
use crate::findability::Findability;
use crate::findings::Findings;
use crate::found_moves::FoundMove;
use crate::mistakes::Mistake;
use crate::reviewed::Reviewed;

/// A move that cost something, and what is known about it.
pub struct Explained<'a> {
    /// Before the move.
    pub position: &'a Position,
    pub colour: Colour,
    pub played: Move,
    pub better: Option<Move>,
    /// What the opponent may answer.
    pub answer: Option<Move>,
    pub reason: Option<&'a Reason>,
    /// How hard something better was to see, where that is known and worth saying.
    pub difficulty: Option<Difficulty>,
    pub points: f32,
    /// The win rate of who played it, before and after.
    pub win_rate: (f32, f32),
    pub audience: Audience,
}

/// Why a move was bad, and what was better.
pub fn verdict(about: &Explained) -> Verdict {
    let better =
        about.better.map(|mv| BetterMove { mv, effects: effects_of(about.position, about.colour, mv) });
    Verdict {
        colour: about.colour,
        played: about.played,
        reason: about.reason.cloned(),
        consequence: consequence(about),
        better,
        difficulty: about.difficulty,
        points: about.points,
        win_rate: about.win_rate,
        audience: about.audience,
    }
}

/// What a move does that nothing better was found than; `is_hard` where few players at this level find it.
pub fn praise(position: &Position, colour: Colour, played: Move, is_hard: bool) -> Praise {
    Praise { colour, played, effects: effects_of(position, colour, played), is_hard }
}

fn effects_of(position: &Position, colour: Colour, mv: Move) -> Vec<Effect> {
    let mut position = position.clone();
    position.set_to_move(colour);
    effects(&position, mv)
}

/// What the opponent can do about the move.
fn consequence(about: &Explained) -> Option<Consequence> {
    let mut after = about.position.clone();
    after.set_to_move(about.colour);
    after.play(about.played).ok()?;
    let answer = about.answer?;
    let effects: Vec<Effect> = effects(&after, answer).into_iter().filter(hurts).collect();
    (!effects.is_empty()).then_some(Consequence { answer, effects })
}

/// Whether an effect of an answer is bad news for who played before it.
fn hurts(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Captures { .. }
            | Effect::CatchesInLadder { .. }
            | Effect::Traps { .. }
            | Effect::PutsInAtari { .. }
            | Effect::DeniesLife { .. }
            | Effect::Cuts { .. }
            | Effect::Races { .. }
    )
}

/// A mistake of a game, for whoever reads it.
pub(crate) fn of_mistake(game: &Reviewed, findings: &Findings, mistake: &Mistake) -> Verdict {
    let at = game.game.after(mistake.after);
    let colour = mistake.colour;
    verdict(&Explained {
        position: at.position(),
        colour,
        played: mistake.played,
        better: mistake.better.first().copied(),
        answer: mistake.answer.first().copied(),
        reason: mistake.reason.as_ref(),
        difficulty: findings.findability_of(mistake.after).and_then(Findability::difficulty),
        points: mistake.points,
        win_rate: (mistake.win_rate_before.of(colour), mistake.win_rate_after.of(colour)),
        audience: Audience::Reader,
    })
}

/// A good move that few players of the mover's rank find, for whoever reads it.
pub(crate) fn of_hard_move(game: &Reviewed, found: &FoundMove) -> HardMove {
    let (colour, played) = game.moves()[found.after];
    let at = game.game.after(found.after);
    HardMove { colour, played, effects: effects_of(at.position(), colour, played), rank: found.rank }
}

/// A fight, its moves numbered as in the record.
pub(crate) fn of_fight(game: &Reviewed, story: &FightStory) -> Fight {
    let number = |after: usize| game.moves_before + after;
    Fight {
        place: story.place,
        first: number(story.looks[0].after),
        last: number(story.looks[story.looks.len() - 1].after),
        worth: story.peak().worth,
        winner: story.winner,
    }
}

#[cfg(test)]
mod tests {
    use board::{Board, Komi, Point, Rules};
    use speech::english;

    use speech::{Place, StoneGroup};

    use super::*;

    fn position(rows: &[&str]) -> Position {
        Position::from_board(Board::from_diagram(rows).unwrap(), Colour::Black, Rules::CHINESE, Komi::ZERO)
    }

    /// Black's stone at C3 is in atari, and Black plays at `played`.
    fn told(played: &str, reason: Option<&Reason>, win_rate: (f32, f32), audience: Audience) -> String {
        let position = position(&[".....", "..O..", ".OX..", "..O..", "....."]);
        let at = |text: &str| Move::parse(text, position.size()).unwrap();
        let verdict = verdict(&Explained {
            position: &position,
            colour: Colour::Black,
            played: at(played),
            better: Some(at("D3")),
            answer: Some(at("D3")),
            reason,
            difficulty: None,
            points: 8.24,
            win_rate,
            audience,
        });
        english::mistake(7, &verdict).replacen(&format!("Move 7, Black {played}: "), "", 1)
    }

    #[test]
    fn what_happened_comes_first_and_numbers_last() {
        assert_eq!(
            told("A1", None, (0.4, 0.001), Audience::Player),
            "White can answer D3, which captures your stone at C3. D3 was better: it would have saved your stone at C3 \
             from atari. A1 cost 8.2 points: your win rate fell from 40% to 0%."
        );
        assert_eq!(
            told("A1", None, (0.4, 0.001), Audience::Reader),
            "White can answer D3, which captures Black's stone at C3. D3 was better: it would have saved Black's stone at \
             C3 from atari. A1 cost 8.2 points: Black's win rate fell from 40% to 0%."
        );
    }

    #[test]
    fn nothing_is_said_that_is_not_so() {
        // A win rate that did not fall is not told, and neither is one that was nothing before.
        for win_rate in [(0.001, 0.0), (0.4, 0.5), (0.404, 0.398)] {
            let text = told("A1", None, win_rate, Audience::Player);
            assert!(text.ends_with("A1 cost 8.2 points."), "{text}");
        }
        // What White would do with a stone that is gone is not told.
        let saved = told("D3", None, (0.5, 0.4), Audience::Player);
        assert!(!saved.contains("can answer"), "{saved}");
        let passed = told("pass", None, (0.5, 0.4), Audience::Player);
        assert!(passed.ends_with("Passing cost 8.2 points: your win rate fell from 50% to 40%."), "{passed}");
    }

    #[test]
    fn reasons_of_ownership_are_told() {
        let stones = |colour, count| StoneGroup { colour, count, at: Point::new(2, 2) };
        let text = told("A1", Some(&Reason::Dies(stones(Colour::Black, 1))), (0.4, 0.1), Audience::Player);
        assert!(text.starts_with("After A1, your stone at C3 can hardly be saved. D3 was better"), "{text}");
        let text = told("A1", Some(&Reason::Lives(stones(Colour::White, 3))), (0.4, 0.1), Audience::Player);
        assert!(text.starts_with("After A1, White's three stones around C3 get away."), "{text}");
        let place = Place::Top;
        let text = told("A1", Some(&Reason::Lost { place }), (0.4, 0.1), Audience::Reader);
        assert!(text.contains("from atari. Territory at the top was lost."), "{text}");
        let text = told("A1", Some(&Reason::Elsewhere { place }), (0.4, 0.1), Audience::Reader);
        assert!(!text.contains("more to gain"), "what the better move does says more: {text}");
    }
}
