//! What an analysis shows, in the words of Leela Zero's and KataGo's clients.

use std::fmt::Write;

use board::Position;
use search::{Candidate, View};

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
}

impl Figures {
    pub fn new(format: Format) -> Figures {
        Figures { format, min_moves: 0, max_moves: usize::MAX, root_info: false, ownership: false }
    }

    /// One report in one line, all of it as the player to move sees it.
    pub fn line(&self, position: &Position, view: &View) -> String {
        let mut parts: Vec<String> = Vec::new();
        let candidates = view.candidates.iter().take(self.max_moves);
        parts.extend(candidates.enumerate().map(|(order, c)| self.candidate(view, c, order)));
        self.add_unvisited(position, view, &mut parts);
        if self.format == Format::KataGo {
            if self.root_info {
                parts.push(root(view));
            }
            if self.ownership {
                parts.extend(ownership(position, view));
            }
        }
        if parts.is_empty() {
            // A line must say something: nothing but a pass is known.
            parts.push("info move pass visits 0 order 0 pv pass".to_string());
        }
        parts.join(" ")
    }

    fn candidate(&self, view: &View, c: &Candidate, order: usize) -> String {
        let side = view.to_move;
        let (rate, bound) = (c.win_rate.of(side), c.lower_bound.of(side));
        let variation: String = c.variation.iter().map(|m| format!(" {m}")).collect();
        match self.format {
            Format::LeelaZero => format!(
                "info move {} visits {} winrate {} prior {} lcb {} order {order} pv{variation}",
                c.mv,
                c.visits,
                in_10000(rate),
                in_10000(c.prior),
                in_10000(bound),
            ),
            Format::KataGo => format!(
                "info move {} visits {} utility {:.6} winrate {rate:.6} scoreMean {lead:.6} scoreLead {lead:.6} \
                 prior {:.6} lcb {bound:.6} utilityLcb {:.6} order {order} pv{variation}",
                c.mv,
                c.visits,
                utility(rate),
                c.prior,
                utility(bound),
                lead = c.lead.of(side),
            ),
        }
    }

    /// Legal moves that the search has not looked at, when the client wants more than it has.
    fn add_unvisited(&self, position: &Position, view: &View, parts: &mut Vec<String>) {
        let wanted = self.min_moves.min(self.max_moves);
        if parts.len() >= wanted {
            return;
        }
        let mut position = position.clone();
        position.set_to_move(view.to_move);
        for mv in position.legal_moves().filter(|m| view.candidate(*m).is_none()) {
            if parts.len() >= wanted {
                break;
            }
            let unvisited = view.unvisited(mv);
            let order = parts.len();
            parts.push(self.candidate(view, &unvisited, order));
        }
    }
}

fn root(view: &View) -> String {
    let side = view.to_move;
    let (rate, lead) = (view.win_rate.of(side), view.lead.of(side));
    format!(
        "rootInfo visits {} utility {:.6} winrate {rate:.6} scoreMean {lead:.6} scoreLead {lead:.6}",
        view.visits,
        utility(rate)
    )
}

fn ownership(position: &Position, view: &View) -> Option<String> {
    let ownership = view.ownership.as_ref()?;
    let mut text = "ownership".to_string();
    for p in position.size().iter_from_top() {
        let _ = write!(text, " {:.4}", ownership.of(view.to_move, p));
    }
    Some(text)
}

fn in_10000(rate: f32) -> i64 {
    (f64::from(rate) * 10000.0).round() as i64
}

/// Win and loss as +1 and −1.
fn utility(rate: f32) -> f32 {
    2.0 * rate - 1.0
}
