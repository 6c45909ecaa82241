//! What is written is read back unchanged, and no input does harm.

use proptest::prelude::*;
use record::game::{OnError, Reader};
use record::sgf::{Collection, Limits, Name, Tree, Value, name};

fn names() -> impl Strategy<Value = Name> {
    // The writer adds CA.
    prop_oneof![Just("B"), Just("W"), Just("AB"), Just("FF"), Just("C"), Just("SZ"), Just("XYZ1"), Just("LB")]
        .prop_map(|word| word.parse().unwrap())
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<String>().prop_map(|text| Value::text(&text)),
        any::<String>().prop_map(|text| Value::simple_text(&text)),
        (any::<String>(), any::<String>()).prop_map(|(a, b)| Value::composed(&a, &b)),
        "[a-s]{2}(:[a-s]{2})?".prop_map(|raw| Value::from_raw(&raw).unwrap()),
        r"([^\]\\]|\\(.|\n)){0,9}".prop_map(|raw| Value::from_raw(&raw).unwrap()),
    ]
}

prop_compose! {
    fn trees()(
        nodes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::collection::vec((names(), values()), 0..4)),
            1..30,
        )
    ) -> Tree {
        let mut tree = Tree::new();
        let mut ids = vec![tree.root()];
        for (parent, properties) in nodes {
            let id = if tree.len() == 1 && ids.len() == 1 { tree.root() } else { tree.add_child(*parent.get(&ids)) };
            ids.push(id);
            for (name, value) in properties {
                tree.node_mut(id).add(name, value);
            }
        }
        tree
    }
}

/// Bytes that resemble a file more often than random ones.
fn files() -> impl Strategy<Value = Vec<u8>> {
    let bits = prop_oneof![
        Just(b"(;".to_vec()),
        Just(b")".to_vec()),
        Just(b"(".to_vec()),
        Just(b";B[aa]".to_vec()),
        Just(b";W[tt]".to_vec()),
        Just(b"AB[aa:cc][dd]".to_vec()),
        Just(b"AW[ba]AE[aa]".to_vec()),
        Just(b"SZ[5]".to_vec()),
        Just(b"KM[3.75]HA[2]RU[aga]PL[W]".to_vec()),
        Just(b"CA[shift_jis]".to_vec()),
        Just(b"\\]".to_vec()),
        prop::collection::vec(any::<u8>(), 0..6),
        "[a-e]{2}".prop_map(|p| format!(";B[{p}]").into_bytes()),
    ];
    prop::collection::vec(bits, 0..40).prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn trees_come_back(tree in trees()) {
        let file = Collection::read(tree.to_sgf().as_bytes()).unwrap();
        prop_assert_eq!(&file.trees, &vec![tree]);
        prop_assert_eq!(file.charset.name, "UTF-8");
    }

    #[test]
    fn collections_come_back(trees in prop::collection::vec(trees(), 1..4)) {
        let text: String = trees.iter().map(Tree::to_sgf).collect();
        prop_assert_eq!(Collection::read(text.as_bytes()).unwrap().trees, trees);
    }

    #[test]
    fn text_comes_back(text in any::<String>()) {
        let plain = text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
        let plain = plain.replace(['\t', '\x0b', '\x0c'], " ");
        let mut tree = Tree::new();
        tree.node_mut(tree.root()).set_text(name::C, &plain);
        let read = Collection::read(tree.to_sgf().as_bytes()).unwrap();
        prop_assert_eq!(read.trees[0].node(tree.root()).text(name::C), Some(plain));
    }

    #[test]
    fn no_bytes_do_harm(bytes in files()) {
        if let Ok(file) = Collection::read(&bytes) {
            let again = Collection::read_within(file.to_sgf().as_bytes(), &Limits::NONE).unwrap();
            prop_assert_eq!(&again.trees, &file.trees);
            let reader = Reader { on_error: OnError::Stop, ..Reader::default() };
            for tree in &file.trees {
                let _ = reader.main_line(tree).map(|replay| replay.game.position().board().check().unwrap());
            }
        }
    }
}
