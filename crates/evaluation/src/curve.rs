//! The win rate as a function of bonus points.

use board::{Colour, Komi};

use crate::side::{Lead, WinRate};

/// τ(x) = 1 / (1 + exp(−β(α + x))): the win rate with x bonus points (SAI, arXiv:1905.10863).
///
/// α is the expected lead on the board without komi; β > 0 says how certain it is. A finished game is a curve
/// too: with its score as α and an infinite β, it is a step from loss over draw to win.
///
/// Our own networks predict α and β without seeing komi. A KataGo network gets a komi, and its curve passes
/// through its win rate there; at other komi the curve is an estimate (`docs/curve.md`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    board_lead: Lead,
    confidence: f32,
}

impl Curve {
    pub fn new(board_lead: Lead, confidence: f32) -> Curve {
        Curve { board_lead, confidence }
    }

    /// A known result.
    #[inline]
    pub fn certain(board_lead: Lead) -> Curve {
        Curve { board_lead, confidence: f32::INFINITY }
    }

    /// The expected lead on the board without komi: α.
    #[inline]
    pub fn board_lead(&self) -> Lead {
        self.board_lead
    }

    /// β.
    pub fn confidence(&self) -> f32 {
        self.confidence
    }

    /// The expected lead with komi.
    #[inline]
    pub fn lead(&self, komi: Komi) -> Lead {
        Lead::for_side(Colour::Black, self.board_lead.of(Colour::Black) - f32::from(komi.halves()) / 2.0)
    }

    /// The win rate under a komi.
    #[inline]
    pub fn win_rate(&self, komi: Komi) -> WinRate {
        let lead = self.lead(komi).of(Colour::Black);
        let chance = if self.confidence.is_infinite() {
            match lead {
                l if l > 0.0 => 1.0,
                l if l < 0.0 => 0.0,
                _ => 0.5,
            }
        } else {
            1.0 / (1.0 + (-self.confidence * lead).exp())
        };
        WinRate::for_side(Colour::Black, chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_game_is_won_lost_or_drawn() {
        let curve = Curve::certain(Lead::for_side(Colour::White, -7.0));
        let rates = [13, 14, 15].map(|h| curve.win_rate(Komi::from_halves(h)).of(Colour::Black));
        assert_eq!(rates, [1.0, 0.5, 0.0]);
    }

    #[test]
    fn komi_moves_along_the_curve() {
        let curve = Curve::new(Lead::for_side(Colour::Black, 6.0), 0.5);
        assert_eq!(curve.win_rate(Komi::from_halves(12)).of(Colour::White), 0.5);
        let rate = curve.win_rate(Komi::from_halves(8)).of(Colour::Black);
        assert!((rate - 1.0 / (1.0 + (-1.0f32).exp())).abs() < 1e-6);
        assert_eq!(curve.win_rate(Komi::from_halves(-800)).of(Colour::Black), 1.0);
    }
}
