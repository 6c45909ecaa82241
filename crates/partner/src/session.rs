//! A game in progress, which every front end drives.

use std::time::{Duration, Instant};

use board::{Colour, Game, IllegalMove, Komi, Move, Position, Rank, Rules, Size};
use search::{Advantage, Memory, PriorWeights, PuctSettings, Search};

mod analysis;
mod choice;
mod delay;
mod human;
mod opponent;
mod pondering_search;
mod request;
mod root;
mod score;
mod second_look;
mod setup;
mod teaching;
mod think;
mod trained;

pub use request::{AnalysisRequest, SearchMonitor, ThinkMode, ThinkRequest};
pub use setup::{ImpossiblePosition, PlacementError};
pub use think::GenmoveError;

use self::opponent::OpponentRank;
use self::pondering_search::PonderingSearch;
use crate::clock::{Clock, TimeSettings};
use crate::decision::Decision;
use crate::evaluators::{EvaluatorError, Evaluators, LoadedNetworks};
use crate::presets::SettingsError;
use crate::settings::{NnSettings, Settings};

/// A partner with a board: owns the game, the search and the clocks.
///
/// ```
/// use board::{Colour, Size};
/// use partner::{Overrides, Session, Settings};
///
/// let overrides = Overrides { visits: Some(50), seed: Some(1), ..Overrides::default() };
/// let mut session = Session::new(Settings::layered("playout", None, &overrides)?)?;
/// session.new_game(Size::square(5)?);
/// let decision = session.genmove(Colour::Black)?;
/// println!("{}: {:?}", decision.choice, decision.explanation().effects);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    pub(crate) settings: Settings,
    pub(crate) evaluators: Evaluators,
    pub(crate) game: Game,
    pub(crate) search: PonderingSearch,
    pub(crate) clocks: [Clock; 2],
    /// Own hopeless moves in a row, for each side.
    pub(crate) hopeless: [u32; 2],
    /// It was time to resign at the last own move.
    pub(crate) would_resign: bool,
    /// Little was open at the last decision, so a pass is to be considered.
    pub(crate) late: bool,
    pub(crate) thinking_time: Duration,
    pub(crate) last: Option<Decision>,
    pub(crate) moves_ownership: bool,
    pub(crate) curve: bool,
    pub(crate) seed: u64,
    /// The playout doubling advantage of the present search.
    advantage: Option<Advantage>,
    /// Weights on the policy in the present search.
    weights: Option<PriorWeights>,
    /// The side to move of the last search.
    searched_for: Option<Colour>,
    /// The position of the present turn, by its hash and the number of moves, and when the turn began.
    turn: Option<((u64, usize), Instant)>,
    /// What is known of the opponent's rank.
    opponent: Option<OpponentRank>,
    /// The rank that the opponent is expected to have.
    expected_opponent: Option<Rank>,
}

const FULL_BOARD: Size = match Size::square(19) {
    Ok(size) => size,
    Err(_) => panic!(),
};

impl Session {
    /// A session on an empty board under Chinese rules, with the evaluators the settings name: a board of 19×19, unless
    /// the evaluators know only another one.
    pub fn new(settings: Settings) -> Result<Session, EvaluatorError> {
        let evaluators = Evaluators::from_settings(&settings, &LoadedNetworks::default())?;
        Ok(Session::with_evaluators(settings, evaluators))
    }

