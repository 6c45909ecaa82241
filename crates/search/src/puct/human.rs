//! Visits that follow the policy of people instead of the evaluator's.
//!
//! KataGo's `humanSL…ExploreProb…`: some visits choose by another policy, with its own exploration. Weightless ones
//! only look: what they find below is known, but neither the move nor the positions above count the visit.

use board::{Move, Position, Size};

use super::context::PuctContext;
use super::node::{Edge, Node, NodeId, ROOT};
use super::tree::PuctTree;

/// How many visits follow the policy of people, and how they explore. Evaluators that know no such policy ignore it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HumanExploration {
    /// PUCT exploration constant, and its growth for each √visit.
    pub cpuct_exploration: f32,
    pub cpuct_permanent: f32,
    /// Shares of visits at the root.
    pub root: ExploreProb,
    /// Below it, for moves of the side to move at the root.
    pub pla: ExploreProb,
    /// For moves of the other side.
    pub opp: ExploreProb,
}

/// Shares of visits that follow the policy of people.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ExploreProb {
    /// Visits that do not count.
    pub weightless: f32,
    /// Visits that count as all others.
    pub weightful: f32,
}

impl Default for HumanExploration {
    /// KataGo's: no visits.
    fn default() -> HumanExploration {
        let none = ExploreProb::default();
        HumanExploration { cpuct_exploration: 1.0, cpuct_permanent: 0.0, root: none, pla: none, opp: none }
    }
}

impl HumanExploration {
    /// Whether any visit follows the policy of people.
    pub fn is_used(&self) -> bool {
        self.root != ExploreProb::default() || self.needs_policy_below_root()
    }

    /// Whether the policy must be known for every position, and not for the root alone.
    pub fn needs_policy_below_root(&self) -> bool {
        [self.pla, self.opp] != [ExploreProb::default(); 2]
    }

    /// Whether a tree for one side to move at the root is of no use to the other.
    pub fn depends_on_side(&self) -> bool {
        self.pla != self.opp || self.pla != self.root
    }
}

/// The policy of people at a node: a share for every point in board order, and for the pass.
pub(crate) struct HumanPriors(Box<[f32]>);

impl HumanPriors {
    /// `None` if nothing is known.
    pub fn new(size: Size, priors: &[(Move, f32)]) -> Option<HumanPriors> {
        let mut shares = vec![0.0; size.points() + 1];
        for (mv, prior) in priors {
            shares[place(size, *mv)] = *prior;
        }
        (!priors.is_empty()).then(|| HumanPriors(shares.into()))
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    fn of(&self, size: Size, mv: Move) -> f64 {
        self.0.get(place(size, mv)).copied().map_or(0.0, f64::from)
    }
}

fn place(size: Size, mv: Move) -> usize {
    mv.point().map_or(size.points(), |p| size.place(p))
}

/// How a visit that follows people chooses at a node.
#[derive(Clone, Copy)]
pub(crate) struct HumanVisit<'a> {
    priors: &'a HumanPriors,
    size: Size,
    pub weightless: bool,
}

impl HumanVisit<'_> {
    pub fn prior(&self, mv: Move) -> f64 {
        self.priors.of(self.size, mv)
    }
}

