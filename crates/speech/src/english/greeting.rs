//! The partner's first words.

use partner::SteeringAim;

use super::rank::in_words;
use super::{inside, number};
use crate::Greeting;

pub fn greeting(greeting: &Greeting) -> String {
    match *greeting {
        Greeting::Lost { stones: 1, at } => format!("Last time you lost a stone {}. Let's see.", inside(at)),
        Greeting::Lost { stones, at } => {
            format!("Last time you lost {} stones {}. Let's see.", number(stones), inside(at))
        }
        Greeting::GotAway { stones: 1, at } => {
            format!("Last time a stone of mine got away {}. Let's see.", inside(at))
        }
        Greeting::GotAway { stones, at } => {
            format!("Last time {} of my stones got away {}. Let's see.", number(stones), inside(at))
        }
        Greeting::LostTerritory { at } => {
            format!("Last time you lost territory {}. Let's see.", inside(at))
        }
        Greeting::Missed { at } => {
            format!("Last time you missed a big move {}. Let's see.", inside(at))
        }
        Greeting::Level { rank, side } => {
            format!("I play like {} on {side}×{side} today. Have a good game!", in_words(rank))
        }
        Greeting::Aims { aim: SteeringAim::Half | SteeringAim::Even, side } => {
            format!("Let's have a close game on {side}×{side}. Have fun!")
        }
        Greeting::Aims { aim: SteeringAim::Lose, side } => {
            format!("I won't make it too hard for you on {side}×{side} today. Have fun!")
        }
        Greeting::Aims { aim: SteeringAim::Win, side } => {
            format!("I will try to stay just ahead of you on {side}×{side} today. Have fun!")
        }
        Greeting::Aims { aim: SteeringAim::Lead, side } => {
            format!("I will try to get ahead on {side}×{side}. Catch up in the endgame!")
        }
        Greeting::Beginner { side } => {
            format!("I learnt the rules last week. Let's play on {side}×{side}!")
        }
        Greeting::Captures { goal: 1 } => "Whoever captures first wins. Have fun!".into(),
        Greeting::Captures { goal } => {
            format!("The first to capture {} stones wins. Have fun!", number(goal))
        }
    }
}
