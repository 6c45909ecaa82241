//! Every kind of thing that is said, once, as it is said: `english.txt` beside this file is the whole voice of Shidogo.
//! With `UPDATE_GOLDEN` set, it is written again.

use std::fmt::Write;

use board::{Colour, Komi, Move, Point, PointSet, Rank, Score};
use evaluation::{Lead, WinRate};
use partner::effects::{Corner, Effect, Stones};
use partner::{
    Character, Choice, Claim, Comparison, Explanation, Objection, Proof, Reason, Standing, SteeringAim,
};
use speech::english::{self, Listener, Tense, Whose};
use speech::{
    AtariWarning, Audience, BetterMove, Consequence, Detail, Difficulty, ExerciseComment, Fight, Greeting,
    HardMove, Lesson, Place, Praise, Reason as Ownership, Refusal, StoneGroup, Verdict,
};

fn at(x: usize, y: usize) -> Move {
    Move::Play(Point::new(x, y))
}

fn stones(count: usize) -> Stones {
    Stones { points: (0..count).map(|x| Point::new(x + 2, 3)).collect() }
}

/// The match makes the compiler ask for a line here when an effect is added.
fn effects() -> Vec<Effect> {
    let (one, two, three) = (stones(1), stones(2), stones(3));
    let corner = Corner { upper: true, right: false };
    let all = vec![
        Effect::Captures { stones: one.clone() },
        Effect::CatchesInLadder { stones: two.clone() },
        Effect::Traps { stones: three.clone() },
        Effect::SavesFromAtari { stones: one.clone() },
        Effect::BreaksLadder { stones: two.clone() },
        Effect::PutsInAtari { stones: three.clone() },
        Effect::Lives { stones: stones(11) },
        Effect::DeniesLife { stones: two.clone() },
        Effect::Cuts { one: one.clone(), other: two.clone() },
        Effect::Connects { one: one.clone(), other: two.clone() },
        Effect::Races { own: one.clone(), own_liberties: 1, enemy: two.clone(), enemy_liberties: 3 },
        Effect::GainsLiberties { stones: one, from: 2, to: 4 },
        Effect::TakesCorner { corner },
        Effect::Approaches { corner },
    ];
    for effect in &all {
        match effect {
            Effect::Captures { .. }
            | Effect::CatchesInLadder { .. }
            | Effect::Traps { .. }
            | Effect::SavesFromAtari { .. }
            | Effect::BreaksLadder { .. }
            | Effect::PutsInAtari { .. }
            | Effect::Lives { .. }
            | Effect::DeniesLife { .. }
            | Effect::Cuts { .. }
            | Effect::Connects { .. }
            | Effect::Races { .. }
            | Effect::GainsLiberties { .. }
            | Effect::TakesCorner { .. }
            | Effect::Approaches { .. } => {}
        }
    }
    all
}

fn explanation(choice: Choice, reason: Reason, comparison: Option<Comparison>) -> Explanation {
    let black = Colour::Black;
    Explanation {
        colour: black,
        choice,
        reason,
        effects: vec![
            Effect::PutsInAtari { stones: stones(3) },
            Effect::Connects { one: stones(1), other: stones(2) },
        ],
        mirror_images: Vec::new(),
        comparison,
        standing: Some(Standing {
            win_rate: WinRate::for_side(black, 0.614),
            lead: Lead::for_side(black, 3.25),
        }),
        visits: Some((120, 400)),
    }
}

