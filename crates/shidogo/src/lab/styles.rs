//! `shidogo lab styles`: characters against the same player without one.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::results::Entry;
use arena::styles::{BoardStyles, CharacterGames, opening_moves, report};
use arena::{PlayerSpec, Preset};
use board::Size;
use partner::Character;

use super::base_player::BasePlayer;
use super::contest::Contest;

#[derive(clap::Args)]
pub struct Arguments {
    /// Who has the characters, as shidogo match writes players: net:FILE, level:RANK or preset:NAME.
    #[arg(long, value_name = "PLAYER", default_value = "net:default")]
    player: String,
    /// Character to measure, instead of all; may be repeated.
    #[arg(long, value_name = "NAME", value_parser = read_character)]
    character: Vec<Character>,
    /// Board size; may be repeated [default: 9, 13 and 19].
    #[arg(long, value_name = "N")]
    size: Vec<usize>,
    /// Games of each character [default: 40, as in the paper].
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Visits per move [default: 100; levels have their own].
    #[arg(long, value_name = "N")]
    visits: Option<u64>,
    /// Quick check that everything works: 4 games of each on 9×9 with 8 visits, unless you set them.
    #[arg(long)]
    quick: bool,
    /// Stop games after the opening in which the paper counts moves: 40 moves on 13×13 and 60 on 19×19. That is several
    /// times faster and says nothing about strength.
    #[arg(long)]
    openings: bool,
    /// Number of games to play at once.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Folder for the games and the report.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

fn read_character(word: &str) -> Result<Character, String> {
    // Those that are trained have an experiment of their own.
    let characters = || Character::ALL.into_iter().filter(|c| *c != Character::None && !c.is_trained());
    let known: Vec<&str> = characters().map(Character::word).collect();
    let found = characters().find(|character| character.word() == word);
    found.ok_or_else(|| format!("use one of {}", known.join(", ")))
}

fn with(base: &BasePlayer, character: Character) -> PlayerSpec {
    let name = match character {
        Character::None => base.preset.name.clone(),
        character => format!("{}+{character}", base.preset.name),
    };
    PlayerSpec::Preset(Preset { name, ..base.preset.clone() })
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let games = arguments.games.unwrap_or(if arguments.quick { 4 } else { 40 });
    if games == 0 || arguments.threads == 0 {
        bail!("--games and --threads must be at least 1");
    }
    let sizes = match (arguments.size.is_empty(), arguments.quick) {
        (false, _) => arguments.size.clone(),
        (true, true) => vec![9],
        (true, false) => vec![9, 13, 19],
    };
    if let Some(size) = sizes.iter().find(|size| Size::playable(**size).is_none()) {
        bail!("--size {size} is not a board: use 2 to 19");
    }
    let base = BasePlayer::new(&arguments.player, arguments.visits, arguments.quick)?;
    let network = base.network_inside()?;
    let chosen = |character: &Character| {
        // The player without a character is what all others are compared with.
        *character == Character::None
            || (arguments.character.is_empty() && !character.is_trained())
            || arguments.character.contains(character)
    };
    let characters: Vec<Character> = Character::ALL.into_iter().filter(chosen).collect();
    let mut boards: Vec<BoardStyles> = Vec::new();
    for size in sizes {
        boards.push(BoardStyles { size, openings_only: arguments.openings, characters: Vec::new() });
        for character in &characters {
            let folder = arguments.out.join(format!("{size}x{size}")).join(character.word());
            let entries = play(&base, *character, size, games, arguments, &folder)?;
            let read = CharacterGames::read(*character, &folder, &entries, &network, arguments.threads)?;
            if let Some(board) = boards.last_mut() {
                board.characters.push(read);
            }
            write(&arguments.out, &report(&with(&base, Character::None).to_string(), &boards))?;
        }
    }
    let text = report(&with(&base, Character::None).to_string(), &boards);
    write!(std::io::stdout(), "{text}")?;
    Ok(())
}

fn write(folder: &Path, text: &str) -> anyhow::Result<()> {
    let path = folder.join("report.md");
    atomic_file::write(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// Plays what is missing of a match, and returns all of its games.
fn play(
    base: &BasePlayer,
    character: Character,
    size: usize,
    games: usize,
    arguments: &Arguments,
    folder: &Path,
) -> anyhow::Result<Vec<Entry>> {
    let (first, second) = (with(base, character), with(base, Character::None));
    let contest = Contest {
        first,
        second,
        names: [character.to_string(), "normal".into()],
        size,
        komi: None,
        games,
        seed: arguments.seed,
        move_limit: arguments.openings.then(|| opening_moves(size)),
        openings: None,
        comment: None,
    };
    let contest = contest.into_match(&base.nets, arguments.threads);
    let entries = contest.run(folder, &|_, _| {})?;
    let tally = arena::tally(&entries);
    eprintln!("{size}x{size} {character}: +{} -{} ={}", tally.wins, tally.losses, tally.draws);
    Ok(entries)
}
