//! The game of a query: its start, its moves, and the positions between them.

use board::{Board, Colour, Game, IllegalMove, Komi, Move, Point, Position, Rules, Size};

use crate::field_error::FieldError;

/// The game of a query, with checked moves.
pub(crate) struct Record {
    pub size: Size,
    pub rules: Rules,
    pub komi: Komi,
    start: Board,
    moves: Vec<(Colour, Move)>,
    /// The side to move before the first move.
    first: Colour,
    /// Whether several moves of Black at the start are handicap stones.
    handicap_moves: bool,
}

/// What a query specifies about its game.
pub(crate) struct Setup {
    pub size: Size,
    pub rules: Rules,
    pub komi: Komi,
    pub stones: Vec<(Colour, Move)>,
    pub moves: Vec<(Colour, Move)>,
    pub first: Option<Colour>,
    pub handicap_moves: bool,
}

/// Longer games are refused, because each position is replayed from the start.
const MOST_MOVES: usize = 10_000;

impl Record {
    /// Checks that the setup is valid and the moves can be played.
    pub fn new(setup: Setup) -> Result<Record, FieldError> {
        let stones = |(colour, m): &(Colour, Move)| m.point().map(|p| (*colour, p));
        let Some(stones) = setup.stones.iter().map(stones).collect::<Option<Vec<_>>>() else {
            return Err(FieldError::new("initialStones", "a pass is no stone"));
        };
        let start = standing(setup.size, &stones)
            .ok_or_else(|| FieldError::new("initialStones", "a chain has no liberty"))?;
        if setup.moves.len() > MOST_MOVES {
            return Err(FieldError::new("moves", format!("more than {MOST_MOVES} moves")));
        }
        let handicap = handicap(&start, &[]);
        let first = setup.first.or(setup.moves.first().map(|(colour, _)| *colour));
        let first = first.unwrap_or(if handicap > 0 { Colour::White } else { Colour::Black });
        let record = Record {
            size: setup.size,
            rules: setup.rules,
            komi: setup.komi,
            start,
            moves: setup.moves,
            first,
            handicap_moves: setup.handicap_moves,
        };
        record.play(record.moves.len())?;
        Ok(record)
    }

    /// The game up to a turn; 0 is its start.
    pub fn at(&self, turn: usize) -> Game {
        // All moves were checked when the record was made.
        self.play(turn.min(self.moves.len())).unwrap_or_else(|_| Game::from_position(self.beginning(0)))
    }

    fn beginning(&self, turn: usize) -> Position {
        let mut start = Position::from_board(self.start.clone(), self.first, self.rules, self.komi);
        let opening = if self.handicap_moves { &self.moves[..turn] } else { &[] };
        start.set_handicap(handicap(&self.start, opening));
        start
    }

    fn play(&self, turn: usize) -> Result<Game, FieldError> {
        let mut game = Game::from_position(self.beginning(turn));
        for (number, &(colour, m)) in self.moves[..turn].iter().enumerate() {
            let played = match game.play(colour, m) {
                Err(IllegalMove::Ko | IllegalMove::Superko | IllegalMove::Suicide) => {
                    forced(&game, colour, m).map(|forced| game = forced)
                }
                played => played,
            };
            played.map_err(|why| FieldError::new("moves", format!("Illegal move {number}: {m}: {why}")))?;
        }
        Ok(game)
    }
}

/// Stones on a board; for each point the last one counts.
fn standing(size: Size, stones: &[(Colour, Point)]) -> Option<Board> {
    let mut last: Vec<(Colour, Point)> = Vec::with_capacity(stones.len().min(size.points()));
    let mut taken = board::PointSet::EMPTY;
    for &(colour, p) in stones.iter().rev() {
        if !taken.contains(p) {
            taken.insert(p);
            last.push((colour, p));
        }
    }
    Board::with_stones(size, last)
}

