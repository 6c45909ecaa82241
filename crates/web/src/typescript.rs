//! The page's side of the messages: its types are made of ours, and both sides test the same examples.
//!
//! With `UPDATE_GOLDEN` set, the files are written again.

mod asked;
mod openings_told;

use std::fmt::Write;
use std::path::Path;

use board::Colour;
use evaluation::{Lead, WinRate};
use partner::LoadedNetworks;
use record::sgf::Collection;
use review::{Findings, Reviewed};
use serde_json::{Value, json};
use speech::{Place, Reason, Refusal, StoneGroup, english};
use ts_rs::{Config, TS};
use tutor::{EndingSeen, FightSeen, Outlook, TeachingGame};

use asked::asked;
use openings_told::openings_told;

use crate::library::Import;
use crate::messages::*;
use crate::review_session::{ReviewProgress, ReviewSession, ReviewState, Stage};

/// Compares a file of the page with what it should be.
fn golden(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
    assert!(there == text, "{file} is not what the types say: UPDATE_GOLDEN=1 cargo test -p web typescript");
}

#[test]
fn the_pages_types_are_made_of_ours() {
    let config = Config::default().with_large_int("number");
    let mut text = String::from(
        "// Made of the server's types by `UPDATE_GOLDEN=1 cargo test -p web typescript`. A test fails where it differs.\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            $({
                let docs = <$name as TS>::docs().unwrap_or_default();
                let _ = write!(text, "\n{docs}export {}\n", <$name as TS>::decl(&config));
            })*
        };
    }
    declare!(
        Colour,
        board::Point,
        board::Move,
        Place,
        StoneGroup,
        Reason,
        tutor::ColourChoice,
        tutor::Strength,
        tutor::ObjectiveChoice,
        tutor::PartnerChoice,
        tutor::ClockChoice,
        tutor::StartStones,
        tutor::NewGame,
        tutor::Phase,
        tutor::CandidateMove,
        tutor::ConsideredMove,
        tutor::GraphPoint,
        tutor::Lesson,
        tutor::Exercise,
        tutor::ExerciseStage,
        RankShown,
        SteeredShown,
        Taken,
        ObjectionShown,
        ClockShown,
        ClocksShown,
        ScoringShown,
        SideCountShown,
        CountShown,
        GameState,
        Thinking,
        Explored,
        ClusterShown,
        FateShown,
        ReadingShown,
        FightShown,
        Danger,
        ListedReview,
        ListedGame,
        Import,
        ExerciseState,
        PlayFrom,
        OpeningsRequest,
        ListedOpener,
        ComparisonState,
        OpenersState,
        OpenerState,
        OpeningState,
        ClientMessage,
        ServerMessage,
        review::Sign,
        review::Mark,
        review::RecordLine,
        review::ToldGame,
        review::PositionAnalysis,
        review::Mistake,
        review::ToldMistake,
        review::ToldFound,
        review::FightLook,
        review::FightStory,
        review::ToldFight<'static>,
        review::Summary,
        review::ToldPlayers<'static>,
        review::Told<'static>,
        Stage,
        ReviewState<'static>,
        ReviewProgress<'static>,
    );
    // What a partner says of itself is said in one place.
    text.push_str("\n/**\n * What a partner may like: its name, and what to expect of it.\n */\nexport const characters = {\n");
    for character in partner::Character::ALL {
        let (name, means) = (english::character_name(character), english::character(character));
        let _ = writeln!(text, "  {:?}: {{ name: {name:?}, means: {means:?} }},", character.word());
    }
    text.push_str("};\n");
    // The names that serde gives these are those of the messages.
    let text = text
        .replace("export type review =", "export type ReviewState =")
        .replace("export type reviewing =", "export type ReviewProgress =");
    golden("src/generated.ts", &text);
}

/// A game that is taught, with a clock.
const TAUGHT: &str = r#"{"wanted":{"size":5,"colour":"black","komi":0.5,"rules":"chinese",
    "partner":{"strength":"gentle","seconds":1.0,"aim":"win"},"clock":{"main":600.0,"periods":3,"period":10.0}},
    "plays_black":true,"moves":["A1","C3"],"phase":"playing","dead":[],"result":null,"said":"I play C3.","graph":[],
    "tree":{"steps":[{"after":null,"at":"A1","judged":[0.25,-22.5],"lesson":{"number":1,"at":"A1","cost":44.75,
    "chance":0.5,"better":["C3","C2"],"named":false}},{"after":0,"at":"C3","why":{"sentence":"I play C3.",
    "reason":"most-visited","table":[{"at":"C3","visits":394,"win_rate":0.25,"lead":-22.5,"prior":0.5,
    "variation":["C3","pass"]}]}}],"here":1},"clocks":[[599.5,null],[9.25,2]]}"#;
