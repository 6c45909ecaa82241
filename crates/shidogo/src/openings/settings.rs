//! Settings of players on the command line: they override the file, and the file overrides what is usual.

use std::path::PathBuf;

use anyhow::Context;
use openings::value_net::Activation;
use openings::{OpeningRules, Prediction, Settings};

use super::ExpertArguments;

#[derive(clap::Args, Clone, Default)]
pub struct SettingsArguments {
    /// TOML file with settings; the settings.toml of any run is an example with all of them.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Games to learn from, including earlier ones [default: 2000, as in the paper].
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How far errors reach back, from 0 (one move) to 1 (the whole opening) [default: 0.8].
    #[arg(long, value_name = "L")]
    lambda: Option<f32>,
    /// Learning rate [default: 0.02].
    #[arg(long, value_name = "R")]
    rate: Option<f32>,
    /// Probability of a random move while learning [default: 0.1].
    #[arg(long, value_name = "P")]
    exploration: Option<f32>,
    /// Hidden units [default: 40, as in the paper].
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// Board size [default: 9].
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Moves of each side before the expert takes over [default: 10 on 9×9, 14 on 13×13, 21 on 19×19].
    #[arg(long, value_name = "M")]
    moves: Option<usize>,
    /// What to predict: lead, as in the paper, or win_rate [default: lead].
    #[arg(long, value_name = "WHAT")]
    predict: Option<Prediction>,
    /// Komi when winners are counted [default: 5.5]. Leads are learnt without it, win rates with it.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    komi: Option<String>,
    /// Seed of every random choice [default: 1].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    expert: ExpertArguments,
}

impl SettingsArguments {
    /// Whether the number of games to learn from was given.
    pub fn has_games(&self) -> bool {
        self.games.is_some()
    }

    pub fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = match &self.config {
            None => Settings::default(),
            Some(path) => {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
                Settings::read(&text).context(name)?
            }
        };
        let learning = &mut settings.learning;
        learning.games = self.games.unwrap_or(learning.games);
        learning.lambda = self.lambda.unwrap_or(learning.lambda);
        learning.rate = self.rate.unwrap_or(learning.rate);
        learning.exploration = self.exploration.unwrap_or(learning.exploration);
        learning.seed = self.seed.unwrap_or(learning.seed);
        settings.network.hidden = self.hidden.unwrap_or(settings.network.hidden);
        if let Some(predicts) = self.predict.filter(|predicts| *predicts != settings.network.predicts) {
            settings.network.predicts = predicts;
            settings.network.output = match predicts {
                Prediction::Lead => Activation::Linear,
                Prediction::WinRate => Activation::Tanh,
            };
        }
        if let Some(size) = self.size.filter(|size| *size != settings.opening.size) {
            settings.opening = OpeningRules { komi: settings.opening.komi, ..OpeningRules::on(size) };
        }
        settings.opening.moves = self.moves.unwrap_or(settings.opening.moves);
        if let Some(komi) = &self.komi {
            settings.opening.komi = komi.parse().context("--komi")?;
        }
        self.expert.put_over(&mut settings.expert);
        settings.check()?;
        Ok(settings)
    }
}
