//! One game of self-play.

use board::{Colour, Move, Position, Size};
use evaluation::{Evaluation, Query};
use game_runner::{Game, RULES, weighted};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Candidate, PuctSettings, Settings, Snapshot, SteppedSearch};

use super::komi::even_komi;
use super::policy_init::PolicyInit;
use super::scheduler::{Branch, Start};
use super::teacher::{Role, Teacher};
use crate::record::{Ending, Record, Turn};
use crate::record::{code, decode};
use crate::settings::SelfPlaySettings;

/// Own turns in a row with a hopeless win rate before a player resigns.
const HOPELESS_TURNS: u32 = 2;
/// At least one visit in this many is new, however many the tree has kept.
const NEW_PART: u64 = 4;

pub(crate) struct SelfPlayGame {
    source: MoveSource,
    /// While the first moves are drawn from the policy.
    policy_init: Option<PolicyInit>,
    position: Position,
    opening: Vec<u16>,
    turns: Vec<Turn>,
    random: Xoshiro256PlusPlus,
    resigns: bool,
    hopeless: [u32; 2],
    /// Somebody would have resigned; the game is played on with few visits.
    is_decided: bool,
    /// Of the current search.
    is_full_search: bool,
    visits: u64,
}

/// What chooses the moves.
enum MoveSource {
    Search(Box<SteppedSearch>),
    Teacher(Box<Teacher>),
}

/// What the end of a search leads to.
pub(crate) struct Moved {
    pub branch: Option<Branch>,
    pub ending: Option<Ending>,
}

/// Bounds the surprise of a move that the policy never considered.
const LEAST_PRIOR: f32 = 1e-4;
/// A teacher's games are recorded in parts of this many moves: they are long, and every position has its own targets.
const PART: usize = 40;

