//! The lines of an analysis, in the formats of Leela Zero and KataGo.

use std::borrow::Cow;
use std::fmt::Write;

use board::{Colour, Position};
use evaluation::Ownership;
use partner::{EvaluatorKind, HumanSettings, ListedMove, RawOutputs, blend, with_symmetric_moves};
use search::Snapshot;

use crate::engine::Engine;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// Rates from 0 to 10000.
    LeelaZero,
    /// The same with leads: Sabaki reads any win rate as Leela Zero's unless the command starts with `kata`.
    Sabaki,
    /// Rates from 0 to 1, leads and ownership.
    KataGo,
}

/// A playout is won or lost, so a single one gives 100% or 0%. Clients such as Sabaki show the highest win
/// rate in the list as that of the position, so a move is listed only once its win rate is known to about
/// ±5%.
const FEWEST_PLAYOUTS: u64 = 100;
/// It must also have at least this fraction of the first move's visits; otherwise the maximum over many moves
/// is still luck.
const LEAST_PART: u64 = 10;

pub(super) struct InfoLines {
    format: Format,
    /// The perspective, if not that of the side to move.
    perspective: Option<Colour>,
    pub min_moves: usize,
    pub max_moves: usize,
    pub root_info: bool,
    pub ownership: bool,
    pub moves_ownership: bool,
    /// Whether to include the standard deviation of ownership.
    pub ownership_stdev: bool,
    pub moves_ownership_stdev: bool,
    /// Whether to include the probability of no result.
    pub no_result: bool,
    /// Whether to include what people would play, where a human network knows.
    pub human_prior: bool,
    pub pv_visits: bool,
    pub pv_edge_visits: bool,
    /// Whether the search leaves out symmetric moves.
    pub folds: bool,
    /// Whether a visit is a playout and not a network evaluation.
    pub playouts: bool,
    human: HumanSettings,
}

/// What networks themselves say of a position, as far as it is to be shown.
pub(super) struct NetworkOutputs {
    /// The main network.
    pub raw: Option<RawOutputs>,
    /// The human network.
    pub human: Option<RawOutputs>,
}

impl InfoLines {
    pub fn new(format: Format, engine: &Engine) -> InfoLines {
        let settings = engine.session.settings();
        InfoLines {
            format,
            perspective: engine.perspective,
            min_moves: 0,
            max_moves: usize::MAX,
            root_info: false,
            ownership: false,
            moves_ownership: false,
            ownership_stdev: false,
            moves_ownership_stdev: false,
            no_result: false,
            human_prior: false,
            pv_visits: false,
            pv_edge_visits: false,
            folds: settings.folds_symmetries(),
            playouts: matches!(settings.evaluator, EvaluatorKind::Guided | EvaluatorKind::Uniform),
            human: settings.human,
        }
    }

    /// Whether the human network must be asked.
    pub fn wants_human(&self) -> bool {
        self.human_prior || self.human.chosen_move_prop > 0.0
    }

    /// Whether the search must keep the ownership after each move.
    pub fn wants_moves_ownership(&self) -> bool {
        self.moves_ownership || self.moves_ownership_stdev
    }

    /// The moves to show.
    pub fn moves(&self, position: &Position, view: &Snapshot) -> Vec<ListedMove> {
        let mut moves = with_symmetric_moves(view, position, self.folds);
        self.drop_unsure(&mut moves);
        moves.truncate(self.max_moves);
        self.add_unvisited(position, view, &mut moves);
        moves
    }

    /// One report in one line, from one player's perspective.
    pub fn line(&self, position: &Position, networks: &NetworkOutputs, view: &Snapshot) -> String {
        let mut view = Cow::Borrowed(view);
        if let Some(human) = networks.human.as_ref().filter(|_| self.human.chosen_move_prop > 0.0) {
            blend(view.to_mut(), human, position, &self.human);
        }
        self.line_in_order(position, networks, &view)
    }

    /// The same with the moves as they are, the chosen one first.
    pub fn line_in_order(&self, position: &Position, networks: &NetworkOutputs, view: &Snapshot) -> String {
        let side = self.perspective.unwrap_or(view.to_move);
        let human = networks.human.as_ref().filter(|_| self.human_prior);
        let moves = self.moves(position, view);
        let moves = moves.iter().enumerate();
        let mut parts: Vec<String> =
            moves.map(|(order, shown)| self.candidate(position, side, shown, order, human)).collect();
        if self.format == Format::KataGo {
            if self.root_info {
                parts.push(root(view, side, networks.raw.as_ref()));
            }
            if let (true, Some(shares)) = (self.ownership, &view.ownership) {
                parts.push(format!("ownership{}", ownership_row(position, shares, side)));
            }
            if let (true, Some(stdev)) = (self.ownership_stdev, &view.ownership_stdev) {
                parts.push(format!("ownershipStdev{}", stdev_row(position, stdev)));
            }
        }
        if parts.is_empty() {
            // A line must contain a move: only a pass is known.
            parts.push("info move pass visits 0 order 0 pv pass".to_string());
        }
        parts.join(" ")
    }

