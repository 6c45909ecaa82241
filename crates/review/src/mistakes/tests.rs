use board::{Point, Rank};

use super::*;
use crate::position_analysis::testing::judged;
use crate::ranking::{BESIDE_LARGE, LARGE, most};
use crate::teaching_order::pool;

const PLAYED: Move = Move::Play(Point::new(4, 4));
const BEST: Move = Move::Play(Point::new(2, 2));

fn nine() -> Size {
    Size::square(9).unwrap()
}

/// Mistakes in a game with these win rates and leads of Black's, from the start on.
fn found(course: &[(f32, f32)], best: Move, winner: Option<Colour>) -> Vec<Mistake> {
    let moves: Vec<_> = (1..course.len()).map(|i| (Colour::BOTH[(i + 1) % 2], PLAYED)).collect();
    let positions: Vec<PositionAnalysis> =
        course.iter().map(|(win_rate, lead)| judged(*win_rate, *lead, Some(best))).collect();
    mistakes(&moves, &positions, nine(), winner, &[], |_| None)
}

/// A game in which Black alone loses points, at every one of its moves, and the win rate is soon near 0.
fn lost_by_black(points: &[f32]) -> Vec<(f32, f32)> {
    let mut course = vec![(0.5, 0.0)];
    let mut lead = 0.0;
    for lost in points {
        lead -= lost;
        let win_rate = 1.0 / (1.0 + (-lead / 1.5_f32).exp());
        course.extend([(win_rate, lead); 2]);
    }
    course
}

#[test]
fn a_loser_hears_of_the_moves_that_cost_most() {
    // The small ones came first, while the win rate could still fall.
    let all = found(&lost_by_black(&[1.3, 1.3, 5.3, 0.2, 18.2, 0.1]), BEST, Some(Colour::White));
    let points: Vec<f32> = all.iter().map(|mistake| (10.0 * mistake.points).round() / 10.0).collect();
    assert!(points.contains(&18.2) && points.contains(&5.3), "{points:?}");
    let all = found(&lost_by_black(&[1.4, 0.3, 9.0, 0.4, 15.0, 0.0, 2.0]), BEST, Some(Colour::White));
    let points: Vec<f32> = all.iter().map(|mistake| mistake.points.round()).collect();
    assert!(points.contains(&9.0) && points.contains(&15.0), "{points:?}");
}

/// Numbers between 0 and 1 from a seed.
fn random(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 24) as f32
    }
}

#[test]
fn no_large_mistake_is_left_out_for_a_smaller_one() {
    for seed in 0..2_000 {
        let mut random = random(seed);
        let side = [5, 9, 13, 19][(random() * 4.0) as usize];
        let size = Size::square(side).unwrap();
        let moves = (random() * 250.0) as usize;
        let mut course = vec![(0.5, 0.0)];
        let mut lead = 60.0 * (random() - 0.5);
        for i in 0..moves {
            let lost = 30.0 * random().powi(4) - 0.3;
            lead += if i % 2 == 0 { -lost } else { lost };
            course.push((1.0 / (1.0 + (-lead / (0.5 + 10.0 * random())).exp()), lead));
        }
        let played: Vec<_> = (0..moves).map(|i| (Colour::BOTH[i % 2], PLAYED)).collect();
        let positions: Vec<PositionAnalysis> =
            course.iter().map(|(w, l)| judged(*w, *l, Some(BEST))).collect();
        let all = losses(&played, &positions, size);
        let findability: Vec<Findability> = pool(&all, size)
            .into_iter()
            .map(|after| {
                let own = random();
                Findability { after, rank: Rank::WEAKEST, own, stronger: own + (1.0 - own) * random() }
            })
            .collect();
        let named = mistakes(&played, &positions, size, None, &findability, |_| None);
        let first = first(&all, &findability, size);
        assert!(first.iter().all(|after| named.iter().any(|mistake| mistake.after == *after)), "seed {seed}");
        assert!(
            named.len() <= most(moves) + BESIDE_LARGE + first.len()
                && named.is_sorted_by_key(|mistake| mistake.after)
        );
        let is_named = |after: usize| named.iter().any(|mistake| mistake.after == after);
        for (after, loss) in
            all.iter().enumerate().filter(|(after, loss)| loss.points >= LARGE && !is_named(*after))
        {
            let smaller = named.iter().find(|mistake| mistake.points < loss.points);
            assert!(smaller.is_none(), "seed {seed}: {smaller:?} instead of move {after}, {loss:?}");
        }
        // Whatever cost two points has a better line.
        let shown = costly(&played, &positions, size, &named);
        let has_line =
            |after: usize| shown.iter().any(|m| m.after == after && m.better.first() == Some(&BEST));
        assert!((0..moves).all(|after| all[after].points < COSTLY || has_line(after)), "seed {seed}");
        assert!(named.iter().all(|mistake| shown.contains(mistake)), "seed {seed}");
    }
}

#[test]
fn small_losses_in_decided_games_do_not_count() {
    let course =
        [(0.6, 3.0), (0.2, -4.0), (0.2, -4.0), (0.0, -60.0), (0.0, -60.0), (0.0, -63.0), (0.0, -63.0)];
    let all = found(&course, BEST, Some(Colour::White));
    assert_eq!(all.iter().map(|m| m.after).collect::<Vec<_>>(), [0, 2]);
    assert!(all[0].is_turning_point && !all[1].is_turning_point, "what turned it, not what cost most");
    assert_eq!(all[0].better.len(), SEQUENCE);
    assert!(!found(&course, BEST, None)[0].is_turning_point);
    assert!(found(&course, BEST, Some(Colour::Black)).iter().all(|m| !m.is_turning_point));
}

/// A game that is lost early and then goes to pieces: what lost it is told, and called what turned it.
#[test]
fn what_lost_the_game_is_named_beside_what_cost_most() {
    let mut course = vec![(0.5, 0.0), (0.15, -5.0), (0.15, -5.0)];
    for i in 1..5 {
        let lead = -5.0 - 12.0 * i as f32;
        course.extend([(0.0, lead), (0.0, lead)]);
    }
    let all = found(&course, BEST, Some(Colour::White));
    assert_eq!(all.iter().map(|m| m.after).collect::<Vec<_>>(), [0, 2, 4, 6, 8]);
    assert!(all[0].is_turning_point && all[0].points < LARGE, "{all:?}");
}

#[test]
fn the_best_move_is_no_mistake() {
    assert!(found(&[(0.6, 3.0), (0.2, -4.0)], PLAYED, None).is_empty());
}

#[test]
fn there_are_few_of_them_in_the_order_of_the_game() {
    let course: Vec<_> = (0..11).map(|i| if i % 2 == 0 { (0.9, 9.0) } else { (0.1, -9.0) }).collect();
    let all = found(&course, BEST, None);
    assert_eq!(all.len(), 4);
    assert!(all.is_sorted_by_key(|m| m.after));
}
