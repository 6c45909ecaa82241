//! Choosing one of the searched moves, and deciding on it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Move, Position, splitmix64};
use evaluation::{EvaluationError, Lead};
use network::RawOutputs;
use search::Snapshot;

use super::Session;
use crate::decision::{
    Chain, Choice, Decision, DecisionTable, Mixed, Purpose, Reason, Results, RuleName, Scene, SteeringScene,
    blend_to_play, chance, human_chain, nearest_chain, run, score_chain, search_chain, steering_chain,
    win_rate_chain,
};
use crate::endgame::{USUAL_SPREAD_SCALE, spread_scale};
use crate::settings::ControlMethod;

impl Session {
    /// Picks a move and decides on it.
    pub(super) fn pick_and_decide(
        &self,
        position: Position,
        mut snapshot: Snapshot,
        purpose: Purpose,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Decision, EvaluationError> {
        let best = snapshot.best();
        let table = self.pick(&mut snapshot, &position, stop)?;
        let mut decision = self.decide_on_picked(position, snapshot, purpose, time, stop)?.with_table(table);
        if decision.reason == Reason::MostVisited && decision.choice != Choice::Play(best) {
            if self.controls() {
                if decision.gives_back(best) {
                    decision.reason = Reason::KeepsClose { best };
                }
            } else if self.imitates() || decision.table.rule == Some(RuleName::Character) {
                decision.reason = Reason::HoldsBack { best };
            }
        }
        Ok(decision)
    }

    /// Whether the game is kept close on purpose.
    pub(super) fn controls(&self) -> bool {
        self.settings.control.method != ControlMethod::None
    }

    /// The rules that choose among the searched moves, and the lead they steer to, if they do.
    fn chain(
        &self,
        blends: bool,
        snapshot: &Snapshot,
        biased: Option<&Snapshot>,
        position: &Position,
    ) -> Result<(Chain, Option<Lead>), EvaluationError> {
        let (control, temperature) = (&self.settings.control, &self.settings.temperature);
        let chain = match control.method {
            ControlMethod::None if blends => human_chain(temperature),
            ControlMethod::None => {
                let mut chain = search_chain(temperature);
                if let Some(biased) = biased {
                    let (visits, strength) =
                        (Session::known_visits(snapshot), self.settings.character.strength);
                    // After the rule that leaves passes to the search.
                    chain.insert(1, Box::new(Mixed::new(biased, visits, strength)));
                }
                chain
            }
            ControlMethod::Nearest => nearest_chain(control),
            ControlMethod::WinRate => win_rate_chain(control),
            ControlMethod::Score => score_chain(&control.score),
            ControlMethod::Steer => {
                let scene = self.steering_scene(snapshot, position)?;
                let aim = Lead::for_side(snapshot.to_move, scene.aim(&control.steering).lead());
                return Ok((steering_chain(&control.steering, control.min_visit_prop, &scene), Some(aim)));
            }
        };
        Ok((chain, None))
    }

    /// The spread of the final score, as `default` would expect it.
    fn spread(&self, snapshot: &Snapshot) -> f32 {
        let known = || self.evaluators.net().map(|net| spread_scale(&net.network().name));
        let scale = match self.settings.control.spread_scale {
            0.0 => known().unwrap_or(USUAL_SPREAD_SCALE),
            told => told,
        };
        snapshot.score_stdev * scale / USUAL_SPREAD_SCALE
    }

    fn steering_scene(
        &self,
        snapshot: &Snapshot,
        position: &Position,
    ) -> Result<SteeringScene, EvaluationError> {
        let played = position.moves().len().max(position.size().points() - position.board().empty_count());
        Ok(SteeringScene {
            side: position.size().width(),
            spread: self.spread(snapshot),
            played: played as f32 / position.size().points() as f32,
            pass_cost: self.pass_cost(snapshot, position)?,
            drift: self.opponent.as_ref().map_or(0.0, |opponent| opponent.loss_per_move()),
            game_chance: (splitmix64(self.seed) >> 11) as f64 / (1u64 << 53) as f64,
            results: Results::of(position, snapshot.to_move),
        })
    }

    /// Chooses by the rules, and puts the move first. The human policy is in the table wherever it is known.
    pub(super) fn pick(
        &self,
        snapshot: &mut Snapshot,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<DecisionTable, EvaluationError> {
        let human = self.human_output_at(position)?;
        let blends = human.is_some() && self.imitates() && !self.controls();
        if let Some(human) = human.as_ref().filter(|_| blends) {
            let (folds, temperature) = (self.settings.folds_symmetries(), &self.settings.temperature);
            let preferred = self.preferred(human, position)?;
            blend_to_play(snapshot, &preferred, position, &self.settings.human, temperature, folds);
        }
        let (steers, visits) = (
            self.settings.control.method == ControlMethod::Steer,
            self.settings.control.steering.second_look,
        );
        if steers {
            self.look_at_pass(snapshot, position, visits)?;
        }
        let mixes = self.mixes() && !blends && !self.controls();
        let biased = match mixes {
            true => self.biased_search(position, snapshot.visits, stop)?,
            false => None,
        };
        if let Some(biased) = &biased {
            self.look_at_favourites(snapshot, biased, position)?;
        }
        let mut table = self.table(snapshot, position, human.as_ref())?;
        let chance = chance(self.seed, position);
        let scene = Scene { position, visits: snapshot.visits, spread: self.spread(snapshot), chance };
        let (chain, aim) = self.chain(blends, snapshot, biased.as_ref(), position)?;
        table.aim = aim;
        run(&chain, &mut table, &scene);
        if steers {
            self.look_again(&mut table, &chain, &scene, visits)?;
            for candidate in &mut snapshot.candidates {
                let Some(row) = table.row(candidate.mv) else { continue };
                (candidate.visits, candidate.win_rate, candidate.lead) = (row.visits, row.win_rate, row.lead);
            }
        }
        let Some(chosen) = table.chosen().map(|row| row.mv) else { return Ok(table) };
        if let Some(place) = snapshot.candidates.iter().position(|c| c.mv == chosen) {
            snapshot.candidates[..=place].rotate_right(1);
        }
        if blends {
            // The search knows nothing of moves that only people suggested.
            snapshot.candidates.retain(|c| c.visits > 0 || c.mv == chosen);
            table.rows.retain(|row| row.visits > 0 || row.mv == chosen);
        }
        Ok(table)
    }

    /// What the rules would make of a searched position. Passing and resigning are not considered.
    pub fn decision_table(
        &self,
        snapshot: &Snapshot,
        position: &Position,
    ) -> Result<DecisionTable, EvaluationError> {
        self.pick(&mut snapshot.clone(), position, &AtomicBool::new(false))
    }

    /// The candidates of a search, with all that is known of them.
    fn table(
        &self,
        snapshot: &Snapshot,
        position: &Position,
        human: Option<&RawOutputs>,
    ) -> Result<DecisionTable, EvaluationError> {
        let policy: Vec<(Move, f32)> = snapshot.candidates.iter().map(|c| (c.mv, c.prior)).collect();
        let weights = self.weights_of(position, &policy)?;
        let human = human.map(|human| move |mv| human.prior_of(position.size(), mv));
        let human = human.as_ref().map(|of| of as &dyn Fn(Move) -> f32);
        Ok(DecisionTable::new(snapshot, weights.as_deref(), human))
    }

    /// Decides on the first move of a snapshot. If people's passes count, their choice stands; otherwise it is for the
    /// search's rules to replace it by a pass.
    pub(super) fn decide_on_picked(
        &self,
        position: Position,
        snapshot: Snapshot,
        purpose: Purpose,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Decision, EvaluationError> {
        let human = &self.settings.human;
        if !self.imitates() || human.chosen_move_ignore_pass || purpose != Purpose::Game {
            return self.decide_on(position, snapshot, purpose, time, stop);
        }
        let choice = Choice::Play(snapshot.best());
        Ok(Decision::new(position, choice, Reason::MostVisited, snapshot))
    }
}
