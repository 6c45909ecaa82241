//! The record of a self-play game.

mod old;

pub(crate) use old::OldRecord;

use board::{Colour, Komi, Move, Objective, Point, PointSet, Position, Size};
use game_runner::RULES;
use serde::{Deserialize, Serialize};

/// A move of the game, and what the search found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Points from the lower left, row by row; passing comes after the last.
    pub mv: u16,
    /// How often the search visited each move; empty after a cheap search, from which the policy does not learn.
    pub visits: Vec<(u16, u16)>,
    /// How far these are from the network's policy (Kullback–Leibler divergence).
    pub policy_surprise: f32,
    /// Black's lead on the board by the network alone.
    pub black_lead: f32,
    /// The mover's win rate after the search.
    pub win_rate: f32,
    pub teacher_target: Option<TeacherTarget>,
}

/// Where a teacher evaluated the position: its win rate, lead and ownership are the targets, not the outcome of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TeacherTarget {
    /// The komi that it was asked under.
    pub komi_halves: i16,
    /// For every point, in the order of moves, from −127 (White's) to 127 (Black's).
    pub ownership: Vec<i8>,
}

/// How a game came to its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// Both passed, or there were too many moves. For every point 1 when it is Black's, −1 when it is White's; and Black's
    /// lead without komi, under the game's objective.
    Counted {
        ownership: Vec<i8>,
        black_lead: f32,
    },
    Resigned {
        winner_is_black: bool,
    },
    /// A part of a game that went on; only a teacher's evaluations can be learnt from it.
    Cut,
}

/// A game from the empty board; Black begins and turns alternate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub side: u8,
    pub komi_halves: i16,
    /// What it was played for besides the score.
    pub objective: Objective,
    /// The network that played last in it.
    pub net: String,
    /// Moves that were played before, where the game branches off from another.
    pub opening: Vec<u16>,
    pub turns: Vec<Turn>,
    pub ending: Ending,
}

/// A record that is no game.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    #[error("no board has a side of {0}")]
    Side(u8),
    #[error("move {0} cannot be played")]
    Move(usize),
    #[error("the visits of move {0} are none of its moves'")]
    Visits(usize),
    #[error("the ownership is not that of the board's points")]
    Ownership,
    #[error("the lead is not what the game was played for")]
    Lead,
    #[error("the game was cut off, and nobody teacher_target it")]
    Unfinished,
    #[error("a number of move {0} makes no sense")]
    Number(usize),
}

/// A move as it is written.
pub(crate) fn code(mv: Move, size: Size) -> u16 {
    mv.point().map_or(size.points(), |p| p.y() * size.width() + p.x()) as u16
}

pub(crate) fn decode(code: u16, size: Size) -> Option<Move> {
    let code = usize::from(code);
    match code {
        c if c < size.points() => Some(Move::Play(Point::new(c % size.width(), c / size.width()))),
        c if c == size.points() => Some(Move::Pass),
        _ => None,
    }
}

/// Black's lead on a board that is counted as it stands, without komi.
fn final_lead(position: &Position) -> f32 {
    (position.final_lead(&PointSet::EMPTY) + position.komi_with_bonus().points()) as f32
}

impl Ending {
    /// Scores the board as it stands.
    pub(crate) fn count(position: &Position) -> Ending {
        let owners = position.board().area();
        let of = |p| owners.of(p).map_or(0, |c: Colour| c.sign() as i8);
        let ownership = position.size().iter().map(of).collect();
        Ending::Counted { ownership, black_lead: final_lead(position) }
    }
}

impl Record {
    pub fn size(&self) -> Result<Size, RecordError> {
        Size::playable(usize::from(self.side)).ok_or(RecordError::Side(self.side))
    }

    pub fn komi(&self) -> Komi {
        Komi::from_halves(self.komi_halves)
    }

    pub fn start(&self) -> Result<Position, RecordError> {
        let mut position = Position::new(self.size()?, RULES, self.komi());
        position.set_objective(self.objective);
        Ok(position)
    }

    /// Black's lead on the board at the end, where the board was counted.
    pub fn black_lead(&self) -> Option<f32> {
        match &self.ending {
            Ending::Counted { black_lead, .. } => Some(*black_lead),
            Ending::Resigned { .. } | Ending::Cut => None,
        }
    }

    /// What the game was for a player: 1 won, 0 lost, ½ drawn.
    pub fn result(&self, side: Colour) -> f32 {
        let black = match &self.ending {
            Ending::Cut => 0.5,
            Ending::Resigned { winner_is_black } => f32::from(u8::from(*winner_is_black)),
            Ending::Counted { black_lead, .. } => match black_lead - self.komi().points() as f32 {
                0.0 => 0.5,
                lead => 0.5 + 0.5 * lead.signum(),
            },
        };
        if side == Colour::Black { black } else { 1.0 - black }
    }

