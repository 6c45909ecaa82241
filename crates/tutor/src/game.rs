//! A player and a partner at one game: what is asked of it.

mod captures;
mod clock;
mod counting;
mod lessons;
mod navigation;
mod steering;
mod thinking;

use board::{Colour, Game, IllegalMove, Move, PointSet, Position, Size};
use partner::effects::{Effect, effects};
use partner::{Choice, Decision, Evaluators, LoadedNetworks, Objection, Reason, Session, any_seed};
use people::{Estimate, Evidence};
use playout::Beginner;
use rand::Rng;
use record::game::Outcome;
use search::Snapshot;
use speech::english::{self, Listener};
use speech::{AtariWarning, Detail, Refusal};

use crate::capture_game;
use crate::clocks::{self, Turn};
use crate::considered::ConsideredMove;
use crate::game_record::replay;
use crate::last_game::greeting;
use crate::lesson::Remark;
use crate::partner_settings::partner_settings;
use crate::rank_estimate::{estimate, is_long_enough};
use crate::request::{ColourChoice, NewGame, Phase, Strength};
use crate::saved::SavedGame;
use crate::tree::{MoveTree, is_on_board};

use steering::steered;
pub use thinking::Hint;

/// How often a beginner sees that a stone is in atari.
const ATTENTION: f32 = 0.7;

/// A game that a player learns from.
pub struct TeachingGame {
    request: NewGame,
    player: Colour,
    session: Session,
    phase: Phase,
    dead: PointSet,
    result: Option<Outcome>,
    said: Option<String>,
    tree: MoveTree,
    turn: Turn,
    /// What was known before the player's last move, until it is known what the move cost.
    before: Option<Snapshot>,
    /// What a hint named last, and the place of the move that it would follow.
    hinted: Option<(Option<usize>, Move)>,
    /// Why the partner resigned, where it did.
    resigned: Option<Remark>,
    /// What the partner holds against the count, and all stones that it has objected about.
    objection: Option<Objection>,
    objected: PointSet,
    /// The partner waits: the player may want to take the last move back.
    warning: Option<AtariWarning>,
    /// What the player's moves say about their rank, once the game is over.
    evidence: Option<Evidence>,
    /// Who moves for a partner that learnt the rules last week.
    beginner: Beginner,
}

impl TeachingGame {
    /// Begins a game. Chance decides the colours where nigiri was asked for.
    pub fn new(
        request: NewGame,
        nets: &LoadedNetworks,
        random: &mut impl Rng,
    ) -> Result<TeachingGame, Refusal> {
        let player = match request.colour {
            ColourChoice::Black => Colour::Black,
            ColourChoice::White => Colour::White,
            ColourChoice::Nigiri if random.random() => Colour::Black,
            ColourChoice::Nigiri => Colour::White,
        };
        TeachingGame::from_saved(SavedGame::new(request, player, Vec::new()), nets)
    }

    /// The partner's first words, with the last game that is over in mind.
    pub fn greet(&mut self, last: Option<&SavedGame>) {
        self.said = greeting(&self.request, last).as_ref().map(english::greeting);
    }

    /// A game as it was left.
    pub fn from_saved(saved: SavedGame, nets: &LoadedNetworks) -> Result<TeachingGame, Refusal> {
        let (game, player) = (replay(&saved)?, saved.player());
        let settings = partner_settings(&saved.request.partner)?;
        let evaluators = Evaluators::from_settings(&settings, nets).map_err(Refusal::error)?;
        let mut session = Session::with_evaluators(settings, evaluators);
        let size = game.size();
        session.load(game);
        session.include_curve(true);
        if let Some(rank) = saved.request.players_rank(player) {
            session.expect_opponent(rank);
        }
        if let Some(choice) = &saved.request.clock {
            session.set_time(clocks::time_settings(choice)?);
            if let Some(clocks) = saved.clocks {
                clocks::restore(&mut session, clocks);
            }
        }
        let tree = saved.tree.filter(|tree| tree.is_whole(size) && tree.moves() == saved.moves);
        let tree = tree.unwrap_or_else(|| MoveTree::from_line(&saved.moves, &saved.graph));
        Ok(TeachingGame {
            player,
            session,
            phase: saved.phase,
            dead: saved.dead.into_iter().filter(|p| size.contains(*p)).collect(),
            result: saved.result,
            said: saved.said,
            tree,
            turn: Turn::default(),
            before: None,
            hinted: None,
            resigned: saved.resigned,
            objection: None,
            objected: PointSet::EMPTY,
            warning: None,
            evidence: saved.evidence,
            beginner: Beginner::new(any_seed()).with_attention(ATTENTION),
            request: saved.request,
        })
    }

