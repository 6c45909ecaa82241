//! Why something cannot be done.

use board::Move;

/// Why something cannot be done, for the player to read. Texts in it come from errors that name the cause themselves.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    // A game that is asked for.
    BoardSize,
    UnknownRules(String),
    Komi,
    ImpossibleStones,
    CaptureGoal {
        most: usize,
    },
    MoveTime,
    ClockRange,
    ClockWithoutTime,
    // A game that is played.
    NotYourTurn,
    BeingCounted,
    NotBeingCounted,
    GameOver,
    TooManyVariations,
    NotAPoint(String),
    IllegalMove {
        mv: Move,
        error: String,
    },
    NoStone,
    NotReadyToResign,
    NothingToConfirm,
    NothingToTakeBack,
    NeverPlayed,
    NoHintNow,
    /// The partner could not think.
    CannotThink(String),
    // Games that were saved, and their reviews.
    DamagedGame,
    GameGone,
    GameTooShort,
    NotReviewed,
    NoGame,
    NoGameToContinue,
    NoGameToExplore,
    AnotherGame,
    NotStored(String),
    ReviewNotStored(String),
    ReviewFailed(Option<String>),
    // Files.
    FileLate,
    FileLost,
    FileTooLarge,
    TooManyGamesInFile {
        most: usize,
    },
    EmptyFile,
    BoardNotShown {
        width: usize,
        height: usize,
    },
    // Players that learn to open.
    NotAnOpener(String),
    OpenerGone(String),
    OtherOpener {
        file: String,
        player: String,
    },
    OtherLearning {
        file: String,
        how: String,
    },
    OpenerNotStored(String),
    OpeningOver,
    SameOpener,
    OtherBoard,
    LearningFailed(String),
    // The server.
    TooManyGames,
    TooManyReviews,
    TooManyPages,
    TooMuchAtOnce,
    NoThread(String),
    BrokeOff,
    Fault,
    NotAMessage(String),
    NoSuchPage,
    ForeignName,
    ForeignPage,
    NoToken,
    DamagedDatabase {
        games: String,
        cause: String,
        aside: String,
    },
    /// What an error says of itself.
    Error(String),
}

impl Refusal {
    /// An error that names its cause.
    pub fn error(error: impl ToString) -> Refusal {
        Refusal::Error(error.to_string())
    }
}
