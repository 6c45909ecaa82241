//! How a network learns from games of people.

use serde::{Deserialize, Serialize};

/// Which moves of people are drawn, and what the network is told of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HumanSettings {
    /// Groups of one server, board and band of ranks are drawn with the weight count^(1 − balance): 0 draws all moves
    /// alike, and 1 all groups, however few moves they have.
    pub balance: f64,
    /// People of a group are drawn with the weight count^(1 − person_balance): a few people have played most of the games,
    /// and the network must not learn how they play instead of how their rank does.
    pub person_balance: f64,
    /// The standard deviation of what is added to the ranks that the network is told, in ranks. Exact ranks would tell
    /// people apart.
    pub rank_noise: f64,
    /// The share of people who are held out for validation.
    pub held_out: f64,
    /// How often the network is not told the mover's rank, the other's, and each of server, pace and whether the game is
    /// ranked: it must be able to do without.
    pub unknown_rank: f64,
    pub unknown_opponent: f64,
    pub unknown_circumstances: f64,
}

impl Default for HumanSettings {
    fn default() -> HumanSettings {
        HumanSettings {
            balance: 0.5,
            person_balance: 0.4,
            rank_noise: 0.7,
            held_out: 0.1,
            unknown_rank: 0.05,
            unknown_opponent: 0.5,
            unknown_circumstances: 0.1,
        }
    }
}

impl HumanSettings {
    /// The first value that makes no sense: its name, and what it may be.
    pub(crate) fn mistake(&self) -> Option<(&'static str, &'static str)> {
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let checks = [
            (share(self.balance), "balance", "from 0 to 1"),
            (share(self.person_balance), "person_balance", "from 0 to 1"),
            ((0.0..=10.0).contains(&self.rank_noise), "rank_noise", "from 0 to 10"),
            ((0.0..=0.5).contains(&self.held_out), "held_out", "from 0 to 0.5"),
            (share(self.unknown_rank), "unknown_rank", "from 0 to 1"),
            (share(self.unknown_opponent), "unknown_opponent", "from 0 to 1"),
            (share(self.unknown_circumstances), "unknown_circumstances", "from 0 to 1"),
        ];
        checks.into_iter().find(|(fits, ..)| !fits).map(|(_, name, range)| (name, range))
    }
}
