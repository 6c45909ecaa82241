//! The evaluators of a session.

use std::sync::Arc;

use ::network::{Metadata, Profile, RawOutputs};
use board::{Position, Size, Symmetry};
use evaluation::Evaluator;
use playout::{PlayoutEvaluator, Policy};
use search::HumanExploration;

mod area;
mod human;
mod loaded;
mod network;
mod with_human;

pub use area::AreaEvaluator;
pub use human::HumanPolicy;
pub use loaded::{LoadedNetwork, LoadedNetworks, NetworkSummary};

use self::network::NetworkEvaluators;
use self::with_human::WithHuman;
use crate::settings::{EvaluatorKind, NnSettings, Settings};

/// Makes evaluators, one per thread, and knows what people would play if there is a human network.
#[derive(Clone)]
pub struct Evaluators {
    kind: Kind,
    /// The network of a trained character, beside the one that evaluates the game.
    biased: Option<Box<NetworkEvaluators>>,
    human: Option<HumanPolicy>,
}

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
    #[error(
        "{0} is not a human network, which sees the ranks of the players: use one such as b18c384nbt-humanv0.bin.gz"
    )]
    NoRanks(String),
    #[error("KataGo's human networks know ranks from 20k to 9d")]
    RankOfKataGo,
}

impl Evaluators {
    pub fn new(make: impl Fn(u64) -> Box<dyn Evaluator> + Send + Sync + 'static) -> Evaluators {
        Evaluators { kind: Kind::Seeded(Arc::new(make)), biased: None, human: None }
    }

    /// The evaluators that the settings name. A network is loaded unless `nets` already holds it.
    pub fn from_settings(settings: &Settings, nets: &LoadedNetworks) -> Result<Evaluators, EvaluatorError> {
        let human = match &settings.human_net {
            Some(file) => Some(HumanPolicy::new(nets.load(Some(file), settings.executor)?, &settings.nn)?),
            None => None,
        };
        let character = &settings.character;
        let biased = match character.network() {
            Some(file) => {
                let net = nets.load(Some(file), settings.executor)?;
                Some(Box::new(NetworkEvaluators::new(net, &settings.nn)))
            }
            None => None,
        };
        let evaluators = match settings.evaluator {
            EvaluatorKind::Network => {
                let own = biased.clone().filter(|_| character.alone);
                let kind = match own {
                    Some(own) => own,
                    None => {
                        let net = nets.load(settings.net.as_deref(), settings.executor)?;
                        Box::new(NetworkEvaluators::new(net, &settings.nn))
                    }
                };
                let kind = Kind::Network(kind);
                Evaluators { kind, biased: None, human: None }
            }
            EvaluatorKind::Guided => {
                Evaluators::playouts(Policy::guided().with_critical(settings.criticality))
            }
            EvaluatorKind::Uniform => Evaluators::playouts(Policy::uniform()),
            EvaluatorKind::Area => Evaluators::new(|_| Box::new(AreaEvaluator)),
        };
        Ok(Evaluators { human, biased, ..evaluators })
    }

    /// The same evaluators with other settings; a network is not loaded again.
    pub(crate) fn with_settings(&self, nn: &NnSettings) -> Evaluators {
        let kind = match &self.kind {
            Kind::Network(evaluators) => Kind::Network(Box::new(evaluators.with_settings(nn))),
            kind => kind.clone(),
        };
        let biased = self.biased.as_ref().map(|biased| Box::new(biased.with_settings(nn)));
        Evaluators { kind, biased, human: self.human.as_ref().map(|human| human.with_settings(nn)) }
    }

    /// Whether they can evaluate boards of this size.
    pub fn supports(&self, size: Size) -> bool {
        let mut fixed = self.nets().filter_map(|net| net.network().graph.fixed_points());
        fixed.all(|points| points == size.points())
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
        let imitate = self.nets().any(|net| net.network().planes.metadata().is_some());
        if settings.nn.human_profile.is_some() && !imitate {
            let name = self.net().map_or("no network", |net| net.network().name.as_str()).to_string();
            return Err(EvaluatorError::NoHumanNet(name));
        }
        let profile: Option<Profile> = settings.nn.human_profile.as_ref().and_then(|name| name.parse().ok());
        let is_katagos = |net: &LoadedNetwork| net.network().planes.metadata() == Some(Metadata::Profile);
        if profile.is_some_and(|profile| !profile.is_known_to_katago()) && self.nets().any(is_katagos) {
            return Err(EvaluatorError::RankOfKataGo);
        }
        Ok(())
    }

    /// Clears their caches.
    pub fn forget(&self) {
        if let Kind::Network(evaluators) = &self.kind {
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
        match &self.kind {
            Kind::Seeded(_) => None,
            Kind::Network(evaluators) => Some(evaluators.raw(position, symmetry, optimism)),
        }
    }

    /// The evaluators of a trained character, if it has a network of its own.
    pub(crate) fn biased(&self) -> Option<Evaluators> {
        let biased = self.biased.clone()?;
        Some(Evaluators { kind: Kind::Network(biased), biased: None, human: None })
    }

    /// Those that a trained character searches with: its own, or else the usual ones.
    pub(crate) fn of_character(&self) -> Evaluators {
        self.biased().unwrap_or_else(|| Evaluators { human: None, ..self.clone() })
    }

    /// Their network, if they have one.
    pub fn net(&self) -> Option<&LoadedNetwork> {
        match &self.kind {
            Kind::Seeded(_) => None,
            Kind::Network(evaluators) => Some(&evaluators.net),
        }
    }

    /// The network that knows what people would play, if there is one.
    pub fn human(&self) -> Option<&HumanPolicy> {
        self.human.as_ref()
    }

    /// All their networks: the one that evaluates positions, then the human one.
    pub fn nets(&self) -> impl Iterator<Item = &LoadedNetwork> {
        self.net().into_iter().chain(self.human().map(HumanPolicy::net))
    }

    fn playouts(policy: Policy) -> Evaluators {
        Evaluators::new(move |seed| Box::new(PlayoutEvaluator::new(policy.clone(), seed)))
    }

    /// Evaluators for the threads of a search. Playouts are seeded from the session's seed and the search's stream, so
    /// that no two repeat each other. Networks always give the same answer and share a cache.
    /// If the search follows people, they know what people would play.
    pub(crate) fn make(
        &self,
        search: &search::Settings,
        seed: u64,
        stream: u64,
        threads: usize,
    ) -> Vec<Box<dyn Evaluator>> {
        let own = seed ^ stream.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let exploration = search.puct().map(|puct| puct.human).filter(HumanExploration::is_used);
        let human = self.human.as_ref().and_then(HumanPolicy::imitating).zip(exploration);
        let make = |i: u64| match &self.kind {
            Kind::Seeded(make) => make(own.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))),
            Kind::Network(evaluators) => evaluators.make(seed),
        };
        let with_human = |main: Box<dyn Evaluator>| -> Box<dyn Evaluator> {
            let Some((human, exploration)) = &human else { return main };
            let below_root = exploration.needs_policy_below_root();
            Box::new(WithHuman { main, human: human.make(seed), below_root, answers: Vec::new() })
        };
        (0..threads.max(1) as u64).map(make).map(with_human).collect()
    }
}