    /// A session with given evaluators.
    pub fn with_evaluators(settings: Settings, evaluators: Evaluators) -> Session {
        let evaluators = evaluators.with_settings(&nn_settings(&settings, None));
        let rules = Rules::CHINESE;
        let game = Game::new(evaluators.only_board().unwrap_or(FULL_BOARD), rules, rules.usual_komi());
        let seed = settings.seed.unwrap_or_else(any_seed);
        Memory::process().set_limit_mb(settings.memory_mb);
        let each_thread = evaluators.make(&settings.search, seed, 0, settings.threads);
        let mut search = Search::new(each_thread, settings.search, game.position());
        search.seed(seed);
        let search = PonderingSearch::new(search);
        Session {
            settings,
            evaluators,
            game,
            search,
            clocks: [Clock::default(); 2],
            hopeless: [0; 2],
            would_resign: false,
            late: false,
            thinking_time: Duration::ZERO,
            last: None,
            moves_ownership: false,
            curve: false,
            seed,
            advantage: None,
            weights: None,
            searched_for: None,
            turn: None,
            opponent: None,
            expected_opponent: None,
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes settings, in mid-game too. The tree is kept unless the search itself changes.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), SettingsError> {
        settings.check()?;
        let old = &self.settings;
        let of_character = |s: &Settings| (s.character.network(), s.character.alone);
        let nets =
            |s: &Settings| (s.evaluator, s.net.clone(), s.human_net.clone(), s.executor, of_character(s));
        let other_judge = nets(&settings) != nets(old);
        let rebuild = other_judge
            || settings.nn != old.nn
            || (settings.threads, &settings.search, settings.seed) != (old.threads, &old.search, old.seed);
        let evaluators = match other_judge {
            true => Evaluators::from_settings(&settings, &LoadedNetworks::default())?,
            false => self.evaluators.clone(),
        };
        evaluators.check(&settings)?;
        self.evaluators = evaluators;
        self.settings = settings;
        // A smaller limit holds at once for what is to come; what a tree has found stays until its game goes on.
        Memory::process().set_limit_mb(self.settings.memory_mb);
        if rebuild {
            self.seed = self.settings.seed.unwrap_or(self.seed);
            self.rebuild();
        }
        Ok(())
    }

    /// Prepares the search for `colour` to move. The tree is lost if the playout doubling advantage or weights on the policy
    /// change sides, or if the sides are searched differently.
    pub(crate) fn prepare_for(&mut self, colour: Colour) {
        let advantage = self.settings.advantage.at(colour);
        let follows_people = |puct: &PuctSettings| puct.human.depends_on_side();
        let other_side = self.searched_for.replace(colour).is_some_and(|before| before != colour);
        let one_sided = other_side && self.settings.search.puct().is_some_and(follows_people);
        let weights = self.settings.weights_for(colour, self.size());
        if (advantage, weights) != (self.advantage, self.weights) || one_sided {
            (self.advantage, self.weights) = (advantage, weights);
            self.rebuild();
        }
    }

    fn rebuild(&mut self) {
        self.evaluators = self.evaluators.with_settings(&nn_settings(&self.settings, self.advantage));
        self.search = PonderingSearch::new(self.new_search(self.game.position(), 0, self.settings.threads));
    }

    /// A search with an empty tree, seeded from the session's seed and a stream that says what it is for.
    pub(crate) fn new_search(&self, position: &Position, stream: u64, threads: usize) -> Search {
        let settings = search::Settings { weights: self.weights, ..self.settings.search };
        self.new_search_with(&settings, position, stream, threads)
    }

    /// The same with other settings of the search.
    pub(crate) fn new_search_with(
        &self,
        settings: &search::Settings,
        position: &Position,
        stream: u64,
        threads: usize,
    ) -> Search {
        self.search_by(&self.evaluators, settings, position, stream, threads)
    }

    /// The same by other evaluators.
    fn search_by(
        &self,
        evaluators: &Evaluators,
        settings: &search::Settings,
        position: &Position,
        stream: u64,
        threads: usize,
    ) -> Search {
        let evaluators = evaluators.make(settings, self.seed, stream, threads);
        // Evaluators that cannot be told of an advantage leave it to the search.
        let advantage = self.advantage.filter(|_| !self.evaluators.support_advantage());
        let settings = search::Settings { advantage, ..*settings };
        let mut search = Search::new(evaluators, settings, position);
        search.seed(self.seed ^ stream.wrapping_mul(0xd6e8_feb8_6659_fd93));
        search.include_moves_ownership(self.moves_ownership);
        search.include_curve(self.curve);
        search
    }

    pub fn evaluators(&self) -> &Evaluators {
        &self.evaluators
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn size(&self) -> Size {
        self.game.size()
    }

    /// The last decision, played or not.
    pub fn last_decision(&self) -> Option<&Decision> {
        self.last.as_ref()
    }

    /// Time spent on decisions since the session began.
    pub fn thinking_time(&self) -> Duration {
        self.thinking_time
    }

    /// Starts a new game with the same rules, komi and time.
    pub fn new_game(&mut self, size: Size) {
        let (rules, komi) = (self.position().rules(), self.position().komi());
        // Nobody asked for the same game again.
        self.seed = self.settings.seed.unwrap_or_else(any_seed);
        self.load(Game::new(size, rules, komi));
        self.clocks = self.clocks.map(|clock| Clock::new(clock.settings()));
    }

    /// Continues another game.
    pub fn load(&mut self, game: Game) {
        self.game = game;
        self.reset_resignation();
        self.late = false;
        self.last = None;
        self.forget();
    }

    /// Clears the search tree.
    pub fn forget(&mut self) {
        let mut search = self.search.idle();
        search.clear();
        search.set_position(self.game.position());
    }

    /// Changes komi, in mid-game too. The tree is kept if the evaluators' curves hold for every komi.
    pub fn set_komi(&mut self, komi: Komi) {
        if komi != self.position().komi() {
            self.game.set_komi(komi);
            let fair = self
                .settings
                .search
                .puct()
                .is_none_or(|network| network.draw_equivalent_wins_for_white == 0.5);
            match self.evaluators.ignore_komi() && fair {
                true => self.search.idle().set_komi(komi),
                false => self.forget(),
            }
        }
    }

    pub fn set_rules(&mut self, rules: Rules) {
        if rules != self.position().rules() {
            self.game.set_rules(rules);
            self.forget();
        }
    }

    /// Plays a move for either side, whoever's turn it is.
    pub fn play(&mut self, colour: Colour, m: Move) -> Result<(), IllegalMove> {
        self.game.play(colour, m)
    }

    /// Takes the last move back; `None` when there is none.
    pub fn undo(&mut self) -> Option<(Colour, Move)> {
        let undone = self.game.undo();
        if undone.is_some() {
            self.reset_resignation();
        }
        undone
    }

    /// Hopeless moves were in another position.
    fn reset_resignation(&mut self) {
        (self.hopeless, self.would_resign) = ([0; 2], false);
    }

    /// Whether it was time to resign at the last own move although that was not allowed.
    pub fn would_resign(&self) -> bool {
        self.would_resign
    }

    /// Searches in the background with the other side to move, until the search is needed for something else.
    pub fn ponder(&mut self) {
        if !self.position().is_over() {
            self.search.ponder(self.game.position());
        }
    }

    pub fn is_pondering(&self) -> bool {
        self.search.is_pondering()
    }

    pub fn clock(&self, colour: Colour) -> &Clock {
        &self.clocks[colour.index()]
    }

    /// Resets both clocks for a new game.
    pub fn set_time(&mut self, settings: TimeSettings) {
        self.clocks = [Clock::new(settings); 2];
    }

    /// Charges time to the clock of a player whose move did not come from this session.
    pub fn spend_time(&mut self, colour: Colour, used: Duration) {
        self.clocks[colour.index()].spend(used);
    }

    /// Corrects a clock; `stones` as GTP's `time_left` gives it.
    pub fn time_left(&mut self, colour: Colour, left: Duration, stones: u32) {
        self.clocks[colour.index()].correct(left, stones);
    }
}

/// The network settings of a search with this advantage.
fn nn_settings(settings: &Settings, advantage: Option<Advantage>) -> NnSettings {
    let draw_bonus =
        settings.search.puct().map_or(0.0, |network| network.draw_equivalent_wins_for_white - 0.5);
    NnSettings { advantage, draw_bonus, ..settings.nn.clone() }
}

/// A random seed.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
