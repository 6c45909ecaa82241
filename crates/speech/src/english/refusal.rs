//! Why something cannot be done.

use crate::Refusal;

/// One line.
pub fn refusal(refusal: &Refusal) -> String {
    let text = match refusal {
        Refusal::BoardSize => "Boards are from 5×5 to 19×19.",
        Refusal::UnknownRules(name) => return format!("There are no rules '{}'.", name.escape_default()),
        Refusal::Komi => "That komi is not possible.",
        Refusal::ImpossibleStones => "Those stones cannot be on a board.",
        Refusal::CaptureGoal { most } => {
            return format!("A capture game is played to 1 to {most} captures.");
        }
        Refusal::MoveTime => "A move takes from 0.05 to 600 seconds.",
        Refusal::ClockRange => {
            "A clock has up to a day of main time, and up to 99 periods of a second to a day."
        }
        Refusal::ClockWithoutTime => "A clock needs some time.",
        Refusal::NotYourTurn => "It is not your turn.",
        Refusal::BeingCounted => "The game is being counted: agree, or play on.",
        Refusal::NotBeingCounted => "The game is not being counted.",
        Refusal::GameOver => "The game is over.",
        Refusal::TooManyVariations => "There are too many variations: begin a new game.",
        Refusal::NotAPoint(text) => {
            return format!("'{}' is not a point on this board.", text.escape_default());
        }
        Refusal::IllegalMove { mv, error } => return format!("{mv} is not possible: {error}."),
        Refusal::NoStone => "There is no stone.",
        Refusal::NotReadyToResign => "I am not ready to resign.",
        Refusal::NothingToConfirm => "There is no move to confirm.",
        Refusal::NothingToTakeBack => "There is nothing to take back.",
        Refusal::NeverPlayed => "That move was never played.",
        Refusal::NoHintNow => "Ask when it is your turn.",
        Refusal::CannotThink(error) => return format!("I cannot think here: {error}."),
        Refusal::DamagedGame => "The game that was saved is damaged.",
        Refusal::GameGone => "That game is not there any more.",
        Refusal::GameTooShort => "The game is not that long.",
        Refusal::NotReviewed => "That game has not been reviewed yet.",
        Refusal::NoGame => "There is no game yet.",
        Refusal::NoGameToContinue => "No game is open to go on from.",
        Refusal::NoGameToExplore => "No game is open to try moves in.",
        Refusal::AnotherGame => "This is another game.",
        Refusal::NotStored(error) => return format!("The game could not be stored: {error}."),
        Refusal::ReviewNotStored(error) => return format!("The review could not be stored: {error}."),
        Refusal::ReviewFailed(Some(error)) => return format!("The review failed: {error}."),
        Refusal::ReviewFailed(None) => "The review failed.",
        Refusal::FileLate => "The file did not arrive in time.",
        Refusal::FileLost => "The file did not arrive.",
        Refusal::FileTooLarge => "A file may have 1 MB at most.",
        Refusal::TooManyGamesInFile { most } => return format!("A file may have {most} games at most."),
        Refusal::EmptyFile => "The file holds no game.",
        Refusal::BoardNotShown { width, height } => {
            return format!("A board of {width}×{height} cannot be shown here: 5×5 to 19×19 can.");
        }
        Refusal::NotAnOpener(name) => {
            return format!("'{}' is not a player of openings.", name.escape_default());
        }
        Refusal::OpenerGone(player) => return format!("{player} has not learnt anything yet."),
        Refusal::OtherOpener { file, player } => {
            return format!("{file} holds another player, {player}: rename it, or remove it.");
        }
        Refusal::OtherLearning { file, how } => {
            return format!("{file} learnt in another way ({how}): use it with shidogo openings.");
        }
        Refusal::OpenerNotStored(error) => {
            return format!("The player could not be stored, so it stopped learning: {error}.");
        }
        Refusal::OpeningOver => "The opening is over: play on, or begin another one.",
        Refusal::SameOpener => "Choose two different players.",
        Refusal::OtherBoard => "Both players must have learnt on the same board.",
        Refusal::LearningFailed(error) => return format!("Learning stopped: {error}."),
        Refusal::TooManyGames => "Too many games are open: close another one first.",
        Refusal::TooManyReviews => "Too many reviews are waiting already.",
        Refusal::TooManyPages => "Too many pages are open.",
        Refusal::TooMuchAtOnce => "That was too much at once.",
        Refusal::NoThread(error) => return format!("No thread to think on: {error}."),
        Refusal::BrokeOff => {
            "Something went wrong in this game, and it stopped here. Every move is kept: load the page again to go on."
        }
        Refusal::Fault => "Something went wrong.",
        Refusal::NotAMessage(error) => return format!("That message means nothing: {error}."),
        Refusal::NoSuchPage => "There is no such page.",
        Refusal::ForeignName => "This is not the name of this server.",
        Refusal::ForeignPage => "Other pages may not ask here.",
        Refusal::NoToken => {
            "Please open the address that shidogo printed when it was started: it has the token."
        }
        Refusal::DamagedDatabase { games, cause, aside } => {
            return format!(
                "The games in {games} are damaged ({cause}). They were set aside as {aside}, and this starts without \
                 games; sqlite3's command .recover may get them back."
            );
        }
        Refusal::Error(error) => return format!("{}.", error.trim_end_matches('.')),
    };
    text.into()
}
