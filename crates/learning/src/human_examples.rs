//! Moves of people to learn from.

use std::collections::HashMap;

use board::{Band, Colour, Rank, Symmetry};
use game_runner::weighted;
use network::Players;
use nn::Batch;
use people::{Game, Part, PersonId, Split};
use rand::Rng;
use rand_distr::StandardNormal;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::examples::{ExampleSource, Targets, Writer};
use crate::settings::HumanSettings;

/// Moves of people on some board sizes, drawn so that rare ranks are seen too.
pub struct HumanExamples<'a> {
    games: &'a [Game],
    settings: &'a HumanSettings,
    part: Part,
    boards: Vec<BoardExamples>,
}

/// The moves on boards of one size.
struct BoardExamples {
    side: usize,
    groups: Vec<Group>,
}

/// Moves on one server by people of one band.
struct Group {
    server: network::Server,
    band: Band,
    weight: f64,
    people: Vec<PersonExamples>,
    /// Where each person is among them.
    places: HashMap<PersonId, usize>,
}

/// Moves of one person.
#[derive(Default)]
struct PersonExamples {
    /// The weights of the people up to this one.
    cumulative_weight: f64,
    /// Game and move.
    turns: Vec<(u32, u16)>,
}

impl Group {
    fn turns(&self) -> usize {
        self.people.iter().map(|person| person.turns.len()).sum()
    }

    fn person(&mut self, person: PersonId) -> &mut PersonExamples {
        let place = *self.places.entry(person).or_insert_with(|| {
            self.people.push(PersonExamples::default());
            self.people.len() - 1
        });
        &mut self.people[place]
    }

    /// People with few moves are drawn more often than these few would be.
    fn weigh(&mut self, settings: &HumanSettings) {
        self.weight = (self.turns() as f64).powf(1.0 - settings.balance);
        let mut sum = 0.0;
        for person in &mut self.people {
            sum += (person.turns.len() as f64).powf(1.0 - settings.person_balance);
            person.cumulative_weight = sum;
        }
    }

    fn draw(&self, random: &mut Xoshiro256PlusPlus) -> Option<(u32, u16)> {
        let all = self.people.last()?.cumulative_weight;
        let point = random.random_range(0.0..all);
        let place = self.people.partition_point(|person| person.cumulative_weight <= point);
        let turns = &self.people.get(place)?.turns;
        Some(turns[random.random_range(0..turns.len())])
    }
}

impl BoardExamples {
    fn weight(&self) -> f64 {
        self.groups.iter().map(|group| group.weight).sum()
    }
}

/// Longer or shorter thinking says nothing about the move.
const SECONDS: std::ops::RangeInclusive<f32> = 0.2..=300.0;

impl<'a> HumanExamples<'a> {
    /// The moves that are for training or held out, on boards of these sides.
    pub fn new(
        games: &'a [Game],
        sides: impl Iterator<Item = usize>,
        part: Part,
        settings: &'a HumanSettings,
    ) -> HumanExamples<'a> {
        let mut boards: Vec<BoardExamples> =
            sides.map(|side| BoardExamples { side, groups: Vec::new() }).collect();
        let split = Split { held_out: settings.held_out, ..Split::default() };
        for (number, game) in games.iter().enumerate() {
            let side = game.size.width();
            let Some(board) = boards.iter_mut().find(|board| board.side == side) else { continue };
            if game.size.height() != side {
                continue;
            }
            let counts = split.movers(game, part);
            for (turn, _) in game.moves.iter().enumerate() {
                let colour = game.colour_at(turn);
                let player = game.player(colour);
                let (Some(rank), Some(person), true) =
                    (player.shown_rank(), player.id(), counts[colour.index()])
                else {
                    continue;
                };
                let Ok(turn) = u16::try_from(turn) else { break };
                let of_person = board.group(game.server, Band::of(rank)).person(person);
                of_person.turns.push((number as u32, turn));
            }
        }
        for group in boards.iter_mut().flat_map(|board| &mut board.groups) {
            group.weigh(settings);
        }
        boards.retain(|board| !board.groups.is_empty());
        HumanExamples { games, settings, part, boards }
    }

    /// What the network is told of the players of a game.
    fn players(&self, game: &Game, mover: Colour, random: &mut Xoshiro256PlusPlus) -> Players {
        let mut players = game.described();
        if self.part == Part::HeldOut {
            return players;
        }
        let HumanSettings { unknown_rank, unknown_opponent, unknown_circumstances, rank_noise, .. } =
            *self.settings;
        let strongest = f32::from(Rank::STRONGEST.steps());
        for rank in players.ranks.iter_mut().flatten() {
            let noise: f64 = random.sample(StandardNormal);
            *rank = (*rank + (rank_noise * noise) as f32).min(strongest.max(*rank));
        }
        if random.random_bool(unknown_rank) {
            players.ranks[mover.index()] = None;
        }
        if random.random_bool(unknown_opponent) {
            players.ranks[mover.other().index()] = None;
        }
        if random.random_bool(unknown_circumstances) {
            players.server = None;
        }
        if random.random_bool(unknown_circumstances) {
            players.pace = None;
        }
        if random.random_bool(unknown_circumstances) {
            players.ranked = None;
        }
        players
    }
}

