//! Levels: presets that play like people of a rank.

use board::Rank;
use serde::Deserialize;

/// How a partner plays at a rank. What the numbers mean is said in the file they come from, `presets/levels.toml`.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    pub rank: Rank,
    pub temperature: f64,
    pub visits: u64,
    pub lambda: f64,
}

#[derive(Deserialize)]
struct Rungs {
    rung: Vec<Level>,
}

impl Level {
    /// The level of a rank.
    pub fn of(rank: Rank) -> Level {
        let rungs: Vec<Level> = toml::from_str::<Rungs>(include_str!("../../presets/levels.toml"))
            // The file is compiled in, and a test reads it.
            .map_or_else(|_| Vec::new(), |rungs| rungs.rung);
        let above = rungs.iter().position(|rung| rung.rank >= rank).unwrap_or(rungs.len().saturating_sub(1));
        match (rungs.get(above.saturating_sub(1)), rungs.get(above)) {
            (Some(below), Some(above)) => below.towards(above, rank),
            _ => Level { rank, temperature: 1.0, visits: 1, lambda: 1e9 },
        }
    }

    /// A level between two rungs. Visits and lambda are interpolated by their logarithms.
    fn towards(&self, above: &Level, rank: Rank) -> Level {
        let steps = |rank: Rank| f64::from(rank.steps());
        let width = steps(above.rank) - steps(self.rank);
        let part = if width > 0.0 { ((steps(rank) - steps(self.rank)) / width).clamp(0.0, 1.0) } else { 1.0 };
        let between = |a: f64, b: f64| a + part * (b - a);
        let by_log = |a: f64, b: f64| between(a.ln(), b.ln()).exp();
        Level {
            rank,
            temperature: between(self.temperature, above.temperature),
            visits: by_log(self.visits as f64, above.visits as f64).round() as u64,
            lambda: by_log(self.lambda, above.lambda),
        }
    }

    /// As a settings file.
    pub fn to_toml(self) -> String {
        let Level { rank, temperature, visits, lambda } = self;
        // In the records, people resign half of the games they lose, hardly ever before this many moves; who cannot
        // count yet hopes for longer.
        let behind = if Rank::kyu(10).is_some_and(|from| rank < from) { 20.0 } else { 12.0 };
        format!(
            "name = \"{rank}\"\n\
             description = \"like a person of {rank}\"\n\
             evaluator = \"network\"\n\
             nnModelFile = \"{net}\"\n\
             humanModelFile = \"{human}\"\n\
             humanSLProfile = \"rank_{rank}\"\n\
             humanSLChosenMoveProp = 1.0\n\
             humanSLChosenMoveIgnorePass = true\n\
             rootNumSymmetriesToSample = 8\n\
             humanSLChosenMovePiklLambda = {lambda}\n\
             chosenMoveTemperatureEarly = {temperature}\n\
             chosenMoveTemperature = {temperature}\n\
             maxVisits = {visits}\n\
             countingVisits = 32\n\
             resignThreshold = -0.98\n\
             resignConsecTurns = 4\n\
             resignMinScoreDifference = {behind}\n\
             resignMinMovesPerBoardArea = 0.45\n",
            net = network::DEFAULT,
            human = network::HUMAN,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_levels_search_more() {
        let levels: Vec<Level> = Rank::all().map(Level::of).collect();
        assert_eq!(levels.first().map(|level| level.visits), Some(1));
        for pair in levels.windows(2) {
            let [weaker, stronger] = pair else { continue };
            assert!(stronger.visits >= weaker.visits && stronger.lambda <= weaker.lambda, "{stronger:?}");
        }
    }

    #[test]
    fn rungs_are_as_in_the_file() {
        let at = |rank: &str| Level::of(rank.parse().unwrap());
        let file: Rungs = toml::from_str(include_str!("../../presets/levels.toml")).unwrap();
        for rung in file.rung {
            assert_eq!(at(&rung.rank.to_string()).temperature, rung.temperature);
        }
        assert!(
            at("26k").temperature > at("25k").temperature && at("26k").temperature < at("28k").temperature
        );
    }
}
