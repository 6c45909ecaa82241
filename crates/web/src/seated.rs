//! A player and a partner at one game: what is asked of it.

mod clock;
mod counting;
mod lines;
mod state;

use board::{Colour, IllegalMove, Move, Point, PointSet};
use partner::{Choice, Decision, Evaluators, Listener, LoadedNetworks, Objection, Session};
use rand::Rng;
use review::{Change, Findings, Judged as Known, reason};
use search::Snapshot;

use crate::kept::Kept;
use crate::messages::{Lesson, NewGame, Phase, Seat, Why};
use crate::moves::Moves;
use crate::recorded::game_of;
use crate::refusal::{Refusal, refuse};
use crate::shown::{letter, table};
use crate::times::{self, Turn};
use crate::wish::settings;

pub struct Seated {
    pub id: String,
    wanted: NewGame,
    you: Colour,
    session: Session,
    phase: Phase,
    dead: PointSet,
    result: Option<String>,
    said: Option<String>,
    moves: Moves,
    turn: Turn,
    /// What was known before the player's last move, until it is known what the move cost.
    before: Option<Snapshot>,
    /// What a hint named last, and the place of the move that it would follow.
    hinted: Option<(Option<usize>, String)>,
    /// Why the partner gave up, where it did.
    gave_up: Option<Why>,
    /// What the partner holds against the count, and all stones that it has objected about.
    objection: Option<Objection>,
    objected: PointSet,
}

