//! `shidogo page`, and `shidogo` alone: a board in the browser.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use web::{Options, StoreError};

/// Play in the browser; this is what happens without a subcommand.
///
/// Prints the address and opens it. Only this machine can come to it unless --listen is given, and only with the token
/// that is in the address. Games are kept under the user's data folder.
#[derive(clap::Args, Default)]
#[command(after_help = "\
Examples:
  shidogo                                 play
  shidogo page --no-open                  print the address only
  shidogo page --listen 192.168.0.7:3141  let others in the same network play, who know the address with its token")]
pub struct Arguments {
    /// The address to listen at; without it 127.0.0.1 and the next free port from 3141.
    #[arg(long, value_name = "IP:PORT")]
    listen: Option<SocketAddr>,
    /// The folder where games are kept.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let data = arguments.data.clone().or_else(web::data_folder).ok_or(StoreError::NoFolder)?;
    let options = Options { listen: arguments.listen, data, ping: None };
    web::serve(&options, |address| {
        println!("Shidogo is at {address} (Ctrl-C ends it)");
        if !arguments.no_open && has_display() {
            open(address);
        }
    })?;
    Ok(())
}

/// Elsewhere there always is one.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Where that does not work, the address has been printed.
fn open(address: &str) {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut opening) = command.spawn() {
        // Some openers stay for as long as the browser does; nobody waits for them here.
        std::thread::spawn(move || opening.wait());
    }
}
