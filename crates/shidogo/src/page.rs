//! `shidogo page`, and `shidogo` alone: opens a board in the browser.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use web::{Options, StoreError, WebError};

/// Play in the browser. This is the default without a subcommand.
///
/// Prints the address and opens it. Only this machine can reach it, unless you use --listen, and only with
/// the token in the address. Every start makes a new token; a browser that has been let in stays in for 30
/// days. Games are saved in your data folder. If another Shidogo already serves that folder, this opens the
/// one that runs.
#[derive(clap::Args, Default)]
#[command(after_help = "\
Examples:
  shidogo                                 play
  shidogo page --no-open                  only print the address
  shidogo page --listen 192.168.0.7:3141  let others on your network play, if they know the address with its token")]
pub struct Arguments {
    /// Address to listen on [default: 127.0.0.1 and the first free port from 3141].
    #[arg(long, value_name = "IP:PORT")]
    listen: Option<SocketAddr>,
    /// Folder for saved games.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Do not open a browser. Use this if yours cannot read the data folder, as some packaged browsers, and
    /// open the printed address yourself.
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
        // With --listen, only that address will do.
        Err(WebError::Store(StoreError::Served { address: Some(address), .. }))
            if options.listen.is_none() =>
        {
            println!("Shidogo is already running at {address}");
            if opens {
                open(&options.data, &address).and_then(|opening| opening.join().ok());
            }
            Ok(())
        }
        done => Ok(done?),
    }
}

/// On Linux there may be none; elsewhere there always is one.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Opens a file that redirects to the address, because other users can see the arguments of a program. If
/// this fails, the address has been printed.
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
    // Some openers run as long as the browser does; the server does not wait for them.
    Some(std::thread::spawn(move || {
        let _ = opening.wait();
    }))
}