fn decisions(text: &mut String) {
    let (mv, other) = (at(3, 3), at(15, 15));
    let play = Choice::Play(mv);
    let comparisons = [
        Comparison::BiggerInEndgame { points: 2.0, other },
        Comparison::Better { points: 1.04, other },
        Comparison::AboutAsGood { other },
        Comparison::Safer { other },
        Comparison::MoreTrusted { other },
    ];
    for comparison in comparisons {
        let about = explanation(play, Reason::MostVisited, Some(comparison));
        line(text, &format!("{comparison:?}"), &english::decision(&about, Listener::Opponent));
    }
    for comparison in comparisons {
        let about = explanation(play, Reason::MostVisited, Some(comparison));
        let answered = [Effect::Connects { one: stones(1), other: stones(2) }, effects().swap_remove(8)];
        line(text, "plain", &english::plain_decision(&about, &answered, Listener::Pupil));
    }
    for points in [Some(2.5), None] {
        let held = Comparison::HeldBack { points, other };
        let about = explanation(play, Reason::HoldsBack { best: other }, Some(held));
        line(text, &format!("{held:?}"), &english::decision(&about, Listener::Pupil));
    }
    for (points, lead, natural) in [
        (Some(2.2), 12.4, true),
        (Some(1.2), 12.4, false),
        (Some(0.6), 0.3, true),
        (Some(3.0), -2.0, false),
        (None, 5.0, true),
        (None, 5.0, false),
    ] {
        let given = Comparison::GivesBack { other, points, lead, natural };
        let about = explanation(play, Reason::KeepsClose { best: other }, Some(given));
        line(text, &format!("{given:?}"), &english::decision(&about, Listener::Opponent));
        line(text, "why", &english::why(&about));
    }
    for (held_back, moves, given) in [(0, 20, 0.0), (1, 9, 2.2), (7, 34, 15.4)] {
        line(text, "steered", &english::steered(held_back, moves, given));
    }
    for images in [vec![other], vec![other, at(3, 15)], vec![other; 7]] {
        let about = Explanation { mirror_images: images, ..explanation(play, Reason::MostVisited, None) };
        line(text, "mirror images", &english::decision(&about, Listener::Opponent));
    }
    for lead in [0.0, -4.0] {
        let standing = Standing { win_rate: WinRate::EVEN, lead: Lead::for_side(Colour::Black, lead) };
        let about = Explanation {
            standing: Some(standing),
            effects: Vec::new(),
            ..explanation(play, Reason::MostVisited, None)
        };
        line(text, "standing", &english::decision(&about, Listener::Pupil));
    }
    let pass = Choice::Play(Move::Pass);
    for (choice, reason) in [
        (play, Reason::MostVisited),
        (play, Reason::HoldsBack { best: other }),
        (play, Reason::KeepsClose { best: other }),
        (pass, Reason::OnlyMove),
        (play, Reason::FillsDame),
        (play, Reason::CapturesDeadStones),
        (pass, Reason::PassWinning(score())),
        (pass, Reason::NothingLeft),
        (pass, Reason::PassIsBest),
        (Choice::Resign, Reason::Resigned { moves: 3 }),
    ] {
        let about = explanation(choice, reason, None);
        line(text, reason.word(), &english::summary(&about));
        line(text, reason.word(), &english::advice(&about));
        for listener in [Listener::Opponent, Listener::Pupil] {
            line(text, "plain", &english::plain_decision(&about, &[], listener));
        }
    }
    let unseen = Explanation { visits: None, ..explanation(play, Reason::MostVisited, None) };
    line(text, "not searched", &english::summary(&unseen));
    line(
        text,
        "changed advice",
        &english::changed_advice(
            other,
            &english::decision(&explanation(play, Reason::MostVisited, None), Listener::Pupil),
        ),
    );
    line(text, "resignation", &english::resignation());
    line(text, "chat", english::nothing_played());
    line(text, "chat", english::what_to_ask());
}

fn score() -> Score {
    let board = board::Board::from_diagram(&["XX", "X."]).unwrap();
    board::Position::from_board(board, Colour::Black, board::Rules::CHINESE, Komi::ZERO)
        .score(&PointSet::EMPTY)
}

fn objections(text: &mut String) {
    for proof in [Proof::Proven, Proof::Seki, Proof::Read, Proof::Unclear, Proof::Rules] {
        for (is_own, lives) in [(true, true), (true, false), (false, true), (false, false)] {
            let points: Vec<Point> = (0..if lives { 1 } else { 5 }).map(|x| Point::new(x, 0)).collect();
            let claim = Claim {
                is_own,
                lives,
                proof,
                stones: points.iter().copied().collect(),
                at: points,
                survival: 0.42,
            };
            let stones = claim.stones;
            let objection = Objection { stones, count: score(), claims: vec![claim] };
            line(text, &format!("{proof:?}, own {is_own}, lives {lives}"), &english::objection(&objection));
        }
    }
}

fn rank(text: &str) -> Rank {
    text.parse().unwrap()
}

fn verdict(reason: Option<Ownership>, audience: Audience) -> Verdict {
    Verdict {
        colour: Colour::Black,
        played: at(0, 0),
        reason,
        consequence: Some(Consequence {
            answer: at(4, 4),
            effects: vec![Effect::Captures { stones: stones(2) }],
        }),
        better: Some(BetterMove {
            mv: at(2, 2),
            effects: vec![Effect::SavesFromAtari { stones: stones(2) }],
        }),
        difficulty: None,
        points: 8.24,
        win_rate: (0.4, 0.1),
        audience,
    }
}

