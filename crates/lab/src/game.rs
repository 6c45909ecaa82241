//! One game of an experiment.

use board::{Colour, Move, PointSet, Position, Size, free_handicap};
use evaluation::{Evaluation, Query};
use game_runner::{RULES, weighted};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Candidate, ObjectiveSettings, PuctSettings, Settings, Snapshot, SteppedSearch};

use crate::conditions::Conditions;
use crate::entry::{Ending, Entry};
use crate::pairing::Pairing;
use statistics::significance::median;

/// Hopeless turns in a row before a player resigns.
const HOPELESS_TURNS: u32 = 2;
/// Nobody resigns before one move per this many points of the board, as in the paper's program.
const EARLIEST: usize = 4;
/// Moves with less than this fraction of the best one's play selection value are never drawn.
const LEAST_PART: f32 = 1.0 / 64.0;

/// The search settings of all players. The search maximises only the agent's value, as in the paper: score
/// terms in the utility would make everybody play for points.
fn search_settings(aim: ObjectiveSettings) -> Settings {
    let network = PuctSettings {
        static_score_utility_factor: 0.0,
        dynamic_score_utility_factor: 0.0,
        root_ending_bonus_points: 0.0,
        ..PuctSettings::default()
    };
    Settings { batch: 1, objective: aim, ..Settings::with_puct(network) }
}

pub(crate) struct Game {
    /// The index of its pairing.
    pub pairing: usize,
    number: u32,
    /// Also of the symmetries under which networks see its positions.
    seed: u64,
    position: Position,
    /// Each player's own tree, Black's first.
    searches: [SteppedSearch; 2],
    /// Each player's place in the list of contenders.
    players: [usize; 2],
    strong: Colour,
    strong_resigns: bool,
    random: Xoshiro256PlusPlus,
    hopeless: [u32; 2],
    /// The visits at which the current search is done.
    visits: u64,
    scoring: Option<Scoring>,
}

/// A search of the last position of an unfinished game.
struct Scoring {
    search: SteppedSearch,
    ending: Ending,
    /// The side that did not resign.
    winner: Option<Colour>,
}

