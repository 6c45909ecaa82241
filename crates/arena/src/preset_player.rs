//! One of our own players, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use board::{Colour, Move, PointSet};
use partner::{
    Decision, EvaluationError, Evaluators, LoadedNetworks, Purpose, Session, Settings, SettingsError,
    ThinkRequest,
};

use crate::player::{Choice, Fault, FaultKind, GameStart, Player};
use crate::player_spec::Preset;

pub struct PresetPlayer {
    settings: Settings,
    evaluators: Evaluators,
    /// Told apart from another player of the same preset by its own seed, if it has one.
    seed: u64,
    session: Session,
    name: String,
}

impl PresetPlayer {
    /// Loads a network unless it is already in `nets`.
    pub fn new(preset: &Preset, nets: &LoadedNetworks) -> Result<PresetPlayer, SettingsError> {
        let settings = preset.settings()?;
        let evaluators = Evaluators::from_settings(&settings, nets)?;
        let net = evaluators.net().map_or_else(String::new, |net| format!(" {}", net.network().name));
        let name = format!("Shidogo {} {}{net}", env!("CARGO_PKG_VERSION"), preset.name);
        let session = Session::with_evaluators(settings.clone(), evaluators.clone());
        Ok(PresetPlayer { seed: preset.seed.unwrap_or(0), settings, evaluators, session, name })
    }

    fn choose(&mut self, colour: Colour, purpose: Purpose) -> Result<Choice, Fault> {
        let request = ThinkRequest { purpose, ..ThinkRequest::game(colour) };
        let decision = guarded(|| self.session.think(&request))??;
        self.session
            .play_decision(&decision)
            .map_err(|error| Fault::new(FaultKind::IllegalMove, error.to_string()))?;
        Ok(match decision.choice {
            partner::Choice::Play(m) => Choice::Play(m),
            partner::Choice::Resign => Choice::Resign,
        })
    }
}

impl From<EvaluationError> for Fault {
    fn from(error: EvaluationError) -> Fault {
        Fault::new(FaultKind::Crashed, error)
    }
}

/// A bug of ours must cost us the game, as for an engine in its own process, and not the match.
fn guarded<T>(think: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(think)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Fault::new(FaultKind::Crashed, format!("panicked: {text}"))
    })
}

impl Player for PresetPlayer {
    /// Every game has its own session, so that it does not depend on earlier games.
    fn new_game(&mut self, start: &GameStart) -> Result<(), Fault> {
        let seed = Some(start.seed.wrapping_add(self.seed));
        let settings = Settings { seed, ..self.settings.clone() };
        self.session = guarded(|| Session::with_evaluators(settings, self.evaluators.clone()))?;
        self.session.new_game(start.size);
        self.session.set_rules(start.rules);
        self.session.set_komi(start.komi);
        if start.handicap.is_empty() {
            return Ok(());
        }
        self.session.place_handicap(&start.handicap).map_err(|e| Fault::new(FaultKind::Refused, e))
    }

    fn play(&mut self, colour: Colour, m: Move) -> Result<(), Fault> {
        self.session.play(colour, m).map_err(|e| Fault::new(FaultKind::Refused, format!("refused {m}: {e}")))
    }

    fn genmove(&mut self, colour: Colour) -> Result<Choice, Fault> {
        self.choose(colour, Purpose::Game)
    }

    fn genmove_cleanup(&mut self, colour: Colour) -> Result<Choice, Fault> {
        self.choose(colour, Purpose::Cleanup)
    }

    fn dead_stones(&mut self) -> Result<Option<PointSet>, Fault> {
        Ok(Some(guarded(|| self.session.dead_stones())??))
    }

    fn last_decision(&self) -> Option<&Decision> {
        self.session.last_decision()
    }

    fn name_and_version(&self) -> &str {
        &self.name
    }
}