fn verdicts(text: &mut String) {
    let group = |colour, count| StoneGroup { colour, count, at: Point::new(3, 3) };
    let reasons = [
        None,
        Some(Ownership::Dies(group(Colour::Black, 3))),
        Some(Ownership::Weak(group(Colour::Black, 1))),
        Some(Ownership::Lives(group(Colour::White, 2))),
        Some(Ownership::Lost { place: Place::Top }),
        Some(Ownership::Elsewhere { place: Place::LowerRight }),
    ];
    for reason in reasons {
        for audience in [Audience::Player, Audience::Reader] {
            let about = verdict(reason.clone(), audience);
            line(text, "mistake", &english::mistake(17, &about));
        }
    }
    let bare = Verdict {
        better: Some(BetterMove { mv: Move::Pass, effects: Vec::new() }),
        consequence: None,
        win_rate: (0.2, 0.2),
        ..verdict(Some(Ownership::Elsewhere { place: Place::Left }), Audience::Player)
    };
    for detail in [Detail::Numbers, Detail::Board] {
        line(text, "bad", &english::lesson(&Lesson::Bad(bare.clone()), detail));
        let named = Lesson::NamedButBad(verdict(None, Audience::Player));
        line(text, "named", &english::lesson(&named, detail));
    }
    for (points, better) in [(0.4, bare.better.clone()), (1.2, None)] {
        let little = Lesson::Bad(Verdict { points, better, ..bare.clone() });
        line(text, "bad", &english::lesson(&little, Detail::Board));
    }
    for effects in [Vec::new(), effects()] {
        let is_hard = !effects.is_empty();
        let praise = Praise { colour: Colour::White, played: at(3, 3), effects: effects.clone(), is_hard };
        line(text, "good", &english::lesson(&Lesson::Good(praise), Detail::Board));
        let found = HardMove { colour: Colour::White, played: at(3, 3), effects, rank: rank("12k") };
        line(text, "found", &english::hard_move(45, &found));
    }
    for hard in [
        Difficulty::Known { rank: rank("12k") },
        Difficulty::Usual { rank: rank("8k") },
        Difficulty::Often { rank: rank("1d") },
        Difficulty::Hard { rank: rank("11k") },
    ] {
        for audience in [Audience::Player, Audience::Reader] {
            let about = Verdict { difficulty: Some(hard), ..verdict(None, audience) };
            line(text, &format!("{hard:?}"), &english::mistake(17, &about));
        }
        let about = Verdict { difficulty: Some(hard), ..verdict(None, Audience::Player) };
        line(text, &format!("{hard:?}"), &english::lesson(&Lesson::Bad(about), Detail::Board));
    }
    line(text, "beyond", &english::lesson(&Lesson::Beyond { rank: rank("9k") }, Detail::Board));
    for better in [Some(at(5, 5)), None] {
        let brief = Lesson::Brief { played: at(0, 0), points: 2.0, better };
        line(text, "brief", &english::lesson(&brief, Detail::Numbers));
    }
}

fn greetings() -> Vec<Greeting> {
    let (at, rank) = (Place::LowerLeft, Rank::kyu(12).unwrap());
    vec![
        Greeting::Lost { stones: 1, at },
        Greeting::Lost { stones: 5, at },
        Greeting::GotAway { stones: 1, at },
        Greeting::GotAway { stones: 5, at },
        Greeting::LostTerritory { at: Place::Right },
        Greeting::Missed { at: Place::Top },
        Greeting::Level { rank, side: 13 },
        Greeting::Aims { aim: SteeringAim::Half, side: 9 },
        Greeting::Aims { aim: SteeringAim::Lose, side: 13 },
        Greeting::Aims { aim: SteeringAim::Win, side: 13 },
        Greeting::Aims { aim: SteeringAim::Lead, side: 19 },
        Greeting::Beginner { side: 9 },
        Greeting::Captures { goal: 1 },
        Greeting::Captures { goal: 3 },
    ]
}

fn reviews(text: &mut String) {
    for (first, last, winner) in [(12, 40, Some(Colour::White)), (5, 5, None)] {
        let fight = Fight { place: Place::UpperLeft, first, last, worth: 23.4, winner };
        line(text, "fight", &english::fight(&fight));
    }
    for lead in [-3.5, 0.0] {
        line(text, "position", &english::evaluation(WinRate::EVEN, Lead::for_side(Colour::Black, lead)));
    }
    line(text, "better", &english::better_line(at(0, 0), &[at(1, 1), Move::Pass]));
    line(text, "game", &english::reviewed_by("network n"));
    line(text, "record", english::main_line_ends());
    line(text, "record", &english::unshown_variations(2));
    line(text, "record", &english::warning_of_early_end("error"));
}

