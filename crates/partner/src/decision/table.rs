//! What a decision was made from: every candidate, and what the rules did with it.

use board::{Colour, Move};
use evaluation::{Lead, WinRate};
use search::{Candidate, Snapshot};

/// The rules by which moves are kept, dropped and chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleName {
    /// What the search prefers is played.
    MostVisited,
    /// What a trained character prefers of the moves that are good enough.
    Character,
    /// Moves are drawn, the better the more often.
    Temperature,
    /// Moves count as often as people play them.
    HumanPolicy,
    /// Whether to pass is left to the search.
    PassBySearch,
    /// Method A: too few visits to trust the win rate.
    MinVisits,
    /// One move is much better than all others.
    OnlyGoodMove,
    /// Behind, so the best move is played.
    Behind,
    /// In an even game, moves that lose little are kept.
    NotLow,
    /// The move with the highest policy.
    MostNatural,
    /// Ahead: the likelier a move, the more win rate it may give back.
    Natural,
    /// Of these, the one that gives back most for how natural it is.
    GivesBack,
    /// The win rate nearest to one half.
    NearestEven,
    /// Only the likeliest moves are looked at.
    Likeliest,
    /// One move is obvious.
    Obvious,
    /// Hardly anybody would play it.
    Unnatural,
    /// It runs into a ladder.
    Ladder,
    /// It loses too many points.
    LosesPoints,
    /// Natural, and leads to a result within the aim.
    NearestAim,
    /// Natural, and keeps the game near the aim.
    Steers,
    /// There is no other legal move.
    OnlyMove,
    /// Neutral points are filled.
    FillsDame,
    /// Dead stones are captured before the count.
    CapturesDeadStones,
    /// A pass wins the count.
    PassWinning,
    /// Every point is settled.
    NothingLeft,
    /// A pass is better than any move.
    PassIsBest,
    /// The game is out of reach.
    Resigned,
}

impl RuleName {
    /// One word, for tables and programs.
    pub fn word(self) -> &'static str {
        match self {
            RuleName::MostVisited => "most-visited",
            RuleName::Character => "character",
            RuleName::Temperature => "temperature",
            RuleName::HumanPolicy => "human-policy",
            RuleName::PassBySearch => "pass-by-search",
            RuleName::MinVisits => "min-visits",
            RuleName::OnlyGoodMove => "only-good-move",
            RuleName::Behind => "behind",
            RuleName::NotLow => "not-low",
            RuleName::MostNatural => "most-natural",
            RuleName::Natural => "natural",
            RuleName::GivesBack => "gives-back",
            RuleName::NearestEven => "nearest-even",
            RuleName::Likeliest => "likeliest",
            RuleName::Obvious => "obvious",
            RuleName::Unnatural => "unnatural",
            RuleName::Ladder => "ladder",
            RuleName::LosesPoints => "loses-points",
            RuleName::NearestAim => "nearest-aim",
            RuleName::Steers => "steers",
            RuleName::OnlyMove => "only-move",
            RuleName::FillsDame => "fills-dame",
            RuleName::CapturesDeadStones => "takes-dead-stones",
            RuleName::PassWinning => "pass-winning",
            RuleName::NothingLeft => "nothing-left",
            RuleName::PassIsBest => "pass-is-best",
            RuleName::Resigned => "resigned",
        }
    }
}

/// A candidate as the rules see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub mv: Move,
    pub visits: u64,
    pub win_rate: WinRate,
    /// With komi.
    pub lead: Lead,
    /// The evaluator's policy p.
    pub policy: f32,
    /// The weighted policy p′ = p·ω, which is not normalised.
    pub weighted_policy: f32,
    /// How often people of the imitated rank would play it, if there is a human network.
    pub human_policy: Option<f32>,
    /// Points that people of that rank lose with their reply to it on average, if that was looked at.
    pub mistake: Option<f32>,
    /// What people of that rank would reply, if that was looked at: how likely each reply is, and the lead it leaves.
    pub replies: Vec<(f32, Lead)>,
    /// How much speaks for it: what the last rule that weighs has made of it, and at first the search's play selection
    /// value.
    pub score: f64,
    pub status: Status,
}

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Kept,
    Dropped(RuleName),
    Chosen(RuleName),
}

impl Status {
    /// What happened to the move, and by which rule.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Status::Kept => ("kept", ""),
            Status::Dropped(rule) => ("dropped", rule.word()),
            Status::Chosen(rule) => ("chosen", rule.word()),
        }
    }
}

/// All candidates of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionTable {
    /// Who decides.
    pub side: Colour,
    /// In the order of the search's preference.
    pub rows: Vec<Row>,
    /// The rule that had the last word, if there was anything to decide.
    pub rule: Option<RuleName>,
    /// The lead that is aimed at now, with komi, if the game is steered towards one.
    pub aim: Option<Lead>,
}

