//! Self-play for more than the score.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Colour, Objective, PointSet, Position, Symmetry};
use learning::{
    Ending, Examples, Progress, Record, RunSettings, SelfPlay, SelfPlayError, SelfPlaySettings, Targets,
    Writer,
};
use network::architecture::Architecture;
use network::{Backend, InputSettings, PlaneBuilder};
use nn::{Batch, ExecutorKind};

fn backend() -> Backend {
    let architecture = Architecture::preset("b2c32").unwrap();
    let network = network::random::network("random", &architecture, 1).unwrap();
    Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap()
}

fn play(objective: Objective) -> Vec<Record> {
    let settings = SelfPlaySettings {
        board_sizes: vec![6],
        visits: 8,
        games_per_thread: 8,
        branch_prob: 0.05,
        no_resign_prob: 1.0,
        seed: 5,
        ..SelfPlaySettings::default()
    };
    let mut all = Vec::new();
    let keep = |games: Vec<Record>, _: &Progress| -> Result<(), SelfPlayError> {
        all.extend(games);
        Ok(())
    };
    let (stop, often) = (AtomicBool::new(false), Duration::from_millis(50));
    SelfPlay::with_objective(settings, objective).unwrap().play(&backend(), 30, &stop, often, keep).unwrap();
    all
}

/// The position before each turn, and the last one.
fn positions(game: &Record) -> Vec<Position> {
    let mut position = game.start().unwrap();
    let size = position.size();
    let mut play = |code: u16| {
        let point = |code: usize| board::Point::new(code % size.width(), code / size.width());
        let code = usize::from(code);
        let mv = if code < size.points() { board::Move::Play(point(code)) } else { board::Move::Pass };
        position.play(mv).unwrap();
        position.clone()
    };
    let opened = game.opening.iter().map(|code| play(*code)).last();
    let mut all = vec![opened.unwrap_or_else(|| game.start().unwrap())];
    all.extend(game.turns.iter().map(|turn| play(turn.mv)));
    all
}

#[test]
fn games_are_won_by_the_objective() {
    for objective in [
        Objective { inner_bonus: 0.2, ..Objective::default() },
        Objective { lost_stone: -2.0, ..Objective::default() },
        Objective { captured_stone: 2.0, ..Objective::default() },
        Objective { shift: 5.0, ..Objective::default() },
    ] {
        let games = play(objective);
        let mut changed = 0;
        for game in &games {
            assert_eq!(game.check(), Ok(()));
            assert_eq!(Objective { side: None, ..game.objective }, objective);
            assert_eq!(game.objective.side.is_some(), objective.is_one_sided());
            let Ending::Counted { ownership, black_lead } = &game.ending else { panic!("nobody may resign") };
            let end = positions(game).pop().unwrap();
            let lead = end.final_lead(&PointSet::EMPTY);
            assert!((f64::from(black_lead - game.komi().points() as f32) - lead).abs() < 1e-3);
            assert_eq!(
                game.result(Colour::Black),
                if lead == 0.0 { 0.5 } else { 0.5 + 0.5 * lead.signum() as f32 }
            );
            let score: f32 = ownership.iter().map(|owner| f32::from(*owner)).sum();
            changed += usize::from(score != *black_lead);
        }
        assert!(changed > games.len() / 2, "{objective:?}: {changed} of {}", games.len());
        if objective.is_one_sided() {
            let black = games.iter().filter(|game| game.objective.side == Some(Colour::Black)).count();
            assert!(black > 5 && black < games.len() - 5, "{black} of {}", games.len());
        }
    }
}

/// Komi follows a curve that knows the shift: whoever believes to have more gives more.
#[test]
fn komi_follows_the_objective() {
    let mean = |side| {
        let games = play(Objective { shift: 10.0, ..Objective::default() });
        let of = games.iter().filter(|game| game.objective.side == Some(side) && game.opening.is_empty());
        let komi: Vec<f64> = of.map(|game| game.komi().points()).collect();
        komi.iter().sum::<f64>() / komi.len() as f64
    };
    let between = mean(Colour::Black) - mean(Colour::White);
    assert!(between > 5.0, "{between}");
}

/// What was captured before a position is a bonus there; what comes after it is what the network must foresee.
#[test]
fn targets_know_what_is_settled() {
    let backend = backend();
    let network = backend.network();
    let objective = Objective { captured_stone: 2.0, ..Objective::default() };
    let mut settled_before = 0;
    for game in play(objective) {
        let mut examples = Examples::default();
        examples.add(Arc::new(game.clone()), 0.0);
        let side = game.objective.side.unwrap();
        for (turn, position) in positions(&game).iter().enumerate().take(examples.len()) {
            let (size, mover) = (position.size(), position.to_move());
            let (mut batch, mut targets) = (Batch::default(), Targets::default());
            batch.reset(&network.graph, size.height(), size.width(), 1);
            targets.reset(size, 1);
            let builder = PlaneBuilder::new(network.planes, InputSettings::default());
            let mut writer = Writer::new(builder);
            assert!(examples.write(turn, Symmetry::IDENTITY, &mut writer, &mut batch, &mut targets, 0));
            let sign = |colour: Colour| if colour == mover { 1.0 } else { -1.0 };
            let captured = position.captures(side) as f32;
            settled_before += usize::from(captured > 0.0);
            let komi = game.komi().points() as f32;
            assert_eq!(targets.bonus[0], sign(side) * 2.0 * captured - sign(Colour::Black) * komi);
            let margin = targets.lead[0] + targets.bonus[0];
            let black = game.black_lead().unwrap() - komi;
            assert!((margin - sign(Colour::Black) * black).abs() < 1e-3);
            assert_eq!(targets.result[0], game.result(mover));
        }
    }
    assert!(settled_before > 20, "{settled_before}");
}

#[test]
fn settings_say_what_is_wrong() {
    let preset = RunSettings::preset("sizes").unwrap();
    let text = toml::to_string(&preset).unwrap();
    assert!(!text.contains("objective"), "{text}");
    let with = |objective: &str| RunSettings::read(&format!("{text}\n[objective]\n{objective}\n"));
    let (settings, _) = with("inner_bonus = 0.2").unwrap();
    assert_eq!(settings.objective, Objective { inner_bonus: 0.2, ..Objective::default() });
    let again = toml::to_string(&settings).unwrap();
    assert_eq!(RunSettings::read(&again).unwrap().0, settings);
    for (wrong, name) in
        [("inner_bonus = 1.0", "inner_bonus"), ("shift = inf", "objective"), ("side = 'black'", "side")]
    {
        let error = with(wrong).unwrap_err().to_string();
        assert!(error.contains(name) && !error.contains('\n'), "{error}");
    }
    assert!(with("beta = 1.0").is_err());
    let rated = RunSettings { objective: settings.objective, ..RunSettings::preset("tiny").unwrap() };
    assert!(rated.check().unwrap_err().to_string().contains("rating"));
}
