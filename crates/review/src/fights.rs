//! Fights over time: what looks at single positions found, put together to stories.

use board::{Board, Colour, Move, Point, PointSet, Size};
use evaluation::{Ownership, WinRate};
use insight::{Contested, ContestedSettings, Insight};
use serde::{Deserialize, Serialize};
use speech::Place;

use crate::encoding;
use crate::position_analysis::all_on;

/// A fight as it stood after that many moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FightLook {
    pub after: usize,
    /// Points between winning and losing it.
    #[serde(with = "encoding::figure")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub worth: f32,
    /// How likely each side is to win it; kept as Black's.
    #[serde(with = "encoding::win_rate")]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub chance: WinRate,
    pub points: Vec<Point>,
    /// What the playouts' search would play there.
    pub sequence: Vec<Move>,
}

/// A fight from where it was first seen to where it was last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FightStory {
    pub place: Place,
    /// In the order of the game, never empty.
    pub looks: Vec<FightLook>,
    /// After that many moves most was at stake.
    pub peak: usize,
    /// Who has most of it in the end; nobody where it was divided or is still open.
    pub winner: Option<Colour>,
}

/// Two looks show the same fight when so much of the smaller one lies in the larger one.
const SAME: f64 = 0.5;
/// A fight that was not seen in this many looks in a row is another one when it comes again.
const PAUSE: usize = 4;
/// Stories that are told.
const STORIES: usize = 6;
/// Points that a fight must be worth, as a share of the board, to be told of, and more if it was seen only so often.
const LEAST_WORTH: f32 = 0.05;
const SELDOM: usize = 3;
const MORE: f32 = 3.0;
/// Looks that a story keeps, spread over its course.
const KEPT: usize = 40;
/// What covers more of the board than this is no fight but the game itself, which has just begun.
const MOST: f32 = 0.45;
/// A side has most of a fight from this mean ownership on.
const WON: f32 = 0.4;

impl FightStory {
    /// The look at which most was at stake.
    pub fn peak(&self) -> &FightLook {
        self.looks.iter().find(|look| look.after == self.peak).unwrap_or(&self.looks[0])
    }

    pub(crate) fn fits(&self, moves: usize, size: Size) -> bool {
        let fits = |look: &FightLook| {
            look.after <= moves
                && look.points.iter().all(|p| size.contains(*p))
                && all_on(&look.sequence, size)
        };
        !self.looks.is_empty() && self.looks.iter().all(fits)
    }
}

/// What who owns what shows of a position.
pub(crate) fn contested(board: &Board, owners: &Ownership, after: usize) -> Vec<FightLook> {
    let found = insight::contested(board, owners, &ContestedSettings::default());
    let look = |fight: &Contested| FightLook {
        after,
        worth: fight.worth as f32,
        chance: fight.chance,
        points: fight.points.iter().collect(),
        sequence: Vec::new(),
    };
    let most = (MOST * board.size().points() as f32) as usize;
    found.iter().filter(|fight| fight.points.len() <= most).map(look).collect()
}

/// The same fight may be seen in two ways: what playouts say of it comes first.
pub(crate) fn both(playouts: Vec<FightLook>, owners: Vec<FightLook>) -> Vec<FightLook> {
    let set = |look: &FightLook| look.points.iter().copied().collect::<PointSet>();
    let seen: Vec<PointSet> = playouts.iter().map(set).collect();
    let is_new = |look: &FightLook| seen.iter().all(|other| overlap(other, &set(look)) < SAME);
    let mut all = playouts;
    all.extend(owners.into_iter().filter(is_new));
    all
}

/// What playouts of a position show.
pub(crate) fn looks(insight: &Insight, after: usize) -> Vec<FightLook> {
    let most = (MOST * insight.position.size().points() as f32) as usize;
    let fights = insight.fights.iter().zip(&insight.sequences);
    let open = fights.filter(|(fight, _)| !fight.is_settled && fight.points.len() <= most);
    let look = |(fight, sequence): (&insight::Fight, &Vec<Move>)| FightLook {
        after,
        worth: fight.worth as f32,
        chance: WinRate::for_side(Colour::Black, fight.black_wins as f32),
        points: fight.points.iter().collect(),
        sequence: sequence.iter().take(8).copied().collect(),
    };
    open.map(look).collect()
}

/// What is at stake in a fight: it is large, it is open, and so is the game.
fn stakes(look: &FightLook, game: Option<&WinRate>) -> f32 {
    let open = |chance: &WinRate| 4.0 * chance.of(Colour::Black) * chance.of(Colour::White);
    look.worth * open(&look.chance) * (0.1 + game.map_or(1.0, open))
}

/// Puts looks, in the order of the game, together. `chances` are those of the game after every move, and `ended` says who
/// owns what in the end.
pub(crate) fn stories(
    looks: &[Vec<FightLook>],
    chances: &[WinRate],
    ended: Option<&Ownership>,
    size: Size,
) -> Vec<FightStory> {
    /// The fight as it was last seen, and in which look.
    struct Open {
        story: Vec<FightLook>,
        points: PointSet,
        seen: usize,
    }
    let mut all: Vec<Open> = Vec::new();
    for (number, fights) in looks.iter().enumerate() {
        for look in fights {
            let points: PointSet = look.points.iter().copied().collect();
            let same = all
                .iter_mut()
                .filter(|open| number <= open.seen + PAUSE && open.seen < number)
                .map(|open| (overlap(&open.points, &points), open))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            match same {
                Some((share, open)) if share >= SAME => {
                    open.story.push(look.clone());
                    (open.points, open.seen) = (points, number);
                }
                _ => all.push(Open { story: vec![look.clone()], points, seen: number }),
            }
        }
    }
    let least = LEAST_WORTH * size.points() as f32;
    let mut stories: Vec<FightStory> =
        all.into_iter().filter_map(|open| told(open.story, chances, ended, size)).collect();
    stories
        .retain(|story| story.peak().worth >= if story.looks.len() > SELDOM { least } else { MORE * least });
    stories.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    stories.truncate(STORIES);
    stories.into_iter().map(thinned).collect()
}

