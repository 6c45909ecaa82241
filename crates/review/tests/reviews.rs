//! Reviews of small games from outside, by the network inside and by playouts.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Colour, Move};
use partner::{LoadedNetworks, Overrides, Settings};
use record::sgf::{Collection, Tree, name};
use review::{
    Findings, News, ReviewEngine, ReviewError, ReviewSettings, Reviewed, Told, annotate, report, review,
};
use speech::Reason;

const QUICK: ReviewSettings = ReviewSettings { visits: 30, careful: 120, playouts: 60, looks: 4, threads: 2 };

fn network() -> ReviewEngine {
    let overrides = Overrides { net: Some("default".into()), ..Overrides::default() };
    ReviewEngine::new(Settings::layered("network", None, &overrides).unwrap(), &LoadedNetworks::default())
        .unwrap()
}

fn tree(sgf: &str) -> Tree {
    Collection::read(sgf.as_bytes()).unwrap().trees.remove(0)
}

fn reviewed(sgf: &str) -> (Tree, Reviewed, Findings) {
    let tree = tree(sgf);
    let game = Reviewed::read(&tree).unwrap();
    let findings = review(&game, &network(), &QUICK, &AtomicBool::new(false), |_| ()).unwrap();
    findings.check(&game).unwrap();
    (tree, game, findings)
}

/// Both sides have built a wall. White's ten stones on the right are in atari, and Black plays on the first line instead
/// of capturing them.
const BLUNDER: &str = "(;GM[1]SZ[9]KM[7]RU[Chinese]PB[<b>Ann</b>]PW[Bo & Co]C[A game]\
    AB[ea][eb][ec][ed][ee][ef][eg][eh][fi][ha][hb][hc][hd][he][hf][hg][gh]\
    AW[da][db][dc][dd][de][df][dg][dh][fa][fb][fc][fd][fe][ff][fg][fh]PL[B]\
    ;B[aa]C[What a move!];W[gi];B[ab](;W[ba])(;W[ac]C[my idea]))";

#[test]
fn a_blunder_is_found_with_the_better_move() {
    let (_, game, findings) = reviewed(BLUNDER);
    assert_eq!(findings.positions.len(), 5);
    let first = &findings.mistakes[0];
    assert_eq!((first.after, first.colour, first.played.to_string().as_str()), (0, Colour::Black, "A9"));
    assert!(first.points > 10.0 && first.win_rate_before.of(Colour::Black) > 0.8, "{first:?}");
    let told = Told::new(&game, &findings);
    assert!(told.mistakes[0].sentence.starts_with("Move 1, Black A9: "), "{}", told.mistakes[0].sentence);
    assert!(told.lost[0] > 10.0);
    // First the board, then the better move, then numbers.
    let sentence = &told.mistakes[0].sentence;
    assert!(
        sentence.contains("E1 was better: it would have saved Black's eight stones at E2 from atari."),
        "{sentence}"
    );
    let numbers = sentence.split(". ").last().unwrap();
    assert!(numbers.starts_with("A9 cost ") && numbers.contains("Black's win rate fell from "), "{sentence}");
    assert!(matches!(first.reason, Some(Reason::Lives(_) | Reason::Dies(_) | Reason::Weak(_))), "{first:?}");
}

