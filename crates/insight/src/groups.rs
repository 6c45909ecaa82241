//! One verdict for every group of stones.
//!
//! Playouts find fights, and a network says which stones live. Shown side by side, they would contradict each
//! other: stones that die with 88% in a fight that their side wins in half of the playouts. So every chain
//! belongs to at most one group, the network decides who gets it, and playouts are a second opinion where
//! they differ.

use board::{Board, Colour, Point, PointSet};
use evaluation::{Ownership, WinRate};

use crate::contested::together;
use crate::insight::Insight;

/// From this probability on, a group is settled and a chain is dead or alive.
pub const SETTLED: f32 = 0.9;
/// Chains less likely to live than this are in danger.
pub const SAFE: f32 = 0.75;
/// Probabilities further apart than this are two opinions, and a chain this far from its group belongs to
/// another one.
pub const APART: f32 = 0.25;
/// The fewest stones of a group that is not in a fight.
const LEAST_STONES: usize = 2;

/// The fate of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Still open.
    Open,
    /// This side has it with a probability of at least [`SETTLED`], and playouts agree.
    Settled(Colour),
    /// Both sides live, although playouts see a fight.
    BothLive,
}

/// Chains that live or die together.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The stones and the points fought over.
    pub points: PointSet,
    /// The chains of each side, Black's first, each as its stones.
    pub chains: [Vec<Vec<Point>>; 2],
    /// Points between winning and losing it.
    pub worth: f64,
    /// The probability that each side wins it; meaningless if both live.
    pub won: WinRate,
    pub fate: Fate,
    /// The playouts' opinion, if it differs.
    pub second_opinion: Option<WinRate>,
    /// The index of the fight that playouts see there.
    pub fight: Option<usize>,
}

impl Group {
    pub fn stones(&self) -> impl Iterator<Item = Point> + '_ {
        self.chains.iter().flatten().flatten().copied()
    }

    /// Stones of a side that may be captured: those in an open group that it may lose.
    pub fn in_danger(&self) -> impl Iterator<Item = Point> + '_ {
        let is_weak = |side: &Colour| self.fate == Fate::Open && self.won.of(*side) < SAFE;
        Colour::BOTH
            .into_iter()
            .filter(is_weak)
            .flat_map(|side| self.chains[side.index()].iter().flatten().copied())
    }
}

/// A chain, and the probability that Black gets its points.
#[derive(Clone)]
struct Chain {
    colour: Colour,
    stones: Vec<Point>,
    black: f32,
}

impl Chain {
    fn lives(&self) -> f32 {
        if self.colour == Colour::Black { self.black } else { 1.0 - self.black }
    }

    fn is_open(&self) -> bool {
        (1.0 - SETTLED..SAFE).contains(&self.lives())
    }
}

impl Insight {
    /// The verdicts on all groups, largest open ones first. A network's view takes precedence, then the
    /// readings, then the playouts.
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = match &self.network {
            Some(owners) => self.groups_by(owners),
            None => (0..self.fights.len()).map(|number| self.group_of_playouts(number)).collect(),
        };
        let rank = |group: &Group| match group.fate {
            Fate::Open => 0,
            Fate::Settled(_) => 1,
            Fate::BothLive => 2,
        };
        groups.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.worth.total_cmp(&a.worth)));
        groups
    }

    fn groups_by(&self, owners: &Ownership) -> Vec<Group> {
        let board = self.position.board();
        let mut groups: Vec<Group> = Vec::new();
        let mut told = PointSet::EMPTY;
        for (number, fight) in self.fights.iter().enumerate() {
            let of_side = |side: Colour| fight.chains[side.index()].iter().map(move |stones| (side, stones));
            let chains: Vec<Chain> = Colour::BOTH
                .into_iter()
                .flat_map(of_side)
                .filter(|(_, stones)| stones.iter().all(|p| !told.contains(*p)))
                .map(|(side, stones)| chain(side, stones.clone(), owners))
                .collect();
            if chains.is_empty() {
                continue;
            }
            let mut parts = alike(chains.clone());
            parts.retain(|part| part.iter().any(|chain| chain.lives() < SAFE));
            // The fight is over the part with the most stones.
            parts.sort_by_key(|part| {
                std::cmp::Reverse(part.iter().map(|chain| chain.stones.len()).sum::<usize>())
            });
            if parts.is_empty() {
                groups.push(self.fought(number, &chains, Some(Fate::BothLive)));
            }
            for (place, part) in parts.iter().enumerate() {
                let is_open = part.iter().any(Chain::is_open);
                match place {
                    0 => groups.push(self.fought(number, part, None)),
                    // Stones lost along with it need no mention.
                    _ if is_open => groups.push(alone(board, part)),
                    _ => continue,
                }
            }
            told = groups.iter().flat_map(Group::stones).collect();
        }
        let heads = board.chains().filter(|(_, head)| !told.contains(*head));
        let open: Vec<Chain> = heads
            .map(|(colour, head)| chain(colour, board.chain_stones(head).collect(), owners))
            .filter(Chain::is_open)
            .collect();
        let stones: Vec<Vec<Point>> = open.iter().map(|chain| chain.stones.clone()).collect();
        for near in together(board, &stones) {
            let parts = alike(near.into_iter().map(|i| open[i].clone()).collect());
            let large =
                |part: &Vec<Chain>| part.iter().map(|c| c.stones.len()).sum::<usize>() >= LEAST_STONES;
            groups.extend(parts.iter().filter(|part| large(part)).map(|part| alone(board, part)));
        }
        groups
    }

    /// A group in a fight that playouts see.
    fn fought(&self, number: usize, chains: &[Chain], fate: Option<Fate>) -> Group {
        let fight = &self.fights[number];
        let own: PointSet = chains.iter().flat_map(|chain| chain.stones.iter().copied()).collect();
        let others: PointSet =
            fight.chains.iter().flatten().flatten().copied().filter(|p| !own.contains(*p)).collect();
        let won = mean(chains);
        let second_opinion = match fate {
            Some(Fate::BothLive) => Some(self.by_playouts(number, won.of(Colour::Black))),
            _ => Some(self.by_playouts(number, won.of(Colour::Black))).filter(|other| apart(won, *other)),
        };
        Group {
            points: fight.points.without(&others).union(&own),
            chains: Colour::BOTH.map(|side| of(chains, side)),
            worth: fight.worth,
            won,
            fate: fate.unwrap_or_else(|| fate_of(won, second_opinion)),
            second_opinion,
            fight: Some(number),
        }
    }

    /// A fight known only from playouts.
    fn group_of_playouts(&self, number: usize) -> Group {
        let fight = &self.fights[number];
        let playouts = WinRate::for_side(Colour::Black, fight.black_wins as f32);
        let read = self.readings.get(number).map(|readings| readings[self.position.to_move().index()].won);
        let won = read.unwrap_or(playouts);
        let fate = match Colour::BOTH.into_iter().find(|side| fight.is_settled && won.of(*side) >= SETTLED) {
            Some(side) => Fate::Settled(side),
            None => Fate::Open,
        };
        Group {
            points: fight.points,
            chains: fight.chains.clone(),
            worth: fight.worth,
            won,
            fate,
            second_opinion: Some(playouts).filter(|other| apart(won, *other)),
            fight: Some(number),
        }
    }

    /// The playouts' opinion of a fight, as close to another opinion as possible: it depends on who moves
    /// first.
    fn by_playouts(&self, number: usize, black: f32) -> WinRate {
        let usual = self.fights[number].black_wins as f32;
        let [low, high] = self.readings.get(number).map_or([usual; 2], |both| {
            let [a, b] = both.each_ref().map(|reading| reading.won.of(Colour::Black));
            [a.min(b), a.max(b)]
        });
        WinRate::for_side(Colour::Black, black.clamp(low, high))
    }
}

