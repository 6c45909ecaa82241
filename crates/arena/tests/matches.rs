//! Whole matches, with well-behaved and misbehaving engines.

mod common;

use arena::count::Source;
use arena::referee::Ending;
use arena::results::{Winner, read};
use arena::{FaultKind, Match, MatchSettings, Summary};
use board::{Colour, Komi, Rules};
use common::{contest, essence, fake, gnugo, run};
use statistics::{Sprt, Verdict};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn colours_change_and_everything_is_written_down() {
    let out = folder();
    let contest = contest(&fake(""), &fake("--loud"), 4);
    let entries = run(&contest, out.path());
    let colours: Vec<Colour> = entries.iter().map(|e| e.first_colour).collect();
    assert_eq!(colours, [Colour::Black, Colour::White, Colour::Black, Colour::White]);
    for entry in &entries {
        assert_eq!((entry.ending, entry.counted), (Ending::Score, Some(Source::Agreed)), "{entry:?}");
        let sgf = std::fs::read_to_string(out.path().join(&entry.sgf)).unwrap();
        assert!(sgf.contains(&format!("RE[{}]", entry.result)), "{sgf}");
        assert_eq!(sgf.matches(";B[").count() + sgf.matches(";W[").count(), entry.moves);
    }
    let (settings, again) = read(out.path()).unwrap();
    assert_eq!((settings, again), (contest.settings, entries));
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let outs = [folder(), folder(), folder()];
    let mut contest = contest(&fake(""), &fake(""), 6);
    contest.settings.random_opening = 3;
    let once = run(&contest, outs[0].path());
    let again = Match { parallel_games: 2, ..contest };
    assert_eq!(essence(&once), essence(&run(&again, outs[1].path())));
    let other = Match { settings: MatchSettings { seed: 6, ..again.settings.clone() }, ..again };
    assert_ne!(essence(&once), essence(&run(&other, outs[2].path())));
}

#[test]
fn openings_are_played_with_both_colours() {
    let out = folder();
    let size = board::Size::square(5).unwrap();
    let mut contest = contest(&fake(""), &fake(""), 4);
    contest.openings = arena::read_openings(b"C3 B2\nD4 C3 B4", size, Colour::Black).unwrap();
    let entries = run(&contest, out.path());
    let begins = |i: usize, text: &str| {
        let sgf = std::fs::read_to_string(out.path().join(&entries[i].sgf)).unwrap();
        assert!(sgf.replace('\n', "").contains(text), "{sgf}");
    };
    (0..2).for_each(|i| begins(i, ";B[cc];W[bd];B["));
    (2..4).for_each(|i| begins(i, ";B[db];W[cc];B[bb];W["));
}

fn check_fault(habits: &str, kind: FaultKind, words: &str) {
    let out = folder();
    let entries = run(&contest(&fake(habits), &fake(""), 2), out.path());
    for entry in &entries {
        assert_eq!((entry.winner, entry.ending, entry.fault), (Winner::Second, Ending::Fault, Some(kind)));
        assert!(entry.result.ends_with("+F"), "{entry:?}");
        let reason = entry.reason.as_deref().unwrap();
        assert!(reason.contains(words), "{reason}");
        let sgf = std::fs::read_to_string(out.path().join(&entry.sgf)).unwrap();
        assert!(sgf.contains("loses by a fault"), "{sgf}");
    }
    let summary = Summary::new("A", "B", &entries, None);
    assert_eq!((summary.first_faults, summary.second_faults, summary.adjudicated), (2, 0, 2));
}

#[test]
fn an_engine_that_fails_loses_and_comes_back() {
    // Each fails in both games, so each was restarted after the first.
    check_fault("--fault crash --at 3", FaultKind::Crashed, "the sky is up");
    check_fault("--fault occupied --at 3", FaultKind::IllegalMove, "the point is occupied");
    check_fault("--fault garbage --at 3", FaultKind::NotGtp, "Z99");
    check_fault("--fault refuse-genmove --at 3", FaultKind::Refused, "out of ideas");
    check_fault("--fault refuse-play", FaultKind::Refused, "illegal move");
}

#[test]
fn an_engine_that_hangs_loses() {
    let out = folder();
    let mut contest = contest(&fake("--fault hang --at 2"), &fake(""), 1);
    contest.settings.timeout = 1.0;
    let entries = run(&contest, out.path());
    assert_eq!(entries[0].fault, Some(FaultKind::TimedOut));
}

#[test]
fn resigning_ends_the_game() {
    let out = folder();
    let entries = run(&contest(&fake("--fault resign --at 2"), &fake(""), 1), out.path());
    assert_eq!((entries[0].ending, entries[0].result.as_str()), (Ending::Resignation, "W+R"));
}