/// Moves of real games are accepted even if the rules of the query forbid them: the game continues from the
/// resulting board, without history.
fn forced(game: &Game, colour: Colour, m: Move) -> Result<Game, IllegalMove> {
    let now = game.position();
    let Some(p) = m.point() else { return Ok(game.clone()) };
    let mut board = now.board().clone();
    board.lift_ko();
    if !board.allows(p, colour, true) {
        return Err(IllegalMove::Suicide);
    }
    board.play(p, colour);
    let mut position = Position::from_board(board, colour.other(), now.rules(), now.komi());
    position.set_handicap(now.handicap());
    Ok(Game::from_position(position))
}

/// Handicap stones: black stones on a board without white ones, and those that Black plays before White's
/// first move. A single one is just a first move.
fn handicap(board: &Board, opening: &[(Colour, Move)]) -> usize {
    if board.stones(Colour::White) > 0 {
        return 0;
    }
    let mut placed = board.stones(Colour::Black) as usize;
    for (i, (colour, m)) in opening.iter().enumerate() {
        match (colour, m) {
            (Colour::Black, Move::Play(_)) => placed += 1,
            (Colour::Black, Move::Pass) => {}
            // White moves twice: the moves set up a position.
            (Colour::White, _) if opening.get(i + 1).is_some_and(|next| next.0 == Colour::White) => {
                placed = board.stones(Colour::Black) as usize;
                break;
            }
            // White passes while Black keeps placing stones.
            (Colour::White, Move::Pass) => {}
            (Colour::White, Move::Play(_)) => break,
        }
    }
    if placed > 1 { placed } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(stones: &str, moves: &str) -> Result<Record, FieldError> {
        let size = Size::square(5).unwrap();
        let read = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.chunks(2).map(|w| (w[0].parse().unwrap(), Move::parse(w[1], size).unwrap())).collect()
        };
        Record::new(Setup {
            size,
            rules: Rules::CHINESE,
            komi: Komi::from_halves(15),
            stones: read(stones),
            moves: read(moves),
            first: None,
            handicap_moves: true,
        })
    }

    #[test]
    fn turns_are_positions_between_moves() {
        let record = record("", "b C3 w C4 b pass").unwrap();
        let at = |turn| record.at(turn).position().clone();
        assert_eq!((at(0).board().stones(Colour::Black), at(0).to_move()), (0, Colour::Black));
        assert_eq!((at(2).moves().len(), at(2).to_move()), (2, Colour::Black));
        assert_eq!((at(3).passes(), at(3).to_move()), (1, Colour::White));
    }

    #[test]
    fn handicap_is_counted_from_stones_and_opening_moves() {
        let bonus = |stones: &str, moves: &str| {
            let record = record(stones, moves).unwrap();
            let game = record.at(record.moves.len());
            (game.position().handicap(), game.position().komi_with_bonus().points())
        };
        assert_eq!(bonus("", "b C3 w C4"), (0, 7.5));
        assert_eq!(bonus("b B2 b D4", "w C3"), (2, 9.5));
        assert_eq!(bonus("", "b B2 b D4 w C3 b C4"), (2, 9.5));
        assert_eq!(bonus("", "b B2 w pass b D4 w pass b D2 w C3"), (3, 10.5));
        assert_eq!(bonus("", "b B2 b D4 w C3 w C4"), (0, 7.5));
        assert_eq!(bonus("b B2 b D4 w C3", ""), (0, 7.5));
        assert_eq!(record("b B2 b D4", "").unwrap().at(0).position().to_move(), Colour::White);
    }

    #[test]
    fn games_under_other_rules_are_tolerated_but_nonsense_is_not() {
        let stones = "b B1 b A2 b B3 w C1 w D2 w C3 w B2";
        let retaken = record(stones, "b C2 w B2").unwrap().at(2);
        assert_eq!(retaken.position().board().colour(Point::new(1, 1)), Some(Colour::White));
        assert_eq!(retaken.position().to_move(), Colour::Black);
        let occupied = record("", "b C3 w C3").err().unwrap();
        assert_eq!(occupied.text, "Illegal move 1: C3: the point is occupied");
        assert!(record("b A2 b B1", "w A1").is_err());
        assert!(record("b A2 b B1 w A1", "").is_err());
        assert!(record("b pass", "").is_err());
    }
}