impl SelfPlayGame {
    /// None where the opening cannot be played.
    pub fn new(start: Start, settings: &SelfPlaySettings, has_student: bool) -> Option<SelfPlayGame> {
        let mut position = Position::new(start.size, RULES, start.komi);
        position.set_objective(start.objective);
        for mv in &start.opening {
            position.play(decode(*mv, start.size)?).ok()?;
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(start.seed);
        let search = SteppedSearch::new(search_settings(), &position, random.random());
        let source = match &settings.distillation {
            Some(teaching) => {
                let student = has_student.then_some(search);
                MoveSource::Teacher(Box::new(Teacher::new(&position, teaching, student, random.random())))
            }
            None => MoveSource::Search(Box::new(search)),
        };
        let drawn = settings.policy_init.as_ref().filter(|_| start.opening.is_empty());
        let policy_init = drawn.and_then(|opening| PolicyInit::draw(opening, &mut random));
        let mut game = SelfPlayGame {
            source,
            policy_init,
            position,
            opening: start.opening,
            turns: Vec::new(),
            resigns: random.random::<f64>() >= settings.no_resign_prob,
            hopeless: [0; 2],
            is_decided: false,
            is_full_search: true,
            visits: 0,
            random,
        };
        game.prepare(settings);
        Some(game)
    }

    /// Prepares the next search.
    fn prepare(&mut self, settings: &SelfPlaySettings) {
        let search = match &mut self.source {
            MoveSource::Search(search) => search,
            MoveSource::Teacher(teacher) => return teacher.set_position(&self.position),
        };
        self.is_full_search =
            self.random.random::<f64>() < 1.0 - settings.cheap_search_prob && !self.is_decided;
        let (noise, forced, temperature) = match self.is_full_search {
            true => (
                settings.root_dirichlet_noise_weight,
                settings.root_desired_per_child_visits_coeff,
                settings.root_policy_temperature,
            ),
            false => (0.0, 0.0, 1.0),
        };
        let visits = match self.is_full_search {
            true => settings.visits,
            false if self.is_decided => settings.reduced_visits,
            false => settings.cheap_search_visits,
        };
        let visits = u64::from(visits);
        search.change(|network| {
            (network.root_dirichlet_noise_weight, network.root_desired_per_child_visits_coeff) =
                (noise, forced);
            (network.root_policy_temperature, network.root_policy_temperature_early) = (temperature, None);
        });
        search.set_position(&self.position);
        self.visits = visits.max(search.visits() + visits / NEW_PART);
    }

    /// Searches on; false when the search is done.
    pub fn needs_evaluation(&mut self) -> bool {
        if let Some(opening) = &self.policy_init {
            return opening.query(&self.position).is_some();
        }
        match &mut self.source {
            MoveSource::Search(search) => search.step(self.visits),
            MoveSource::Teacher(teacher) => teacher.needs_evaluation(),
        }
    }

    /// Plays the move of the finished search.
    pub fn play(&mut self, settings: &SelfPlaySettings) -> Moved {
        if self.policy_init.is_some() {
            self.open(settings);
            return Moved { branch: None, ending: None };
        }
        let search = match &mut self.source {
            MoveSource::Search(search) => search,
            MoveSource::Teacher(teacher) => {
                let turn = teacher.turn();
                return Moved { branch: None, ending: self.go_on(turn, settings) };
            }
        };
        let view = search.snapshot();
        let (size, mover) = (self.position.size(), self.position.to_move());
        let raw = view.raw.map_or(view.lead, |raw| raw.lead);
        let black_lead = raw.of(Colour::Black) + self.position.komi_with_bonus().points() as f32;
        let win_rate = view.win_rate.of(mover).clamp(0.0, 1.0);
        let mut moved = Moved { branch: None, ending: None };
        if self.random.random::<f64>() < settings.branch_prob {
            let mut moves: Vec<u16> = self.position.moves().iter().map(|(_, m)| code(*m, size)).collect();
            let mut black_lead = black_lead;
            if self.random.random::<f64>() < settings.branch_other_move_prob
                && let Some(other) = any_but_the_best(&view, &mut self.random)
            {
                moves.push(code(other.mv, size));
                black_lead = other.lead.of(Colour::Black) + self.position.komi_with_bonus().points() as f32;
            }
            let lead = evaluation::Lead::for_side(Colour::Black, black_lead);
            let objective = *self.position.objective();
            moved.branch = Some(Branch { size, moves, komi: even_komi(lead, size.points()), objective });
        }
        let hopeless = &mut self.hopeless[mover.index()];
        *hopeless = if win_rate < settings.resign_threshold { *hopeless + 1 } else { 0 };
        self.is_decided |= self.resigns && *hopeless >= HOPELESS_TURNS;
        if self.is_decided && settings.reduced_visits == 0 {
            moved.ending = Some(Ending::Resigned { winner_is_black: mover == Colour::White });
            return moved;
        }
        let mv = self.choose(&view, settings);
        let visits =
            if self.is_full_search { targets(&view, settings, |m| code(m, size)) } else { Vec::new() };
        let policy_surprise = if self.is_full_search { policy_surprise(&view, settings) } else { 0.0 };
        let turn =
            Turn { mv: code(mv, size), visits, policy_surprise, black_lead, win_rate, teacher_target: None };
        moved.ending = self.go_on(turn, settings);
        moved
    }

    /// A move of the opening, or its end.
    fn open(&mut self, settings: &SelfPlaySettings) {
        let (Some(opening), Some(drawn)) = (&mut self.policy_init, &settings.policy_init) else {
            self.policy_init = None;
            return self.prepare(settings);
        };
        match opening.next(&self.position, drawn, settings.komi_spread, &mut self.random) {
            Ok(mv) => {
                self.opening.push(code(mv, self.position.size()));
                self.position.play_legal(mv);
            }
            Err(komi) => {
                self.position.set_komi(komi);
                self.policy_init = None;
                self.prepare(settings);
            }
        }
    }

    /// Plays a move, and prepares the next search unless the game is over.
    fn go_on(&mut self, turn: Turn, settings: &SelfPlaySettings) -> Option<Ending> {
        let size = self.position.size();
        let mv = decode(turn.mv, size).unwrap_or(Move::Pass);
        self.turns.push(turn);
        self.position.play_legal(mv);
        let most = (settings.max_moves_per_point * size.points() as f64) as usize;
        if self.position.is_over() || self.position.moves().len() >= most {
            return Some(Ending::count(&self.position));
        }
        self.prepare(settings);
        None
    }

    fn choose(&mut self, view: &Snapshot, settings: &SelfPlaySettings) -> Move {
        if self.position.moves().len() >= settings.temperature_moves || self.is_decided {
            return view.best();
        }
        let weight = |c: &Candidate| f64::from(visits(c, settings)).powf(1.0 / settings.temperature);
        let sum: f64 = view.candidates.iter().map(weight).sum();
        let point = self.random.random::<f64>() * sum;
        weighted(&view.candidates, |c| weight(c), point).map_or_else(|| view.best(), |c| c.mv)
    }

    /// The record of the game, or of what came after the last part of it.
    pub fn record(&mut self, net: &str, ending: Ending) -> Record {
        let turns = std::mem::take(&mut self.turns);
        let opening = self.opening.clone();
        self.opening.extend(turns.iter().map(|turn| turn.mv));
        Record {
            side: self.position.size().width() as u8,
            komi_halves: self.position.komi().halves(),
            objective: *self.position.objective(),
            net: net.into(),
            opening,
            turns,
            ending,
        }
    }

    /// The record of a part that is long enough, where games are recorded in parts; the game goes on.
    pub fn part(&mut self, net: &str) -> Option<Record> {
        let is_due = self.turns.len() >= PART && matches!(self.source, MoveSource::Teacher(_));
        is_due.then(|| self.record(net, Ending::Cut))
    }
}

impl Game for SelfPlayGame {
    fn size(&self) -> Size {
        self.position.size()
    }