#[test]
fn disputes_are_settled_by_the_referee() {
    // Both pass at once: the board has only the stones of the opening.
    let (all, none) = (fake("--fault pass --dead 'C3'"), fake("--fault pass --dead ''"));
    let size = board::Size::square(5).unwrap();
    let mut contest = contest(&all, &none, 1);
    contest.openings = arena::read_openings(b"C3 D3", size, Colour::Black).unwrap();
    let result = |contest: &Match| {
        let out = folder();
        let entry = run(contest, out.path()).remove(0);
        (entry.result, entry.counted.unwrap(), entry.disputed)
    };
    // Neither captures anything: the fake engines pass again.
    assert_eq!(result(&contest), ("W+0.5".into(), Source::PlayedOut, true));
    contest.referee = Some(fake("--dead 'C3'").parse().unwrap());
    assert_eq!(result(&contest), ("W+25.5".into(), Source::Referee, true));
    contest.second = fake("--fault pass --no-dead").parse().unwrap();
    assert_eq!(result(&contest), ("W+25.5".into(), Source::OnePlayer, false));
    contest.settings.rules = Rules::TROMP_TAYLOR;
    assert_eq!(result(&contest), ("W+0.5".into(), Source::AsItStands, false));
}

#[test]
fn handicap_stones_are_on_the_board() {
    let out = folder();
    let mut contest = contest(&fake(""), &fake(""), 2);
    contest.settings.handicap = 3;
    let entries = run(&contest, out.path());
    let sgf = std::fs::read_to_string(out.path().join(&entries[0].sgf)).unwrap();
    assert!(sgf.contains("HA[3]") && sgf.contains("AB["), "{sgf}");
    assert!(sgf.find(";W[").unwrap() < sgf.find(";B[").unwrap());
    contest.settings.handicap = 25;
    assert!(contest.run(folder().path(), &|_, _| {}).unwrap_err().to_string().contains("handicap"));
}

#[test]
fn the_move_limit_ends_endless_games() {
    let out = folder();
    let mut contest = contest(&fake(""), &fake(""), 1);
    contest.settings.move_limit = 9;
    let entries = run(&contest, out.path());
    assert_eq!((entries[0].ending, entries[0].moves), (Ending::MoveLimit, 9));
}

#[test]
fn who_cannot_play_stops_the_match_with_a_word() {
    let error =
        |first: &str| contest(first, &fake(""), 2).run(folder().path(), &|_, _| {}).unwrap_err().to_string();
    assert!(error("no-such-engine").contains("could not start 'no-such-engine'"));
    assert!(error(&fake("--fault die-at-start")).contains("no weights found"));
    let mut tiny = contest(&fake(""), &fake(""), 2);
    tiny.settings.size = 1;
    assert!(tiny.run(folder().path(), &|_, _| {}).unwrap_err().to_string().contains("use 2 to 19"));
}

#[test]
fn sprt_stops_the_match_when_it_has_said_enough() {
    let out = folder();
    let mut contest = contest(&fake(""), &fake("--fault resign"), 100);
    contest.sprt = Some(Sprt { elo0: 0.0, elo1: 200.0 });
    let entries = run(&contest, out.path());
    let summary = Summary::new("A", "B", &entries, contest.sprt);
    assert!(entries.len() < 20 && summary.second_wins > 0, "{summary}");
    assert_ne!(summary.sprt.unwrap().verdict, Verdict::Open);
    // It is decided: nothing is left to play.
    assert_eq!(run(&contest, out.path()).len(), entries.len());
}

#[test]
fn presets_play_in_this_process() {
    let outs = [folder(), folder()];
    let contest =
        contest("preset:playout,visits:30,threads:1", "preset:playout,visits:10,threads:1,seed:3", 2);
    let entries = run(&contest, outs[0].path());
    assert!(entries.iter().all(|e| e.ending != Ending::Fault), "{entries:?}");
    assert_eq!(essence(&entries), essence(&run(&contest, outs[1].path())));
    let unknown = common::contest("preset:nobody", &fake(""), 1);
    let error = unknown.run(folder().path(), &|_, _| {}).unwrap_err().to_string();
    assert!(error.contains("no preset 'nobody'"), "{error}");
}

#[test]
fn gnugo_beats_random_moves() {
    let Some(gnugo) = gnugo() else { return };
    let out = folder();
    let mut contest = contest(&format!("{gnugo} --mode gtp --level 0 --chinese-rules"), &fake(""), 4);
    contest.settings.size = 7;
    contest.settings.komi = Komi::from_halves(1);
    contest.settings.move_limit = 300;
    let entries = run(&contest, out.path());
    let summary = Summary::new("gnugo", "random", &entries, None);
    // The random player recognises no dead stones, so GNU Go must capture them.
    assert_eq!((summary.first_wins, summary.adjudicated), (4, 0), "{entries:?}");
    assert!(entries.iter().any(|e| e.counted == Some(Source::PlayedOut)));
}

