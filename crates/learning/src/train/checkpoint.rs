//! A way back, when a training has gone astray.

use nn::torch::tch::{self, TchError, Tensor};

/// Tensors, and what they were when all was well.
pub struct Checkpoint {
    tensors: Vec<Tensor>,
    kept: Vec<Tensor>,
}

impl Checkpoint {
    /// Keeps what the tensors are now; they must stay in the same memory.
    pub fn new(tensors: Vec<Tensor>) -> Result<Checkpoint, TchError> {
        let kept = tensors.iter().map(Tensor::f_detach_copy).collect::<Result<_, _>>()?;
        Ok(Checkpoint { tensors, kept })
    }

    pub fn keep(&mut self) -> Result<(), TchError> {
        copy(&self.tensors, &mut self.kept)
    }

    pub fn restore(&mut self) -> Result<(), TchError> {
        copy(&self.kept, &mut self.tensors)
    }
}

fn copy(from: &[Tensor], to: &mut [Tensor]) -> Result<(), TchError> {
    let _copying = tch::no_grad_guard();
    from.iter().zip(to).try_for_each(|(from, to)| to.f_copy_(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_leads_to_what_was_kept_last() {
        let tensor = Tensor::from_slice(&[1.0f32, 2.0]);
        let mut checkpoint = Checkpoint::new(vec![tensor.shallow_clone()]).unwrap();
        let set = |x: f64| _ = tensor.shallow_clone().fill_(x);
        set(3.0);
        checkpoint.keep().unwrap();
        set(f64::NAN);
        checkpoint.restore().unwrap();
        assert_eq!(tensor, Tensor::from_slice(&[3.0f32, 3.0]));
    }
}
