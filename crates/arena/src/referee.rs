//! Plays one game between two players and decides it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use board::{Colour, Game, Move, PointSet};
use serde::{Deserialize, Serialize};

use crate::count;
use crate::player::{Choice, Fault, FaultKind, GameStart, Player};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Score,
    Resignation,
    /// One player committed a fault.
    Fault,
    /// At the move limit; the board is scored as it stands.
    MoveLimit,
}

/// A finished game.
pub struct Played {
    pub game: Game,
    pub decision: Decision,
    /// Number of moves and thinking time, Black's first.
    pub thinking: [Thinking; 2],
    /// The players to restart before the next game.
    pub failed: [bool; 2],
    /// Comments on moves, by their numbers from 1.
    pub comments: BTreeMap<usize, String>,
}

/// Puts what one of our own players decided into words, for the record.
pub type Comment = fn(&partner::Decision) -> String;

/// Who won, and why.
pub struct Decision {
    pub winner: Option<Colour>,
    /// As SGF writes it: `B+3.5`, `W+R`, `B+F`, `0`.
    pub result: String,
    pub ending: Ending,
    /// The loser's fault, if that ended the game.
    pub fault: Option<(Colour, Fault)>,
    pub count: Option<count::Count>,
}

impl Decision {
    fn lost(ending: Ending, loser: Colour, how: char) -> Decision {
        let winner = loser.other();
        let result = format!("{}+{how}", winner.letter());
        Decision { winner: Some(winner), result, ending, fault: None, count: None }
    }

    fn counted(ending: Ending, count: count::Count) -> Decision {
        let result = count.score.to_string();
        Decision { winner: count.score.winner(), result, ending, fault: None, count: Some(count) }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Thinking {
    pub moves: u32,
    pub time: Duration,
}

/// Why a game could not be played at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{colour} cannot play this game: {fault}")]
pub struct StartError {
    pub colour: Colour,
    pub fault: Fault,
}

/// Rules of a game besides its start.
pub struct Terms<'a> {
    pub opening: &'a [(Colour, Move)],
    /// Moves after which the board is scored as it stands.
    pub move_limit: usize,
    /// Whose moves are commented on in the record, and how.
    pub comment: Option<(Colour, Comment)>,
}

/// Plays a game; `players` are Black and White. Our own board decides what is legal and when the game is
/// over: the players' boards may be wrong, and a player who disagrees with ours loses.
pub fn play(
    players: [&mut dyn Player; 2],
    judge: Option<&mut dyn Player>,
    start: &GameStart,
    terms: &Terms,
) -> Result<Played, StartError> {
    let mut game = Game::new(start.size, start.rules, start.komi);
    if !start.handicap.is_empty() {
        game.place_handicap(&start.handicap);
    }
    let mut table = Table {
        players,
        game,
        thinking: Default::default(),
        failed: [false; 2],
        comment: terms.comment,
        comments: BTreeMap::new(),
    };
    let end = match table.begin(start, terms)? {
        Some(end) => end,
        None => table.play_on(terms.move_limit),
    };
    let decision = table.end(end, judge, start, terms.move_limit);
    let Table { game, thinking, failed, comments, .. } = table;
    Ok(Played { game, decision, thinking, failed, comments })
}

enum End {
    Passes,
    MoveLimit,
    Resigned(Colour),
    Fault(Colour, Fault),
}

struct Table<'a> {
    players: [&'a mut dyn Player; 2],
    game: Game,
    thinking: [Thinking; 2],
    failed: [bool; 2],
    comment: Option<(Colour, Comment)>,
    comments: BTreeMap<usize, String>,
}

impl Table<'_> {
    /// Sets both players up. One who refuses cannot play this game, and no other of the match either; one who
    /// dies loses.
    fn begin(&mut self, start: &GameStart, terms: &Terms) -> Result<Option<End>, StartError> {
        for colour in Colour::BOTH {
            match self.players[colour.index()].new_game(start) {
                Ok(()) => {}
                Err(fault) if fault.kind == FaultKind::Refused => return Err(StartError { colour, fault }),
                Err(fault) => return Ok(Some(End::Fault(colour, fault))),
            }
        }
        for &(colour, m) in terms.opening {
            if let Err(illegal) = self.game.play(colour, m) {
                let fault =
                    Fault::new(FaultKind::Refused, format!("the opening's {m} is illegal: {illegal}"));
                return Err(StartError { colour, fault });
            }
            for hearer in Colour::BOTH {
                if let Err(fault) = self.players[hearer.index()].play(colour, m) {
                    return Ok(Some(End::Fault(hearer, fault)));
                }
            }
        }
        Ok(None)
    }

