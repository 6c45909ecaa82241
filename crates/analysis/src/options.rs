//! Options for all queries, or for a single one.

use board::Colour;
use partner::{Param, ParamError, Scope, Settings};

/// The perspective of the numbers in a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perspective {
    Of(Colour),
    #[default]
    SideToMove,
}

impl Perspective {
    fn parse(value: &str) -> Option<Perspective> {
        match value.to_ascii_lowercase().as_str() {
            "sidetomove" => Some(Perspective::SideToMove),
            side => side.parse().ok().map(Perspective::Of),
        }
    }

    /// The fixed side of this perspective, if any.
    pub fn fixed(self) -> Option<Colour> {
        match self {
            Perspective::Of(colour) => Some(colour),
            Perspective::SideToMove => None,
        }
    }

    pub fn side(self, to_move: Colour) -> Colour {
        self.fixed().unwrap_or(to_move)
    }
}

/// How to analyse positions and how to report the results.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Visits, time and threads are per position.
    pub settings: Settings,
    pub perspective: Perspective,
    /// Length of a variation after its first move.
    pub variation: usize,
    /// Whether an unknown field gets a warning.
    pub warn_unused: bool,
    /// Whether several moves of Black at the start are handicap stones.
    pub handicap_moves: bool,
}

const LONGEST_VARIATION: usize = 1000;

impl Options {
    pub fn new(mut settings: Settings) -> Options {
        if let Some(network) = settings.search.puct_mut()
            && network.wide_root_noise == 0.0
        {
            network.wide_root_noise = settings.analysis.wide_root_noise;
        }
        // KataGo's, for an analysis.
        settings.conservative_pass = true;
        Options {
            settings,
            perspective: Perspective::default(),
            variation: 15,
            warn_unused: true,
            handicap_moves: true,
        }
    }

    /// Sets an option by the name it has in KataGo's configuration files and `overrideSettings`. An option
    /// that only affects moves in games is an error, so that nobody waits for an effect.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let flag = || value.to_ascii_lowercase().parse::<bool>().ok();
        let done = match name {
            "reportAnalysisWinratesAs" => Perspective::parse(value).map(|p| self.perspective = p),
            "analysisPVLen" => {
                value.parse().ok().filter(|n| (1..=LONGEST_VARIATION).contains(n)).map(|n| self.variation = n)
            }
            "warnUnusedFields" => flag().map(|on| self.warn_unused = on),
            "assumeMultipleStartingBlackMovesAreHandicap" => flag().map(|on| self.handicap_moves = on),
            "numSearchThreadsPerAnalysisThread" => return self.set("numSearchThreads", value),
            // Everything here is an analysis, so GTP's analysis options apply to all.
            "analysisWideRootNoise" => return self.set("wideRootNoise", value),
            "ignorePreRootHistory" => return self.set("analysisIgnorePreRootHistory", value),
            _ => {
                let param = Param::find(name)?;
                param.set(&mut self.settings, value)?;
                return match param.scope {
                    Scope::Play => Err(ParamError::Idle(name.to_string())),
                    Scope::Search | Scope::Setup => Ok(()),
                };
            }
        };
        let (name, value) = (name.to_string(), value.to_string());
        done.ok_or(ParamError::Value { name, value, range: "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_katagos_names() {
        let mut options = Options::new(Settings::default());
        for (name, value) in [
            ("reportAnalysisWinratesAs", "WHITE"),
            ("analysisPVLen", "7"),
            ("maxVisits", "12"),
            ("numSearchThreadsPerAnalysisThread", "3"),
            ("warnUnusedFields", "False"),
        ] {
            options.set(name, value).unwrap();
        }
        assert_eq!(options.perspective.side(Colour::Black), Colour::White);
        assert_eq!((options.variation, options.settings.visits, options.settings.threads), (7, Some(12), 3));
        assert!(!options.warn_unused);
        for (name, value) in [("reportAnalysisWinratesAs", "RED"), ("analysisPVLen", "0"), ("maxVisits", "x")]
        {
            assert!(matches!(options.set(name, value), Err(ParamError::Value { .. })), "{name}");
        }
        assert!(matches!(options.set("logDir", "x"), Err(ParamError::Unknown(_))));
        assert!(matches!(options.set("chosenMoveTemperature", "1"), Err(ParamError::Idle(_))));
    }
}
