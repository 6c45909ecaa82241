//! How often players avoid a mistake, by other means than the review's.

use anyhow::Context;
use board::{Colour, Game as Moves, Move, Position, splitmix64};
use evaluation::Lead;
use network::{EvaluatorSettings, NetworkEvaluator, NetworkOutput, Players, RawOutputs, symmetries};
use partner::{AnalysisRequest, Evaluators, ExecutorKind, LoadedNetworks, SearchMonitor, Session, Settings};
use people::Game;
use review::{RANKS_UP, Reviewed};
use search::Limits;

use super::results::Measured;

/// Moves are searched until they make up this share of what stronger players do, and this many at most.
const SHARE: f32 = 0.95;
const MOST: usize = 16;
/// A move is clearly better if it loses at most this part.
const CLEARLY_BETTER: f32 = 0.5;

/// What one thread measures with.
pub struct Gauge {
    people: NetworkEvaluator,
    session: Session,
    visits: u64,
}

impl Gauge {
    pub fn new(
        settings: &Settings,
        evaluators: &Evaluators,
        nets: &LoadedNetworks,
        visits: u64,
    ) -> anyhow::Result<Gauge> {
        let human = nets.load(Some(network::HUMAN), ExecutorKind::default())?;
        // Another seed than the review's: other symmetries in the search, too.
        let settings = Settings { seed: Some(2), ..settings.clone() };
        Ok(Gauge {
            people: NetworkEvaluator::new(human.backend(), EvaluatorSettings::default(), 0)?,
            session: Session::with_evaluators(settings, evaluators.clone()),
            visits,
        })
    }

    /// Measures the mistake after some moves.
    pub fn measure(
        &mut self,
        game: &Game,
        reviewed: &Reviewed,
        after: usize,
        colour: Colour,
    ) -> anyhow::Result<Measured> {
        let before = reviewed.game.after(after);
        let played = reviewed.moves()[after].1;
        let policies = self.policies(game, before.position(), colour)?;
        let best = self.best(&before, colour)?;
        let mut lost_by_played = 0.0;
        // Of the own rank, of the stronger ones.
        let (mut known, mut better, mut less) = ([0.0; 2], [0.0; 2], [0.0; 2]);
        let moves = likely(&policies, before.size(), played);
        let mut lost = Vec::new();
        for (mv, shares) in moves {
            let mut next = before.clone();
            if next.play(colour, mv).is_err() || next.position().is_over() {
                continue;
            }
            let cost = best.of(colour) - self.lead(&next, self.visits / 4)?.of(colour);
            if mv == played {
                lost_by_played = cost;
            }
            lost.push((mv, shares, cost));
        }
        for (mv, shares, cost) in lost {
            for side in 0..2 {
                known[side] += shares[side];
                if mv != played && cost <= CLEARLY_BETTER * lost_by_played {
                    better[side] += shares[side];
                }
                if mv != played && cost < lost_by_played {
                    less[side] += shares[side];
                }
            }
        }
        let share = |sums: [f32; 2], side: usize| sums[side] / known[side].max(1e-6);
        Ok(Measured {
            after,
            lost: lost_by_played,
            own: share(better, 0),
            stronger: share(better, 1),
            less: share(less, 1),
        })
    }

    /// The policies of the person's rank and of those above, as the human network sees the game that it is.
    fn policies(
        &mut self,
        game: &Game,
        position: &Position,
        colour: Colour,
    ) -> anyhow::Result<[RawOutputs; 4]> {
        let players = game.described();
        let rank = players.ranks[colour.index()].context("the person has no rank")?;
        let all = symmetries(position.size());
        // Never the first, which the review uses.
        let one = 1 + splitmix64(position.hash()) as usize % (all.len() - 1);
        let of = |up: u8| players.with_rank(colour, (rank + f32::from(up)).clamp(0.0, 38.0));
        let mut position = position.clone();
        position.set_to_move(colour);
        let told: [Players; 4] = [of(0), of(RANKS_UP[0]), of(RANKS_UP[1]), of(RANKS_UP[2])];
        let queries = told.map(|players| (&position, players, &all[one..=one]));
        let mut outputs: Vec<NetworkOutput> = Vec::new();
        self.people.policies(&queries, &mut outputs)?;
        Ok(std::array::from_fn(|i| RawOutputs::new(&outputs[i], position.komi_with_bonus())))
    }

    /// What the best move promises.
    fn best(&mut self, game: &Moves, colour: Colour) -> anyhow::Result<Lead> {
        let view = self.search(game, self.visits)?;
        let best = view.candidates.iter().map(|candidate| candidate.play_selection_value);
        let most = best.fold(0.0, f32::max);
        let best = view.candidates.iter().find(|candidate| candidate.play_selection_value == most);
        debug_assert_eq!(view.to_move, colour);
        Ok(best.map_or(view.lead, |best| best.lead))
    }

    fn lead(&mut self, game: &Moves, visits: u64) -> anyhow::Result<Lead> {
        Ok(self.search(game, visits)?.lead)
    }

    fn search(&mut self, game: &Moves, visits: u64) -> anyhow::Result<search::Snapshot> {
        self.session.load(game.clone());
        let limits = Limits::visits(visits.max(1));
        let request = AnalysisRequest { limits, from_scratch: true, ..AnalysisRequest::default() };
        let stop = std::sync::atomic::AtomicBool::new(false);
        let monitor = SearchMonitor { stop: &stop, every: None, on_report: &mut |_| () };
        Ok(self.session.analyse(self.session.position().to_move(), &request, monitor)?)
    }
}

/// The likely moves with their shares among players of the rank and among stronger ones; the one that was played is there.
fn likely(policies: &[RawOutputs; 4], size: board::Size, played: Move) -> Vec<(Move, [f32; 2])> {
    let stronger = |mv: Move| policies[1..].iter().map(|policy| policy.prior_of(size, mv)).sum::<f32>() / 3.0;
    let mut all: Vec<(Move, [f32; 2])> =
        policies[0].priors(size).map(|(mv, own)| (mv, [own, stronger(mv)])).collect();
    all.sort_by(|a, b| b.1[1].total_cmp(&a.1[1]));
    let mut sum = 0.0;
    let mut count = 0;
    while count < all.len().min(MOST) && sum < SHARE {
        sum += all[count].1[1];
        count += 1;
    }
    let kept = all[count..].iter().find(|(mv, _)| *mv == played).copied();
    all.truncate(count);
    all.extend(kept);
    all
}