    fn play_on(&mut self, move_limit: usize) -> End {
        while !self.game.position().is_over() {
            if self.game.moves().len() >= move_limit {
                return End::MoveLimit;
            }
            if let Some(end) = self.turn(false) {
                return end;
            }
        }
        End::Passes
    }

    /// Continues after both have passed, until both pass again: by then every dead stone has been captured,
    /// or the opponent has had the chance to capture it.
    fn play_out(&mut self, move_limit: usize) -> Option<End> {
        let begun = self.game.moves().len();
        let both_passed = |game: &Game| {
            let since = &game.moves()[begun..];
            since.len() >= 2 && since[since.len() - 2..].iter().all(|(_, m)| *m == Move::Pass)
        };
        while !both_passed(&self.game) && self.game.moves().len() < begun + move_limit {
            match self.turn(true) {
                // Resigning a game that both consider finished just means that there is nothing left to do.
                Some(End::Resigned(_)) => return None,
                Some(end) => return Some(end),
                None => {}
            }
        }
        None
    }

    fn turn(&mut self, cleanup: bool) -> Option<End> {
        let colour = self.game.position().to_move();
        let player = &mut self.players[colour.index()];
        let begun = Instant::now();
        let choice = if cleanup { player.genmove_cleanup(colour) } else { player.genmove(colour) };
        let thinking = &mut self.thinking[colour.index()];
        thinking.time += begun.elapsed();
        thinking.moves += 1;
        let m = match choice {
            Ok(Choice::Play(m)) => m,
            Ok(Choice::Resign) => return Some(End::Resigned(colour)),
            Err(fault) => return Some(End::Fault(colour, fault)),
        };
        if let Err(illegal) = self.game.play(colour, m) {
            let detail = format!("played {m} at move {}: {illegal}", self.game.moves().len() + 1);
            return Some(End::Fault(colour, Fault::new(FaultKind::IllegalMove, detail)));
        }
        if let Some((_, comment)) = self.comment.filter(|(of, _)| *of == colour)
            && let Some(decision) = self.players[colour.index()].last_decision()
        {
            self.comments.insert(self.game.moves().len(), comment(decision));
        }
        let other = colour.other();
        let heard = self.players[other.index()].play(colour, m);
        heard.err().map(|fault| End::Fault(other, fault))
    }

    /// Scores the game after two passes. The game may continue for that, and then end in another way.
    fn count(
        &mut self,
        judge: Option<&mut dyn Player>,
        start: &GameStart,
        move_limit: usize,
    ) -> Result<count::Count, End> {
        let opinions = self.opinions();
        let ask = || judge.and_then(|judge| ask(judge, &self.game, start));
        if let Some(count) = count::count(self.game.position(), opinions, ask) {
            return Ok(count);
        }
        match self.play_out(move_limit) {
            Some(end) => Err(end),
            None => {
                let count = count::as_it_stands(self.game.position());
                Ok(count::Count { source: count::Source::PlayedOut, disputed: true, ..count })
            }
        }
    }

    fn end(
        &mut self,
        end: End,
        judge: Option<&mut dyn Player>,
        start: &GameStart,
        move_limit: usize,
    ) -> Decision {
        let end = match end {
            End::Passes => match self.count(judge, start, move_limit) {
                Ok(count) => return Decision::counted(Ending::Score, count),
                Err(end) => end,
            },
            end => end,
        };
        match end {
            End::Resigned(loser) => Decision::lost(Ending::Resignation, loser, 'R'),
            End::Fault(loser, fault) => {
                self.failed[loser.index()] = true;
                Decision { fault: Some((loser, fault)), ..Decision::lost(Ending::Fault, loser, 'F') }
            }
            End::MoveLimit | End::Passes => {
                Decision::counted(Ending::MoveLimit, count::as_it_stands(self.game.position()))
            }
        }
    }

    /// The stones that each player believes to be dead. The game is over, so a player that fails now just has
    /// no opinion.
    fn opinions(&mut self) -> [Option<PointSet>; 2] {
        let mut opinion = |i: usize| {
            let answer = self.players[i].dead_stones();
            self.failed[i] = answer.is_err();
            answer.unwrap_or_default()
        };
        [opinion(0), opinion(1)]
    }
}

/// Shows the game to a third player and asks for the dead stones.
fn ask(judge: &mut dyn Player, game: &Game, start: &GameStart) -> Option<PointSet> {
    judge.new_game(start).ok()?;
    for &(colour, m) in game.moves() {
        judge.play(colour, m).ok()?;
    }
    judge.dead_stones().ok().flatten()
}