impl BoardExamples {
    fn group(&mut self, server: network::Server, band: Band) -> &mut Group {
        let known = self.groups.iter().position(|group| (group.server, group.band) == (server, band));
        let place = known.unwrap_or_else(|| {
            self.groups.push(Group { server, band, weight: 0.0, people: Vec::new(), places: HashMap::new() });
            self.groups.len() - 1
        });
        &mut self.groups[place]
    }
}

impl ExampleSource for HumanExamples<'_> {
    fn draw_side(&self, random: &mut Xoshiro256PlusPlus) -> Option<usize> {
        let all: f64 = self.boards.iter().map(BoardExamples::weight).sum();
        let point = random.random_range(0.0..all.max(f64::MIN_POSITIVE));
        weighted(&self.boards, |board| board.weight(), point).or(self.boards.last()).map(|board| board.side)
    }

    fn write(
        &self,
        side: usize,
        random: &mut Xoshiro256PlusPlus,
        writer: &mut Writer,
        batch: &mut Batch,
        targets: &mut Targets,
        row: usize,
    ) {
        let Some(board) = self.boards.iter().find(|board| board.side == side) else { return };
        let point = random.random_range(0.0..board.weight());
        let group = weighted(&board.groups, |group| group.weight, point).or(board.groups.last());
        let Some(group) = group else { return };
        let Some((game, number)) = group.draw(random) else { return };
        let (game, number) = (&self.games[game as usize], usize::from(number));
        let symmetry = Symmetry::ALL[random.random_range(0..8)];
        let Ok(mut replay) = game.replay() else { return };
        (0..number).for_each(|_| replay.advance());
        let (position, Some(turn)) = (replay.position(), replay.next_turn()) else { return };
        writer.builder.set_players(self.players(game, turn.colour, random));
        writer.builder.fill(position, symmetry, batch, row);
        writer.places.set(position.size(), symmetry);
        targets.write_turn(game, &turn, &writer.places, row);
    }

    fn positions(&self) -> usize {
        self.boards.iter().flat_map(|board| &board.groups).map(Group::turns).sum()
    }
}

impl Targets {
    fn write_turn(&mut self, game: &Game, turn: &people::Turn, places: &network::SymmetryMap, row: usize) {
        let points = game.size.points();
        let place = turn.played.point().map_or(points, |p| places.of(p));
        self.policy[row * (points + 1) + place] = 1.0;
        let sign = turn.colour.sign() as f32;
        self.bonus[row] = -sign * game.komi.points() as f32;
        if let Some(winner) = game.outcome.winner() {
            self.result[row] = if winner == turn.colour { 1.0 } else { 0.0 };
            self.result_known[row] = 1.0;
        }
        if let Some(ms) = turn.thinking_ms {
            let seconds = (ms as f32 / 1000.0).clamp(*SECONDS.start(), *SECONDS.end());
            self.thinking_time[row] = seconds.ln();
            self.thinking_time_known[row] = 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn few_moves_of_a_person_are_drawn_more_often() {
        let mut group = Group {
            server: network::Server::Ogs,
            band: Band::of(Rank::STRONGEST),
            weight: 0.0,
            people: Vec::new(),
            places: HashMap::new(),
        };
        for (game, moves) in [(0, 900), (1, 100)] {
            let person = group.person(PersonId::new("ogs", &game.to_string()));
            person.turns = (0..moves).map(|turn| (game, turn)).collect();
        }
        let share_of_second = |group: &Group| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
            (0..4000).filter(|_| group.draw(&mut random).is_some_and(|(game, _)| game == 1)).count()
        };
        group.weigh(&HumanSettings { person_balance: 0.0, ..HumanSettings::default() });
        assert!((320..480).contains(&share_of_second(&group)));
        // √900 : √100.
        group.weigh(&HumanSettings { person_balance: 0.5, ..HumanSettings::default() });
        assert!((900..1100).contains(&share_of_second(&group)));
        assert_eq!(group.turns(), 1000);
    }
}
