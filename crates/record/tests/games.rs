//! Go games from trees and back.

use board::{Board, Colour, Game, Komi, Move, Point, Position, Rules, Size};
use record::game::{Info, OnError, Outcome, Player, Reader, Replay, ReplayError, Warning, to_tree};
use record::sgf::{Collection, Tree};

fn tree(text: &str) -> Tree {
    Collection::read(text.as_bytes()).unwrap().trees.remove(0)
}

fn replay(text: &str) -> Replay {
    Reader::default().main_line(&tree(text)).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn refusal(text: &str) -> ReplayError {
    match Reader::default().main_line(&tree(text)) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error,
    }
}

fn moves(game: &Game) -> String {
    let words = game.moves().iter().map(|(c, m)| format!("{}{m}", c.letter()));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_and_passes() {
    let read = replay("(;SZ[9];B[aa];W[ii];B[];W[tt];B[ee];B[ea])");
    assert_eq!(moves(&read.game), "BA9 WJ1 Bpass Wpass BE5 BE9");
    assert_eq!(read.nodes.len(), 6);
    assert_eq!(moves(&replay("(;SZ[9:5];B[aa];W[ie])").game), "BA5 WJ1");
    assert_eq!(replay("(;B[aa])").game.size(), Size::square(19).unwrap());
}

#[test]
fn the_header_sets_the_game() {
    let read = replay("(;KM[6,5]RU[Japanese]RE[W+R]PB[a]WR[9p]SZ[13]DT[2026-01-31]C[hello])");
    let start = read.game.start();
    assert_eq!((start.komi(), start.rules()), (Komi::from_halves(13), Rules::JAPANESE));
    assert_eq!(start.size(), Size::square(13).unwrap());
    assert_eq!(read.info.black, Player { name: Some("a".into()), rank: None });
    assert_eq!(read.info.white.rank.as_deref(), Some("9p"));
    assert_eq!(read.info.result, Some(Outcome::Resignation { winner: Colour::White }));
    assert_eq!(read.info.date.as_deref(), Some("2026-01-31"));
    assert_eq!(read.info.comments[&0], "hello");
    assert_eq!(read.warnings, []);
    assert_eq!(replay("(;;SZ[9]KM[0];B[aa])").game.start().komi(), Komi::ZERO);
}

#[test]
fn what_is_unclear_is_told() {
    let read = replay("(;KM[about 6]RU[house]HA[many]PL[x]RE[good game]SZ[9])");
    let told: Vec<String> = read.warnings.iter().map(Warning::to_string).collect();
    assert_eq!(
        told,
        [
            "RU[house] is not a known rule set",
            "HA[many] is not a handicap; counting the stones instead",
            "RE[good game] is not a result",
            "PL[x] is not a player",
            "KM[about 6] is not a clear komi; using 7.5",
        ]
    );
    let reader = Reader { rules: Rules::JAPANESE, komi: Some(Komi::ZERO), ..Reader::default() };
    let read = reader.main_line(&tree("(;RU[house])")).unwrap();
    assert_eq!((read.game.start().rules(), read.game.start().komi()), (Rules::JAPANESE, Komi::ZERO));
}

#[test]
fn handicap_is_said_or_seen() {
    let handicap = |text| {
        let read = replay(text);
        (read.game.start().handicap(), read.game.start().to_move())
    };
    use Colour::{Black, White};
    assert_eq!(handicap("(;HA[2]AB[dd][pp];W[dp])"), (2, White));
    assert_eq!(handicap("(;HA[2]AB[dd][pp])"), (2, White));
    assert_eq!(handicap("(;AB[dd][pp][dp];W[pd])"), (3, White));
    assert_eq!(handicap("(;AB[dd][pp]PL[W])"), (2, White));
    assert_eq!(handicap("(;AB[dd][pp];B[pd])"), (0, Black));
    assert_eq!(handicap("(;AB[dd][pp]AW[pd];W[dp])"), (0, White));
    assert_eq!(handicap("(;HA[0]AB[dd][pp];W[dp])"), (0, White));
    assert_eq!(handicap("(;HA[99999999999]SZ[9]AB[dd][ee];W[aa])"), (2, White));
    assert_eq!(replay("(;HA[3]AB[dd][pp];W[dp])").warnings, [Warning::HandicapStones { said: 3, stones: 2 }]);
    assert_eq!(replay("(;HA[2]AB[dd][pp];W[dp])").game.start().komi(), Komi::from_halves(1));
}

#[test]
fn stones_are_set_up_in_any_order() {
    let read = replay("(;AE[bb]AW[aa:cc]AB[dd]AE[aa]PL[W]SZ[5])");
    let board = read.game.start().board();
    // AE removes what is there at its turn, and it comes first in this node.
    assert_eq!((board.stones(Colour::White), board.stones(Colour::Black)), (9, 1));
    let read = replay("(;SZ[5]AW[aa:cc]AE[aa];AE[bb:cb];W[aa])");
    assert_eq!((read.game.start().board().stones(Colour::White), read.game.moves().len()), (6, 1));
}

#[test]
fn stones_in_mid_game_begin_it_anew() {
    let text = "(;SZ[9]KM[5.5]C[a];B[ee]C[b];W[cc];AB[gg]AE[cc]C[c];B[aa];W[bb]C[d])";
    let read = replay(text);
    assert_eq!((moves(&read.game).as_str(), read.moves_before), ("BA9 WB8", 2));
    assert_eq!(read.game.start().board().stones(Colour::Black), 2);
    assert_eq!(read.game.start().komi(), Komi::from_halves(11));
    assert_eq!(read.info.comments.into_iter().collect::<Vec<_>>(), [(0, "c".into()), (2, "d".into())]);

    let before = |n| Reader::default().before_move(&tree(text), n).unwrap();
    assert_eq!(moves(&before(2).game), "BE5");
    assert_eq!((moves(&before(3).game).as_str(), before(3).moves_before), ("", 2));
    assert_eq!(before(3).game.position().to_move(), Colour::Black);
    assert_eq!(moves(&before(4).game), "BA9");
    // The turn does not change.
    let read = replay("(;SZ[9];B[ee];AB[gg])");
    assert_eq!(read.game.position().to_move(), Colour::White);
}

#[test]
fn a_turn_may_change_hands() {
    let read = replay("(;SZ[9];B[ee];W[cc];PL[W])");
    assert_eq!((moves(&read.game).as_str(), read.game.position().to_move()), ("BE5 WC7", Colour::White));
    assert_eq!(replay("(;SZ[9]PL[W])").game.start().to_move(), Colour::White);
    assert_eq!(replay("(;SZ[9]PL[white];B[aa])").game.start().to_move(), Colour::White);
}

#[test]
fn loadsgf_counts_moves_from_one() {
    let tree = tree("(;SZ[9];B[aa];W[bb];B[cc](;W[dd])(;W[ee]))");
    let before = |n| moves(&Reader::default().before_move(&tree, n).unwrap().game);
    assert_eq!([0, 1, 2, 4, 9].map(before), ["", "", "BA9", "BA9 WB8 BC7", "BA9 WB8 BC7 WD6"]);
    let variation = tree.children(tree.main_line()[3])[1];
    let read = Reader::default().to_node(&tree, variation).unwrap();
    assert_eq!(moves(&read.game), "BA9 WB8 BC7 WE5");
}

#[test]
fn refusals_name_move_and_vertex() {
    let text = |error: ReplayError| error.to_string();
    assert_eq!(text(refusal("(;GM[11])")), "GM[11] is another game: Go is GM[1]");
    assert_eq!(
        text(refusal("(;SZ[25])")),
        "SZ[25] is not a board size: use a number from 1 to 19, or width:height"
    );
    assert_eq!(text(refusal("(;SZ[9];B[aa];W[aa])")), "move 2, white A9: the point is occupied");
    assert_eq!(text(refusal("(;SZ[9];B[jj])")), "move 1: 'jj' is not a point of a 9x9 board");
    assert_eq!(
        text(refusal("(;SZ[9];B[aa];AW[ab:xx])")),
        "set up after move 1: 'xx' is not a point of a 9x9 board"
    );
    assert_eq!(text(refusal("(;SZ[2]AB[aa:bb])")), "set up after move 0: a chain would have no liberties");
    let short = Reader { max_moves: 1, ..Reader::default() };
    assert_eq!(short.main_line(&tree("(;B[];W[])")).err(), Some(ReplayError::TooLong { limit: 1 }));
}

#[test]
fn reading_may_stop_at_the_first_fault() {
    let reader = Reader { on_error: OnError::Stop, ..Reader::default() };
    let read = reader.main_line(&tree("(;SZ[9]KM[3.5];B[aa];W[bb];B[bb];W[cc])")).unwrap();
    assert_eq!(moves(&read.game), "BA9 WB8");
    assert!(matches!(read.stopped, Some(ReplayError::Illegal { number: 3, .. })));
    let read = reader.main_line(&tree("(;SZ[2]KM[3.5]AB[aa:bb];W[aa])")).unwrap();
    assert_eq!(read.stopped, Some(ReplayError::NoLiberties { after: 0 }));
    assert_eq!((read.game.moves().len(), read.game.size()), (0, Size::square(2).unwrap()));
    assert_eq!(read.game.start().komi(), Komi::from_halves(7));
    let read = reader.main_line(&tree("(;SZ[9];B[aa];AB[bb]AW[zz];W[cc])")).unwrap();
    assert_eq!((moves(&read.game).as_str(), read.moves_before), ("BA9", 0));
    let read = reader.main_line(&tree("(;SZ[9]KM[3.5]AB[aa][zz];W[aa])")).unwrap();
    assert!(matches!(read.stopped, Some(ReplayError::NotASetup { .. })));
    assert_eq!(read.game.start().komi(), Komi::from_halves(7));
}

#[test]
fn rules_bind_only_where_they_are_named() {
    // A suicide of two stones.
    let text = "SZ[9]AW[ba][bb][ac]AB[aa];B[ab];W[ee]";
    assert!(matches!(refusal(&format!("(;RU[Japanese]{text})")), ReplayError::Illegal { number: 1, .. }));
    assert_eq!(replay(&format!("(;RU[NZ]{text})")).game.moves().len(), 2);
    let read = replay(&format!("(;{text})"));
    assert_eq!((read.game.moves().len(), read.game.position().rules()), (2, Rules::CHINESE));
    assert_eq!(read.game.position().captures(Colour::White), 2);
}

#[test]
fn a_game_comes_back_from_its_tree() {
    let size = Size::new(9, 7).unwrap();
    let stones = [(Colour::Black, Point::new(2, 2)), (Colour::White, Point::new(6, 4))];
    let board = Board::with_stones(size, stones).unwrap();
    let rules = Rules { has_button: true, ..Rules::NEW_ZEALAND };
    let start = Position::from_board(board, Colour::White, rules, Komi::from_halves(-7));
    let mut game = Game::from_position(start);
    for (colour, vertex) in [(Colour::Black, "A1"), (Colour::Black, "B1"), (Colour::White, "pass")] {
        game.play(colour, Move::parse(vertex, size).unwrap()).unwrap();
    }
    let info = Info {
        black: Player { name: Some("Fujisawa ] Rina".into()), rank: Some("7p".into()) },
        white: Player { name: Some("a \\ b".into()), rank: None },
        result: Some("B+3.5".parse().unwrap()),
        date: Some("2026-02-03".into()),
        event: Some("碁聖".into()),
        comments: [(0, "start".into()), (2, "two\nlines:]".into())].into(),
        ..Info::default()
    };
    let written = to_tree(&game, &info);
    let read = Reader::default().main_line(&tree(&written.to_sgf())).unwrap();
    assert_eq!(read.info, info);
    assert_eq!((read.warnings.len(), read.game.moves()), (0, game.moves()));
    assert_eq!(read.game.position().hash(), game.position().hash());
    assert_eq!(read.game.start().hash(), game.start().hash());
    assert_eq!((read.game.start().rules(), read.game.start().komi()), (rules, Komi::from_halves(-7)));
    assert_eq!(read.game.start().handicap(), 0);
    assert_eq!(to_tree(&read.game, &read.info), written);
}

#[test]
fn a_handicap_game_comes_back() {
    let mut game = Game::new(Size::square(9).unwrap(), Rules::AGA, Komi::from_halves(1));
    game.place_handicap(&[Point::new(2, 2), Point::new(6, 6)]);
    let written = to_tree(&game, &Info::default()).to_sgf();
    assert!(written.contains("HA[2]") && written.contains("RU[AGA]"), "{written}");
    let read = replay(&written);
    assert_eq!((read.game.start().handicap(), read.game.start().to_move()), (2, Colour::White));
    assert_eq!(read.game.position().komi_with_bonus(), game.position().komi_with_bonus());
}

/// Found by the fuzzer: a handicap without stones, but with Black to move.
#[test]
fn a_turn_against_the_handicap_comes_back() {
    let game = replay("(;SZ[9]HA[2]PL[B])").game;
    let read = replay(&to_tree(&game, &Info::default()).to_sgf());
    assert_eq!((read.game.start().handicap(), read.game.start().to_move()), (2, Colour::Black));
}

#[test]
fn files_load_or_say_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;SZ[9];B[aa];W[bb])").unwrap();
    assert_eq!(moves(&Reader::default().load(&path, Some(2)).unwrap().game), "BA9");
    assert_eq!(moves(&Reader::default().load(&path, None).unwrap().game), "BA9 WB8");
    let Err(error) = Reader::default().load(&folder.path().join("none.sgf"), None) else { panic!() };
    assert!(error.to_string().starts_with("cannot read ") && error.to_string().lines().count() == 1);
}
