//! What people of a rank would play, beside players a few ranks stronger.

use board::{Move, Position, Rank};
use partner::{EvaluationError, HumanPolicy};

/// How many ranks up the stronger players are: somebody a player can learn from and still understands.
pub const RANKS_UP: [u8; 3] = [3, 4, 5];
/// The board sides that human networks have learnt.
const SIDES: [usize; 3] = [9, 13, 19];
/// Moves are looked at until they make up this share of what is played.
const SHARE: f32 = 0.9;
/// And this many at most: the rest is a long tail.
const MOST: usize = 10;

/// A move, and how likely players play it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PeoplesMove {
    pub mv: Move,
    /// For players of the rank itself.
    pub own: f32,
    /// For players [some ranks up](RANKS_UP).
    pub stronger: f32,
}

/// Whether it is known what people play on a board of this size.
pub fn is_known_on(size: board::Size) -> bool {
    size.is_square() && SIDES.contains(&size.width())
}

/// The likely moves of players of a rank and of stronger ones, the likeliest first. `always` is among them.
pub fn peoples_moves(
    people: &HumanPolicy,
    position: &Position,
    rank: Rank,
    always: Option<Move>,
) -> Result<Vec<PeoplesMove>, EvaluationError> {
    let mut all: Vec<PeoplesMove> = people
        .of_rank(position, rank)?
        .into_iter()
        .map(|(mv, own)| PeoplesMove { mv, own, stronger: 0.0 })
        .collect();
    for up in RANKS_UP {
        let policy = people.of_rank(position, rank.stronger(up))?;
        // The legal moves, in the same order.
        for (m, (_, share)) in all.iter_mut().zip(policy) {
            m.stronger += share / RANKS_UP.len() as f32;
        }
    }
    Ok(likely(all, always))
}

/// The likeliest moves of all.
fn likely(mut all: Vec<PeoplesMove>, always: Option<Move>) -> Vec<PeoplesMove> {
    let weight = |m: &PeoplesMove| m.own + m.stronger;
    all.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let (mut own, mut stronger) = (0.0, 0.0);
    let mut count = 0;
    while count < all.len().min(MOST) && (own < SHARE || stronger < SHARE) {
        own += all[count].own;
        stronger += all[count].stronger;
        count += 1;
    }
    let kept = always.and_then(|mv| all[count..].iter().find(|m| m.mv == mv).copied());
    all.truncate(count);
    all.extend(kept);
    all
}

#[cfg(test)]
mod tests {
    use board::Point;

    use super::*;

    fn moves(shares: &[(f32, f32)]) -> Vec<PeoplesMove> {
        let named = |(x, (own, stronger)): (usize, &(f32, f32))| PeoplesMove {
            mv: Move::Play(Point::new(x % 19, x / 19)),
            own: *own,
            stronger: *stronger,
        };
        shares.iter().enumerate().map(named).collect()
    }

    #[test]
    fn nine_tenths_of_both_are_looked_at() {
        let all = moves(&[(0.05, 0.02), (0.1, 0.6), (0.8, 0.35), (0.05, 0.03)]);
        let of = |always| likely(all.clone(), always).iter().map(|m| m.own).collect::<Vec<_>>();
        assert_eq!(of(None), [0.8, 0.1]);
        assert_eq!(of(Some(all[0].mv)), [0.8, 0.1, 0.05], "what is asked for is there");
        assert_eq!(of(Some(all[2].mv)), [0.8, 0.1], "and only once");
        assert_eq!(likely(moves(&[(0.01, 0.01); 100]), None).len(), MOST);
    }
}
