//! What is worth remembering of the last game: the player's most expensive move, as far as the end of the game bears it
//! out.

use board::{Colour, Point};
use speech::{Greeting, Place, Reason};

use crate::game_record::replay;
use crate::request::{NewGame, Phase, Strength};
use crate::saved::SavedGame;

/// A move that cost fewer points is not worth another word.
const WORTH_TELLING: f32 = 4.0;

/// The partner's first words in a game that begins; nothing from a partner that is not like a person.
pub fn greeting(request: &NewGame, last: Option<&SavedGame>) -> Option<Greeting> {
    let side = request.size;
    if let Some(goal) = request.captures {
        return Some(Greeting::Captures { goal });
    }
    let hello = match (request.partner.steering(), request.partner.strength) {
        (Some(aim), _) => Greeting::Aims { aim, side },
        (None, Strength::Rank(rank)) => Greeting::Level { rank, side },
        (None, Strength::Beginner) => Greeting::Beginner { side },
        _ => return None,
    };
    Some(last.and_then(remembered).unwrap_or(hello))
}

/// What mattered most in a game that is over; nothing where nothing is known, or where it was not true in the end.
fn remembered(saved: &SavedGame) -> Option<Greeting> {
    let (tree, player) = (saved.tree.as_ref()?, saved.player());
    if saved.phase != Phase::Over || saved.request.captures.is_some() {
        return None;
    }
    let end = replay(saved).ok()?;
    let costly = tree.line().into_iter().enumerate().filter_map(|(number, place)| {
        let cost = tree.taught(place, player)?.cost();
        Some((cost, number, tree.nodes()[place].reason.clone()?)).filter(|_| cost >= WORTH_TELLING)
    });
    let (_, number, reason) = costly.max_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    // The stones as the move left them.
    let mut then = end.clone();
    while then.moves().len() > number + 1 && then.undo().is_some() {}
    let (then, end) = (then.position(), end.position());
    let survives = |colour, p: Point| end.board().colour(p) == Some(colour) && !saved.dead.contains(&p);
    // A chain that lay there then: how many of its stones have gone since, and where.
    let chain = |colour: Colour, at: Point, lives: bool| {
        let board = then.board();
        let stones = board.chain_stones(at).filter(|_| board.colour(at) == Some(colour));
        let fate: Vec<Point> = stones.filter(|p| survives(colour, *p) == lives).collect();
        let at = Place::of(fate.iter().copied(), then.size())?;
        Some((fate.len(), at))
    };
    match reason {
        Reason::Dies(group) | Reason::Weak(group) => {
            let (stones, at) = chain(player, group.at, false)?;
            Some(Greeting::Lost { stones, at })
        }
        Reason::Lives(group) => {
            let (stones, at) = chain(player.other(), group.at, true)?;
            Some(Greeting::GotAway { stones, at })
        }
        Reason::Lost { place } => Some(Greeting::LostTerritory { at: place }),
        Reason::Elsewhere { place } => Some(Greeting::Missed { at: place }),
    }
}

#[cfg(test)]
mod tests {
    use speech::StoneGroup;

    use super::*;

    /// A game on 5×5 in which Black leaves the stone at A1 in atari. Whether White takes it is `taken`.
    fn game(reason: &Reason, taken: bool) -> SavedGame {
        let look = |lead: f32, best: &str| {
            serde_json::json!({"win_rate": 0.5, "lead": lead, "best_win_rate": 0.5, "best_lead": lead,
                               "visits": 400, "sequence": [best]})
        };
        let (before, after) = (look(5.0, "B1"), look(-5.0, "B1"));
        let taking = if taken { "B1" } else { "E1" };
        let saved = serde_json::json!({
            "wanted": {"size": 5, "colour": "black", "rules": "chinese", "komi": 0.5,
                       "partner": {"strength": "12k", "seconds": 1.0, "aim": "win"}},
            "plays_black": true,
            "moves": ["A1", "A2", "E5", taking, "pass", "pass"],
            "phase": "over", "dead": [], "result": "W+3.5", "said": null, "graph": [],
            "tree": {"here": 5, "steps": [
                {"after": null, "at": "A1"}, {"after": 0, "at": "A2", "known": before},
                {"after": 1, "at": "E5", "known": after, "is_taught": true, "reason": reason},
                {"after": 2, "at": taking}, {"after": 3, "at": "pass"}, {"after": 4, "at": "pass"},
            ]},
        });
        serde_json::from_value(saved).unwrap()
    }

    fn group(colour: Colour, x: usize, y: usize) -> StoneGroup {
        StoneGroup { colour, count: 1, at: Point::new(x, y) }
    }

    #[test]
    fn what_is_remembered_was_so_in_the_end() {
        let dies = Reason::Dies(group(Colour::Black, 0, 0));
        let last = game(&dies, true);
        let lost = Greeting::Lost { stones: 1, at: Place::LowerLeft };
        assert_eq!(remembered(&last), Some(lost));
        // The stone is there at the end: nothing is made of it.
        assert_eq!(remembered(&game(&dies, false)), None);
        let lives = Reason::Lives(group(Colour::White, 0, 1));
        assert_eq!(
            remembered(&game(&lives, true)),
            Some(Greeting::GotAway { stones: 1, at: Place::LowerLeft })
        );
        let elsewhere = Reason::Elsewhere { place: Place::Top };
        assert_eq!(remembered(&game(&elsewhere, true)), Some(Greeting::Missed { at: Place::Top }));
        // Neither of a game that goes on, nor of a small mistake.
        assert_eq!(remembered(&SavedGame { phase: Phase::Playing, ..last.clone() }), None);
        let text = serde_json::to_string(&last).unwrap().replace("-5.0", "2.0");
        assert_eq!(remembered(&serde_json::from_str(&text).unwrap()), None);
        assert_eq!(greeting(&last.request, Some(&last)), Some(lost));
    }

    #[test]
    fn without_a_memory_the_partner_says_who_it_is() {
        let last = game(&Reason::Elsewhere { place: Place::Top }, true);
        let mut request = last.request.clone();
        let rank = board::Rank::kyu(12).unwrap();
        assert_eq!(greeting(&request, None), Some(Greeting::Level { rank, side: 5 }));
        request.partner.strength = Strength::Strongest;
        assert_eq!(greeting(&request, Some(&last)), None);
        (request.partner.strength, request.captures) = (Strength::Beginner, Some(3));
        assert_eq!(greeting(&request, Some(&last)), Some(Greeting::Captures { goal: 3 }));
    }
}
