//! Reading and writing SGF files through the public interface.

use record::sgf::{Collection, Limits, Name, SgfError, Tree, Value, name};

/// A tree in one line: names, raw values, variations in brackets.
fn sketch(tree: &Tree) -> String {
    let file = tree.to_sgf().replace('\n', "");
    file.replacen("CA[UTF-8]", "", 1)
}

fn read(text: &str) -> Vec<Tree> {
    Collection::read(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}")).trees
}

fn check(text: &str, expected: &str) {
    let trees = read(text);
    assert_eq!(trees.len(), 1, "{text}");
    assert_eq!(sketch(&trees[0]), expected, "{text}");
    assert_eq!(read(&trees[0].to_sgf()), trees, "{text}");
}

#[test]
fn trees_keep_their_shape() {
    check("(;)", "(;)");
    check("(;FF[4];B[aa];W[bb])", "(;FF[4];B[aa];W[bb])");
    check("(;A[1](;B[2])(;C[3];D[4](;E[5])(;F[6])))", "(;A[1](;B[2])(;C[3];D[4](;E[5])(;F[6])))");
    check("(;A[1](;B[2]))", "(;A[1];B[2])");
    check("(;;;)", "(;;;)");
}

#[test]
fn space_may_stand_anywhere() {
    check(" \u{feff}( ; FF [4]\r\n\tAB [aa]\n[bb] ; B\n[cc] ) \n", "(;FF[4]AB[aa][bb];B[cc])");
}

#[test]
fn what_surrounds_games_is_passed_over() {
    check("From: me (see [1])\n\n(;B[aa]) -- \nme", "(;B[aa])");
    let two = read("(;B[aa])\n; remark )\n(;W[bb](;B[cc])(;B[dd]))");
    assert_eq!(two.iter().map(sketch).collect::<Vec<_>>(), ["(;B[aa])", "(;W[bb](;B[cc])(;B[dd]))"]);
}

#[test]
fn older_files_read() {
    check("(;GaMe[1]SiZe[9]AddBlack[aa]Comment[x];Black[bb])", "(;GM[1]SZ[9]AB[aa]C[x];B[bb])");
    check("(FF[3]GM[1];B[aa](W[bb])(W[cc]))", "(;FF[3]GM[1];B[aa](;W[bb])(;W[cc]))");
    check("(;b[aa];w[bb])", "(;B[aa];W[bb])");
}

#[test]
fn what_is_missing_at_the_end_is_added() {
    for text in ["(;B[aa];W[bb", "(;B[aa];W[bb]", "(;B[aa](;W[bb]", "(;B[aa];W[bb])", "(;B[aa];W[bb\\"] {
        check(text, "(;B[aa];W[bb])");
    }
    check("(;B[aa];W", "(;B[aa];)");
    check("(;C[a\\\\", "(;C[a\\\\])");
}

#[test]
fn a_property_given_twice_is_one() {
    check("(;AB[aa]C[x]AB[bb])", "(;AB[aa][bb]C[x])");
}

#[test]
fn unknown_properties_and_raw_values_survive() {
    let text = "(;GM[1]XYZZY[\\a\\\\[\\]:\\:][]MULTIGOGM[1];C[line\\\r\nline\r\n\ttab])";
    let trees = read(text);
    let root = trees[0].node(trees[0].root());
    let xyzzy: Name = "XYZZY".parse().unwrap();
    assert_eq!(root.values(xyzzy).iter().map(Value::raw).collect::<Vec<_>>(), ["\\a\\\\[\\]:\\:", ""]);
    let last = trees[0].node(trees[0].main_line()[1]);
    assert_eq!(last.value(name::C).unwrap().raw(), "line\\\r\nline\r\n\ttab");
    assert_eq!(last.text(name::C).unwrap(), "lineline\n tab");
    assert_eq!(read(&trees[0].to_sgf()), trees);
}

#[test]
fn every_charset_becomes_utf8() {
    let file = Collection::read(b"(;CA[Big5]C[\xb3\x5c\\]x];CA[kept])").unwrap();
    assert_eq!(file.charset.name, "Big5");
    assert_eq!(file.to_sgf(), "(;CA[UTF-8]C[許\\]x];CA[kept])\n");
    let latin = Collection::read(b"(;PB[Andr\xe9])").unwrap();
    assert_eq!(latin.to_sgf(), "(;CA[UTF-8]PB[André])\n");
}

#[test]
fn long_lines_are_broken_between_values() {
    let text = format!("(;AB{}C[{}])", "[aa]".repeat(99), "x".repeat(200));
    let written = read(&text)[0].to_sgf();
    assert!(written.lines().all(|l| l.len() <= 78 || l.starts_with("C[")), "{written}");
    assert_eq!(read(&written), read(&text));
}

