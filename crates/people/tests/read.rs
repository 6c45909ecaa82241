//! Files of games, good and bad.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use board::{Band, Colour, Rank};
use flate2::Compression;
use flate2::write::GzEncoder;
use network::{Pace, Server};
use people::{Collection, Part, PersonId, ReadError, Split, Summary, Who, read};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn good() -> Collection {
    let collection = read(&[data("good.jsonl")]).unwrap();
    assert_eq!(collection.set_aside, []);
    collection
}

#[test]
fn a_line_holds_a_game() {
    let games = good().games;
    let game = &games[0];
    assert_eq!((game.size.width(), game.komi.points(), game.moves.len()), (9, 5.5, 13));
    assert_eq!((game.server, game.pace, game.ranked), (Server::Ogs, Some(Pace::Live), Some(true)));
    assert_eq!(game.player(Colour::Black).id(), Some(PersonId::new("ogs", "1")));
    assert_eq!(game.player(Colour::Black).rank, Some(17.43));
    assert_eq!(game.player(Colour::Black).shown_rank(), "13k".parse().ok());
    assert_eq!(game.player(Colour::White).who, Who::Bot("ours".into()));
    assert_eq!(game.thinking_ms[3..5], [Some(310), None]);
    assert_eq!(game.outcome.to_string(), "B+3.5");
    // The first stone is E5, in the middle; rows count from the top.
    assert_eq!(game.moves[1].to_string(), "C3");
}

#[test]
fn missing_handicap_stones_are_put_back() {
    let game = &good().games[1];
    assert_eq!((game.handicap, game.setup.len(), game.first), (3, 3, Colour::White));
    let start = game.start().unwrap();
    assert_eq!(start.board().stones(Colour::Black), 3);
    assert_eq!(start.handicap(), 3);
    assert!(game.thinking_ms.is_empty());
}

#[test]
fn a_game_goes_on_after_two_passes() {
    let game = &good().games[2];
    assert_eq!(game.server, Server::Other);
    assert_eq!(game.player(Colour::Black).shown_rank(), Rank::kyu(25));
    assert_eq!(game.player(Colour::White).rank, None);
    let mut replay = game.replay().unwrap();
    let mut turns = Vec::new();
    while let Some(turn) = replay.next_turn() {
        assert!(!replay.position().is_over());
        assert_eq!(replay.position().to_move(), turn.colour);
        assert!(replay.position().is_legal(turn.played));
        turns.push(turn.played.to_string());
        replay.advance();
    }
    assert_eq!(turns.join(" "), "C3 D3 pass pass D4 C4");
    replay.advance();
    assert_eq!(replay.position().moves().len(), 6);
}

#[test]
fn ranks_below_the_weakest_count_as_the_weakest() {
    let game = &good().games[3];
    assert_eq!(game.first, Colour::White);
    assert_eq!(game.player(Colour::White).shown_rank(), Some(Rank::WEAKEST));
    // White takes a ko, and Black retakes it after a move elsewhere.
    let mut replay = game.replay().unwrap();
    replay.advance();
    assert_eq!(replay.position().captures(Colour::White), 1);
    (0..3).for_each(|_| replay.advance());
    assert_eq!(replay.position().captures(Colour::Black), 1);
}

#[test]
fn what_does_not_replay_is_set_aside_with_a_reason() {
    let collection = read(&[data("bad.jsonl")]).unwrap();
    assert!(collection.games.is_empty());
    let kinds: Vec<_> = collection.set_aside.iter().map(|game| game.reason.kind()).collect();
    assert_eq!(
        kinds,
        [
            "not a game record",
            "board too large",
            "move on a stone",
            "move off the board",
            "no moves",
            "no rank",
            "impossible rank",
            "impossible rank",
            "unknown rules",
            "not a game record",
            "suicide",
            "ko retaken at once",
            "handicap stones missing",
        ]
    );
    let text = collection.set_aside[2].to_string();
    assert!(text.ends_with("bad.jsonl:3: move 2, white E5: the point is occupied"), "{text}");
    let summary = Summary::of(&collection).to_string();
    assert!(summary.contains("13 games set aside"), "{summary}");
}