fn told(
    looks: Vec<FightLook>,
    chances: &[WinRate],
    ended: Option<&Ownership>,
    size: Size,
) -> Option<FightStory> {
    let stakes = |look: &FightLook| stakes(look, chances.get(look.after));
    let peak = looks.iter().max_by(|a, b| stakes(a).total_cmp(&stakes(b)))?;
    let points = &peak.points;
    let place = Place::of(points.iter().copied(), size)?;
    let mean = |o: &Ownership| {
        points.iter().map(|p| o.of(Colour::Black, *p)).sum::<f32>() / points.len().max(1) as f32
    };
    let winner = match ended.map(mean) {
        Some(share) if share >= WON => Some(Colour::Black),
        Some(share) if share <= -WON => Some(Colour::White),
        _ => None,
    };
    Some(FightStory { place, peak: peak.after, winner, looks })
}

/// Keeps evenly spaced looks, the last one, and the peak, which is where people go.
fn thinned(story: FightStory) -> FightStory {
    let (step, peak) = (story.looks.len().div_ceil(KEPT).max(1), story.peak);
    let last = story.looks.len() - 1;
    let is_kept =
        |(place, look): &(usize, FightLook)| place % step == 0 || *place == last || look.after == peak;
    let looks = story.looks.into_iter().enumerate().filter(is_kept).map(|(_, look)| look).collect();
    FightStory { looks, ..story }
}

/// Long and large fights first.
fn weight(story: &FightStory) -> f32 {
    story.looks.iter().map(|look| look.worth).sum::<f32>() + 2.0 * story.peak().worth
}

fn overlap(a: &PointSet, b: &PointSet) -> f64 {
    let both = a.iter().filter(|p| b.contains(*p)).count();
    both as f64 / a.len().min(b.len()).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(after: usize, worth: f32, columns: std::ops::Range<usize>) -> FightLook {
        let points = columns.flat_map(|x| (0..3).map(move |y| Point::new(x, y))).collect();
        FightLook { after, worth, chance: WinRate::EVEN, points, sequence: vec![] }
    }

    #[test]
    fn looks_at_the_same_place_are_one_story() {
        let size = Size::square(9).unwrap();
        let mut ended = Ownership::UNKNOWN;
        size.iter().for_each(|p| ended.set(Colour::Black, p, if p.x() < 4 { -0.9 } else { 0.0 }));
        let mut looks: Vec<Vec<FightLook>> = vec![Vec::new(); 20];
        for (after, worth, columns) in [(0, 10.0, 0..3), (2, 20.0, 0..4), (5, 18.0, 1..4), (6, 15.0, 1..4)] {
            looks[after].push(look(after, worth, columns));
        }
        for after in [2, 3, 6, 7] {
            looks[after].push(look(after, 12.0, 6..9));
        }
        // After a long pause it is another fight.
        (14..18).for_each(|after| looks[after].push(look(after, 9.0, 0..3)));
        let all = stories(&looks, &[], Some(&ended), size);
        let told: Vec<_> = all.iter().map(|s| s.looks.iter().map(|l| l.after).collect::<Vec<_>>()).collect();
        assert_eq!(told, [vec![0, 2, 5, 6], vec![2, 3, 6, 7], vec![14, 15, 16, 17]]);
        assert_eq!((all[0].place, all[0].winner), (Place::LowerLeft, Some(Colour::White)));
        assert_eq!((all[1].place, all[1].winner), (Place::LowerRight, None));
        assert_eq!(all[0].peak().after, 2);
    }

    #[test]
    fn small_ones_that_were_seen_seldom_are_not_told() {
        let size = Size::square(19).unwrap();
        assert!(stories(&[vec![look(0, 50.0, 0..3)]], &[], None, size).is_empty());
        assert_eq!(stories(&[vec![look(0, 60.0, 0..3)]], &[], None, size).len(), 1);
    }

    #[test]
    fn a_long_story_keeps_its_ends_and_its_peak() {
        let size = Size::square(9).unwrap();
        let worth = |after: usize| if after == 77 { 30.0 } else { 20.0 };
        let looks: Vec<_> = (0..200).map(|after| vec![look(after, worth(after), 0..3)]).collect();
        let story = stories(&looks, &[], None, size).remove(0);
        assert!(story.looks.len() <= KEPT + 2, "{}", story.looks.len());
        assert!([0, 77, 199].iter().all(|after| story.looks.iter().any(|look| look.after == *after)));
        assert_eq!(story.peak().after, 77);
    }

    #[test]
    fn most_is_at_stake_while_the_game_is_open() {
        let size = Size::square(9).unwrap();
        let looks: Vec<_> = (0..6).map(|after| vec![look(after, 20.0 + after as f32, 0..3)]).collect();
        let chances =
            [0.5, 0.5, 0.5, 0.01, 0.01, 0.01].map(|chance| WinRate::for_side(Colour::Black, chance));
        assert_eq!(stories(&looks, &[], None, size)[0].peak, 5);
        assert_eq!(stories(&looks, &chances, None, size)[0].peak, 2);
    }

    #[test]
    fn a_fight_that_is_seen_in_two_ways_is_told_once() {
        let all = both(vec![look(1, 30.0, 0..3)], vec![look(1, 18.0, 1..3), look(1, 12.0, 6..8)]);
        assert_eq!(all.iter().map(|look| look.worth).collect::<Vec<_>>(), [30.0, 12.0]);
    }
}