    /// The same game with other evaluators.
    #[doc(hidden)]
    pub fn with_evaluators(mut self, evaluators: Evaluators) -> TeachingGame {
        let (settings, game) = (self.session.settings().clone(), self.session.game().clone());
        self.session = Session::with_evaluators(settings, evaluators);
        self.session.load(game);
        self
    }

    pub fn saved(&self) -> SavedGame {
        let moves = self.session.game().moves().iter().map(|(_, mv)| *mv).collect();
        let has_clock = self.request.clock.is_some();
        SavedGame {
            phase: self.phase,
            dead: self.dead.iter().collect(),
            result: self.result,
            said: self.said.clone(),
            graph: self.tree.graph(),
            tree: Some(self.tree.clone()),
            resigned: self.resigned.clone(),
            evidence: self.evidence,
            clocks: has_clock.then(|| clocks::saved(&self.session, self.player, &self.turn)),
            ..SavedGame::new(self.request.clone(), self.player, moves)
        }
    }

    pub fn request(&self) -> &NewGame {
        &self.request
    }

    /// Whether points decide the game, so that there is something to search for.
    pub fn is_for_points(&self) -> bool {
        self.request.captures.is_none()
    }

    /// The game as it was played, where it is over and nothing is known of the player's rank yet.
    pub fn to_examine(&self) -> Option<&Game> {
        let game = self.session.game();
        let is_new = self.phase == Phase::Over && self.is_for_points() && self.evidence.is_none();
        (is_new && is_long_enough(game, self.player)).then_some(game)
    }

    /// Notes what the player's moves say about their rank.
    pub fn examined(&mut self, evidence: Evidence) {
        if self.phase == Phase::Over {
            self.evidence = Some(evidence);
        }
    }

    /// The rank that the player's moves were like in this game.
    pub fn played_like(&self) -> Option<Estimate> {
        estimate(&[(self.size().width(), self.evidence?)])
    }

    /// A partner that plays like a person speaks like one.
    fn detail(&self) -> Detail {
        match self.request.partner.strength {
            Strength::Beginner | Strength::Rank(_) => Detail::Board,
            _ if self.request.partner.steering().is_some() => Detail::Board,
            _ => Detail::Numbers,
        }
    }

    /// What the player plays.
    pub fn player(&self) -> Colour {
        self.player
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    pub fn position(&self) -> &Position {
        self.session.position()
    }

    pub fn size(&self) -> Size {
        self.session.size()
    }

    /// The moves on the board.
    pub fn moves(&self) -> &[(Colour, Move)] {
        self.session.game().moves()
    }

    /// Every line that was tried.
    pub fn tree(&self) -> &MoveTree {
        &self.tree
    }

    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// What the partner said last.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Why the partner did what it did last; nothing where it said something else since.
    pub fn remark(&self) -> Option<&Remark> {
        let on_move = |place: usize| self.tree.nodes()[place].remark.as_ref();
        let last = || self.tree.line().into_iter().rev().find_map(on_move);
        self.resigned.as_ref().or_else(last).filter(|remark| Some(&remark.sentence) == self.said.as_ref())
    }

    pub fn is_being_played(&self) -> bool {
        self.phase == Phase::Playing
    }

    pub fn to_move(&self) -> Colour {
        self.session.position().to_move()
    }

    pub fn is_partners_turn(&self) -> bool {
        self.phase == Phase::Playing && self.to_move() != self.player && self.warning.is_none()
    }

    fn own_turn(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing if self.to_move() == self.player => Ok(()),
            Phase::Playing => Err(Refusal::NotYourTurn),
            Phase::Counting => Err(Refusal::BeingCounted),
            Phase::Over => Err(Refusal::GameOver),
        }
    }

