//! Published numbers that any correct implementation of the rules reproduces.

use std::collections::HashMap;

use board::{Board, Colour, KoRule, Komi, Point, Position, Rules, Size, perft};

fn nodes(side: usize, suicide: bool, depths: std::ops::Range<u32>) -> Vec<u64> {
    let rules = Rules { suicide, ko: KoRule::Positional, ..Rules::TROMP_TAYLOR };
    let start = Position::new(Size::square(side).unwrap(), rules, Komi::ZERO);
    depths.map(|d| perft(&start, d)).collect()
}

#[test]
fn perft_2x2() {
    let expected = [1, 5, 21, 68, 156, 316, 604, 1088, 2184, 4184];
    assert_eq!(nodes(2, true, 0..10), expected);
}

#[test]
fn perft_3x3() {
    let start = [1, 10, 91, 738, 5281, 33384];
    assert_eq!(nodes(3, true, 0..10), [&start[..], &[180768, 857576, 3474312, 12912040]].concat());
    assert_eq!(nodes(3, false, 0..10), [&start[..], &[179712, 842696, 3271208, 11279096]].concat());
}

#[test]
fn perft_5x5_with_suicide() {
    assert_eq!(nodes(5, true, 0..7), [1, 26, 651, 15650, 361041, 7984104, 168759376]);
}

#[test]
fn perft_5x5_without_suicide() {
    assert_eq!(nodes(5, false, 0..7), [1, 26, 651, 15650, 361041, 7984104, 168755200]);
}

/// Sets up every arrangement of stones and counts those in which each chain has a liberty.
fn legal_positions(width: usize, height: usize) -> u64 {
    let size = Size::new(width, height).unwrap();
    let points: Vec<Point> = size.iter().collect();
    let mut stones: Vec<(Colour, Point)> = Vec::new();
    let mut legal = 0;
    for code in 0..3u64.pow(points.len() as u32) {
        stones.clear();
        let mut rest = code;
        for p in &points {
            match rest % 3 {
                1 => stones.push((Colour::Black, *p)),
                2 => stones.push((Colour::White, *p)),
                _ => {}
            }
            rest /= 3;
        }
        legal += u64::from(Board::with_stones(size, stones.iter().copied()).is_some());
    }
    legal
}

#[test]
fn legal_positions_of_small_boards() {
    for (width, height, count) in
        [(1, 1, 1), (2, 2, 57), (2, 3, 489), (2, 4, 4125), (3, 3, 12675), (3, 4, 321689)]
    {
        assert_eq!(legal_positions(width, height), count, "{width}x{height}");
    }
}

/// 43 million arrangements are too many to set up one by one.
#[test]
fn legal_positions_4x4() {
    assert_eq!(legal_by_rows(4, 4), 24_318_165);
}

/// Counts row by row: a state is the last row's stones, which of them are connected, and which of those
/// chains have a liberty yet. Independent of `Board`, so it also checks the small counts above.
fn legal_by_rows(width: usize, height: usize) -> u64 {
    // A cell is 0 for empty, else 1 + 2·chain + (1 if White), and bit `chain` of `breathing` says whether it
    // has a liberty.
    type State = (Vec<u8>, Vec<bool>);
    let mut states: HashMap<State, u64> = HashMap::from([((Vec::new(), Vec::new()), 1)]);
    for _ in 0..height {
        let mut next: HashMap<State, u64> = HashMap::new();
        for ((above, breathing), ways) in &states {
            for code in 0..3usize.pow(width as u32) {
                let row: Vec<u8> = (0..width).map(|x| (code / 3usize.pow(x as u32) % 3) as u8).collect();
                if let Some(state) = advance(above, breathing, &row) {
                    *next.entry(state).or_default() += ways;
                }
            }
        }
        states = next;
    }
    states.iter().filter(|((_, breathing), _)| breathing.iter().all(|b| *b)).map(|(_, ways)| ways).sum()
}

fn advance(above: &[u8], breathing: &[bool], row: &[u8]) -> Option<(Vec<u8>, Vec<bool>)> {
    let width = row.len();
    let old = breathing.len();
    // Chains: the old ones, then one for each cell of the new row; joined through `root`.
    let mut root: Vec<usize> = (0..old + width).collect();
    let mut free = breathing.to_vec();
    free.resize(old + width, false);
    fn find(root: &[usize], mut i: usize) -> usize {
        while root[i] != i {
            i = root[i];
        }
        i
    }
    let colour_above = |x: usize| above.get(x).map_or(3, |c| if *c == 0 { 0 } else { 1 + (*c - 1) % 2 });
    let chain_above = |x: usize| (above[x] as usize - 1) / 2;
    let join = |root: &mut Vec<usize>, free: &mut Vec<bool>, a: usize, b: usize| {
        let (a, b) = (find(root, a), find(root, b));
        if a != b {
            root[b] = a;
            free[a] |= free[b];
        }
    };
    for x in 0..width {
        if row[x] == 0 {
            if x > 0 && row[x - 1] != 0 {
                let r = find(&root, old + x - 1);
                free[r] = true;
            }
            if matches!(colour_above(x), 1 | 2) {
                let r = find(&root, chain_above(x));
                free[r] = true;
            }
            continue;
        }
        if (x > 0 && row[x - 1] == 0) || colour_above(x) == 0 {
            let r = find(&root, old + x);
            free[r] = true;
        }
        if x > 0 && row[x - 1] == row[x] {
            join(&mut root, &mut free, old + x - 1, old + x);
        }
        if colour_above(x) == row[x] {
            join(&mut root, &mut free, chain_above(x), old + x);
        }
    }
    let in_row: Vec<usize> = (0..width).filter(|x| row[*x] != 0).map(|x| find(&root, old + x)).collect();
    for chain in 0..old {
        let r = find(&root, chain);
        if !free[r] && !in_row.contains(&r) {
            return None;
        }
    }
    let mut names: Vec<usize> = Vec::new();
    let cells = (0..width).map(|x| {
        if row[x] == 0 {
            return 0;
        }
        let r = find(&root, old + x);
        let name = names.iter().position(|n| *n == r).unwrap_or_else(|| {
            names.push(r);
            names.len() - 1
        });
        1 + 2 * name as u8 + (row[x] - 1)
    });
    let cells: Vec<u8> = cells.collect();
    let breathing = names.iter().map(|r| free[*r]).collect();
    Some((cells, breathing))
}

#[test]
fn both_counts_agree() {
    for (width, height) in [(1, 1), (2, 2), (3, 2), (2, 4), (3, 3), (4, 3)] {
        assert_eq!(legal_by_rows(width, height), legal_positions(width, height), "{width}x{height}");
    }
}