impl Seated {
    /// Begins a game. Chance decides the colours where nigiri was asked for.
    pub fn new(
        id: String,
        wanted: NewGame,
        nets: &LoadedNetworks,
        random: &mut impl Rng,
    ) -> Result<Seated, Refusal> {
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
            tree: None,
            clocks: None,
            gave_up: None,
        };
        Seated::from_kept(id, kept, nets)
    }

    /// A game as it was left.
    pub fn from_kept(id: String, kept: Kept, nets: &LoadedNetworks) -> Result<Seated, Refusal> {
        let game = game_of(&kept)?;
        let settings = settings(&kept.wanted.partner).map_err(Refusal)?;
        let judges =
            Evaluators::from_settings(&settings, nets).map_err(|error| Refusal(error.to_string()))?;
        let mut session = Session::with_evaluators(settings, judges);
        let size = game.size();
        session.load(game);
        session.include_curve(true);
        if let Some(wish) = &kept.wanted.clock {
            session.set_time(times::time_settings(wish).map_err(Refusal)?);
            if let Some(clocks) = kept.clocks {
                times::restore(&mut session, clocks);
            }
        }
        let moves = kept.tree.filter(Moves::is_whole).filter(|moves| moves.names() == kept.moves);
        let moves = moves.unwrap_or_else(|| Moves::from_line(&kept.moves, &kept.graph));
        let dead = kept.dead.iter().filter_map(|text| Point::parse(text, size).ok()).collect();
        Ok(Seated {
            id,
            you: if kept.plays_black { Colour::Black } else { Colour::White },
            session,
            phase: kept.phase,
            dead,
            result: kept.result,
            said: kept.said,
            moves,
            turn: Turn::default(),
            before: None,
            hinted: None,
            gave_up: kept.gave_up,
            objection: None,
            objected: PointSet::EMPTY,
            wanted: kept.wanted,
        })
    }

    /// The same game with other evaluators.
    #[cfg(test)]
    pub fn with_evaluators(mut self, judges: Evaluators) -> Seated {
        let (settings, game) = (self.session.settings().clone(), self.session.game().clone());
        self.session = Session::with_evaluators(settings, judges);
        self.session.load(game);
        self
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
            graph: self.moves.graph(),
            tree: Some(self.moves.clone()),
            gave_up: self.gave_up.clone(),
            clocks: self.wanted.clock.is_some().then(|| times::kept(&self.session, self.you, &self.turn)),
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

    /// Plays for the player. `before` is what was known of the position, where the move is to be judged.
    pub fn play(&mut self, text: &str, before: Option<Snapshot>) -> Result<(), Refusal> {
        let done = self.try_to_play(text, before);
        self.turn.go_on();
        done
    }

    fn try_to_play(&mut self, text: &str, before: Option<Snapshot>) -> Result<(), Refusal> {
        self.own_turn()?;
        if self.moves.is_full() {
            return refuse("There are too many variations: begin a new game.");
        }
        let Ok(mv) = Move::parse(text, self.session.size()) else {
            return refuse(format!("'{}' is not a point on this board.", text.escape_default()));
        };
        match self.session.play(self.you, mv) {
            Ok(()) => {
                self.turn.moved(&mut self.session, self.you);
                let at = mv.to_string();
                let named = self.named_after(self.moves.here()).is_some_and(|named| named == at);
                if let Some(view) = &before {
                    self.judged(view, self.moves.line().len());
                }
                self.moves.play(&at);
                if before.is_some() {
                    self.moves.teach(named);
                }
                self.before = before;
                self.after_move();
                Ok(())
            }
            Err(error) => refuse(format!("{mv} is not possible: {error}.")),
        }
    }

    /// Plays what the partner has decided.
    pub fn play_decision(&mut self, decision: &Decision) -> Result<(), IllegalMove> {
        let number = self.session.game().moves().len();
        self.session.play_decision(decision)?;
        let sentence = decision.plain(&decision.position, Listener::Opponent);
        self.said = Some(sentence.clone());
        self.judged(&decision.view, number);
        self.teach(&decision.view, number);
        let reason = Some(decision.reason.word().into());
        let why = Some(Why { sentence, reason, table: table(&decision.view) });
        match decision.choice {
            Choice::Resign => {
                self.gave_up = why;
                self.end_with(format!("{}+R", letter(self.you)));
            }
            Choice::Play(mv) => {
                self.moves.play(&mv.to_string());
                if let Some(step) = self.moves.step_mut(number + 1) {
                    step.why = why;
                }
                self.after_move();
            }
        }
        Ok(())
    }

    /// Notes why the player's last move was bad, when it is known what could be had before it. `after` is of the position
    /// after so many moves.
    fn teach(&mut self, after: &Snapshot, number: usize) {
        let place = number.checked_sub(1).and_then(|last| self.moves.line().get(last).copied());
        let (Some(before), Some(place)) = (self.before.take(), place) else { return };
        let Some(taught) = self.moves.taught(place, self.you, self.session.size()) else { return };
        if taught.cost() == 0.0 {
            return;
        }
        let (played, better) = (taught.played, taught.before.best());
        let game = self.game_before(number);
        let why = before.ownership.as_deref().zip(after.ownership.as_deref()).and_then(|(was, is)| {
            reason(&Change {
                colour: self.you,
                board: game.position().board(),
                played,
                better,
                before: was,
                after: is,
            })
        });
        // What is called better now was named last.
        self.hinted = None;
        if let Some(step) = self.moves.step_mut(number) {
            step.reason = why;
        }
    }

    /// Takes over what a review found of the game, as far as its looks are deeper. True where something was.
    pub fn deepen(&mut self, moves: &[(Colour, Move)], findings: &Findings) -> bool {
        let (mut place, mut is_deeper) = (None, false);
        for (after, look) in findings.positions.iter().enumerate() {
            is_deeper |= self.moves.deepen(place, look);
            let Some((_, mv)) = moves.get(after) else { break };
            let Some(next) = self.moves.next(place, &mv.to_string()) else { break };
            place = Some(next);
            if let Some(mistake) = findings.mistakes.iter().find(|mistake| mistake.after == after) {
                self.moves.explain(next, mistake.reason.clone());
            }
        }
        is_deeper
    }

    /// The move that a hint named last in the position on the board, or a lesson called better.
    pub fn named(&self) -> Option<Move> {
        let named = self.named_after(self.moves.here())?;
        Move::parse(&named, self.session.size()).ok()
    }

    fn named_after(&self, place: Option<usize>) -> Option<String> {
        match &self.hinted {
            Some((here, at)) if *here == place => Some(at.clone()),
            _ => self.moves.called_better(place, self.you, self.session.size()),
        }
    }

    /// Notes which move a lesson called better, so that a hint does not contradict it silently.
    pub fn has_told(&mut self, lesson: Option<&Lesson>) {
        let better = lesson.and_then(|lesson| Some((lesson.number, lesson.better.as_ref()?.first()?)));
        if let Some((number, better)) = better
            && let Some(step) = self.moves.step_mut(number)
        {
            step.told_better = Some(better.clone());
        }
    }

    /// Notes what a hint named in the position on the board.
    pub fn hinted(&mut self, at: String) {
        self.hinted = Some((self.moves.here(), at));
    }

    /// Notes what was thought of the position after so many moves, unless more is known.
    pub fn judged(&mut self, view: &Snapshot, moves: usize) {
        let line = self.moves.line();
        if view.visits == 0 || moves > line.len() {
            return;
        }
        let place = moves.checked_sub(1).and_then(|last| line.get(last).copied());
        self.moves.deepen(place, &Known::of(view));
    }

    fn after_move(&mut self) {
        if self.session.position().is_over() {
            self.phase = Phase::Counting;
            // Who cannot tell which stones are dead leaves it to the player.
            self.dead = self.session.dead_stones().unwrap_or(PointSet::EMPTY);
        }
    }

    pub fn resign(&mut self) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return refuse("The game is over.");
        }
        self.end_with(format!("{}+R", letter(self.you.other())));
        Ok(())
    }

    /// The partner resigns because the player asks it to; it has said that it would.
    pub fn let_resign(&mut self) -> Result<(), Refusal> {
        if !self.would_resign() {
            return refuse("I am not ready to resign.");
        }
        let sentence = "I resign. Thank you for the game.".to_string();
        self.said = Some(sentence.clone());
        self.gave_up = Some(Why { sentence, reason: Some("resigned".into()), table: Vec::new() });
        self.end_with(format!("{}+R", letter(self.you)));
        Ok(())
    }

    /// Whether the partner plays on only because it teaches.
    fn would_resign(&self) -> bool {
        self.phase == Phase::Playing && self.session.would_resign()
    }

    fn end_with(&mut self, result: String) {
        (self.phase, self.result) = (Phase::Over, Some(result));
    }
}
