//! What was seen of partners that keep endgames close, beside the paper's Table 7.

use std::fmt::Write;

use super::report::{NONE, margins, policy_cells, sections, share};
use super::{ControlGames, paper};

/// The report on endgames (section 7). `positions` says how many positions games began from, on each board size.
pub fn endgame_report(positions: &[(usize, usize)], games: &[ControlGames]) -> String {
    let mut text = String::from(
        "# endgame-control\n\nShi, Fan, Li, Hsueh and Ikeda (2021), section 7: keeping endgames close by points, and \
         before that by win rate (`abc25`). Every position is played with both colours. Intervals are 95%; draws count \
         half. The paper's figures are from games against Ray, 100 on 13×13 and 30 on 19×19.\n",
    );
    for section in sections(games) {
        let Some(first) = section.first() else { continue };
        let size = first.pairing.size;
        let count = positions.iter().find(|(of, _)| *of == size).map_or(0, |(_, count)| *count);
        let _ = writeln!(
            text,
            "\n## {size}×{size} against `{}`, from {count} {}\n\n\
             | | games | the player's score | the paper |\n|---|---|---|---|",
            first.pairing.opponent,
            if count == 1 { "position" } else { "positions" },
        );
        for seen in section {
            let papers = paper::endgames(size, &seen.pairing.player);
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                seen.pairing.player,
                seen.tally.games(),
                share(seen.tally.score()),
                papers.map_or(NONE.into(), |paper| format!("{:.2}", paper.wins)),
            );
        }
        margins(&mut text, section);
        policies(&mut text, section);
    }
    text
}

fn policies(text: &mut String, section: &[ControlGames]) {
    for (place, policy) in section[0].policies.iter().enumerate() {
        let _ = writeln!(
            text,
            "\nHow natural their moves look to {}; in the paper, to Leela's network and to KataGo's:\n\n\
             | | moves | mean p | geometric mean | p < 0.05 |\n|---|---|---|---|---|",
            policy.network()
        );
        for seen in section {
            if let Some(found) = seen.policies.get(place).and_then(|policy| policy.player) {
                let _ = writeln!(text, "| {} | {} |", seen.pairing.player, policy_cells(&found).join(" | "));
            }
            let papers = paper::endgames(seen.pairing.size, &seen.pairing.player);
            if let Some([leela, katago]) = papers.and_then(|paper| paper.policies) {
                let _ = writeln!(
                    text,
                    "| {}, the paper | | {:.3}, {:.3} | {:.3}, {:.3} | {:.1}%, {:.1}% |",
                    seen.pairing.player,
                    leela.mean,
                    katago.mean,
                    leela.geometric_mean,
                    katago.geometric_mean,
                    100.0 * leela.unnatural,
                    100.0 * katago.unnatural,
                );
            }
        }
    }
}