    /// Whether it is a game by the rules: what comes from a file may be anything.
    pub fn check(&self) -> Result<(), RecordError> {
        let size = self.size()?;
        let mut position = self.start()?;
        for (i, mv) in self.opening.iter().chain(self.turns.iter().map(|t| &t.mv)).enumerate() {
            let mv = decode(*mv, size).ok_or(RecordError::Move(i))?;
            if let Some(turn) = i.checked_sub(self.opening.len()).and_then(|i| self.turns.get(i)) {
                let legal = |code: u16| decode(code, size).is_some_and(|m| position.is_legal(m));
                if !turn.visits.iter().all(|(mv, _)| legal(*mv)) {
                    return Err(RecordError::Visits(i));
                }
                let surprised = turn.policy_surprise.is_finite() && turn.policy_surprise >= 0.0;
                if !turn.black_lead.is_finite() || !(0.0..=1.0).contains(&turn.win_rate) || !surprised {
                    return Err(RecordError::Number(i));
                }
                if turn
                    .teacher_target
                    .as_ref()
                    .is_some_and(|teacher_target| teacher_target.ownership.len() != size.points())
                {
                    return Err(RecordError::Ownership);
                }
            }
            position.play(mv).map_err(|_| RecordError::Move(i))?;
        }
        match &self.ending {
            Ending::Cut if self.turns.iter().any(|t| t.teacher_target.is_none() && !t.visits.is_empty()) => {
                Err(RecordError::Unfinished)
            }
            Ending::Counted { ownership, .. } if ownership.len() != size.points() => {
                Err(RecordError::Ownership)
            }
            Ending::Counted { ownership, .. } if ownership.iter().any(|o| o.abs() > 1) => {
                Err(RecordError::Ownership)
            }
            Ending::Counted { black_lead, .. } if *black_lead != final_lead(&position) => {
                Err(RecordError::Lead)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn record() -> Record {
        let turn = |mv, visits: &[(u16, u16)]| Turn {
            mv,
            visits: visits.to_vec(),
            policy_surprise: 0.0,
            black_lead: 1.0,
            win_rate: 0.5,
            teacher_target: None,
        };
        Record {
            side: 3,
            komi_halves: 18,
            objective: Objective::default(),
            net: "n".into(),
            opening: vec![4],
            turns: vec![turn(9, &[(0, 3), (9, 5)]), turn(9, &[])],
            ending: Ending::Counted { ownership: vec![1; 9], black_lead: 9.0 },
        }
    }

    #[test]
    fn results_follow_komi() {
        let result = |komi_halves| Record { komi_halves, ..record() }.result(Colour::Black);
        assert_eq!([17, 18, 19].map(result), [1.0, 0.5, 0.0]);
        let resigned = Record { ending: Ending::Resigned { winner_is_black: false }, ..record() };
        assert_eq!((resigned.result(Colour::White), resigned.black_lead()), (1.0, None));
    }

    #[test]
    fn what_is_no_game_is_found_out() {
        assert_eq!(record().check(), Ok(()));
        let change = |change: fn(&mut Record)| {
            let mut record = record();
            change(&mut record);
            record.check()
        };
        assert_eq!(change(|r| r.side = 77), Err(RecordError::Side(77)));
        assert_eq!(change(|r| r.opening[0] = 10), Err(RecordError::Move(0)));
        assert_eq!(change(|r| r.turns[0].mv = 4), Err(RecordError::Move(1)));
        assert_eq!(change(|r| r.turns[0].visits[0].0 = 4), Err(RecordError::Visits(1)));
        assert_eq!(change(|r| r.turns[1].win_rate = f32::NAN), Err(RecordError::Number(2)));
        assert_eq!(change(|r| r.turns[0].policy_surprise = -1.0), Err(RecordError::Number(1)));
        assert_eq!(
            change(
                |r| r.turns[1].teacher_target = Some(TeacherTarget { komi_halves: 1, ownership: vec![0; 8] })
            ),
            Err(RecordError::Ownership)
        );
        assert_eq!(change(|r| r.ending = Ending::Cut), Err(RecordError::Unfinished));
        assert_eq!(
            change(|r| r.ending = Ending::Counted { ownership: vec![1; 8], black_lead: 8.0 }),
            Err(RecordError::Ownership)
        );
        assert_eq!(change(|r| r.objective.inner_bonus = 0.2), Err(RecordError::Lead));
    }

    #[test]
    fn moves_are_written_and_read() {
        let size = Size::square(7).unwrap();
        for mv in size.iter().map(Move::Play).chain([Move::Pass]) {
            assert_eq!(decode(code(mv, size), size), Some(mv));
        }
        assert_eq!(decode(50, size), None);
    }
}
