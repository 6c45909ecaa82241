//! Every file that can be read is written and read back unchanged, and its games are played or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use record::game::{OnError, Reader, to_tree};
use record::sgf::{Collection, Limits};

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = Collection::read(bytes) else { return };
    // The writer adds CA, which may be one property too many for the default limits.
    let again =
        Collection::read_within(file.to_sgf().as_bytes(), &Limits::NONE).expect("we read what we write");
    assert_eq!(again.trees, file.trees);

    let reader = Reader { on_error: OnError::Stop, ..Reader::default() };
    for tree in &file.trees {
        let last = tree.walk().last().unwrap_or(tree.root());
        for replay in [reader.main_line(tree), reader.to_node(tree, last), reader.before_move(tree, 2)] {
            let Ok(replay) = replay else { continue };
            replay.game.position().board().check().expect("the board is sound");
            let written = to_tree(&replay.game, &replay.info);
            let game = Reader::default().main_line(&written).map(|r| r.game);
            // The reader may have been lenient; the written record is checked by its own rules.
            if let Ok(game) = game {
                assert_eq!(game.moves(), replay.game.moves());
                assert_eq!(game.start().hash(), replay.game.start().hash());
            }
        }
    }
});
