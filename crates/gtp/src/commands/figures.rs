//! What an analysis shows, in the words of Leela Zero's and KataGo's clients.

use std::fmt::Write;

use board::{Colour, Position};
use evaluation::Ownership;
use partner::{RawOutputs, Shown, shown};
use search::View;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// Rates from 0 to 10000.
    LeelaZero,
    /// Rates from 0 to 1, leads and ownership.
    KataGo,
}

pub(super) struct Figures {
    format: Format,
    pub min_moves: usize,
    pub max_moves: usize,
    pub root_info: bool,
    pub ownership: bool,
    pub moves_ownership: bool,
    pub variation_visits: bool,
    pub variation_edge_visits: bool,
    /// Whether the search leaves out mirror images of moves.
    pub folds: bool,
}

impl Figures {
    pub fn new(format: Format) -> Figures {
        Figures {
            format,
            min_moves: 0,
            max_moves: usize::MAX,
            root_info: false,
            ownership: false,
            moves_ownership: false,
            variation_visits: false,
            variation_edge_visits: false,
            folds: false,
        }
    }

    /// One report in one line, all of it as the player to move sees it.
    pub fn line(&self, position: &Position, raw: Option<&RawOutputs>, view: &View) -> String {
        let mut moves = shown(view, position, self.folds);
        moves.truncate(self.max_moves);
        self.add_unvisited(position, view, &mut moves);
        let moves = moves.iter().enumerate();
        let mut parts: Vec<String> =
            moves.map(|(order, shown)| self.candidate(position, view, shown, order)).collect();
        if self.format == Format::KataGo {
            if self.root_info {
                parts.push(root(view, raw));
            }
            if let (true, Some(shares)) = (self.ownership, &view.ownership) {
                parts.push(format!("ownership{}", row(position, shares, view.to_move)));
            }
        }
        if parts.is_empty() {
            // A line must say something: nothing but a pass is known.
            parts.push("info move pass visits 0 order 0 pv pass".to_string());
        }
        parts.join(" ")
    }

    fn candidate(&self, position: &Position, view: &View, shown: &Shown, order: usize) -> String {
        let (side, c) = (view.to_move, &shown.candidate);
        let (rate, bound) = (c.win_rate.of(side), c.lower_bound.of(side));
        let variation: String = c.variation.iter().map(|m| format!(" {m}")).collect();
        if self.format == Format::LeelaZero {
            return format!(
                "info move {} visits {} winrate {} prior {} lcb {} order {order} pv{variation}",
                c.mv,
                c.visits,
                in_10000(rate),
                in_10000(c.prior),
                in_10000(bound),
            );
        }
        let mut text = format!(
            "info move {} visits {} edgeVisits {} utility {:.6} winrate {rate:.6} scoreMean {lead:.6} \
             scoreStdev {:.6} scoreLead {lead:.6} scoreSelfplay {:.6} prior {:.6} lcb {bound:.6} \
             utilityLcb {:.6} weight {:.6}",
            c.mv,
            c.visits,
            c.visits,
            c.utility.of(side),
            c.spread,
            c.score.of(side),
            c.prior,
            c.utility_bound.of(side),
            c.weight,
            lead = c.lead.of(side),
        );
        if let Some(original) = shown.mirrors {
            let _ = write!(text, " isSymmetryOf {original}");
        }
        let _ = write!(text, " order {order} pv{variation}");
        let visits: String = c.variation_visits.iter().map(|n| format!(" {n}")).collect();
        if self.variation_visits {
            let _ = write!(text, " pvVisits{visits}");
        }
        if self.variation_edge_visits {
            let _ = write!(text, " pvEdgeVisits{visits}");
        }
        if let (true, Some(shares)) = (self.moves_ownership, &c.ownership) {
            let _ = write!(text, " movesOwnership{}", row(position, shares, side));
        }
        text
    }

    /// Legal moves that the search has not looked at, when the client wants more than it has.
    fn add_unvisited(&self, position: &Position, view: &View, moves: &mut Vec<Shown>) {
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
                moves.push(Shown { candidate: view.unvisited(mv), mirrors: None });
            }
        }
    }
}

fn root(view: &View, raw: Option<&RawOutputs>) -> String {
    let side = view.to_move;
    let mut text = format!(
        "rootInfo visits {} utility {:.6} winrate {:.6} scoreMean {lead:.6} scoreStdev {:.6} scoreLead {lead:.6} \
         scoreSelfplay {:.6} weight {:.6}",
        view.visits,
        view.utility.of(side),
        view.win_rate.of(side),
        view.spread,
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

fn row(position: &Position, shares: &Ownership, side: Colour) -> String {
    position.size().iter_from_top().map(|p| format!(" {:.4}", shares.of(side, p))).collect()
}

fn in_10000(rate: f32) -> i64 {
    (f64::from(rate) * 10000.0).round() as i64
}
