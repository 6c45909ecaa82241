//! Where a session gets its judges from.

use std::sync::Arc;

use board::{Colour, Move, PointSet, Position, Size, Symmetry, owners};
use evaluation::{Curve, Evaluation, Evaluator, Lead, Ownership, Query};
use network::RawOutputs;
use playout::{PlayoutEvaluator, Policy};

use crate::net_judges::NetJudges;
use crate::{JudgeKind, Judging, LoadedNet, Nets, Settings, SettingsError};

/// Makes judges, one a thread.
#[derive(Clone)]
pub struct Judges(Kind);

#[derive(Clone)]
enum Kind {
    /// Each from its own seed.
    Seeded(Arc<dyn Fn(u64) -> Box<dyn Evaluator> + Send + Sync>),
    Network(Box<NetJudges>),
}

/// A judge that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JudgeError {
    #[error("no network is given: use --net FILE, or --net default")]
    NoNet,
    #[error("{file}: {reason}")]
    Net { file: String, reason: String },
}

impl Judges {
    pub fn new(make: impl Fn(u64) -> Box<dyn Evaluator> + Send + Sync + 'static) -> Judges {
        Judges(Kind::Seeded(Arc::new(make)))
    }

    /// The judges the settings name. A network is loaded unless `nets` has it already.
    pub fn from_settings(settings: &Settings, nets: &Nets) -> Result<Judges, JudgeError> {
        Ok(match settings.judge {
            JudgeKind::Network => {
                let net = nets.load(settings.net.as_deref(), settings.executor)?;
                Judges(Kind::Network(Box::new(NetJudges::new(net, &settings.judging))))
            }
            JudgeKind::Guided => Judges::playouts(Policy::guided().with_critical(settings.critical)),
            JudgeKind::Uniform => Judges::playouts(Policy::uniform()),
            JudgeKind::Still => Judges::new(|_| Box::new(StillJudge)),
        })
    }

    /// The same judges, set otherwise: a network is not loaded again.
    pub(crate) fn with_judging(&self, judging: &Judging) -> Judges {
        match &self.0 {
            Kind::Network(judges) if judges.judging != *judging => {
                Judges(Kind::Network(Box::new(NetJudges::new(judges.net.clone(), judging))))
            }
            _ => self.clone(),
        }
    }

    /// Whether they know boards of this size.
    pub fn can_judge(&self, size: Size) -> bool {
        let fixed = self.net().and_then(|net| net.network().graph.fixed_points());
        fixed.is_none_or(|points| points == size.points())
    }

    /// The board they know when they know only one.
    pub fn only_board(&self) -> Option<Size> {
        let points = self.net()?.network().graph.fixed_points()?;
        Size::square(points.isqrt()).ok().filter(|size| size.points() == points)
    }

    /// Whether their curves hold for every komi, because they never see it.
    pub fn know_no_komi(&self) -> bool {
        self.net().is_some_and(|net| !net.network().planes.show_komi())
    }

    /// Whether they can be told that one side looks further ahead than the other: networks of KataGo's can.
    pub(crate) fn know_advantages(&self) -> bool {
        self.net().is_some_and(|net| net.network().planes.show_komi())
    }

    /// Refuses settings that would change nothing with these judges, though somebody counts on it.
    pub fn check(&self, settings: &Settings) -> Result<(), SettingsError> {
        let imitate = self.net().is_some_and(|net| net.network().planes.show_ranks());
        if settings.judging.profile.is_some() && !imitate {
            let name = self.net().map_or("no network", |net| net.network().name.as_str()).to_string();
            return Err(SettingsError::NoHumanNet(name));
        }
        Ok(())
    }

    /// Gives up what they remember of positions they have judged.
    pub fn forget(&self) {
        if let Kind::Network(judges) = &self.0 {
            judges.forget();
        }
    }

    /// The first thing that went wrong with a judge. What they say after that means nothing.
    pub fn trouble(&self) -> Option<String> {
        match &self.0 {
            Kind::Seeded(_) => None,
            Kind::Network(judges) => judges.trouble(),
        }
    }

    /// What the network itself says of a position under one symmetry; `None` when it is no network that judges.
    pub fn raw(
        &self,
        position: &Position,
        symmetry: Symmetry,
        optimism: Option<f32>,
    ) -> Option<Result<RawOutputs, String>> {
        match &self.0 {
            Kind::Seeded(_) => None,
            Kind::Network(judges) => Some(judges.raw(position, symmetry, optimism)),
        }
    }

    /// The network behind them, when it is one.
    pub fn net(&self) -> Option<&LoadedNet> {
        match &self.0 {
            Kind::Seeded(_) => None,
            Kind::Network(judges) => Some(&judges.net),
        }
    }

    fn playouts(policy: Policy) -> Judges {
        Judges::new(move |seed| Box::new(PlayoutEvaluator::new(policy.clone(), seed)))
    }

    /// Judges for the threads of a search. From the session's seed and a number that says what the search is for,
    /// they are made so that none repeats another; networks always say the same and share what they said.
    pub(crate) fn make(&self, seed: u64, stream: u64, threads: usize) -> Vec<Box<dyn Evaluator>> {
        let own = seed ^ stream.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (0..threads.max(1) as u64)
            .map(|i| match &self.0 {
                Kind::Seeded(make) => make(own.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))),
                Kind::Network(judges) => judges.make(seed),
            })
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
