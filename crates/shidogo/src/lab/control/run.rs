//! Playing and measuring the matches of an experiment.

use std::io::Write;
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::Context;
use arena::MatchError;
use arena::control::ControlGames;
use arena::results::{self, Entry};

use super::{Experiment, Planned};
use crate::match_;

impl Experiment<'_> {
    /// Plays what is missing of the matches, and measures each as soon as it is complete.
    pub fn run(
        &self,
        name: &str,
        planned: &[Planned],
        report: impl Fn(&[ControlGames]) -> String,
    ) -> anyhow::Result<()> {
        let mut seen: Vec<Option<ControlGames>> = planned.iter().map(|_| None).collect();
        let played = thread::scope(|scope| {
            let (sender, complete) = mpsc::channel();
            let playing = scope.spawn(move || play(planned, self.common.threads, sender));
            for (place, entries) in complete {
                seen[place] = Some(self.measure(&planned[place], &entries)?);
                self.write(name, &seen, &report)?;
            }
            let played = playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            played.map_err(anyhow::Error::from)
        })?;
        // Those that were complete before.
        for (place, entries) in played.iter().enumerate() {
            if seen[place].is_none() {
                seen[place] = Some(self.measure(&planned[place], entries)?);
            }
        }
        let [markdown, json] = self.write(name, &seen, &report)?;
        write!(std::io::stdout(), "{}", if self.common.json { json } else { markdown })?;
        Ok(())
    }

    fn measure(&self, planned: &Planned, entries: &[Entry]) -> anyhow::Result<ControlGames> {
        let (pairing, threads) = (&planned.pairing, self.common.threads);
        let found =
            ControlGames::measure(pairing.clone(), &planned.folder, entries, &self.policy_nets, threads)?;
        let (size, tally) = (pairing.size, found.tally);
        let result = format!("+{} -{} ={}", tally.wins, tally.losses, tally.draws);
        eprintln!("{size}x{size} {} against {}: {result}", pairing.player, pairing.opponent);
        Ok(found)
    }

    /// Writes what is known so far, as Markdown and as JSON, and returns both.
    fn write(
        &self,
        name: &str,
        seen: &[Option<ControlGames>],
        report: impl Fn(&[ControlGames]) -> String,
    ) -> anyhow::Result<[String; 2]> {
        let known: Vec<ControlGames> = seen.iter().flatten().cloned().collect();
        let json = serde_json::json!({ "experiment": name, "players": known });
        let texts = [report(&known), serde_json::to_string_pretty(&json)? + "\n"];
        for (file, text) in ["report.md", "report.json"].into_iter().zip(&texts) {
            let path = self.common.out.join(file);
            atomic_file::write(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(texts)
    }
}

/// Plays all matches with the same threads. A match is sent as soon as it is complete.
fn play(
    planned: &[Planned],
    threads: usize,
    complete: Sender<(usize, Vec<Entry>)>,
) -> Result<Vec<Vec<Entry>>, MatchError> {
    let games = |planned: &Planned| planned.the_match.settings.games;
    let played = |planned: &Planned| results::read(&planned.folder).map_or(0, |(_, entries)| entries.len());
    let bar = match_::progress_bar(planned.iter().map(games).sum());
    if let Some(bar) = &bar {
        bar.set_position(planned.iter().map(played).sum::<usize>() as u64);
        bar.reset_eta();
    }
    let observe = |place: usize, _: &Entry, all: &[Entry]| {
        if let Some(bar) = &bar {
            bar.inc(1);
        }
        if all.len() == games(&planned[place]) {
            // Whoever listened has failed already.
            let _ = complete.send((place, all.to_vec()));
        }
    };
    let matches: Vec<_> =
        planned.iter().map(|planned| (&planned.the_match, planned.folder.as_path())).collect();
    let played = arena::run_all(&matches, threads, &observe);
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    played
}
