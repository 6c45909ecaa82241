//! Weighted draws.

use std::ops::SubAssign;

/// The item at a point on a line where each item takes a section as long as its weight. If the point is
/// uniform between 0 and the sum, items are drawn in proportion to their weights. `None` if rounding leads
/// past the end.
pub fn weighted<T, W>(items: impl IntoIterator<Item = T>, weight: impl Fn(&T) -> W, mut point: W) -> Option<T>
where
    W: SubAssign + PartialOrd + Default,
{
    items.into_iter().find(|item| {
        point -= weight(item);
        point < W::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_drawn_by_their_weights() {
        let draw = |point: f64| weighted(["a", "b", "c"], |item| if *item == "b" { 0.0 } else { 2.0 }, point);
        assert_eq!([0.0, 1.9, 2.0, 3.9].map(draw), [Some("a"), Some("a"), Some("c"), Some("c")]);
        assert_eq!(draw(4.0), None);
    }
}
