//! How certain a KataGo network is of a lead, relative to its standard deviation of the score.
//!
//! With the same standard deviation, a strong network is more certain of a lead than a weak one. This is
//! measured once per network, when its first evaluator is made, on a few positions at two komi each.

use board::{Komi, Move, Position, Rules, Size, Symmetry};

use super::error::EvaluatorError;
use crate::backend::Backend;
use crate::curve::{self, ConfidenceScale};
use crate::outputs::{KataGoValue, NetworkOutput, OutputSettings, Value};
use crate::planes::InputSettings;
use crate::planes::{PlaneBuilder, SymmetryMap};
use nn::{Batch, Outputs};

/// A game on a board small enough to be quick.
const GAME: &str =
    "E5 G5 F3 C4 C6 D3 G6 H6 G7 F5 E6 E4 F4 H3 H2 G4 F2 J2 G3 H4 B3 F6 F7 E7 D7 H7 H8 E8 F8 H1 D2 C2";
/// The move numbers of the positions to evaluate.
const MOMENTS: [usize; 7] = [0, 4, 8, 13, 18, 25, 32];
/// Komi differs from the fair one by this fraction of the standard deviation, to either side: enough to move
/// the win rate, but not enough to decide the game.
const STEP: f32 = 0.35;

/// Measures it. The result is deterministic.
pub fn measure(backend: &Backend) -> Result<ConfidenceScale, EvaluatorError> {
    let mut asking = Asking::new(backend)?;
    let positions = positions();
    let values = asking.ask(&positions)?;
    let mut pairs = Vec::new();
    for (position, value) in positions.iter().zip(&values) {
        let step = STEP * curve::score_stdev(value);
        // At the fair komi, the side to move has no lead.
        let white = -position.to_move().sign() as f32;
        let fair = position.komi().points() as f32 - white * value.lead;
        for komi in [fair - step, fair + step] {
            let mut asked = position.clone();
            asked.set_komi(Komi::from_halves((2.0 * komi).round().clamp(-300.0, 300.0) as i16));
            pairs.push(asked);
        }
    }
    let outputs = asking.ask(&pairs)?;
    let mut found: Vec<f32> = Vec::new();
    for ((asked, answer), value) in pairs.chunks(2).zip(outputs.chunks(2)).zip(&values) {
        if let ([low, high], [before, after]) = (asked, answer) {
            let points = (high.komi().points() - low.komi().points()) as f32;
            let white = -low.to_move().sign() as f32;
            let gained = white * (curve::logit(after) - curve::logit(before));
            if points > 0.0 {
                found.push(ConfidenceScale::seen(gained / points, curve::score_stdev(value)));
            }
        }
    }
    found.sort_by(f32::total_cmp);
    Ok(found.get(found.len() / 2).map_or(ConfidenceScale::default(), |middle| ConfidenceScale::new(*middle)))
}

fn positions() -> Vec<Position> {
    let Ok(size) = Size::square(9) else { return Vec::new() };
    let mut position = Position::new(size, Rules::CHINESE, Komi::from_halves(15));
    let mut all = Vec::new();
    for (played, word) in GAME.split_whitespace().chain(["pass"]).enumerate() {
        if MOMENTS.contains(&played) {
            all.push(position.clone());
        }
        let played = Move::parse(word, size).map(|m| position.play(m));
        debug_assert!(matches!(played, Ok(Ok(()))));
    }
    all
}

/// A bare network, without symmetries or cache.
struct Asking<'a> {
    backend: &'a Backend,
    executor: Box<dyn nn::Executor>,
    builder: PlaneBuilder,
    map: SymmetryMap,
}

impl Asking<'_> {
    fn new(backend: &Backend) -> Result<Asking<'_>, EvaluatorError> {
        let builder = PlaneBuilder::new(backend.network().planes, InputSettings::default());
        Ok(Asking { backend, executor: backend.executors().make()?, builder, map: SymmetryMap::default() })
    }

    fn ask(&mut self, positions: &[Position]) -> Result<Vec<KataGoValue>, EvaluatorError> {
        let network = self.backend.network();
        let (mut batch, mut outputs) = (Batch::default(), Outputs::default());
        let Some(size) = positions.first().map(Position::size) else { return Ok(Vec::new()) };
        batch.reset(&network.graph, size.height(), size.width(), positions.len());
        for (row, position) in positions.iter().enumerate() {
            self.builder.fill(position, Symmetry::IDENTITY, &mut batch, row);
        }
        self.executor.run(&batch, &mut outputs)?;
        self.map.set(size, Symmetry::IDENTITY);
        let mut output = NetworkOutput::blank();
        let mut values = Vec::new();
        for (row, position) in positions.iter().enumerate() {
            let settings = OutputSettings::default();
            network.decode(&outputs, row, position, &self.map, &settings, &mut output)?;
            if let Value::KataGo(value) = output.value {
                values.push(value);
            }
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_can_be_played() {
        let positions = positions();
        let moves: Vec<usize> = positions.iter().map(|p| p.moves().len()).collect();
        assert_eq!(moves, MOMENTS);
    }
}
