//! The summary of a match, for people and programs.

use std::fmt;

use board::Colour;
use serde::Serialize;

use crate::likeness::Likeness;
use crate::matches::tally;
use crate::naturalness::Naturalness;
use crate::referee::Ending;
use crate::results::{Entry, Winner};
use statistics::{Estimate, Sprt, SprtState, Tally, Verdict};

/// The summary of a match, from the first player's point of view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    pub first: String,
    pub second: String,
    pub games: u64,
    pub first_wins: u64,
    pub second_wins: u64,
    pub draws: u64,
    /// The first player's results as Black and as White.
    pub as_black: Tally,
    pub as_white: Tally,
    /// Score with Wilson's interval.
    #[serde(rename = "wilson")]
    pub score: Option<Estimate>,
    /// Infinite bounds are `null` in JSON.
    pub elo: Option<Estimate>,
    /// Games each player lost by a fault: a crash, a timeout or an illegal move.
    pub first_faults: u64,
    pub second_faults: u64,
    /// Games lost by a fault of either player.
    pub adjudicated: u64,
    /// Games whose dead stones the players did not agree on.
    pub disputed: u64,
    /// Games stopped at the move limit.
    pub at_move_limit: u64,
    pub mean_moves: f64,
    /// The mean difference in points of the games that were counted, and their number.
    pub mean_margin: Option<f64>,
    pub counted: u64,
    /// How natural the moves of each player look to a network, if one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub naturalness: Option<[Option<Naturalness>; 2]>,
    /// How like people of a rank they are, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likeness: Option<[Option<Likeness>; 2]>,
    pub first_seconds_per_move: f64,
    pub second_seconds_per_move: f64,
    pub sprt: Option<SprtState>,
}

impl Summary {
    pub fn new(first: &str, second: &str, entries: &[Entry], sprt: Option<Sprt>) -> Summary {
        let all = tally(entries);
        let with = |colour| {
            let some: Vec<Entry> = entries.iter().filter(|e| e.first_colour == colour).cloned().collect();
            tally(&some)
        };
        let number = |test: &dyn Fn(&Entry) -> bool| entries.iter().filter(|e| test(e)).count() as u64;
        let faults = |winner| number(&|e| e.ending == Ending::Fault && e.winner == winner);
        let margins: Vec<f64> = entries.iter().filter_map(Entry::margin).collect();
        let mean = |sum: f64, n: f64| if n > 0.0 { sum / n } else { 0.0 };
        let sum = |of: &dyn Fn(&Entry) -> f64| entries.iter().map(of).sum::<f64>();
        Summary {
            first: first.to_string(),
            second: second.to_string(),
            games: all.games(),
            first_wins: all.wins,
            second_wins: all.losses,
            draws: all.draws,
            as_black: with(Colour::Black),
            as_white: with(Colour::White),
            score: all.score(),
            elo: all.elo(),
            first_faults: faults(Winner::Second),
            second_faults: faults(Winner::First),
            adjudicated: number(&|e| e.ending == Ending::Fault),
            disputed: number(&|e| e.disputed),
            at_move_limit: number(&|e| e.ending == Ending::MoveLimit),
            mean_margin: statistics::significance::mean(&margins),
            counted: margins.len() as u64,
            naturalness: None,
            likeness: None,
            mean_moves: mean(sum(&|e| e.moves as f64), all.games() as f64),
            first_seconds_per_move: mean(sum(&|e| e.first_seconds), sum(&|e| f64::from(e.first_moves))),
            second_seconds_per_move: mean(sum(&|e| e.second_seconds), sum(&|e| f64::from(e.second_moves))),
            sprt: sprt.map(|s| s.state(all)),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{} against {}: {} games", self.first, self.second, self.games)?;
        let row = |f: &mut fmt::Formatter, name: &str, t: Tally| {
            writeln!(f, "  {name:<9}{:>6} won {:>6} lost {:>6} drawn", t.wins, t.losses, t.draws)
        };
        row(f, "all", Tally { wins: self.first_wins, draws: self.draws, losses: self.second_wins })?;
        row(f, "as Black", self.as_black)?;
        row(f, "as White", self.as_white)?;
        if let (Some(score), Some(elo)) = (self.score, self.elo) {
            let [s, l, h] = [score.value, score.low, score.high].map(|x| 100.0 * x);
            writeln!(f, "  score    {s:.1}% (95%: {l:.1} to {h:.1})")?;
            writeln!(f, "  Elo      {:+.0} (95%: {:+.0} to {:+.0})", elo.value, elo.low, elo.high)?;
        }
        writeln!(f, "  length   {:.0} moves", self.mean_moves)?;
        if let Some(margin) = self.mean_margin {
            writeln!(f, "  margin   {margin:.1} points on average over {} counted games", self.counted)?;
        }
        for (player, found) in ["first", "second"].into_iter().zip(self.naturalness.into_iter().flatten()) {
            let Some(found) = found else { continue };
            let [mean, geometric] = [found.mean_policy, found.geometric_mean_policy];
            let distance = found.distance.map_or_else(String::new, |far| format!(", distance {far:.2}"));
            writeln!(
                f,
                "  policy   {player}: mean {mean:.3}, geometric {geometric:.3}, {:.1}% below 0.05{distance} ({} moves)",
                100.0 * found.unnatural,
                found.moves
            )?;
        }
        for (player, found) in ["first", "second"].into_iter().zip(self.likeness.iter().flatten()) {
            let Some(found) = found else { continue };
            writeln!(
                f,
                "  people   {player}: -ln p {:.3}, {:.1}% not among the first five, {} of these lose more than 6 points ({} moves)",
                found.nll,
                100.0 * found.rare as f64 / found.moves as f64,
                found.rare_and_large.len(),
                found.moves
            )?;
            for loss in &found.rare_and_large {
                let (game, number, mv) = (loss.game, loss.number, &loss.mv);
                writeln!(f, "             game {game}, move {number}: {mv} loses {:.1}", loss.points)?;
            }
        }
        let (a, b) = (self.first_seconds_per_move, self.second_seconds_per_move);
        writeln!(f, "  thinking {a:.3} s per move against {b:.3} s")?;
        if let Some(s) = &self.sprt {
            let verdict = match s.verdict {
                Verdict::Open => "open".to_string(),
                Verdict::AcceptLow => format!("Elo {} accepted", s.elo0),
                Verdict::AcceptHigh => format!("Elo {} accepted", s.elo1),
            };
            writeln!(f, "  SPRT     {verdict}: LLR {:.2} (bounds {:.2} and {:.2})", s.llr, s.low, s.high)?;
        }
        if self.adjudicated > 0 {
            let (a, b) = (self.first_faults, self.second_faults);
            writeln!(f, "  faults   {a} by the first player, {b} by the second (see results.jsonl)")?;
        }
        if self.disputed > 0 {
            writeln!(
                f,
                "  disputed {} (dead stones not agreed on; --referee names who decides)",
                self.disputed
            )?;
        }
        if self.at_move_limit > 0 {
            writeln!(f, "  cut off  {} at the move limit", self.at_move_limit)?;
        }
        Ok(())
    }
}