#[test]
fn folders_of_sgf_are_read_with_their_ranks() {
    let collection = read(&[data("sgf")]).unwrap();
    let ranks: Vec<_> = collection
        .games
        .iter()
        .map(|game| (game.server, game.players.each_ref().map(|p| p.shown_rank().unwrap().to_string())))
        .collect();
    let expected = |source, black: &str, white: &str| (source, [black.to_string(), white.to_string()]);
    assert_eq!(ranks, [expected(Server::Kgs, "12k", "3d"), expected(Server::Other, "5k", "9d")]);
    // Names are not kept, but people keep their ids. Unnamed people are all different.
    assert_eq!(collection.games[0].players[0].id(), Some(PersonId::new("kgs", "bea")));
    assert_ne!(collection.games[1].players[0].id(), collection.games[1].players[1].id());
    let kinds: Vec<_> = collection.set_aside.iter().map(|game| game.reason.kind()).collect();
    assert_eq!(kinds, ["move out of turn", "no rank"]);
}

#[test]
fn gzip_makes_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl.gz");
    let mut file = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::fast());
    file.write_all(&std::fs::read(data("good.jsonl")).unwrap()).unwrap();
    file.finish().unwrap();
    assert_eq!(read(&[&path]).unwrap().games, good().games);
    // A file that ends too early is an error, not a shorter file.
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(matches!(read(&[&path]), Err(ReadError::File { .. })));
}

#[test]
fn files_of_another_kind_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(read(&[folder.path()]), Err(ReadError::NoFiles(_))));
    let path = folder.path().join("games.txt");
    assert!(matches!(read(&[&path]), Err(ReadError::File { .. })));
    std::fs::write(&path, "").unwrap();
    assert!(matches!(read(&[&path]), Err(ReadError::Kind(_))));
}

#[test]
fn held_out_people_are_in_no_training_game() {
    let games = good().games;
    let nobody = Split { held_out: 0.0, seed: 0 };
    let movers = |split: Split, part| games.iter().map(|game| split.movers(game, part)).collect::<Vec<_>>();
    let people = [[true, false], [true, true], [true, true], [false, true]];
    assert_eq!(movers(nobody, Part::Training), people);
    assert_eq!(movers(nobody, Part::HeldOut), [[false; 2]; 4]);
    assert_eq!(movers(Split { held_out: 1.0, seed: 0 }, Part::HeldOut), people);
    // With one of two people held out, only that one's moves are used, and only to see how well it works.
    let one = (0..100)
        .map(|seed| Split { held_out: 0.5, seed })
        .find(|split| split.movers(&games[1], Part::HeldOut) == [true, false]);
    assert_eq!(one.unwrap().movers(&games[1], Part::Training), [false; 2]);
}

/// The real files, where they are at hand.
#[test]
fn the_shared_records_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/human");
    if !folder.is_dir() {
        // Not eprintln!, which the test harness would swallow.
        let _ = writeln!(std::io::stderr(), "skipped: no folder shared/data/human beside the repository");
        return;
    }
    let collection = read(&[folder]).unwrap();
    let summary = Summary::of(&collection);
    println!("{summary}");
    assert!(collection.set_aside.len() * 100 < collection.games.len(), "{summary}");
    let moves: BTreeMap<Band, usize> = summary
        .moves
        .iter()
        .filter(|((server, side, _), _)| *server == Server::Ogs && *side == 19)
        .map(|((_, _, band), counts)| (*band, (counts.moves + 500) / 1000))
        .collect();
    // As the files' README has them, give or take the games set aside.
    assert_eq!(moves.into_values().collect::<Vec<_>>(), [44, 82, 198, 456, 461, 348, 121, 32]);
}