    /// Plays for the player. `before` is what was known of the position, where the move is to be taught.
    pub fn play(&mut self, mv: Move, before: Option<Snapshot>) -> Result<(), Refusal> {
        let done = self.try_to_play(mv, before);
        self.turn.go_on();
        done
    }

    fn try_to_play(&mut self, mv: Move, before: Option<Snapshot>) -> Result<(), Refusal> {
        self.own_turn()?;
        if self.tree.is_full() {
            return Err(Refusal::TooManyVariations);
        }
        if !is_on_board(mv, self.size()) {
            return Err(Refusal::NotAPoint(mv.to_string()));
        }
        if let Err(error) = self.session.play(self.player, mv) {
            return Err(Refusal::IllegalMove { mv, error: error.to_string() });
        }
        self.turn.moved(&mut self.session, self.player);
        let named = self.named_after(self.tree.here()) == Some(mv);
        if let Some(view) = &before {
            self.judged(view, self.tree.line().len());
        }
        self.tree.play(mv);
        if before.is_some() {
            self.tree.teach(named);
        }
        self.before = before;
        self.after_move();
        Ok(())
    }

    /// Plays what the partner has decided.
    fn play_decision(&mut self, decision: &Decision) -> Result<(), IllegalMove> {
        let number = self.session.game().moves().len();
        let answered = self.last_effects();
        self.session.play_decision(decision)?;
        let why = decision.explanation();
        let steered = steered(decision, &why);
        let in_numbers = match decision.reason {
            Reason::KeepsClose { .. } => english::why(&why),
            _ => english::decision(&why, Listener::Opponent),
        };
        let (sentence, numbers) = match self.detail() {
            Detail::Numbers => (in_numbers, None),
            Detail::Board => (english::plain_decision(&why, &answered, Listener::Opponent), Some(in_numbers)),
        };
        let sentence = self.say(sentence);
        self.judged(&decision.snapshot, number);
        self.teach(&decision.snapshot, number);
        let reason = Some(decision.reason.word().into());
        let considered = ConsideredMove::all_of(decision);
        let remark = Some(Remark { sentence, numbers, reason, considered, steered });
        match decision.choice {
            Choice::Resign => {
                self.resigned = remark;
                self.end_with(Outcome::Resignation { winner: self.player });
            }
            Choice::Play(mv) => {
                self.tree.play(mv);
                if let Some(node) = self.tree.node_mut(number + 1) {
                    node.remark = remark;
                }
                self.after_move();
            }
        }
        Ok(())
    }

    /// Says something of a move. Who begins the game has greeted just before.
    fn say(&mut self, sentence: String) -> String {
        let greeting = self.said.take().filter(|_| self.tree.line().is_empty());
        let said = greeting.map_or(sentence.clone(), |greeting| format!("{greeting} {sentence}"));
        self.said = Some(said.clone());
        said
    }

    /// What the last move on the board did.
    fn last_effects(&self) -> Vec<Effect> {
        let number = self.moves().len();
        let last = self.moves().last().map(|(_, mv)| *mv);
        last.map_or(Vec::new(), |mv| effects(self.game_before(number).position(), mv))
    }

    fn after_move(&mut self) {
        if let Some(goal) = self.request.captures {
            if let Some(outcome) = capture_game::outcome(self.session.position(), goal) {
                self.end_with(outcome);
            }
        } else if self.session.position().is_over() {
            self.phase = Phase::Counting;
            // Who cannot tell which stones are dead leaves it to the player.
            self.dead = self.session.dead_stones().unwrap_or(PointSet::EMPTY);
        }
    }

