//! A teacher's games: played by its policy alone, or by its student, with the teacher's evaluation of every position.

use board::{Colour, Move, Position};
use evaluation::{Evaluation, Query};
use game_runner::weighted;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::SteppedSearch;

use super::komi::draw;
use crate::record::Turn;
use crate::record::{TeacherTarget, code};
use crate::settings::DistillationSettings;

/// Scale of the policy in a record.
const WHOLE: f32 = 60_000.0;
/// Moves with less are left out of records: most moves are never considered.
const LEAST: u16 = 20;

/// A teacher in one game.
pub(crate) struct Teacher {
    /// The game, with the komi of the next evaluation.
    position: Position,
    random: Xoshiro256PlusPlus,
    temperature: f64,
    random_move_prob: f64,
    answer: Option<Evaluation>,
    student: Option<Student>,
}

/// The student in the same game.
struct Student {
    search: SteppedSearch,
    visits: u64,
    /// Whether it plays Black, and White.
    plays: [bool; 2],
}

/// Which network evaluates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The network that plays against itself, or the teacher.
    Player,
    Student,
}

impl Teacher {
    /// The student, where there is one, brings its search.
    pub fn new(
        position: &Position,
        settings: &DistillationSettings,
        search: Option<SteppedSearch>,
        seed: u64,
    ) -> Teacher {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let temperature = random.random_range(settings.min_temperature..=settings.max_temperature);
        let random_move_prob = random.random::<f64>() * settings.max_random_move_prob;
        let plays = [(); 2].map(|()| random.random::<f64>() < settings.student_prob);
        let student = search.map(|search| Student { search, visits: settings.student_visits.into(), plays });
        Teacher { position: position.clone(), random, temperature, random_move_prob, answer: None, student }
    }

    /// Draws a new komi at every move, from the teacher's curve a move ago. So its win rates say both how far ahead a side
    /// is and how sure that is, whatever the state of the game.
    pub fn set_position(&mut self, position: &Position) {
        let komi = match &self.answer {
            Some(answer) => draw(&answer.curve, 1.0, position.size().points(), &mut self.random),
            None => position.komi(),
        };
        self.position.copy_from(position);
        self.position.set_komi(komi);
        self.answer = None;
        if let Some(student) = to_move(&mut self.student, &self.position) {
            student.search.set_position(&self.position);
        }
    }

    /// Whether a network has to evaluate something before there is a move.
    pub fn needs_evaluation(&mut self) -> bool {
        let student = to_move(&mut self.student, &self.position);
        self.answer.is_none() || student.is_some_and(|student| student.search.step(student.visits))
    }

    /// The teacher first, then the student.
    pub fn role(&self) -> Role {
        if self.answer.is_none() { Role::Player } else { Role::Student }
    }

    pub fn query(&self) -> Option<Query<'_>> {
        match self.role() {
            Role::Player => Some(Query { position: &self.position, wants_priors: true, at_root: true }),
            Role::Student => self.student.as_ref()?.search.query(),
        }
    }

    pub fn apply(&mut self, evaluation: &Evaluation) {
        match self.role() {
            Role::Player => self.answer = Some(evaluation.clone()),
            Role::Student => _ = self.student.as_mut().map(|student| student.search.answer(evaluation)),
        }
    }

    /// A move, and the teacher's evaluation of the position.
    pub fn turn(&mut self) -> Turn {
        let (size, mover) = (self.position.size(), self.position.to_move());
        let blank = Evaluation::blank();
        let said = self.answer.as_ref().unwrap_or(&blank);
        let lead = said.score.map_or(said.curve.board_lead(), |score| score.lead);
        let share = |prior: f32| (prior * WHOLE).round().clamp(0.0, f32::from(u16::MAX)) as u16;
        let visits = said.priors.iter().map(|(mv, prior)| (code(*mv, size), share(*prior)));
        let owner = |p| said.ownership.as_ref().map_or(0.0, |owners| owners.of(Colour::Black, p));
        let teacher_target = TeacherTarget {
            komi_halves: self.position.komi().halves(),
            ownership: size.iter().map(|p| (owner(p) * f32::from(i8::MAX)).round() as i8).collect(),
        };
        Turn {
            visits: visits.filter(|(_, share)| *share >= LEAST).collect(),
            policy_surprise: 0.0,
            black_lead: lead.of(Colour::Black),
            win_rate: said.curve.win_rate(self.position.komi_with_bonus()).of(mover).clamp(0.0, 1.0),
            teacher_target: Some(teacher_target),
            mv: code(self.choose(), size),
        }
    }

    fn choose(&mut self) -> Move {
        let Some(said) = &self.answer else { return Move::Pass };
        let mut choices: Vec<(Move, f64)> =
            said.priors.iter().map(|(mv, prior)| (*mv, (*prior).into())).collect();
        if self.random.random::<f64>() < self.random_move_prob {
            // Not a pass: two of them end the game.
            choices.iter_mut().for_each(|(mv, weight)| *weight = f64::from(u8::from(mv.point().is_some())));
        } else {
            if let Some(student) = to_move(&mut self.student, &self.position) {
                let view = student.search.snapshot();
                choices = view.candidates.iter().map(|c| (c.mv, c.visits as f64)).collect();
            }
            choices.iter_mut().for_each(|(_, weight)| *weight = weight.max(0.0).powf(1.0 / self.temperature));
        }
        let sum: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let point = self.random.random::<f64>() * sum;
        let drawn = weighted(&choices, |(_, weight)| *weight, point).or(choices.last());
        drawn.map_or(Move::Pass, |(mv, _)| *mv)
    }
}

/// The student, when it is its turn.
fn to_move<'a>(student: &'a mut Option<Student>, position: &Position) -> Option<&'a mut Student> {
    student.as_mut().filter(|student| student.plays[position.to_move().index()])
}