/// The match makes the compiler ask for a line here when a refusal is added.
fn refusals() -> Vec<Refusal> {
    use Refusal::*;
    let error = || "error".to_string();
    let all = vec![
        BoardSize,
        UnknownRules("x".into()),
        Komi,
        ImpossibleStones,
        CaptureGoal { most: 50 },
        MoveTime,
        ClockRange,
        ClockWithoutTime,
        NotYourTurn,
        BeingCounted,
        NotBeingCounted,
        GameOver,
        TooManyVariations,
        NotAPoint("Z99".into()),
        IllegalMove { mv: at(3, 3), error: error() },
        NoStone,
        NotReadyToResign,
        NothingToConfirm,
        NothingToTakeBack,
        NeverPlayed,
        NoHintNow,
        CannotThink(error()),
        DamagedGame,
        GameGone,
        GameTooShort,
        NotReviewed,
        NoGame,
        NoGameToContinue,
        NoGameToExplore,
        AnotherGame,
        NotStored(error()),
        ReviewNotStored(error()),
        ReviewFailed(Some(error())),
        ReviewFailed(None),
        FileLate,
        FileLost,
        FileTooLarge,
        TooManyGamesInFile { most: 7 },
        EmptyFile,
        BoardNotShown { width: 3, height: 21 },
        NotAnOpener("B-9x9".into()),
        OpenerGone("ADE-9x9".into()),
        OtherOpener { file: "A-9x9.opening".into(), player: "ADE-9x9".into() },
        OtherLearning { file: "A-9x9.opening".into(), how: "gnugo".into() },
        OpenerNotStored(error()),
        OpeningOver,
        SameOpener,
        OtherBoard,
        LearningFailed(error()),
        TooManyGames,
        TooManyReviews,
        TooManyPages,
        TooMuchAtOnce,
        NoThread(error()),
        BrokeOff,
        Fault,
        NotAMessage(error()),
        NoSuchPage,
        ForeignName,
        ForeignPage,
        NoToken,
        DamagedDatabase { games: "games".into(), cause: error(), aside: "aside".into() },
        Error("an error".into()),
    ];
    for refusal in &all {
        match refusal {
            BoardSize
            | UnknownRules(_)
            | Komi
            | ImpossibleStones
            | CaptureGoal { .. }
            | MoveTime
            | ClockRange
            | ClockWithoutTime
            | NotYourTurn
            | BeingCounted
            | NotBeingCounted
            | GameOver
            | TooManyVariations
            | NotAPoint(_)
            | IllegalMove { .. }
            | NoStone
            | NotReadyToResign
            | NothingToConfirm
            | NothingToTakeBack
            | NeverPlayed
            | NoHintNow
            | CannotThink(_)
            | DamagedGame
            | GameGone
            | GameTooShort
            | NotReviewed
            | NoGame
            | NoGameToContinue
            | NoGameToExplore
            | AnotherGame
            | NotStored(_)
            | ReviewNotStored(_)
            | ReviewFailed(_)
            | FileLate
            | FileLost
            | FileTooLarge
            | TooManyGamesInFile { .. }
            | EmptyFile
            | BoardNotShown { .. }
            | NotAnOpener(_)
            | OpenerGone(_)
            | OtherOpener { .. }
            | OtherLearning { .. }
            | OpenerNotStored(_)
            | OpeningOver
            | SameOpener
            | OtherBoard
            | LearningFailed(_)
            | TooManyGames
            | TooManyReviews
            | TooManyPages
            | TooMuchAtOnce
            | NoThread(_)
            | BrokeOff
            | Fault
            | NotAMessage(_)
            | NoSuchPage
            | ForeignName
            | ForeignPage
            | NoToken
            | DamagedDatabase { .. }
            | Error(_) => {}
        }
    }
    all
}