    fn evaluator(&self) -> usize {
        match &self.source {
            MoveSource::Search(_) => Role::Player as usize,
            MoveSource::Teacher(teacher) => teacher.role() as usize,
        }
    }

    fn query(&self) -> Option<Query<'_>> {
        if let Some(opening) = &self.policy_init {
            return opening.query(&self.position);
        }
        match &self.source {
            MoveSource::Search(search) => search.query(),
            MoveSource::Teacher(teacher) => teacher.query(),
        }
    }

    fn apply(&mut self, evaluation: &Evaluation) {
        if let Some(opening) = &mut self.policy_init {
            return opening.apply(evaluation);
        }
        match &mut self.source {
            MoveSource::Search(search) => search.answer(evaluation),
            MoveSource::Teacher(teacher) => teacher.apply(evaluation),
        }
    }
}

fn search_settings() -> Settings {
    Settings::with_puct(PuctSettings {
        root_symmetry_pruning: false,
        // Visits are the policy target: LCB must not raise a move.
        min_visit_prop_for_lcb: f32::INFINITY,
        ..PuctSettings::default()
    })
}

/// A random move that the search visited, other than its best one and a pass.
fn any_but_the_best<'a>(view: &'a Snapshot, random: &mut Xoshiro256PlusPlus) -> Option<&'a Candidate> {
    let others: Vec<&Candidate> = view.candidates.iter().skip(1).filter(|c| c.mv.point().is_some()).collect();
    others.get(random.random_range(0..others.len().max(1))).copied()
}

fn targets(view: &Snapshot, settings: &SelfPlaySettings, code: impl Fn(Move) -> u16) -> Vec<(u16, u16)> {
    view.candidates.iter().map(|c| (code(c.mv), visits(c, settings))).filter(|(_, n)| *n > 0).collect()
}

/// The divergence of the visits from the network's own policy.
fn policy_surprise(view: &Snapshot, settings: &SelfPlaySettings) -> f32 {
    let all: f32 = view.candidates.iter().map(|c| f32::from(visits(c, settings))).sum();
    let of = |c: &Candidate| match f32::from(visits(c, settings)) / all.max(1.0) {
        share if share > 0.0 => share * (share / c.prior.max(LEAST_PRIOR)).ln(),
        _ => 0.0,
    };
    view.candidates.iter().map(of).sum::<f32>().max(0.0)
}

/// The visits of a move, pruned if the settings say so.
fn visits(candidate: &Candidate, settings: &SelfPlaySettings) -> u16 {
    match settings.policy_target_pruning {
        true => candidate.play_selection_value.round().clamp(0.0, f32::from(u16::MAX)) as u16,
        false => candidate.visits.min(u64::from(u16::MAX)) as u16,
    }
}
