//! UCT with RAVE, for evaluators whose answers vary from visit to visit: playouts.
//!
//! Results are summed along the path of the visit. A leaf is expanded after a few visits, and every playout
//! also counts for the moves it plays later (RAVE: Gelly and Silver, Monte-Carlo tree search and rapid action
//! value estimation in computer Go).

mod backup;
mod descent;
mod expansion;
mod node;
mod reuse;
mod selection;
mod settings;
mod snapshot;
mod tree;

pub use self::settings::RaveSettings;
pub(crate) use self::tree::RaveTree;

use board::{Komi, Position};
use evaluation::{Evaluation, OwnershipSum};

use self::descent::RaveDescent;
use crate::move_filter::MoveFilter;
use crate::tree::{Arrival, SearchTree};

impl SearchTree for RaveTree {
    type Descent = RaveDescent;

    fn begin_search(&mut self) {
        self.ownership = OwnershipSum::default();
    }

    fn needs_root_evaluation(&self) -> bool {
        !self.is_expanded()
    }

    fn evaluate_root(&mut self, root: &Position, evaluation: &mut Evaluation) -> bool {
        self.expand_root(root.to_move(), &evaluation.priors);
        self.backup_path(&[], evaluation, root.komi_with_bonus(), root.to_move());
        true
    }

    fn prepare(&mut self, _: &Position, _: &MoveFilter) -> bool {
        self.is_expanded()
    }

    fn visits(&self) -> u64 {
        self.totals.visits
    }

    fn is_full(&mut self) -> bool {
        self.is_out_of_room()
    }

    fn max_in_flight(&self) -> u64 {
        u64::MAX
    }

    fn descend(&mut self, descent: &mut RaveDescent, _: &Position, filter: &MoveFilter) -> Arrival {
        self.descend_to_leaf(descent, filter);
        Arrival::Leaf
    }

    fn backup(&mut self, descent: &RaveDescent, evaluation: &mut Evaluation, komi: Komi) {
        self.backup_path(&descent.path, evaluation, komi, descent.leaf_to_move());
    }

    fn abandon(&mut self, descent: &mut RaveDescent) {
        for step in descent.path.drain(..) {
            self.edge_mut(step).in_flight -= 1;
        }
    }
}
