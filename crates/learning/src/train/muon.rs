//! Steps that change all directions of a matrix alike (Muon, kellerjordan.github.io/posts/muon).
//!
//! A layer's gradient is mostly long in a few directions. Followed as it is, those are learnt soon and all others slowly; an
//! orthogonalised step moves every direction by the same length.

use nn::torch::tch::{Kind, TchError, Tensor};

/// Of x ↦ ax + bx³ + cx⁵, which brings singular values from (0, 1] close to 1 when iterated: the fastest such polynomial,
/// but it leaves them between 0.7 and 1.2.
const A: f64 = 3.4445;
const B: f64 = -4.775;
const C: f64 = 2.0315;
const TIMES: usize = 5;

/// For matrices of several shapes, a stack of each. All are padded to the largest with zeros, which stay zeros: a card takes
/// as long to launch a product of few small matrices as of many large ones.
pub fn orthogonalize_all(stacks: &[Tensor]) -> Result<Vec<Tensor>, TchError> {
    let sizes = stacks.iter().map(Tensor::size3).collect::<Result<Vec<_>, _>>()?;
    let (most_rows, most_columns) =
        sizes.iter().fold((0, 0), |(r, c), (_, rows, columns)| (r.max(*rows), c.max(*columns)));
    let padded = stacks.iter().zip(&sizes).map(|(stack, (_, rows, columns))| {
        stack.f_constant_pad_nd([0, most_columns - columns, 0, most_rows - rows])
    });
    let padded = padded.collect::<Result<Vec<_>, _>>()?;
    let made = orthogonalize(&Tensor::f_cat(&padded, 0)?)?;
    let mut start = 0;
    let own = sizes.into_iter().map(|(count, rows, columns)| {
        let own = made.f_narrow(0, start, count)?;
        start += count;
        own.f_narrow(1, 0, rows)?.f_narrow(2, 0, columns)?.f_contiguous()
    });
    own.collect()
}

/// The nearest orthogonal matrices, roughly. `matrices` is \[matrix\]\[row\]\[column\].
fn orthogonalize(matrices: &Tensor) -> Result<Tensor, TchError> {
    let (kind, cuda) = (matrices.kind(), matrices.device().is_cuda());
    let (_, rows, columns) = matrices.size3()?;
    let length = matrices.f_square()?.f_sum_dim_intlist(&[1i64, 2][..], true, kind)?.f_sqrt()?;
    let mut x =
        (matrices / length.f_clamp_min(1e-12)?).f_to_kind(if cuda { Kind::BFloat16 } else { kind })?;
    // Products are over the longer side.
    let tall = rows > columns;
    if tall {
        x = x.f_transpose(1, 2)?;
    }
    for _ in 0..TIMES {
        let square = x.f_bmm(&x.f_transpose(1, 2)?)?;
        let by = square.f_baddbmm(&square, &square, B, C)?;
        x = x.f_baddbmm(&by, &x, A, 1.0)?;
    }
    if tall {
        x = x.f_transpose(1, 2)?;
    }
    x.f_to_kind(kind)
}

#[cfg(test)]
mod tests {
    use nn::torch::tch::{Device, manual_seed};

    use super::*;

    #[test]
    fn all_directions_become_alike() {
        manual_seed(1);
        for (rows, columns) in [(6, 40), (40, 6)] {
            // Directions that differ a hundredfold in length.
            let scales: Vec<f32> = (0..6).map(|i| 10f32.powf(-0.4 * i as f32)).collect();
            let wide = Tensor::randn([2, 6, 40], (Kind::Float, Device::Cpu));
            let wide = Tensor::from_slice(&scales).reshape([1, 6, 1]) * wide;
            let matrices = if rows > columns { wide.transpose(1, 2) } else { wide };
            let (left, _, right) = matrices.svd(true, true);
            let made = orthogonalize(&matrices).unwrap();
            assert_eq!(made.size(), [2, rows, columns]);
            let (_, values, _) = made.svd(true, true);
            let (least, most) = (values.min().double_value(&[]), values.max().double_value(&[]));
            assert!(least > 0.5 && most < 1.3, "{least} to {most}");
            // The same directions as before.
            let turned = left.transpose(1, 2).bmm(&made).bmm(&right);
            let off = &turned - turned.diagonal(0, 1, 2).diag_embed(0, 1, 2);
            assert!(off.abs().max().double_value(&[]) < 0.02, "{off:?}");
        }
    }

    #[test]
    fn shapes_do_not_get_in_each_others_way() {
        manual_seed(2);
        let random = |sizes: [i64; 3]| Tensor::randn(sizes, (Kind::Float, Device::Cpu));
        let stacks = [random([2, 6, 40]), random([1, 6, 9]), random([3, 4, 20])];
        let together = orthogonalize_all(&stacks).unwrap();
        for (stack, together) in stacks.iter().zip(&together) {
            let alone = orthogonalize(stack).unwrap();
            assert_eq!(together.size(), alone.size());
            assert!((together - alone).abs().max().double_value(&[]) < 1e-4);
        }
    }
}
