//! What moves say by networks that have not learnt from those who played them.

use crate::examination::Examined;
use crate::move_net::MoveNet;
use crate::move_net_fit::Training;

/// Parts of the people for cross-validation.
const PARTS: u64 = 4;

/// Learns from everybody. What everybody's moves say ([`Examined::conclude`]) comes from a network that has not learnt from them,
/// though, so that fits to it are not misled. `None` if the rank of nobody is known.
pub fn learn_folds(people: &mut [Examined], training: Training, threads: usize) -> Option<MoveNet> {
    let others = |part: Option<u64>| -> Vec<&Examined> {
        people.iter().filter(|person| Some(person.person.0 % PARTS) != part).collect()
    };
    let parts: Vec<Option<u64>> = std::iter::once(None).chain((0..PARTS).map(Some)).collect();
    let mut networks = Vec::new();
    for parts in parts.chunks(threads.max(1)) {
        let found: Vec<Option<MoveNet>> = std::thread::scope(|scope| {
            let learn = |part: &Option<u64>| {
                let others = others(*part);
                scope.spawn(move || MoveNet::learn(&others, training))
            };
            let threads: Vec<_> = parts.iter().map(learn).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        networks.extend(found);
    }
    let mut networks: Vec<MoveNet> = networks.into_iter().collect::<Option<_>>()?;
    let of_all = networks.remove(0);
    for person in people {
        person.conclude(&networks[(person.person.0 % PARTS) as usize]);
    }
    Some(of_all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evidence;
    use crate::move_net_fit::tests::population;

    #[test]
    fn nobody_is_judged_by_a_network_that_knows_them() {
        let training = Training { steps: 3, seed: 4 };
        let mut people = population(0..12);
        let of_all = learn_folds(&mut people, training, 2).unwrap();
        let learn = |part: Option<u64>| {
            let others: Vec<&Examined> =
                people.iter().filter(|person| Some(person.person.0 % PARTS) != part).collect();
            MoveNet::learn(&others, training).unwrap()
        };
        assert_eq!(of_all, learn(None));
        let without = learn(Some(2));
        for person in people.iter().filter(|person| person.person.0 % PARTS == 2) {
            let game = &person.games[0];
            assert_eq!(game.evidence, Evidence::new(&without, &game.moves, 19));
            assert_ne!(game.evidence, Evidence::new(&of_all, &game.moves, 19));
        }
        assert_eq!(learn_folds(&mut [], training, 1), None);
    }
}
