//! When an endgame begins, as in Shi, Fan, Li, Hsueh and Ikeda (2021), section 7.4.

/// In an endgame the final score is known to this standard deviation.
pub(crate) const MAX_SPREAD: f32 = 10.0;

/// How many times as far results are from leads as networks expect, by the beginning of their names: `shidogo bench spread`
/// with games of `default`, 32 visits a move on 9×9.
const SPREAD_SCALES: [(&str, f32); 3] = [("g170-", 0.95), ("human-", 1.25), ("fast-9x9-g0226", 1.6)];
/// That of `default`, of other networks of ours and of KataGo's recent ones. Tolerances are made for it.
pub(crate) const USUAL_SPREAD_SCALE: f32 = 2.0;

/// What the spread of the final score that a network of this name expects is multiplied by, to be that of results.
pub fn spread_scale(network: &str) -> f32 {
    let known = SPREAD_SCALES.iter().find(|(name, _)| network.starts_with(name));
    known.map_or(USUAL_SPREAD_SCALE, |(_, scale)| *scale)
}

/// What tells whether an endgame has begun.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EndgameSigns {
    /// The standard deviation of the final score, as results have it.
    pub spread: f32,
    /// Points that a pass would lose: what a move is worth now.
    pub pass_cost: f32,
}

impl EndgameSigns {
    /// Whether the score is known within limits and no move is big any more, on a board with `side` lines. The paper has
    /// 7 points for 13×13 and 5 for 19×19.
    pub fn has_begun(&self, side: usize) -> bool {
        let big = 7.0 - (side as f32 - 13.0) / 3.0;
        self.spread < MAX_SPREAD && self.pass_cost < big
    }

    /// Below this lead, an endgame is roughly even. The paper has 5 points for 13×13 and 12 for 19×19.
    pub fn even_lead(side: usize) -> f32 {
        match side {
            ..=9 => 4.0,
            10..=13 => 5.0,
            _ => 5.0 + 7.0 / 6.0 * (side as f32 - 13.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_differ_in_what_they_expect() {
        assert!(spread_scale("g170-b6c96-s175395328-d26788732") < 1.0);
        assert_eq!(spread_scale("distil-g0005"), USUAL_SPREAD_SCALE);
        assert!(spread_scale("fast-9x9-g0226") < spread_scale("fast-9x9-g0258"));
    }

    #[test]
    fn the_papers_borders() {
        let begun = |side, spread, pass_cost| EndgameSigns { spread, pass_cost }.has_begun(side);
        assert!(begun(13, 9.9, 6.9) && !begun(13, 10.0, 6.9) && !begun(13, 9.9, 7.0));
        assert!(begun(19, 9.9, 4.9) && !begun(19, 9.9, 5.0));
        assert!(begun(9, 9.9, 8.3) && !begun(9, 9.9, 8.4));
        assert_eq!([9, 13, 19].map(EndgameSigns::even_lead), [4.0, 5.0, 12.0]);
    }
}
