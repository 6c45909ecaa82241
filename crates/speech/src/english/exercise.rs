//! What a beginner is told in an exercise: one or two short sentences, and never a number but of stones and points.

use super::number;
use crate::ExerciseComment;

pub fn exercise(comment: &ExerciseComment) -> String {
    use ExerciseComment::*;
    let text = match comment {
        Occupied => "There is a stone already. Stones go on empty points and never move.",
        Suicide => "A stone would have no liberty there, so the rules do not allow it.",
        Ko => "Not yet: that would bring back the board of a moment ago. Play somewhere else first.",
        NotCaptured { stones: 1, at, liberty } => {
            return format!("The stone at {at} still has a liberty at {liberty}. Fill it.");
        }
        NotCaptured { stones, at, liberty } => {
            return format!(
                "The {} stones at {at} still share a liberty at {liberty}. Fill it.",
                number(*stones)
            );
        }
        Captured { stones, left: 1, left_at } => {
            return format!("{} off the board. Now the stone at {left_at}.", captured(*stones));
        }
        Captured { stones, left, left_at } => {
            return format!(
                "{} off the board. Stones that touch along a line share their liberties: the {} at {left_at} have one left.",
                captured(*stones),
                number(*left)
            );
        }
        AllCaptured => "All captured. Stones without a liberty leave the board.",
        Saved { liberties } => {
            return format!(
                "Saved. It has {} liberties now, and White cannot capture it next.",
                number(*liberties)
            );
        }
        Lost { liberty } => {
            return format!("White filled its last liberty, {liberty}, and captured it. Get there first.");
        }
        TookKo { back_at } => {
            return format!(
                "Captured. White would like to take back at {back_at}, but that would repeat the board. That is the rule of ko: \
                 White had to play elsewhere. Now fill {back_at} and the ko is yours."
            );
        }
        KoTakenBack { retake_at } => {
            return format!(
                "White took back. Now the rule holds for you: play somewhere else first, then take at {retake_at} again."
            );
        }
        KoIsFree { retake_at } => {
            return format!("The board has changed. You may take at {retake_at} again.");
        }
        KoEnded => "The ko is over. Your stones are connected.",
        KoFilled => "White filled the ko before you took. Capture the marked stone first.",
        TwoEyes { eyes: [one, other] } => {
            return format!(
                "Two eyes, {one} and {other}. White cannot play in either: a stone there would have no liberty. Your stones live."
            );
        }
        OneEye { at } => {
            return format!(
                "White took {at}. One eye is left, and White can fill one eye. You needed that point."
            );
        }
        BorderClosed => "Closed, and White closed the other hole. Every point now belongs to one of you.",
        BorderClosedBehind { lost } => {
            return format!("That holds too, one line further back: {lost} is White's now.");
        }
        BorderOpen { at } => {
            return format!(
                "White came in at {at}, and now nobody can say whose the left side is. Close that hole."
            );
        }
        Counted { stones, territory, white } => {
            let black = stones + territory;
            return format!(
                "You have {stones} stones and {territory} points around them: {black}. White has {white}. {}",
                match black.cmp(white) {
                    std::cmp::Ordering::Greater => format!("You win by {}.", black - white),
                    std::cmp::Ordering::Less => format!("White wins by {}.", white - black),
                    std::cmp::Ordering::Equal => "A draw.".into(),
                }
            );
        }
        StoneLives => "Those stones live. Look for the white one that is alone in your area.",
        NothingToPlay => "There is nothing left to play. Click the white stone that is alone in your area.",
    };
    text.into()
}

fn captured(stones: usize) -> String {
    match stones {
        0 | 1 => "Captured: the stone is".into(),
        stones => format!("Captured: the {} stones are", number(stones)),
    }
}