/// The same for players whose rank is known: it says who would have seen it, and comes first.
#[test]
fn a_rank_puts_what_stronger_players_see_first() {
    let tree = tree(&BLUNDER.replace("PB[", "BR[12k]PB["));
    let game = Reviewed::read(&tree).unwrap();
    assert_eq!(game.ranks.map(|rank| rank.map(|rank| rank.to_string())), [Some("12k".into()), None]);
    let engine = network().with_people(&LoadedNetworks::default()).unwrap();
    let findings = review(&game, &engine, &QUICK, &AtomicBool::new(false), |_| ()).unwrap();
    findings.check(&game).unwrap();
    let seen = findings.findability_of(0).unwrap();
    assert!((0.0..=1.0).contains(&seen.own) && (0.0..=1.0).contains(&seen.stronger), "{seen:?}");
    let black = |after: &usize| game.moves()[*after].0 == Colour::Black;
    assert!(findings.findability.iter().all(|seen| black(&seen.after)), "nothing is known of White's rank");
    let told = Told::new(&game, &findings);
    assert_eq!(told.first.first(), Some(&0));
    let again: Findings = serde_json::from_str(&serde_json::to_string(&findings).unwrap()).unwrap();
    assert_eq!(again.first(&game), told.first);
    // Nobody's rank is known: as before.
    let (_, game, findings) = reviewed(BLUNDER);
    assert!(findings.findability.is_empty() && Told::new(&game, &findings).first.is_empty());
}

/// A 9×9 game in which Black plays anywhere, from a seed, against the network inside.
fn lost_game(seed: u64) -> String {
    let overrides = Overrides {
        visits: Some(8),
        net: Some("default".into()),
        seed: Some(seed),
        threads: Some(1),
        ..Overrides::default()
    };
    let mut session = partner::Session::new(Settings::layered("network", None, &overrides).unwrap()).unwrap();
    session.new_game(board::Size::square(9).unwrap());
    let mut state = seed | 1;
    let mut sgf = String::from("(;SZ[9]KM[7]RE[W+R]");
    for _ in 0..22 {
        let points: Vec<_> = session.position().legal_moves().filter(|mv| *mv != Move::Pass).collect();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = points[(state >> 33) as usize % points.len()];
        session.play(Colour::Black, mv).unwrap();
        session.genmove(Colour::White).unwrap();
    }
    for (colour, mv) in session.game().moves() {
        let at = |n: usize| char::from(b'a' + n as u8);
        let value = mv.point().map_or(String::new(), |p| format!("{}{}", at(p.x()), at(8 - p.y())));
        sgf += &format!(";{}[{value}]", if *colour == Colour::Black { 'B' } else { 'W' });
    }
    sgf + ")"
}

#[test]
fn a_loser_is_shown_what_cost_most_and_a_better_line_for_all_of_it() {
    for seed in [1, 2] {
        let (mut tree, game, findings) = reviewed(&lost_game(seed));
        let told = Told::new(&game, &findings);
        let page = report(&game, &findings);
        annotate(&mut tree, &game, &findings);
        let large = told.lost.iter().filter(|lost| **lost >= 8.0).count();
        assert!(large >= 2, "nothing to see in {:?}", told.lost);
        for (after, lost) in told.lost.iter().enumerate() {
            let is_named = findings.mistakes.iter().any(|mistake| mistake.after == after);
            let smaller = findings.mistakes.iter().find(|mistake| mistake.points < lost - 0.01);
            assert!(*lost < 8.0 || is_named || smaller.is_none(), "{smaller:?} and not move {after}, {lost}");
            if *lost < 2.01 {
                continue;
            }
            let costly = told.costly.iter().find(|costly| costly.mistake.after == after).unwrap();
            let line: Vec<String> = costly.mistake.better.iter().map(ToString::to_string).collect();
            assert!(page.contains(&line.join(" ")), "no line for move {after} in the page");
            let parent = tree.parent(game.nodes[after]).unwrap();
            assert!(tree.children(parent).len() > 1, "no variation for move {after} in the record");
            assert!(costly.sentence.contains("was better"), "{}", costly.sentence);
        }
    }
}

