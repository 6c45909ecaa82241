//! An output in the numbers that KataGo prints.

use board::{Colour, Komi, Move, Size};

use super::{KataGoValue, NetworkOutput, ShorttermErrors, ThinkingTime, Value};

/// What `kata-raw-nn` prints: everything for White, with komi. Missing outputs are −1, as in KataGo.
#[derive(Clone, PartialEq, Debug)]
pub struct RawOutputs {
    pub white_win: f32,
    pub white_loss: f32,
    pub no_result: f32,
    pub white_lead: f32,
    pub white_score_selfplay: f32,
    pub white_score_selfplay_sq: f32,
    pub var_time_left: f32,
    pub shortterm_winloss_error: f32,
    pub shortterm_score_error: f32,
    /// Row by row from the top; `None` where a move is illegal.
    pub policy: Vec<Option<f32>>,
    pub policy_pass: f32,
    /// Row by row from the top; empty if the network has no ownership.
    pub white_ownership: Vec<f32>,
    /// How long a person would think here, if the network predicts that; KataGo's do not.
    pub thinking_time: Option<ThinkingTime>,
}

impl RawOutputs {
    /// The legal moves with their probabilities on a board of this size, a pass last.
    pub fn priors(&self, size: Size) -> impl Iterator<Item = (Move, f32)> + '_ {
        let points = size.iter_from_top().zip(&self.policy);
        let moves = points.filter_map(|(p, prior)| prior.map(|prior| (Move::Play(p), prior)));
        moves.chain([(Move::Pass, self.policy_pass)])
    }

    /// The probability of a move; 0 if it is illegal.
    pub fn prior_of(&self, size: Size, mv: Move) -> f32 {
        let Some(p) = mv.point() else { return self.policy_pass };
        let from_top = (size.height() - 1).saturating_sub(p.y()) * size.width() + p.x();
        self.policy.get(from_top).copied().flatten().unwrap_or(0.0)
    }

    /// The standard deviation of the final score.
    pub fn score_stdev(&self) -> f32 {
        (self.white_score_selfplay_sq - self.white_score_selfplay.powi(2)).max(0.0).sqrt()
    }

    /// Outputs that say nothing, for tests.
    pub fn blank() -> RawOutputs {
        RawOutputs::new(&NetworkOutput::blank(), Komi::ZERO)
    }

    /// `komi` is the komi given to the network, including bonuses.
    pub fn new(output: &NetworkOutput, komi: Komi) -> RawOutputs {
        let sign = -output.to_move.sign() as f32;
        let own_komi = sign * komi.points() as f32;
        let value = match output.value {
            Value::KataGo(value) => value,
            Value::Curve { board_lead, confidence } => from_curve(board_lead + own_komi, confidence),
        };
        let (white_win, white_loss) = match output.to_move {
            Colour::White => (value.win, value.loss),
            Colour::Black => (value.loss, value.win),
        };
        let unknown = ShorttermErrors { var_time_left: -1.0, win_loss: -1.0, score: -1.0 };
        let errors = value.errors.unwrap_or(unknown);
        RawOutputs {
            white_win,
            white_loss,
            no_result: value.no_result,
            white_lead: sign * value.lead,
            white_score_selfplay: sign * value.score,
            white_score_selfplay_sq: value.score_square,
            var_time_left: errors.var_time_left,
            shortterm_winloss_error: errors.win_loss,
            shortterm_score_error: errors.score,
            policy: output.policy.iter().map(|p| Some(*p).filter(|p| *p >= 0.0)).collect(),
            policy_pass: output.pass,
            white_ownership: output.ownership.iter().map(|share| sign * share).collect(),
            thinking_time: output.thinking_time,
        }
    }
}

/// The curve as a logistic distribution of scores.
fn from_curve(lead: f32, confidence: f32) -> KataGoValue {
    let win = 1.0 / (1.0 + (-confidence * lead).exp());
    let score_stdev = std::f32::consts::PI / (3f32.sqrt() * confidence);
    KataGoValue {
        win,
        loss: 1.0 - win,
        no_result: 0.0,
        lead,
        score: lead,
        score_square: lead * lead + score_stdev * score_stdev,
        errors: None,
    }
}
