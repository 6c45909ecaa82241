//! Where a session gets its judges from.

use std::sync::Arc;

use board::{Colour, Move, PointSet, Size, owners};
use evaluation::{Curve, Evaluation, Evaluator, Lead, Ownership, Query};
use playout::{PlayoutEvaluator, Policy};

use crate::{JudgeKind, LoadedNet, Nets, Settings};

/// Makes judges, one a thread, each from its own seed.
#[derive(Clone)]
pub struct Judges {
    make: Arc<dyn Fn(u64) -> Box<dyn Evaluator> + Send + Sync>,
    net: Option<LoadedNet>,
}

/// A judge that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JudgeError {
    #[error("no network is given: use --net FILE")]
    NoNet,
    #[error("no network is built in yet: use --net FILE")]
    NoDefault,
    #[error("{file}: {reason}")]
    Net { file: String, reason: String },
}

impl Judges {
    pub fn new(make: impl Fn(u64) -> Box<dyn Evaluator> + Send + Sync + 'static) -> Judges {
        Judges { make: Arc::new(make), net: None }
    }

    /// The judges the settings name. A network is loaded unless `nets` has it already.
    pub fn from_settings(settings: &Settings, nets: &Nets) -> Result<Judges, JudgeError> {
        Ok(match settings.judge {
            JudgeKind::Network => Judges::network(nets.load(settings.net.as_deref(), settings.executor)?),
            JudgeKind::Guided => Judges::playouts(Policy::guided()),
            JudgeKind::Uniform => Judges::playouts(Policy::uniform()),
            JudgeKind::Still => Judges::new(|_| Box::new(StillJudge)),
        })
    }

    fn network(net: LoadedNet) -> Judges {
        let shared = net.clone();
        Judges { make: Arc::new(move |seed| shared.judge(seed)), net: Some(net) }
    }

    /// Whether they know boards of this size.
    pub fn can_judge(&self, size: Size) -> bool {
        let fixed = self.net.as_ref().and_then(|net| net.network().graph.fixed_points());
        fixed.is_none_or(|points| points == size.points())
    }

    /// Gives up what they remember of positions they have judged.
    pub fn forget(&self) {
        if let Some(net) = &self.net {
            net.forget();
        }
    }

    /// The network behind them, when it is one.
    pub fn net(&self) -> Option<&LoadedNet> {
        self.net.as_ref()
    }

    fn playouts(policy: Policy) -> Judges {
        Judges::new(move |seed| Box::new(PlayoutEvaluator::new(policy.clone(), seed)))
    }

    /// Judges for several threads, none of which repeats another.
    pub(crate) fn make(&self, seed: u64, threads: usize) -> Vec<Box<dyn Evaluator>> {
        (0..threads.max(1) as u64)
            .map(|i| (self.make)(seed.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            .collect()
    }
}

/// Counts the board as it stands and finds every move equally natural. It plays badly, at once and always the
/// same: for tests of everything around the search.
pub struct StillJudge;

/// How sure a count of standing stones makes of the result.
const STILL_CONFIDENCE: f32 = 0.2;

impl Evaluator for StillJudge {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) {
        for (query, answer) in queries.iter().zip(out) {
            let position = query.position;
            let owners = owners(position.board(), &PointSet::EMPTY);
            let lead = owners.points(Colour::Black) as f32 - owners.points(Colour::White) as f32;
            answer.curve = Curve::new(Lead::for_side(Colour::Black, lead), STILL_CONFIDENCE);
            let ownership = answer.ownership.get_or_insert_with(|| Box::new(Ownership::UNKNOWN));
            for p in position.size().iter() {
                let share = owners.of(p).map_or(0.0, |c| c.sign() as f32);
                ownership.set(Colour::Black, p, share);
            }
            answer.first_moves = None;
            answer.priors.clear();
            if query.wants_priors {
                let eye = |p| position.board().around(p).is_eye_of(position.to_move());
                answer
                    .priors
                    .extend(position.legal_moves().filter(|m| !m.point().is_some_and(eye)).map(|m| (m, 1.0)));
                let total = answer.priors.len() as f32;
                for (m, prior) in &mut answer.priors {
                    *prior = if *m == Move::Pass { 0.1 } else { 1.0 } / total;
                }
            }
        }
    }
}