impl Game {
    pub fn new(pairing: &Pairing, place: usize, number: u32, size: Size, seed: u64, c: &Conditions) -> Game {
        let mut position = Position::new(size, RULES, pairing.komi);
        if pairing.stones > 0
            && let Ok(points) = free_handicap(size, pairing.stones)
        {
            let mut game = board::Game::new(size, RULES, pairing.komi);
            game.place_handicap(&points);
            position.copy_from(game.position());
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let strong = pairing.colour;
        let mut search = |colour| {
            let aim = if colour == strong { pairing.aim } else { ObjectiveSettings::default() };
            SteppedSearch::new(search_settings(aim), &position, random.random())
        };
        let mut game = Game {
            pairing: place,
            number,
            seed,
            searches: Colour::BOTH.map(&mut search),
            players: Colour::BOTH.map(|c| if c == strong { pairing.strong } else { pairing.opponent }),
            strong,
            strong_resigns: pairing.strong_resigns,
            position,
            random,
            hopeless: [0; 2],
            visits: 0,
            scoring: None,
        };
        game.prepare(c);
        game
    }

    /// Prepares the search of the player to move.
    fn prepare(&mut self, conditions: &Conditions) {
        let search = &mut self.searches[self.position.to_move().index()];
        search.set_position(&self.position);
        // At least one visit is new: with it the tree hears of the new root, and of the agent that plays there.
        self.visits = u64::from(conditions.visits).max(search.visits() + 1);
    }

    fn search(&self) -> &SteppedSearch {
        match &self.scoring {
            Some(scoring) => &scoring.search,
            None => &self.searches[self.position.to_move().index()],
        }
    }

    /// Plays until something must be evaluated, or the game is done.
    pub fn advance(&mut self, name: &str, conditions: &Conditions) -> Option<Entry> {
        loop {
            if let Some(scoring) = &mut self.scoring {
                if scoring.search.step(u64::from(conditions.score_visits)) {
                    return None;
                }
                let mut leads: Vec<f32> =
                    scoring.search.curves().iter().map(|c| c.board_lead().of(Colour::Black)).collect();
                let lead = median(&mut leads).unwrap_or(0.0);
                let (winner, ending) = (scoring.winner, scoring.ending);
                let winner = winner.or_else(|| self.ahead(lead));
                return Some(self.entry(name, winner, lead, ending));
            }
            if self.searches[self.position.to_move().index()].step(self.visits) {
                return None;
            }
            if let Some(entry) = self.play(name, conditions) {
                return Some(entry);
            }
        }
    }

    /// Plays the move of the finished search.
    fn play(&mut self, name: &str, conditions: &Conditions) -> Option<Entry> {
        let mover = self.position.to_move();
        let view = self.search().snapshot();
        let points = self.position.size().points();
        let win_rate = view.win_rate.of(mover);
        let may_resign = self.strong_resigns || mover != self.strong;
        let hopeless = &mut self.hopeless[mover.index()];
        *hopeless = if win_rate < conditions.resign_threshold { *hopeless + 1 } else { 0 };
        if may_resign && *hopeless >= HOPELESS_TURNS && self.position.moves().len() * EARLIEST >= points {
            self.look_at_score(Ending::Resigned, Some(mover.other()));
            return None;
        }
        let mv = self.choose(&view, conditions);
        self.position.play_legal(mv);
        if self.position.is_over() {
            let score = self.position.score(&PointSet::EMPTY);
            let lead = score.for_side(Colour::Black) + self.position.komi().points();
            return Some(self.entry(name, score.winner(), lead as f32, Ending::Counted));
        }
        if self.position.moves().len() >= (conditions.max_moves_per_point * points as f64) as usize {
            self.look_at_score(Ending::Unfinished, None);
        } else {
            self.prepare(conditions);
        }
        None
    }

    /// The strong network searches the position, playing to win.
    fn look_at_score(&mut self, ending: Ending, winner: Option<Colour>) {
        let search = SteppedSearch::new(
            search_settings(ObjectiveSettings::default()),
            &self.position,
            self.random.random(),
        );
        self.scoring = Some(Scoring { search, ending, winner });
    }

    fn choose(&mut self, view: &Snapshot, conditions: &Conditions) -> Move {
        let best = view.candidates.first().map_or(0.0, |c| c.play_selection_value);
        if self.position.moves().len() >= conditions.temperature_moves || best <= 0.0 {
            return view.best();
        }
        let weight = |c: &Candidate| {
            if c.play_selection_value >= LEAST_PART * best { c.play_selection_value } else { 0.0 }
        };
        let total: f32 = view.candidates.iter().map(weight).sum();
        let point = self.random.random::<f32>() * total;
        weighted(&view.candidates, |c| weight(c), point).map_or_else(|| view.best(), |c| c.mv)
    }

    /// The winner, given Black's lead on the board.
    fn ahead(&self, black_lead: f32) -> Option<Colour> {
        match f64::from(black_lead) - self.position.komi().points() {
            margin if margin > 0.0 => Some(Colour::Black),
            margin if margin < 0.0 => Some(Colour::White),
            _ => None,
        }
    }

    fn entry(&self, name: &str, winner: Option<Colour>, black_lead: f32, ending: Ending) -> Entry {
        let moves: Vec<String> = self.position.moves().iter().map(|(_, m)| m.to_string()).collect();
        Entry { pairing: name.into(), game: self.number, winner, black_lead, ending, moves: moves.join(" ") }
    }
}

impl game_runner::Game for Game {
    fn size(&self) -> Size {
        self.position.size()
    }

    /// The index of the network to move. The strong network estimates scores.
    fn evaluator(&self) -> usize {
        let asked = if self.scoring.is_some() { self.strong } else { self.position.to_move() };
        self.players[asked.index()]
    }

    fn query(&self) -> Option<Query<'_>> {
        self.search().query()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn apply(&mut self, evaluation: &Evaluation) {
        match &mut self.scoring {
            Some(scoring) => scoring.search.answer(evaluation),
            None => self.searches[self.position.to_move().index()].answer(evaluation),
        }
    }
}

#[cfg(test)]
mod tests;