fn exercises() -> Vec<ExerciseComment> {
    use ExerciseComment::*;
    let (p, q) = (Point::new(3, 3), Point::new(4, 3));
    let all = vec![
        Occupied,
        Suicide,
        Ko,
        NotCaptured { stones: 1, at: p, liberty: q },
        NotCaptured { stones: 2, at: p, liberty: q },
        Captured { stones: 1, left: 2, left_at: p },
        Captured { stones: 2, left: 1, left_at: p },
        AllCaptured,
        Saved { liberties: 3 },
        Lost { liberty: p },
        TookKo { back_at: p },
        KoTakenBack { retake_at: p },
        KoIsFree { retake_at: p },
        KoEnded,
        KoFilled,
        TwoEyes { eyes: [p, q] },
        OneEye { at: p },
        BorderClosed,
        BorderClosedBehind { lost: p },
        BorderOpen { at: p },
        Counted { stones: 11, territory: 18, white: 20 },
        StoneLives,
        NothingToPlay,
    ];
    for comment in &all {
        match comment {
            Occupied
            | Suicide
            | Ko
            | NotCaptured { .. }
            | Captured { .. }
            | AllCaptured
            | Saved { .. }
            | Lost { .. }
            | TookKo { .. }
            | KoTakenBack { .. }
            | KoIsFree { .. }
            | KoEnded
            | KoFilled
            | TwoEyes { .. }
            | OneEye { .. }
            | BorderClosed
            | BorderClosedBehind { .. }
            | BorderOpen { .. }
            | Counted { .. }
            | StoneLives
            | NothingToPlay => {}
        }
    }
    all
}

fn line(text: &mut String, what: &str, said: &str) {
    writeln!(text, "{what}\n    {said}").unwrap();
}

#[test]
fn everything_is_said_as_before() {
    let mut text = String::new();
    let whose = Whose { own: "my", enemy: "your" };
    for effect in effects() {
        for tense in [Tense::Now, Tense::Before, Tense::Instead] {
            let name = format!("{effect:?}");
            let name = name.split([' ', '{']).next().unwrap();
            line(&mut text, name, &english::effect(&effect, whose, tense));
        }
    }
    decisions(&mut text);
    objections(&mut text);
    verdicts(&mut text);
    reviews(&mut text);
    for refusal in refusals() {
        let name = format!("{refusal:?}");
        line(&mut text, name.split([' ', '(', '{']).next().unwrap(), &english::refusal(&refusal));
    }
    for (stones, has_last_move) in [(1, true), (1, false), (2, true), (3, false)] {
        let warning = AtariWarning { stones, at: Point::new(2, 3), has_last_move, captor: Colour::White };
        line(&mut text, "AtariWarning", &english::atari_warning(&warning));
    }
    for (mv, effects) in [(at(2, 3), effects()), (at(2, 3), Vec::new()), (Move::Pass, Vec::new())] {
        for listener in [Listener::Opponent, Listener::Pupil] {
            let does = &effects[..effects.len().min(1)];
            line(&mut text, "plain move", &english::plain_move(mv, does, &[], listener));
        }
    }
    for greeting in greetings() {
        line(&mut text, "greeting", &english::greeting(&greeting));
    }
    for character in Character::ALL {
        let said = format!("{}: {}", english::character_name(character), english::character(character));
        line(&mut text, &format!("character {character}"), &said);
    }
    for comment in exercises() {
        let name = format!("{comment:?}");
        line(&mut text, name.split([' ', '{']).next().unwrap(), &english::exercise(&comment));
    }
    for place in [
        Place::UpperLeft,
        Place::Top,
        Place::UpperRight,
        Place::Left,
        Place::Centre,
        Place::Right,
        Place::LowerLeft,
        Place::Bottom,
        Place::LowerRight,
    ] {
        line(&mut text, "place", english::place(place));
    }
    let [weak, middle, strong] = [12, 20, 31].map(|steps| Rank::new(steps).unwrap());
    for (games, results) in [(3, 0), (3, 1), (3, 2), (3, 3), (1, 0), (1, 1)] {
        let seen = english::Seen { games, moves: 104 * games, results };
        line(&mut text, "rank", &english::played_like("Ada", middle, (weak, strong), seen));
    }
    let seen = english::Seen { games: 1, moves: 104, results: 0 };
    line(&mut text, "rank", &english::played_like("White", strong, (strong, strong), seen));
    line(&mut text, "rank", &english::too_few_moves("White"));
    line(&mut text, "rank", &english::no_ranks_on(5));
    for interval in [(weak, middle), (weak, strong), (middle, middle)] {
        line(&mut text, "rank", &english::you_played_like(middle, interval));
    }
    line(&mut text, "rank", &english::you_played_like(strong, (strong, strong.stronger(1))));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/english.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap_or_default().replace('\r', "");
    for (said, expected) in text.lines().zip(golden.lines()) {
        assert_eq!(said, expected, "with UPDATE_GOLDEN=1 the new words are kept");
    }
    assert_eq!(text.lines().count(), golden.lines().count());
}