#[test]
fn errors_say_where() {
    let error = |text: &str| Collection::read(text.as_bytes()).unwrap_err();
    assert_eq!(error(""), SgfError::NoGame);
    assert_eq!(error("hello (there)"), SgfError::NoGame);
    assert_eq!(error("(;B[aa];é)"), SgfError::Unexpected { at: 8, found: 'é' });
    assert_eq!(error("(;[aa])"), SgfError::Unexpected { at: 2, found: '[' });
    assert_eq!(error("(;B;W[aa])"), SgfError::NoValue { at: 2, name: "B".into() });
    assert_eq!(error("(;B[aa];é)").to_string().lines().count(), 1);
    let long = "A".repeat(32);
    assert_eq!(error(&format!("(;{long}[])")), SgfError::NameTooLong { at: 2, limit: 31 });
}

#[test]
fn limits_hold() {
    let small = Limits { bytes: 60, nodes: 4, depth: 2, properties: 2, values: 5, value_bytes: 5 };
    let error = |text: &str| Collection::read_within(text.as_bytes(), &small).err();
    for text in ["(;;;;)", "(;(;(;)))", "(;A[]B[]A[][][])", "(;A[12345])"] {
        assert_eq!(error(text), None, "{text}");
    }
    assert_eq!(error(&" ".repeat(61)), Some(SgfError::TooLarge { limit: 60 }));
    assert_eq!(error("(;;;;;)"), Some(SgfError::TooManyNodes { at: 5, limit: 4 }));
    assert_eq!(error("(;)(;)(;)(;)(;)"), Some(SgfError::TooManyNodes { at: 13, limit: 4 }));
    assert_eq!(error("(;(;(;(;"), Some(SgfError::TooDeep { at: 6, limit: 2 }));
    assert_eq!(error("(;A[]B[]C[])"), Some(SgfError::TooManyProperties { at: 8, limit: 2 }));
    assert_eq!(error("(;A[1][2][3];B[4][5][6]"), Some(SgfError::TooManyValues { at: 21, limit: 5 }));
    assert_eq!(error("(;A[123456])"), Some(SgfError::ValueTooLong { at: 4, limit: 5 }));
}

/// A recursive reader would run out of stack on the first two.
#[test]
fn no_depth_breaks_anything() {
    let deep = "(;B[aa]".repeat(1_000_000);
    let error = Collection::read(deep.as_bytes()).unwrap_err();
    assert!(matches!(error, SgfError::TooDeep { .. }), "{error}");
    let file = Collection::read_within(deep.as_bytes(), &Limits::NONE).unwrap();
    assert_eq!(file.trees[0].main_line().len(), 1_000_000);
    assert_eq!(Collection::read_within(file.to_sgf().as_bytes(), &Limits::NONE).unwrap().trees, file.trees);

    let branches = format!("(;A[]{}", "(;B[]".repeat(9_000) + &"(;C[])(;D[])".repeat(9_000));
    let file = Collection::read(branches.as_bytes()).unwrap();
    assert_eq!(Collection::read(file.to_sgf().as_bytes()).unwrap().trees, file.trees);

    let brackets = "(".repeat(100_000);
    assert!(Collection::read(brackets.as_bytes()).is_err());
    let spaced = "( ".repeat(100_000) + ";";
    assert!(Collection::read(spaced.as_bytes()).is_ok());
}

/// Records from servers and programs of various countries, without a character set.
#[test]
fn older_character_sets_are_recognised() {
    let check = |encoding: &'static encoding_rs::Encoding, text: &str| {
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{text}");
        let file = Collection::read(&bytes).unwrap();
        assert_eq!((file.charset.name, file.charset.damaged), (encoding.name(), false), "{text}");
        assert_eq!(sketch(&file.trees[0]), text);
    };
    check(
        encoding_rs::GBK,
        "(;GM[1]FF[3]SZ[19]PB[范廷钰]BR[九段]PW[朴文垚]WR[九段]EV[第7届应氏杯]RE[黑中盘胜];B[qd];W[dd]C[白棋应对正确。])",
    );
    // The second bytes of 表 and ソ are the codes of a backslash.
    check(
        encoding_rs::SHIFT_JIS,
        "(;GM[1]FF[3]SZ[19]PB[依田紀基]BR[九段]PW[結城聡]EV[ソフト代表戦]RE[黒中押し勝ち];B[qd];W[dd]C[これは厳しい手です])",
    );
    check(
        encoding_rs::EUC_KR,
        "(;GM[1]FF[3]SZ[19]PB[안성준]BR[5단]PW[이동훈]WR[초단]EV[제18회 농심신라면배]RE[백 불계승];B[qd];W[dd]C[좋은 수입니다])",
    );
    check(encoding_rs::UTF_8, "(;GM[1]PB[范廷钰]PW[이동훈]EV[Zürich];B[qd])");
    check(
        encoding_rs::WINDOWS_1252,
        "(;GM[1]PB[Jürgen Groß]PW[François]C[Très bien joué, « à mon avis »];B[qd])",
    );
}