/// A game that is counted.
const COUNTED: &str = r#"{"wanted":{"size":5,"colour":"white","handicap":2,"komi":6.5,"rules":"japanese",
    "start":{"stones":".XO...XO...XO...XO...XO..","white_first":false},
    "partner":{"strength":"strongest","seconds":1.0,"aim":"recover"}},"plays_black":false,
    "moves":["E5","pass","pass"],"phase":"over","dead":["E5"],"result":"W+12.5","said":null,"graph":[]}"#;
/// A game that was kept close.
const STEERED: &str = r#"{"wanted":{"size":5,"colour":"black","komi":0.5,"rules":"chinese",
    "partner":{"strength":"12k","seconds":1.0,"aim":"close","adapts":true,"character":"edge"}},
    "plays_black":true,"moves":["C3","A1"],"phase":"over","dead":[],"result":"B+R","said":"I play A1.","graph":[],
    "tree":{"steps":[{"after":null,"at":"C3"},{"after":0,"at":"A1","why":{"sentence":"I play A1.",
    "numbers":"You are behind by about 8 points. A1 gives back about 6 points.","reason":"keeps-close",
    "table":[{"at":"A1","visits":9,"win_rate":0.5,"lead":-2.0,"prior":0.125,"weighted":0.25,"people":0.0625,
    "status":"chosen","rule":"steers"},{"at":"C2","visits":99,"win_rate":0.25,"lead":-8.0,"prior":0.5,
    "status":"dropped","rule":"unnatural"}],"steered":{"lead":-2.0,"aim":1.5,"given":6.0}}}],"here":1}}"#;
const RECORD: &[u8] =
    b"(;SZ[5]KM[0.5]RU[Chinese]PB[Ann]BR[3k]PW[Bo]RE[B+3]C[hello]LB[aa:A]TR[bb];B[cc](;W[bb])(;W[dd]C[or]))";
const FINDINGS: &str = r#"{"judge":"network n","positions":[
    {"win_rate":0.5,"lead":0.5,"best_win_rate":0.5,"best_lead":0.5,"visits":150,"sequence":["C3"]},
    {"win_rate":0.25,"lead":-4.0,"best_win_rate":0.25,"best_lead":-4.0,"visits":150,"sequence":["D2","pass"]},
    {"win_rate":0.75,"lead":4.0,"best_win_rate":0.75,"best_lead":4.0,"visits":150,"sequence":[]}],
    "mistakes":[{"after":1,"colour":"white","played":"B4","points":8.0,"chance_before":0.25,"chance_after":0.75,
    "lead_before":-4.0,"lead_after":4.0,"better":["D2"],"answer":["C4"],
    "reason":{"what":"dies","colour":"white","count":2,"at":"B4"},"is_turning_point":true}],
    "fights":[{"place":"upper-left","looks":[{"after":1,"worth":9.0,"chance":0.5,"points":["A5","B5"],
    "sequence":["A5"]}],"peak":1,"winner":"black"}],
    "players":[{"moves":1,"points_lost":0.0,"agreed":1,"grades":[1,0,0,0]},
    {"moves":1,"points_lost":8.0,"agreed":0,"grades":[0,0,0,1]}],
    "findability":[{"after":1,"rank":"12k","own":0.25,"stronger":0.75}],
    "found":[{"after":0,"rank":"12k","own":0.125,"saved":3.5}]}"#;

fn game(id: &str, saved: &str) -> ServerMessage {
    let saved = serde_json::from_str(saved).unwrap();
    let game = TeachingGame::from_saved(saved, &LoadedNetworks::default()).unwrap();
    ServerMessage::Game(Box::new(GameState::of(id, &game)))
}

fn thinking() -> Thinking {
    let candidate =
        r#"{"at":"C3","visits":9,"win_rate":0.5,"lead":0.25,"prior":0.125,"variation":["C3","pass"]}"#;
    Thinking {
        visits: 10,
        win_rate: 0.5,
        lead: 0.25,
        spread: 8.5,
        candidates: vec![serde_json::from_str(candidate).unwrap()],
        owners: Some(vec![-0.5, 0.0, 1.0]),
        curve: vec![(-1.0, 0.25), (1.0, 0.75)],
    }
}

