//! Transforms for tiles of 3×3 and of 4×4.

use crate::cpu::lanes::Lanes;

/// One-dimensional transforms; the two-dimensional ones apply them to rows first, then to columns.
pub trait Scheme<const M: usize, const A: usize> {
    fn input<V: Lanes>(d: [V; A]) -> [V; A];
    fn output<V: Lanes>(m: [V; A]) -> [V; M];
    fn kernel(g: [f64; 3]) -> [f64; A];
}

pub struct Three;
pub struct Four;

/// a · x + b
#[inline(always)]
fn axpy<V: Lanes>(a: f32, x: V, b: V) -> V {
    x.mul_add(x.constant(a), b)
}

/// Interpolation at 0, 1, −1, 2 and infinity.
impl Scheme<3, 5> for Three {
    #[inline(always)]
    fn input<V: Lanes>([d0, d1, d2, d3, d4]: [V; 5]) -> [V; 5] {
        [
            axpy(2.0, d0.sub(d2), d3.sub(d1)),
            axpy(-2.0, d1, d3.sub(d2)),
            axpy(2.0, d1, axpy(-3.0, d2, d3)),
            d3.sub(d1),
            axpy(2.0, d1.sub(d3), d4.sub(d2)),
        ]
    }

    #[inline(always)]
    fn output<V: Lanes>([m0, m1, m2, m3, m4]: [V; 5]) -> [V; 3] {
        let (sum, difference) = (m1.add(m2), m1.sub(m2));
        [m0.add(sum).add(m3), axpy(2.0, m3, difference), axpy(4.0, m3, sum).add(m4)]
    }

    fn kernel([g0, g1, g2]: [f64; 3]) -> [f64; 5] {
        [g0 / 2.0, -(g0 + g1 + g2) / 2.0, -(g0 - g1 + g2) / 6.0, (g0 + 2.0 * g1 + 4.0 * g2) / 6.0, g2]
    }
}

/// Interpolation at 0, ±1, ±2 and infinity.
impl Scheme<4, 6> for Four {
    #[inline(always)]
    fn input<V: Lanes>([d0, d1, d2, d3, d4, d5]: [V; 6]) -> [V; 6] {
        let (even, odd) = (axpy(-4.0, d2, d4), axpy(-4.0, d1, d3));
        let (even2, odd2) = (d4.sub(d2), d3.sub(d1));
        [
            axpy(4.0, d0, axpy(-5.0, d2, d4)),
            even.add(odd),
            even.sub(odd),
            axpy(2.0, odd2, even2),
            axpy(-2.0, odd2, even2),
            axpy(4.0, d1, axpy(-5.0, d3, d5)),
        ]
    }

    #[inline(always)]
    fn output<V: Lanes>([m0, m1, m2, m3, m4, m5]: [V; 6]) -> [V; 4] {
        let (sum1, sum2) = (m1.add(m2), m3.add(m4));
        let (difference1, difference2) = (m1.sub(m2), m3.sub(m4));
        [
            m0.add(sum1).add(sum2),
            axpy(2.0, difference2, difference1),
            axpy(4.0, sum2, sum1),
            axpy(8.0, difference2, difference1).add(m5),
        ]
    }

    fn kernel([g0, g1, g2]: [f64; 3]) -> [f64; 6] {
        [
            g0 / 4.0,
            -(g0 + g1 + g2) / 6.0,
            -(g0 - g1 + g2) / 6.0,
            (g0 + 2.0 * g1 + 4.0 * g2) / 24.0,
            (g0 - 2.0 * g1 + 4.0 * g2) / 24.0,
            g2,
        ]
    }
}