    pub fn resign(&mut self) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::GameOver);
        }
        self.end_with(Outcome::Resignation { winner: self.player.other() });
        Ok(())
    }

    /// The partner resigns because the player asks it to; it has said that it would.
    pub fn let_resign(&mut self) -> Result<(), Refusal> {
        if !self.would_resign() {
            return Err(Refusal::NotReadyToResign);
        }
        let sentence = english::resignation();
        self.said = Some(sentence.clone());
        self.resigned = Some(Remark { sentence, reason: Some("resigned".into()), ..Remark::default() });
        self.end_with(Outcome::Resignation { winner: self.player });
        Ok(())
    }

    /// Whether the partner plays on only because it teaches.
    pub fn would_resign(&self) -> bool {
        self.phase == Phase::Playing && self.session.would_resign()
    }

    fn end_with(&mut self, result: Outcome) {
        (self.phase, self.result) = (Phase::Over, Some(result));
    }
}

#[cfg(test)]
mod tests {
    use partner::ThinkRequest;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_partner_like_a_person_greets_and_speaks_of_the_board() {
        let request = r#"{"size":7,"colour":"white","rules":"chinese",
                          "partner":{"strength":"20k","seconds":1.0,"aim":"win"}}"#;
        let (request, nets) = (serde_json::from_str(request).unwrap(), LoadedNetworks::default());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut game = TeachingGame::new(request, &nets, &mut random).unwrap();
        game.greet(None);
        let hello = game.said().unwrap().to_string();
        let stop = std::sync::atomic::AtomicBool::new(false);
        let move_partner = |game: &mut TeachingGame| {
            let monitor = partner::SearchMonitor { stop: &stop, every: None, on_report: &mut |_| () };
            assert!(game.move_partner(true, true, monitor).unwrap());
        };
        move_partner(&mut game);
        let said = game.said().unwrap();
        assert!(hello.contains("20 kyu") && said.starts_with(&hello) && said.len() > hello.len(), "{said}");
        game.play(Move::Pass, None).unwrap();
        move_partner(&mut game);
        let (said, remark) = (game.said().unwrap(), game.remark().unwrap());
        assert!(!said.contains(&hello) && !said.contains('%') && !said.contains("strength"), "{said}");
        // A move that people play may be one that no search has looked at: then there are no numbers to tell.
        let is_known = remark.considered.first().is_some_and(|first| first.visits > 0);
        let numbers = remark.numbers.as_deref().unwrap_or_default();
        assert!(numbers.contains("I ") && numbers.contains("win rate") == is_known, "{remark:?}");
        let hint = |game: &mut TeachingGame| {
            let monitor = partner::SearchMonitor { stop: &stop, every: None, on_report: &mut |_| () };
            game.hint(monitor).unwrap().unwrap().sentence
        };
        let hint = hint(&mut game);
        assert!(hint.contains("I would") && !hint.contains('%'), "{hint}");
    }

    #[test]
    fn a_partner_that_resigns_says_why_and_is_saved() {
        let request = r#"{"size":5,"colour":"white","rules":"chinese",
                          "partner":{"strength":"gentle","seconds":1.0,"aim":"win"}}"#;
        let (request, nets) = (serde_json::from_str(request).unwrap(), LoadedNetworks::default());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut game = TeachingGame::new(request, &nets, &mut random).unwrap();
        let mut decision = game.session.think(&ThinkRequest::regression(Colour::Black)).unwrap();
        (decision.choice, decision.reason) = (Choice::Resign, Reason::Resigned { moves: 3 });
        game.play_decision(&decision).unwrap();
        let text = serde_json::to_string(&game.saved()).unwrap();
        let mut again = TeachingGame::from_saved(serde_json::from_str(&text).unwrap(), &nets).unwrap();
        for game in [&game, &again] {
            assert_eq!(game.result(), Some(Outcome::Resignation { winner: Colour::White }));
            let remark = game.remark().unwrap();
            assert_eq!(remark.reason.as_deref(), Some("resigned"));
            assert!(remark.sentence.starts_with("I resign") && !remark.considered.is_empty());
        }
        // Who goes on from before that has not resigned.
        again.go(None).unwrap();
        assert_eq!(again.remark(), None);
    }
}
