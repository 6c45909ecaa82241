//! A state of the training to roll back to when it diverges.

use nn::torch::tch::{self, TchError, Tensor};

/// Tensors, and their values when it was last saved.
pub struct Checkpoint {
    tensors: Vec<Tensor>,
    saved: Vec<Tensor>,
}

impl Checkpoint {
    /// Saves the current values; the tensors must stay in the same memory.
    pub fn new(tensors: Vec<Tensor>) -> Result<Checkpoint, TchError> {
        let saved = tensors.iter().map(Tensor::f_detach_copy).collect::<Result<_, _>>()?;
        Ok(Checkpoint { tensors, saved })
    }

    pub fn save(&mut self) -> Result<(), TchError> {
        copy(&self.tensors, &mut self.saved)
    }

    pub fn restore(&mut self) -> Result<(), TchError> {
        copy(&self.saved, &mut self.tensors)
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
    fn what_was_saved_last_is_restored() {
        let tensor = Tensor::from_slice(&[1.0f32, 2.0]);
        let mut checkpoint = Checkpoint::new(vec![tensor.shallow_clone()]).unwrap();
        let set = |x: f64| _ = tensor.shallow_clone().fill_(x);
        set(3.0);
        checkpoint.save().unwrap();
        set(f64::NAN);
        checkpoint.restore().unwrap();
        assert_eq!(tensor, Tensor::from_slice(&[3.0f32, 3.0]));
    }
}
