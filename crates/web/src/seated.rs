//! A player and a partner at one game: what is asked of it, and what it looks like.

use board::{Colour, Move, Point, PointSet, owners};
use partner::{Choice, Decision, Judges, Nets, Session};
use rand::Rng;
use search::View;
use serde::{Deserialize, Serialize};

use crate::messages::{GameState, Judged, NewGame, Phase, Seat, Taken};
use crate::recorded::game_of;
use crate::shown::{from_the_top, letter, name, stone_sign};
use crate::wish::settings;

/// Why something cannot be done; the page shows it.
#[derive(thiserror::Error, Clone, PartialEq, Debug)]
#[error("{0}")]
pub struct Refusal(pub String);

fn refuse<T>(text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(text.into()))
}

/// All that is kept of a game; the rest follows from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub wanted: NewGame,
    pub plays_black: bool,
    pub moves: Vec<String>,
    pub phase: Phase,
    pub dead: Vec<String>,
    pub result: Option<String>,
    pub said: Option<String>,
    pub graph: Vec<Judged>,
}

pub struct Seated {
    pub id: String,
    wanted: NewGame,
    you: Colour,
    session: Session,
    phase: Phase,
    dead: PointSet,
    result: Option<String>,
    said: Option<String>,
    graph: Vec<Judged>,
}

impl Seated {
    /// Begins a game. Chance decides the colours where nigiri was asked for.
    pub fn new(id: String, wanted: NewGame, nets: &Nets, random: &mut impl Rng) -> Result<Seated, Refusal> {
        let plays_black = match wanted.colour {
            Seat::Black => true,
            Seat::White => false,
            Seat::Nigiri => random.random(),
        };
        let kept = Kept {
            wanted,
            plays_black,
            moves: Vec::new(),
            phase: Phase::Playing,
            dead: Vec::new(),
            result: None,
            said: None,
            graph: Vec::new(),
        };
        Seated::from_kept(id, kept, nets)
    }

    /// A game as it was left.
    pub fn from_kept(id: String, kept: Kept, nets: &Nets) -> Result<Seated, Refusal> {
        let game = game_of(&kept)?;
        let settings = settings(&kept.wanted.partner).map_err(Refusal)?;
        let judges = Judges::from_settings(&settings, nets).map_err(|error| Refusal(error.to_string()))?;
        let mut session = Session::with_judges(settings, judges);
        let size = game.size();
        session.load(game);
        let dead = kept.dead.iter().filter_map(|text| Point::parse(text, size).ok()).collect();
        Ok(Seated {
            id,
            you: if kept.plays_black { Colour::Black } else { Colour::White },
            session,
            phase: kept.phase,
            dead,
            result: kept.result,
            said: kept.said,
            graph: kept.graph,
            wanted: kept.wanted,
        })
    }

    pub fn kept(&self) -> Kept {
        Kept {
            wanted: self.wanted.clone(),
            plays_black: self.you == Colour::Black,
            moves: self.session.game().moves().iter().map(|(_, mv)| mv.to_string()).collect(),
            phase: self.phase,
            dead: self.dead.iter().map(|p| p.to_string()).collect(),
            result: self.result.clone(),
            said: self.said.clone(),
            graph: self.graph.clone(),
        }
    }

    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    pub fn is_being_played(&self) -> bool {
        self.phase == Phase::Playing
    }

    pub fn to_move(&self) -> Colour {
        self.session.position().to_move()
    }

    pub fn is_partners_turn(&self) -> bool {
        self.phase == Phase::Playing && self.to_move() != self.you
    }

