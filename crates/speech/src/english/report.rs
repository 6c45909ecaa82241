//! The words of the page that a review is printed on.

use board::Move;

use super::moves;

pub const LANGUAGE: &str = "en";
pub const COURSE: &str = "The course of the game";
pub const COURSE_PICTURE: &str = "Win rates, leads and fights over the moves";
pub const WIN_RATE: &str = "Black's win rate";
pub const LEAD: &str = "Black's lead in points";
pub const FIGHT_ROWS: &str =
    "Fights: wide where much is at stake, dark where Black is winning it, light where White is";
pub const PLAYERS: &str = "The players";
pub const MISTAKES: &str = "The mistakes that mattered";
/// Where the ranks of the players are known.
pub const FIRST: &str = "Look at these first";
pub const OTHERS: &str = "The other mistakes that mattered";
pub const WELL_FOUND: &str = "Well found";
pub const FIGHTS: &str = "The fights";
pub const EVERY_MOVE: &str = "Every move";
pub const NO_MISTAKES: &str = "None: no move cost anything that mattered.";
pub const NO_FIGHTS: &str = "No large fight was seen.";
pub const TURNING_POINT: &str = "the turning point";
/// The head of the table of players.
pub const PLAYER_COLUMNS: [&str; 7] =
    ["Player", "Points lost per move", "Shidogo's choice", "Good", "1–3 points", "3–6 points", "More"];
/// The head of the table of moves.
pub const MOVE_COLUMNS: [&str; 6] =
    ["Move", "Played", "Shidogo would play", "Points lost", "Black's win rate", "Black's lead"];

pub fn title(players: &str) -> String {
    format!("Review: {players}")
}

pub fn footer(engine: &str) -> String {
    format!("Reviewed by Shidogo, {engine}. Win rates are those between players as strong as Shidogo.")
}

pub fn rules(name: &str) -> String {
    format!("{name} rules")
}

pub fn komi(komi: impl std::fmt::Display) -> String {
    format!("komi {komi}")
}

pub fn handicap(stones: usize) -> String {
    format!("handicap {stones}")
}

pub fn move_count(count: usize) -> String {
    format!("{count} moves")
}

pub fn set_up_after(number: usize) -> String {
    format!("Stones were set up after move {number}: the review begins there.")
}

pub fn ends_early(error: &str) -> String {
    format!("The record ends early: {error}.")
}

pub fn move_title(number: usize, colour: &str, played: Move) -> String {
    format!("Move {number}: {colour} {played}")
}

pub fn played_line(line: &[Move]) -> String {
    format!("Played, and what may follow: {}", moves(line))
}

pub fn better_line(line: &[Move]) -> String {
    format!("Better: {}", moves(line))
}

pub fn picture_of_played(number: usize) -> String {
    format!("Move {number} as it was played")
}

pub fn picture_of_better(number: usize) -> String {
    format!("Better at move {number}")
}

pub fn picture_of_fight(fight: usize, number: usize) -> String {
    format!("Fight {fight} at move {number}")
}

pub fn fight_on_board(number: usize, win_rate: &str) -> String {
    format!("The board is that of move {number}; Black wins it there with {win_rate}.")
}
