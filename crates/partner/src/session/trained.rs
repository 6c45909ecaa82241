//! What a trained character would play: a second network, or another objective, beside the normal search.

use std::sync::atomic::AtomicBool;

use board::{Move, Objective, Position, Symmetry};
use evaluation::EvaluationError;
use search::{HumanExploration, Limits, Snapshot};

use super::think::search_to;
use super::{SearchMonitor, Session};
use crate::decision::favourites;
use crate::evaluators::Evaluators;

/// The stream of the biased search.
const STREAM: u64 = 6;
/// By how much at most the biased policy makes a move likelier or rarer than the normal one where people's moves are
/// chosen among.
const MOST: f32 = 8.0;
/// The normal search knows a move well enough with this share of all its visits, and with this many at least.
const KNOWN: u64 = 4;
const KNOWN_VISITS: u64 = 4;
/// How many of the biased search's moves are looked at by the normal one.
const FAVOURITES: usize = 3;
/// Neither network's policy means much below this.
const LEAST: f32 = 0.01;

impl Session {
    /// Whether two networks, or objectives, decide together.
    pub(super) fn mixes(&self) -> bool {
        self.objective().is_some() && !self.settings.character.alone
    }

    fn objective(&self) -> Option<Objective> {
        self.settings.character.objective(self.size())
    }

    /// The objective of the game's own tree: a character that plays alone has no other.
    pub(super) fn own_objective(&self, position: &Position) -> Objective {
        let objective = self.objective().filter(|_| self.settings.character.alone);
        objective.map_or(Objective::default(), |own| Objective { side: Some(position.to_move()), ..own })
    }

    /// The position as the character sees it.
    fn seen_by_character(&self, position: &Position) -> Option<Position> {
        let objective = self.objective().filter(|_| self.mixes())?;
        let mut own = position.clone();
        own.set_objective(Objective { side: Some(position.to_move()), ..objective });
        Some(own)
    }

    /// A search of that many visits for what the character plays for; `None` for partners that are no such character.
    pub(super) fn biased_search(
        &self,
        position: &Position,
        visits: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Snapshot>, EvaluationError> {
        let Some(position) = self.seen_by_character(position) else { return Ok(None) };
        let mut settings = search::Settings { weights: None, ..self.settings.search };
        let biased = self.evaluators.of_character();
        if settings.puct().is_none() && biased.net().is_some() {
            settings = search::Settings::for_networks();
        }
        if let Some(puct) = settings.puct_mut() {
            puct.human = HumanExploration::default();
        }
        let mut search = self.search_by(&biased, &settings, &position, STREAM, 1);
        let mut monitor = SearchMonitor { stop, every: None, on_report: &mut |_| {} };
        search_to(&mut search, Limits::visits(visits), &mut monitor).map(Some)
    }

    /// The visits with which the normal search knows a move well enough to accept it.
    pub(super) fn known_visits(snapshot: &Snapshot) -> u64 {
        (snapshot.visits / KNOWN).max(KNOWN_VISITS)
    }

    /// Lets the normal search look at what the biased one likes, for it has few visits for moves that it does not like itself.
    pub(super) fn look_at_favourites(
        &self,
        snapshot: &mut Snapshot,
        biased: &Snapshot,
        position: &Position,
    ) -> Result<(), EvaluationError> {
        let visits = Session::known_visits(snapshot);
        for mv in favourites(biased).map(|c| c.mv).filter(|mv| *mv != Move::Pass).take(FAVOURITES) {
            if snapshot.candidate(mv).is_some_and(|c| c.visits >= visits) {
                continue;
            }
            let (after, _) = self.search_after(position, mv, visits, false)?;
            let known = snapshot.candidates.iter().position(|c| c.mv == mv);
            let place = known.unwrap_or(snapshot.candidates.len());
            if known.is_none() {
                snapshot.candidates.push(snapshot.unvisited(mv));
            }
            let seen = &mut snapshot.candidates[place];
            (seen.visits, seen.win_rate, seen.lead) = (after.visits, after.win_rate, after.lead);
            (seen.score, seen.score_stdev, seen.utility) = (after.score, after.score_stdev, after.utility);
        }
        Ok(())
    }

    /// How much likelier the biased network makes every move than the normal one; `None` where there are not two networks.
    pub(super) fn trained_weights(
        &self,
        position: &Position,
        moves: &[Move],
    ) -> Result<Option<Vec<f32>>, EvaluationError> {
        let (Some(own), Some(biased)) = (self.seen_by_character(position), self.evaluators.biased()) else {
            return Ok(None);
        };
        let ask = |evaluators: &Evaluators, position: &Position| {
            let raw = evaluators.raw(position, Symmetry::IDENTITY, None).transpose();
            raw.map_err(EvaluationError::new)
        };
        let (Some(biased), Some(normal)) = (ask(&biased, &own)?, ask(&self.evaluators, position)?) else {
            return Ok(None);
        };
        let (size, strength) = (position.size(), self.settings.character.strength);
        let weight = |mv: &Move| {
            let likely = |raw: &network::RawOutputs| raw.prior_of(size, *mv) + LEAST;
            (likely(&biased) / likely(&normal)).clamp(1.0 / MOST, MOST).powf(strength)
        };
        // A pass is nobody's taste.
        let weight = |mv: &Move| if *mv == Move::Pass { 1.0 } else { weight(mv) };
        Ok(Some(moves.iter().map(weight).collect()))
    }
}
