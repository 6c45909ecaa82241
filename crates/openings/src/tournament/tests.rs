use super::*;
use crate::expert::Playouts;
use crate::learner::Learner;
use crate::settings::Settings;

fn entrants() -> Vec<Entrant> {
    let mut settings = Settings::default();
    settings.opening.size = 5;
    let entrant = |(name, seed): (&str, u64)| {
        settings.learning.seed = seed;
        Entrant::learned(name, Learner::new(settings.clone()).unwrap().opener())
    };
    [("A", 1), ("AB", 2)].map(entrant).into_iter().chain([Entrant::random()]).collect()
}

fn tournament(entrants: &[Entrant], threads: usize) -> Tournament<'_> {
    let opening = OpeningRules { size: 5, moves: 3, ..OpeningRules::default() };
    Tournament { entrants, opening, exploration: 0.1, expert: ExpertSettings::default(), seed: 1, threads }
}

fn play_into(folder: &Path, threads: usize, games: u32) -> Result<Vec<Entry>, TournamentError> {
    let entrants = entrants();
    let mut expert = Playouts::new(3, threads);
    tournament(&entrants, threads).play(folder, &round_robin(3), games, &mut expert, |_, _| {})
}

#[test]
fn an_interrupted_tournament_has_the_same_games() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mut all = play_into(whole.path(), 1, 6).unwrap();
    assert_eq!(all.len(), 18);
    play_into(parts.path(), 2, 2).unwrap();
    let mut later = play_into(parts.path(), 2, 6).unwrap();
    let order = |e: &Entry| (e.first.clone(), e.second.clone(), e.game);
    all.sort_by_key(order);
    later.sort_by_key(order);
    assert_eq!(all, later);
    let entrants: Vec<Entrant> = entrants().into_iter().rev().collect();
    let mut expert = Playouts::new(3, 1);
    let other = tournament(&entrants, 1).play(parts.path(), &round_robin(3), 6, &mut expert, |_, _| {});
    assert!(other.unwrap_err().to_string().contains("other players"));
}

#[test]
fn names_must_differ() {
    let entrants = [Entrant::random(), Entrant::random()];
    let folder = tempfile::tempdir().unwrap();
    let mut expert = Playouts::new(3, 1);
    let played = tournament(&entrants, 1).play(folder.path(), &[(0, 1)], 2, &mut expert, |_, _| {});
    assert!(matches!(played, Err(TournamentError::SameName(_))));
}

#[test]
fn margins_have_komi_and_a_side() {
    let lead = Lead::for_side(Colour::Black, 4.0);
    let komi = Komi::from_halves(11);
    assert_eq!((margin(lead, Colour::Black, komi), margin(lead, Colour::White, komi)), (-1.5, 1.5));
}

#[test]
fn the_table_has_the_best_first() {
    let entry = |first: &str, second: &str, game, margin| Entry {
        first: first.into(),
        second: second.into(),
        game,
        margin,
    };
    let entries = [
        entry("A", "AB", 0, -3.0),
        entry("A", "AB", 1, -1.0),
        entry("A", "ABC", 0, 2.0),
        entry("AB", "ABC", 0, 0.0),
    ];
    let text = table(&entries);
    let order: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(order, ["AB", "A", "ABC"]);
    assert!(text.contains("AB      83.3%"), "{text}");
    assert_eq!(totals(&entries)["ABC"], Tally { wins: 0, draws: 1, losses: 1 });
    assert_eq!(round_robin(4).len(), 6);
}
