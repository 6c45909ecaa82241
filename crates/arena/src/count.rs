//! Settles the dead stones and scores the game.

use board::{PointSet, Position, Score, Scoring};
use serde::{Deserialize, Serialize};

/// Who decided which stones are dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Agreed,
    /// Only one of the players had an opinion.
    OnePlayer,
    Referee,
    /// They disagreed and played on until no dead stones were left.
    PlayedOut,
    /// Every stone is alive, as in Tromp–Taylor rules.
    AsItStands,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Source::Agreed => "as both players said",
            Source::OnePlayer => "as one player said, the other having no word",
            Source::Referee => "as the referee said",
            Source::PlayedOut => "taken off by playing on",
            Source::AsItStands => "none, the board counts as it stands",
        })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    pub score: Score,
    pub source: Source,
    /// Whether the players disagreed and it affected the score.
    pub disputed: bool,
    pub dead: PointSet,
}

/// Scores the board without removing any stones.
pub fn as_it_stands(position: &Position) -> Count {
    let score = position.score(&PointSet::EMPTY);
    Count { score, source: Source::AsItStands, disputed: false, dead: PointSet::EMPTY }
}

/// Scores a game that ended with two passes; `None` if the players disagree about the dead stones, the
/// referee has no opinion, and the game can continue without loss to either.
///
/// Rules without an agreement at the end (area scoring without friendly passes, such as Tromp–Taylor) score
/// the board as it stands. Under other rules, the players' lists count if both give the same score, or if
/// only one player has a list, as with an engine without `final_status_list`. If they disagree, a third
/// engine decides, if there is one. Otherwise neither is believed, since either may be wrong or lie. Under
/// area scoring the game continues, as the rules say: a player who believes that stones are dead captures
/// them, which costs nothing. Under territory scoring that would cost points, so the board is scored as it
/// stands, which treats both alike. The game is marked as disputed in either case.
pub fn count(
    position: &Position,
    opinions: [Option<PointSet>; 2],
    referee: impl FnOnce() -> Option<PointSet>,
) -> Option<Count> {
    let rules = position.rules();
    if rules.counts_as_it_stands() {
        return Some(as_it_stands(position));
    }
    let with =
        |dead: PointSet, source, disputed| Count { score: position.score(&dead), source, disputed, dead };
    let opinions = opinions.map(|o| o.map(|dead| on_the_board(position, &dead)));
    Some(match opinions {
        [Some(black), Some(white)] if position.score(&black) == position.score(&white) => {
            with(black, Source::Agreed, false)
        }
        [Some(_), Some(_)] => match referee() {
            Some(dead) => with(on_the_board(position, &dead), Source::Referee, true),
            None if rules.scoring == Scoring::Area => return None,
            None => Count { disputed: true, ..as_it_stands(position) },
        },
        [Some(dead), None] | [None, Some(dead)] => with(dead, Source::OnePlayer, false),
        [None, None] => match referee() {
            Some(dead) => with(on_the_board(position, &dead), Source::Referee, false),
            None => as_it_stands(position),
        },
    })
}

/// Completes chains: a list that names some stones of a chain means all of them. Empty points are ignored.
fn on_the_board(position: &Position, dead: &PointSet) -> PointSet {
    let board = position.board();
    let named = dead.iter().filter(|p| board.size().contains(*p) && board.colour(*p).is_some());
    named.flat_map(|p| board.chain_stones(p)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Board, Colour, Komi, Point, Rules, Size};

    /// Black has the left, White the right, and a white chain of two is dead on the left.
    ///
    /// ```text
    /// . . X O .
    /// O . X O .
    /// O . X O .
    /// . . X O .
    /// ```
    fn position(rules: Rules) -> Position {
        let column = |c, x: usize| (0..4).map(move |y| (c, Point::new(x, y)));
        let stones = column(Colour::Black, 2).chain(column(Colour::White, 3));
        let caught = (1..3).map(|y| (Colour::White, Point::new(0, y)));
        let board = Board::with_stones(Size::new(5, 4).unwrap(), stones.chain(caught)).unwrap();
        Position::from_board(board, Colour::Black, rules, Komi::ZERO)
    }

    fn caught() -> Option<PointSet> {
        Some([Point::new(0, 1)].into_iter().collect())
    }

    fn check(rules: Rules, opinions: [Option<PointSet>; 2], judge: Option<PointSet>, expected: &str) {
        let text = match count(&position(rules), opinions, || judge) {
            Some(count) => format!("{} {:?} {}", count.score, count.source, count.disputed),
            None => "go on".to_string(),
        };
        assert_eq!(text, expected);
    }

    #[test]
    fn the_players_word_counts_when_they_agree() {
        let none = Some(PointSet::EMPTY);
        check(Rules::CHINESE, [caught(), caught()], None, "B+4 Agreed false");
        check(Rules::CHINESE, [none, none], None, "W+6 Agreed false");
        check(Rules::JAPANESE, [caught(), caught()], None, "B+6 Agreed false");
        check(Rules::CHINESE, [None, caught()], None, "B+4 OnePlayer false");
    }

    #[test]
    fn a_dispute_goes_to_the_referee() {
        let none = Some(PointSet::EMPTY);
        check(Rules::CHINESE, [caught(), none], caught(), "B+4 Referee true");
        check(Rules::CHINESE, [caught(), none], None, "go on");
        check(Rules::JAPANESE, [caught(), none], None, "W+4 AsItStands true");
        check(Rules::CHINESE, [None, None], None, "W+6 AsItStands false");
        check(Rules::CHINESE, [None, None], caught(), "B+4 Referee false");
    }

    #[test]
    fn tromp_and_taylor_know_no_agreement() {
        check(Rules::TROMP_TAYLOR, [caught(), caught()], caught(), "W+6 AsItStands false");
    }
}
