//! Our figures beside the paper's, in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use statistics::Tally;
use statistics::significance::mean_interval;

use super::{PAPER_AGAINST_RANDOM, PAPER_GAINS, mean_gain, paper_percentages};
use crate::features::FeatureSet;
use crate::settings::Settings;

/// What the players of one seed did.
#[derive(Clone, Default)]
pub struct SeedResults {
    pub seed: u64,
    /// Against all other players.
    pub round_robin: BTreeMap<FeatureSet, Tally>,
    pub against_random: BTreeMap<FeatureSet, Tally>,
    /// The error of what was expected after openings, in points: of the first games and of the last.
    pub errors: BTreeMap<FeatureSet, (f64, f64)>,
}

fn percent(tally: &Tally) -> f64 {
    tally.score().map_or(f64::NAN, |score| 100.0 * score.value)
}

/// The mean with half of its interval, if there is one.
fn with_interval(values: &[f64]) -> String {
    match (mean_interval(values), values) {
        (Some((mean, half)), _) => format!("{mean:.1} ± {half:.1}"),
        (None, [one]) => format!("{one:.1}"),
        (None, _) => "–".into(),
    }
}

/// The report of all seeds so far.
pub fn report(settings: &Settings, seeds: &[SeedResults]) -> String {
    let mut text = String::from("# Openings learnt by temporal differences\n\n");
    let learning = &settings.learning;
    let numbers: Vec<String> = seeds.iter().map(|seed| seed.seed.to_string()).collect();
    let _ = writeln!(
        text,
        "{} games per player; expert: {}; λ {}, rate {}, exploration {}; seeds {}. \
         Intervals are 95%, over seeds where several are compared.\n",
        learning.games,
        settings.expert.kind,
        learning.lambda,
        learning.rate,
        learning.exploration,
        numbers.join(", ")
    );
    against_random(&mut text, seeds);
    round_robin(&mut text, seeds);
    feature_gains(&mut text, seeds);
    text
}

fn against_random(text: &mut String, seeds: &[SeedResults]) {
    let _ = writeln!(
        text,
        "## Against a random player\n\nThe paper: A won {PAPER_AGAINST_RANDOM:.0} of 100. The errors are those of what was \
         expected after an opening, in points: in the first 50 games and in the last.\n\n\
         | player | games | won, % | 95% interval | error at first | at last |\n|---|---|---|---|---|---|"
    );
    for player in FeatureSet::all() {
        let tallies: Vec<&Tally> = seeds.iter().filter_map(|s| s.against_random.get(&player)).collect();
        let sum = tallies.iter().fold(Tally::default(), |sum, t| Tally {
            wins: sum.wins + t.wins,
            draws: sum.draws + t.draws,
            losses: sum.losses + t.losses,
        });
        let Some(score) = sum.score() else { continue };
        let errors: Vec<(f64, f64)> = seeds.iter().filter_map(|s| s.errors.get(&player).copied()).collect();
        let mean =
            |of: fn(&(f64, f64)) -> f64| errors.iter().map(of).sum::<f64>() / errors.len().max(1) as f64;
        let _ = writeln!(
            text,
            "| {player} | {} | {:.1} | {:.0}–{:.0} | {:.1} | {:.1} |",
            sum.games(),
            100.0 * score.value,
            100.0 * score.low,
            100.0 * score.high,
            mean(|e| e.0),
            mean(|e| e.1)
        );
    }
}

fn round_robin(text: &mut String, seeds: &[SeedResults]) {
    let paper = paper_percentages();
    let scores = |player: &FeatureSet| -> Vec<f64> {
        seeds.iter().filter_map(|s| s.round_robin.get(player)).map(percent).collect()
    };
    let mut players: Vec<(FeatureSet, Vec<f64>)> =
        FeatureSet::all().into_iter().map(|player| (player, scores(&player))).collect();
    players.retain(|(_, scores)| !scores.is_empty());
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
    players.sort_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)));
    text.push_str("\n## Round robin\n\nGames won against all other players, in percent.\n\n| player | paper | ours | by seed |\n|---|---|---|---|\n");
    for (player, scores) in players {
        let each: Vec<String> = scores.iter().map(|score| format!("{score:.1}")).collect();
        let paper = paper.get(&player).copied().unwrap_or(f64::NAN);
        let _ =
            writeln!(text, "| {player} | {paper:.0} | {} | {} |", with_interval(&scores), each.join(", "));
    }
}

fn feature_gains(text: &mut String, seeds: &[SeedResults]) {
    let ours: Vec<BTreeMap<FeatureSet, f64>> = seeds
        .iter()
        .map(|seed| seed.round_robin.iter().map(|(player, tally)| (*player, percent(tally))).collect())
        .collect();
    text.push_str(
        "\n## What each feature adds\n\nHow many more games players won with a feature than without, in percent. The interval of \
         the paper's figure follows from its table.\n\n| feature | paper | ours |\n|---|---|---|\n",
    );
    let word = |found: Option<(f64, f64)>| {
        found.map_or("–".into(), |(mean, half)| format!("{mean:+.1} ± {half:.1}"))
    };
    for (feature, reported) in PAPER_GAINS {
        let interval = mean_gain(feature, &[paper_percentages()]).map_or(f64::NAN, |(_, half)| half);
        let ours = word(mean_gain(feature, &ours));
        let _ = writeln!(text, "| {} | {reported:+.0} ± {interval:.0} | {ours} |", feature.letter());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_stands_beside_the_papers() {
        let tally = |wins| Tally { wins, draws: 0, losses: 100 - wins };
        let seed = |seed, shift| SeedResults {
            seed,
            round_robin: FeatureSet::all().into_iter().zip((40u64..).map(|n| tally(n + shift))).collect(),
            against_random: [(FeatureSet::STATUS, tally(80 + shift))].into(),
            errors: [(FeatureSet::STATUS, (30.0, 20.0))].into(),
        };
        let text = report(&Settings::default(), &[seed(1, 0), seed(2, 2)]);
        assert!(text.contains("| A | 200 | 81.0 | 75–86 | 30.0 | 20.0 |"), "{text}");
        assert!(text.contains("| A | 46 | 41.0 ± 12.7 | 40.0, 42.0 |"), "{text}");
        assert!(text.contains("| B | +4 ± "), "{text}");
        assert_eq!(text.matches("| ABCDE |").count(), 1);
    }
}
