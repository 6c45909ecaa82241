//! Converts a network's output into an evaluation.

use board::{Colour, Move, PointSet, Position, pass_alive};
use evaluation::{Curve, Evaluation, ExpectedErrors, ExpectedScore, Lead, Ownership, Query};

use crate::curve::{self, ConfidenceScale};
use crate::outputs::{NetworkOutput, Value};
use crate::planes::InputSettings;
use crate::planes::draw_bonus;

/// A network's output as an evaluation.
pub fn to_evaluation(
    query: &Query,
    output: &NetworkOutput,
    confidence_scale: ConfidenceScale,
    input_settings: &InputSettings,
    out: &mut Evaluation,
) {
    let (us, position) = (output.to_move, query.position);
    let komi = position.komi_with_bonus();
    match output.value {
        Value::Curve { board_lead, confidence } => {
            // These networks do not know the value of a draw.
            let settled = position.settled_lead() as f32 * us.sign() as f32;
            let board_lead = board_lead + settled + draw_bonus(position, input_settings);
            out.curve = Curve::new(Lead::for_side(us, board_lead), confidence);
            (out.score, out.errors) = (None, None);
        }
        Value::KataGo(value) => {
            let own_komi = -(us.sign() as f32) * komi.points() as f32;
            let on_board = |points: f32| Lead::for_side(us, points - own_komi);
            let score_stdev = (value.score_square - value.score * value.score).max(0.0).sqrt();
            out.score = Some(ExpectedScore {
                lead: on_board(value.lead),
                mean: on_board(value.score),
                score_stdev,
                no_result: value.no_result,
            });
            out.errors = value.errors.map(|e| ExpectedErrors { win_loss: e.win_loss, score: e.score });
            let curve = curve::from_katago(&value, confidence_scale);
            out.curve = Curve::new(on_board(curve.lead), curve.confidence);
        }
    }
    out.first_moves = None;
    out.priors.clear();
    let points = || position.size().iter_from_top();
    if query.wants_priors {
        let legal = points().zip(&output.policy).filter(|(_, prior)| **prior >= 0.0);
        out.priors.extend(legal.map(|(p, prior)| (Move::Play(p), *prior)));
        out.priors.push((Move::Pass, output.pass));
    }
    if output.ownership.is_empty() {
        out.ownership = None;
        return;
    }
    let ownership = out.ownership.get_or_insert_with(|| Box::new(Ownership::UNKNOWN));
    for (p, share) in points().zip(&output.ownership) {
        ownership.set(us, p, *share);
    }
}

/// Scores a finished game. Stones that cannot live are dead; all others are alive.
pub fn count_finished(position: &Position, out: &mut Evaluation) {
    let board = position.board();
    let mut dead = PointSet::EMPTY;
    for colour in Colour::BOTH {
        let territory = pass_alive(board, colour, position.rules().suicide).territory;
        let inside = territory.iter().filter(|p| board.colour(*p) == Some(colour.other()));
        inside.for_each(|p| _ = dead.insert(p));
    }
    let komi = position.komi_with_bonus().points() as f32;
    let lead = position.final_lead(&dead) as f32 + komi;
    out.curve = Curve::certain(Lead::for_side(Colour::Black, lead));
    (out.score, out.errors) = (None, None);
    out.priors.clear();
    out.first_moves = None;
    let owners = board::area(board, &dead);
    let ownership = out.ownership.get_or_insert_with(|| Box::new(Ownership::UNKNOWN));
    for p in board.size().iter() {
        ownership.set(Colour::Black, p, owners.of(p).map_or(0.0, |c| c.sign() as f32));
    }
}
