//! Learns a [`MoveNet`] from people whose rank is known.

use board::Rank;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::adam::{Adam, learning_rate};
use crate::draw::Draw;
use crate::examination::Examined;
use crate::move_net::{Activations, HIDDEN, Layer, MIDDLE, MoveNet, UNIT, Units, add_scaled, dot, softplus};
use crate::observation::INPUTS;

/// How it is learnt.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    pub steps: usize,
    pub seed: u64,
}

/// People per step, and moves of each of them.
const PEOPLE: usize = 48;
const MOVES: usize = 128;
/// A rank is told from this many games, or from one.
const GAMES: usize = 5;
/// Errors above this count by their size, below it by their square; in the unit of the output.
const HUBER: f32 = 0.5;

/// A person's games in which the server knew their rank.
struct Person {
    games: Vec<Game>,
}

struct Game {
    rank: f32,
    /// Inputs of the network, move by move.
    moves: Vec<[f32; INPUTS]>,
}

impl MoveNet {
    /// Learnt from these people; `None` if the rank of none of them is known.
    pub fn learn(people: &[&Examined], training: Training) -> Option<MoveNet> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(training.seed);
        let mut net = MoveNet::random(&mut random);
        net.inputs = scale(people);
        let strongest = f32::from(Rank::STRONGEST.steps());
        let person = |examined: &&Examined| {
            let known = examined.games.iter().filter(|game| !game.is_new && !game.moves.is_empty());
            let games = known.map(|game| Game {
                rank: (game.rank as f32).clamp(0.0, strongest),
                moves: game.moves.iter().map(|seen| net.scaled(seen, examined.side)).collect(),
            });
            Person { games: games.collect() }
        };
        let people: Vec<Person> =
            people.iter().map(person).filter(|person| !person.games.is_empty()).collect();
        // Who has more games tells more, but not in proportion.
        let draw = Draw::new(people.iter().map(|person| (person.games.len().min(GAMES) as f64).sqrt()));
        if people.is_empty() {
            return None;
        }
        let mut adam = Adam::default();
        for step in 0..training.steps {
            let mut gradient = net.zeros();
            for _ in 0..PEOPLE {
                let (moves, rank) = people[draw.place(&mut random)].draw(&mut random);
                net.add_gradient(&moves, rank, &mut gradient);
            }
            adam.step(&mut net, &mut gradient, learning_rate(step as f32 / training.steps as f32));
        }
        Some(net)
    }

    fn random(random: &mut impl Rng) -> MoveNet {
        let mut units = |inputs: usize| -> Units {
            let most = (inputs as f32).sqrt().recip();
            std::array::from_fn(|_| random.random_range(-most..=most))
        };
        let mut layer = |inputs: usize| Layer {
            weights: (0..inputs).map(|_| units(inputs)).collect(),
            bias: units(inputs),
        };
        let (first, second) = (layer(INPUTS), layer(HIDDEN));
        MoveNet {
            inputs: vec![(0.0, 1.0); INPUTS],
            first,
            second,
            output: [units(HIDDEN), units(HIDDEN)],
            bias: [0.0; 2],
        }
    }

    fn zeros(&self) -> MoveNet {
        let mut zeros = self.clone();
        zeros.weights_mut().for_each(|weight| *weight = 0.0);
        zeros
    }

    /// Adds how the loss of one person changes with every weight.
    fn add_gradient(&self, moves: &[&[f32; INPUTS]], rank: f32, to: &mut MoveNet) {
        let seen: Vec<Activations> = moves.iter().map(|inputs| self.forward(inputs)).collect();
        let (mean, all) = mean(&seen);
        let slope = (mean - (rank - MIDDLE) / UNIT).clamp(-HUBER, HUBER) / (PEOPLE as f32 * all);
        for (inputs, seen) in moves.iter().zip(&seen) {
            // The slope of softplus is the logistic function.
            let of_weight = (seen.strength - mean) / (1.0 + (-seen.weight).exp());
            self.add_slopes(inputs, seen, [slope * softplus(seen.weight), slope * of_weight], to);
        }
    }

    /// Backpropagation of one move from the slopes of the outputs.
    fn add_slopes(&self, inputs: &[f32; INPUTS], seen: &Activations, slopes: [f32; 2], to: &mut MoveNet) {
        let mut second = [0.0; HIDDEN];
        for (output, slope) in slopes.into_iter().enumerate() {
            to.bias[output] += slope;
            add_scaled(&mut to.output[output], slope, &seen.second);
            add_scaled(&mut second, slope, &self.output[output]);
        }
        let silent = second.iter_mut().zip(&seen.second).filter(|(_, unit)| **unit <= 0.0);
        silent.for_each(|(slope, _)| *slope = 0.0);
        add_scaled(&mut to.second.bias, 1.0, &second);
        let mut first = [0.0; HIDDEN];
        for (unit, value) in seen.first.iter().enumerate().filter(|(_, value)| **value > 0.0) {
            add_scaled(&mut to.second.weights[unit], *value, &second);
            first[unit] = dot(&self.second.weights[unit], &second);
        }
        add_scaled(&mut to.first.bias, 1.0, &first);
        for (to, input) in to.first.weights.iter_mut().zip(inputs) {
            add_scaled(to, *input, &first);
        }
    }
}

/// How strong moves seem on average, and how much they count together.
fn mean(seen: &[Activations]) -> (f32, f32) {
    let all: f32 = seen.iter().map(|seen| softplus(seen.weight)).sum();
    (seen.iter().map(|seen| softplus(seen.weight) * seen.strength).sum::<f32>() / all, all)
}

