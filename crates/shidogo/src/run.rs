//! `shidogo run`: how a learning run is doing.

use std::fmt::Write;
use std::net::SocketAddr;
use std::time::SystemTime;

use learning::{Run, Status};

/// See how a learning run is doing, in a folder or in an object store.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shidogo run status --run s3://bucket/runs/9x9
  shidogo run watch --run runs/tiny               a page that renews itself, at http://127.0.0.1:3140")]
pub struct Arguments {
    #[command(subcommand)]
    job: Job,
}

#[derive(clap::Subcommand)]
enum Job {
    /// Print generations, games, workers and throughput.
    Status(Place),
    /// Serve the same as a page, with the run's curves. It renews itself.
    Watch(Watch),
}

#[derive(clap::Args)]
struct Place {
    /// Folder or address of the run.
    #[arg(long, value_name = "URL")]
    run: String,
}

#[derive(clap::Args)]
struct Watch {
    #[command(flatten)]
    place: Place,
    /// Address to listen on. Everybody who can reach it can read the page.
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:3140")]
    listen: SocketAddr,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.job {
        Job::Status(place) => {
            let run = Run::at(&place.run, None)?;
            print!("{}", text(&Status::of(&run, SystemTime::now())?));
            Ok(())
        }
        Job::Watch(watch) => {
            let run = Run::at(&watch.place.run, None)?;
            let ready = |address| println!("The run is at http://{address} (Ctrl-C ends it)");
            Ok(web::serve_status(watch.listen, ready, move || page(&run))?)
        }
    }
}

/// A line of what is shown: what it is, and what it says.
type Line = (String, String);

fn lines(status: &Status) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut add = |name: &str, text: String| lines.push((name.into(), text));
    add("run", format!("{} at {}", status.name, status.address));
    match status.generation {
        Some(newest) => add("generation", format!("{newest} of {}", status.generations)),
        None => add("generation", "none yet".into()),
    }
    add("new games", format!("{} of {}", status.new_games, status.games_per_generation));
    let megabytes = status.bytes as f64 / 1e6;
    add("all games", format!("{} in {} batches, {megabytes:.1} MB", status.games, status.batches));
    match status.rejected {
        0 => add("set aside", "nothing".into()),
        batches => add("set aside", format!("something in {batches} batches")),
    }
    let rate = status.evaluations_per_second();
    add("throughput", format!("{:.0} games per hour, {rate:.0} evaluations/s", status.games_per_hour));
    if let Some((generation, elo)) = status.elo.last() {
        add("Elo", format!("{elo:.0} (generation {generation}, within the run)"));
    }
    if let Some(line) = status.log.last() {
        let (policy, value) = (line.losses.policy, line.losses.value);
        add("losses", format!("policy {policy:.3}, value {value:.4} (generation {})", line.generation));
    }
    add("workers", format!("{} seen in the last 5 minutes", status.workers.len()));
    for (name, beat, ago) in &status.workers {
        let text = format!(
            "network {}, {} games, {:.0} evaluations/s, {} waiting, {} s ago",
            beat.generation,
            beat.games,
            beat.evaluations_per_second,
            beat.waiting,
            ago.as_secs()
        );
        add(&format!("  {name}"), text);
    }
    if status.clock_behind.as_secs() > 30 {
        let seconds = status.clock_behind.as_secs();
        add("clock", format!("this machine's is {seconds} s behind the store's, or was the last worker's"));
    }
    lines
}

fn text(status: &Status) -> String {
    let lines = lines(status);
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    lines.iter().fold(String::new(), |mut text, (name, value)| {
        let _ = writeln!(text, "{name:width$}  {value}");
        text
    })
}

/// The page, or why there is none now.
fn page(run: &Run) -> String {
    let (rows, curves) = match Status::of(run, SystemTime::now()) {
        Ok(status) => (lines(&status), status.curves().unwrap_or_default()),
        Err(error) => (vec![("error".into(), error.to_string())], String::new()),
    };
    let rows = rows.iter().fold(String::new(), |mut text, (name, value)| {
        let _ = write!(text, "<tr><th>{}</th><td>{}</td></tr>", escaped(name), escaped(value));
        text
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"15\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{name}</title>\n\
         <style>body {{ font: 16px system-ui, sans-serif; margin: 1em auto; padding: 0 1em; max-width: 900px; }} \
         th {{ text-align: left; vertical-align: top; padding-right: 1em; font-weight: normal; color: #555; }} \
         svg {{ width: 100%; height: auto; margin-top: 1em; }}</style>\n\
         <h1>{name}</h1>\n<table>{rows}</table>\n{curves}\n</html>\n",
        name = escaped(&run.settings().name),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
