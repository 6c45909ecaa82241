//! Moves of people, drawn group by group.

use std::collections::BTreeMap;

use board::Band;
use network::Server;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Game;

/// Moves on one server and board by people of one band.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Group {
    pub server: Server,
    /// The side of the board.
    pub side: usize,
    pub band: Band,
}

/// A move of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Place {
    /// The game's index.
    pub game: u32,
    /// The move's, from 0.
    pub number: u16,
}

/// Draws up to `most` moves of every group, all if `most` is `None`, in the order of the games. `movers` says
/// whose moves count, by [`Colour::index`](board::Colour::index). Only people with a rank on square boards
/// are drawn.
pub fn sample(
    games: &[Game],
    movers: impl Fn(&Game) -> [bool; 2],
    most: Option<usize>,
    seed: u64,
) -> BTreeMap<Group, Vec<Place>> {
    let mut groups: BTreeMap<Group, Vec<Place>> = BTreeMap::new();
    for (game, record) in (0..).zip(games).filter(|(_, record)| record.size.is_square()) {
        let counts = movers(record);
        for (number, _) in (0..u16::MAX).zip(&record.moves) {
            let colour = record.colour_at(usize::from(number));
            let player = record.player(colour);
            if !counts[colour.index()] || !player.is_person() {
                continue;
            }
            let Some(rank) = player.shown_rank() else { continue };
            let group = Group { server: record.server, side: record.size.width(), band: Band::of(rank) };
            groups.entry(group).or_default().push(Place { game, number });
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for places in groups.values_mut() {
        if let Some(most) = most.filter(|most| *most < places.len()) {
            let (drawn, _) = places.partial_shuffle(&mut random, most);
            drawn.sort_unstable();
            *places = drawn.to_vec();
        }
    }
    groups
}