/// Beginners play what a network would not.
#[test]
fn a_network_says_how_natural_moves_look() {
    use arena::Naturalness;
    use partner::{Evaluators, LoadedNetworks, Overrides, Settings};
    let out = folder();
    let mut contest = contest("preset:playout,visits:60,threads:1", "beginner", 2);
    contest.settings.random_opening = 2;
    let entries = run(&contest, out.path());
    let overrides = Overrides { net: Some("default".into()), ..Overrides::default() };
    let settings = Settings::layered("network", None, &overrides).unwrap();
    let network = Evaluators::from_settings(&settings, &LoadedNetworks::default()).unwrap();
    let [first, second] = Naturalness::of_match(out.path(), &entries, &network, 2).unwrap();
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(first.mean_policy > second.mean_policy, "{first:?} {second:?}");
    assert!(first.unnatural < second.unnatural && first.geometric_mean_policy <= first.mean_policy);
    let stones = entries.iter().map(|entry| u64::from(entry.first_moves)).sum::<u64>();
    assert!(first.moves <= stones && first.moves > 0, "passes and the opening do not count");
    let mut summary = Summary::new("A", "B", &entries, None);
    summary.naturalness = Some([Some(first), Some(second)]);
    assert!(summary.to_string().contains("policy   first: mean 0."), "{summary}");
    // What was seen is kept: the records are not needed again, and one that was not seen is looked at.
    let kept = out.path().join("policies.jsonl");
    let text = std::fs::read_to_string(&kept).unwrap();
    assert_eq!(text.lines().count(), 2);
    let one_line = text.lines().next().unwrap().to_string() + "\n{torn";
    let moved = |entry: usize| (out.path().join(&entries[entry].sgf), out.path().join("moved.sgf"));
    let (from, to) = moved(0);
    std::fs::rename(&from, &to).unwrap();
    let [again, _] = Naturalness::of_match(out.path(), &entries, &network, 1).unwrap();
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(close(again.unwrap().mean_policy, first.mean_policy) && again.unwrap().moves == first.moves);
    std::fs::rename(&to, &from).unwrap();
    std::fs::write(&kept, one_line).unwrap();
    let [again, _] = Naturalness::of_match(out.path(), &entries, &network, 1).unwrap();
    assert!(close(again.unwrap().mean_policy, first.mean_policy));
    let playouts = Settings::preset("playout-fast").unwrap();
    let none = Evaluators::from_settings(&playouts, &LoadedNetworks::default()).unwrap();
    assert!(Naturalness::of_match(out.path(), &entries, &none, 1).is_err());
}

#[test]
fn several_matches_share_the_threads() {
    use std::sync::Mutex;
    let (a, b) = (folder(), folder());
    let (first, mut second) = (contest(&fake(""), &fake(""), 4), contest(&fake(""), &fake(""), 2));
    second.settings.seed = 7;
    let seen = Mutex::new(Vec::new());
    let observe = |place: usize, _: &arena::results::Entry, all: &[arena::results::Entry]| {
        seen.lock().unwrap().push((place, all.len()));
    };
    let matches = [(&first, a.path()), (&second, b.path())];
    let played = arena::run_all(&matches, 3, &observe).unwrap();
    assert_eq!(played.iter().map(Vec::len).collect::<Vec<_>>(), [4, 2]);
    // The same games as one by one.
    let (c, d) = (folder(), folder());
    assert_eq!(essence(&played[0]), essence(&run(&first, c.path())));
    assert_eq!(essence(&played[1]), essence(&run(&second, d.path())));
    let mut observed = seen.lock().unwrap().clone();
    observed.sort();
    assert_eq!(observed, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2)]);
    // One that cannot be played stops all.
    let (e, f) = (folder(), folder());
    let broken = contest("/no/such/engine", &fake(""), 2);
    let matches = [(&broken, e.path()), (&first, f.path())];
    assert!(arena::run_all(&matches, 1, &observe).is_err());
    assert_eq!(read(f.path()).unwrap().1.len(), 0);
}

#[test]
fn the_first_players_moves_are_commented_on() {
    let out = folder();
    let mut contest = contest("preset:playout,visits:20,threads:1", "preset:playout,visits:10,threads:1", 2);
    contest.comment = Some(|decision| format!("plays {}", decision.choice));
    for entry in run(&contest, out.path()) {
        let game = record::game::Reader::default().load(&out.path().join(&entry.sgf), None).unwrap();
        for (number, (colour, mv)) in (1..).zip(game.game.moves()) {
            let comment = game.info.comments.get(&number);
            let expected = (*colour == entry.first_colour).then(|| format!("plays {mv}"));
            assert_eq!(comment, expected.as_ref(), "{number}");
        }
    }
}