#[test]
fn a_review_deepens_what_is_known_and_never_replaces_it_by_less() {
    let (_, mut game, first) = reviewed(BLUNDER);
    let taught = review::PositionAnalysis { visits: 1_000_000, ..first.positions[1].clone() };
    game.known = vec![None, Some(taught.clone())];
    let again = review(&game, &network(), &QUICK, &AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!(again.positions[1], taught);
    assert_eq!(again.positions[0], first.positions[0]);
    // What was thought for longer after the review changes what the review says.
    let mut later = first.clone();
    let best = Move::parse("A9", game.size()).unwrap();
    game.known = vec![Some(review::PositionAnalysis { sequence: vec![best], ..taught })];
    assert!(later.deepen(&game) && later.mistakes.iter().all(|mistake| mistake.after != 0), "{later:?}");
    assert!(!later.deepen(&game), "it is known already");
    later.check(&game).unwrap();
}

#[test]
fn what_the_record_says_is_kept() {
    let (mut tree, game, findings) = reviewed(BLUNDER);
    let before = tree.clone();
    annotate(&mut tree, &game, &findings);
    let again = Collection::read(tree.to_sgf().as_bytes()).unwrap().trees.remove(0);
    let line = again.main_line();
    let text = |place: usize| again.node(line[place]).text(name::C).unwrap();
    assert!(text(0).starts_with("A game\n\nReviewed by Shidogo"), "{}", text(0));
    assert!(text(1).starts_with("What a move!\n\nBlack's win rate "), "{}", text(1));
    assert!(text(1).contains("was better"), "{}", text(1));
    assert!(again.node(line[1]).has(name::BM) && again.node(line[1]).has(name::SBKV));
    // The better move stands beside the bad one, after it.
    let better = again.children(line[0])[1];
    assert_eq!(again.node(better).value(name::B), tree.node(tree.children(tree.root())[1]).value(name::B));
    assert!(again.node(better).text(name::C).unwrap().starts_with("Better than A9: "));
    // Variations of the record are still there, in their places.
    let ends = again.children(line[3]);
    assert_eq!(again.node(ends[1]).text(name::C).as_deref(), Some("my idea"));
    // Every property of before is, too: at most a comment has grown.
    let was = before.main_line();
    for (id, now) in was.iter().zip(&line) {
        for property in before.node(*id).properties().iter().filter(|p| p.name() != name::C) {
            assert_eq!(again.node(*now).values(property.name()), property.values());
        }
    }
    // And it can be reviewed again, which says nothing twice.
    let game = Reviewed::read(&again).unwrap();
    let mut twice = again.clone();
    annotate(&mut twice, &game, &findings);
    assert_eq!(twice.walk().count(), again.walk().count());
    for (id, was) in twice.walk().zip(again.walk()) {
        assert_eq!(twice.node(id).text(name::C), again.node(was).text(name::C));
        assert_eq!(twice.node(id).properties().len(), again.node(was).properties().len());
    }
}

#[test]
fn the_report_shows_text_of_strangers_as_text() {
    let hostile = BLUNDER.replace("<b>Ann</b>", "<script>alert(1)</script>\" onload=\"x");
    let (_, game, findings) = reviewed(&hostile);
    let page = report(&game, &findings);
    assert!(!page.contains("<script") && !page.contains("\" onload"), "markup of the record is in the page");
    assert!(
        page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x")
            && page.contains("Bo &amp; Co")
    );
    assert!(
        !page.contains("http:")
            || page.matches("http:").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(page.contains("id=\"move-1\"") && page.contains("href=\"#move-1\""));
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
}

#[test]
fn findings_are_kept_and_found_again() {
    let (_, game, findings) = reviewed(BLUNDER);
    let text = serde_json::to_string(&findings).unwrap();
    let again: Findings = serde_json::from_str(&text).unwrap();
    again.check(&game).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    assert_eq!(again.mistakes[0].better, findings.mistakes[0].better);
    // They are not those of another game.
    for other in
        ["(;SZ[9];B[aa];W[gi];B[ab])", "(;SZ[5];B[aa];W[bb];B[ab];W[ba])", "(;SZ[9];B[cc];W[gi];B[ab];W[ba])"]
    {
        let other = Reviewed::read(&tree(other)).unwrap();
        assert_eq!(again.check(&other), Err(ReviewError::OtherGame));
    }
}

#[test]
fn every_kind_of_game_is_reviewed() {
    for (sgf, moves) in [
        ("(;SZ[9])", 0),
        ("(;SZ[13]HA[4]AB[dd][jj][dj][jd]KM[0.5]RU[Japanese];W[gg];B[jg])", 2),
        ("(;SZ[7]KM[-5.5]RU[AGA];B[dd];W[];B[];W[])", 4),
        ("(;SZ[5:7];B[cc];W[bb];B[bc])", 3),
        ("(;SZ[2];B[aa];W[bb])", 2),
        // Stones in the middle of a game start it over; two moves in a node, and one out of turn.
        ("(;SZ[9];B[cc];W[gg];AB[ee]PL[W];W[cg]B[gc];B[ce])", 3),
        // What cannot be played ends it.
        ("(;SZ[9];B[cc];W[cc];B[dd])", 1),
    ] {
        let (mut tree, game, findings) = reviewed(sgf);
        assert_eq!(findings.positions.len(), moves + 1, "{sgf}");
        let finite = |judged: &review::PositionAnalysis| {
            (0.0..=1.0).contains(&judged.win_rate.of(Colour::Black))
                && judged.lead.of(Colour::Black).is_finite()
        };
        assert!(findings.positions.iter().all(finite), "{sgf}");
        assert!(report(&game, &findings).ends_with("</html>\n"), "{sgf}");
        annotate(&mut tree, &game, &findings);
        assert!(tree.to_sgf().contains("Reviewed by Shidogo"), "{sgf}");
        let numbers: Vec<usize> =
            findings.mistakes.iter().map(|mistake| game.number(mistake.after)).collect();
        assert!(numbers.iter().all(|number| (1..=moves + game.moves_before).contains(number)), "{sgf}");
    }
}

#[test]
fn games_that_cannot_be_are_told() {
    let error =
        |sgf: &str| Reviewed::read(&tree(sgf)).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error("(;GM[2])").contains("another game"));
    assert!(error("(;SZ[99])").contains("board size"));
    assert!(error("(;SZ[1])").contains("2 to 19"), "{}", error("(;SZ[1])"));
    let long = format!("(;SZ[9]{})", ";B[];W[]".repeat(1_500));
    assert!(error(&long).contains("up to 2000"), "{}", error(&long));
}

#[test]
fn playouts_can_judge_and_the_news_go_forward() {
    let game = Reviewed::read(&tree(BLUNDER)).unwrap();
    let settings = Settings::layered("playout-fast", None, &Overrides::default()).unwrap();
    let engine = ReviewEngine::new(settings, &LoadedNetworks::default()).unwrap();
    let quick = ReviewSettings { visits: 300, careful: 900, threads: 1, ..QUICK };
    let (mut last, mut heard) = (0.0, Vec::new());
    let findings = review(&game, &engine, &quick, &AtomicBool::new(false), |news: News| {
        assert!(news.done >= last && news.done <= 1.0, "{} after {last}", news.done);
        last = news.done;
        heard.extend(news.judged.map(|(after, _)| after));
    })
    .unwrap();
    assert!(last > 0.999, "{last}");
    assert!((0..5).all(|after| heard.contains(&after)), "{heard:?}");
    assert_eq!(findings.mistakes[0].played, Move::parse("A9", game.size()).unwrap());
    assert_eq!(findings.judge, "preset playout-fast");
    // One thread and the same again.
    assert_eq!(review(&game, &engine, &quick, &AtomicBool::new(false), |_| ()).unwrap(), findings);
}

#[test]
fn a_review_can_be_stopped() {
    let game = Reviewed::read(&tree(BLUNDER)).unwrap();
    let stop = AtomicBool::new(false);
    let done = review(&game, &network(), &QUICK, &stop, |_| stop.store(true, Ordering::Relaxed));
    assert_eq!(done, Err(ReviewError::Stopped));
}
