//! GNU Go as the expert, as in the paper: several processes, each of which is started again when it dies or hangs.

use std::io::ErrorKind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use board::{Colour, Komi, Move};
use evaluation::Lead;
use gtp_client::{Engine, EngineError, Reply};

use super::{Expert, ExpertError, ExpertSettings, Unfinished};

/// Debian installs games where not every account looks for programs.
const ELSEWHERE: &str = "/usr/games/gnugo";
/// How often a game is tried, with another seed each time: some bugs of an engine depend on it.
const ATTEMPTS: u32 = 3;
/// Moves per point of the board after which a game is scored as it stands.
const MOST_MOVES: usize = 3;

/// A pool of processes.
pub struct GnuGo {
    command_line: String,
    timeout: Duration,
    /// `None` before the first game and after a failure.
    engines: Vec<Option<Engine>>,
}

impl GnuGo {
    /// Starts one process, to see that it is there; the others start when they are needed.
    pub fn start(settings: &ExpertSettings, processes: usize) -> Result<GnuGo, ExpertError> {
        let timeout = Duration::from_secs_f64(settings.timeout);
        let line = |program: &str| {
            format!("{program} --mode gtp --quiet --level {} --chinese-rules --never-resign", settings.level)
        };
        let usual = settings.gnugo == ExpertSettings::default().gnugo;
        let programs = if usual { vec![&settings.gnugo[..], ELSEWHERE] } else { vec![&settings.gnugo[..]] };
        for program in programs {
            let command_line = line(program);
            match Engine::start(&command_line, timeout) {
                Ok(first) => {
                    let mut engines = vec![Some(first)];
                    engines.resize_with(processes.max(1), || None);
                    return Ok(GnuGo { command_line, timeout, engines });
                }
                Err(EngineError::Start { source, .. }) if source.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(ExpertError::Start(error)),
            }
        }
        Err(ExpertError::Missing(settings.gnugo.clone()))
    }
}

impl Expert for GnuGo {
    fn outcomes(&mut self, games: &[Unfinished]) -> Result<Vec<Lead>, ExpertError> {
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let results = Mutex::new(vec![None; games.len()]);
        let (line, timeout) = (&self.command_line, self.timeout);
        let work = |engine: &mut Option<Engine>| -> Result<(), ExpertError> {
            while !failed.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(game) = games.get(index) else { break };
                let lead = finish_or_restart(engine, line, timeout, game)
                    .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                results.lock().map_err(|_| ExpertError::Panicked)?[index] = Some(lead);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                self.engines.iter_mut().map(|engine| scope.spawn(|| work(engine))).collect();
            workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| ExpertError::Panicked)?)
        })?;
        let results = results.into_inner().map_err(|_| ExpertError::Panicked)?;
        results.into_iter().map(|lead| lead.ok_or(ExpertError::Panicked)).collect()
    }
}

fn finish_or_restart(
    slot: &mut Option<Engine>,
    command_line: &str,
    timeout: Duration,
    game: &Unfinished,
) -> Result<Lead, ExpertError> {
    let mut attempt = 0;
    loop {
        let seed = game.seed.wrapping_add(attempt.into());
        let finished = match slot.take() {
            Some(engine) => Ok(engine),
            None => Engine::start(command_line, timeout),
        }
        .and_then(|mut engine| finish(&mut engine, game, seed, timeout).map(|lead| (engine, lead)));
        // An engine that failed is dropped here, which kills its process.
        attempt += 1;
        match finished {
            Ok((engine, lead)) => {
                *slot = Some(engine);
                return Ok(lead);
            }
            Err(error) if attempt == ATTEMPTS => return Err(ExpertError::GnuGo { attempts: attempt, error }),
            Err(_) => {}
        }
    }
}

fn finish(engine: &mut Engine, game: &Unfinished, seed: u64, timeout: Duration) -> Result<Lead, EngineError> {
    let position = &game.position;
    engine.boardsize(position.size())?;
    engine.clear_board()?;
    engine.komi(position.komi())?;
    // GNU Go takes seeds of 31 bits.
    engine.try_command(&format!("set_random_seed {}", seed & 0x7fff_ffff))?;
    for (colour, m) in position.moves() {
        engine.play(*colour, *m)?;
    }
    let (mut colour, mut passes) = (position.to_move(), position.passes());
    for _ in 0..MOST_MOVES * position.size().points() {
        if passes >= 2 {
            break;
        }
        match engine.genmove(colour, timeout)? {
            Reply::Move(Move::Pass) => passes += 1,
            Reply::Move(Move::Play(_)) => passes = 0,
            Reply::Resign => break,
        }
        colour = colour.other();
    }
    let text = engine.final_score(timeout)?;
    board_lead(&text, position.komi())
        .ok_or(EngineError::NotGtp { command: "final_score".into(), got: text.chars().take(200).collect() })
}

/// The lead without komi in a result such as W+3.5.
fn board_lead(text: &str, komi: Komi) -> Option<Lead> {
    let text = text.trim();
    let (winner, margin) = match text.split_once('+') {
        Some((side, margin)) => (side.parse::<Colour>().ok()?, margin.parse::<f64>().ok()?),
        None => (Colour::Black, text.parse::<f64>().ok().filter(|n| *n == 0.0)?),
    };
    let black = margin * f64::from(winner.sign()) + komi.points();
    black.is_finite().then_some(Lead::for_side(Colour::Black, black as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_without_komi() {
        let lead = |text| board_lead(text, Komi::from_halves(11)).map(|lead| lead.of(Colour::Black));
        assert_eq!(
            ["B+3.5", "W+3.5", "0", " w+10.5\n", "B+R", "?", ""].map(lead),
            [Some(9.0), Some(2.0), Some(5.5), Some(-5.0), None, None, None]
        );
    }
}