    fn candidate(
        &self,
        position: &Position,
        side: Colour,
        shown: &ListedMove,
        order: usize,
        human: Option<&RawOutputs>,
    ) -> String {
        let c = &shown.candidate;
        let (rate, bound) = (c.win_rate.of(side), c.lcb.of(side));
        let variation: String = c.pv.iter().map(|m| format!(" {m}")).collect();
        if self.format != Format::KataGo {
            let lead = match self.format {
                Format::Sabaki => format!(" scoreLead {:.6}", c.lead.of(side)),
                _ => String::new(),
            };
            return format!(
                "info move {} visits {} winrate {}{lead} prior {} lcb {} order {order} pv{variation}",
                c.mv,
                c.visits,
                in_10000(rate),
                in_10000(c.prior),
                in_10000(bound),
            );
        }
        let no_result = match self.no_result && !self.playouts {
            true => format!(" noResultValue {:.6}", c.no_result),
            false => String::new(),
        };
        let prior = human.map(|human| human.prior_of(position.size(), c.mv));
        let human_prior = prior.map_or(String::new(), |prior| format!(" humanPrior {prior:.6}"));
        let mut text = format!(
            "info move {} visits {} edgeVisits {} utility {:.6} winrate {rate:.6} scoreMean {lead:.6} \
             scoreStdev {:.6} scoreLead {lead:.6} scoreSelfplay {:.6}{no_result} prior {:.6}{human_prior} lcb {bound:.6} \
             utilityLcb {:.6} weight {:.6}",
            c.mv,
            c.visits,
            c.edge_visits,
            c.utility.of(side),
            c.score_stdev,
            c.score.of(side),
            c.prior,
            c.utility_lcb.of(side),
            c.weight,
            lead = c.lead.of(side),
        );
        if let Some(original) = shown.mirrors {
            let _ = write!(text, " isSymmetryOf {original}");
        }
        let _ = write!(text, " order {order} pv{variation}");
        let visits: String = c.pv_visits.iter().map(|n| format!(" {n}")).collect();
        if self.pv_visits {
            let _ = write!(text, " pvVisits{visits}");
        }
        if self.pv_edge_visits {
            let _ = write!(text, " pvEdgeVisits{visits}");
        }
        if let (true, Some(shares)) = (self.moves_ownership, &c.ownership) {
            let _ = write!(text, " movesOwnership{}", ownership_row(position, shares, side));
        }
        if let (true, Some(stdev)) = (self.moves_ownership_stdev, &c.ownership_stdev) {
            let _ = write!(text, " movesOwnershipStdev{}", stdev_row(position, stdev));
        }
        text
    }

    /// Leaves out moves with too few playouts; the first one stays, and as many as the client requires.
    fn drop_unsure(&self, moves: &mut Vec<ListedMove>) {
        if !self.playouts {
            return;
        }
        let most = moves.first().map_or(0, |first| first.candidate.visits);
        let least = FEWEST_PLAYOUTS.max(most / LEAST_PART);
        let mut place = 0;
        moves.retain(|shown| {
            place += 1;
            place <= self.min_moves.max(1) || shown.candidate.visits >= least
        });
    }

    /// Legal moves that were not searched, if the client wants more moves than there are.
    fn add_unvisited(&self, position: &Position, view: &Snapshot, moves: &mut Vec<ListedMove>) {
        let wanted = self.min_moves.min(self.max_moves);
        if moves.len() >= wanted {
            return;
        }
        let mut position = position.clone();
        position.set_to_move(view.to_move);
        for mv in position.legal_moves() {
            if moves.len() >= wanted {
                break;
            }
            if !moves.iter().any(|shown| shown.candidate.mv == mv) {
                moves.push(ListedMove { candidate: view.unvisited(mv), mirrors: None });
            }
        }
    }
}

fn root(view: &Snapshot, side: Colour, raw: Option<&RawOutputs>) -> String {
    let mut text = format!(
        "rootInfo visits {} utility {:.6} winrate {:.6} scoreMean {lead:.6} scoreStdev {:.6} scoreLead {lead:.6} \
         scoreSelfplay {:.6} weight {:.6}",
        view.visits,
        view.utility.of(side),
        view.win_rate.of(side),
        view.score_stdev,
        view.score.of(side),
        view.weight,
        lead = view.lead.of(side),
    );
    if let Some(raw) = raw {
        let _ = write!(
            text,
            " rawStWrError {:.6} rawStScoreError {:.6} rawVarTimeLeft {:.6}",
            if raw.shortterm_winloss_error < 0.0 { -1.0 } else { 0.5 * raw.shortterm_winloss_error },
            raw.shortterm_score_error,
            raw.var_time_left
        );
    }
    text
}

fn ownership_row(position: &Position, shares: &Ownership, side: Colour) -> String {
    position.size().iter_from_top().map(|p| format!(" {:.4}", shares.of(side, p))).collect()
}

fn stdev_row(position: &Position, stdev: &[f32]) -> String {
    let size = position.size();
    size.iter_from_top().map(|p| format!(" {:.4}", stdev[size.place(p)])).collect()
}

fn in_10000(rate: f32) -> i64 {
    (f64::from(rate) * 10000.0).round() as i64
}
