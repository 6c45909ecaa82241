//! Networks with random weights, for tests and to start training.

use nn::BuildError;
use nn::random::Numbers;

use crate::architecture::Architecture;
use crate::network::Network;

/// A network with random weights. The same seed gives the same weights on every machine.
pub fn network(name: &str, architecture: &Architecture, seed: u64) -> Result<Network, BuildError> {
    architecture.build(name, &mut Numbers::new(seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_all_weights() {
        let tiny = Architecture::preset("tiny").unwrap();
        let make = |seed| network("a", &tiny, seed).unwrap();
        assert_eq!(make(1), make(1));
        assert_ne!(make(1).graph, make(2).graph);
    }
}