impl Person {
    /// Some moves of one game or of several, and the mean rank in them.
    fn draw(&self, random: &mut impl Rng) -> (Vec<&[f32; INPUTS]>, f32) {
        let count = if random.random() { 1 } else { GAMES };
        let mut games: Vec<&Game> = self.games.iter().collect();
        let (games, _) = games.partial_shuffle(random, count);
        let draw = Draw::new(games.iter().map(|game| game.moves.len() as f64));
        let (mut moves, mut ranks) = (Vec::with_capacity(MOVES), 0.0);
        for _ in 0..MOVES {
            let game = games[draw.place(random)];
            moves.push(&game.moves[random.random_range(0..game.moves.len())]);
            ranks += game.rank;
        }
        (moves, ranks / MOVES as f32)
    }
}

/// Mean and deviation of every input.
fn scale(people: &[&Examined]) -> Vec<(f32, f32)> {
    let (mut count, mut sums, mut squares) = (0.0, [0.0; INPUTS], [0.0; INPUTS]);
    for person in people {
        for seen in person.games.iter().flat_map(|game| &game.moves) {
            count += 1.0;
            for (place, input) in seen.inputs(person.side).into_iter().map(f64::from).enumerate() {
                sums[place] += input;
                squares[place] += input * input;
            }
        }
    }
    let scale = |place: usize| {
        let mean: f64 = sums[place] / count;
        let variance: f64 = squares[place] / count - mean * mean;
        // What never changes says nothing.
        let deviation = if variance > 1e-9 { variance.sqrt() } else { 1.0 };
        (mean as f32, deviation as f32)
    };
    (0..INPUTS).map(scale).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{ExaminedGame, Observation, PersonId};

    fn random() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(3)
    }

    #[test]
    fn gradients_are_slopes() {
        let mut random = random();
        let mut net = MoveNet::random(&mut random);
        let moves: Vec<[f32; INPUTS]> =
            (0..3).map(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0))).collect();
        let moves: Vec<&[f32; INPUTS]> = moves.iter().collect();
        // A rank so near and one so far that both sides of the loss are seen.
        for rank in [20.0, 38.0] {
            let loss = |net: &MoveNet| {
                let seen: Vec<Activations> = moves.iter().map(|inputs| net.forward(inputs)).collect();
                let (mean, _) = mean(&seen);
                let error = (mean - (rank - MIDDLE) / UNIT).abs();
                let loss = if error < HUBER { 0.5 * error * error } else { HUBER * (error - 0.5 * HUBER) };
                f64::from(loss)
            };
            let mut gradient = net.zeros();
            net.add_gradient(&moves, rank, &mut gradient);
            let slopes: Vec<f32> = gradient.weights_mut().map(|slope| *slope * PEOPLE as f32).collect();
            assert!(slopes.iter().filter(|slope| **slope != 0.0).count() > slopes.len() / 4);
            for (place, slope) in slopes.iter().enumerate().step_by(7) {
                let mut at = |by: f32| {
                    if let Some(weight) = net.weights_mut().nth(place) {
                        *weight += by;
                    }
                    let loss = loss(&net);
                    if let Some(weight) = net.weights_mut().nth(place) {
                        *weight -= by;
                    }
                    loss
                };
                let measured = (at(1e-3) - at(-1e-3)) / 2e-3;
                let tolerance = 0.01 * f64::from(slope.abs()) + 1e-3;
                assert!((measured - f64::from(*slope)).abs() < tolerance, "{place}: {measured} {slope}");
            }
        }
    }

    /// People whose moves look stronger the stronger they are, but only where the position is open: what no sum over moves of
    /// single numbers shows.
    pub(crate) fn population(seeds: std::ops::Range<u64>) -> Vec<Examined> {
        let person = |seed: u64| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let rank = random.random_range(5.0..33.0f32);
            let mut game = |_| {
                let moves = (0..60).map(|number| {
                    let (openness, luck) = (random.random::<f32>(), random.random_range(-1.0..1.0f32));
                    let sign = if openness > 0.5 { 1.0 } else { -1.0 };
                    let plain = sign * (rank - 19.0) / 14.0 + luck - 2.0;
                    let row: [f32; 15] = [
                        number as f32,
                        plain,
                        -1.0,
                        -1.0,
                        3.0 * openness,
                        1.0,
                        1.0,
                        0.0,
                        0.0,
                        -2.0,
                        -2.0,
                        0.3,
                        0.0,
                        3.0,
                        4.0,
                    ];
                    Observation::from(row.map(|number| (100.0 * number) as i32))
                });
                let moves = moves.collect();
                let (results, evidence) = Default::default();
                ExaminedGame { rank: f64::from(rank), is_new: false, moves, results, evidence }
            };
            let games = (0..3).map(&mut game).collect();
            Examined { person: PersonId(seed), side: 19, is_held_out: false, known_rank: None, games }
        };
        seeds.map(person).collect()
    }

    #[test]
    fn ranks_of_others_are_learnt() {
        let people = population(0..120);
        let people: Vec<&Examined> = people.iter().collect();
        let net = MoveNet::learn(&people, Training { steps: 150, seed: 1 }).unwrap();
        let errors = population(1000..1060).into_iter().map(|person| {
            let moves = person.games.iter().flat_map(|game| &game.moves);
            let seen: Vec<Activations> = moves.map(|seen| net.forward(&net.scaled(seen, 19))).collect();
            let found = MIDDLE + UNIT * mean(&seen).0;
            (f64::from(found) - person.rank()).abs()
        });
        let error = errors.sum::<f64>() / 60.0;
        assert!(error < 2.0, "{error}");
        let learn = |seed: u64| MoveNet::learn(&people, Training { steps: 2, seed });
        assert!(learn(1) == learn(1) && learn(1) != learn(2), "the seed decides");
        assert_eq!(MoveNet::learn(&[], Training { steps: 2, seed: 1 }), None);
    }
}