fn apart(one: WinRate, other: WinRate) -> bool {
    (one.of(Colour::Black) - other.of(Colour::Black)).abs() > APART
}

fn fate_of(won: WinRate, second_opinion: Option<WinRate>) -> Fate {
    match Colour::BOTH.into_iter().find(|side| won.of(*side) >= SETTLED) {
        Some(side) if second_opinion.is_none() => Fate::Settled(side),
        _ => Fate::Open,
    }
}

/// A group that only the network sees.
fn alone(board: &Board, chains: &[Chain]) -> Group {
    let stones = chains.iter().flat_map(|chain| chain.stones.iter().copied());
    let mut points: PointSet = stones.collect();
    for chain in chains {
        points = chain.stones.first().map_or(points, |stone| points.union(&board.liberties(*stone)));
    }
    Group {
        points,
        chains: Colour::BOTH.map(|side| of(chains, side)),
        worth: 2.0 * points.len() as f64,
        won: mean(chains),
        fate: Fate::Open,
        second_opinion: None,
        fight: None,
    }
}

fn chain(colour: Colour, stones: Vec<Point>, owners: &Ownership) -> Chain {
    let held = stones.iter().map(|p| owners.of(Colour::Black, *p)).sum::<f32>() / stones.len().max(1) as f32;
    Chain { colour, stones, black: (0.5 * (1.0 + held)).clamp(0.0, 1.0) }
}

fn of(chains: &[Chain], side: Colour) -> Vec<Vec<Point>> {
    chains.iter().filter(|chain| chain.colour == side).map(|chain| chain.stones.clone()).collect()
}

/// Sorted by stones.
fn mean(chains: &[Chain]) -> WinRate {
    let (sum, stones) = chains.iter().fold((0.0, 0.0), |(sum, stones), chain| {
        let count = chain.stones.len() as f32;
        (sum + count * chain.black, stones + count)
    });
    WinRate::for_side(Colour::Black, if stones > 0.0 { sum / stones } else { 0.5 })
}

/// Merges chains with similar fates, the most similar first, as long as none is [`APART`] from the mean.
fn alike(mut chains: Vec<Chain>) -> Vec<Vec<Chain>> {
    chains.sort_by(|a, b| a.black.total_cmp(&b.black));
    let mut parts: Vec<Vec<Chain>> = chains.into_iter().map(|chain| vec![chain]).collect();
    loop {
        let black = |part: &[Chain]| mean(part).of(Colour::Black);
        let fits = |part: &[Chain]| part.iter().all(|chain| (chain.black - black(part)).abs() <= APART);
        let joined = |i: usize| [parts[i].as_slice(), parts[i + 1].as_slice()].concat();
        let nearest = (0..parts.len().saturating_sub(1)).filter(|i| fits(&joined(*i))).min_by(|a, b| {
            let gap = |i: usize| black(&parts[i + 1]) - black(&parts[i]);
            gap(*a).total_cmp(&gap(*b))
        });
        let Some(place) = nearest else { return parts };
        let next = parts.remove(place + 1);
        parts[place].extend(next);
    }
}