impl PuctTree {
    /// Whether the next visit of a node follows people: drawn again for every visit.
    pub(super) fn draw_human_visit<'a>(
        &self,
        node: &'a Node,
        position: &Position,
        at_root: bool,
    ) -> Option<HumanVisit<'a>> {
        let priors = node.human.as_ref()?;
        let human = &self.settings.human;
        let share = match at_root {
            true => human.root,
            false if node.to_move == self.nodes[ROOT].to_move => human.pla,
            false => human.opp,
        };
        if share == ExploreProb::default() {
            return None;
        }
        let chance = self.root.chance();
        let (weightless, size) = (chance < share.weightless, position.size());
        (chance < share.weightless + share.weightful).then_some(HumanVisit { priors, size, weightless })
    }

    /// The weight of a move for such a visit: where the visit does not count, all that is known of the position after it.
    pub(super) fn human_weight(&self, edge: &Edge, visit: &HumanVisit) -> f64 {
        match self.nodes.get(edge.child()) {
            Some(child) if visit.weightless => child.stats.weight(),
            _ => self.edge_value(edge).0,
        }
    }

    /// What PUCT needs for such a visit.
    pub(super) fn human_context(&self, id: NodeId, edges: &[Edge], visit: &HumanVisit) -> PuctContext {
        let total: f64 = edges.iter().map(|edge| self.human_weight(edge, visit)).sum();
        let visited_policy: f64 = edges.iter().map(|edge| visit.prior(edge.mv)).sum();
        let human = &self.settings.human;
        let exploration =
            f64::from(human.cpuct_exploration) + f64::from(human.cpuct_permanent) * total.sqrt();
        let node = &self.nodes[id];
        PuctContext {
            explore: exploration * PuctContext::root_of(total),
            unvisited: self.unvisited_utility(id, edges, &node.stats.get(), visited_policy),
            total,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board::{Colour, Komi, Rules};
    use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Query};

    use super::*;
    use crate::puct::PuctSettings;
    use crate::{Candidate, Limits, Search, Settings, Snapshot};

    /// Prefers the corner at the bottom left, while people prefer the centre. Every position is even.
    struct TwoMinds;

    impl Evaluator for TwoMinds {
        fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
            for (query, out) in queries.iter().zip(out) {
                let size = query.position.size();
                let fond_of = |favourite: Move| -> Vec<(Move, f32)> {
                    let moves: Vec<Move> = query.position.legal_moves().collect();
                    let rest = 0.1 / moves.len() as f32;
                    moves.into_iter().map(|mv| (mv, if mv == favourite { 0.9 } else { rest })).collect()
                };
                let at = |vertex| Move::parse(vertex, size).unwrap();
                out.curve = Curve::new(Lead::for_side(Colour::Black, 0.0), 0.3);
                (out.priors, out.human) = (fond_of(at("A1")), fond_of(at("C3")));
            }
            Ok(())
        }
    }

    fn search(human: HumanExploration, visits: u64, threads: usize) -> Search {
        let position = Position::new(Size::square(5).unwrap(), Rules::TROMP_TAYLOR, Komi::ZERO);
        let puct = PuctSettings {
            human,
            root_symmetry_pruning: false,
            max_in_flight_fraction: 1.0,
            ..PuctSettings::default()
        };
        let evaluators = (0..threads).map(|_| Box::new(TwoMinds) as Box<dyn Evaluator>).collect();
        let mut search =
            Search::new(evaluators, Settings { batch: threads, ..Settings::with_puct(puct) }, &position);
        search.run(Limits::visits(visits), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
        search
    }

    fn shares(weightless: f32, weightful: f32) -> ExploreProb {
        ExploreProb { weightless, weightful }
    }

    fn of<'a>(snapshot: &'a Snapshot, vertex: &str) -> &'a Candidate {
        let mv = Move::parse(vertex, Size::square(5).unwrap()).unwrap();
        snapshot.candidate(mv).unwrap_or_else(|| panic!("{vertex} was not looked at"))
    }

    #[test]
    fn visits_that_only_look_leave_no_trace_above() {
        let only = HumanExploration { root: shares(1.0, 0.0), ..HumanExploration::default() };
        let snapshot = search(only, 50, 1).snapshot();
        assert_eq!(snapshot.visits, 1, "the root itself");
        let centre = of(&snapshot, "C3");
        assert!(centre.visits > 20 && centre.edge_visits == 0 && centre.weight == 0.0, "{centre:?}");
        assert_eq!(centre.play_selection_value, 0.0);
        assert_eq!(snapshot.candidates.iter().map(|c| c.visits).sum::<u64>(), 49);
    }

    #[test]
    fn a_share_of_the_visits_follows_people() {
        let some = HumanExploration { root: shares(0.5, 0.0), ..HumanExploration::default() };
        let snapshot = search(some, 1000, 1).snapshot();
        assert!((400..600).contains(&snapshot.visits), "{}", snapshot.visits);
        let (corner, centre) = (of(&snapshot, "A1"), of(&snapshot, "C3"));
        assert!(corner.edge_visits > 5 * centre.edge_visits && centre.visits > 200, "{corner:?} {centre:?}");
        // They count, if that is wanted.
        let some = HumanExploration { root: shares(0.0, 0.5), ..some };
        let snapshot = search(some, 1000, 1).snapshot();
        assert_eq!(snapshot.visits, 1000);
        assert!(of(&snapshot, "C3").edge_visits > 200);
        let nobody = search(HumanExploration::default(), 1000, 1).snapshot();
        assert!(nobody.candidate(of(&snapshot, "C3").mv).is_none_or(|c| c.visits < 100));
        assert!(nobody.candidates.iter().all(|c| c.visits == c.edge_visits));
    }

    #[test]
    fn each_side_may_be_expected_to_play_as_people_do() {
        let reply = |human: HumanExploration| {
            let snapshot = search(human, 300, 1).snapshot();
            of(&snapshot, "A1").pv[1].to_string()
        };
        let opponent = HumanExploration { opp: shares(0.0, 1.0), ..HumanExploration::default() };
        assert_eq!(reply(opponent), "C3");
        let own = HumanExploration { pla: shares(0.0, 1.0), ..HumanExploration::default() };
        assert_ne!(reply(own), "C3");
        assert!(opponent.needs_policy_below_root() && opponent.depends_on_side() && own.is_used());
        let root = HumanExploration { root: shares(0.1, 0.0), ..HumanExploration::default() };
        assert!(!root.needs_policy_below_root() && root.depends_on_side());
        assert!(!HumanExploration::default().is_used() && !HumanExploration::default().depends_on_side());
    }

    #[test]
    fn people_explore_by_their_own_constants() {
        let human =
            HumanExploration { cpuct_exploration: 0.5, cpuct_permanent: 2.0, ..HumanExploration::default() };
        let mut search = search(HumanExploration { root: shares(0.3, 0.3), ..human }, 100, 1);
        let tree = search.puct_tree().unwrap();
        let node = &tree.nodes[ROOT];
        let (priors, size) = (node.human.as_ref().unwrap(), Size::square(5).unwrap());
        for weightless in [false, true] {
            let visit = HumanVisit { priors, size, weightless };
            let moves = node.moves.read();
            let context = tree.human_context(ROOT, &moves.edges, &visit);
            let weights = moves.edges.iter().map(|edge| match weightless {
                true => tree.nodes[edge.child()].stats.weight(),
                false => tree.edge_value(edge).0,
            });
            let total: f64 = weights.sum();
            assert_eq!(context.total, total);
            let explore = (0.5 + 2.0 * total.sqrt()) * (total + 0.01).sqrt();
            assert!((context.explore - explore).abs() < 1e-9);
        }
    }

    #[test]
    fn the_same_seed_looks_at_the_same_moves() {
        let human = HumanExploration {
            root: shares(0.4, 0.2),
            pla: shares(0.1, 0.3),
            opp: shares(0.2, 0.1),
            ..HumanExploration::default()
        };
        let visits = |search: Search| -> Vec<(Move, u64, u64)> {
            search.snapshot().candidates.iter().map(|c| (c.mv, c.visits, c.edge_visits)).collect()
        };
        assert_eq!(visits(search(human, 400, 1)), visits(search(human, 400, 1)));
        // Many threads leave nothing behind.
        let mut shared = search(human, 5000, 8);
        let tree = shared.puct_tree().unwrap();
        for node in tree.nodes.iter() {
            for edge in &node.moves.read().edges {
                assert_eq!(edge.in_flight.load(std::sync::atomic::Ordering::Relaxed), 0);
                let child = tree
                    .nodes
                    .get(edge.child())
                    .map_or(0, |n| n.visits.load(std::sync::atomic::Ordering::Relaxed));
                assert!(edge.visits() <= child);
            }
        }
    }
}
