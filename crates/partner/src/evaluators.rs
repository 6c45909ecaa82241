//! The evaluators of a session.

use std::sync::Arc;

use ::network::RawOutputs;
use board::{Position, Size, Symmetry};
use evaluation::Evaluator;
use playout::{PlayoutEvaluator, Policy};

mod area;
mod loaded;
mod network;

pub use area::AreaEvaluator;
pub use loaded::{LoadedNetwork, LoadedNetworks, NetworkSummary};

use self::network::NetworkEvaluators;
use crate::settings::{EvaluatorKind, NnSettings, Settings};

/// Makes evaluators, one per thread.
#[derive(Clone)]
pub struct Evaluators(Kind);

#[derive(Clone)]
enum Kind {
    /// Each from its own seed.
    Seeded(Arc<dyn Fn(u64) -> Box<dyn Evaluator> + Send + Sync>),
    Network(Box<NetworkEvaluators>),
}

/// An evaluator that is not available.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluatorError {
    #[error("no network is given: use --net FILE, or --net default")]
    NoNet,
    #[error("{file}: {reason}")]
    Net { file: String, reason: String },
    /// KataGo's wording, which clients look for.
    #[error("humanSLProfile is specified as config param but model(s) don't use it: {0}")]
    NoHumanNet(String),
}

impl Evaluators {
    pub fn new(make: impl Fn(u64) -> Box<dyn Evaluator> + Send + Sync + 'static) -> Evaluators {
        Evaluators(Kind::Seeded(Arc::new(make)))
    }

    /// The evaluators that the settings name. A network is loaded unless `nets` already holds it.
    pub fn from_settings(settings: &Settings, nets: &LoadedNetworks) -> Result<Evaluators, EvaluatorError> {
        Ok(match settings.evaluator {
            EvaluatorKind::Network => {
                let net = nets.load(settings.net.as_deref(), settings.executor)?;
                Evaluators(Kind::Network(Box::new(NetworkEvaluators::new(net, &settings.nn))))
            }
            EvaluatorKind::Guided => {
                Evaluators::playouts(Policy::guided().with_critical(settings.criticality))
            }
            EvaluatorKind::Uniform => Evaluators::playouts(Policy::uniform()),
            EvaluatorKind::Area => Evaluators::new(|_| Box::new(AreaEvaluator)),
        })
    }

    /// The same evaluators with other settings; a network is not loaded again.
    pub(crate) fn with_settings(&self, nn: &NnSettings) -> Evaluators {
        match &self.0 {
            Kind::Network(evaluators) if evaluators.nn != *nn => {
                Evaluators(Kind::Network(Box::new(NetworkEvaluators::new(evaluators.net.clone(), nn))))
            }
            _ => self.clone(),
        }
    }

    /// Whether they can evaluate boards of this size.
    pub fn supports(&self, size: Size) -> bool {
        let fixed = self.net().and_then(|net| net.network().graph.fixed_points());
        fixed.is_none_or(|points| points == size.points())
    }

    /// The only board size they can evaluate, if there is just one.
    pub fn only_board(&self) -> Option<Size> {
        let points = self.net()?.network().graph.fixed_points()?;
        Size::square(points.isqrt()).ok().filter(|size| size.points() == points)
    }

    /// Whether their curves hold for every komi, because komi is not an input.
    pub fn ignore_komi(&self) -> bool {
        self.net().is_some_and(|net| !net.network().planes.show_komi())
    }

    /// Whether a playout doubling advantage is an input, as it is for KataGo's networks.
    pub(crate) fn support_advantage(&self) -> bool {
        self.net().is_some_and(|net| net.network().planes.show_komi())
    }

    /// Refuses settings that have no effect with these evaluators although the user relies on them.
    pub fn check(&self, settings: &Settings) -> Result<(), EvaluatorError> {
        let imitate = self.net().is_some_and(|net| net.network().planes.show_ranks());
        if settings.nn.human_profile.is_some() && !imitate {
            let name = self.net().map_or("no network", |net| net.network().name.as_str()).to_string();
            return Err(EvaluatorError::NoHumanNet(name));
        }
        Ok(())
    }

    /// Clears their caches.
    pub fn forget(&self) {
        if let Kind::Network(evaluators) = &self.0 {
            evaluators.forget();
        }
    }

    /// The network's raw outputs for a position under one symmetry; `None` if the evaluator is not a network.
    pub fn raw(
        &self,
        position: &Position,
        symmetry: Symmetry,
        optimism: Option<f32>,
    ) -> Option<Result<RawOutputs, String>> {
        match &self.0 {
            Kind::Seeded(_) => None,
            Kind::Network(evaluators) => Some(evaluators.raw(position, symmetry, optimism)),
        }
    }

    /// Their network, if they have one.
    pub fn net(&self) -> Option<&LoadedNetwork> {
        match &self.0 {
            Kind::Seeded(_) => None,
            Kind::Network(evaluators) => Some(&evaluators.net),
        }
    }

    fn playouts(policy: Policy) -> Evaluators {
        Evaluators::new(move |seed| Box::new(PlayoutEvaluator::new(policy.clone(), seed)))
    }

    /// Evaluators for the threads of a search. Playouts are seeded from the session's seed and the search's stream, so
    /// that no two repeat each other. Networks always give the same answer and share a cache.
    pub(crate) fn make(&self, seed: u64, stream: u64, threads: usize) -> Vec<Box<dyn Evaluator>> {
        let own = seed ^ stream.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (0..threads.max(1) as u64)
            .map(|i| match &self.0 {
                Kind::Seeded(make) => make(own.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))),
                Kind::Network(evaluators) => evaluators.make(seed),
            })
            .collect()
    }
}
