//! `shidogo openings`: players that learn to open by temporal differences.

mod expert;
mod learn;
mod progress;
mod settings;
mod show;
mod tournament;

pub use expert::{ExpertArguments, expert};
pub use learn::{learn_all, lock, open};
pub use progress::Shown;
pub use settings::SettingsArguments;

/// Learn to open a game by playing openings against oneself.
///
/// A player sees simple features of every point, named by letters as in the paper of Huang, Connell and McQuade (2003):
/// A, which all players have, is the stone on the point and whether one may play there; B the distances to the two nearest
/// edges; C the liberties of the block; D its stones; E friendly and enemy stones near it. A small network says what lead
/// to expect. After ten moves a side an expert finishes the game, and the network learns from the result.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo openings learn --player ADE --out openings        learn, in a minute or two\n  \
    shidogo openings show openings/ADE.opening                where it wants to play first\n  \
    shidogo openings tournament openings/*.opening --out cup  a round robin\n  \
    shidogo lab openings --quick --out lab/openings           the paper's tables beside ours"
)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Learn(Box<learn::Arguments>),
    Show(show::Arguments),
    Tournament(tournament::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.what {
        What::Learn(arguments) => learn::run(arguments),
        What::Show(arguments) => show::run(arguments),
        What::Tournament(arguments) => tournament::run(arguments),
    }
}