fn danger() -> Danger {
    let (points, black) =
        (|name: &str| serde_json::from_value::<board::Point>(json!(name)).unwrap(), Colour::Black);
    let rate = |rate: f32| WinRate::for_side(black, rate);
    let group = insight::Group {
        points: [points("C3"), points("C4")].into_iter().collect(),
        chains: [vec![vec![points("C3")]], vec![vec![points("C4")]]],
        worth: 9.0,
        won: rate(0.5),
        fate: insight::Fate::Open,
        second_opinion: Some(rate(0.75)),
        fight: None,
    };
    let reading = insight::Reading { first: black, won: rate(0.25), sequence: vec![board::Move::Pass] };
    let ending = insight::Ending { low: -7.0, high: 3.5, score: 1.5, weight: 1.0, clusters: 0..1 };
    Danger::from(Outlook {
        after: 2,
        playouts: 1_000,
        of: 20_000,
        win_rate: rate(0.5),
        lead: Lead::for_side(black, 0.5),
        second_opinion: None,
        scores: vec![(-7.0, 0.25), (3.5, 0.75)],
        endings: vec![EndingSeen { ending, critical: vec![0, 50, -100] }],
        fights: vec![FightSeen {
            in_danger: group.in_danger().collect(),
            group,
            place: Some(Place::Centre),
            sequence: vec![board::Move::Pass],
            readings: vec![reading],
        }],
    })
}

/// Every kind of message to the page, as it is sent.
fn told() -> Vec<String> {
    let listed = r#"{"id":"a","begun":1700000000,"size":9,"handicap":0,"moves":3,"black":"Ann","white":"Bo","event":null,
        "date":"2026-01-31","result":"B+3.5","you":"black","strength":"gentle","goes_on":false,
        "rank":{"rank":"17k","steps":13.5,"interval":[12.0,15.0],"sentence":"You played like 17 kyu today (18 to 15)."},
        "review":{"black_lost":0.5,"white_lost":1.5,"mistakes":2}}"#;
    let file = Collection::read(RECORD).unwrap();
    let record = Reviewed::read(&file.trees[0]).unwrap();
    let findings: Findings = serde_json::from_str(FINDINGS).unwrap();
    let graph = vec![(0, 0.5, 0.25).into()];
    let progress = ReviewProgress { id: "c", done: 0.5, graph };
    let lost = serde_json::from_value(json!("B2")).unwrap();
    let messages = [
        game("a", TAUGHT),
        game("b", COUNTED),
        game("d", STEERED),
        ServerMessage::Thinking(thinking()),
        ServerMessage::Danger(Box::new(danger())),
        ServerMessage::Hint { at: "C3".into(), sentence: "I would play C3.".into() },
        ServerMessage::Games { games: vec![serde_json::from_str(listed).unwrap()] },
        ServerMessage::trouble(&Refusal::NotYourTurn),
        ServerMessage::Explored(Explored { number: 1, thinking: thinking() }),
        ServerMessage::Exercise(ExerciseState::after(tutor::Exercise::Count, &[lost])),
        ServerMessage::NotExplored { number: 2, text: "C3 is not possible.".into() },
    ];
    let reviews =
        [None, Some(findings)].map(|found| ReviewSession::new("c".into(), record.clone(), found).state());
    let mut all: Vec<String> = messages.iter().chain(&openings_told()).map(ServerMessage::text).collect();
    all.extend(reviews.iter().map(|review| review.to_string()));
    all.push(serde_json::to_string(&progress).unwrap());
    all
}

#[test]
fn both_sides_test_the_same_examples() {
    let asked = asked();
    for message in asked.as_array().unwrap() {
        serde_json::from_value::<ClientMessage>(message.clone())
            .unwrap_or_else(|error| panic!("{message}: {error}"));
    }
    let mut text = String::from(
        "// Every kind of message, as the server reads and writes it. Made by `UPDATE_GOLDEN=1 cargo test -p web typescript`.\n\n\
         import type { FromServer, ToServer } from \"../src/messages\";\n\n",
    );
    let lines =
        |messages: Vec<String>| messages.iter().map(|message| format!("  {message},\n")).collect::<String>();
    let asked: Vec<String> = asked.as_array().unwrap().iter().map(Value::to_string).collect();
    let _ = write!(text, "export const asked: ToServer[] = [\n{}];\n\n", lines(asked));
    let _ = write!(text, "export const told: FromServer[] = [\n{}];\n", lines(told()));
    golden("test/examples.ts", &text);
}
