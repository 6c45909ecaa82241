//! `shidogo page`, and `shidogo` alone: a board in the browser.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use web::{Options, StoreError, WebError};

/// Play in the browser; this is what happens without a subcommand.
///
/// Prints the address and opens it. Only this machine can come to it unless --listen is given, and only with the token
/// that is in the address; every start has another one, and a browser that was let in once needs none for 30 days. Games
/// are kept under the user's data folder. Where another Shidogo serves that folder already, that one is opened.
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
    /// Do not open a browser: where one may not read the data folder, as some packaged ones, open the printed address.
    #[arg(long)]
    no_open: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let data = arguments.data.clone().or_else(web::data_folder).ok_or(StoreError::NoFolder)?;
    let options = Options { listen: arguments.listen, data, ..Options::default() };
    let opens = !arguments.no_open && has_display();
    let ready = |ready: &web::Ready| {
        if let Some(notice) = ready.notice {
            eprintln!("shidogo: {notice}");
        }
        println!("Shidogo is at {} (Ctrl-C ends it)", ready.address);
        if opens {
            open(&options.data, ready.address);
        }
    };
    match web::serve(&options, ready, std::future::pending()) {
        // Whoever named an address of their own wants that one.
        Err(WebError::Store(StoreError::Served { address: Some(address), .. }))
            if options.listen.is_none() =>
        {
            println!("Shidogo is running already, at {address}");
            if opens {
                open(&options.data, &address).and_then(|opening| opening.join().ok());
            }
            Ok(())
        }
        done => Ok(done?),
    }
}

/// Elsewhere there always is one.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Opens a file that leads to the address: what a program is started with is no secret on this machine. Where that does
/// not work, the address has been printed.
fn open(data: &Path, address: &str) -> Option<std::thread::JoinHandle<()>> {
    let file = web::redirect_file(data, address).ok()?;
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut opening = command.spawn().ok()?;
    // Some openers stay for as long as the browser does; the server does not wait for them.
    Some(std::thread::spawn(move || {
        let _ = opening.wait();
    }))
}