    fn own_turn(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing if self.to_move() == self.you => Ok(()),
            Phase::Playing => refuse("It is not your turn."),
            Phase::Counting => refuse("The game is being counted: agree, or play on."),
            Phase::Over => refuse("The game is over."),
        }
    }

    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        self.own_turn()?;
        let Ok(mv) = Move::parse(text, self.session.size()) else {
            return refuse(format!("'{}' is no point of this board.", text.escape_default()));
        };
        match self.session.play(self.you, mv) {
            Ok(()) => {
                self.after_move();
                Ok(())
            }
            Err(error) => refuse(format!("{mv} is not possible: {error}.")),
        }
    }

    /// The partner has decided, and played.
    pub fn decided(&mut self, decision: &Decision) {
        self.said = Some(decision.sentence());
        self.judged(&decision.view, self.session.game().moves().len().saturating_sub(1));
        match decision.choice {
            Choice::Resign => self.end_with(format!("{}+R", letter(self.you))),
            Choice::Play(_) => self.after_move(),
        }
    }

    /// Notes what was thought of the position after so many moves.
    pub fn judged(&mut self, view: &View, moves: usize) {
        if view.visits == 0 {
            return;
        }
        let judged = Judged(moves, view.win_rate.of(Colour::Black), view.lead.of(Colour::Black));
        match self.graph.iter_mut().find(|other| other.0 == moves) {
            Some(other) => *other = judged,
            None => self.graph.push(judged),
        }
        self.graph.sort_by_key(|judged| judged.0);
    }

    fn after_move(&mut self) {
        if self.session.position().is_over() {
            self.phase = Phase::Counting;
            self.dead = self.session.dead_stones();
        }
    }

    /// Back to before the own last move.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let moves = self.session.game().moves();
        let Some(last) = moves.iter().rposition(|(colour, _)| *colour == self.you) else {
            return refuse("There is nothing to take back.");
        };
        for _ in last..moves.len() {
            self.session.undo();
        }
        (self.phase, self.result, self.said) = (Phase::Playing, None, None);
        self.dead = PointSet::EMPTY;
        self.graph.retain(|judged| judged.0 <= last);
        Ok(())
    }

    /// A move that was made when nobody wanted it any more.
    pub fn take_back_partners(&mut self) {
        self.session.undo();
    }

    pub fn resign(&mut self) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return refuse("The game is over.");
        }
        self.end_with(format!("{}+R", letter(self.you.other())));
        Ok(())
    }

    fn end_with(&mut self, result: String) {
        (self.phase, self.result) = (Phase::Over, Some(result));
    }

    fn while_counting(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Counting { Ok(()) } else { refuse("The game is not being counted.") }
    }

    /// Calls a chain dead, or alive again.
    pub fn toggle(&mut self, text: &str) -> Result<(), Refusal> {
        self.while_counting()?;
        let board = self.session.position().board();
        let stone = Point::parse(text, self.session.size()).ok().filter(|p| board.colour(*p).is_some());
        let Some(stone) = stone else { return refuse("There is no stone.") };
        let was_dead = self.dead.contains(stone);
        let chain: Vec<Point> = board.chain_stones(stone).collect();
        for p in chain {
            if was_dead {
                self.dead.remove(p);
            } else {
                self.dead.insert(p);
            }
        }
        Ok(())
    }

    pub fn agree(&mut self) -> Result<(), Refusal> {
        self.while_counting()?;
        self.end_with(self.session.position().score(&self.dead).to_string());
        Ok(())
    }

    /// Takes the passes back.
    pub fn play_on(&mut self) -> Result<(), Refusal> {
        self.while_counting()?;
        while self.session.position().last_move() == Some(Move::Pass) {
            self.session.undo();
        }
        self.phase = Phase::Playing;
        self.dead = PointSet::EMPTY;
        Ok(())
    }

    pub fn state(&self) -> GameState {
        let (position, size) = (self.session.position(), self.session.size());
        let (board, is_counted) =
            (position.board(), self.phase != Phase::Playing && self.resigned().is_none());
        let owners = is_counted.then(|| owners(board, &self.dead));
        let top_down = |sign: &dyn Fn(Point) -> Option<Colour>| -> String {
            from_the_top(size).map(|p| sign(p).map_or('.', stone_sign)).collect()
        };
        let [black, white] = Colour::BOTH.map(|colour| position.captures(colour));
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
            owners: owners.map(|owners| top_down(&|p| owners.of(p))),
            score: is_counted.then(|| position.score(&self.dead).to_string()),
            result: self.result.clone(),
            said: self.said.clone(),
            graph: self.graph.clone(),
        }
    }

    fn resigned(&self) -> Option<&str> {
        self.result.as_deref().filter(|result| result.ends_with('R'))
    }
}

fn position_moves(session: &Session) -> Vec<(&'static str, String)> {
    session.game().moves().iter().map(|(colour, mv)| (name(*colour), mv.to_string())).collect()
}