impl Row {
    /// ω: how much the partner prefers such moves beyond the policy.
    pub fn weight(&self) -> f32 {
        if self.policy > 0.0 { self.weighted_policy / self.policy } else { 1.0 }
    }
}

impl DecisionTable {
    /// The candidates of a search. `weights` are ω of each, and `human` is the policy of people.
    pub(crate) fn new(
        snapshot: &Snapshot,
        weights: Option<&[f32]>,
        human: Option<&dyn Fn(Move) -> f32>,
    ) -> DecisionTable {
        let row = |(place, c): (usize, &Candidate)| Row {
            mv: c.mv,
            visits: c.visits,
            win_rate: c.win_rate,
            lead: c.lead,
            policy: c.prior,
            weighted_policy: c.prior * weights.and_then(|w| w.get(place)).copied().unwrap_or(1.0),
            human_policy: human.map(|of| of(c.mv)),
            mistake: None,
            replies: Vec::new(),
            score: f64::from(c.play_selection_value),
            status: Status::Kept,
        };
        let rows = snapshot.candidates.iter().enumerate().map(row).collect();
        DecisionTable { side: snapshot.to_move, rows, rule: None, aim: None }
    }

    /// A decision for what the search prefers.
    pub(crate) fn for_best(snapshot: &Snapshot) -> DecisionTable {
        let mut table = DecisionTable::new(snapshot, None, None);
        if !table.rows.is_empty() {
            table.choose(0, RuleName::MostVisited);
        }
        table
    }

    pub fn row(&self, mv: Move) -> Option<&Row> {
        self.rows.iter().find(|row| row.mv == mv)
    }

    pub fn chosen(&self) -> Option<&Row> {
        self.rows.iter().find(|row| matches!(row.status, Status::Chosen(_)))
    }

    /// The rows that matter most first: the chosen one, then what was kept, then what was dropped.
    pub fn by_importance(&self) -> Vec<&Row> {
        let rank = |row: &Row| match row.status {
            Status::Chosen(_) => 0,
            Status::Kept => 1,
            Status::Dropped(_) => 2,
        };
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by_key(|row| (rank(row), u64::MAX - row.visits));
        rows
    }

    /// Takes over what a larger search says of the candidates. What the rules did with them stays.
    pub(crate) fn deepen(&mut self, snapshot: &Snapshot) {
        for row in &mut self.rows {
            if let Some(known) = snapshot.candidate(row.mv).filter(|known| known.visits > row.visits) {
                (row.visits, row.win_rate, row.lead) = (known.visits, known.win_rate, known.lead);
            }
        }
    }

    /// The candidates that no rule has dropped, with their places.
    pub fn kept(&self) -> impl Iterator<Item = (usize, &Row)> + Clone {
        self.rows.iter().enumerate().filter(|(_, row)| !matches!(row.status, Status::Dropped(_)))
    }

    /// Forgets what the rules did.
    pub(crate) fn keep_all(&mut self) {
        self.rows.iter_mut().for_each(|row| row.status = Status::Kept);
        self.rule = None;
    }

    /// Drops candidates, but never all of them: then the rule is not followed.
    pub(crate) fn drop(&mut self, places: &[usize], rule: RuleName) {
        if self.kept().all(|(place, _)| places.contains(&place)) {
            return;
        }
        for place in places {
            if let Some(row) = self.rows.get_mut(*place).filter(|row| row.status == Status::Kept) {
                row.status = Status::Dropped(rule);
            }
        }
    }

    pub(crate) fn choose(&mut self, place: usize, rule: RuleName) {
        if let Some(row) = self.rows.get_mut(place) {
            row.status = Status::Chosen(rule);
            self.rule = Some(rule);
        }
    }

    /// A later rule chooses another move than the one chosen so far, such as a pass that nobody searched.
    pub(crate) fn choose_instead(&mut self, mv: Move, snapshot: &Snapshot, rule: RuleName) {
        for row in self.rows.iter_mut().filter(|row| matches!(row.status, Status::Chosen(_))) {
            row.status = Status::Dropped(rule);
        }
        if self.row(mv).is_none() {
            let mut unseen = snapshot.clone();
            unseen.candidates =
                vec![snapshot.candidate(mv).cloned().unwrap_or_else(|| snapshot.unvisited(mv))];
            self.rows.extend(DecisionTable::new(&unseen, None, None).rows);
        }
        if let Some(place) = self.rows.iter().position(|row| row.mv == mv) {
            self.choose(place, rule);
        }
    }
}
